// A load behind a store sees it: where one buffer is both, a barrier stands between. A buffer
// that is only loaded from, or stored to once, needs none.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles,canonicalize,cse)' | FileCheck %s

#vector = #tileir.mixed_radix<32:1, (i : 32) -> (address : 32)>
#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 32) -> (31 - lane) to (i : 32)>>
!view = !tileir.view<32xf32, #vector, zero>

// CHECK-LABEL: gpu.func @in_place(
// CHECK-COUNT-2: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @in_place(%a: memref<32xf32>, %b: memref<32xf32>, %c: memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<32xf32> -> !view
  %vb = tileir.view %b : memref<32xf32> -> !view
  %vc = tileir.view %c : memref<32xf32> -> !view
  %x = tileir.load %va : !view -> tensor<32xf32, #d>
  %y = tileir.load %vb : !view -> tensor<32xf32, #d>
  %z = arith.addf %x, %y : tensor<32xf32, #d>
  tileir.store %z, %va : tensor<32xf32, #d>, !view
  %w = tileir.load %va : !view -> tensor<32xf32, #turned>
  tileir.store %w, %vc : tensor<32xf32, #turned>, !view
  return
}
