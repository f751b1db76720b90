// Buffers seen through every kind of map, and through domains under constraints: a device
// reads and writes what the interpreter, which evaluates the maps, says.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'swizzled'
// CHECK: total: proved
// CHECK: result    equal
// CHECK: kernel 'rotated'
// CHECK: result    equal
// CHECK: kernel 'padded'
// CHECK: result    equal
// CHECK: kernel 'halves'
// CHECK: result    equal
// CHECK: kernel 'listed'
// CHECK: result    equal
// CHECK: kernel 'regrouped'
// CHECK: result    equal
// CHECK: kernel 'triangle'
// CHECK: guarded, the point may leave the view
// CHECK: result    equal
// CHECK: kernel 'ragged'
// CHECK: result    equal
// CHECK: kernel 'points'
// CHECK: result    equal

#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (lane floordiv 2, lane mod 2 * 8 + slot) to (i : 16, j : 16)>>
#plain = #tileir.mixed_radix<(16,16):(16,1)>
!plain = !tileir.view<16x16xf32, #plain, zero>
!tile = tensor<16x16xf32, #d>

#swizzle = #tileir.transform<swizzle(3, 1, 3), #plain>
!swizzle = !tileir.view<16x16xf32, #swizzle, zero>
func.func @swizzled(%src: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !plain
  %to = tileir.view %dst : memref<256xf32> -> !swizzle
  %x = tileir.load %from : !plain -> !tile
  tileir.store %x, %to : !tile, !swizzle
  return
}

#rotate = #tileir.compose<mixed_radix<(16,16):(16,1)>, transform<rotate(3), identity<(d0 : 16, d1 : 16)>>>
!rotate = !tileir.view<16x16xf32, #rotate, zero>
func.func @rotated(%src: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !rotate
  %to = tileir.view %dst : memref<256xf32> -> !plain
  %x = tileir.load %from : !rotate -> !tile
  tileir.store %x, %to : !tile, !plain
  return
}

// Rows of 17, and behind the eighth a gap.
#padded = #tileir.piecewise<(i : 16, j : 16),
  expr<(i : 16, j : 16 where i lt 8) -> (i * 17 + j) to (address : 300)>,
  expr<(i : 16, j : 16 where i ge 8) -> (i * 17 + j + 20) to (address : 300)>>
!padded = !tileir.view<16x16xf32, #padded, zero>
func.func @padded(%src: memref<256xf32>, %dst: memref<300xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !plain
  %to = tileir.view %dst : memref<300xf32> -> !padded
  %x = tileir.load %from : !plain -> !tile
  tileir.store %x, %to : !tile, !padded
  return
}

// Every second element of 16 bits, counted in 32.
#halves = #tileir.recast<16 -> 32, mixed_radix<(16,16):(32,2)>>
!halves = !tileir.view<16x16xf32, #halves, zero>
// Every 32 bits as the first half of them.
#whole = #tileir.recast<32 -> 16, mixed_radix<(16,16):(1,16)>>
!whole = !tileir.view<16x16xf32, #whole, zero>
func.func @halves(%src: memref<256xf32>, %dst: memref<511xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !halves
  %to = tileir.view %dst : memref<511xf32> -> !whole
  %x = tileir.load %from : !halves -> !tile
  tileir.store %x, %to : !tile, !whole
  return
}

#banks = #tileir.table<(bank : 16) -> (bank : 16), [3, 1, 4, 15, 9, 2, 6, 5, 8, 7, 0, 14, 10, 11, 13, 12]>
#listed = #tileir.compose<
  mixed_radix<(16,16):(16,1), (i : 16, bank : 16) -> (address : 256)>,
  expr<(i : 16, j : 16) -> (i, j) to (i : 16, bank : 16)>>
#through = #tileir.compose<
  mixed_radix<(16,16):(16,1), (i : 16, bank : 16) -> (address : 256)>,
  translate<[0, 0], product<identity<(i : 16)>, compose<#banks, expr<(j : 16) -> (j) to (bank : 16)>>>
            to (i : 16, bank : 16)>>
