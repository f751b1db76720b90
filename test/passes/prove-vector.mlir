// RUN: tileir-opt %s --verify-diagnostics --tileir-prove=remarks
// RUN: grep -v expected- %s | tileir-opt --tileir-prove 2>/dev/null | FileCheck %s

// Four elements from i on: the last one counts.
// CHECK-LABEL: @whole
func.func @whole(%a: memref<8x16xf32>, %v: vector<4xf32>) {
  affine.for %i = 0 to 16 step 4 {
    %c7 = arith.constant 7 : index
    // CHECK: vector.load {{.*}}in_bounds = array<i64: 1, 1>
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{stays in axis 1}}
    // expected-remark @below {{32 bits suffice}}
    %x = vector.load %a[%c7, %i] : memref<8x16xf32>, vector<4xf32>
  }
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 14 step 4 {
    %c1 = arith.constant 1 : index
    %at = arith.addi %i, %c1 : index
    // expected-remark @below {{stays in axis 0}}
    // expected-warning @below {{'vector.store' leaves axis 1 of memref<8x16xf32>; what happens depends on the target}}
    // expected-note @below {{at (i = 12), index 1 is 13 for 4 elements, and the axis has 16 elements}}
    // expected-remark @below {{32 bits suffice}}
    vector.store %v, %a[%c1, %at] : memref<8x16xf32>, vector<4xf32>
  }
  return
}

// Where a transfer may leave the memref, nothing is demanded, and it is said whether it does.
// CHECK-LABEL: @transfers
func.func @transfers(%a: memref<100xf32>, %mask: vector<8xi1>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 step 8 {
    // CHECK: vector.transfer_read {{.*}}in_bounds = array<i64: 0>
    // expected-remark @below {{may leave axis 0 of memref<100xf32>, which is allowed: at (i = 96), index 0 is 96 for 8 elements}}
    // expected-remark @below {{32 bits suffice}}
    %x = vector.transfer_read %a[%i], %zero : memref<100xf32>, vector<8xf32>
    // expected-remark @below {{may leave axis 0 of memref<100xf32>, which is allowed}}
    // expected-remark @below {{32 bits suffice}}
    %y = vector.transfer_read %a[%i], %zero, %mask {in_bounds = [true]} : memref<100xf32>, vector<8xf32>
  }
  affine.for %i = 0 to 96 step 8 {
    // CHECK: vector.transfer_read {{.*}}in_bounds = array<i64: 1>
    // expected-remark @below {{stays in axis 0 of memref<100xf32>: proved by affine}}
    // expected-remark @below {{32 bits suffice}}
    %x = vector.transfer_read %a[%i], %zero : memref<100xf32>, vector<8xf32>
  }
  return
}

// An axis that is no vector's must be in bounds, and each axis is asked on its own.
// CHECK-LABEL: @transposed
func.func @transposed(%a: memref<4x8x16xf32>, %x: vector<8x4xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 16 {
    // CHECK: vector.transfer_write {{.*}}in_bounds = array<i64: 1, 1, 1>
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{stays in axis 1}}
    // expected-remark @below {{stays in axis 2}}
    // expected-remark @below {{32 bits suffice}}
    vector.transfer_write %x, %a[%c0, %c0, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d1, d0)>, in_bounds = [true, false]} : vector<8x4xf32>, memref<4x8x16xf32>
  }
  return
}
