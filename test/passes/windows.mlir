// Slices of slices: a window is tested where it is not known to lie in the one around it.
// RUN: tileir-opt %s --tileir-prove=target=sm_80 | FileCheck %s --check-prefix=FACTS
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-views,tileir-lower-tiles{target=sm_80},canonicalize,cse)' | FileCheck %s

#vector = #tileir.mixed_radix<100:1, (i : 100) -> (address : 100)>
#held = #tileir.distribution<#tileir.expr<(lane : 8, slot : 3) -> (lane * 3 + slot) to (i : 24)>>
!v = !tileir.view<100xf32, #vector, zero>
!strip = !tileir.view<32xf32, #vector, zero>
!tile = !tileir.view<24xf32, #vector, zero>

// An element of a window, at a coordinate that is not known.
// CHECK-LABEL: func.func @element(
// CHECK-SAME: %[[I:[^ ]*]]: i64)
// CHECK: arith.cmpi ult, %{{.*}}, %c100{{.*}} : i64
// CHECK: arith.cmpi ult, %[[I]], %c32{{.*}} : i64
// CHECK: arith.andi
// CHECK: scf.if
func.func @element(%src: memref<100xf32>, %i: i64) -> f32 {
  %one = arith.constant 1 : index
  %from = tileir.view %src : memref<100xf32> -> !v
  %strip = tileir.slice %from[%one : index] : !v -> !strip
  %x = tileir.load %strip[%i] : !strip -> f32
  return %x : f32
}

// The second tile of 24 leaves the strip of 32, never the vector.
// FACTS-LABEL: @leaves(
// FACTS: tileir.load %{{.*}} {tileir.facts = {in_bounds = array<i64: 1, 0>,
// CHECK-LABEL: gpu.func @leaves(
// CHECK: arith.cmpi ult, %{{.*}}, %c100
// CHECK: arith.cmpi ult, %{{.*}}, %c32
// CHECK: arith.andi
// CHECK: memref.load
func.func @leaves(%src: memref<100xf32>, %dst: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %from = tileir.view %src : memref<100xf32> -> !v
  %to = tileir.view %dst : memref<100xf32> -> !v
  %strip = tileir.slice %from[%one : index] : !v -> !strip
  %in = tileir.slice %strip[%one : index] : !strip -> !tile
  %out = tileir.slice %to[%zero : index] : !v -> !tile
  %x = tileir.load %in : !tile -> tensor<24xf32, #held>
  tileir.store %x, %out : tensor<24xf32, #held>, !tile
  return
}

// The first one does not.
// FACTS-LABEL: @stays(
// FACTS: tileir.load %{{.*}} {tileir.facts = {in_bounds = array<i64: 1>,
// CHECK-LABEL: gpu.func @stays(
// CHECK-NOT: arith.andi
// CHECK: gpu.return
func.func @stays(%src: memref<100xf32>, %dst: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %from = tileir.view %src : memref<100xf32> -> !v
  %to = tileir.view %dst : memref<100xf32> -> !v
  %strip = tileir.slice %from[%one : index] : !v -> !strip
  %in = tileir.slice %strip[%zero : index] : !strip -> !tile
  %out = tileir.slice %to[%zero : index] : !v -> !tile
  %x = tileir.load %in : !tile -> tensor<24xf32, #held>
  tileir.store %x, %out : tensor<24xf32, #held>, !tile
  return
}
