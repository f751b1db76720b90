// What is wrong with a family, or with what it is applied to, is said where it stands.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{parameter 'n' has no value: 1..=7 by 8}}
#f = #tileir.family<(n : 1..=7 by 8) (i : n) -> (i)>

// -----

// expected-error @+1 {{expected '..=', found '7'}}
#f = #tileir.family<(n : 1..7) (i : n) -> (i)>

// -----

// expected-error @+1 {{unknown}}
#f = #tileir.family<(n : 1..=7) (i : m) -> (i)>

// -----

// expected-error @+1 {{the extent of axis 'i' can leave 64 bits}}
#f = #tileir.family<(n : 1..=9223372036854775806) (i : n * 2) -> (i)>

// -----

// expected-error @+1 {{2 expressions lead into the 1 axes of (a : 4)}}
#f = #tileir.family<(n : 1..=7) (i : n) -> (i, n) to (a : 4)>

// -----

// expected-error @+1 {{axis 'a' of (a) has no extent, and a stage starts from it}}
#f = #tileir.family<(n : 1..=7) (i : n) -> (i) to (a) -> (a + 1)>

// -----

// expected-error @+1 {{axis 'i' of (i, j : n) has no extent, and a stage starts from it}}
#f = #tileir.family<(n : 1..=7) (i, j : n) -> (i)>

// -----

// expected-error @+1 {{expected '(', found '>'}}
#f = #tileir.family<(n : 1..=7) (i : n) -> >

// -----

#f = #tileir.family<(n : 1..=7) (i : n) -> (i)>
func.func @none(%i: i64) {
  // expected-error @+1 {{expected 1 parameters between brackets, found 0}}
  %0 = tileir.apply #f(%i) : i64
  return
}

// -----

#m = #tileir.identity<(i : 7)>
func.func @map(%i: i64) {
  // expected-error @+1 {{expected '('}}
  %0 = tileir.apply #m[%i](%i) : i64
  return
}

// -----

#f = #tileir.family<(n : 1..=7) (i : n) -> (i)>
func.func @many(%i: i64) {
  // expected-error @+1 {{'tileir.apply' op parameters and coordinates: expected 2 for family<(n : 1..=7) (i : n) -> (i)>, found 3}}
  %0 = tileir.apply #f[%i](%i, %i) : i64
  return
}

// -----

#f = #tileir.family<(n : 1..=7) (i : n) -> (i)>
func.func @generic(%i: i64) {
  // expected-error @+1 {{'tileir.apply' op parameters and coordinates: expected 2 for family<(n : 1..=7) (i : n) -> (i)>, found 0}}
  %0 = "tileir.apply"() <{map = #f}> : () -> i64
  return
}
