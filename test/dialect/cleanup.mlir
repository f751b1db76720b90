// Loads may be removed, requirements may not; a repartition to the same
// distribution folds.
// RUN: tileir-opt %s --canonicalize --cse | FileCheck %s

#m = #tileir.mixed_radix<(4,8):(8,1)>
#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 8)>>
!v = !tileir.view<4x8xf32, #m, assume>

// CHECK-LABEL: @cleanup
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor
// CHECK-NOT: tileir.load
// CHECK: tileir.require
// CHECK-NEXT: return %[[X]]
func.func @cleanup(%v: !v, %x: tensor<4x8xf32, #d>) -> tensor<4x8xf32, #d> {
  %0 = tileir.load %v : !v -> tensor<4x8xf32, #d>
  tileir.require #m [total]
  %1 = tileir.repartition %x : tensor<4x8xf32, #d> -> tensor<4x8xf32, #d>
  return %1 : tensor<4x8xf32, #d>
}
