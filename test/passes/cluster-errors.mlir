// What is no program of a cluster of blocks, and what no instruction brings.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-plan{target=sm_90a},tileir-lower-tiles{target=sm_90a})'

#many = #tileir.distribution<#tileir.identity<(block : 16, thread : 32)>>
!all = !tileir.view<16x32xf32, #tileir.mixed_radix<(16,32):(32,1)>, zero>
// expected-error @+1 {{the tiles are distributed over 16 blocks of 32 threads, the target 'sm_90a' has clusters of up to 8 blocks}}
func.func @many(%b : memref<512xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<512xf32> -> !all
  %x = tileir.load %v : !all -> tensor<16x32xf32, #many>
  return
}

// -----

#odd = #tileir.distribution<#tileir.identity<(block : 2, thread : 48)>>
!all = !tileir.view<2x48xf32, #tileir.mixed_radix<(2,48):(48,1)>, zero>
// expected-error @+1 {{the tiles are distributed over 2 blocks of 48 threads; blocks of a cluster have a multiple of 32 threads, the subgroup of the target 'sm_90a'}}
func.func @odd(%b : memref<96xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<96xf32> -> !all
  %x = tileir.load %v : !all -> tensor<2x48xf32, #odd>
  return
}

// -----

#two = #tileir.distribution<#tileir.identity<(cluster : 2, block : 2, thread : 32)>>
!all = !tileir.view<2x2x32xf32, #tileir.mixed_radix<(2,2,32):(64,32,1)>, zero>
// expected-error @+1 {{the tiles are distributed over 2 clusters of 2 blocks of 32 threads; a program is one cluster's}}
func.func @clusters(%b : memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<128xf32> -> !all
  %x = tileir.load %v : !all -> tensor<2x2x32xf32, #two>
  return
}

// -----

#blocks = #tileir.distribution<#tileir.expr<(block : 2, thread : 32) -> (block * 32 + thread) to (i : 64)>>
#one = #tileir.distribution<#tileir.expr<(thread : 64) -> (thread) to (i : 64)>>
!all = !tileir.view<64xf32, #tileir.mixed_radix<(64):(1)>, zero>
func.func @other_blocks(%x : tensor<64xf32, #blocks>) -> tensor<64xf32, #one> {
  // expected-error @+1 {{the source is held by 2 blocks of 32 threads, the result by 64 threads}}
  %y = tileir.repartition %x : tensor<64xf32, #blocks> -> tensor<64xf32, #one>
  return %y : tensor<64xf32, #one>
}

// -----

#here = #tileir.distribution<#tileir.expr<(cluster : 2, thread : 32) -> (cluster * 32 + thread) to (i : 64)>>
#there = #tileir.distribution<#tileir.expr<(cluster : 2, thread : 32) -> (thread * 2 + cluster) to (i : 64)>>
func.func @beyond(%x : tensor<64xf32, #here>) -> tensor<64xf32, #there> {
  // expected-error @+1 {{the element [32] that thread 16 wants in slot 0 is held in other clusters only; no instruction brings it}}
  %y = tileir.repartition %x : tensor<64xf32, #here> -> tensor<64xf32, #there>
  return %y : tensor<64xf32, #there>
}

// -----

#blocks = #tileir.distribution<#tileir.expr<(block : 2, thread : 32) -> (block * 32 + thread) to (i : 64)>>
!all = !tileir.view<64xf32, #tileir.mixed_radix<(64):(1)>, zero>
func.func @number(%b : memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<64xf32> -> !all
  %x = tileir.load %v : !all -> tensor<64xf32, #blocks>
  // expected-error @+1 {{'gpu.block_id' is one block's business; this is the program of a cluster of blocks, which has 'gpu.cluster_id'}}
  %p = gpu.block_id x
  return
}

// -----

#one = #tileir.distribution<#tileir.expr<(thread : 64) -> (thread) to (i : 64)>>
!all = !tileir.view<64xf32, #tileir.mixed_radix<(64):(1)>, zero>
func.func @block(%b : memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<64xf32> -> !all
  %x = tileir.load %v : !all -> tensor<64xf32, #one>
  // expected-error @+1 {{'gpu.cluster_id' is of clusters; this is the program of a block, which has 'gpu.block_id'}}
  %p = gpu.cluster_id x
  return
}

// -----

#blocks = #tileir.distribution<#tileir.expr<(block : 2, thread : 32) -> (block * 32 + thread) to (i : 64)>>
!all = !tileir.view<64xf32, #tileir.mixed_radix<(64):(1)>, zero>
func.func @own_memory(%b : memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<64xf32> -> !all
  %x = tileir.load %v : !all -> tensor<64xf32, #blocks>
  // expected-error @+1 {{'memref.alloc' is one block's, and not lowered in the program of a cluster of blocks}}
  %m = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  return
}

// -----

#large = #tileir.distribution<#tileir.expr<(block : 2, thread : 32, slot : 1024) -> (block * 32768 + thread * 1024 + slot) to (i : 65536)>>
#turned = #tileir.distribution<#tileir.expr<(block : 2, thread : 32, slot : 1024) -> (slot * 64 + block * 32 + thread) to (i : 65536)>>
func.func @room(%x : tensor<65536xf32, #large>) -> tensor<65536xf32, #turned> {
  // expected-error @+1 {{the exchange needs 131072 bytes of shared memory, the target 'sm_90a' has 49152}}
  %y = tileir.repartition %x : tensor<65536xf32, #large> -> tensor<65536xf32, #turned>
  return %y : tensor<65536xf32, #turned>
}
