// A grid is one to three extents above 0.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'tileir.grid' is one to three extents, such as array<i64: 4, 2>; found 4 : i64}}
func.func @no_list() attributes {tileir.grid = 4 : i64} { return }

// -----

// expected-error @+1 {{'tileir.grid' is one to three extents}}
func.func @four() attributes {tileir.grid = array<i64: 1, 2, 3, 4>} { return }

// -----

// expected-error @+1 {{extent 1 of 'tileir.grid' is 0: it must be above 0}}
func.func @empty() attributes {tileir.grid = array<i64: 1, 0>} { return }
