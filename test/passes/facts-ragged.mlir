// A ragged edge does not forbid vectors. An extent of 100 is a whole number of fours: each
// vector lies inside or outside as a whole, and one test guards it. An extent of 99 is not.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},tileir-lower-tiles{target=sm_90a})' | FileCheck %s

#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + slot) to (i : 128)>>
#fours = #tileir.mixed_radix<100:1, (i : 100) -> (address : 100)>
#odd = #tileir.mixed_radix<99:1, (i : 99) -> (address : 99)>

// CHECK-LABEL: gpu.func @fours(
// CHECK: [[INSIDE:%.*]] = arith.cmpi ult
// CHECK: scf.if [[INSIDE]] -> (f32, f32, f32, f32) {
// CHECK-NEXT: vector.load {{.*}} {alignment = 16 : i64}
// CHECK-NOT: memref.load
// CHECK: gpu.return
func.func @fours(%b: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : i64
  %v = tileir.view %b : memref<100xf32> -> !tileir.view<100xf32, #fours, zero>
  %t = tileir.slice %v[%zero] : !tileir.view<100xf32, #fours, zero> -> !tileir.view<128xf32, #fours, zero>
  %x = tileir.load %t : !tileir.view<128xf32, #fours, zero> -> tensor<128xf32, #d>
  return
}

// CHECK-LABEL: gpu.func @odd(
// CHECK-NOT: vector.load
// CHECK-COUNT-4: memref.load
// CHECK: gpu.return
func.func @odd(%b: memref<99xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : i64
  %v = tileir.view %b : memref<99xf32> -> !tileir.view<99xf32, #odd, zero>
  %t = tileir.slice %v[%zero] : !tileir.view<99xf32, #odd, zero> -> !tileir.view<128xf32, #odd, zero>
  %x = tileir.load %t : !tileir.view<128xf32, #odd, zero> -> tensor<128xf32, #d>
  return
}
