// Views of views: transposed, a window, broadcast, one after another, sliced behind.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'transposed', grid 4 x 3 x 1
// CHECK: 3366 bit for bit
// CHECK: result    equal
// CHECK: kernel 'window_turned', grid 2 x 1 x 1
// CHECK: result    equal
// CHECK: kernel 'biased', grid 3 x 4 x 1
// CHECK: result    equal
// CHECK: kernel 'triangle', grid 2 x 2 x 1
// CHECK: result    equal

#matrix = #tileir.mixed_radix<(33,51):(51,1), (i : 33, j : 51) -> (address : 1683)>
#turned = #tileir.mixed_radix<(51,33):(33,1), (j : 51, i : 33) -> (address : 1683)>
#turn = #tileir.permute<(j : 51, i : 33) -> (i, j)>
#by_rows = #tileir.distribution<#tileir.expr<(thread : 64, slot : 4) -> (thread floordiv 4, thread mod 4 * 4 + slot) to (j : 16, i : 16)>>
#by_columns = #tileir.distribution<#tileir.expr<(thread : 64, slot : 4) -> (thread mod 4 * 4 + slot, thread floordiv 4) to (j : 16, i : 16)>>

!matrix = !tileir.view<33x51xf32, #matrix, zero>
!columns = !tileir.view<51x33xf32, #tileir.compose<#matrix, #turn>, zero>
!columns_part = !tileir.view<16x16xf32, #tileir.compose<#matrix, #turn>, zero>
!turned = !tileir.view<51x33xf32, #turned, zero>
!turned_part = !tileir.view<16x16xf32, #turned, zero>

