// Coordinates are integers that a machine has, or index.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

#m = #tileir.identity<(i : 4)>
func.func @no_bits(%i: i0) {
  // expected-error @+1 {{'tileir.apply' op coordinates and results: expected integers of a bit or more, or index, found i0}}
  %0 = tileir.apply #m(%i) : i0
  return
}

// -----

#m = #tileir.identity<(i : 4)>
func.func @wide(%b: memref<4xf32>, %i: i128) {
  %v = tileir.view %b : memref<4xf32> -> !tileir.view<4xf32, #m, zero>
  // expected-error @+1 {{'tileir.load' op a coordinate: expected an integer of 1 to 64 bits, or index, found i128}}
  %0 = tileir.load %v[%i : i128] : !tileir.view<4xf32, #m, zero> -> f32
  return
}
