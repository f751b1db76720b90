// What is known to have no value is refused where it stands.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-lower-views)'

#turned = #tileir.expr<(i : 8) -> (7 - i) to (a : 8)>
func.func @outside() -> index {
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{there is no value at [8]: 8 is outside the domain axis i : 8}}
  %a = tileir.apply #turned(%c8) : index
  return %a : index
}

// -----

#quotient = #tileir.expr<(i : 8) -> (12 floordiv i)>
func.func @division() -> i32 {
  %c0 = arith.constant 0 : i32
  // expected-error @+1 {{there is no value at [0]: 12 floordiv 0 is undefined}}
  %a = tileir.apply #quotient(%c0) : i32
  return %a : i32
}

// -----

#least = #tileir.expr<(i : 8) -> ((i - 9223372036854775807 - 2) floordiv (i - 2))>
func.func @least() -> i64 {
  %c = arith.constant 1 : i64
  // expected-error @+1 {{there is no value at [1]: -9223372036854775808 floordiv -1 overflows 64 bits}}
  %a = tileir.apply #least(%c) : i64
  return %a : i64
}

// -----

#shifted = #tileir.expr<(i : 100) -> (1 shl i)>
func.func @shift() -> i64 {
  %c = arith.constant 64 : i64
  // expected-error @+1 {{there is no value at [64]: a shift by 64 is outside 0 to 63}}
  %a = tileir.apply #shifted(%c) : i64
  return %a : i64
}

// -----

#between = #tileir.compose<expr<(x : 4) -> (0 * x)>, expr<(i : 8) -> (i) to (x : 4)>>
func.func @between() -> i64 {
  %c = arith.constant 4 : i64
  // expected-error @+1 {{there is no value at [4]: 4 is outside the codomain axis x : 4}}
  %a = tileir.apply #between(%c) : i64
  return %a : i64
}

// -----

#constrained = #tileir.expr<(i : 8 where i ne 3) -> (i)>
func.func @constrained() -> i64 {
  %c = arith.constant 3 : i64
  // expected-error @+1 {{there is no value at [3]: the point (3) does not satisfy 'i ne 3'}}
  %a = tileir.apply #constrained(%c) : i64
  return %a : i64
}

// -----

// A counter that is never on the axis.
#turned = #tileir.expr<(i : 8) -> (7 - i) to (a : 8)>
func.func @never(%sum: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %sum) -> index {
    %at = arith.addi %i, %c8 : index
    // expected-error @+1 {{the coordinate 'i' lies in 8 to 11, outside (i : 8)}}
    %a = tileir.apply #turned(%at) : index
    %y = arith.addi %x, %a : index
    scf.yield %y : index
  }
  return %r : index
}

// -----

#rows = #tileir.family<(n : 8..=64 by 8) (i : n) -> (i * n)>
func.func @range() -> i64 {
  %n = arith.constant 72 : i64
  %i = arith.constant 0 : i64
  // expected-error @+1 {{there is no value at [72, 0]: n = 72 is outside 8..=64}}
  %a = tileir.apply #rows[%n](%i) : i64
  return %a : i64
}

// -----

#rows = #tileir.family<(n : 8..=64 by 8) (i : n) -> (i * n)>
func.func @parameter_never(%i: i64) -> i64 {
  %n = arith.constant 12 : i64
  // expected-error @+1 {{n = 12 is no multiple of 8}}
  %a = tileir.apply #rows[%n](%i) : i64
  return %a : i64
}

// -----

#turned = #tileir.expr<(i : 8, j : 8) -> (7 - i + j)>
func.func @coordinate_never(%j: i64) -> i64 {
  %i = arith.constant 9 : i64
  // expected-error @+1 {{the coordinate 'i' is 9, outside (i : 8, j : 8)}}
  %a = tileir.apply #turned(%i, %j) : i64
  return %a : i64
}
