// What one thread's program cannot be made of, each at its place.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-lower-tiles{target=lavapipe})'
// RUN: echo 'module {}' | not tileir-opt --pass-pipeline='builtin.module(tileir-lower-tiles{target=abacus})' 2>&1 | FileCheck %s
// RUN: not tileir-opt %S/Inputs/double.mlir --pass-pipeline='builtin.module(tileir-lower-tiles{target=vulkan32})' 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: the target 'vulkan32' has no f64; it has i1, i8
// CHECK: error: unknown target 'abacus'; known are lavapipe

#wide = #tileir.distribution<#tileir.expr<(lane : 64) -> (lane) to (i : 64)>>
#narrow = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
func.func @threads() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<64xi32, #wide>
  // expected-error @+1 {{is distributed over 32 threads, tensor<64xi32,}}
  %1 = tileir.iota 0 : tensor<64xi32, #narrow>
  return
}

// -----

// expected-error @+1 {{no tile of this kernel says over how many threads it is distributed}}
func.func @no_tile() attributes {tileir.grid = array<i64: 1>} {
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(thread : 2048) -> (thread) to (i : 2048)>>
// expected-error @+1 {{distributed over 2048 threads, the target 'lavapipe' has blocks of up to 1024}}
func.func @too_many_threads() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<2048xi32, #d>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @one_thread() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<32xi32, #d>
  // expected-error @+1 {{'gpu.thread_id' is one thread's business}}
  %1 = gpu.thread_id x
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @no_tile_operation() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<32xi32, #d>
  // expected-error @+1 {{'tensor.cast' does not take distributed tiles}}
  %1 = tensor.cast %0 : tensor<32xi32, #d> to tensor<?xi32>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @unproved() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<32xi32, #d>
  // expected-error @+1 {{this has not been proved: tileir-prove goes first}}
  tileir.require #tileir.identity<(i : 32)> [total]
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(thread : 1024, slot : 16) -> (thread + 1024 * slot) to (i : 16384)>>
#e = #tileir.distribution<#tileir.expr<(thread : 1024, slot : 16) -> (thread * 16 + slot) to (i : 16384)>>
func.func @too_much_memory() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<16384xi32, #d>
  // expected-error @+1 {{the exchange needs 65536 bytes of shared memory, the target 'lavapipe' has 32768}}
  %1 = tileir.repartition %0 : tensor<16384xi32, #d> -> tensor<16384xi32, #e>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
#m = #tileir.expr<(i : 32) -> (i + 1) to (i : 32)>
func.func @relabel_outside() attributes {tileir.grid = array<i64: 1>} {
  %0 = tileir.iota 0 : tensor<32xi32, #d>
  // expected-error @+1 {{the map of this relabel is not in bounds: (i = 31) maps to (i = 32): 32 is outside the codomain axis i : 32}}
  %1 = tileir.relabel %0 by (#m) : tensor<32xi32, #d> -> tensor<32xi32, #d>
  return
}

// -----

// No access is made before it is proved what it does.
#odd = #tileir.expr<(i : 4194304) -> (i * i mod 8388593) to (address : 8388593)>
#vector = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
#d = #tileir.distribution<#tileir.expr<(thread : 64) -> (thread) to (i : 64)>>
func.func @unknown(%src: memref<64xf32>, %dst: memref<8388593xf32>) attributes {tileir.grid = array<i64: 1>} {
  %c0 = arith.constant 0 : i64
  %from = tileir.view %src : memref<64xf32> -> !tileir.view<64xf32, #vector, zero>
  %to = tileir.view %dst : memref<8388593xf32> -> !tileir.view<4194304xf32, #odd, zero>
  %t = tileir.slice %to[%c0] : !tileir.view<4194304xf32, #odd, zero> -> !tileir.view<64xf32, #odd, zero>
  %x = tileir.load %from : !tileir.view<64xf32, #vector, zero> -> tensor<64xf32, #d>
  // expected-error @+1 {{cannot be lowered until this is proved: each address is written from one point: unknown}}
  tileir.store %x, %t : tensor<64xf32, #d>, !tileir.view<64xf32, #odd, zero>
  return
}

// -----

// A target combines in memory what its file says.
#line = #tileir.mixed_radix<32:1, (i : 32) -> (address : 32)>
#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @floats_in_memory(%dst: memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %o = tileir.view %dst : memref<32xf32> -> !tileir.view<32xf32, #line, zero>
  %x = arith.constant dense<1.0> : tensor<32xf32, #d>
  // expected-error @+1 {{the target 'lavapipe' combines no f32 in memory: it lacks 'atomic.f32'; i32 it does, and a tileir.reduce before a plain store needs none}}
  tileir.store add %x, %o : tensor<32xf32, #d>, !tileir.view<32xf32, #line, zero>
  return
}

// -----

#line = #tileir.mixed_radix<32:1, (i : 32) -> (address : 32)>
#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @one_place(%dst: memref<32xi32>) attributes {tileir.grid = array<i64: 1>} {
  %o = tileir.view %dst : memref<32xi32> -> !tileir.view<32xi32, #line, zero>
  %i = tileir.iota 0 : tensor<32xi32, #d>
  %zero = arith.constant dense<0> : tensor<32xi32, #d>
  // expected-error @+1 {{cannot be lowered until this is proved: no two elements have one place: disproved by}}
  tileir.store %i, %o[%zero : tensor<32xi32, #d>] : tensor<32xi32, #d>, !tileir.view<32xi32, #line, zero>
  return
}

// -----

#one = #tileir.distribution<#tileir.expr<(thread : 32) -> (thread) to (i : 32)>>
!all = !tileir.view<32xf32, #tileir.mixed_radix<(32):(1)>, zero>
func.func @two_names(%a : memref<32xf32>, %b : memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %step = arith.constant 1 : index
  // expected-error @+1 {{this gives a buffer another name, which is not followed: a kernel accesses its arguments and what it allocates}}
  %r:2 = scf.for %k = %zero to %two step %step iter_args(%from = %a, %to = %b) -> (memref<32xf32>, memref<32xf32>) {
    %v = tileir.view %from : memref<32xf32> -> !all
    %w = tileir.view %to : memref<32xf32> -> !all
    %x = tileir.load %v : !all -> tensor<32xf32, #one>
    tileir.store %x, %w : tensor<32xf32, #one>, !all
    scf.yield %to, %from : memref<32xf32>, memref<32xf32>
  }
  return
}

// -----

#one = #tileir.distribution<#tileir.expr<(thread : 32) -> (thread) to (i : 32)>>
!all = !tileir.view<32xi32, #tileir.mixed_radix<(32):(1)>, zero>
func.func @every_thread(%a : memref<32xi32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %five = arith.constant 5 : i32
  %v = tileir.view %a : memref<32xi32> -> !all
  %x = tileir.load %v : !all -> tensor<32xi32, #one>
  // expected-error @+1 {{'memref.atomic_rmw' is no operation of a tile program, whose scalars are one for all threads}}
  %old = memref.atomic_rmw addi %five, %a[%zero] : (i32, memref<32xi32>) -> i32
  return
}
