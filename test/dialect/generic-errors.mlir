// Operations in the generic form with parts missing or of another kind: each is
// refused by name.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'tileir.apply' op requires attribute 'map'}}
"tileir.apply"() : () -> ()

// -----

// expected-error @+1 {{'tileir.apply' op attribute 'map' failed to satisfy constraint: map between index sets, or family of maps}}
"tileir.apply"() <{map = 5 : i32}> : () -> ()

// -----

// expected-error @+1 {{'tileir.apply' op coordinates: expected 1 for (i : 4), found 0}}
"tileir.apply"() <{map = #tileir.identity<(i : 4)>}> : () -> ()

// -----

func.func @results(%i: i64) {
  // expected-error @+1 {{'tileir.apply' op results: expected 1 for (i : 4), found 0}}
  "tileir.apply"(%i) <{map = #tileir.identity<(i : 4)>}> : (i64) -> ()
  return
}

// -----

func.func @types(%i: i64) {
  // expected-error @+1 {{'tileir.apply' op coordinates and results: i64 and i32 must be the same}}
  %0 = "tileir.apply"(%i) <{map = #tileir.identity<(i : 4)>}> : (i64) -> i32
  return
}

// -----

// expected-error @+1 {{'tileir.view' op requires one result}}
"tileir.view"() : () -> ()

// -----

func.func @view(%a: i32) {
  // expected-error @+1 {{'tileir.view' op operand #0 must be memref of any type values, but got 'i32'}}
  %0 = "tileir.view"(%a) : (i32) -> i32
  return
}

// -----

func.func @slice(%a: i32) {
  // expected-error @+1 {{'tileir.slice' op operand #0 must be view of a buffer, but got 'i32'}}
  %0 = "tileir.slice"(%a) : (i32) -> i32
  return
}

// -----

// expected-error @+1 {{'tileir.load' op requires one result}}
"tileir.load"() : () -> ()

// -----

// expected-error @+1 {{'tileir.store' op expected 2 or more operands, but found 0}}
"tileir.store"() : () -> ()

// -----

#m = #tileir.mixed_radix<(4):(1)>
func.func @as(%s: f32, %v: !tileir.view<4xf32, #m, zero>, %i: i64) {
  // expected-error @+1 {{'tileir.store' op the value stored as a distribution: expected a tensor of known extents with a distribution, or with no encoding, found f32}}
  "tileir.store"(%s, %v, %i) <{distribution = #tileir.distribution<#tileir.identity<(lane : 4)>>}> : (f32, !tileir.view<4xf32, #m, zero>, i64) -> ()
  return
}

// -----

// expected-error @+1 {{'tileir.iota' op requires one result}}
"tileir.iota"() : () -> ()

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @axis() {
  // expected-error @+1 {{'tileir.iota' op axis -1 is not an axis of the shape 4}}
  %0 = "tileir.iota"() <{axis = -1 : i64}> : () -> tensor<4xi32, #d>
  return
}

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @narrow() {
  // expected-error @+1 {{'tileir.iota' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "tileir.iota"() <{axis = 0 : i8}> : () -> tensor<4xi32, #d>
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @+1 {{'tileir.repartition' op operand #0 must be tensor with a distribution, or with no encoding, but got 'f32'}}
  %0 = "tileir.repartition"(%x) : (f32) -> f32
  return
}

// -----

// A map is an encoding like any other; a tile's is a distribution.
#lanes = #tileir.identity<(lane : 4)>
func.func @map(%x: tensor<4xf32, #lanes>) {
  // expected-error @+1 {{'tileir.repartition' op operand #0 must be tensor with a distribution, or with no encoding, but got 'tensor<4xf32, #tileir.identity<(lane : 4)>>'}}
  %0 = "tileir.repartition"(%x) : (tensor<4xf32, #lanes>) -> tensor<4xf32, #lanes>
  return
}

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @relabel(%x: tensor<4xf32, #d>) {
  // expected-error @+1 {{'tileir.relabel' op requires attribute 'map'}}
  %0 = "tileir.relabel"(%x) : (tensor<4xf32, #d>) -> tensor<4xf32, #d>
  return
}

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @reduce(%x: tensor<4xf32, #d>) {
  // expected-error @+1 {{'tileir.reduce' op requires attribute 'axis'}}
  %0 = "tileir.reduce"(%x) : (tensor<4xf32, #d>) -> tensor<4xf32, #d>
  return
}

// -----

// expected-error @+1 {{'tileir.require' op requires attribute 'facts'}}
"tileir.require"() <{map = #tileir.identity<(i : 4)>}> : () -> ()

// -----

// expected-error @+1 {{'tileir.require' op requires zero regions}}
"tileir.require"() <{map = #tileir.identity<(i : 4)>, facts = #tileir.facts<total>}> ({}) : () -> ()
