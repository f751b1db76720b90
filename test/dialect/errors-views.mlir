// What a load has where its view is not valid, and what a view is relabelled to.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

#m = #tileir.identity<(i : 4)>
func.func @nothing(%v: !tileir.view<4xf32, #m, predicate>, %i: i64) {
  // expected-error @+1 {{'tileir.load' op a load through a view of the policy predicate: expected 'else' and a value for what is not valid (the policy zero has zeros there), found none}}
  %0 = tileir.load %v[%i] : !tileir.view<4xf32, #m, predicate> -> f32
  return
}

// -----

#m = #tileir.identity<(i : 4)>
func.func @zeros_already(%v: !tileir.view<4xf32, #m, zero>, %i: i64, %s: f32) {
  // expected-error @+1 {{'tileir.load' op the policy of a view that is loaded with 'else': expected predicate, as no other leaves it open what is not valid, found zero}}
  %0 = tileir.load %v[%i] else %s : !tileir.view<4xf32, #m, zero> -> f32
  return
}

// -----

#m = #tileir.identity<(i : 4)>
#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @assumed(%v: !tileir.view<4xf32, #m, assume>, %s: tensor<4xf32, #d>) {
  // expected-error @+1 {{expected predicate, as no other leaves it open what is not valid, found assume}}
  %0 = tileir.load %v else %s : !tileir.view<4xf32, #m, assume> -> tensor<4xf32, #d>
  return
}

// -----

#m = #tileir.identity<(i : 4)>
#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @another_type(%v: !tileir.view<4xf32, #m, predicate>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'tileir.load' op what is loaded, and what stands behind 'else': tensor<4xf32,}}
  %0 = "tileir.load"(%v, %s) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!tileir.view<4xf32, #m, predicate>, tensor<4xf32>) -> tensor<4xf32, #d>
  return
}

// -----

#m = #tileir.identity<(i : 4)>
func.func @policies(%v: !tileir.view<8xf32, #m, zero>) {
  %c = arith.constant 0 : i64
  // expected-error @+1 {{'tileir.slice' op bounds policies: zero and predicate must be the same}}
  %0 = tileir.slice %v[%c] : !tileir.view<8xf32, #m, zero> -> !tileir.view<4xf32, #m, predicate>
  return
}

// -----

