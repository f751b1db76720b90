// Facts of families: proved of all members, or of those that a guard selects, which is asserted.
// RUN: tileir-opt %s --tileir-prove | tileir-opt | FileCheck %s --check-prefix=PROVED
// RUN: tileir-opt %s --tileir-prove --mlir-print-op-generic | tileir-opt --emit-bytecode | tileir-opt | FileCheck %s --check-prefix=PROVED
// RUN: tileir-opt %s --tileir-prove='remarks=true' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-views,canonicalize,cse,tileir-check-lowered)' | FileCheck %s

#rows = #tileir.family<(n : 1..=64, ld : 1..=64) (i : 8, j : n) -> (i * ld + j)>

// REMARK: remark: total: proved by
// REMARK: remark: injective: proved by symbolic if n le ld; disproved by symbolic if ld lt n

// What holds for all members holds where there is one.
// PROVED-LABEL: @always(
// PROVED-NEXT: tileir.require #{{.*}}[%{{.*}}, %{{.*}}] [total, bounds] if
// CHECK-LABEL: @always(
// CHECK: cf.assert %{{.*}}, "'tileir.require': outside (n : 1..=64, ld : 1..=64) ()"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @always(%n: i64, %ld: i64) {
  tileir.require #rows[%n, %ld] [total, bounds]
  return
}

// PROVED: @some(%[[N:.*]]: index, %[[LD:.*]]: index)
// PROVED-NEXT: tileir.require #{{.*}}[%[[N]], %[[LD]] : index, index] [total, injective] if #[[GUARD:.*]]
// CHECK-LABEL: @some(
// CHECK-SAME: %[[N:.*]]: index, %[[LD:.*]]: index)
// CHECK: cf.assert %{{.*}}, "'tileir.require': outside (n : 1..=64, ld : 1..=64) ()"
// CHECK: %[[HOLDS:.*]] = arith.cmpi sle, %{{.*}}, %{{.*}} : i{{32|64}}
// CHECK-NOT: cf.assert
// CHECK: cf.assert %[[HOLDS]], "'tileir.require': the facts are not proved where not family<(n : 1..=64, ld : 1..=64) () -> (n le ld) to (holds : 2)>"
func.func @some(%n: index, %ld: index) {
  tileir.require #rows[%n, %ld : index, index] [total, injective]
  return
}

// Constants decide.
// CHECK-LABEL: @known(
// CHECK-NEXT: return
func.func @known() {
  %n = arith.constant 8 : i64
  %ld = arith.constant 16 : i64
  tileir.require #rows[%n, %ld] [injective]
  return
}

// Values for which an extent is negative select no member: that is a part of the guard.
// PROVED: tileir.require #{{.*}}[%{{.*}}] [total, bounds, injective] if #[[THERE:.*]]
// CHECK-LABEL: @there(
// CHECK: cf.assert %{{.*}}, "'tileir.require': outside (n : -2..=2) ()"
// CHECK: cf.assert %{{.*}}, "'tileir.require': the facts are not proved where not family<(n : -2..=2) () -> (0 le n) to (holds : 2)>"
func.func @there(%n: i64) {
  tileir.require #tileir.family<(n : -2..=2) (i : n) -> (i)>[%n] [total, bounds, injective]
  return
}
