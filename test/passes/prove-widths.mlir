// V09: what is proved of an access does not depend on the width of the integers that count it.
// RUN: tileir-opt %s --tileir-prove | FileCheck %s

// A tile of a padded convolution, its padding counted in 8, 32 and 64 bits and as an index.
// CHECK: #[[COMPUTED:.*]] = #tileir.expr<(i : 16, j : 12) -> (i * 16 + (j + 2), i * 16 + (j + 2)) to (c0, c1)>
// CHECK: #[[SUBJECT:.*]] = #tileir.expr<(i : 16, j : 12) -> (i, j + 2, i * 16 + (j + 2)) to (d0 : 16, d1 : 16, address)>
// CHECK-LABEL: @widths
func.func @widths(%a: memref<16x16xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %i8 = arith.constant 2 : i8
  %i32 = arith.constant 2 : i32
  %i64 = arith.constant 2 : i64
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c12 step %c1 {
      // CHECK-COUNT-4: memref.load {{.*}} {tileir.facts = {computed = #[[COMPUTED]], in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #[[SUBJECT]]}}
      %p = arith.addi %j, %c2 : index
      %u = memref.load %a[%i, %p] : memref<16x16xi8>
      %j8 = arith.index_cast %j : index to i8
      %p8 = arith.addi %j8, %i8 : i8
      %q = arith.index_cast %p8 : i8 to index
      %v = memref.load %a[%i, %q] : memref<16x16xi8>
      %j32 = arith.index_cast %j : index to i32
      %p32 = arith.addi %j32, %i32 : i32
      %r = arith.index_cast %p32 : i32 to index
      %w = memref.load %a[%i, %r] : memref<16x16xi8>
      %j64 = arith.index_cast %j : index to i64
      %p64 = arith.addi %j64, %i64 : i64
      %s = arith.index_cast %p64 : i64 to index
      %x = memref.load %a[%i, %s] : memref<16x16xi8>
    }
  }
  return
}
