// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-prove)'
// RUN: grep -v expected-remark %S/prove.mlir | not tileir-opt --pass-pipeline='builtin.module(tileir-prove{budget=0})' 2>&1 | FileCheck %s

// Without a point to look at, what needs them is unknown, which is not enough.
// CHECK: error: 'tileir.require' needs: injective
// CHECK: note: injective: unknown: {{.*}}exhaustive: 11 points exceed the budget of 0

#folded = #tileir.expr<(i : 128) -> (i mod 64) to (a : 64)>
func.func @collision() {
  // expected-error @+2 {{'tileir.require' needs: injective}}
  // expected-note @+1 {{disproved by affine: (i = 0) and (i = 64) both map to (a = 0)}}
  tileir.require #folded [total, injective]
  return
}

// -----

// A stride of 2^62 over an extent of 8.
#far = #tileir.mixed_radix<(8):(4611686018427387904)>
func.func @overflow() {
  // expected-error @+2 {{'tileir.require' needs: total}}
  // expected-note @+1 {{in mode 0, of extent 8 and stride 4611686018427387904: 7 * 4611686018427387904 overflows 64 bits}}
  tileir.require #far [total]
  return
}

// -----

#short = #tileir.expr<(i : 4, j : 8) -> (i * 8 + j) to (a : 31)>
func.func @outside() {
  // expected-error @+2 {{'tileir.require' needs: in bounds}}
  // expected-note @+1 {{(i = 3, j = 7) maps to (a = 31): 31 is outside the codomain axis a : 31}}
  tileir.require #short [bounds]
  return
}

// -----

#sparse = #tileir.expr<(i : 4) -> (i * 2) to (a : 8)>
func.func @missed() {
  // expected-error @+2 {{'tileir.require' needs: surjective}}
  // expected-note @+1 {{surjective: disproved by affine: no point maps to (a = 7)}}
  tileir.require #sparse [surjective]
  return
}

// -----

#open = #tileir.expr<(i : 8) -> (i * 3) to (a)>
func.func @leaves_its_buffer(%b: memref<16xf32>) {
  // expected-error @+2 {{'tileir.view' needs: inside the buffer}}
  // expected-note @+1 {{(i = 7) maps to (address = 21): 21 is outside the codomain axis address : 16}}
  %v = tileir.view %b : memref<16xf32> -> !tileir.view<8xf32, #open, assume>
  return
}

// -----

#divides = #tileir.expr<(i : 4) -> (12 floordiv i) to (a : 16)>
func.func @partial(%b: memref<?xf32>) {
  // expected-error @+2 {{'tileir.view' needs: total}}
  // expected-note @+1 {{at (i = 0), 12 floordiv 0 is undefined}}
  %v = tileir.view %b : memref<?xf32> -> !tileir.view<4xf32, #divides, zero>
  return
}

// -----

#rows = #tileir.mixed_radix<(4,8):(8,1)>
#lanes = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane floordiv 8, lane mod 8) to (i : 4, j : 8)>>
!whole = !tileir.view<4x8xf32, #rows, assume>
func.func @assumed(%b: memref<32xf32>) attributes {tileir.grid = array<i64: 2>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %v = tileir.view %b : memref<32xf32> -> !whole
  %t = tileir.slice %v[%block, %zero : index, index] : !whole -> !whole
  // expected-error @+2 {{'tileir.load' needs: coordinate d0 stays in the view}}
  // expected-note @+1 {{maps to (d0 = 7): 7 is outside the codomain axis d0 : 4}}
  %x = tileir.load %t : !whole -> tensor<4x8xf32, #lanes>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 8) -> (lane) to (i : 8)>>
#twice = #tileir.expr<(i : 8) -> (i floordiv 2) to (address : 4)>
func.func @two_writers(%b: memref<4xf32>) {
  %x = arith.constant dense<1.0> : tensor<8xf32, #d>
  %v = tileir.view %b : memref<4xf32> -> !tileir.view<8xf32, #twice, zero>
  // expected-error @+2 {{'tileir.store' needs: each address is written from one point}}
  // expected-note @+1 {{(i = 0) and (i = 1) both map to (address = 0)}}
  tileir.store %x, %v : tensor<8xf32, #d>, !tileir.view<8xf32, #twice, zero>
  return
}
