// A repartition lowered three ways, by what moves. Addresses are functions of the
// thread number and the slot: there is no table, and no branch by lane.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles,canonicalize,cse,tileir-check-lowered)' | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles,canonicalize,cse)' | FileCheck %s --check-prefix=NONE

// NONE-NOT: memref.global
// NONE-NOT: dense<
// NONE-NOT: scf.if
// NONE-NOT: scf.index_switch
// NONE-NOT: cf.

#vector = #tileir.mixed_radix<128:1, (i : 128) -> (address : 128)>
#here = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane * 2 + slot) to (i : 128)>>
#slots = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane * 2 + 1 - slot) to (i : 128)>>
#lanes = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> ((lane xor 3) * 2 + slot) to (i : 128)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane + 64 * slot) to (i : 128)>>

// Registers: the slots are renamed, nothing is computed.
// CHECK-LABEL: gpu.func @registers(
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK: [[ADDRESS:%.*]] = arith.index_cast {{.*}} : i32 to index
// CHECK: [[LOADED:%.*]] = vector.load %{{.*}}[[[ADDRESS]]] {alignment = 8 : i64}
// CHECK: [[SLOTS:%.*]]:2 = vector.to_elements [[LOADED]]
// CHECK: memref.store [[SLOTS]]#1
// CHECK: memref.store [[SLOTS]]#0
// CHECK: gpu.return
func.func @registers(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #slots>
  tileir.store %y, %to : tensor<128xf32, #slots>, !tileir.view<128xf32, #vector, zero>
  return
}

// Shuffles: one a slot, from a lane that is computed.
// CHECK-LABEL: gpu.func @shuffles(
// CHECK-NOT: gpu.barrier
// CHECK: gpu.shuffle  idx {{.*}} : i32
// CHECK: gpu.shuffle  idx {{.*}} : i32
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.return
func.func @shuffles(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #lanes>
  tileir.store %y, %to : tensor<128xf32, #lanes>, !tileir.view<128xf32, #vector, zero>
  return
}

// Shared memory: every slot is written, two at a time, all wait, every slot is read.
// CHECK-LABEL: gpu.func @shared(
// CHECK-SAME: workgroup([[BUFFER:%.*]] : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: vector.store {{.*}}, [[BUFFER]][{{.*}}] {alignment = 8 : i64} : {{.*}}, vector<2xf32>
// CHECK: gpu.barrier
// CHECK-COUNT-2: memref.load [[BUFFER]][
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @shared(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #turned>
  tileir.store %y, %to : tensor<128xf32, #turned>, !tileir.view<128xf32, #vector, zero>
  return
}
