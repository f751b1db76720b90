// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks
// RUN: grep -v expected- %s | tileir-opt --split-input-file --tileir-prove=index-bitwidth=32 | FileCheck %s --check-prefix=NARROW

// A step is added in a machine's integer: 0, 100, then 200, which is -56 and below 120.
func.func @wraps(%a: memref<101xf32>) {
  %c0 = arith.constant 0 : i8
  %c120 = arith.constant 120 : i8
  %c100 = arith.constant 100 : i8
  scf.for %i = %c0 to %c120 step %c100 : i8 {
    %j = arith.index_cast %i : i8 to index
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<101xf32>: the counter of 'scf.for' may wrap}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%j] : memref<101xf32>
  }
  return
}

// -----

// From 0 by 60 it gets to 120, which fits.
func.func @ends(%a: memref<61xf32>) {
  %c0 = arith.constant 0 : i8
  %c120 = arith.constant 120 : i8
  %c60 = arith.constant 60 : i8
  scf.for %i = %c0 to %c120 step %c60 : i8 {
    %j = arith.index_cast %i : i8 to index
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%j] : memref<61xf32>
  }
  return
}

// -----

// A step that is given may be too large where the loop does not begin at 0.
func.func @steps(%a: memref<16xf32>, %step: i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c16 = arith.constant 16 : i8
  scf.for %i = %c0 to %c16 step %step : i8 {
    %j = arith.index_cast %i : i8 to index
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%j] : memref<16xf32>
  }
  scf.for %i = %c1 to %c16 step %step : i8 {
    %j = arith.index_cast %i : i8 to index
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: the counter of 'scf.for' may wrap}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%j] : memref<16xf32>
  }
  return
}

// -----

// By steps of 1 a loop runs through all between its bounds, however many these are.
func.func @between(%a: memref<16xf32>, %n: index) {
  affine.for %i = max affine_map<(d0) -> (d0, 0)>(%n) to 16 {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits for its indices: unknown}}
    %x = affine.load %a[%i] : memref<16xf32>
  }
  return
}

// -----

// Of an index of 64 bits these counters end, of one of 32 they do not.
// NARROW-LABEL: @width
// NARROW-NOT: in_bounds
func.func @width(%a: memref<1073741825xf32>) {
  %c0 = arith.constant 0 : index
  %end = arith.constant 2147483647 : index
  %step = arith.constant 1073741824 : index
  scf.for %i = %c0 to %end step %step {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%i] : memref<1073741825xf32>
  }
  affine.for %i = 0 to 2147483647 step 1073741824 {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = affine.load %a[%i] : memref<1073741825xf32>
  }
  scf.parallel (%i) = (%c0) to (%end) step (%step) {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%i] : memref<1073741825xf32>
  }
  scf.forall (%i) = (0) to (2147483647) step (1073741824) {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%i] : memref<1073741825xf32>
  }
  return
}

// -----

// To a size, a counter of 64 bits gets by short steps.
// NARROW-LABEL: @tiles
// NARROW-NOT: in_bounds
func.func @tiles(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %end = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %end step %c4 {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits for its indices: unknown}}
    %x = memref.load %a[%i] : memref<?xf32>
  }
  return
}
