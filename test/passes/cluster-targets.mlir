// A target without clusters says so, with its number of blocks.
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(tileir-plan{target=sm_80})' 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not tileir-opt %s --tileir-to-ptx=target=sm_80 2>&1 | FileCheck %s --check-prefix=LOWER
// RUN: not tileir-opt %s --tileir-to-spirv=target=vulkan32 2>&1 | FileCheck %s --check-prefix=VULKAN
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-plan{target=sm_90a},tileir-explain{target=sm_90a})' 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// PLAN: error: elements move between 2 blocks; a cluster of the target 'sm_80' has up to 1
// LOWER: error: {{.*}}2 blocks
// VULKAN: error: {{.*}}2 blocks
// EXPLAIN: remark: moves 64x32 x f32 over 2 blocks of 64 threads: in place 32, in the subgroup 480, in the block 512, in the cluster 1024
// EXPLAIN: note: planned by cluster: 128 wavefronts, 32 remotes, 2 syncs
#rows = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 16)
  -> (block * 32 + thread floordiv 2, thread mod 2 * 16 + slot) to (i : 64, j : 32)>>
#columns = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 16)
  -> (thread, block * 16 + slot) to (i : 64, j : 32)>>
!all = !tileir.view<64x32xf32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
func.func @turn(%in : memref<2048xf32>, %out : memref<2048xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %in : memref<2048xf32> -> !all
  %to = tileir.view %out : memref<2048xf32> -> !all
  %x = tileir.load %from : !all -> tensor<64x32xf32, #rows>
  %y = arith.addf %x, %x : tensor<64x32xf32, #rows>
  %z = tileir.repartition %y {tileir.plan = {kind = "cluster"}} : tensor<64x32xf32, #rows> -> tensor<64x32xf32, #columns>
  %w = arith.mulf %z, %z : tensor<64x32xf32, #columns>
  tileir.store %w, %to : tensor<64x32xf32, #columns>, !all
  return
}
