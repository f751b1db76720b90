// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-expand-division)' | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-expand-division,canonicalize)' | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: @down(
// CHECK-SAME: %[[A:.*]]: i64, %[[B:.*]]: i64
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[B]]
// CHECK: %[[R:.*]] = arith.remsi %[[A]], %[[B]]
// CHECK: %[[INEXACT:.*]] = arith.cmpi ne, %[[R]], %[[ZERO]]
// CHECK: %[[SIGNS:.*]] = arith.xori %[[R]], %[[B]]
// CHECK: %[[DIFFER:.*]] = arith.cmpi slt, %[[SIGNS]], %[[ZERO]]
// CHECK: %[[WRONG:.*]] = arith.andi %[[INEXACT]], %[[DIFFER]]
// CHECK: %[[ONE:.*]] = arith.extsi %[[WRONG]] : i1 to i64
// CHECK: arith.addi %[[Q]], %[[ONE]]
func.func @down(%a: i64, %b: i64) -> i64 {
  %r = arith.floordivsi %a, %b : i64
  return %r : i64
}

// -7 / 2 rounds to -4 down and to -3 up; 7 / -2 the same.
// FOLDED-LABEL: @values(
// FOLDED-DAG: %[[DOWN:.*]] = arith.constant -4 : i64
// FOLDED-DAG: %[[UP:.*]] = arith.constant -3 : i64
// FOLDED-DAG: %[[UNSIGNED:.*]] = arith.constant 4 : i64
// FOLDED: return %[[DOWN]], %[[UP]], %[[DOWN]], %[[UNSIGNED]]
func.func @values() -> (i64, i64, i64, i64) {
  %a = arith.constant -7 : i64
  %b = arith.constant 2 : i64
  %c = arith.constant 7 : i64
  %d = arith.constant -2 : i64
  %down = arith.floordivsi %a, %b : i64
  %up = arith.ceildivsi %a, %b : i64
  %negative = arith.floordivsi %c, %d : i64
  %unsigned = arith.ceildivui %c, %b : i64
  return %down, %up, %negative, %unsigned : i64, i64, i64, i64
}
