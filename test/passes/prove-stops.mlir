// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove

// What comes after an access in one turn of a loop comes before it in the next.
func.func @asserts(%a: memref<5xf32>) {
  %c4 = arith.constant 4 : index
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 10 {
    // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
    // expected-note @below {{at (i = 9), index 0 is 9}}
    %x = memref.load %a[%i] : memref<5xf32>
    %c = arith.cmpi slt, %i, %c4 : index
    // expected-note @below {{'cf.assert' decides whether it is executed}}
    cf.assert %c, "the end"
  }
  return
}

// -----

func.func private @leave(index)
func.func @calls(%a: memref<5xf32>, %p: i1) {
  affine.for %k = 0 to 2 {
    // expected-note @below {{j counts this loop}}
    affine.for %i = 0 to 10 {
      // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
      // expected-note @below {{at (j = 9), index 0 is 9}}
      %x = memref.load %a[%i] : memref<5xf32>
    }
    scf.if %p {
      // expected-note @below {{'func.call' decides whether it is executed}}
      func.call @leave(%k) : (index) -> ()
    }
  }
  return
}

// -----

func.func @loops_on(%a: memref<5xf32>) {
  %c4 = arith.constant 4 : index
  // expected-note @below {{i counts this loop}}
  affine.parallel (%i) = (0) to (10) {
    // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
    // expected-note @below {{index 0 is 9}}
    %x = memref.load %a[%i] : memref<5xf32>
    // expected-note @below {{'scf.while' decides whether it is executed}}
    scf.while : () -> () {
      %c = arith.cmpi sge, %i, %c4 : index
      scf.condition(%c)
    } do {
      scf.yield
    }
  }
  return
}

// -----

// After all loops, or in the other branch of a condition, nothing comes before it.
func.func @after(%a: memref<5xf32>, %p: i1) {
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 10 {
    // expected-error @below {{'memref.load' leaves axis 0 of memref<5xf32>}}
    // expected-note @below {{at (i = 9), index 0 is 9}}
    %x = memref.load %a[%i] : memref<5xf32>
  }
  cf.assert %p, "late"
  return
}

// -----

#later = affine_set<(d0) : (d0 - 5 >= 0)>
func.func @branches(%a: memref<5xf32>, %p: i1) {
  %c7 = arith.constant 7 : index
  affine.if #later(%c7) {
    // expected-error @below {{'memref.load' leaves axis 0 of memref<5xf32>}}
    // expected-note @below {{index 0 is 7}}
    %x = memref.load %a[%c7] : memref<5xf32>
  } else {
    cf.assert %p, "elsewhere"
  }
  return
}
