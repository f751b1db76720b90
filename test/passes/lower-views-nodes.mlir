// Comparisons, nodes and constraints as arithmetic.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-views,canonicalize,cse,tileir-check-lowered)' | FileCheck %s

#compare = #tileir.expr<(i : 8, j : 8) -> (i eq j, i ne j, i lt j, i le j) to (a : 2, b : 2, c : 2, d : 2)>

// A truth value is widened, to the width of the arithmetic.
// CHECK-LABEL: @compare(
// CHECK-SAME: %[[I:.*]]: i64, %[[J:.*]]: i64, %[[K:.*]]: i32)
// CHECK: %[[EQ:.*]] = arith.cmpi eq, %[[I]], %[[J]] : i64
// CHECK: %[[A:.*]] = arith.extui %[[EQ]] : i1 to i64
// CHECK: arith.cmpi ne, %[[I]], %[[J]] : i64
// CHECK: arith.cmpi slt, %[[I]], %[[J]] : i64
// CHECK: %[[LE:.*]] = arith.cmpi sle, %[[I]], %[[J]] : i64
// CHECK: %[[D:.*]] = arith.extui %[[LE]] : i1 to i64
// CHECK: arith.cmpi slt, %[[K]], %{{.*}} : i32
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK: return %[[A]], %[[D]]
func.func @compare(%i: i64, %j: i64, %k: i32) -> (i64, i64, i64, i64, i32) {
  %0:4 = tileir.apply #compare(%i, %j) : i64
  %c3 = arith.constant 3 : i32
  %1:4 = tileir.apply #compare(%k, %c3) : i32
  return %0#0, %0#3, %0#1, %0#2, %1#2 : i64, i64, i64, i64, i32
}

#regroup = #tileir.regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>
#recast = #tileir.recast<16 -> 32, mixed_radix<(4,8):(16,2)>>
#swizzle = #tileir.transform<swizzle(3, 0, 3), mixed_radix<(8,8):(8,1)>>
#pieces = #tileir.piecewise<(i : 100), expr<(i : 100 where i lt 64) -> (i * 2) to (a : 128)>,
                                       expr<(i : 100 where i ge 64) -> (i - 64) to (a : 128)>>
#table = #tileir.table<(i : 4) -> (a : 8), [0, 3, 5, 7]>
#vectors = #tileir.mixed_radix<(4,(2,8)):(1@m,(1@n,2@n+4@m)), (i : 4, j : 16) -> (m : 32, n : 16)>

// 5 = 1 + 2*2 and 4: a = 2, b = 1 + 2*4. 3*16 + 5*2 halves are 29 words. Row 3 of 8 by 8: 24, and
// 6 xor 3. 70 is 6 past 64, 63 is doubled. 3 and 5 = 1 + 2*2: m = 3 + 4*2, n = 1 + 2*2.
// CHECK-LABEL: @values(
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[C9:.*]] = arith.constant 9 : i64
// CHECK-DAG: %[[C29:.*]] = arith.constant 29 : i64
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : i64
// CHECK-DAG: %[[C126:.*]] = arith.constant 126 : i64
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i64
// CHECK-DAG: %[[C11:.*]] = arith.constant 11 : i64
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : i64
// CHECK: return %[[C2]], %[[C9]], %[[C29]], %[[C29]], %[[C6]], %[[C126]], %[[C7]], %[[C11]], %[[C5]]
func.func @values() -> (i64, i64, i64, i64, i64, i64, i64, i64, i64) {
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %c5 = arith.constant 5 : i64
  %c6 = arith.constant 6 : i64
  %c63 = arith.constant 63 : i64
  %c70 = arith.constant 70 : i64
  %0:2 = tileir.apply #regroup(%c5, %c4) : i64
  %1 = tileir.apply #recast(%c3, %c5) : i64
  %2 = tileir.apply #swizzle(%c3, %c6) : i64
  %3 = tileir.apply #pieces(%c70) : i64
  %4 = tileir.apply #pieces(%c63) : i64
  %5 = tileir.apply #table(%c3) : i64
  %6:2 = tileir.apply #vectors(%c3, %c5) : i64
  return %0#0, %0#1, %1, %2, %3, %4, %5, %6#0, %6#1 : i64, i64, i64, i64, i64, i64, i64, i64, i64
}

#triangle = #tileir.expr<(i : 64, j : 64 where i le j) -> (i * 64 + j) to (a : 4096)>
!zero = !tileir.view<64x64xf32, #triangle, zero>
!assume = !tileir.view<64x64xf32, #triangle, assume>

