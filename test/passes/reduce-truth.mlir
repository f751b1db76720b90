// Truth values are integers of one bit, whose 1 is -1. SPIR-V has no arithmetic on them, so a
// reduction combines them as what arithmetic on one bit is.

// REQUIRES: spirv-val
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-tiles{target=lavapipe})' | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-to-spirv)' -o %t.spv.mlir
// RUN: python3 %S/../pipelines/Inputs/code.py %t.spv.mlir %t.spv
// RUN: spirv-val --target-env vulkan1.3 %t.spv

#elements = #tileir.distribution<#tileir.expr<
  (lane : 8, slot : 2) -> (lane, slot) to (i : 8, j : 2)>>
#rows = #tileir.distribution<#tileir.expr<(lane : 8) -> (lane) to (i : 8)>>
#bits = #tileir.mixed_radix<(8,2):(2,1), (i : 8, j : 2) -> (address : 16)>
#out = #tileir.mixed_radix<(8):(1), (i : 8) -> (address : 8)>

// CHECK-LABEL: gpu.func @truths(
// CHECK-DAG: arith.xori {{.*}} : i1
// CHECK-DAG: arith.andi {{.*}} : i1
// CHECK-DAG: arith.andi {{.*}} : i1
// CHECK-DAG: arith.ori {{.*}} : i1
// CHECK: gpu.return
func.func @truths(%src : memref<16xi32>, %dst : memref<8xi32>)
    attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<16xi32> -> !tileir.view<8x2xi32, #bits, zero>
  %to = tileir.view %dst : memref<8xi32> -> !tileir.view<8xi32, #out, zero>
  %x = tileir.load %from : !tileir.view<8x2xi32, #bits, zero> -> tensor<8x2xi32, #elements>
  %zero = arith.constant dense<0> : tensor<8x2xi32, #elements>
  %there = arith.cmpi slt, %x, %zero : tensor<8x2xi32, #elements>
  %add = tileir.reduce add %there over 1 : tensor<8x2xi1, #elements> -> tensor<8xi1, #rows>
  %mul = tileir.reduce mul %there over 1 : tensor<8x2xi1, #elements> -> tensor<8xi1, #rows>
  %max = tileir.reduce max %there over 1 : tensor<8x2xi1, #elements> -> tensor<8xi1, #rows>
  %min = tileir.reduce min %there over 1 : tensor<8x2xi1, #elements> -> tensor<8xi1, #rows>
  %a = arith.extui %add : tensor<8xi1, #rows> to tensor<8xi32, #rows>
  %b = arith.extsi %mul : tensor<8xi1, #rows> to tensor<8xi32, #rows>
  %c = arith.select %max, %a, %b : tensor<8xi1, #rows>, tensor<8xi32, #rows>
  %d = arith.select %min, %c, %a : tensor<8xi1, #rows>, tensor<8xi32, #rows>
  tileir.store %d, %to : tensor<8xi32, #rows>, !tileir.view<8xi32, #out, zero>
  return
}
