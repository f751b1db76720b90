// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks

// A value that promises not to overflow is none where it would: no message names a number for it.
func.func @unsigned(%a: memref<16xf32>) {
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 16 {
    %k = arith.subi %i, %c8 overflow<nuw> : index
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: what 'arith.subi' gives is not read}}
    // expected-remark @below {{32 bits for its indices: unknown: what 'arith.subi' gives is not read}}
    %x = memref.load %a[%k] : memref<16xf32>
    %m = arith.addi %i, %c8 overflow<nuw> : index
    %n = arith.subi %m, %c8 overflow<nsw, nuw> : index
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %y = memref.load %a[%n] : memref<16xf32>
  }
  return
}

// -----

// Nor where a quotient promises to be exact.
func.func @exact(%a: memref<2xf32>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    %k = arith.shrui %i, %c4 exact : index
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<2xf32>: what 'arith.shrui' gives is not read}}
    // expected-remark @below {{32 bits for its indices: unknown: what 'arith.shrui' gives is not read}}
    %x = memref.load %a[%k] : memref<2xf32>
  }
  return
}

// -----

// What is accessed under a mask may lie outside where the mask is not set.
func.func @masked(%a: memref<100xf32>, %mask: vector<8xi1>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 step 8 {
    // expected-remark @below {{may leave axis 0 of memref<100xf32>, which is allowed: at (i = 96), index 0 is 96 for 8 elements}}
    // expected-remark @below {{32 bits suffice}}
    %x = vector.mask %mask { vector.transfer_read %a[%i], %zero {in_bounds = [true]} : memref<100xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  }
  return
}

// -----

// The counter stays within 32 bits; the product by which it is written down does not.
func.func @written_otherwise(%a: memref<16xf32>) {
  %from = arith.constant -2147483648 : index
  %to = arith.constant 2147483647 : index
  %step = arith.constant 1073741824 : index
  %c16 = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  scf.for %i = %from to %to step %step {
    %positive = arith.cmpi sge, %i, %c0 : index
    %end = arith.cmpi slt, %i, %c16 : index
    %inside = arith.andi %positive, %end : i1
    scf.if %inside {
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{32 bits for its indices: unknown}}
      %x = memref.load %a[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// But a value of the program that leaves them is one more reason to have 64.
func.func @through(%a: memref<16xf32>) {
  %far = arith.constant 8589934592 : index
  affine.for %i = 0 to 16 {
    %k = arith.addi %i, %far : index
    %l = arith.subi %k, %far : index
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits for its indices: disproved}}
    %x = memref.load %a[%l] : memref<16xf32>
  }
  return
}