#rows = #tileir.mixed_radix<(8,4):(4,1), (i : 8, j : 4) -> (a : 32)>
#turn = #tileir.permute<(j : 4, i : 8) -> (i, j)>
func.func @wrong(%v: !tileir.view<8x4xf32, #rows, zero>) {
  // expected-error @+1 {{'tileir.relabel' op the result's map must be the source's after the relabel's, valid where both are, and that is disproved by affine: at (j = 3, i = 0), one gives (a = 3), the other (a = 24); it may be written as #tileir.compose<mixed_radix<(8,4):(4,1), (i : 8, j : 4) -> (a : 32)>, permute<(j : 4, i : 8) -> (i, j)>>}}
  %0 = tileir.relabel %v by (#turn) : !tileir.view<8x4xf32, #rows, zero> -> !tileir.view<4x8xf32, #tileir.mixed_radix<(4,8):(8,1), (j : 4, i : 8) -> (a : 32)>, zero>
  return
}

// -----

// A point that the source leaves out is valid in no view of it.
#lower = #tileir.expr<(i : 4, j : 4 where j le i) -> (i * 4 + j) to (a : 16)>
#turn = #tileir.permute<(j : 4, i : 4) -> (i, j)>
func.func @more(%v: !tileir.view<4x4xf32, #lower, zero>) {
  // expected-error @+1 {{and that is disproved by}}
  %0 = tileir.relabel %v by (#turn) : !tileir.view<4x4xf32, #lower, zero> -> !tileir.view<4x4xf32, #tileir.expr<(j : 4, i : 4) -> (i * 4 + j) to (a : 16)>, zero>
  return
}

// -----

// Nor is less of it valid than the source has.
#row = #tileir.identity<(i : 4)>
func.func @less(%v: !tileir.view<4xf32, #row, zero>) {
  // expected-error @+1 {{and that is disproved by}}
  %0 = tileir.relabel %v by (#row) : !tileir.view<4xf32, #row, zero> -> !tileir.view<4xf32, #tileir.expr<(i : 4 where i lt 3) -> (i) to (i : 4)>, zero>
  return
}

// -----

// Two maps may be one, and no argument at hand show it.
#rest = #tileir.expr<(r : 7) -> ((r * r) mod 7) to (a : 7)>
#mod = #tileir.expr<(i : 1073741824) -> (i mod 7) to (r : 7)>
#square = #tileir.expr<(i : 1073741824) -> ((i * i) mod 7) to (a : 7)>
func.func @unknown(%v: !tileir.view<7xf32, #rest, zero>) {
  // expected-error @+1 {{'tileir.relabel' op the result's map must be the source's after the relabel's, valid where both are, and that is unknown:}}
  %0 = tileir.relabel %v by (#mod) : !tileir.view<7xf32, #rest, zero> -> !tileir.view<1073741824xf32, #square, zero>
  // As the composition it is.
  %1 = tileir.relabel %v by (#mod) : !tileir.view<7xf32, #rest, zero> -> !tileir.view<1073741824xf32, #tileir.compose<#rest, #mod>, zero>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
#far = #tileir.expr<(i : 4) -> (i * 3) to (i : 8)>
func.func @outside(%v: !tileir.view<8xf32, #row, zero>) {
  // expected-error @+1 {{'tileir.relabel' op the map must have a value in (i : 8) at each of its points; in bounds: disproved by affine: (i = 3) maps to (i = 9): 9 is outside the codomain axis i : 8}}
  %0 = tileir.relabel %v by (#far) : !tileir.view<8xf32, #row, zero> -> !tileir.view<4xf32, #tileir.compose<#row, #far>, zero>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
#other = #tileir.expr<(i : 4) -> (i) to (k : 8)>
func.func @elsewhere(%v: !tileir.view<8xf32, #row, zero>) {
  // expected-error @+1 {{'tileir.relabel' op the map goes to (k : 8), the view's domain is (i : 8): it must go there, or to the same axes, each with that extent or without one}}
  %0 = tileir.relabel %v by (#other) : !tileir.view<8xf32, #row, zero> -> !tileir.view<4xf32, #other, zero>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
#half = #tileir.expr<(i : 4) -> (i) to (i : 8)>
func.func @part(%v: !tileir.view<4xf32, #row, zero>) {
  // expected-error @+1 {{'tileir.relabel' op the source, which is relabelled before it is sliced: expected a whole view, of the shape of its map's domain, found !tileir.view<4xf32, #tileir.identity<(i : 8)>, zero>}}
  %0 = tileir.relabel %v by (#half) : !tileir.view<4xf32, #row, zero> -> !tileir.view<4xf32, #tileir.compose<#row, #half>, zero>
  return
}

// -----

// A slice of the view's own shape has its type.
#row = #tileir.identity<(i : 8)>
func.func @slice(%v: !tileir.view<8xf32, #row, zero>, %i: i64) {
  %s = tileir.slice %v[%i] : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf32, #row, zero>
  // expected-error @+1 {{'tileir.relabel' op the source, which is relabelled before it is sliced: expected a whole view, of the shape of its map's domain, found a slice}}
  %0 = tileir.relabel %s by (#row) : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf32, #row, zero>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
#half = #tileir.expr<(i : 4) -> (i) to (i : 8)>
func.func @shape(%v: !tileir.view<8xf32, #row, zero>) {
  // expected-error @+1 {{'tileir.relabel' op axis 0 of the shape 8 is 8, the map's domain (i : 4) has 'i : 4'}}
  %0 = tileir.relabel %v by (#half) : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf32, #row, zero>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
func.func @element(%v: !tileir.view<8xf32, #row, zero>) {
  // expected-error @+1 {{'tileir.relabel' op element types: f32 and f16 must be the same}}
  %0 = tileir.relabel %v by (#row) : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf16, #row, zero>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
func.func @no_view(%v: !tileir.view<8xf32, #row, zero>) {
  // expected-error @+1 {{'tileir.relabel' op the result of relabelling a view: expected a view, found tensor<8xf32>}}
  %0 = tileir.relabel %v by (#row) : !tileir.view<8xf32, #row, zero> -> tensor<8xf32>
  return
}

// -----

#row = #tileir.identity<(i : 8)>
func.func @no_tile(%t: tensor<8xf32>) {
  // expected-error @+1 {{'tileir.relabel' op the result: expected a tensor of known extents with a distribution, or with no encoding, found !tileir.view<8xf32, #tileir.identity<(i : 8)>, zero>}}
  %0 = tileir.relabel %t by (#row) : tensor<8xf32> -> !tileir.view<8xf32, #row, zero>
  return
}
