// Attention forward on one tile row: softmax(q k^T / 4) v, for 8 queries a block, of depth 16, and
// 40 keys, read in tiles of 16 of which the last is ragged.
//
// Products of a query with a key lie in a tile of three axes, (query, key, depth), whose depth is
// in a thread's slots: scores fold in registers. Keys run over 16 lanes: maxima, sums and the
// weighted values fold across them.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'attention_at_once', grid 3 x 1 x 1
// CHECK: result    equal
// CHECK: kernel 'attention_in_steps', grid 3 x 1 x 1
// CHECK: result    equal

#queries = #tileir.mixed_radix<(20,16):(16,1), (q : 20, d : 16) -> (address : 320)>
#keys = #tileir.mixed_radix<(40,16):(16,1), (k : 40, d : 16) -> (address : 640)>

// All keys in one tile of 64: a query and a quarter of the keys in a subgroup's lanes and slots.
#all = #tileir.distribution<#tileir.expr<(subgroup : 8, lane : 32, half : 2, slot : 16)
  -> (subgroup, half * 32 + lane, slot) to (q : 8, k : 64, d : 16)>>
#all_q = #tileir.distribution<#tileir.expr<(subgroup : 8, lane : 32, slot : 16)
  -> (subgroup, slot) to (q : 8, d : 16)>>
#all_k = #tileir.distribution<#tileir.expr<(subgroup : 8, lane : 32, half : 2, slot : 16)
  -> (half * 32 + lane, slot) to (k : 64, d : 16)>>
#all_scores = #tileir.distribution<#tileir.expr<(subgroup : 8, lane : 32, half : 2)
  -> (subgroup, half * 32 + lane) to (q : 8, k : 64)>>
#all_rows = #tileir.distribution<#tileir.expr<(subgroup : 8, lane : 32) -> (subgroup) to (q : 8)>>

#q_of_all = #tileir.project<(q : 8, k : 64, d : 16) -> (q, d)>
#k_of_all = #tileir.project<(q : 8, k : 64, d : 16) -> (k, d)>
#score_of_all = #tileir.project<(q : 8, k : 64, d : 16) -> (q, k)>
#row_of_all = #tileir.project<(q : 8, k : 64) -> (q)>
#row_of_out = #tileir.project<(q : 8, d : 16) -> (q)>

!queries = !tileir.view<20x16xf32, #queries, zero>
!query_part = !tileir.view<8x16xf32, #queries, zero>
!keys = !tileir.view<40x16xf32, #keys, zero>
!all_part = !tileir.view<64x16xf32, #keys, zero>

