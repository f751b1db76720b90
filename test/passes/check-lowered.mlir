// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-check-lowered)'

// A grid is a plain number list: it may stay.
func.func @clean(%m: memref<4x8xf32, strided<[8, 1]>>) attributes {tileir.grid = array<i64: 4>} {
  return
}

// -----

#rows = #tileir.mixed_radix<(4,8):(8,1)>
func.func @operation(%i: i64) {
  // expected-error @+1 {{'tileir.apply' still has something of TileIR: the operation itself}}
  %0 = tileir.apply #rows(%i, %i) : i64
  return
}

// -----

#rows = #tileir.mixed_radix<(4,8):(8,1)>
// expected-error @+1 {{'func.func' still has something of TileIR: #tileir.mixed_radix<(4,8):(8,1)>}}
func.func private @signature(memref<4x8xf32, #rows>)

// -----

#lanes = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @result(%x: f32) {
  // expected-error @+1 {{'tensor.splat' still has something of TileIR: #tileir.distribution<}}
  %0 = tensor.splat %x : tensor<32xf32, #lanes>
  return
}

// -----

// expected-error @+1 {{'func.func' still has something of TileIR: #tileir.index_set<(i : 4)>}}
func.func @nested_attribute() attributes {note = [{inside = #tileir.index_set<(i : 4)>}]} {
  return
}
