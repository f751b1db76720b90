// A plan that is wrong in one place is noticed without a device, by the interpreter, which carries it out slot
// by slot; and by the proof, which refuses it.

// RUN: tileir-run --no-run --target lavapipe %s | FileCheck %s --check-prefix=WHOLE
// RUN: tileir-run --no-run --target sm_80 %s | FileCheck %s --check-prefix=WHOLE
// RUN: not tileir-run --no-run --target lavapipe --kernel lanes --mutate plan-lane:0 %s 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: not tileir-run --no-run --target lavapipe --kernel lanes --mutate plan-slot:0 %s 2>&1 | FileCheck %s --check-prefix=SLOT
// RUN: not tileir-run --no-run --target lavapipe --kernel turned --mutate plan-slot:7 %s 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not tileir-run --no-run --target lavapipe --kernel turned --mutate plan-offset:40 %s 2>&1 | FileCheck %s --check-prefix=OFFSET

// RUN: not tileir-opt --pass-pipeline='builtin.module(tileir-plan,tileir-test-mutate{kind=plan-lane},tileir-prove-plans)' %s 2>&1 | FileCheck %s --check-prefix=PROOF-LANE
// RUN: not tileir-opt --pass-pipeline='builtin.module(tileir-plan,tileir-test-mutate{kind=plan-slot seed=3},tileir-prove-plans)' %s 2>&1 | FileCheck %s --check-prefix=PROOF-SLOT
// RUN: not tileir-opt --pass-pipeline='builtin.module(tileir-plan,tileir-test-mutate{kind=plan-offset seed=40},tileir-prove-plans)' %s 2>&1 | FileCheck %s --check-prefix=PROOF-OFFSET
// RUN: tileir-opt --pass-pipeline='builtin.module(tileir-plan,tileir-test-mutate{kind=plan-offset seed=40})' %s | FileCheck %s --check-prefix=WRITTEN

// A mutation without a place to strike is an error, and so is one that there is not.
// RUN: not tileir-run --no-run --target lavapipe --mutate plan-lane:0 %S/../../examples/softmax.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not tileir-run --no-run --mutate plan-bank:0 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// WHOLE: kernel 'lanes'
// WHOLE: planned   equal, 1 plan carried out slot by slot
// WHOLE: kernel 'turned'
// WHOLE: planned   equal, 1 plan carried out slot by slot
// LANE: mutations-plans.mlir:[[#]]:{{[0-9]+}}: error: the plan of kind 'shuffle' brings slot 0 of thread 0 [4], where the element [6] is wanted
// SLOT: error: the plan of kind 'shuffle' brings slot 0 of thread 0 [7], where the element [6] is wanted
// SHARED: error: the plan of kind 'shared' cannot be carried out: thread 0 loads slot 0 from address 0, which was never written
// OFFSET: error: the plan of kind 'shared' cannot be carried out: thread {{[0-9]+}} stores slot 1 to address 40, where thread {{[0-9]+}} has stored another value
// PROOF-LANE: error: the plan of kind 'shuffle' is not right: wanted slot 0:
// PROOF-SLOT: error: the plan of kind 'shared' is not right: written slot 0 is in 0 accesses
// PROOF-OFFSET: error: the plan of kind 'shared' is not right: the buffer's address:
// WRITTEN: tileir.plan = {kind = "shared", mutation = "offset:40"}
// NOWHERE: error: {{.*}}there is no plan with a lane to break
// UNKNOWN: --mutate plan-bank:0: expected lane, barrier, slot, plan-lane, plan-slot or plan-offset, a colon and a number

#vector = #tileir.mixed_radix<128:1, (i : 128) -> (address : 128)>
#here = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane * 2 + slot) to (i : 128)>>
#lanes = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> ((lane xor 3) * 2 + slot) to (i : 128)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane + 64 * slot) to (i : 128)>>

func.func @lanes(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %loaded = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %x = arith.negf %loaded : tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #lanes>
  %z = arith.negf %y : tensor<128xf32, #lanes>
  tileir.store %z, %to : tensor<128xf32, #lanes>, !tileir.view<128xf32, #vector, zero>
  return
}

func.func @turned(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %loaded = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %x = arith.negf %loaded : tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #turned>
  %z = arith.negf %y : tensor<128xf32, #turned>
  tileir.store %z, %to : tensor<128xf32, #turned>, !tileir.view<128xf32, #vector, zero>
  return
}
