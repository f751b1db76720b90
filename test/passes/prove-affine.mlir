// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks
// RUN: tileir-opt %s --split-input-file --tileir-prove=programs=ignore | FileCheck %s --check-prefix=IGNORED

// IGNORED-NOT: tileir.facts

#rest = affine_map<(d0) -> (64, 200 - d0)>

// The last tile is cut off: 64*i + j stays below 200, though 3*64 + 63 does not.
func.func @ragged(%a: memref<200xf32>) {
  affine.for %i = 0 to 200 step 64 {
    affine.for %j = 0 to min #rest(%i) {
      // expected-remark @below {{stays in axis 0 of memref<200xf32>: proved by linear}}
      // expected-remark @below {{32 bits suffice for its indices}}
      %x = affine.load %a[%i + %j] : memref<200xf32>
    }
  }
  return
}

// -----

#rest = affine_map<(d0) -> (64, 200 - d0)>

func.func @one_short(%a: memref<199xf32>) {
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 200 step 64 {
    // expected-note @below {{j counts this loop}}
    affine.for %j = 0 to min #rest(%i) {
      // expected-error @below {{'affine.load' leaves axis 0 of memref<199xf32>}}
      // expected-note @below {{at (i = 192, j = 7), index 0 is 199, and the axis has 199 elements}}
      // expected-remark @below {{32 bits suffice for its indices}}
      %x = affine.load %a[%i + %j] : memref<199xf32>
    }
  }
  return
}

// -----

#rest = affine_map<(d0)[s0] -> (64, s0 - d0)>

// The same for every extent.
func.func @symbolic(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to %n step 64 {
    affine.for %j = 0 to min #rest(%i)[%n] {
      // expected-remark @below {{stays in axis 0 of memref<?xf32>: proved by linear}}
      // expected-remark @below {{32 bits for its indices: unknown}}
      %x = affine.load %a[%i + %j] : memref<?xf32>
    }
  }
  return
}

// -----

// What the program is given may be too large, which is for its caller to know.
func.func @given(%a: memref<16xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-remark @below {{may leave axis 0 of memref<16xf32>: at (arg1 = 17, i = 16), index 0 is 16, and the axis has 16 elements}}
    // expected-remark @below {{32 bits for its indices: unknown}}
    %x = affine.load %a[%i] : memref<16xf32>
  }
  return
}

// -----

#below = affine_set<(d0) : (99 - d0 >= 0)>

func.func @conditions(%a: memref<100xf32>) {
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 200 {
    affine.if #below(%i) {
      // expected-remark @below {{stays in axis 0 of memref<100xf32>: proved by linear}}
      // expected-remark @below {{32 bits suffice}}
      %x = affine.load %a[%i] : memref<100xf32>
    } else {
      // expected-error @below {{'affine.load' leaves axis 0 of memref<100xf32>}}
      // expected-note @below {{at (i = 199), index 0 is 199, and the axis has 100 elements}}
      // expected-remark @below {{32 bits suffice}}
      %x = affine.load %a[%i] : memref<100xf32>
    }
  }
  return
}

// -----

// A loop that never runs accesses nothing; one over a triangle stays in it.
func.func @empty_and_triangle(%a: memref<16xf32>) {
  affine.for %i = 8 to 8 {
    // expected-remark @below {{stays in axis 0 of memref<16xf32>: proved by cardinality}}
    // expected-remark @below {{32 bits suffice}}
    %x = affine.load %a[%i + 100] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      // expected-remark @below {{stays in axis 0 of memref<16xf32>: proved by linear}}
      // expected-remark @below {{32 bits suffice}}
      %x = affine.load %a[%i - %j] : memref<16xf32>
    }
  }
  return
}

// -----

// An index that fits 32 bits makes an address that does not.
func.func @large(%a: memref<1048576x4096xf32>) {
  // expected-note @below {{i counts this loop}}
  // expected-note @below {{j counts this loop}}
  affine.parallel (%i, %j) = (0, 0) to (1048576, 4096) step (1, 4) {
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{stays in axis 1}}
    // expected-remark @below {{32 bits for its indices: disproved: at (i = 1048575, j = 0), 4294963200 does not fit}}
    %x = affine.vector_load %a[%i, %j] : memref<1048576x4096xf32>, vector<4xf32>
    // expected-remark @below {{stays in axis 0}}
    // expected-warning @below {{'affine.vector_store' leaves axis 1 of memref<1048576x4096xf32>; what happens depends on the target}}
    // expected-note @below {{index 1 is 4093 for 4 elements, and the axis has 4096 elements}}
    // expected-remark @below {{32 bits for its indices: disproved}}
    affine.vector_store %x, %a[%i, %j + 1] : memref<1048576x4096xf32>, vector<4xf32>
  }
  return
}
