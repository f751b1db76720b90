// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-insert-repartition)' | FileCheck %s

// CHECK-DAG: #[[COLUMNS_MAP:.*]] = #tileir.expr<(lane : 32, slot : 8) -> (slot, lane) to (i : 8, j : 32)>
// CHECK-DAG: #[[ROWS_MAP:.*]] = #tileir.expr<(lane : 32, slot : 8) -> (lane floordiv 4, lane mod 4 * 8 + slot) to (i : 8, j : 32)>
// CHECK-DAG: #[[COLUMNS:.*]] = #tileir.distribution<#[[COLUMNS_MAP]]>
// CHECK-DAG: #[[ROWS:.*]] = #tileir.distribution<#[[ROWS_MAP]]>
#columns = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 8) -> (slot, lane) to (i : 8, j : 32)>>
#rows = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 8) -> (lane floordiv 4, lane mod 4 * 8 + slot) to (i : 8, j : 32)>>

#matrix = #tileir.mixed_radix<(8,32):(32,1)>
!view = !tileir.view<8x32xf32, #matrix, zero>

// A store names the distribution that it wants; the name is gone once it has it.
// CHECK-LABEL: @store(
// CHECK: %[[X:.*]] = tileir.load {{.*}} -> tensor<8x32xf32, #[[COLUMNS]]>
// CHECK-NEXT: %[[Y:.*]] = tileir.repartition %[[X]] : tensor<8x32xf32, #[[COLUMNS]]> -> tensor<8x32xf32, #[[ROWS]]>
// CHECK-NEXT: tileir.store %[[Y]], %{{[0-9]*}} : tensor<8x32xf32, #[[ROWS]]>
// CHECK-NEXT: tileir.store %[[X]], %{{[0-9]*}} : tensor<8x32xf32, #[[COLUMNS]]>
// CHECK-NEXT: return
func.func @store(%b: memref<256xf32>) {
  %v = tileir.view %b : memref<256xf32> -> !view
  %x = tileir.load %v : !view -> tensor<8x32xf32, #columns>
  tileir.store %x, %v as (#rows) : tensor<8x32xf32, #columns>, !view
  tileir.store %x, %v as (#columns) : tensor<8x32xf32, #columns>, !view
  return
}

#turn = #tileir.permute<(i : 32, j : 8) -> (j, i)>
#turned = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 8) -> (lane, slot) to (i : 32, j : 8)>>

// A transpose whose elements are where they should be moves nothing.
// CHECK-LABEL: @relabel(
// CHECK-SAME: %[[X:.*]]: tensor<8x32xf32, #[[COLUMNS]]>, %[[Y:.*]]: tensor<8x32xf32, #[[ROWS]]>)
// CHECK-NEXT: tileir.relabel %[[X]]
// CHECK-NEXT: %[[MOVED:.*]] = tileir.repartition %[[Y]]
// CHECK-NEXT: tileir.relabel %[[MOVED]]
// CHECK-NEXT: return
func.func @relabel(%x: tensor<8x32xf32, #columns>, %y: tensor<8x32xf32, #rows>)
    -> (tensor<32x8xf32, #turned>, tensor<32x8xf32, #turned>) {
  %0 = tileir.relabel %x by (#turn) : tensor<8x32xf32, #columns> -> tensor<32x8xf32, #turned>
  %1 = tileir.relabel %y by (#turn) : tensor<8x32xf32, #rows> -> tensor<32x8xf32, #turned>
  return %0, %1 : tensor<32x8xf32, #turned>, tensor<32x8xf32, #turned>
}

#sums = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot) to (i : 8)>>

// A row folded across all lanes is in every lane; one folded across four is not.
// CHECK-LABEL: @reduce(
// CHECK-NEXT: %[[DONE:.*]] = tileir.reduce add
// CHECK-NEXT: %[[SOME:.*]] = tileir.reduce add
// CHECK-NEXT: %[[ALL:.*]] = tileir.repartition %[[SOME]]
// CHECK-NEXT: return %[[DONE]], %[[ALL]]
func.func @reduce(%x: tensor<8x32xf32, #columns>, %y: tensor<8x32xf32, #rows>)
    -> (tensor<8xf32, #sums>, tensor<8xf32, #sums>) {
  %0 = tileir.reduce add %x over 1 : tensor<8x32xf32, #columns> -> tensor<8xf32, #sums>
  %1 = tileir.reduce add %y over 1 : tensor<8x32xf32, #rows> -> tensor<8xf32, #sums>
  return %0, %1 : tensor<8xf32, #sums>, tensor<8xf32, #sums>
}

// The coordinates of a scatter go with its value.
// CHECK-LABEL: @scatter(
// CHECK: %[[X:.*]] = tileir.load {{.*}} -> tensor<8x32xf32, #[[COLUMNS]]>
// CHECK: %[[K:.*]] = tileir.iota 0 : tensor<8x32xi32, #[[COLUMNS]]>
// CHECK: %[[Y:.*]] = tileir.repartition %[[X]] : tensor<8x32xf32, #[[COLUMNS]]> -> tensor<8x32xf32, #[[ROWS]]>
// CHECK: %[[L:.*]] = tileir.repartition %[[K]] : tensor<8x32xi32, #[[COLUMNS]]> -> tensor<8x32xi32, #[[ROWS]]>
// CHECK: tileir.store add %[[Y]], %{{.*}}[%[[L]], %{{.*}} : tensor<8x32xi32, #[[ROWS]]>, i64] : tensor<8x32xf32, #[[ROWS]]>
func.func @scatter(%b: memref<256xf32>, %j: i64) {
  %v = tileir.view %b : memref<256xf32> -> !view
  %x = tileir.load %v : !view -> tensor<8x32xf32, #columns>
  %k = tileir.iota 0 : tensor<8x32xi32, #columns>
  tileir.store add %x, %v[%k, %j : tensor<8x32xi32, #columns>, i64] as (#rows) : tensor<8x32xf32, #columns>, !view
  return
}
