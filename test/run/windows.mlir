// Slices of slices: what is valid lies in the domain and in every window, wherever the program
// puts them, before their beginnings too.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'zeros', grid 5 x 5 x 1
// CHECK: guarded, coordinate i_window may leave the view
// CHECK: result    equal
// CHECK: kernel 'others', grid 5 x 6 x 1
// CHECK: result    equal
// CHECK: kernel 'inside', grid 4 x 4 x 1
// CHECK-NOT: i_window
// CHECK: result    equal
// CHECK: kernel 'elements', grid 9 x 1 x 1
// CHECK: result    equal

// Of 100 elements a strip of 32, of it a tile of 24, from a tile before the strip to two behind;
// results go to a row a block.
#vector = #tileir.mixed_radix<100:1, (i : 100) -> (address : 100)>
#results = #tileir.mixed_radix<(5,5,24):(120,24,1), (x : 5, y : 5, i : 24) -> (address : 600)>
#held = #tileir.distribution<#tileir.expr<(thread : 8, slot : 3) -> (thread * 3 + slot) to (i : 24)>>
#held_row = #tileir.distribution<#tileir.expr<(thread : 8, slot : 3) -> (thread * 0, thread * 0, thread * 3 + slot) to (x : 1, y : 1, i : 24)>>
#row = #tileir.expr<(x : 1, y : 1, i : 24) -> (i) to (i : 24)>
!vector = !tileir.view<100xf32, #vector, zero>
!strip = !tileir.view<32xf32, #vector, zero>
!tile = !tileir.view<24xf32, #vector, zero>
!results = !tileir.view<5x5x24xf32, #results, zero>
!result = !tileir.view<1x1x24xf32, #results, zero>

func.func @zeros(%src: memref<100xf32>, %dst: memref<600xf32>) attributes {tileir.grid = array<i64: 5, 5>} {
  %x = gpu.block_id x
  %y = gpu.block_id y
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %strip_at = arith.subi %x, %c1 : index
  %tile_at = arith.subi %y, %c1 : index
  %from = tileir.view %src : memref<100xf32> -> !vector
  %to = tileir.view %dst : memref<600xf32> -> !results
  %strip = tileir.slice %from[%strip_at : index] : !vector -> !strip
  %tile = tileir.slice %strip[%tile_at : index] : !strip -> !tile
  %out = tileir.slice %to[%x, %y, %c0 : index, index, index] : !results -> !result
  %v = tileir.load %tile : !tile -> tensor<24xf32, #held>
  %r = tileir.relabel %v by (#row) : tensor<24xf32, #held> -> tensor<1x1x24xf32, #held_row>
  tileir.store %r, %out : tensor<1x1x24xf32, #held_row>, !result
  return
}

// Two axes and three windows, stored too: a block writes what is its own, though its tile reaches
// into its neighbours'. The others' are what 'else' says.
#matrix = #tileir.mixed_radix<(40,52):(52,1), (i : 40, j : 52) -> (address : 2080)>
#tile = #tileir.distribution<#tileir.expr<(thread : 16, slot : 8) -> (thread floordiv 2, thread mod 2 * 8 + slot) to (i : 8, j : 16)>>
!matrix = !tileir.view<40x52xi32, #matrix, predicate>
!band = !tileir.view<9x9xi32, #matrix, predicate>
!patch = !tileir.view<6x7xi32, #matrix, predicate>
!part = !tileir.view<8x16xi32, #matrix, predicate>

func.func @others(%src: memref<2080xi32>, %dst: memref<2080xi32>) attributes {tileir.grid = array<i64: 5, 6>} {
  %x = gpu.block_id x
  %y = gpu.block_id y
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %from = tileir.view %src : memref<2080xi32> -> !matrix
  %to = tileir.view %dst : memref<2080xi32> -> !matrix
  %band = tileir.slice %from[%x, %y : index, index] : !matrix -> !band
  %patch = tileir.slice %band[%c0, %c1 : index, index] : !band -> !patch
  %in = tileir.slice %patch[%c0, %c0 : index, index] : !patch -> !part
  %to_band = tileir.slice %to[%x, %y : index, index] : !matrix -> !band
  %to_patch = tileir.slice %to_band[%c0, %c1 : index, index] : !band -> !patch
  %out = tileir.slice %to_patch[%c0, %c0 : index, index] : !patch -> !part
  %column = tileir.iota 1 : tensor<8x16xi32, #tile>
  %v = tileir.load %in else %column : !part -> tensor<8x16xi32, #tile>
  %more = arith.addi %v, %column : tensor<8x16xi32, #tile>
  tileir.store %more, %out : tensor<8x16xi32, #tile>, !part
  return
}

// Windows that are known to stay inside cost nothing, and may be assumed.
#square = #tileir.mixed_radix<(64,64):(64,1), (i : 64, j : 64) -> (address : 4096)>
#eight = #tileir.distribution<#tileir.expr<(thread : 16, slot : 4) -> (thread floordiv 2, thread mod 2 * 4 + slot) to (i : 8, j : 8)>>
!square = !tileir.view<64x64xf32, #square, assume>
!quarter = !tileir.view<16x16xf32, #square, assume>
!eighth = !tileir.view<8x8xf32, #square, assume>

func.func @inside(%src: memref<4096xf32>, %dst: memref<4096xf32>) attributes {tileir.grid = array<i64: 4, 4>} {
  %x = gpu.block_id x
  %y = gpu.block_id y
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %from = tileir.view %src : memref<4096xf32> -> !square
  %to = tileir.view %dst : memref<4096xf32> -> !square
  %quarter = tileir.slice %from[%x, %y : index, index] : !square -> !quarter
  %to_quarter = tileir.slice %to[%y, %x : index, index] : !square -> !quarter
  scf.for %i = %c0 to %c2 step %c1 {
    %in = tileir.slice %quarter[%i, %c1 : index, index] : !quarter -> !eighth
    %out = tileir.slice %to_quarter[%c1, %i : index, index] : !quarter -> !eighth
    %v = tileir.load %in : !eighth -> tensor<8x8xf32, #eight>
    tileir.store %v, %out : tensor<8x8xf32, #eight>, !eighth
  }
  return
}

// An element's coordinates may leave the window that they count from.
#nine = #tileir.mixed_radix<9:1, (i : 9) -> (address : 9)>
#one = #tileir.distribution<#tileir.expr<(thread : 8) -> (thread floordiv 8) to (i : 1)>>
!nine = !tileir.view<9xf32, #nine, zero>
!nine_part = !tileir.view<1xf32, #nine, zero>
!three = !tileir.view<3xf32, #vector, zero>

func.func @elements(%src: memref<100xf32>, %dst: memref<9xf32>) attributes {tileir.grid = array<i64: 9>} {
  %x = gpu.block_id x
  %c3 = arith.constant 3 : index
  %at = arith.subi %x, %c3 : index
  %from = tileir.view %src : memref<100xf32> -> !vector
  %to = tileir.view %dst : memref<9xf32> -> !nine
  %three = tileir.slice %from[%c3 : index] : !vector -> !three
  %out = tileir.slice %to[%x : index] : !nine -> !nine_part
  %v = tileir.load %three[%at : index] : !three -> f32
  %tile = tensor.splat %v : tensor<1xf32, #one>
  tileir.store %tile, %out : tensor<1xf32, #one>, !nine_part
  return
}
