// The same loads and stores, lowered with what `tileir-prove` wrote on them and without it.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_90a},tileir-lower-tiles{target=sm_90a})' | FileCheck %s --check-prefix=PROVED
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-tiles{target=sm_90a})' | FileCheck %s --check-prefix=UNKNOWN

#matrix = #tileir.mixed_radix<(100,64):(64,1)>
#lanes = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 4) -> (lane floordiv 8, lane mod 8 * 4 + slot) to (i : 4, j : 32)>>
!whole = !tileir.view<100x64xf32, #matrix, zero>
!tile = !tileir.view<4x32xf32, #matrix, zero>

// 25 blocks of 4 rows and 2 of 32 columns stay inside: nothing is tested. Four slots are one
// vector, at an address that fits 32 bits.
// PROVED-LABEL: gpu.func @inside(
// PROVED-NOT: arith.cmpi
// PROVED-NOT: : i64
// PROVED: vector.load {{.*}} {alignment = 16 : i64} : memref<6400xf32>, vector<4xf32>
// PROVED-NOT: memref.load
// PROVED: gpu.return
//
// UNKNOWN-LABEL: gpu.func @inside(
// UNKNOWN-NOT: : i32
// UNKNOWN-NOT: vector.
// UNKNOWN-COUNT-4: scf.if
// UNKNOWN-NOT: scf.if
// UNKNOWN: gpu.return
func.func @inside(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 25, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  %x = tileir.load %t : !tile -> tensor<4x32xf32, #lanes>
  return
}

// The 26th block of rows is outside: one test is left, of the rows, for the whole vector.
// PROVED-LABEL: gpu.func @ragged(
// PROVED: %[[TEST:.*]] = arith.cmpi ult, %{{.*}}, %c100{{.*}} : i32
// PROVED-NOT: arith.cmpi
// PROVED: scf.if %[[TEST]]
// PROVED: vector.load
// PROVED-NOT: arith.cmpi
// PROVED: gpu.return
//
// UNKNOWN-LABEL: gpu.func @ragged(
// UNKNOWN-NOT: vector.
// UNKNOWN-DAG: arith.cmpi ult, %{{.*}}, %c100{{.*}} : i64
// UNKNOWN-DAG: arith.cmpi ult, %{{.*}}, %c64{{.*}} : i64
// UNKNOWN: gpu.return
func.func @ragged(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 26, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  %x = tileir.load %t : !tile -> tensor<4x32xf32, #lanes>
  return
}

// Facts of another access, here of the one with 25 blocks, are not believed: they are
// as good as none. `tileir-prove` replaces them.
#another = #tileir.compose<#matrix, expr<(block_x : 25, block_y : 2, lane : 32, slot : 4)
  -> (block_x * 4 + lane floordiv 8, block_y * 32 + (lane mod 8 * 4 + slot)) to (d0 : 100, d1 : 64)>>

// PROVED-LABEL: gpu.func @stale(
// PROVED: arith.cmpi ult, %{{.*}}, %c100{{.*}} : i32
// PROVED: vector.load
//
// UNKNOWN-LABEL: gpu.func @stale(
// UNKNOWN-NOT: : i32
// UNKNOWN-NOT: vector.
// UNKNOWN-COUNT-4: scf.if
// UNKNOWN: gpu.return
func.func @stale(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 26, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  %x = tileir.load %t {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64,
                                       of = #another, vector = array<i64: 0, 4>}}
    : !tile -> tensor<4x32xf32, #lanes>
  return
}

// About this access they would be, and are: so it is the map that was compared above.
// UNKNOWN-LABEL: gpu.func @current(
// UNKNOWN-NOT: scf.if
// UNKNOWN: vector.load
// UNKNOWN: gpu.return
func.func @current(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 25, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  %x = tileir.load %t {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64,
                                       of = #another, vector = array<i64: 0, 4>}}
    : !tile -> tensor<4x32xf32, #lanes>
  return
}

// A vector of no width, or along an axis that there is not, is none.
// UNKNOWN-LABEL: gpu.func @no_vector(
// UNKNOWN-NOT: vector.
// UNKNOWN: gpu.return
func.func @no_vector(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 25, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  %x = tileir.load %t {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64,
                                       of = #another, vector = array<i64: 0, 0>}}
    : !tile -> tensor<4x32xf32, #lanes>
  %y = tileir.load %t {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64,
                                       of = #another, vector = array<i64: 7, 4>}}
    : !tile -> tensor<4x32xf32, #lanes>
  return
}
