// Views of every policy, what a load has where they are not valid, and views of views, in the
// custom, the generic and the local form, and in bytecode.
// RUN: tileir-opt %s | FileCheck %s
// RUN: tileir-opt %s | tileir-opt | FileCheck %s
// RUN: tileir-opt %s --mlir-print-op-generic | tileir-opt | FileCheck %s
// RUN: tileir-opt %s --mlir-print-local-scope | tileir-opt | FileCheck %s
// RUN: tileir-opt %s --emit-bytecode | tileir-opt | FileCheck %s

#rows = #tileir.mixed_radix<(8,4):(4,1), (i : 8, j : 4) -> (a : 32)>
#turn = #tileir.permute<(j : 4, i : 8) -> (i, j)>
#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 1) -> (lane floordiv 4, lane mod 4 + slot) to (i : 8, j : 4)>>
!v = !tileir.view<8x4xf32, #rows, predicate>
!z = !tileir.view<8x4xf32, #rows, zero>

// CHECK-LABEL: @loads(
// CHECK-SAME: %[[V:.*]]: !view{{[0-9]*}}, %[[T:.*]]: tensor<8x4xf32, #distribution>, %[[O:.*]]: tensor<8x4xf32>, %[[S:.*]]: f32, %[[I:.*]]: i64, %[[K:.*]]: index)
// CHECK: tileir.load %[[V]] else %[[T]] : !view{{[0-9]*}} -> tensor<8x4xf32, #distribution>
// CHECK: tileir.load %[[V]] else %[[O]] as (#distribution) : !view{{[0-9]*}} -> tensor<8x4xf32>
// CHECK: tileir.load %[[V]][%[[I]], %[[I]]] else %[[S]] : !view{{[0-9]*}} -> f32
// CHECK: tileir.load %[[V]][%[[K]], %[[I]] : index, i64] else %[[S]] {note} : !view{{[0-9]*}} -> f32
// CHECK: tileir.store %[[T]], %[[V]] : tensor<8x4xf32, #distribution>, !view{{[0-9]*}}
func.func @loads(%v: !v, %t: tensor<8x4xf32, #d>, %o: tensor<8x4xf32>, %s: f32, %i: i64, %k: index) {
  %0 = tileir.load %v else %t : !v -> tensor<8x4xf32, #d>
  %1 = tileir.load %v else %o as (#d) : !v -> tensor<8x4xf32>
  %2 = tileir.load %v[%i, %i] else %s : !v -> f32
  %3 = tileir.load %v[%k, %i : index, i64] else %s {note} : !v -> f32
  tileir.store %t, %v : tensor<8x4xf32, #d>, !v
  return
}

// The composition may be written as one, or as any map that is proved to be it.
// CHECK-LABEL: @relabels(
// CHECK: tileir.relabel %{{.*}} by (#layout{{[0-9]*}}) : !view{{[0-9]*}} -> !view{{[0-9]*}}
// CHECK: tileir.relabel %{{.*}} by (#layout{{[0-9]*}}) : !view{{[0-9]*}} -> !view{{[0-9]*}}
// CHECK: tileir.relabel %{{.*}} by (#layout{{[0-9]*}}) : !view{{[0-9]*}} -> !view{{[0-9]*}}
func.func @relabels(%z: !z) {
  %0 = tileir.relabel %z by (#turn) : !z -> !tileir.view<4x8xf32, #tileir.compose<#rows, #turn>, zero>
  %1 = tileir.relabel %z by (#turn) : !z -> !tileir.view<4x8xf32, #tileir.mixed_radix<(4,8):(1,4), (j : 4, i : 8) -> (a : 32)>, zero>
  %2 = tileir.relabel %z by (#tileir.expr<(p : 4) -> (p * 3, 1) to (i, j : 4)>) : !z
    -> !tileir.view<4xf32, #tileir.expr<(p : 4 where p ne 3) -> (p * 12 + 1) to (a : 32)>, zero>
  return
}
