// A load through a view of the policy predicate has the slots of what `else` names where a guard
// fails; where it is proved valid, there is neither guard nor other. Vectors are as wide as under
// the policy zero.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-propagate{target=sm_80},tileir-insert-repartition{target=sm_80},tileir-place,cse)' | FileCheck %s --check-prefix=FOUND
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-propagate{target=sm_80},tileir-insert-repartition{target=sm_80},tileir-place,cse,tileir-plan{target=sm_80},tileir-lower-views,tileir-prove{target=sm_80},tileir-lower-tiles{target=sm_80},canonicalize,cse)' | FileCheck %s

#vector = #tileir.mixed_radix<200:1, (i : 200) -> (address : 200)>
#odd = #tileir.mixed_radix<203:1, (i : 203) -> (address : 203)>
#fours = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + slot) to (i : 128)>>
#strided = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane + 32 * slot) to (i : 128)>>
!v = !tileir.view<200xf32, #vector, predicate>
!p = !tileir.view<128xf32, #vector, predicate>
!odd = !tileir.view<203xf32, #odd, predicate>
!odd_part = !tileir.view<128xf32, #odd, predicate>

// An element, whose other is a scalar.
// CHECK-LABEL: func.func @element(
// CHECK-SAME: %[[I:[^ ]*]]: i64, %[[OTHER:[^ ]*]]: f32)
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: memref.load
// CHECK: scf.yield %[[OTHER]] : f32
func.func @element(%src: memref<200xf32>, %i: i64, %other: f32) -> f32 {
  %from = tileir.view %src : memref<200xf32> -> !v
  %x = tileir.load %from[%i] else %other : !v -> f32
  return %x : f32
}

// What stands behind `else` is found to be held as the load is: it is made anew.
// FOUND-LABEL: @padded(
// FOUND: %[[LOW:.*]] = arith.constant dense<0xFF800000> : tensor<128xf32, #[[FOURS:.*]]>
// FOUND: tileir.load %{{.*}} else %[[LOW]] : !view{{[0-9]*}} -> tensor<128xf32, #[[FOURS]]>
// CHECK-LABEL: gpu.func @padded(
// CHECK: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[FOUR:.*]]:4 = scf.if %{{.*}} -> (f32, f32, f32, f32) {
// CHECK: vector.load {{.*}} : memref<200xf32>, vector<4xf32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[LOW]], %[[LOW]], %[[LOW]], %[[LOW]] : f32, f32, f32, f32
// CHECK: scf.if
// CHECK: vector.store
func.func @padded(%src: memref<200xf32>, %dst: memref<200xf32>) attributes {tileir.grid = array<i64: 2>} {
  %block = gpu.block_id x
  %from = tileir.view %src : memref<200xf32> -> !v
  %to = tileir.view %dst : memref<200xf32> -> !v
  %in = tileir.slice %from[%block : index] : !v -> !p
  %out = tileir.slice %to[%block : index] : !v -> !p
  %low = arith.constant dense<0xFF800000> : tensor<128xf32>
  %x = tileir.load %in else %low as (#fours) : !p -> tensor<128xf32>
  tileir.store %x, %out as (#fours) : tensor<128xf32>, !p
  return
}

// Four of them may be valid in part: each is tested by itself, and has its own slot of the other,
// which another wrote and a repartition brings.
// FOUND-LABEL: @each(
// FOUND: %[[OTHER:.*]] = tileir.repartition
// FOUND: tileir.load %{{.*}} else %[[OTHER]] : !view{{[0-9]*}} -> tensor<128xf32, #[[FOURS]]>
// CHECK-LABEL: gpu.func @each(
// CHECK: %[[O0:.*]] = memref.load %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: %[[O1:.*]] = memref.load %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: %[[O2:.*]] = memref.load %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: %[[O3:.*]] = memref.load %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: memref.load
// CHECK: scf.yield %[[O0]] : f32
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: scf.yield %[[O1]] : f32
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: scf.yield %[[O2]] : f32
// CHECK: scf.if %{{.*}} -> (f32) {
// CHECK: scf.yield %[[O3]] : f32
func.func @each(%src: memref<203xf32>, %dst: memref<203xf32>) attributes {tileir.grid = array<i64: 2>} {
  %block = gpu.block_id x
  %from = tileir.view %src : memref<203xf32> -> !odd
  %to = tileir.view %dst : memref<203xf32> -> !odd
  %in = tileir.slice %from[%block : index] : !odd -> !odd_part
  %out = tileir.slice %to[%block : index] : !odd -> !odd_part
  %i = tileir.iota 0 : tensor<128xi32, #strided>
  %f = arith.sitofp %i : tensor<128xi32, #strided> to tensor<128xf32, #strided>
  %g = math.exp %f : tensor<128xf32, #strided>
  %h = math.sqrt %g : tensor<128xf32, #strided>
  %k = tileir.relabel %h by (#tileir.expr<(i : 128) -> (127 - i) to (i : 128)>) : tensor<128xf32, #strided> -> tensor<128xf32, #strided>
  %other = tileir.repartition %k : tensor<128xf32, #strided> -> tensor<128xf32>
  %x = tileir.load %in else %other as (#fours) : !odd_part -> tensor<128xf32>
  tileir.store %x, %out : tensor<128xf32>, !odd_part
  return
}

// All of it is valid: nothing is tested.
// CHECK-LABEL: gpu.func @valid(
// CHECK-NOT: scf.if
// CHECK: vector.load
// CHECK-NOT: scf.if
// CHECK: gpu.return
func.func @valid(%src: memref<200xf32>, %dst: memref<200xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %from = tileir.view %src : memref<200xf32> -> !v
  %to = tileir.view %dst : memref<200xf32> -> !v
  %in = tileir.slice %from[%zero : index] : !v -> !p
  %out = tileir.slice %to[%zero : index] : !v -> !p
  %low = arith.constant dense<1.0> : tensor<128xf32, #fours>
  %x = tileir.load %in else %low : !p -> tensor<128xf32, #fours>
  tileir.store %x, %out : tensor<128xf32, #fours>, !p
  return
}
