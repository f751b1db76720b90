// Tiles of which no distribution is found, each with why and what would help.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-propagate

#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
func.func @nobody(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  // expected-error @+2 {{nothing says who holds tensor<64xf32>: no distribution that is written reaches this 'tileir.load'}}
  // expected-note @+1 {{write one in the type of a tile that hangs together with it, or by 'as (…)' on a load or a store}}
  %x = tileir.load %source : !v -> tensor<64xf32>
  %y = math.absf %x : tensor<64xf32>
  tileir.store %y, %target : tensor<64xf32>, !v
  return
}

// -----

// A distribution elsewhere in the kernel does not help what hangs together with nothing.
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
func.func @apart(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  tileir.store %x, %target : tensor<64xf32>, !v
  %one = arith.constant dense<1.0> : tensor<64xf32>
  // expected-error @+2 {{nothing says who holds what it takes: no distribution that is written reaches this 'tileir.store'}}
  // expected-note @+1 {{write one in the type}}
  tileir.store %one, %target : tensor<64xf32>, !v
  return
}

// -----

// Blocks of two sizes: the operation between is named, and both sides.
#warp = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#two = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32) -> (subgroup * 32 + lane) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
func.func @threads(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  // expected-note @+1 {{one is written here, at 'tileir.load': expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>}}
  %x = tileir.load %source as (#warp) : !v -> tensor<64xf32>
  // expected-error @+2 {{at 'math.absf' two distributions meet between which no plan moves the tile: the source is held by 32 threads, the result by 64}}
  // expected-note @+1 {{write both over one number of threads: 32 or 64}}
  %y = math.absf %x : tensor<64xf32>
  // expected-note @+1 {{the other is written here, at 'tileir.store': expr<(subgroup : 2, lane : 32) -> (subgroup * 32 + lane) to (i : 64)>}}
  tileir.store %y, %target as (#two) : tensor<64xf32>, !v
  return
}

// -----

// More shared memory than there is.
#rows = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, slot : 256)
  -> (subgroup * 32 + lane, slot) to (i : 128, j : 256)>>
#columns = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, a : 2, slot : 128)
  -> (slot, a * 128 + subgroup * 32 + lane) to (i : 128, j : 256)>>
#m = #tileir.mixed_radix<(128,256):(256,1), (i : 128, j : 256) -> (address : 32768)>
!m = !tileir.view<128x256xf64, #m, zero>
func.func @memory(%from: memref<32768xf64>, %to: memref<32768xf64>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<32768xf64> -> !m
  %target = tileir.view %to : memref<32768xf64> -> !m
  // expected-note @+1 {{one is written here, at 'tileir.load'}}
  %x = tileir.load %source as (#rows) : !m -> tensor<128x256xf64>
  // expected-error @+2 {{at 'arith.negf' two distributions meet between which no plan moves the tile: the exchange needs 262144 bytes of shared memory, the target 'sm_90a' has 49152}}
  // expected-note @+1 {{262144 bytes are 5.3 times as many: a smaller tile or narrower elements would fit}}
  %y = arith.negf %x : tensor<128x256xf64>
  // expected-note @+1 {{the other is written here, at 'tileir.store'}}
  tileir.store %y, %target as (#columns) : tensor<128x256xf64>, !m
  return
}

// -----

// A type of a function is not found.
func.func private @callee(tensor<64xf32>)
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
!v = !tileir.view<64xf32, #v, zero>
func.func @call(%from: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  // expected-error @+1 {{'func.call' takes no open tile, and tensor<64xf32> is one: its distribution has to be written}}
  func.call @callee(%x) : (tensor<64xf32>) -> ()
  return
}
