// Of every planned repartition it is shown that each slot gets its element: a plan of each kind.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-plan,tileir-prove-plans{remarks budget=0})' | FileCheck %s

#here = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + lane * 4 + slot) to (i : 256)>>
#slots = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + lane * 4 + (slot xor 1)) to (i : 256)>>
#lanes = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + (lane xor 1) * 4 + slot) to (i : 256)>>
#subgroups = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> ((1 - subgroup) * 128 + lane * 4 + slot) to (i : 256)>>

// CHECK-LABEL: @kinds(
func.func @kinds(%x: tensor<256xf32, #here>) {
  // expected-remark @+1 {{every slot gets its element: proved by}}
  %0 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #here>
  // expected-remark @+1 {{every slot gets its element: proved by}}
  %1 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #slots>
  // expected-remark @+1 {{every slot gets its element: proved by}}
  %2 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #lanes>
  // expected-remark @+1 {{every slot gets its element: proved by}}
  %3 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #subgroups>
  return
}

// -----

// Replicas on both sides, and a ragged tile of which some threads hold the last element.
#ragged = #tileir.distribution<#tileir.expr<
  (thread : 96, slot : 2) -> ((thread mod 48 * 2 + slot) mod 95) to (i : 95)>>
#rows = #tileir.distribution<#tileir.expr<
  (thread : 96, slot : 1) -> (thread mod 95) to (i : 95)>>

// CHECK-LABEL: @ragged(
func.func @ragged(%x: tensor<95xf32, #ragged>) {
  // expected-remark @+1 {{every slot gets its element: proved by}}
  %0 = tileir.repartition %x : tensor<95xf32, #ragged> -> tensor<95xf32, #rows>
  return
}
