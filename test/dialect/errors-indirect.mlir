// Gathers, scatters and combining stores: what is not well formed, each at its place.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

#m = #tileir.mixed_radix<(4,8):(8,1)>
!v = !tileir.view<4x8xf32, #m, zero>
func.func @number(%v: !v, %i: tensor<64xi32>) {
  // expected-error @+1 {{'tileir.load' op coordinates: expected 2 for 4x8, found 1}}
  %0 = tileir.load %v[%i : tensor<64xi32>] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
!v = !tileir.view<4x8xf32, #m, zero>
func.func @shapes(%v: !v, %i: tensor<64xi32>, %j: tensor<32xi32>) {
  // expected-error @+1 {{'tileir.load' op shapes of a coordinate and the value: 32 and 64 must be the same}}
  %0 = tileir.load %v[%i, %j : tensor<64xi32>, tensor<32xi32>] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
!v = !tileir.view<4x8xf32, #m, zero>
#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#e = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
func.func @distributions(%v: !v, %i: tensor<64xi32, #d>, %j: index) {
  // expected-error @+1 {{'tileir.load' op distributions of a coordinate and the value: #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>> and #tileir.distribution<}}
  %0 = tileir.load %v[%i, %j : tensor<64xi32, #d>, index] : !v -> tensor<64xf32, #e>
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @floats(%v: !v, %i: tensor<64xf32>) {
  // expected-error @+1 {{'tileir.load' op an element of a coordinate: expected an integer of 1 to 64 bits, or index, found f32}}
  %0 = tileir.load %v[%i : tensor<64xf32>] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @wide(%v: !v, %i: tensor<64xi128>) {
  // expected-error @+1 {{'tileir.load' op an element of a coordinate: expected an integer of 1 to 64 bits, or index, found i128}}
  %0 = tileir.load %v[%i : tensor<64xi128>] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @unsigned(%v: !v, %i: tensor<64xui32>) {
  // expected-error @+1 {{'tileir.load' op an element of a coordinate: expected an integer of 1 to 64 bits, or index, found ui32}}
  %0 = tileir.load %v[%i : tensor<64xui32>] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @one_element(%v: !v, %i: tensor<64xi32>) {
  // expected-error @+1 {{'tileir.load' op the value at a tile of coordinates: expected a tensor of known extents with a distribution, or with no encoding, found f32}}
  %0 = tileir.load %v[%i : tensor<64xi32>] : !v -> f32
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @one_coordinate(%v: !v, %i: index) {
  // expected-error @+1 {{'tileir.load' op the value and an element: tensor<64xf32> and f32 must be the same}}
  %0 = tileir.load %v[%i : index] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @elements(%v: !v, %i: tensor<64xi32>, %x: tensor<64xf16>) {
  // expected-error @+1 {{'tileir.store' op element types: f16 and f32 must be the same}}
  tileir.store %x, %v[%i : tensor<64xi32>] : tensor<64xf16>, !v
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @product(%v: !v, %i: tensor<64xi32>, %x: tensor<64xf32>) {
  // expected-error @+1 {{'tileir.store' op the kind of a combining store: expected add, max or min, found #tileir.reduce_kind<mul>}}
  tileir.store mul %x, %v[%i : tensor<64xi32>] : tensor<64xf32>, !v
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf16, #m, zero>
func.func @halves(%v: !v, %i: tensor<64xi32>, %x: tensor<64xf16>) {
  // expected-error @+1 {{'tileir.store' op what a store combines: expected elements i32, i64, f32 or f64, found f16}}
  tileir.store add %x, %v[%i : tensor<64xi32>] : tensor<64xf16>, !v
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @scalar(%v: !v, %i: index, %x: f32) {
  // expected-error @+1 {{'tileir.store' op what a store combines: expected a tile; tensor.splat makes one of a scalar, found f32}}
  tileir.store add %x, %v[%i : index] : f32, !v
  return
}

// -----

#m = #tileir.mixed_radix<(4):(1)>
!v = !tileir.view<4xf32, #m, zero>
func.func @word(%v: !v, %x: tensor<4xf32>) {
  // expected-error @+1 {{expected add, max, min or a value, found 'plus'}}
  tileir.store plus %x, %v : tensor<4xf32>, !v
  return
}