func.func @transposed(%src: memref<1683xf32>, %dst: memref<1683xf32>) attributes {tileir.grid = array<i64: 4, 3>} {
  %j = gpu.block_id x
  %i = gpu.block_id y
  %rows = tileir.view %src : memref<1683xf32> -> !matrix
  %columns = tileir.relabel %rows by (#turn) : !matrix -> !columns
  %to = tileir.view %dst : memref<1683xf32> -> !turned
  %in = tileir.slice %columns[%j, %i : index, index] : !columns -> !columns_part
  %out = tileir.slice %to[%j, %i : index, index] : !turned -> !turned_part
  %x = tileir.load %in as (#by_columns) : !columns_part -> tensor<16x16xf32>
  tileir.store %x, %out as (#by_rows) : tensor<16x16xf32>, !turned_part
  return
}

// A window that leaves the matrix on both axes, and has a triangle of its own, turned; then a
// store through it: 10 x 20 elements, of which few are there. Its map is written out.
#window = #tileir.expr<(r : 10, c : 20 where r le c) -> (r + 28, c - 4) to (i, j)>
#in_window = #tileir.expr<(r : 10, c : 20 where r le c, r lt 5, c ge 4) -> ((r + 28) * 51 + c - 4) to (address : 1683)>
#turn_window = #tileir.permute<(c : 20, r : 10) -> (r, c)>
#window_turned = #tileir.expr<(c : 20, r : 10 where r lt 5, c ge r, 3 lt c) -> (r * 51 + c + 1424) to (address : 1683)>
#small = #tileir.distribution<#tileir.expr<(thread : 64, slot : 4) -> (thread floordiv 4, thread mod 4 * 4 + slot) to (c : 16, r : 16)>>
!window = !tileir.view<10x20xf32, #in_window, predicate>
!masked = !tileir.view<33x51xf32, #matrix, predicate>
!window_turned = !tileir.view<20x10xf32, #window_turned, predicate>
!window_part = !tileir.view<16x16xf32, #window_turned, predicate>

func.func @window_turned(%src: memref<1683xf32>, %dst: memref<1683xf32>) attributes {tileir.grid = array<i64: 2>} {
  %block = gpu.block_id x
  %c0 = arith.constant 0 : index
  %all = tileir.view %src : memref<1683xf32> -> !masked
  %window = tileir.relabel %all by (#window) : !masked -> !window
  %turned = tileir.relabel %window by (#turn_window) : !window -> !window_turned
  %to = tileir.view %dst : memref<1683xf32> -> !masked
  %to_window = tileir.relabel %to by (#window) : !masked -> !window
  %to_turned = tileir.relabel %to_window by (#turn_window) : !window -> !window_turned
  %in = tileir.slice %turned[%block, %c0 : index, index] : !window_turned -> !window_part
  %out = tileir.slice %to_turned[%block, %c0 : index, index] : !window_turned -> !window_part
  %seven = arith.constant dense<7.0> : tensor<16x16xf32>
  %x = tileir.load %in else %seven as (#small) : !window_part -> tensor<16x16xf32>
  %more = arith.addf %x, %x : tensor<16x16xf32>
  tileir.store %more, %out : tensor<16x16xf32>, !window_part
  return
}

// A row seen as a matrix of equal rows: loads alone, as an address has many points.
#row = #tileir.mixed_radix<51:1, (j : 51) -> (address : 51)>
#rows_alike = #tileir.project<(i : 33, j : 51) -> (j)>
!row = !tileir.view<51xf32, #row, zero>
!alike = !tileir.view<33x51xf32, #tileir.expr<(i : 33, j : 51) -> (j) to (address : 51)>, zero>
!alike_part = !tileir.view<16x16xf32, #tileir.expr<(i : 33, j : 51) -> (j) to (address : 51)>, zero>
!matrix_part = !tileir.view<16x16xf32, #matrix, zero>

func.func @biased(%src: memref<1683xf32>, %bias: memref<51xf32>, %dst: memref<1683xf32>) attributes {tileir.grid = array<i64: 3, 4>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %rows = tileir.view %src : memref<1683xf32> -> !matrix
  %row = tileir.view %bias : memref<51xf32> -> !row
  %alike = tileir.relabel %row by (#rows_alike) : !row -> !alike
  %to = tileir.view %dst : memref<1683xf32> -> !matrix
  %in = tileir.slice %rows[%i, %j : index, index] : !matrix -> !matrix_part
  %in_bias = tileir.slice %alike[%i, %j : index, index] : !alike -> !alike_part
  %out = tileir.slice %to[%i, %j : index, index] : !matrix -> !matrix_part
  %x = tileir.load %in as (#by_rows) : !matrix_part -> tensor<16x16xf32>
  %b = tileir.load %in_bias as (#by_rows) : !alike_part -> tensor<16x16xf32>
  %sum = arith.addf %x, %b : tensor<16x16xf32>
  tileir.store %sum, %out : tensor<16x16xf32>, !matrix_part
  return
}

// A triangle, transposed: what is valid turns with it. Stored through, too.
#lower = #tileir.expr<(i : 20, j : 20 where j le i) -> (i * 20 + j) to (address : 400)>
#turn_lower = #tileir.permute<(j : 20, i : 20) -> (i, j)>
#upper = #tileir.expr<(j : 20, i : 20 where j le i) -> (i * 20 + j) to (address : 400)>
!lower = !tileir.view<20x20xi32, #lower, zero>
!lower_part = !tileir.view<16x16xi32, #lower, zero>
!upper = !tileir.view<20x20xi32, #upper, zero>
!upper_part = !tileir.view<16x16xi32, #upper, zero>

func.func @triangle(%src: memref<400xi32>, %dst: memref<400xi32>) attributes {tileir.grid = array<i64: 2, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %from = tileir.view %src : memref<400xi32> -> !lower
  %to = tileir.view %dst : memref<400xi32> -> !lower
  %upper = tileir.relabel %to by (#turn_lower) : !lower -> !upper
  %in = tileir.slice %from[%i, %j : index, index] : !lower -> !lower_part
  %out = tileir.slice %upper[%j, %i : index, index] : !upper -> !upper_part
  %x = tileir.load %in : !lower_part -> tensor<16x16xi32, #by_rows>
  %turned = tileir.relabel %x by (#tileir.permute<(j : 16, i : 16) -> (i, j)>) : tensor<16x16xi32, #by_rows> -> tensor<16x16xi32, #by_columns>
  tileir.store %turned, %out : tensor<16x16xi32, #by_columns>, !upper_part
  return
}