func.func @attention_at_once(%query: memref<320xf32>, %key: memref<640xf32>, %value: memref<640xf32>, %dst: memref<320xf32>)
    attributes {tileir.grid = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %queries = tileir.view %query : memref<320xf32> -> !queries
  %keys = tileir.view %key : memref<640xf32> -> !keys
  %values = tileir.view %value : memref<640xf32> -> !keys
  %outs = tileir.view %dst : memref<320xf32> -> !queries
  %of_q = tileir.slice %queries[%block, %zero : index, index] : !queries -> !query_part
  %of_k = tileir.slice %keys[%zero, %zero : index, index] : !keys -> !all_part
  %of_v = tileir.slice %values[%zero, %zero : index, index] : !keys -> !all_part
  %out = tileir.slice %outs[%block, %zero : index, index] : !queries -> !query_part

  %q = tileir.load %of_q : !query_part -> tensor<8x16xf32, #all_q>
  %k = tileir.load %of_k : !all_part -> tensor<64x16xf32, #all_k>
  %v = tileir.load %of_v : !all_part -> tensor<64x16xf32, #all_k>
  %q3 = tileir.relabel %q by (#q_of_all) : tensor<8x16xf32, #all_q> -> tensor<8x64x16xf32, #all>
  %k3 = tileir.relabel %k by (#k_of_all) : tensor<64x16xf32, #all_k> -> tensor<8x64x16xf32, #all>
  %v3 = tileir.relabel %v by (#k_of_all) : tensor<64x16xf32, #all_k> -> tensor<8x64x16xf32, #all>
  %qk = arith.mulf %q3, %k3 : tensor<8x64x16xf32, #all>
  %dots = tileir.reduce add %qk over 2 : tensor<8x64x16xf32, #all> -> tensor<8x64xf32, #all_scores>
  %quarter = arith.constant dense<0.25> : tensor<8x64xf32, #all_scores>
  %scaled = arith.mulf %dots, %quarter : tensor<8x64xf32, #all_scores>
  %number = tileir.iota 1 : tensor<8x64xi32, #all_scores>
  %last = arith.constant dense<40> : tensor<8x64xi32, #all_scores>
  %there = arith.cmpi slt, %number, %last : tensor<8x64xi32, #all_scores>
  %lowest = arith.constant dense<-60000.0> : tensor<8x64xf32, #all_scores>
  %scores = arith.select %there, %scaled, %lowest : tensor<8x64xi1, #all_scores>, tensor<8x64xf32, #all_scores>

  %max = tileir.reduce max %scores over 1 : tensor<8x64xf32, #all_scores> -> tensor<8xf32, #all_rows>
  %max_of_row = tileir.relabel %max by (#row_of_all) : tensor<8xf32, #all_rows> -> tensor<8x64xf32, #all_scores>
  %below = arith.subf %scores, %max_of_row : tensor<8x64xf32, #all_scores>
  %e = math.exp %below : tensor<8x64xf32, #all_scores>
  %sum = tileir.reduce add %e over 1 : tensor<8x64xf32, #all_scores> -> tensor<8xf32, #all_rows>
  %e3 = tileir.relabel %e by (#score_of_all) : tensor<8x64xf32, #all_scores> -> tensor<8x64x16xf32, #all>
  %ev = arith.mulf %e3, %v3 : tensor<8x64x16xf32, #all>
  %weighted = tileir.reduce add %ev over 1 : tensor<8x64x16xf32, #all> -> tensor<8x16xf32, #all_q>
  %sum_of_row = tileir.relabel %sum by (#row_of_out) : tensor<8xf32, #all_rows> -> tensor<8x16xf32, #all_q>
  %y = arith.divf %weighted, %sum_of_row : tensor<8x16xf32, #all_q>
  tileir.store %y, %out : tensor<8x16xf32, #all_q>, !query_part
  return
}

// The keys in three steps: maximum, sum and weighted values are carried from one to the next, and
// brought to the new maximum. Halves in memory, single precision between.
#step = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, slot : 16)
  -> (subgroup * 2 + lane floordiv 16, lane mod 16, slot) to (q : 8, k : 16, d : 16)>>
#step_q = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, slot : 16)
  -> (subgroup * 2 + lane floordiv 16, slot) to (q : 8, d : 16)>>
#step_k = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, slot : 16)
  -> (lane mod 16, slot) to (k : 16, d : 16)>>
#step_scores = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32)
  -> (subgroup * 2 + lane floordiv 16, lane mod 16) to (q : 8, k : 16)>>
#step_rows = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32)
  -> (subgroup * 2 + lane floordiv 16) to (q : 8)>>
#out = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32)
  -> (subgroup * 2 + lane floordiv 16, lane mod 16) to (q : 8, d : 16)>>

#q_of_step = #tileir.project<(q : 8, k : 16, d : 16) -> (q, d)>
#k_of_step = #tileir.project<(q : 8, k : 16, d : 16) -> (k, d)>
#score_of_step = #tileir.project<(q : 8, k : 16, d : 16) -> (q, k)>
#row_of_step = #tileir.project<(q : 8, k : 16) -> (q)>

!half_queries = !tileir.view<20x16xf16, #queries, zero>
!half_query_part = !tileir.view<8x16xf16, #queries, zero>
!half_keys = !tileir.view<40x16xf16, #keys, zero>
!step_part = !tileir.view<16x16xf16, #keys, zero>
!rows = tensor<8xf32, #step_rows>
!scores = tensor<8x16xf32, #step_scores>
!sums = tensor<8x16xf32, #step_q>
!products = tensor<8x16x16xf32, #step>

func.func @attention_in_steps(%query: memref<320xf16>, %key: memref<640xf16>, %value: memref<640xf16>, %dst: memref<320xf16>)
    attributes {tileir.grid = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps = arith.constant 3 : index
  %block = gpu.block_id x
  %queries = tileir.view %query : memref<320xf16> -> !half_queries
  %keys = tileir.view %key : memref<640xf16> -> !half_keys
  %values = tileir.view %value : memref<640xf16> -> !half_keys
  %outs = tileir.view %dst : memref<320xf16> -> !half_queries
  %of_q = tileir.slice %queries[%block, %zero : index, index] : !half_queries -> !half_query_part
  %out = tileir.slice %outs[%block, %zero : index, index] : !half_queries -> !half_query_part

  %half_q = tileir.load %of_q : !half_query_part -> tensor<8x16xf16, #step_q>
  %q = arith.extf %half_q : tensor<8x16xf16, #step_q> to !sums
  %q3 = tileir.relabel %q by (#q_of_step) : !sums -> !products
  %lowest = arith.constant dense<-60000.0> : !rows
  %nothing = arith.constant dense<0.0> : !rows
  %no_values = arith.constant dense<0.0> : !sums
  %max, %sum, %weighted = scf.for %step = %zero to %steps step %one
      iter_args(%old_max = %lowest, %old_sum = %nothing, %old_weighted = %no_values) -> (!rows, !rows, !sums) {
    %of_k = tileir.slice %keys[%step, %zero : index, index] : !half_keys -> !step_part
    %of_v = tileir.slice %values[%step, %zero : index, index] : !half_keys -> !step_part
    %half_k = tileir.load %of_k : !step_part -> tensor<16x16xf16, #step_k>
    %half_v = tileir.load %of_v : !step_part -> tensor<16x16xf16, #step_k>
    %k = arith.extf %half_k : tensor<16x16xf16, #step_k> to tensor<16x16xf32, #step_k>
    %v = arith.extf %half_v : tensor<16x16xf16, #step_k> to tensor<16x16xf32, #step_k>
    %k3 = tileir.relabel %k by (#k_of_step) : tensor<16x16xf32, #step_k> -> !products
    %v3 = tileir.relabel %v by (#k_of_step) : tensor<16x16xf32, #step_k> -> !products
    %qk = arith.mulf %q3, %k3 : !products
    %dots = tileir.reduce add %qk over 2 : !products -> !scores
    %quarter = arith.constant dense<0.25> : !scores
    %scaled = arith.mulf %dots, %quarter : !scores
    %column = tileir.iota 1 : tensor<8x16xi32, #step_scores>
    %sixteen = arith.constant 16 : i32
    %step_number = arith.index_cast %step : index to i32
    %start = arith.muli %step_number, %sixteen : i32
    %starts = tensor.splat %start : tensor<8x16xi32, #step_scores>
    %number = arith.addi %column, %starts : tensor<8x16xi32, #step_scores>
    %last = arith.constant dense<40> : tensor<8x16xi32, #step_scores>
    %there = arith.cmpi slt, %number, %last : tensor<8x16xi32, #step_scores>
    %never = arith.constant dense<-60000.0> : !scores
    %score = arith.select %there, %scaled, %never : tensor<8x16xi1, #step_scores>, !scores

    %step_max = tileir.reduce max %score over 1 : !scores -> !rows
    %new_max = arith.maximumf %old_max, %step_max : !rows
    %max_of_row = tileir.relabel %new_max by (#row_of_step) : !rows -> !scores
    %below = arith.subf %score, %max_of_row : !scores
    %e = math.exp %below : !scores
    %fall = arith.subf %old_max, %new_max : !rows
    %factor = math.exp %fall : !rows
    %step_sum = tileir.reduce add %e over 1 : !scores -> !rows
    %kept_sum = arith.mulf %old_sum, %factor : !rows
    %new_sum = arith.addf %kept_sum, %step_sum : !rows
    %e3 = tileir.relabel %e by (#score_of_step) : !scores -> !products
    %ev = arith.mulf %e3, %v3 : !products
    %step_weighted = tileir.reduce add %ev over 1 : !products -> !sums
    %factor_of_row = tileir.relabel %factor by (#row_of_out) : !rows -> !sums
    %kept = arith.mulf %old_weighted, %factor_of_row : !sums
    %new_weighted = arith.addf %kept, %step_weighted : !sums
    scf.yield %new_max, %new_sum, %new_weighted : !rows, !rows, !sums
  }
  %sum_of_row = tileir.relabel %sum by (#row_of_out) : !rows -> !sums
  %y = arith.divf %weighted, %sum_of_row : !sums
  %half_y = arith.truncf %y : !sums to tensor<8x16xf16, #step_q>
  tileir.store %half_y, %out as (#out) : tensor<8x16xf16, #step_q>, !half_query_part
  return
}
