// What moves decides how: slots of one thread in registers, lanes of one subgroup by
// shuffles, the rest through shared memory.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-plan{remarks})' | FileCheck %s

#here = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + lane * 4 + slot) to (i : 256)>>
#slots = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + lane * 4 + (slot xor 1)) to (i : 256)>>
#lanes = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + (lane xor 1) * 4 + slot) to (i : 256)>>
#subgroups = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> ((1 - subgroup) * 128 + lane * 4 + slot) to (i : 256)>>

// CHECK-LABEL: @kinds(
// CHECK: tileir.repartition {{.*}} {tileir.plan = {barriers = 0 : i64, kind = "nothing"
// CHECK: tileir.repartition {{.*}} {tileir.plan = {barriers = 0 : i64, kind = "registers"
// CHECK-SAME: shuffles = 0 : i64
// CHECK: tileir.repartition {{.*}} {tileir.plan = {barriers = 0 : i64, kind = "shuffle"
// CHECK-SAME: shuffles = 4 : i64
// CHECK: tileir.repartition {{.*}} {tileir.plan = {barriers = 1 : i64, kind = "shared"
func.func @kinds(%x: tensor<256xf32, #here>) {
  // expected-remark @+1 {{moves by nothing: no instruction}}
  %0 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #here>
  // expected-remark @+1 {{moves by registers: no instruction}}
  %1 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #slots>
  // expected-remark @+1 {{moves by shuffle: 4 shuffles}}
  %2 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #lanes>
  // expected-remark @+1 {{moves by shared}}
  %3 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #subgroups>
  return
}

// A plan that is written there already is kept, though another is cheaper.
// CHECK-LABEL: @pinned(
// CHECK: tileir.repartition {{.*}} {tileir.plan = {barriers = 1 : i64, kind = "shared"
func.func @pinned(%x: tensor<256xf32, #here>) {
  // expected-remark @+1 {{moves by shared}}
  %0 = tileir.repartition %x {tileir.plan = {kind = "shared"}}
    : tensor<256xf32, #here> -> tensor<256xf32, #lanes>
  return
}

// -----

#here = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + slot) to (i : 128)>>
#lanes = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> ((lane xor 1) * 4 + slot) to (i : 128)>>
func.func @illegal(%x: tensor<128xf32, #here>) {
  // expected-error @+1 {{a plan of kind 'registers' cannot move this tile; these can: shuffle, shared}}
  %0 = tileir.repartition %x {tileir.plan = {kind = "registers"}}
    : tensor<128xf32, #here> -> tensor<128xf32, #lanes>
  return
}

// -----

#here = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + slot) to (i : 128)>>
func.func @no_kind(%x: tensor<128xf32, #here>) {
  // expected-error @+1 {{unknown plan 'teleport': nothing, registers, bytes, shuffle, shared or cluster}}
  %0 = tileir.repartition %x {tileir.plan = {kind = "teleport"}}
    : tensor<128xf32, #here> -> tensor<128xf32, #here>
  return
}
