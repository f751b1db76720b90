// Maps, points of views and memrefs with a map become explicit address arithmetic.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-lower-views,canonicalize,cse,tileir-check-lowered)' | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(func.func(tileir-lower-views),canonicalize,cse)' | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(tileir-lower-views,canonicalize,cse)' | FileCheck %s

// No address is worked out on index.
// CHECK-NOT: arith.{{addi|subi|muli|xori|andi|shrui|divui|remui}} {{.*}} : index

#swizzle = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
#columns = #tileir.expr<(i : 4, j : 4) -> (i, (j + 3) mod 4) to (i : 4, j : 4)>
#radix = #tileir.mixed_radix<(4,(2,8)):(1,(32,4))>
#bits = #tileir.bit_linear<(i : 4) -> (a : 16), i = [7, 11]>
#negative = #tileir.expr<(i : 64) -> ((i - 20) floordiv 8) to (a)>

// CHECK-LABEL: @apply(
// CHECK-SAME: %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %{{.*}} : i64
// CHECK: %[[TURN:.*]] = arith.xori %[[I]], %[[J]] : i64
// CHECK: %[[SUM:.*]] = arith.addi %[[ROW]], %[[TURN]] : i64
// CHECK: return %[[SUM]]
func.func @apply(%i: i64, %j: i64) -> i64 {
  %a = tileir.apply #swizzle(%i, %j) : i64
  return %a : i64
}

// The arithmetic has the type's width, and 64 bits for index. j + 3 is never negative: its
// remainder is a mask.
// CHECK-LABEL: @types(
// CHECK: arith.xori %{{.*}}, %{{.*}} : i32
// CHECK: %[[WIDE:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK: %[[LATER:.*]] = arith.addi %[[WIDE]], %{{.*}} : i64
// CHECK: %[[MASKED:.*]] = arith.andi %[[LATER]], %{{.*}} : i64
// CHECK: arith.index_cast %[[MASKED]] : i64 to index
func.func @types(%i: i32, %j: i32, %k: index) -> (i32, index) {
  %a = tileir.apply #swizzle(%i, %j) : i32
  %b:2 = tileir.apply #columns(%k, %k) : index
  return %a, %b#1 : i32, index
}

// 3 and 13 = 1 + 2 * 6: 3 * 1 + 1 * 32 + 6 * 4 is 59. Both bits of 3 are set: 7 xor 11 is 12.
// CHECK-LABEL: @values(
// CHECK-DAG: %[[A:.*]] = arith.constant 59 : i64
// CHECK-DAG: %[[B:.*]] = arith.constant 12 : i64
// CHECK: return %[[A]], %[[B]] : i64, i64
func.func @values() -> (i64, i64) {
  %c3 = arith.constant 3 : i64
  %c13 = arith.constant 13 : i64
  %a = tileir.apply #radix(%c3, %c13) : i64
  %b = tileir.apply #bits(%c3) : i64
  return %a, %b : i64, i64
}

// i - 20 may be negative, i + 4 may not: the division is a shift, and three less.
// CHECK-LABEL: @negative(
// CHECK: %[[MORE:.*]] = arith.addi %{{.*}}, %c4{{.*}} : i64
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[MORE]], %c3{{.*}} : i64
// CHECK: arith.subi %[[SHIFTED]], %c3{{.*}} : i64
func.func @negative(%i: i64) -> i64 {
  %a = tileir.apply #negative(%i) : i64
  return %a : i64
}

#rows = #tileir.mixed_radix<(100,63):(63,1)>
!whole = !tileir.view<100x63xf32, #rows, zero>
!tile = !tileir.view<32x32xf32, #rows, zero>
!trusted = !tileir.view<100x63xf32, #rows, assume>

// CHECK-LABEL: @zero(
// CHECK-SAME: %[[B:.*]]: memref<6300xf32>, %[[I:.*]]: i64, %[[J:.*]]: i64)
// CHECK-NOT: tileir
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-DAG: %[[INSIDE_I:.*]] = arith.cmpi ult, %[[I]], %{{.*}} : i64
// CHECK-DAG: %[[INSIDE_J:.*]] = arith.cmpi ult, %[[J]], %{{.*}} : i64
// CHECK: %[[INSIDE:.*]] = arith.andi %[[INSIDE_I]], %[[INSIDE_J]]
// CHECK: %[[X:.*]] = scf.if %[[INSIDE]] -> (f32) {
// CHECK: arith.muli {{.*}} : i32
// CHECK: %[[AT:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: memref.load %[[B]][%[[AT]]]
// CHECK: } else {
// CHECK: scf.yield %[[ZERO]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK: memref.store %[[X]], %[[B]]
func.func @zero(%b: memref<6300xf32>, %i: i64, %j: i64) {
  %v = tileir.view %b : memref<6300xf32> -> !whole
  %x = tileir.load %v[%i, %j] : !whole -> f32
  tileir.store %x, %v[%i, %j] : f32, !whole
  return
}

