// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove
// RUN: grep -v expected- %s | not tileir-opt --split-input-file --tileir-prove 2>/dev/null | FileCheck %s
// RUN: not tileir-opt %s --split-input-file --tileir-prove=programs=require 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: not tileir-opt %s --tileir-prove=programs=maybe 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tileir-opt %s --tileir-prove=index-bitwidth=48 2>&1 | FileCheck %s --check-prefix=WIDTH

// OPTION: option 'programs' has the value 'maybe': expected check, require or ignore
// WIDTH: option 'index-bitwidth' has the value '48': expected 32 or 64

// The facts name the map that they are of: where the access is executed, its indices, its address.
// CHECK: #[[SUBJECT:.*]] = #tileir.expr<(i : 8, j : 4) -> (i, j * 4, i * 16 + j * 4) to (d0 : 8, d1 : 16, address)>
// CHECK-LABEL: @facts
func.func @facts(%a: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c16 step %c4 {
      // CHECK: memref.load %{{.*}} {tileir.facts = {computed = #{{[a-z0-9]+}}, in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #[[SUBJECT]]}}
      %x = memref.load %a[%i, %j] : memref<8x16xf32>
      // Facts that were written of another map are replaced.
      // CHECK: memref.store {{.*}} {tileir.facts = {computed = #{{[a-z0-9]+}}, in_bounds = array<i64: 1, 1>, index_bits = 32 : i64, of = #[[SUBJECT]]}}
      memref.store %x, %a[%i, %j] {tileir.facts = {in_bounds = array<i64: 0, 0>}} : memref<8x16xf32>
    }
  }
  return
}

// -----

// Integers wrap: 200 as i8 is -56.
func.func @wraps(%a: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c201 = arith.constant 201 : index
  // expected-note @below {{i counts this loop}}
  scf.for %i = %c0 to %c201 step %c1 {
    %narrow = arith.index_cast %i : index to i8
    %unsigned = arith.index_castui %narrow : i8 to index
    %x = memref.load %a[%unsigned] : memref<256xf32>
    %signed = arith.index_cast %narrow : i8 to index
    // expected-error @below {{'memref.load' leaves axis 0 of memref<256xf32>}}
    // expected-note @below {{index 0 is -128, and the axis has 256 elements}}
    %y = memref.load %a[%signed] : memref<256xf32>
  }
  return
}

// -----

// REQUIRED: 'memref.load': it is not known whether this stays in axis 0 of memref<16xf32>
// REQUIRED: what 'memref.load' gives is not read
func.func @unknown(%a: memref<16xf32>, %b: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %i = memref.load %b[%c0] : memref<16xindex>
  %x = memref.load %a[%i] : memref<16xf32>
  %c16 = arith.constant 16 : index
  %inside = arith.cmpi ult, %i, %c16 : index
  // CHECK-LABEL: @unknown
  // CHECK: scf.if
  // CHECK-NEXT: memref.load {{.*}}in_bounds = array<i64: 1>
  scf.if %inside {
    %y = memref.load %a[%i] : memref<16xf32>
  }
  return
}

// -----

// Whether it is executed is not known, nor what an assertion lets through.
func.func @doubt(%a: memref<4xf32>, %flag: memref<i1>) {
  %c4 = arith.constant 4 : index
  %maybe = memref.load %flag[] : memref<i1>
  // expected-note @below {{'scf.if' decides whether it is executed}}
  scf.if %maybe {
    // expected-warning @below {{'memref.load' leaves axis 0 of memref<4xf32>, where it is executed}}
    // expected-note @below {{index 0 is 4, and the axis has 4 elements}}
    %x = memref.load %a[%c4] : memref<4xf32>
  }
  // expected-note @below {{'cf.assert' decides whether it is executed}}
  cf.assert %maybe, "in bounds"
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<4xf32>, where it is executed}}
  // expected-note @below {{index 0 is 4, and the axis has 4 elements}}
  %y = memref.load %a[%c4] : memref<4xf32>
  return
}

// -----

// Views: the window stays in the source, the access in the window.
func.func @views(%a: memref<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %row = arith.muli %i, %c4 overflow<nsw> : index
    // CHECK-LABEL: @views
    // CHECK: memref.subview {{.*}}in_bounds = array<i64: 1, 1>
    %v = memref.subview %a[%row, 32] [4, 16] [1, 2] : memref<64x64xf32> to memref<4x16xf32, strided<[64, 2], offset: ?>>
    // CHECK: memref.load {{.*}}in_bounds = array<i64: 1, 1>, index_bits = 32
    %x = memref.load %v[%i, %c4] : memref<4x16xf32, strided<[64, 2], offset: ?>>
  }
  return
}

// -----

func.func @far(%a: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{i counts this loop}}
  scf.for %i = %c0 to %c4 step %c1 {
    %far = arith.constant 17 : index
    %at = arith.muli %i, %far : index
    // expected-error @below {{'memref.subview' leaves axis 0 of memref<64x64xf32>}}
    // expected-note @below {{at (i = 3), index 0 is 51 for 16 elements 1 apart, and the axis has 64 elements}}
    %w = memref.subview %a[%at, 0] [16, 16] [1, 1] : memref<64x64xf32> to memref<16x16xf32, strided<[64, 1], offset: ?>>
  }
  return
}

// -----

// An extent is what the allocation says, also through a cast.
func.func @extents(%k: i8) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %n = arith.index_castui %k : i8 to index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.cast %a : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  // CHECK-LABEL: @extents
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>, index_bits = 32
    %x = memref.load %b[%i] : memref<?xf32, strided<[?], offset: ?>>
    %next = arith.addi %i, %c1 : index
    // CHECK: memref.load
    // CHECK-SAME: in_bounds = array<i64: 0>
    %y = memref.load %a[%next] : memref<?xf32>
  }
  return
}
