// Guards that are known not to hold, and facts of no member.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-prove,tileir-lower-views)'

#rows = #tileir.family<(n : 1..=64, ld : 1..=64) (i : 8, j : n) -> (i * ld + j)>
func.func @known() {
  %n = arith.constant 16 : i64
  %ld = arith.constant 8 : i64
  // expected-error @+1 {{'tileir.require': the facts are not proved where not family<(n : 1..=64, ld : 1..=64) () -> (n le ld) to (holds : 2)>}}
  tileir.require #rows[%n, %ld] [injective]
  return
}

// -----

#rows = #tileir.family<(n : 1..=64, ld : 1..=64) (i : 8, j : n) -> (i * ld + j)>
func.func @none(%n: i64, %ld: i64) {
  // expected-error @+2 {{'tileir.require' needs: surjective}}
  // expected-note @+1 {{surjective: disproved by}}
  tileir.require #rows[%n, %ld] [surjective]
  return
}

// -----

#rows = #tileir.family<(n : 1..=64) (i : n) -> (i)>
func.func @outside() {
  %n = arith.constant 65 : i64
  // expected-error @+1 {{there is no value at [65]: n = 65 is outside 1..=64}}
  tileir.require #rows[%n] [total]
  return
}

// -----

// An extent that is negative, and one that has no value.
func.func @no_member() {
  %n = arith.constant -1 : i64
  // expected-error @+1 {{the facts are not proved where not family<(n : -2..=2) () -> (0 le n)}}
  tileir.require #tileir.family<(n : -2..=2) (i : n) -> (i)>[%n] [total]
  return
}

// -----

func.func @no_extent() {
  %n = arith.constant 0 : i64
  // expected-error @+1 {{the facts are not proved where not family<(n : 0..=4)}}
  tileir.require #tileir.family<(n : 0..=4) (i : 8 floordiv n) -> (i)>[%n] [total]
  return
}

// -----

#rows = #tileir.family<(n : 1..=64) (i : n) -> (i)>
func.func @missing() {
  // expected-error @+1 {{expected '['}}
  tileir.require #rows
  return
}

// -----

#rows = #tileir.family<(n : 1..=64) (i : n) -> (i)>
func.func @count(%n: i64) {
  // expected-error @+1 {{'tileir.require' op parameters: expected 1 for (n : 1..=64), found 2}}
  tileir.require #rows[%n, %n] [total]
  return
}

// -----

#rows = #tileir.family<(n : 1..=64) (i : n) -> (i)>
#guard = #tileir.family<(m : 1..=64) () -> (m lt 4) to (holds : 2)>
func.func @guard(%n: i64) {
  // expected-error @+1 {{'tileir.require' op the parameters, and the guard's: (n : 1..=64) and (m : 1..=64) must be the same}}
  tileir.require #rows[%n] [total] if #guard
  return
}
