// What is not proved is an error: where points are needed and none may be looked at, and where no plan is
// written.
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(tileir-prove-plans)' 2>&1 | FileCheck %s --check-prefix=UNPLANNED
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(tileir-plan,tileir-prove-plans{budget=0})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-plan,tileir-prove-plans{remarks})' 2>&1 | FileCheck %s --check-prefix=POINTS

#powers = #tileir.distribution<#tileir.expr<
  (thread : 61, slot : 1) -> (thread * thread * thread * thread * thread * thread * thread mod 61) to (i : 61)>>
#plain = #tileir.distribution<#tileir.expr<(thread : 61, slot : 1) -> (thread) to (i : 61)>>

func.func @powers(%x: tensor<61xf32, #powers>) {
  // UNPLANNED: [[#@LINE+3]]:{{[0-9]+}}: error: no plan is written; 'tileir-plan' writes one
  // UNKNOWN: [[#@LINE+2]]:{{[0-9]+}}: error: the plan of kind 'shared' is not proved: {{.*}}61 points exceed the budget of 0
  // POINTS: [[#@LINE+1]]:{{[0-9]+}}: remark: every slot gets its element: proved by {{[a-z0-9]+}}
  %0 = tileir.repartition %x : tensor<61xf32, #powers> -> tensor<61xf32, #plain>
  return
}
