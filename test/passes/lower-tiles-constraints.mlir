// Tiles of views whose domains are constrained: each slot is tested, unless its point is proved
// to be in the domain; slots of which some may be outside are not accessed together.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_80},tileir-lower-tiles{target=sm_80},canonicalize,cse)' | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-tiles{target=sm_80},canonicalize,cse)' | FileCheck %s --check-prefix=UNPROVED
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_80})' | FileCheck %s --check-prefix=FACTS

#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane floordiv 4, lane mod 4 * 4 + slot) to (i : 8, j : 16)>>
!tile = tensor<8x16xf32, #d>
!plain = !tileir.view<8x16xf32, #tileir.mixed_radix<(8,16):(16,1)>, zero>

// FACTS-LABEL: @triangle(
// FACTS: tileir.load {{.*}} {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #{{.*}}}}
// CHECK-LABEL: gpu.func @triangle(
// CHECK-NOT: vector.load
// CHECK: arith.cmpi sle, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if
// CHECK: memref.load
// CHECK: arith.cmpi sle
// CHECK: memref.load
// CHECK: arith.cmpi sle
// CHECK: memref.load
// CHECK: arith.cmpi sle
// CHECK: memref.load
#triangle = #tileir.expr<(i : 16, j : 16 where i le j) -> (i * 16 + j) to (a : 256)>
!triangle = !tileir.view<8x16xf32, #triangle, zero>
func.func @triangle(%b: memref<256xf32>, %to: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : i64
  %v = tileir.view %b : memref<256xf32> -> !tileir.view<16x16xf32, #triangle, zero>
  %t = tileir.slice %v[%zero, %zero] : !tileir.view<16x16xf32, #triangle, zero> -> !triangle
  %x = tileir.load %t : !triangle -> !tile
  %w = tileir.view %to : memref<128xf32> -> !plain
  tileir.store %x, %w : !tile, !plain
  return
}

// Rows are excluded as a whole: one test, and four elements together.
// FACTS-LABEL: @rows(
// FACTS: tileir.load {{.*}} {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #{{.*}}, vector = array<i64: 0, 4>}}
// CHECK-LABEL: gpu.func @rows(
// CHECK: %[[TEST:.*]] = arith.cmpi ne
// CHECK-NOT: arith.cmpi
// CHECK: scf.if %[[TEST]]
// CHECK: vector.load {{.*}} vector<4xf32>
#rows = #tileir.expr<(i : 8, j : 16 where i ne 5) -> (i * 16 + j) to (a : 128)>
!rows = !tileir.view<8x16xf32, #rows, zero>
func.func @rows(%b: memref<128xf32>, %to: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<128xf32> -> !rows
  %x = tileir.load %v : !rows -> !tile
  %w = tileir.view %to : memref<128xf32> -> !plain
  tileir.store %x, %w : !tile, !plain
  return
}

// This tile is in the domain as a whole.
// FACTS-LABEL: @inside(
// FACTS: tileir.load {{.*}} {tileir.facts = {in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #{{.*}}, satisfies, vector = array<i64: 0, 4>}}
// CHECK-LABEL: gpu.func @inside(
// CHECK-NOT: scf.if
// CHECK: vector.load {{.*}} vector<4xf32>
// UNPROVED-LABEL: gpu.func @inside(
// UNPROVED: arith.cmpi ult
// UNPROVED: arith.cmpi ult
// UNPROVED: arith.cmpi slt
// UNPROVED: scf.if
// UNPROVED: memref.load
#inside = #tileir.expr<(i : 16, j : 32 where i + j lt 40) -> (i * 32 + j) to (a : 512)>
!inside = !tileir.view<8x16xf32, #inside, zero>
func.func @inside(%b: memref<512xf32>, %to: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %v = tileir.view %b : memref<512xf32> -> !tileir.view<16x32xf32, #inside, zero>
  %t = tileir.slice %v[%zero, %one] : !tileir.view<16x32xf32, #inside, zero> -> !inside
  %x = tileir.load %t : !inside -> !tile
  %w = tileir.view %to : memref<128xf32> -> !plain
  tileir.store %x, %w : !tile, !plain
  return
}
