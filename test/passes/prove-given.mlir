// RUN: tileir-opt %s --tileir-prove=remarks --split-input-file 2>&1 >/dev/null | FileCheck %s
// RUN: tileir-opt %s --tileir-prove='remarks=true index-bitwidth=32' --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=NARROW

// A condition that the function is given is read: what depends on it too is known to.
func.func @either(%a: memref<5xf32>, %p: i1) {
  %c10 = arith.constant 10 : index
  %k = arith.index_castui %p : i1 to index
  %m = arith.muli %k, %c10 : index
  scf.if %p {
    // CHECK: :[[#@LINE+1]]:{{.*}}remark: may leave axis 0 of memref<5xf32>: at (arg1 = -1), index 0 is 10
    %x = memref.load %a[%m] : memref<5xf32>
  } else {
    // CHECK: :[[#@LINE+1]]:{{.*}}remark: stays in axis 0 of memref<5xf32>
    %x = memref.load %a[%m] : memref<5xf32>
  }
  return
}

// -----

// It is never both.
func.func @both(%a: memref<5xf32>, %p: i1) {
  %c10 = arith.constant 10 : index
  scf.if %p {
    scf.if %p {
    } else {
      // CHECK: :[[#@LINE+1]]:{{.*}}remark: stays in axis 0 of memref<5xf32>
      %x = memref.load %a[%c10] : memref<5xf32>
    }
  }
  return
}

// -----

// Of 32 bits an affine map has no constant of more.
func.func @narrow(%a: memref<5xf32>) {
  affine.for %i = 5 to 10 {
    %k = affine.max affine_map<(d0) -> (d0 - 5, -4294967291)>(%i)
    // CHECK: :[[#@LINE+2]]:{{.*}}remark: stays in axis 0 of memref<5xf32>
    // NARROW: :[[#@LINE+1]]:{{.*}}remark: it is not known whether this stays in axis 0 of memref<5xf32>: what 'affine.max' gives is not read
    %x = memref.load %a[%k] : memref<5xf32>
  }
  return
}

// -----

// Each lane may call a function with another buffer.
// CHECK-NOT: in banks: 1 wavefront
gpu.module @kernels {
  func.func @helper(%a: memref<33xf32, 3>) attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: which memref 'func.func' gives each lane is not read
    %x = memref.load %a[%t] : memref<33xf32, 3>
    return
  }
}
