// Whatever the distribution, one owner writes each element.
// RUN: tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles,canonicalize,cse)' | FileCheck %s

#vector = #tileir.mixed_radix<48:1, (i : 48) -> (address : 48)>
#wrapped = #tileir.distribution<#tileir.expr<(thread : 96) -> (thread mod 48) to (i : 48)>>

// CHECK-LABEL: gpu.func @wrapped(
// CHECK: [[OWNER:%.*]] = arith.cmpi slt, %{{.*}}, %c48_i32
// CHECK: scf.if [[OWNER]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NOT: memref.store
func.func @wrapped(%src: memref<48xf32>, %dst: memref<48xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<48xf32> -> !tileir.view<48xf32, #vector, zero>
  %to = tileir.view %dst : memref<48xf32> -> !tileir.view<48xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<48xf32, #vector, zero> -> tensor<48xf32, #wrapped>
  tileir.store %x, %to : tensor<48xf32, #wrapped>, !tileir.view<48xf32, #vector, zero>
  return
}

// -----

// The second slot holds what is new in 32 threads only.
#vector = #tileir.mixed_radix<96:1, (i : 96) -> (address : 96)>
#ragged = #tileir.distribution<#tileir.expr<(thread : 64, slot : 2) -> ((thread + 64*slot) mod 96) to (i : 96)>>

// CHECK-LABEL: gpu.func @ragged(
// CHECK: memref.store
// CHECK: [[BIT:%.*]] = arith.andi %{{.*}}, %c32_i32
// CHECK: [[OWNER:%.*]] = arith.cmpi eq, [[BIT]], %c0_i32
// CHECK: scf.if [[OWNER]] {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NOT: memref.store
func.func @ragged(%src: memref<96xf32>, %dst: memref<96xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<96xf32> -> !tileir.view<96xf32, #vector, zero>
  %to = tileir.view %dst : memref<96xf32> -> !tileir.view<96xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<96xf32, #vector, zero> -> tensor<96xf32, #ragged>
  tileir.store %x, %to : tensor<96xf32, #ragged>, !tileir.view<96xf32, #vector, zero>
  return
}
