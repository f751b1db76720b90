// Every repartition says what it moves, for whom, how, and how else it could.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-explain
// RUN: tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-plan,tileir-explain)' 2>&1 | FileCheck %s

#here = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + lane * 4 + slot) to (i : 256)>>
#lanes = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> (subgroup * 128 + (lane xor 1) * 4 + slot) to (i : 256)>>
#subgroups = #tileir.distribution<#tileir.expr<
  (subgroup : 2, lane : 32, slot : 4) -> ((1 - subgroup) * 128 + lane * 4 + slot) to (i : 256)>>
#v = #tileir.mixed_radix<256:1, (i : 256) -> (address : 256)>
!v = !tileir.view<256xf32, #v, zero>

// CHECK: remark: moves 256 x f32 over 64 threads: in the subgroup 256
// CHECK: note: wanted by 'arith.negf'
// CHECK: note: planned by shuffle: 4 shuffles; weight 32
// CHECK: note: also legal, by {tileir.plan = {kind = "shared"}}: 16 wavefronts, 1 barrier; weight 88
func.func @kinds(%x: tensor<256xf32, #here>, %to: memref<256xf32>) {
  %view = tileir.view %to : memref<256xf32> -> !v
  // expected-remark @+3 {{moves 256 x f32 over 64 threads: in the subgroup 256}}
  // expected-note @+2 {{planned by shuffle: 4 shuffles; weight 32}}
  // expected-note @+1 {{also legal, by {tileir.plan = {kind = "shared"}}: 16 wavefronts, 1 barrier; weight 88}}
  %0 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #lanes>
  // expected-note @+1 {{wanted by 'arith.negf'}}
  %1 = arith.negf %0 : tensor<256xf32, #lanes>
  // expected-remark @+2 {{moves 256 x f32 over 64 threads: in the block 256}}
  // expected-note @+1 {{planned by shared: 16 wavefronts, 1 barrier; weight 88}}
  %2 = tileir.repartition %x : tensor<256xf32, #here> -> tensor<256xf32, #subgroups>
  // expected-note @+1 {{wanted by 'tileir.store'}}
  tileir.store %2, %view : tensor<256xf32, #subgroups>, !v
  return
}

// -----

#here = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + slot) to (i : 128)>>
#slots = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + (slot xor slot floordiv 2)) to (i : 128)>>
// A plan that is pinned is the one that is said to be planned.
func.func @pinned(%x: tensor<128xf32, #here>) {
  // expected-remark @+3 {{moves 128 x f32 over 32 threads: in place 64, in the thread 64}}
  // expected-note @+2 {{planned by shared: 8 wavefronts, 1 barrier; weight 88}}
  // expected-note @+1 {{also legal, by {tileir.plan = {kind = "registers"}}: no instruction; weight 0}}
  %0 = tileir.repartition %x {tileir.plan = {kind = "shared"}}
    : tensor<128xf32, #here> -> tensor<128xf32, #slots>
  return
}
