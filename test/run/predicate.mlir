// Views of the policy predicate: what is not valid is not touched, and each load says what it has
// there. A row's maximum takes -inf, which no zero would do.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'row_maxima', grid 3 x 1 x 1
// CHECK: guarded, coordinate k may leave the view
// CHECK: result    equal
// CHECK: kernel 'causal_maxima', grid 3 x 1 x 1
// CHECK: result    equal
// CHECK: kernel 'merged', grid 4 x 1 x 1
// CHECK: result    equal
// CHECK: kernel 'neighbours', grid 9 x 1 x 1
// CHECK: result    equal

// 20 rows of 37 negative and positive numbers, in tiles of 8 x 16.
#scores = #tileir.mixed_radix<(20,37):(37,1), (q : 20, k : 37) -> (address : 740)>
#rows = #tileir.mixed_radix<20:1, (q : 20) -> (address : 20)>
#elements = #tileir.distribution<#tileir.expr<(thread : 64, slot : 2) -> (thread floordiv 8, thread mod 8 + 8 * slot) to (q : 8, k : 16)>>
#maxima = #tileir.distribution<#tileir.expr<(thread : 64) -> (thread floordiv 8) to (q : 8)>>

!scores = !tileir.view<20x37xf32, #scores, predicate>
!scores_part = !tileir.view<8x16xf32, #scores, predicate>
!rows = !tileir.view<20xf32, #rows, predicate>
!rows_part = !tileir.view<8xf32, #rows, predicate>

func.func @row_maxima(%src: memref<740xf32>, %dst: memref<20xf32>) attributes {tileir.grid = array<i64: 3>} {
  %block = gpu.block_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %from = tileir.view %src : memref<740xf32> -> !scores
  %to = tileir.view %dst : memref<20xf32> -> !rows
  %out = tileir.slice %to[%block : index] : !rows -> !rows_part
  %lowest = arith.constant dense<0xFF800000> : tensor<8x16xf32>
  %start = arith.constant dense<0xFF800000> : tensor<8xf32>
  %max = scf.for %tile = %c0 to %c3 step %c1 iter_args(%so_far = %start) -> (tensor<8xf32>) {
    %in = tileir.slice %from[%block, %tile : index, index] : !scores -> !scores_part
    %x = tileir.load %in else %lowest as (#elements) : !scores_part -> tensor<8x16xf32>
    %of_tile = tileir.reduce max %x over 1 : tensor<8x16xf32> -> tensor<8xf32>
    %both = arith.maximumf %so_far, %of_tile : tensor<8xf32>
    scf.yield %both : tensor<8xf32>
  }
  tileir.store %max, %out as (#maxima) : tensor<8xf32>, !rows_part
  return
}

// A query sees no key behind it: a constraint of the view, tested element by element.
#causal = #tileir.expr<(q : 20, k : 37 where k le q) -> (q * 37 + k) to (address : 740)>
#all_keys = #tileir.distribution<#tileir.expr<(thread : 64, slot : 8) -> (thread floordiv 8, thread mod 8 * 8 + slot) to (q : 8, k : 64)>>
!causal = !tileir.view<20x37xf32, #causal, predicate>
!causal_part = !tileir.view<8x64xf32, #causal, predicate>

func.func @causal_maxima(%src: memref<740xf32>, %dst: memref<20xf32>) attributes {tileir.grid = array<i64: 3>} {
  %block = gpu.block_id x
  %c0 = arith.constant 0 : index
  %from = tileir.view %src : memref<740xf32> -> !causal
  %to = tileir.view %dst : memref<20xf32> -> !rows
  %in = tileir.slice %from[%block, %c0 : index, index] : !causal -> !causal_part
  %out = tileir.slice %to[%block : index] : !rows -> !rows_part
  %lowest = arith.constant dense<0xFF800000> : tensor<8x64xf32, #all_keys>
  %x = tileir.load %in else %lowest : !causal_part -> tensor<8x64xf32, #all_keys>
  %max = tileir.reduce max %x over 1 : tensor<8x64xf32, #all_keys> -> tensor<8xf32, #maxima>
  tileir.store %max, %out : tensor<8xf32, #maxima>, !rows_part
  return
}

// What is not in one buffer is another's, which is held by others and moves before; four elements
// are accessed together, as they are valid together.
#short = #tileir.mixed_radix<212:1, (i : 212) -> (address : 212)>
#long = #tileir.mixed_radix<256:1, (i : 256) -> (address : 256)>
#fours = #tileir.distribution<#tileir.expr<(thread : 16, slot : 4) -> (thread * 4 + slot) to (i : 64)>>
#strided = #tileir.distribution<#tileir.expr<(thread : 16, slot : 4) -> (thread + 16 * slot) to (i : 64)>>
!short = !tileir.view<212xi32, #short, predicate>
!short_part = !tileir.view<64xi32, #short, predicate>
!long = !tileir.view<256xi32, #long, assume>
!long_part = !tileir.view<64xi32, #long, assume>

func.func @merged(%a: memref<212xi32>, %b: memref<256xi32>, %dst: memref<256xi32>) attributes {tileir.grid = array<i64: 4>} {
  %block = gpu.block_id x
  %from = tileir.view %a : memref<212xi32> -> !short
  %instead = tileir.view %b : memref<256xi32> -> !long
  %to = tileir.view %dst : memref<256xi32> -> !long
  %in = tileir.slice %from[%block : index] : !short -> !short_part
  %in_b = tileir.slice %instead[%block : index] : !long -> !long_part
  %out = tileir.slice %to[%block : index] : !long -> !long_part
  %other = tileir.load %in_b : !long_part -> tensor<64xi32, #strided>
  %moved = tileir.repartition %other : tensor<64xi32, #strided> -> tensor<64xi32>
  %x = tileir.load %in else %moved as (#fours) : !short_part -> tensor<64xi32>
  tileir.store %x, %out : tensor<64xi32>, !long_part
  return
}

// Elements, of which the first block's and the last one's neighbours are not there.
#seven = #tileir.mixed_radix<7:1, (i : 7) -> (address : 7)>
#nine = #tileir.mixed_radix<9:1, (i : 9) -> (address : 9)>
#one = #tileir.distribution<#tileir.expr<(thread : 8) -> (thread floordiv 8) to (i : 1)>>
!seven = !tileir.view<7xi32, #seven, predicate>
!nine = !tileir.view<9xi32, #nine, predicate>
!nine_part = !tileir.view<1xi32, #nine, predicate>

func.func @neighbours(%src: memref<7xi32>, %dst: memref<9xi32>) attributes {tileir.grid = array<i64: 9>} {
  %block = gpu.block_id x
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %left = arith.subi %block, %c2 : index
  %here = arith.subi %block, %c1 : index
  %from = tileir.view %src : memref<7xi32> -> !seven
  %to = tileir.view %dst : memref<9xi32> -> !nine
  %out = tileir.slice %to[%block : index] : !nine -> !nine_part
  %number = arith.index_cast %block : index to i32
  %a = tileir.load %from[%left : index] else %number : !seven -> i32
  %b = tileir.load %from[%here : index] else %a : !seven -> i32
  %sum = arith.addi %a, %b : i32
  %tile = tensor.splat %sum : tensor<1xi32, #one>
  tileir.store %tile, %out : tensor<1xi32, #one>, !nine_part
  return
}
