// RUN: tileir-opt %s --verify-diagnostics --pass-pipeline='builtin.module(tileir-prove{remarks})'
// RUN: grep -v expected-remark %s | tileir-opt --pass-pipeline='builtin.module(tileir-prove)' 2>&1 | FileCheck %s

// CHECK-NOT: remark
#gray = #tileir.expr<(i : 64) -> (i xor (i shr 1)) to (a : 64)>
#folded = #tileir.expr<(i : 128) -> (i mod 64) to (a : 64)>
#cubes = #tileir.expr<(i : 11) -> (i * i * i mod 11) to (a : 11)>
#rows = #tileir.mixed_radix<(4,8):(8,1)>

// CHECK-LABEL: @facts(
func.func @facts() {
  // expected-remark @below {{total: proved by gf2}}
  // expected-remark @below {{in bounds: proved by gf2}}
  // expected-remark @below {{injective: proved by gf2}}
  // expected-remark @below {{surjective: proved by gf2}}
  tileir.require #gray [total, bounds, injective, surjective]
  // expected-remark @below {{surjective: proved by affine}}
  tileir.require #folded [surjective]
  // expected-remark @below {{injective: proved by exhaustive}}
  tileir.require #cubes [injective]
  return
}

// CHECK-LABEL: @view(
func.func @view(%b: memref<32xf32>, %c: memref<?xf32>) {
  // expected-remark @below {{total: proved by affine}}
  // expected-remark @below {{inside the buffer: proved by affine}}
  %v = tileir.view %b : memref<32xf32> -> !tileir.view<4x8xf32, #rows, zero>
  // expected-remark @below {{total: proved by affine}}
  // expected-remark @below {{inside the buffer: proved by affine}}
  %w = tileir.view %c : memref<?xf32> -> !tileir.view<4x8xf32, #rows, zero>
  return
}

#matrix = #tileir.mixed_radix<(100,64):(64,1)>
#lanes = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 4) -> (lane floordiv 8, lane mod 8 * 4 + slot) to (i : 4, j : 32)>>
!whole = !tileir.view<100x64xf32, #matrix, zero>
!tile = !tileir.view<4x32xf32, #matrix, zero>

// What is proved of an access is written on it: 26 blocks of 4 rows leave the 100, 2 of 32
// columns do not leave the 64.
// CHECK-LABEL: @access(
// CHECK: tileir.load
// CHECK-SAME: tileir.facts = {in_bounds = array<i64: 0, 1>, index_bits = 32 : i64, of = #{{.*}}, vector = array<i64: 0, 4>}
func.func @access(%b: memref<6400xf32>) attributes {tileir.grid = array<i64: 26, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  // expected-remark @below {{total: proved by affine}}
  // expected-remark @below {{inside the buffer: proved by affine}}
  %v = tileir.view %b : memref<6400xf32> -> !whole
  %t = tileir.slice %v[%i, %j : index, index] : !whole -> !tile
  // expected-remark @below {{the distribution is total: proved by affine}}
  // expected-remark @below {{the distribution is in bounds: proved by affine}}
  // expected-remark @below {{guarded, coordinate d0 may leave the view: }}
  // expected-remark @below {{coordinate d1 stays in the view: proved by affine}}
  // expected-remark @below {{32 bits suffice for its indices, vectors of 4}}
  %x = tileir.load %t : !tile -> tensor<4x32xf32, #lanes>
  return
}
