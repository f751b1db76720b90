// What is wrong with a product of matrices, and what would fix it: the operation itself, the atom that it
// names, the target.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-select-atoms=target=sm_80 --tileir-insert-repartition=target=sm_80
// RUN: not tileir-opt %S/Inputs/contract-by.mlir --tileir-select-atoms=target=vulkan32 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: not tileir-opt %S/Inputs/contract-by.mlir --tileir-select-atoms=target=lavapipe 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not tileir-opt %S/Inputs/contract-by.mlir --tileir-lower-tiles=target=sm_80 2>&1 | FileCheck %s --check-prefix=HELD

// LACKS: contract-by.mlir:[[#]]:{{.*}}error: atom 'mma.m16n8k16.f32.f16' needs 'mma.f16', which target 'vulkan32' cannot do; targets sm_80, sm_90a have it
// WIDTH: atom 'mma.m16n8k16.f32.f16' needs subgroups of 32 lanes, and those of target 'lavapipe' have 8; targets sm_80, sm_90a have it
// HELD: error: atom 'mma.m16n8k16.f32.f16' takes a as #tileir.distribution<{{.*}}>, and it is held otherwise; tileir-insert-repartition moves it

func.func @mode_m(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<32x8xf32>) {
  // expected-error @+1 {{'tileir.contract' op mode m is 16 in a and 32 in c: it must be the same}}
  %d = tileir.contract %a, %b, %c : tensor<16x16xf16>, tensor<16x8xf16>, tensor<32x8xf32> -> tensor<32x8xf32>
  return
}

// -----

func.func @mode_n(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tileir.contract' op mode n is 8 in b and 16 in c: it must be the same}}
  %d = tileir.contract %a, %b, %c : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x16xf32> -> tensor<16x16xf32>
  return
}

// -----

func.func @mode_k(%a: tensor<16x16xf16>, %b: tensor<8x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{'tileir.contract' op mode k is 16 in a and 8 in b: it must be the same}}
  %d = tileir.contract %a, %b, %c : tensor<16x16xf16>, tensor<8x8xf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  return
}

// -----

func.func @rank(%a: tensor<16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{'tileir.contract' op a: expected a tile of two axes, found 1 axes}}
  %d = tileir.contract %a, %b, %c : tensor<16xf16>, tensor<16x8xf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  return
}

// -----

func.func @elements(%a: tensor<16x16xf16>, %b: tensor<16x8xbf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{element types of a, b and c: expected f16 x f16 into f16 or f32, bf16 x bf16 or f32 x f32 into f32, i8 x i8 into i32, found f16 x bf16 into f32}}
  %d = tileir.contract %a, %b, %c : tensor<16x16xf16>, tensor<16x8xbf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  return
}

// -----

func.func @result(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{types of c and of the result: tensor<16x8xf32> and tensor<16x8xf16> must be the same}}
  %d = tileir.contract %a, %b, %c : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32> -> tensor<16x8xf16>
  return
}

// -----

func.func @unknown(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{there is no atom 'mma.m16n8k16.f32.f61'; the nearest names are mma.m16n8k16.f32.f16}}
  %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.f61" : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  return
}

// -----

func.func @types(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{atom 'mma.m16n8k16.f32.bf16' does not multiply f16 x f16 into f32; those that do are mma.m16n8k8.f32.f16, mma.m16n8k16.f32.f16}}
  %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.bf16" : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  return
}

// -----

// Integers are signed.
func.func @unsigned(%a: tensor<16x16xi8>, %b: tensor<16x8xi8>, %c: tensor<16x8xi32>) {
  // expected-error @+1 {{atom 'mma.m16n8k16.s32.u8.s8' does not multiply i8 x i8 into i32; those that do are mma.m16n8k16.s32.s8.s8, mma.m16n8k32.s32.s8.s8}}
  %d = tileir.contract %a, %b, %c by "mma.m16n8k16.s32.u8.s8" : tensor<16x16xi8>, tensor<16x8xi8>, tensor<16x8xi32> -> tensor<16x8xi32>
  return
}

// -----

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 12) -> (lane mod 16, lane floordiv 16 * 12 + slot) to (m : 16, k : 24)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 6) -> (lane mod 8 * 3 + slot floordiv 2, lane floordiv 8 * 2 + slot mod 2) to (k : 24, n : 8)>>
#c = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane mod 16, lane floordiv 16 * 4 + slot) to (m : 16, n : 8)>>
func.func @mode(%a: tensor<16x24xf16, #a>, %b: tensor<24x8xf16, #b>, %c: tensor<16x8xf32, #c>) {
  // expected-error @+1 {{atom 'mma.m16n8k16.f32.f16' does not tile mode k of 24: 1 warps of 16 take 16 at once; 16 or 32 would do}}
  %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.f16" : tensor<16x24xf16, #a>, tensor<24x8xf16, #b>, tensor<16x8xf32, #c> -> tensor<16x8xf32, #c>
  return
}

// -----

#a = #tileir.distribution<#tileir.expr<(thread : 64, slot : 4) -> (thread floordiv 4, thread mod 4 * 4 + slot) to (m : 16, k : 16)>>
#b = #tileir.distribution<#tileir.expr<(thread : 64, slot : 2) -> (thread floordiv 4, thread mod 4 * 2 + slot) to (k : 16, n : 8)>>
func.func @warps(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #b>) {
  // expected-error @+1 {{2 warps cannot share the 1 x 1 tiles of atom 'mma.m16n8k16.f32.f16' out: warps along m divide 1, along n 1}}
  %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.f16" : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #b> -> tensor<16x8xf32, #b>
  return
}

// -----

#a = #tileir.distribution<#tileir.expr<(thread : 16, slot : 16) -> (thread, slot) to (m : 16, k : 16)>>
#b = #tileir.distribution<#tileir.expr<(thread : 16, slot : 8) -> (thread, slot) to (k : 16, n : 8)>>
func.func @threads(%a: tensor<16x16xf16, #a>, %b: tensor<16x8xf16, #b>, %c: tensor<16x8xf32, #b>) {
  // expected-error @+1 {{atom 'mma.m16n8k16.f32.f16' takes 32 lanes, and 16 threads are no multiple of them}}
  %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.f16" : tensor<16x16xf16, #a>, tensor<16x8xf16, #b>, tensor<16x8xf32, #b> -> tensor<16x8xf32, #b>
  return
}
