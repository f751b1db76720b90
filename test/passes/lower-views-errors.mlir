// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-lower-views)'

#large = #tileir.expr<(i : 4) -> (i * 4294967296) to (a : 17179869184)>
func.func @narrow(%i: i32) -> i32 {
  // expected-error @+1 {{the value on axis 'a' lies in 0 to 12884901888, which does not fit i32}}
  %a = tileir.apply #large(%i) : i32
  return %a : i32
}

// -----

#short = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 15)>
func.func @leaves(%m: memref<4x4xf32, #short>, %i: index) -> f32 {
  // expected-error @+2 {{'memref.load' goes through a map that is not inside the buffer}}
  // expected-note @+1 {{(i = 3, j = 0) maps to (a = 15): 15 is outside the codomain axis a : 15}}
  %x = memref.load %m[%i, %i] : memref<4x4xf32, #short>
  return %x : f32
}

// -----

#divides = #tileir.expr<(i : 4) -> (12 floordiv i) to (a : 16)>
!v = !tileir.view<4xf32, #divides, zero>
func.func @partial(%b: memref<?xf32>, %i: i64, %x: f32) {
  %v = tileir.view %b : memref<?xf32> -> !v
  // expected-error @+2 {{'tileir.store' goes through a map that is not total}}
  // expected-note @+1 {{(i = 0)}}
  tileir.store %x, %v[%i] : f32, !v
  return
}

// -----

#open = #tileir.expr<(i : 8) -> (i * 3) to (a)>
!v = !tileir.view<8xf32, #open, assume>
func.func @past_the_end(%b: memref<16xf32>, %i: i64) -> f32 {
  %v = tileir.view %b : memref<16xf32> -> !v
  // expected-error @+2 {{'tileir.load' goes through a map that is not inside the buffer}}
  // expected-note @+1 {{maps to (address = 21)}}
  %x = tileir.load %v[%i] : !v -> f32
  return %x : f32
}

// -----

#swizzle = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
func.func @extent(%m: memref<4x4xf32, #swizzle>) -> index {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.dim' cannot take memref<4x4xf32, #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>>: a memref whose layout is not strided is allocated}}
  %n = memref.dim %m, %c0 : memref<4x4xf32, #swizzle>
  return %n : index
}

// -----

#endless = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a)>
// expected-error @+1 {{addresses (a), which says no size for its buffer}}
func.func @endless(%m: memref<4x4xf32, #endless>) {
  return
}

// -----

#rows = #tileir.mixed_radix<(4,8):(8,1)>
func.func @elsewhere(%v: !tileir.view<4x8xf32, #rows, zero>, %i: i64) -> f32 {
  // expected-error @+1 {{the view is no result of tileir.view or tileir.slice}}
  %x = tileir.load %v[%i, %i] : !tileir.view<4x8xf32, #rows, zero> -> f32
  return %x : f32
}
