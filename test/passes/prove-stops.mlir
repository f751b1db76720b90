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

// -----

// A loop whose counter wraps may never end: 100 and 100 are 200, which is -56 and below 120.
func.func @wraps(%a: memref<5xf32>) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %c120 = arith.constant 120 : i8
  // expected-note @below {{'scf.for' decides whether it is executed}}
  scf.for %i = %c0 to %c120 step %c100 : i8 {
  }
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
  // expected-note @below {{index 0 is 9}}
  %x = memref.load %a[%c9] : memref<5xf32>
  return
}

// -----

func.func @wraps_unsigned(%a: memref<5xf32>) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %c255 = arith.constant 255 : i8
  // expected-note @below {{'scf.for' decides whether it is executed}}
  scf.for unsigned %i = %c0 to %c255 step %c100 : i8 {
  }
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
  // expected-note @below {{index 0 is 9}}
  %x = memref.load %a[%c9] : memref<5xf32>
  return
}

// -----

func.func @may_wrap(%a: memref<5xf32>, %n: i32) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 10 {
    // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
    // expected-note @below {{at (i = 9), index 0 is 9}}
    %x = memref.load %a[%i] : memref<5xf32>
    // expected-note @below {{'scf.for' decides whether it is executed}}
    scf.for %j = %c0 to %n step %c4 : i32 {
    }
  }
  return
}

// -----

// These end: by steps of 1, or before the counter wraps.
func.func @ends(%a: memref<5xf32>, %n: i32, %m: index) {
  %i0 = arith.constant 0 : index
  %i4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c50 = arith.constant 50 : i8
  %c100 = arith.constant 100 : i8
  %c200 = arith.constant 200 : i8
  scf.for %i = %c4 to %n step %c1 : i32 {
  }
  scf.for %i = %i0 to %m step %i4 {
  }
  scf.for unsigned %i = %c0 to %c200 step %c50 : i8 {
  }
  affine.for %i = 0 to %m step 4 {
  }
  scf.for %i = %c0 to %c100 step %c50 : i8 {
  }
  // expected-error @below {{'memref.load' leaves axis 0 of memref<5xf32>}}
  // expected-note @below {{index 0 is 9}}
  %x = memref.load %a[%c9] : memref<5xf32>
  return
}

// -----

// A quotient of an affine map by what may be 0 has no meaning.
func.func @affine(%a: memref<5xf32>, %n: index) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %even = affine.apply affine_map<()[s0] -> (9 mod s0)>()[%c2]
  // expected-error @below {{'memref.load' leaves axis 0 of memref<5xf32>}}
  // expected-note @below {{index 0 is 9}}
  %x = memref.load %a[%c9] : memref<5xf32>
  // expected-note @below {{'affine.apply' decides whether it is executed}}
  %q = affine.apply affine_map<()[s0] -> (9 floordiv s0)>()[%n]
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
  // expected-note @below {{index 0 is 9}}
  %y = memref.load %a[%c9] : memref<5xf32>
  return
}

// -----

func.func @affine_set(%a: memref<5xf32>, %n: index) {
  %c9 = arith.constant 9 : index
  // expected-note @below {{'affine.if' decides whether it is executed}}
  affine.if affine_set<()[s0] : (9 ceildiv s0 - 1 >= 0)>()[%n] {
  }
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
  // expected-note @below {{index 0 is 9}}
  %x = memref.load %a[%c9] : memref<5xf32>
  return
}

// -----

func.func @digits(%a: memref<5xf32>, %n: index) {
  %c9 = arith.constant 9 : index
  %plain:2 = affine.delinearize_index %c9 into (3, 4) : index, index
  // expected-error @below {{'memref.load' leaves axis 0 of memref<5xf32>}}
  // expected-note @below {{index 0 is 9}}
  %x = memref.load %a[%c9] : memref<5xf32>
  // expected-note @below {{'affine.delinearize_index' decides whether it is executed}}
  %digits:2 = affine.delinearize_index %c9 into (3, %n) : index, index
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<5xf32>, where it is executed}}
  // expected-note @below {{index 0 is 9}}
  %y = memref.load %a[%c9] : memref<5xf32>
  return
}