// CHECK-LABEL: @assume(
// CHECK-NOT: scf.if
// CHECK-NOT: arith.cmpi
// CHECK: memref.load
// CHECK: return
func.func @assume(%b: memref<6300xf32>, %i: index, %j: index) -> f32 {
  %v = tileir.view %b : memref<6300xf32> -> !trusted
  %x = tileir.load %v[%i, %j : index, index] : !trusted -> f32
  return %x : f32
}

// Rows 32 * block + step reach 127, of 100: they are tested. Columns 32 + 5 are not, nor is
// the counter of the loop.
// CHECK-LABEL: @known(
// CHECK: scf.for
// CHECK: %[[TEST:.*]] = arith.cmpi ult, %{{.*}}, %c100{{.*}} : i32
// CHECK-NOT: arith.cmpi
// CHECK: scf.if %[[TEST]]
// CHECK: memref.load
// CHECK-NOT: scf.if
// CHECK: memref.store
func.func @known(%b: memref<6300xf32>) attributes {tileir.grid = array<i64: 4>} {
  %first = arith.constant 0 : index
  %next = arith.constant 1 : index
  %end = arith.constant 32 : index
  %one = arith.constant 1 : i64
  %five = arith.constant 5 : i64
  %block = gpu.block_id x
  %v = tileir.view %b : memref<6300xf32> -> !whole
  %t = tileir.slice %v[%block, %one : index, i64] : !whole -> !tile
  scf.for %step = %first to %end step %next {
    %x = tileir.load %t[%step, %five : index, i64] : !tile -> f32
    tileir.store %x, %v[%step, %five : index, i64] : f32, !whole
  }
  return
}

#shared = #tileir.expr<(i : 64, j : 64) -> (i * 64 + (j xor i)) to (a : 4096)>
#nested = #tileir.mixed_radix<(4,(2,8)):(1,(4,8))>
#major = #tileir.mixed_radix<(4,8):(8,1)>

// CHECK-LABEL: @swizzled(
// CHECK-SAME: %[[M:.*]]: memref<4096xf32>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK-SAME: -> memref<4096xf32>
// CHECK: %[[NI:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: %[[NJ:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK: %[[ROW:.*]] = arith.muli %[[NI]], %{{.*}} : i32
// CHECK: %[[TURN:.*]] = arith.xori %[[NI]], %[[NJ]] : i32
// CHECK: %[[SUM:.*]] = arith.addi %[[ROW]], %[[TURN]] : i32
// CHECK: %[[AT:.*]] = arith.index_cast %[[SUM]] : i32 to index
// CHECK: %[[X:.*]] = memref.load %[[M]][%[[AT]]] : memref<4096xf32>
// CHECK: %[[NEW:.*]] = memref.alloc() {alignment = 16 : i64} : memref<4096xf32>
// CHECK: memref.store %[[X]], %[[NEW]][%[[AT]]] {nontemporal = true}
func.func @swizzled(%m: memref<64x64xf32, #shared>, %i: index, %j: index)
    -> memref<64x64xf32, #shared> {
  %x = memref.load %m[%i, %j] : memref<64x64xf32, #shared>
  %new = memref.alloc() {alignment = 16 : i64} : memref<64x64xf32, #shared>
  memref.store %x, %new[%i, %j] {nontemporal = true} : memref<64x64xf32, #shared>
  return %new : memref<64x64xf32, #shared>
}

// CHECK-LABEL: @caller(
// CHECK: call @swizzled({{.*}}) : (memref<4096xf32>, index, index) -> memref<4096xf32>
// CHECK: memref.dealloc %{{.*}} : memref<4096xf32>
func.func @caller(%m: memref<64x64xf32, #shared>, %i: index) {
  %r = call @swizzled(%m, %i, %i)
    : (memref<64x64xf32, #shared>, index, index) -> memref<64x64xf32, #shared>
  memref.dealloc %r : memref<64x64xf32, #shared>
  return
}

// CHECK: func.func private @elsewhere(memref<4096xf32, 3>)
func.func private @elsewhere(memref<64x64xf32, #shared, 3>)

// What is strided is left to stock passes, in their words.
// CHECK-LABEL: @strided(
// CHECK-SAME: %[[M:.*]]: memref<4x16xf32, strided<[1, 4]>>, %[[N:.*]]: memref<4x8xf32>
// CHECK: memref.load %[[M]][%{{.*}}, %{{.*}}] : memref<4x16xf32, strided<[1, 4]>>
// CHECK: memref.store %{{.*}}, %[[N]][%{{.*}}, %{{.*}}] : memref<4x8xf32>
func.func @strided(%m: memref<4x16xf32, #nested>, %n: memref<4x8xf32, #major>, %i: index) {
  %x = memref.load %m[%i, %i] : memref<4x16xf32, #nested>
  memref.store %x, %n[%i, %i] : memref<4x8xf32, #major>
  return
}
