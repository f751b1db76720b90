// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks
// RUN: grep -v expected- %s | not tileir-opt --split-input-file --tileir-prove 2>/dev/null | FileCheck %s

// A column of 32 rows has all its words in one bank; of rows of 33 words each bank has one.
// CHECK-LABEL: @columns
func.func @columns() {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %plain = memref.alloca() : memref<32x32xf32, #gpu.address_space<workgroup>>
    %padded = memref.alloca() : memref<32x33xf32, 3>
    affine.for %i = 0 to 32 {
      // CHECK: memref.load {{.*}}phases = 1 : i64, wavefronts = 32 : i64
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{stays in axis 1}}
      // expected-remark @below {{32 bits suffice}}
      // expected-remark @below {{in banks: 32 wavefronts in 1 phase (at (subgroup = 0, lane = 0, i = 0), 32 lanes want 32 words of bank 0)}}
      %x = memref.load %plain[%tx, %i] : memref<32x32xf32, #gpu.address_space<workgroup>>
      // CHECK: memref.load {{.*}}phases = 1 : i64, wavefronts = 1 : i64
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{stays in axis 1}}
      // expected-remark @below {{32 bits suffice}}
      // expected-remark @below {{in banks: 1 wavefront in 1 phase}}
      %y = memref.load %padded[%tx, %i] : memref<32x33xf32, 3>
    }
    gpu.terminator
  }
  return
}

// -----

// A swizzle by hand: the column of a row is xored with the row, so no bank is asked twice.
// CHECK-LABEL: gpu.func @swizzled
gpu.module @kernels {
  gpu.func @swizzled() workgroup(%tile : memref<64x8xvector<4xf32>, 3>, %flat : memref<2048xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %low = arith.andi %t, %c7 : index
    %column = arith.xori %low, %c3 : index
    %offset = arith.muli %column, %c4 : index
    %row = arith.muli %t, %c32 : index
    %at = arith.addi %row, %offset : index
    // CHECK: vector.load {{.*}}in_bounds = array<i64: 1>, index_bits = 32 : i64, {{.*}}phases = 4 : i64, wavefronts = 4 : i64
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    // expected-remark @below {{in banks: 4 wavefronts in 4 phases}}
    %x = vector.load %flat[%at] : memref<2048xf32, 3>, vector<4xf32>
    gpu.return
  }
}

// -----

// Of a block whose size is not known, threads are numbers of 32 bits, of which nothing is disproved.
gpu.module @kernels {
  gpu.func @unknown(%a: memref<1024xf32>, %shared: memref<1024xf32, 3>, %n: index) kernel {
    %t = gpu.thread_id x
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<1024xf32>: the size of a block is not known}}
    // expected-remark @below {{32 bits for its indices: unknown: the size of a block is not known}}
    %x = memref.load %a[%t] : memref<1024xf32>
    %small = gpu.thread_id y upper_bound 1024
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    // expected-remark @below {{in banks: unknown: it does not depend on a lane that is read}}
    %y = memref.load %shared[%small] : memref<1024xf32, 3>
    gpu.return
  }
}

// -----

// Threads past the end are kept out by the condition.
gpu.module @kernels {
  gpu.func @tail(%a: memref<1000xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 8, 1, 1>} {
    %g = gpu.global_id x
    %end = arith.constant 1000 : index
    %inside = arith.cmpi slt, %g, %end : index
    scf.if %inside {
      // expected-remark @below {{stays in axis 0 of memref<1000xf32>: proved by linear}}
      // expected-remark @below {{32 bits suffice}}
      %x = memref.load %a[%g] : memref<1000xf32>
    }
    // expected-error @below {{'memref.load' leaves axis 0 of memref<1000xf32>}}
    // expected-note @below {{index 0 is 1023, and the axis has 1000 elements}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%g] : memref<1000xf32>
    gpu.return
  }
}
