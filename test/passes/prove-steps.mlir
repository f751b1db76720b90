// RUN: tileir-opt %s --tileir-prove="remarks budget=0" 2>&1 | FileCheck %s
// RUN: not tileir-opt %s --tileir-prove="remarks budget=0 steps=0" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tileir-opt %s --tileir-prove=steps=many 2>&1 | FileCheck %s --check-prefix=MANY

// Two points of a cut-off tile have one value only if a linear system has an integer point.
// CHECK: remark: injective: proved by presburger
// NONE: error: 'tileir.require' needs: injective
// NONE: note: injective: unknown: {{.*}}presburger: the steps are spent
// MANY: for the --steps option: 'many' value invalid
#cut_off = #tileir.expr<(i : 1000, j : 1000 where i + j lt 12) -> (i * 12 + j) to (a : 133)>
func.func @cut_off() {
  tileir.require #cut_off [injective]
  return
}