!listed = !tileir.view<16x16xf32, #listed, zero>
!through = !tileir.view<16x16xf32, #through, zero>
func.func @listed(%src: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !listed
  %to = tileir.view %dst : memref<256xf32> -> !through
  %x = tileir.load %from : !listed -> !tile
  tileir.store %x, %to : !tile, !through
  return
}

// Blocks of 4 by 4, each of them whole.
#blocks = #tileir.regroup<(i : 16, j : 16) -> (address : 256), [(4,4), (4,4)] -> [(2,0,3,1)]>
!blocks = !tileir.view<16x16xf32, #blocks, zero>
func.func @regrouped(%src: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !plain
  %to = tileir.view %dst : memref<256xf32> -> !blocks
  %x = tileir.load %from : !plain -> !tile
  tileir.store %x, %to : !tile, !blocks
  return
}

// Above the diagonal zeros are read; below another one nothing is written.
#lower = #tileir.expr<(i : 16, j : 16 where j le i) -> (i * (i + 1) floordiv 2 + j) to (address : 136)>
#upper = #tileir.expr<(i : 16, j : 16 where i le j + 2) -> (i * 16 + j) to (address : 256)>
!lower = !tileir.view<16x16xf32, #lower, zero>
!upper = !tileir.view<16x16xf32, #upper, zero>
func.func @triangle(%src: memref<136xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<136xf32> -> !lower
  %to = tileir.view %dst : memref<256xf32> -> !upper
  %x = tileir.load %from : !lower -> !tile
  tileir.store %x, %to : !tile, !upper
  return
}

// Tiles that leave the box, where 40 - j may be negative, and 7 floordiv (40 - j) have no value.
#ragged = #tileir.expr<(i : 20, j : 40 where (i * 3 + j) mod 5 ne 2, 7 floordiv (40 - j) lt 4) -> (i * 40 + j) to (address : 800)>
!ragged = !tileir.view<20x40xf32, #ragged, zero>
!part = !tileir.view<16x16xf32, #ragged, zero>
func.func @ragged(%src: memref<800xf32>, %dst: memref<800xf32>) attributes {tileir.grid = array<i64: 2, 3>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %from = tileir.view %src : memref<800xf32> -> !ragged
  %to = tileir.view %dst : memref<800xf32> -> !ragged
  %of = tileir.slice %from[%i, %j : index, index] : !ragged -> !part
  %at = tileir.slice %to[%i, %j : index, index] : !ragged -> !part
  %x = tileir.load %of : !part -> !tile
  %y = arith.addf %x, %x : !tile
  tileir.store %y, %at : !tile, !part
  return
}

// One element a block, at a place that a table gives; the points that a constraint excludes read zero.
#odd = #tileir.table<(k : 8) -> (i : 16), [15, 2, 7, 0, 9, 4, 11, 6]>
#few = #tileir.expr<(i : 16 where i mod 3 ne 0) -> (i) to (address : 16)>
#slots = #tileir.mixed_radix<8:1, (k : 8) -> (address : 8)>
#one = #tileir.distribution<#tileir.expr<(lane : 32) -> (0) to (i : 1)>>
!few = !tileir.view<16xf32, #few, zero>
!slots = !tileir.view<8xf32, #slots, zero>
!slot = !tileir.view<1xf32, #slots, zero>
func.func @points(%src: memref<16xf32>, %dst: memref<8xf32>) attributes {tileir.grid = array<i64: 8>} {
  %block = gpu.block_id x
  %place = tileir.apply #odd(%block) : index
  %from = tileir.view %src : memref<16xf32> -> !few
  %to = tileir.view %dst : memref<8xf32> -> !slots
  %v = tileir.slice %from[%place : index] : !few -> !tileir.view<1xf32, #few, zero>
  %w = tileir.slice %to[%block : index] : !slots -> !slot
  %x = tileir.load %v : !tileir.view<1xf32, #few, zero> -> tensor<1xf32, #one>
  tileir.store %x, %w : tensor<1xf32, #one>, !slot
  return
}