// The constraint is tested with coordinates drawn into the box.
// CHECK-LABEL: @constrained(
// CHECK-SAME: %[[B:.*]]: memref<4096xf32>, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK: %[[IN_I:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : i64
// CHECK: %[[DRAWN_I:.*]] = arith.select %[[IN_I]], %[[I]], %{{.*}} : i64
// CHECK: %[[IN_J:.*]] = arith.cmpi ult, %[[J]], %{{.*}} : i64
// CHECK: %[[DRAWN_J:.*]] = arith.select %[[IN_J]], %[[J]], %{{.*}} : i64
// CHECK-DAG: %[[SMALL_I:.*]] = arith.trunci %[[DRAWN_I]] : i64 to i32
// CHECK-DAG: %[[SMALL_J:.*]] = arith.trunci %[[DRAWN_J]] : i64 to i32
// CHECK: %[[BELOW:.*]] = arith.cmpi sle, %[[SMALL_I]], %[[SMALL_J]] : i32
// CHECK: %[[BOX:.*]] = arith.andi %[[IN_I]], %[[IN_J]] : i1
// CHECK: %[[TEST:.*]] = arith.andi %[[BOX]], %[[BELOW]] : i1
// CHECK: scf.if %[[TEST]] -> (f32)
// CHECK: scf.if %[[TEST]] {
// CHECK: memref.store
func.func @constrained(%b: memref<4096xf32>, %i: i64, %j: i64) {
  %v = tileir.view %b : memref<4096xf32> -> !zero
  %x = tileir.load %v[%i, %j] : !zero -> f32
  tileir.store %x, %v[%i, %j] : f32, !zero
  return
}

// CHECK-LABEL: @promised(
// CHECK-NOT: arith.cmpi
// CHECK: memref.load
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @promised(%b: memref<4096xf32>, %i: i64, %j: i64) -> f32 {
  %v = tileir.view %b : memref<4096xf32> -> !assume
  %x = tileir.load %v[%i, %j] : !assume -> f32
  return %x : f32
}

// Blocks 0 to 31 lie above column 32, and not all of them above column 8.
// CHECK-LABEL: @known(
// CHECK-NOT: scf.if
// CHECK: memref.load
// CHECK: %[[TEST:.*]] = arith.cmpi sle, %{{.*}}, %c8{{.*}} : i32
// CHECK: scf.if %[[TEST]]
// CHECK: memref.store
func.func @known(%b: memref<4096xf32>) attributes {tileir.grid = array<i64: 32>} {
  %c8 = arith.constant 8 : i64
  %c32 = arith.constant 32 : i64
  %block = gpu.block_id x
  %v = tileir.view %b : memref<4096xf32> -> !zero
  %x = tileir.load %v[%block, %c32 : index, i64] : !zero -> f32
  tileir.store %x, %v[%block, %c8 : index, i64] : f32, !zero
  return
}

// What an excluded point's address would be is nobody's business, nor is a box without points.
#gap = #tileir.expr<(i : 8 where i ne 3) -> (12 floordiv (i - 3) + 12) to (a : 25)>
#empty = #tileir.expr<(i : 0 where 8 floordiv i eq 2) -> (i) to (a : 1)>

// CHECK-LABEL: @gap(
// CHECK: %[[IN:.*]] = arith.cmpi ult
// CHECK: %[[OTHER:.*]] = arith.cmpi ne, %{{.*}}, %c3{{.*}} : i32
// CHECK: %[[TEST:.*]] = arith.andi %[[IN]], %[[OTHER]]
// CHECK: scf.if %[[TEST]]
// CHECK: floordivsi
// CHECK: memref.load
// CHECK: } else {
// CHECK-LABEL: @empty(
// CHECK: %[[NEVER:.*]] = arith.cmpi ult, %{{.*}}, %c0{{.*}} : i64
// CHECK: scf.if %[[NEVER]]
func.func @gap(%b: memref<25xf32>, %i: i64) -> f32 {
  %v = tileir.view %b : memref<25xf32> -> !tileir.view<8xf32, #gap, zero>
  %x = tileir.load %v[%i] : !tileir.view<8xf32, #gap, zero> -> f32
  return %x : f32
}
func.func @empty(%b: memref<25xf32>, %i: i64) -> f32 {
  %v = tileir.view %b : memref<25xf32> -> !tileir.view<0xf32, #empty, zero>
  %x = tileir.load %v[%i] : !tileir.view<0xf32, #empty, zero> -> f32
  return %x : f32
}
