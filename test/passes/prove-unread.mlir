// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks
// RUN: not tileir-opt %s --split-input-file --tileir-prove=programs=require 2>&1 | FileCheck %s

// Nothing is disproved by a value that is not read: it may never be.
func.func @values(%a: memref<16xf32>, %p: i1, %b: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.if %p -> index { scf.yield %c0 : index } else { scf.yield %c3 : index }
  // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: what 'scf.if' gives is not read}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'scf.if' gives is not read}}
  %x = memref.load %a[%r] : memref<16xf32>
  scf.for %i = %c0 to %c3 step %c1 iter_args(%k = %c0) -> index {
    // expected-remark @below {{this stays in axis 0 of memref<16xf32>: what 'scf.for' gives is not read}}
    // expected-remark @below {{32 bits for its indices: unknown: what 'scf.for' gives is not read}}
    %y = memref.load %a[%k] : memref<16xf32>
    scf.yield %c3 : index
  }
  scf.while (%i = %c0) : (index) -> () {
    // expected-remark @below {{this stays in axis 0 of memref<16xf32>: what 'scf.while' gives is not read}}
    // expected-remark @below {{32 bits for its indices: unknown: what 'scf.while' gives is not read}}
    %z = memref.load %a[%i] : memref<16xf32>
    %c = arith.cmpi ult, %i, %c3 : index
    scf.condition(%c)
  } do {
    scf.yield %c0 : index
  }
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits suffice}}
  %v = memref.load %b[%c0] : memref<4xi64>
  %i = arith.index_cast %v : i64 to index
  // expected-remark @below {{this stays in axis 0 of memref<16xf32>: what 'memref.load' gives is not read}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'memref.load' gives is not read}}
  %w = memref.load %a[%i] : memref<16xf32>
  return
}

// -----

// A number of 64 bits by what is done with it; what is not read exactly lies in an interval.
func.func @intervals(%a: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c15 = arith.constant 15 : index
  %c60 = arith.constant 60 : index
  %rem = arith.remui %n, %c3 : index
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'arith.remui' gives is not read}}
  %x0 = memref.load %a[%rem] : memref<16xf32>
  %shifted = arith.shrui %n, %c60 : index
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'arith.shrui' gives is not read}}
  %x1 = memref.load %a[%shifted] : memref<16xf32>
  %unsigned = arith.minui %n, %c15 : index
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'arith.minui' gives is not read}}
  %x2 = memref.load %a[%unsigned] : memref<16xf32>
  %least = arith.minsi %n, %c15 : index
  %both = arith.maxsi %least, %c0 : index
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'arith.minsi' gives is not read}}
  %x3 = memref.load %a[%both] : memref<16xf32>
  %signed = arith.remsi %n, %c3 : index
  // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: what 'arith.remsi' gives is not read}}
  // expected-remark @below {{32 bits for its indices: unknown: what 'arith.remsi' gives is not read}}
  %x4 = memref.load %a[%signed] : memref<16xf32>
  %digits:2 = affine.delinearize_index %n into (4, 16) : index, index
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits for its indices: disproved: at (arg1 = -9223372036854775808), -9223372036854775808 does not fit}}
  %x5 = memref.load %a[%digits#1] : memref<16xf32>
  return
}

// -----

// A condition that is not read may leave a witness out, and so may what ends the program.
func.func @guards(%a: memref<16xf32>, %n: index, %flags: memref<4xi1>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // expected-remark @below {{stays in axis 0}}
  // expected-remark @below {{32 bits suffice}}
  %flag = memref.load %flags[%c0] : memref<4xi1>
  affine.for %i = 0 to 20 {
    scf.if %flag {
      // expected-remark @below {{'scf.if' decides whether this is executed, and is not read}}
      // expected-remark @below {{32 bits suffice}}
      %x = memref.load %a[%i] : memref<16xf32>
    }
  }
  %inside = arith.cmpi ult, %n, %c16 : index
  cf.assert %inside, "in bounds"
  // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: 'cf.assert' may end the program before this}}
  // expected-remark @below {{32 bits for its indices: unknown: 'cf.assert' may end the program before this}}
  %y = memref.load %a[%n] : memref<16xf32>
  return
}

// -----

// A quotient by 0 has no meaning, nor has what comes after it.
func.func @quotient(%a: memref<4xf32>) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  // expected-note @below {{'arith.divui' decides whether it is executed}}
  %q = arith.divui %c9, %c0 : index
  // expected-warning @below {{'memref.load' leaves axis 0 of memref<4xf32>, where it is executed}}
  // expected-note @below {{index 0 is 9, and the axis has 4 elements}}
  // expected-remark @below {{32 bits suffice}}
  %x = memref.load %a[%c9] : memref<4xf32>
  return
}

// -----

