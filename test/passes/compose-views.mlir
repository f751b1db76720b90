// A view that is relabelled, once or more, becomes one view of the buffer. Later passes say so of
// one that is left.
// RUN: tileir-opt %s --split-input-file --tileir-compose-views | FileCheck %s
// RUN: not tileir-opt %s --split-input-file --tileir-lower-views 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not tileir-opt %s --split-input-file --tileir-insert-repartition=target=sm_80 2>&1 | FileCheck %s --check-prefix=LEFT-TILE

#rows = #tileir.mixed_radix<(8,4):(4,1), (i : 8, j : 4) -> (a : 32)>
#turn = #tileir.permute<(j : 4, i : 8) -> (i, j)>
#row = #tileir.expr<(i : 8) -> (2, i) to (j : 4, i : 8)>
!v = !tileir.view<8x4xf32, #rows, zero>
!t = !tileir.view<4x8xf32, #tileir.compose<#rows, #turn>, zero>
!r = !tileir.view<8xf32, #tileir.expr<(i : 8) -> (4 * i + 2) to (a : 32)>, zero>

// CHECK-DAG: #[[ROW:.*]] = #tileir.expr<(i : 8) -> (4 * i + 2) to (a : 32)>
// CHECK-DAG: !view2 = !tileir.view<8xf32, #[[ROW]], zero>
// CHECK-LABEL: @twice(
// CHECK-SAME: %[[BUFFER:.*]]: memref<32xf32>, %[[I:.*]]: i64)
// CHECK-NOT: tileir.relabel
// CHECK: tileir.view %[[BUFFER]] : memref<32xf32> -> !view{{$}}
// CHECK: tileir.view %[[BUFFER]] : memref<32xf32> -> !view1{{$}}
// CHECK: %[[LAST:.*]] = tileir.view %[[BUFFER]] : memref<32xf32> -> !view2{{$}}
// CHECK-NEXT: tileir.load %[[LAST]][%[[I]]]
// LEFT: error: the view is relabelled; tileir-compose-views makes one view of it
func.func @twice(%buffer: memref<32xf32>, %i: i64) -> f32 {
  %v = tileir.view %buffer : memref<32xf32> -> !v
  %t = tileir.relabel %v by (#turn) : !v -> !t
  %r = tileir.relabel %t by (#row) : !t -> !r
  %x = tileir.load %r[%i] : !r -> f32
  return %x : f32
}

// -----

#rows = #tileir.mixed_radix<(8,4):(4,1), (i : 8, j : 4) -> (a : 32)>
#turn = #tileir.permute<(j : 4, i : 8) -> (i, j)>
#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 1) -> (lane floordiv 8 + slot, lane mod 8) to (j : 4, i : 8)>>
!v = !tileir.view<8x4xf32, #rows, zero>
!t = !tileir.view<4x8xf32, #tileir.compose<#rows, #turn>, zero>
// CHECK-LABEL: @tile(
// CHECK: %[[T:.*]] = tileir.view %{{.*}} : memref<32xf32> -> !view1
// CHECK: tileir.store %{{.*}}, %[[T]]
// LEFT-TILE: error: {{.*}} has no distribution; tileir-compose-views makes one tileir.view of a view of a view
func.func @tile(%buffer: memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %buffer : memref<32xf32> -> !v
  %t = tileir.relabel %v by (#turn) : !v -> !t
  %x = arith.constant dense<0.0> : tensor<4x8xf32, #d>
  tileir.store %x, %t : tensor<4x8xf32, #d>, !t
  return
}
