// Who may take a distributed tile, and in how many distributions.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-verify-tiles

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
func.func @may(%from: memref<64xf32>, %to: memref<64xf32>, %n: index) attributes {tileir.grid = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source : !v -> tensor<64xf32, #a>
  %half = arith.constant dense<0.5> : tensor<64xf32, #a>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %half) -> tensor<64xf32, #a> {
    %e = math.absf %x : tensor<64xf32, #a>
    %next = arith.addf %acc, %e : tensor<64xf32, #a>
    scf.yield %next : tensor<64xf32, #a>
  }
  %moved = tileir.repartition %sum : tensor<64xf32, #a> -> tensor<64xf32, #b>
  tileir.store %moved, %target : tensor<64xf32, #b>, !v
  return
}

// -----

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
func.func @casts(%x: tensor<64xf32, #a>) -> tensor<64xf32, #b> {
  // expected-error @+1 {{'tensor.cast' takes no distributed tile, and its operand 0 is one: tensor<64xf32,}}
  %0 = tensor.cast %x : tensor<64xf32, #a> to tensor<64xf32>
  // expected-error @+1 {{'tensor.cast' takes no distributed tile, and its result 0 is one: tensor<64xf32,}}
  %1 = tensor.cast %0 : tensor<64xf32> to tensor<64xf32, #b>
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' takes no distributed tile, and its operand 0 is one}}
  %2 = builtin.unrealized_conversion_cast %x : tensor<64xf32, #a> to tensor<64xf32, #b>
  // expected-error @+1 {{'tensor.extract_slice' takes no distributed tile, and its operand 0 is one}}
  %3 = tensor.extract_slice %x[0][64][1] : tensor<64xf32, #a> to tensor<64xf32, #a>
  return %1 : tensor<64xf32, #b>
}

// -----

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
func.func @mixed(%x: tensor<64xf32, #a>, %power: tensor<64xi32, #b>) {
  // expected-error @+3 {{'math.fpowi' has its operand 0 in one distribution and its operand 1 in another; tileir.repartition moves a tile to another}}
  // expected-note @+2 {{its operand 0: tensor<64xf32,}}
  // expected-note @+1 {{its operand 1: tensor<64xi32,}}
  %p = math.fpowi %x, %power : tensor<64xf32, #a>, tensor<64xi32, #b>
  return
}

// -----

// In a kernel a tile without an encoding is one, too: it agrees with any distribution, and with no
// other operation.
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
func.func @open(%from: memref<64xf32>, %power: tensor<64xi32, #b>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %p = math.fpowi %x, %power : tensor<64xf32>, tensor<64xi32, #b>
  // expected-error @+1 {{'tensor.cast' takes no distributed tile, and its operand 0 is one: tensor<64xf32>;}}
  %c = tensor.cast %p : tensor<64xf32> to tensor<?xf32>
  %a = tileir.repartition %x : tensor<64xf32> -> tensor<64xf32, #a>
  // expected-error @+3 {{'math.fpowi' has its operand 0 in one distribution and its operand 1 in another}}
  // expected-note @+2 {{its operand 0: tensor<64xf32,}}
  // expected-note @+1 {{its operand 1: tensor<64xi32,}}
  %q = math.fpowi %a, %power : tensor<64xf32, #a>, tensor<64xi32, #b>
  return
}

// Elsewhere it is none of this dialect's business.
func.func @plain(%x: tensor<64xf32>) -> tensor<?xf32> {
  %c = tensor.cast %x : tensor<64xf32> to tensor<?xf32>
  return %c : tensor<?xf32>
}
