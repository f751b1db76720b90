// Layer normalisation of each row: (x - mean) / sqrt(variance + 1e-5) * gamma + beta.
//
// The rows have 100 columns in a tile of 128, and there are 21 of them in tiles of 8: what lies
// beyond is read as zero, kept out of the variance by a mask, and not written. A row lies in 32
// lanes. Scale and shift lie along the lanes once, and are handed to every row without a move.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'layer_norm', grid 3 x 1 x 1
// CHECK: guarded, coordinate i may leave the view
// CHECK: guarded, coordinate j may leave the view
// CHECK-NOT: moved
// CHECK: compared  4400 elements in 4 buffers
// CHECK: result    equal
// CHECK: kernel 'layer_norm_of_halves'
// CHECK: result    equal

#matrix = #tileir.mixed_radix<(21,100):(100,1), (i : 21, j : 100) -> (address : 2100)>
#line = #tileir.mixed_radix<100:1, (j : 100) -> (address : 100)>
#elements = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 2, slot : 4)
  -> (subgroup * 2 + row, lane * 4 + slot) to (i : 8, j : 128)>>
#rows = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, row : 2) -> (subgroup * 2 + row) to (i : 8)>>
#columns = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 4) -> (lane * 4 + slot) to (j : 128)>>
#row_of = #tileir.project<(i : 8, j : 128) -> (i)>
#column_of = #tileir.project<(i : 8, j : 128) -> (j)>

!matrix = !tileir.view<21x100xf32, #matrix, zero>
!part = !tileir.view<8x128xf32, #matrix, zero>
!line = !tileir.view<100xf32, #line, zero>
!line_part = !tileir.view<128xf32, #line, zero>
!tile = tensor<8x128xf32, #elements>
!rows = tensor<8xf32, #rows>
!columns = tensor<128xf32, #columns>

func.func @layer_norm(%src: memref<2100xf32>, %scale: memref<100xf32>, %shift: memref<100xf32>, %dst: memref<2100xf32>)
    attributes {tileir.grid = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %from = tileir.view %src : memref<2100xf32> -> !matrix
  %to = tileir.view %dst : memref<2100xf32> -> !matrix
  %in = tileir.slice %from[%block, %zero : index, index] : !matrix -> !part
  %out = tileir.slice %to[%block, %zero : index, index] : !matrix -> !part
  %scales = tileir.view %scale : memref<100xf32> -> !line
  %shifts = tileir.view %shift : memref<100xf32> -> !line
  %gammas = tileir.slice %scales[%zero : index] : !line -> !line_part
  %betas = tileir.slice %shifts[%zero : index] : !line -> !line_part

  %x = tileir.load %in : !part -> !tile
  %sum = tileir.reduce add %x over 1 : !tile -> !rows
  %count = arith.constant dense<100.0> : !rows
  %mean = arith.divf %sum, %count : !rows
  %mean_of_row = tileir.relabel %mean by (#row_of) : !rows -> !tile
  %far = arith.subf %x, %mean_of_row : !tile
  %column = tileir.iota 1 : tensor<8x128xi32, #elements>
  %last = arith.constant dense<100> : tensor<8x128xi32, #elements>
  %there = arith.cmpi slt, %column, %last : tensor<8x128xi32, #elements>
  %none = arith.constant dense<0.0> : !tile
  %centred = arith.select %there, %far, %none : tensor<8x128xi1, #elements>, !tile
  %squares = arith.mulf %centred, %centred : !tile
  %total = tileir.reduce add %squares over 1 : !tile -> !rows
  %variance = arith.divf %total, %count : !rows
  %epsilon = arith.constant dense<1.0e-5> : !rows
  %above = arith.addf %variance, %epsilon : !rows
  %inverse = math.rsqrt %above : !rows
  %inverse_of_row = tileir.relabel %inverse by (#row_of) : !rows -> !tile
  %normal = arith.mulf %centred, %inverse_of_row : !tile

  %gamma = tileir.load %gammas : !line_part -> !columns
  %beta = tileir.load %betas : !line_part -> !columns
  %gamma_of_column = tileir.relabel %gamma by (#column_of) : !columns -> !tile
  %beta_of_column = tileir.relabel %beta by (#column_of) : !columns -> !tile
  %scaled = arith.mulf %normal, %gamma_of_column : !tile
  %y = arith.addf %scaled, %beta_of_column : !tile
  tileir.store %y, %out : !tile, !part
  return
}

// Halves in memory, single precision between; one row a block, spread over all its threads.
#thin = #tileir.distribution<#tileir.expr<(thread : 128) -> (0, thread) to (i : 1, j : 128)>>
#one = #tileir.distribution<#tileir.expr<(thread : 128) -> (0) to (i : 1)>>
#row_of_one = #tileir.project<(i : 1, j : 128) -> (i)>
!halves = !tileir.view<21x100xf16, #matrix, zero>
!row = !tileir.view<1x128xf16, #matrix, zero>
!thin = tensor<1x128xf32, #thin>
!half = tensor<1x128xf16, #thin>
!one = tensor<1xf32, #one>
func.func @layer_norm_of_halves(%src: memref<2100xf16>, %dst: memref<2100xf16>) attributes {tileir.grid = array<i64: 21>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %from = tileir.view %src : memref<2100xf16> -> !halves
  %to = tileir.view %dst : memref<2100xf16> -> !halves
  %in = tileir.slice %from[%block, %zero : index, index] : !halves -> !row
  %out = tileir.slice %to[%block, %zero : index, index] : !halves -> !row
  %half = tileir.load %in : !row -> !half
  %x = arith.extf %half : !half to !thin
  %sum = tileir.reduce add %x over 1 : !thin -> !one
  %count = arith.constant dense<100.0> : !one
  %mean = arith.divf %sum, %count : !one
  %mean_of_row = tileir.relabel %mean by (#row_of_one) : !one -> !thin
  %far = arith.subf %x, %mean_of_row : !thin
  %column = tileir.iota 1 : tensor<1x128xi32, #thin>
  %last = arith.constant dense<100> : tensor<1x128xi32, #thin>
  %there = arith.cmpi slt, %column, %last : tensor<1x128xi32, #thin>
  %none = arith.constant dense<0.0> : !thin
  %centred = arith.select %there, %far, %none : tensor<1x128xi1, #thin>, !thin
  %squares = arith.mulf %centred, %centred : !thin
  %total = tileir.reduce add %squares over 1 : !thin -> !one
  %variance = arith.divf %total, %count : !one
  %epsilon = arith.constant dense<1.0e-5> : !one
  %above = arith.addf %variance, %epsilon : !one
  %inverse = math.rsqrt %above : !one
  %inverse_of_row = tileir.relabel %inverse by (#row_of_one) : !one -> !thin
  %normal = arith.mulf %centred, %inverse_of_row : !thin
  %y = arith.truncf %normal : !thin to !half
  tileir.store %y, %out : !half, !row
  return
}
