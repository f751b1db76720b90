// Families of maps: parameters are bound to values, composition happens on attributes, and what
// is left is arithmetic.
// RUN: tileir-opt %s | tileir-opt | FileCheck %s --check-prefix=TEXT
// RUN: tileir-opt %s --mlir-print-op-generic | tileir-opt | FileCheck %s --check-prefix=TEXT
// RUN: tileir-opt %s --emit-bytecode | tileir-opt | FileCheck %s --check-prefix=TEXT
// RUN: tileir-opt %s --tileir-compose | FileCheck %s --check-prefix=COMPOSED
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-compose,tileir-lower-views{undefined=assume},canonicalize,cse,tileir-check-lowered)' | FileCheck %s

// A matrix of m by n in rows of ld elements, in tiles of 128 by 64: logical_divide of
// (m,n):(ld,1) by (128,64), as the algebra derives it.
#tile = #tileir.family<(m : 128..=65536 by 128, n : 64..=65536 by 64, ld : 64..=65536 by 8)
    (i : 128, bi : m floordiv 128, j : 64, bj : n floordiv 64) -> (128 * bi + i, 64 * bj + j) to (row : m, column : n)>
#matrix = #tileir.family<(m : 128..=65536 by 128, n : 64..=65536 by 64, ld : 64..=65536 by 8)
    (row : m, column : n) -> (row * ld + column)>

// TEXT: #[[MATRIX:family[0-9]*]] = #tileir.family<(m : 128..=65536 by 128, n : 64..=65536 by 64, ld : 64..=65536 by 8) (row : m, column : n) -> (row * ld + column)>
// TEXT-LABEL: @tile(
// TEXT: %[[P:.*]]:2 = tileir.apply #family{{[0-9]*}}[%{{.*}}, %{{.*}}, %{{.*}}](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : i64
// TEXT: tileir.apply #[[MATRIX]][%{{.*}}, %{{.*}}, %{{.*}}](%[[P]]#0, %[[P]]#1) : i64

// COMPOSED: #[[BOTH:family[0-9]*]] = #tileir.family<{{.*}} (i : 128, bi : m floordiv 128, j : 64, bj : n floordiv 64) -> (128 * bi + i, 64 * bj + j) to (row : m, column : n) -> (row * ld + column)>
// COMPOSED-LABEL: @tile(
// COMPOSED: %[[R:.*]] = tileir.apply #[[BOTH]][
// COMPOSED-NEXT: return %[[R]]

// Three products and three sums: no division is left.
// CHECK-LABEL: @tile(
// CHECK-SAME: %{{.*}}: i64, %{{.*}}: i64, %[[LD:.*]]: i64, %[[I:.*]]: i64, %[[BI:.*]]: i64, %[[J:.*]]: i64, %[[BJ:.*]]: i64)
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : i64
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : i64
// CHECK: %[[TI:.*]] = arith.muli %[[BI]], %[[C128]] : i64
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[I]], %[[TI]] : i64
// CHECK-NEXT: %[[START:.*]] = arith.muli %[[LD]], %[[ROW]] : i64
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[START]], %[[J]] : i64
// CHECK-NEXT: %[[TJ:.*]] = arith.muli %[[BJ]], %[[C64]] : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = arith.addi %[[AT]], %[[TJ]] : i64
// CHECK-NEXT: return %[[ADDRESS]]
func.func @tile(%m: i64, %n: i64, %ld: i64, %i: i64, %bi: i64, %j: i64, %bj: i64) -> i64 {
  %p:2 = tileir.apply #tile[%m, %n, %ld](%i, %bi, %j, %bj) : i64
  %a = tileir.apply #matrix[%m, %n, %ld](%p#0, %p#1) : i64
  return %a : i64
}

#turned = #tileir.family<(n : 1..=9, s : -4..=4) (i : n) -> (n - 1 - i) to (x : n)>
#scaled = #tileir.family<(n : 1..=9, s : -4..=4) (x : n) -> (x * s) to (a)>
#fixed = #tileir.expr<(a : 8) -> (7 - a) to (x : 8)>
#after = #tileir.family<(k : 1..=5) (x : 8) -> (x floordiv k, x mod k) to (q : 8, r : k)>

// 6 - 1 - 2 is 3, times -4; 7 - 1 is 6, which is 2 times 3 and 0.
// CHECK-LABEL: @values(
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -12 : i32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: return %[[MINUS]], %[[TWO]], %[[ZERO]]
func.func @values() -> (i32, i32, i32) {
  %n = arith.constant 6 : i32
  %s = arith.constant -4 : i32
  %k = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %c1 = arith.constant 1 : i32
  %x = tileir.apply #turned[%n, %s](%c2) : i32
  %a = tileir.apply #scaled[%n, %s](%x) : i32
  %y = tileir.apply #fixed(%c1) : i32
  %q:2 = tileir.apply #after[%k](%y) : i32
  return %a, %q#0, %q#1 : i32, i32, i32
}

// One name, two values: the two stay apart.
// COMPOSED-LABEL: @apart(
// COMPOSED: tileir.apply
// COMPOSED: tileir.apply
// COMPOSED: return
// A coordinate that is not the inner value: they stay apart too.
// COMPOSED-LABEL: @swapped(
// COMPOSED: tileir.apply
// COMPOSED: tileir.apply
// COMPOSED: return
func.func @apart(%n: i64, %m: i64, %s: i64, %i: i64) -> i64 {
  %x = tileir.apply #turned[%n, %s](%i) : i64
  %a = tileir.apply #scaled[%m, %s](%x) : i64
  return %a : i64
}
func.func @swapped(%m: i64, %n: i64, %ld: i64, %i: i64, %bi: i64, %j: i64, %bj: i64) -> i64 {
  %p:2 = tileir.apply #tile[%m, %n, %ld](%i, %bi, %j, %bj) : i64
  %a = tileir.apply #matrix[%m, %n, %ld](%p#1, %p#0) : i64
  return %a : i64
}
