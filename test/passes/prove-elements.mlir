// What is asked of a gather's and a scatter's elements: do they stay in the view, have two one place?
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-prove{remarks=true})'
// RUN: not tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-prove{require=in-bounds})' 2>&1 | FileCheck %s
// CHECK: error: 'tileir.load' needs: each element stays in the view
// CHECK: note: each element stays in the view: unknown: its coordinates are values of the program

#m = #tileir.mixed_radix<100:1, (i : 100) -> (a : 100)>
!v = !tileir.view<100xf32, #m, assume>
func.func @promised(%v: memref<100xf32>, %i: tensor<64xi32>) {
  // expected-remark @+2 {{total: proved}}
  // expected-remark @+1 {{inside the buffer: proved}}
  %w = tileir.view %v : memref<100xf32> -> !v
  // expected-remark @+1 {{each element stays in the view: unknown: its coordinates are values of the program}}
  %0 = tileir.load %w[%i : tensor<64xi32>] : !v -> tensor<64xf32>
  %63 = arith.constant dense<63> : tensor<64xi32>
  %j = arith.andi %i, %63 : tensor<64xi32>
  // expected-remark @+1 {{each element stays in the view: proved by ranges}}
  %1 = tileir.load %w[%j : tensor<64xi32>] : !v -> tensor<64xf32>
  return
}

// -----

#m = #tileir.mixed_radix<100:1, (i : 100) -> (a : 100)>
!v = !tileir.view<100xf32, #m, zero>
func.func @halves(%v: memref<100xf32>, %x: tensor<64xf32>) {
  // expected-remark @+2 {{total: proved}}
  // expected-remark @+1 {{inside the buffer: proved}}
  %w = tileir.view %v : memref<100xf32> -> !v
  %one = arith.constant dense<1> : tensor<64xi32>
  %i = tileir.iota 0 : tensor<64xi32>
  %half = arith.shrui %i, %one : tensor<64xi32>
  // expected-remark @+4 {{each address is written from one point: proved}}
  // expected-error @+3 {{'tileir.store' needs: no two elements have one place; 'tileir.store add', 'max' or 'min' says how those combine that have}}
  // expected-note @+2 {{no two elements have one place: disproved by}}
  // expected-remark @+1 {{each element stays in the view: proved by ranges}}
  tileir.store %x, %w[%half : tensor<64xi32>] : tensor<64xf32>, !v
  return
}

// -----

#m = #tileir.mixed_radix<100:1, (i : 100) -> (a : 100)>
!v = !tileir.view<100xf32, #m, zero>
func.func @data(%v: memref<100xf32>, %x: tensor<64xf32>, %i: tensor<64xi32>) {
  // expected-remark @+2 {{total: proved}}
  // expected-remark @+1 {{inside the buffer: proved}}
  %w = tileir.view %v : memref<100xf32> -> !v
  %k = arith.addi %i, %i : tensor<64xi32>
  // expected-remark @+4 {{each address is written from one point: proved}}
  // expected-error @+3 {{'tileir.store' needs: no two elements have one place}}
  // expected-note @+2 {{no two elements have one place: unknown: what 'the program' gives may be the same for two elements}}
  // expected-remark @+1 {{guarded, an element may leave the view}}
  tileir.store %x, %w[%k : tensor<64xi32>] : tensor<64xf32>, !v
  // expected-remark @+1 {{guarded, an element may leave the view}}
  tileir.store max %x, %w[%k : tensor<64xi32>] : tensor<64xf32>, !v
  return
}

// -----

// A step of 32 in bytes comes back to 0 after 8; of 3, after 256.
#m = #tileir.mixed_radix<256:1, (i : 256) -> (a : 256)>
!v = !tileir.view<256xf32, #m, zero>
func.func @wrapped(%v: memref<256xf32>, %x: tensor<64xf32>) {
  // expected-remark @+2 {{total: proved}}
  // expected-remark @+1 {{inside the buffer: proved}}
  %w = tileir.view %v : memref<256xf32> -> !v
  %i = tileir.iota 0 : tensor<64xi8>
  %three = arith.constant dense<3> : tensor<64xi8>
  %much = arith.constant dense<32> : tensor<64xi8>
  %apart = arith.muli %i, %three : tensor<64xi8>
  %again = arith.muli %i, %much : tensor<64xi8>
  // expected-remark @+3 {{each address is written from one point: proved}}
  // expected-remark @+2 {{no two elements have one place: proved}}
  // expected-remark @+1 {{guarded, an element may leave the view}}
  tileir.store %x, %w[%apart : tensor<64xi8>] : tensor<64xf32>, !v
  // expected-remark @+4 {{each address is written from one point: proved}}
  // expected-error @+3 {{'tileir.store' needs: no two elements have one place}}
  // expected-note @+2 {{no two elements have one place: disproved by}}
  // expected-remark @+1 {{guarded, an element may leave the view}}
  tileir.store %x, %w[%again : tensor<64xi8>] : tensor<64xf32>, !v
  return
}

// -----

// What is the same for all elements moves all alike: a counter, a block, a number that is not known.
#m = #tileir.mixed_radix<(64,64):(64,1), (i : 64, j : 64) -> (a : 4096)>
!v = !tileir.view<64x64xf32, #m, zero>
func.func @common(%v: memref<4096xf32>, %x: tensor<64xf32>, %n: i32, %m: index) {
  // expected-remark @+2 {{total: proved}}
  // expected-remark @+1 {{inside the buffer: proved}}
  %w = tileir.view %v : memref<4096xf32> -> !v
  %zero = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %one = arith.constant 1 : i32
  %i = tileir.iota 0 : tensor<64xi32>
  %turned = tensor.splat %n : tensor<64xi32>
  scf.for %k = %zero to %eight step %one : i32 {
    %ks = tensor.splat %k : tensor<64xi32>
    %sum = arith.addi %ks, %i : tensor<64xi32>
    %far = arith.xori %sum, %turned : tensor<64xi32>
    // expected-remark @+3 {{each address is written from one point: proved}}
    // expected-remark @+2 {{no two elements have one place: proved}}
    // expected-remark @+1 {{guarded, an element may leave the view}}
    tileir.store %x, %w[%m, %sum : index, tensor<64xi32>] : tensor<64xf32>, !v
  }
  return
}
