// Maps without a program, constraints without a test, and points that a constraint excludes.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-prove,tileir-lower-views)'

#table = #tileir.table<(i : 3 where i ne 1) -> (a : 4), [3, 0]>
func.func @constrained_table(%i: i64) -> i64 {
  // expected-error @+1 {{the map cannot be lowered: the table is over (i : 3 where i ne 1), which is no box}}
  %a = tileir.apply #table(%i) : i64
  return %a : i64
}

// -----

// 8 floordiv (3 - i) has no value at 3, where the other piece holds: computing both would fail.
#pieces = #tileir.piecewise<(i : 8), expr<(i : 8 where i lt 3) -> (8 floordiv (3 - i)) to (a : 9)>,
                                     expr<(i : 8 where i ge 3) -> (i) to (a : 9)>>
func.func @unsafe_piece(%b: memref<9xf32>, %i: i64) -> f32 {
  %v = tileir.view %b : memref<9xf32> -> !tileir.view<8xf32, #pieces, zero>
  // expected-error @+1 {{the map cannot be lowered: the piece over (i : 8 where i lt 3) may have no value outside its part}}
  %x = tileir.load %v[%i] : !tileir.view<8xf32, #pieces, zero> -> f32
  return %x : f32
}

// -----

#odd = #tileir.expr<(i : 8 where i lt 7, 12 floordiv i lt 5) -> (i) to (a : 8)>
func.func @untestable(%b: memref<8xf32>, %i: i64) -> f32 {
  %v = tileir.view %b : memref<8xf32> -> !tileir.view<8xf32, #odd, zero>
  // expected-error @+1 {{(i : 8 where 12 floordiv i lt 5) cannot be tested: its constraint may have no value in (i : 8)}}
  %x = tileir.load %v[%i] : !tileir.view<8xf32, #odd, zero> -> f32
  return %x : f32
}

// -----

// The same is no question where the program promises it, or where no other point is asked for.
#odd = #tileir.expr<(i : 8 where i lt 7, 12 floordiv i lt 5) -> (i) to (a : 8)>
func.func @untested(%b: memref<8xf32>, %i: i64) -> (f32, f32) {
  %c4 = arith.constant 4 : i64
  %v = tileir.view %b : memref<8xf32> -> !tileir.view<8xf32, #odd, zero>
  %x = tileir.load %v[%c4] : !tileir.view<8xf32, #odd, zero> -> f32
  %w = tileir.view %b : memref<8xf32> -> !tileir.view<8xf32, #odd, assume>
  %y = tileir.load %w[%i] : !tileir.view<8xf32, #odd, assume> -> f32
  return %x, %y : f32, f32
}

// -----

#odd = #tileir.recast<16 -> 32, mixed_radix<(4):(3)>>
func.func @half_a_word(%b: memref<8xf32>) {
  // expected-error @+2 {{'tileir.view' needs: total}}
  // expected-note @+1 {{at (d0 = 3), the address 9 is no multiple of 2}}
  %v = tileir.view %b : memref<8xf32> -> !tileir.view<4xf32, #odd, zero>
  return
}

// -----

#excluded = #tileir.expr<(i : 8) -> (i) to (a : 8 where a ne 5)>
func.func @excluded(%b: memref<8xf32>) {
  // expected-error @+2 {{'tileir.view' needs: total}}
  // expected-note @+1 {{(i = 5)}}
  %v = tileir.view %b : memref<8xf32> -> !tileir.view<8xf32, #excluded, zero>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 8) -> (lane) to (i : 8)>>
#most = #tileir.expr<(i : 8 where i ne 6) -> (i) to (a : 8)>
!most = !tileir.view<8xf32, #most, assume>
func.func @broken_promise(%b: memref<8xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %b : memref<8xf32> -> !most
  // expected-error @+2 {{'tileir.load' needs: the point stays in the view}}
  // expected-note @+1 {{the point (6) does not satisfy 'i ne 6'}}
  %x = tileir.load %v : !most -> tensor<8xf32, #d>
  return
}
