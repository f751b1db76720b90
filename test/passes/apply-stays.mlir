// A map may have no value where a loop takes care not to go: its application is not hoisted.
// RUN: tileir-opt %s --loop-invariant-code-motion | FileCheck %s

#quotient = #tileir.expr<(i : 8) -> (1000 floordiv i)>

// CHECK-LABEL: @guarded
// CHECK: scf.for
// CHECK-NEXT: tileir.apply
func.func @guarded(%i: index, %n: index, %b: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %q = tileir.apply #quotient(%i) : index
    memref.store %q, %b[%k] : memref<8xindex>
  }
  return
}
