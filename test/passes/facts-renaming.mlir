// Facts stay on an access through passes that rename values, move them or drop what is not used; and
// the lowering believes them. A pass that writes the map otherwise leaves facts of another map behind,
// which are as good as none; asked again, the prover writes new ones.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},canonicalize,cse,inline,symbol-dce)' | FileCheck %s --check-prefix=KEPT
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},canonicalize,cse,tileir-lower-tiles{target=sm_90a})' | FileCheck %s --check-prefix=BELIEVED
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},tileir-normalize,tileir-lower-tiles{target=sm_90a})' | FileCheck %s --check-prefix=OTHER
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},tileir-normalize,tileir-prove{target=sm_90a},tileir-lower-tiles{target=sm_90a})' | FileCheck %s --check-prefix=BELIEVED
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},canonicalize,cse)' | sed 's/array<i64: 25, 2>/array<i64: 26, 2>/' | tileir-opt --pass-pipeline='builtin.module(tileir-lower-tiles{target=sm_90a})' | FileCheck %s --check-prefix=OTHER

// KEPT: #[[MAP:.*]] = #tileir.compose<expr<(i : 100, j : 64) -> (i * 64 + j)>,
// KEPT: func.func @access(
// KEPT: %[[WINDOW:.*]] = tileir.slice
// KEPT-NOT: tileir.slice
// KEPT: tileir.load %[[WINDOW]] {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #[[MAP]], vector = array<i64: 0, 4>}}
// KEPT: tileir.store %{{.*}}, %[[WINDOW]] {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #[[MAP]], vector = array<i64: 0, 4>}}

// BELIEVED: gpu.func @access(
// BELIEVED-NOT: arith.cmpi
// BELIEVED: vector.load {{.*}} {alignment = 16 : i64} : memref<6400xf32>, vector<4xf32>
// BELIEVED-NOT: arith.cmpi
// BELIEVED: vector.store
// BELIEVED-NOT: arith.cmpi
// BELIEVED: gpu.return

// OTHER: gpu.func @access(
// OTHER-NOT: vector.
// OTHER-NOT: : i32
// OTHER: arith.cmpi ult
// OTHER: memref.load
// OTHER-NOT: vector.
// OTHER: gpu.return

#matrix = #tileir.expr<(i : 100, j : 64) -> (i * 64 + j)>
#lanes = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 4) -> (lane floordiv 8, lane mod 8 * 4 + slot) to (i : 4, j : 32)>>
!whole = !tileir.view<100x64xf32, #matrix, zero>
!tile = !tileir.view<4x32xf32, #matrix, zero>

func.func @access(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 25, 2>} {
  %unused = arith.constant 7 : index
  %i = gpu.block_id x
  %same = gpu.block_id x
  %j = gpu.block_id y
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  %u = tileir.slice %v[%same, %j : index, index] : !whole -> !tile
  %x = tileir.load %t : !tile -> tensor<4x32xf32, #lanes>
  tileir.store %x, %u : tensor<4x32xf32, #lanes>, !tile
  return
}
