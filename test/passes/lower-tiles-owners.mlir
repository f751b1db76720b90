// Replicas are written by one owner: the lane whose free bits are zero, the first of two slots.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles,canonicalize,cse)' | FileCheck %s

#vector = #tileir.mixed_radix<8:1, (i : 8) -> (address : 8)>
#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane floordiv 4) to (i : 8)>>

// CHECK-LABEL: gpu.func @owners(
// CHECK: [[BITS:%.*]] = arith.andi %{{.*}}, %c3_i32
// CHECK: [[OWNER:%.*]] = arith.cmpi eq, [[BITS]], %c0_i32
// CHECK: scf.if [[OWNER]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NOT: memref.store
// CHECK: gpu.return
func.func @owners(%src: memref<8xf32>, %dst: memref<8xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<8xf32> -> !tileir.view<8xf32, #vector, zero>
  %to = tileir.view %dst : memref<8xf32> -> !tileir.view<8xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<8xf32, #vector, zero> -> tensor<8xf32, #d>
  tileir.store %x, %to : tensor<8xf32, #d>, !tileir.view<8xf32, #vector, zero>
  return
}
