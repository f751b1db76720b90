// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove
// RUN: grep -v expected- %s | not tileir-opt --split-input-file --tileir-prove 2>/dev/null | FileCheck %s

// A launch in a launch has threads of its own: 64 of them, where the one around has 8.
func.func @nested(%a: memref<8xf32>, %b: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %outer = gpu.thread_id x
    gpu.launch blocks(%bx1, %by1, %bz1) in (%gx1 = %c1, %gy1 = %c1, %gz1 = %c1)
               threads(%tx1, %ty1, %tz1) in (%sx1 = %c64, %sy1 = %c1, %sz1 = %c1) {
      %inner = gpu.thread_id x
      // expected-error @below {{leaves axis 0 of memref<8xf32>}}
      // expected-note @below {{index 0 is 63, and the axis has 8 elements}}
      %x = memref.load %a[%tx1] : memref<8xf32>
      // expected-error @below {{leaves axis 0 of memref<8xf32>}}
      // expected-note @below {{index 0 is 63, and the axis has 8 elements}}
      %y = memref.load %a[%inner] : memref<8xf32>
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// -----

// Those of the launch around are 8 as before.
// CHECK: func.func @nested_within
func.func @nested_within(%a: memref<8xf32>, %b: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %outer = gpu.thread_id x
    gpu.launch blocks(%bx1, %by1, %bz1) in (%gx1 = %c1, %gy1 = %c1, %gz1 = %c1)
               threads(%tx1, %ty1, %tz1) in (%sx1 = %c64, %sy1 = %c1, %sz1 = %c1) {
      %inner = gpu.thread_id x
      // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>
      %z = memref.load %a[%tx] : memref<8xf32>
      // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>
      %u = memref.load %a[%outer] : memref<8xf32>
      // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>
      %v = memref.load %b[%tx1] : memref<64xf32>
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// -----

// Threads of a function are not those of a launch in it.
// CHECK: func.func @around
func.func @around(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    // CHECK: memref.load %{{[^ ]*}}[%{{[^ ]*}}] : memref<8xf32>
    %x = memref.load %a[%t] : memref<8xf32>
    // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>
    %y = memref.load %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}

// -----

gpu.module @kernels {
  gpu.func @known_size(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %t = gpu.thread_id x
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
      // expected-error @below {{leaves axis 0 of memref<8xf32>}}
      // expected-note @below {{index 0 is 15, and the axis has 8 elements}}
      %y = memref.load %a[%tx] : memref<8xf32>
      gpu.terminator
    }
    gpu.return
  }
}

// -----

// CHECK: gpu.func @known_within
gpu.module @kernels {
  gpu.func @known_within(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %t = gpu.thread_id x
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
      // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>
      %x = memref.load %a[%t] : memref<8xf32>
      gpu.terminator
    }
    gpu.return
  }
}

// -----

// Lanes are those of the launch in which the access stands; the thread around is the same for all.
// CHECK: func.func @lanes_of_the_inner
func.func @lanes_of_the_inner() {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    gpu.launch blocks(%bx1, %by1, %bz1) in (%gx1 = %c1, %gy1 = %c1, %gz1 = %c1)
               threads(%tx1, %ty1, %tz1) in (%sx1 = %c32, %sy1 = %c1, %sz1 = %c1) {
      %p = memref.alloca() : memref<32x32xf32, 3>
      // CHECK: memref.load {{.*}}wavefronts = 32 : i64
      %x = memref.load %p[%tx1, %tx] : memref<32x32xf32, 3>
      // CHECK: memref.load {{.*}}wavefronts = 1 : i64
      %y = memref.load %p[%tx, %tx1] : memref<32x32xf32, 3>
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// -----

// Elements of 3 bytes do not lie side by side, so nothing is said of their banks.
// CHECK: gpu.func @three_bytes
gpu.module @kernels {
  gpu.func @three_bytes(%p: memref<1024xi24, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    // CHECK-NOT: wavefronts
    // CHECK: memref.load {{.*}}in_bounds = array<i64: 1>
    // CHECK-NOT: wavefronts
    %x = memref.load %p[%t] : memref<1024xi24, 3>
    gpu.return
  }
}
