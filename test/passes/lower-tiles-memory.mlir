// Where shared memory is short, an exchange does with what the program's own buffers leave, and
// a second one uses the first one's buffer again, behind one more barrier.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-tiles{target=lavapipe})' | FileCheck %s

// CHECK: workgroup(%{{.*}} : memref<4096xf32, {{.*}}, [[BUFFER:%.*]] : memref<4096xf32, {{.*}}) kernel
// CHECK: memref.store {{.*}}, [[BUFFER]][
// CHECK: gpu.barrier
// CHECK: memref.load [[BUFFER]][
// CHECK: gpu.barrier
// CHECK: memref.store {{.*}}, [[BUFFER]][
// CHECK: gpu.barrier
// CHECK: memref.load [[BUFFER]][
// CHECK: gpu.return
#d = #tileir.distribution<#tileir.expr<(thread : 512, slot : 8) -> (thread floordiv 64 + 8 * slot, thread mod 64) to (i : 64, j : 64)>>
#e = #tileir.distribution<#tileir.expr<(thread : 512, slot : 8) -> (thread mod 64, thread floordiv 64 + 8 * slot) to (i : 64, j : 64)>>
func.func @short(%src: memref<4096xf32>) attributes {tileir.grid = array<i64: 1>} {
  %own = memref.alloc() : memref<4096xf32, #gpu.address_space<workgroup>>
  %0 = arith.constant dense<1.0> : tensor<64x64xf32, #d>
  %1 = tileir.repartition %0 {tileir.plan = {kind = "shared"}} : tensor<64x64xf32, #d> -> tensor<64x64xf32, #e>
  %2 = tileir.repartition %1 {tileir.plan = {kind = "shared"}} : tensor<64x64xf32, #e> -> tensor<64x64xf32, #d>
  return
}
