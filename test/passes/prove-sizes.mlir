// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks

// What an identifier promises is so, whatever size is known.
gpu.module @kernels {
  gpu.func @promises(%a: memref<16xf32>, %b: memref<17xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x upper_bound 16
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%t] : memref<16xf32>
    %size = gpu.subgroup_size upper_bound 16 : index
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits}}
    %y = memref.load %b[%size] : memref<17xf32>
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: 'gpu.subgroup_size' promises less than there is}}
    // expected-remark @below {{32 bits}}
    %z = memref.load %a[%size] : memref<16xf32>
    gpu.return
  }
}

// -----

// Without a size, a lane is one of a subgroup's.
gpu.module @kernels {
  gpu.func @lanes(%a: memref<32xf32>, %b: memref<31xf32>) kernel {
    %lane = gpu.lane_id
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    %x = memref.load %a[%lane] : memref<32xf32>
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<31xf32>: the size of a block is not known}}
    // expected-remark @below {{32 bits suffice}}
    %y = memref.load %b[%lane] : memref<31xf32>
    gpu.return
  }
}

// -----

// No kernel has less than one thread: nothing is proved of one that says so.
gpu.module @kernels {
  gpu.func @negative(%a: memref<16xf32>) kernel attributes {known_block_size = array<i32: -4, 1, 1>} {
    %t = gpu.thread_id x
    // expected-remark @below {{it is not known whether this stays in axis 0 of memref<16xf32>: the size of a block is not known}}
    // expected-remark @below {{32 bits for its indices: unknown}}
    %x = memref.load %a[%t] : memref<16xf32>
    gpu.return
  }
}

// -----

// Where banks are not counted, it is said why.
gpu.module @kernels {
  gpu.func @banks(%i: memref<64xindex, 3>, %c: memref<64xcomplex<f32>, 3>, %v: memref<64x64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    // expected-remark @below {{in banks: unknown: how index lies in banks is not read}}
    %x = memref.load %i[%t] : memref<64xindex, 3>
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{32 bits suffice}}
    // expected-remark @below {{in banks: unknown: how complex<f32> lies in banks is not read}}
    %y = memref.load %c[%t] : memref<64xcomplex<f32>, 3>
    // expected-remark @below {{stays in axis 0}}
    // expected-remark @below {{stays in axis 1}}
    // expected-remark @below {{32 bits suffice}}
    // expected-remark @below {{in banks: unknown: its elements are not side by side}}
    %z = vector.load %v[%t, %t] : memref<64x64xf32, 3>, vector<2x2xf32>
    gpu.return
  }
}