// What is allocated has no negative size.
func.func @sizes(%n: index) {
  %negative = arith.constant -3 : index
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%negative) : memref<?xf32>
  // expected-remark @below {{it is not known whether this stays in axis 0 of memref<?xf32>: nothing is known of the extent}}
  // expected-remark @below {{32 bits suffice}}
  %x = memref.load %a[%c0] : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  // expected-remark @below {{may leave axis 0 of memref<?xf32>: at (arg0 = 0), index 0 is 0, and the axis has 0 elements}}
  // expected-remark @below {{32 bits}}
  %y = memref.load %b[%c0] : memref<?xf32>
  return
}

// -----

// Accesses that are not read are seen, by the memref that they take.
// CHECK: error: 'vector.gather' accesses memory, and is not read
// CHECK: error: 'vector.scatter' accesses memory, and is not read
// CHECK: error: 'vector.expandload' accesses memory, and is not read
// CHECK: error: 'vector.compressstore' accesses memory, and is not read
// CHECK: error: 'vector.load' accesses memory, and is not read
// CHECK: error: 'vector.transfer_read' accesses memory, and is not read
// CHECK: error: 'memref.dma_start' accesses memory, and is not read
// CHECK: error: 'gpu.subgroup_mma_load_matrix' accesses memory, and is not read
// CHECK: error: 'nvgpu.device_async_copy' accesses memory, and is not read
// CHECK: error: 'memref.copy' accesses memory, and is not read
// CHECK-NOT: error: '
func.func @unseen(%a: memref<100xf32>, %m: vector<8xi1>, %p: vector<8xf32>, %iv: vector<8xi32>, %n: index, %s: memref<32x32xf16, 3>, %t: memref<32xf32, 3>, %d: memref<?xf32>) {
  // expected-remark @below {{'vector.gather' accesses memory, and is not read}}
  %g = vector.gather %a[%n] [%iv], %m, %p : memref<100xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // expected-remark @below {{'vector.scatter' accesses memory, and is not read}}
  vector.scatter %a[%n] [%iv], %m, %p : memref<100xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  // expected-remark @below {{'vector.expandload' accesses memory, and is not read}}
  %e = vector.expandload %a[%n], %m, %p : memref<100xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // expected-remark @below {{'vector.compressstore' accesses memory, and is not read}}
  vector.compressstore %a[%n], %m, %p : memref<100xf32>, vector<8xi1>, vector<8xf32>
  // expected-remark @below {{'vector.load' accesses memory, and is not read}}
  %scalable = vector.load %a[%n] : memref<100xf32>, vector<[4]xf32>
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{'vector.transfer_read' accesses memory, and is not read}}
  %r = vector.transfer_read %a[%n], %zero : memref<100xf32>, vector<[4]xf32>
  %tag = memref.alloc() : memref<1xi32>
  // expected-remark @below {{'memref.dma_start' accesses memory, and is not read}}
  memref.dma_start %a[%n], %t[%n], %n, %tag[%n] : memref<100xf32>, memref<32xf32, 3>, memref<1xi32>
  // expected-remark @below {{'gpu.subgroup_mma_load_matrix' accesses memory, and is not read}}
  %mma = gpu.subgroup_mma_load_matrix %s[%n, %n] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  // expected-remark @below {{'nvgpu.device_async_copy' accesses memory, and is not read}}
  %token = nvgpu.device_async_copy %a[%n], %t[%n], 4 : memref<100xf32> to memref<32xf32, 3>
  // expected-remark @below {{'memref.copy' accesses memory, and is not read}}
  memref.copy %d, %d : memref<?xf32> to memref<?xf32>
  memref.copy %a, %a : memref<100xf32> to memref<100xf32>
  %view = memref.cast %a : memref<100xf32> to memref<?xf32>
  %c0 = arith.constant 0 : index
  %dim = memref.dim %view, %c0 : memref<?xf32>
  memref.dealloc %tag : memref<1xi32>
  return
}

// -----

// Nor is a memref needed for that, where a number is a pointer.
// CHECK: error: 'xegpu.load' accesses memory, and is not read
// CHECK: error: 'xegpu.store' accesses memory, and is not read
// CHECK: error: 'xegpu.prefetch' accesses memory, and is not read
// CHECK: error: 'bufferization.materialize_in_destination' accesses memory, and is not read
// CHECK-NOT: error: '
func.func @pointers(%p: i64, %u: ui64, %offsets: vector<16xindex>, %mask: vector<16xi1>, %t: tensor<16xf32>, %m: memref<16xf32>) {
  // expected-remark @below {{'xegpu.load' accesses memory, and is not read}}
  %x = xegpu.load %p[%offsets], %mask : i64, vector<16xindex>, vector<16xi1> -> vector<16xf32>
  // expected-remark @below {{'xegpu.store' accesses memory, and is not read}}
  xegpu.store %x, %u[%offsets], %mask : vector<16xf32>, ui64, vector<16xindex>, vector<16xi1>
  // expected-remark @below {{'xegpu.prefetch' accesses memory, and is not read}}
  xegpu.prefetch %p[%offsets] {offset_align_byte = 4} : i64, vector<16xindex>
  // expected-remark @below {{'bufferization.materialize_in_destination' accesses memory, and is not read}}
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<16xf32>, memref<16xf32>) -> ()
  return
}
