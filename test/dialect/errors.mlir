// What has no meaning is refused, with the mode, the extent or the axis.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{unbalanced}}
#unclosed = #tileir.mixed_radix<(4,8):(8,1>

// -----

// expected-error @+1 {{shape and stride differ in structure at mode 1}}
#shapes = #tileir.mixed_radix<(4,(2,8)):(1,32)>

// -----

// expected-error @+1 {{unknown}}
#name = #tileir.expr<(i : 4) -> (j)>

// -----

// expected-error @+1 {{axis 'i' has the negative extent -4}}
#negative = #tileir.index_set<(i : -4)>

// -----

// expected-error @+1 {{cannot compose: the inner map ends in (i : 4), the outer map starts from (j : 4)}}
#sets = #tileir.compose<identity<(j : 4)>, identity<(i : 4)>>

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
// expected-error @+1 {{axis 1 of the shape 4x9 is 9, the layout's domain (d0 : 4, d1 : 8) has 'd1 : 8'}}
func.func private @shape(memref<4x9xf32, #m>)

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 8)>>
// expected-error @+1 {{axis 0 of the shape 5x8 is 5, the distribution's codomain (lane : 4, slot : 8) has 'lane : 4'}}
func.func private @encoding(tensor<5x8xf32, #d>)

// -----

#m = #tileir.identity<(i : 4, j : 8)>
// expected-error @+1 {{an address is one integer, the codomain (i : 4, j : 8) has 2 axes}}
func.func private @address(!tileir.view<4x8xf32, #m, zero>)

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
func.func @apply(%i: i64) {
  // expected-error @+1 {{'tileir.apply' op coordinates: expected 2 for (d0 : 4, d1 : 8), found 1}}
  %0 = tileir.apply #m(%i) : i64
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
func.func @small(%b: memref<31xf32>) {
  // expected-error @+1 {{the map addresses (d0 : 32), the buffer has 31 elements}}
  %0 = tileir.view %b : memref<31xf32> -> !tileir.view<4x8xf32, #m, zero>
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
func.func @elements(%b: memref<32xf16>) {
  // expected-error @+1 {{element types: f16 and f32 must be the same}}
  %0 = tileir.view %b : memref<32xf16> -> !tileir.view<4x8xf32, #m, zero>
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
func.func @point(%v: !tileir.view<4x8xf32, #m, zero>, %i: i64) {
  // expected-error @+1 {{'tileir.load' op coordinates: expected 2 for 4x8, found 1}}
  %0 = tileir.load %v[%i] : !tileir.view<4x8xf32, #m, zero> -> f32
  return
}

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 8)>>
#e = #tileir.distribution<#tileir.identity<(lane : 8, slot : 4)>>
func.func @repartition(%x: tensor<4x8xf32, #d>) {
  // expected-error @+1 {{shapes of source and result: 4x8 and 8x4 must be the same}}
  %0 = tileir.repartition %x : tensor<4x8xf32, #d> -> tensor<8x4xf32, #e>
  return
}

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 8)>>
#e = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @reduce(%x: tensor<4x8xf32, #d>) {
  // expected-error @+1 {{axis 2 is not an axis of the shape 4x8}}
  %0 = tileir.reduce add %x over 2 : tensor<4x8xf32, #d> -> tensor<4xf32, #e>
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 8)>>
func.func @as_twice(%v: !tileir.view<4x8xf32, #m, zero>) {
  // expected-error @+1 {{'tileir.load' op the type of what is loaded as a distribution: expected one without its own, found tensor<4x8xf32,}}
  %0 = tileir.load %v as (#d) : !tileir.view<4x8xf32, #m, zero> -> tensor<4x8xf32, #d>
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
#d = #tileir.distribution<#tileir.identity<(lane : 8, slot : 4)>>
func.func @as_another(%v: !tileir.view<4x8xf32, #m, zero>) {
  // expected-error @+1 {{'tileir.load' op axis 0 of the shape 4x8 is 4, the distribution's codomain (lane : 8, slot : 4) has 'lane : 8'}}
  %0 = tileir.load %v as (#d) : !tileir.view<4x8xf32, #m, zero> -> tensor<4x8xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
func.func @as_element(%v: !tileir.view<4xf32, #m, zero>, %i: i64) {
  // expected-error @+1 {{'tileir.load' op the value loaded as a distribution: expected a tensor of known extents with a distribution, or with no encoding, found f32}}
  %0 = tileir.load %v[%i] as (#d) : !tileir.view<4xf32, #m, zero> -> f32
  return
}

// -----

func.func @moved_from_nowhere(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tileir.repartition' op source and result: expected a distribution of at least one of them, found none}}
  %0 = tileir.repartition %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @unknown_extent(%x: tensor<?xf32>) {
  // expected-error @+1 {{'tileir.relabel' op the source: expected a tensor of known extents with a distribution, or with no encoding, found tensor<?xf32>}}
  %0 = tileir.relabel %x by (#tileir.identity<(i : 4)>) : tensor<?xf32> -> tensor<4xf32>
  return
}
