// What cannot be compiled is an error at its place, and never ends the process.

// RUN: not tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-kernels-to-ptx)' 2>&1 | FileCheck %s
// RUN: not tileir-opt %S/transpose.mlir --pass-pipeline='builtin.module(tileir-kernels-to-ptx{chip=sm_1})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-ptx{chips=sm_90})' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-spirv{subgroup-size=none})' 2>&1 | FileCheck %s --check-prefix=NUMBER

// CHIP: LLVM has no target for chip 'sm_1' with features '+ptx80'
// OPTION: the pipeline has no option 'chips'; its options are chip and features
// NUMBER: the option 'subgroup-size' has the value 'none': expected a number above 0

// CHECK: 'math.sin' has no lowering that needs no library on the device
gpu.module @unknown_function {
  gpu.func @k(%b: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %b[%t] : memref<32xf32>
    %r = math.sin %v : f32
    memref.store %r, %b[%t] : memref<32xf32>
    gpu.return
  }
}

// -----

// CHECK: 'math.exp' on vector<4xf32>: expected a scalar of f16, bf16, f32 or f64
gpu.module @vector_function {
  gpu.func @k(%b: memref<32xf32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %t = gpu.thread_id x
    %v = vector.load %b[%t] : memref<32xf32>, vector<4xf32>
    %r = math.exp %v : vector<4xf32>
    vector.store %r, %b[%t] : memref<32xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

// CHECK: '__nv_fmodf' is called and PTX has no such function
gpu.module @library_function {
  gpu.func @k(%b: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %b[%t] : memref<32xf32>
    %r = arith.remf %v, %v : f32
    memref.store %r, %b[%t] : memref<32xf32>
    gpu.return
  }
}

// -----

// CHECK: the kernel 'k' has no known_block_size of three positive numbers
gpu.module @no_block {
  gpu.func @k(%b: memref<32xf32>) kernel {
    gpu.return
  }
}

// -----

// CHECK: LLVM gives up on the module: {{.}}
gpu.module @quad_precision {
  gpu.func @k(%b: memref<32xf128>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %b[%t] : memref<32xf128>
    %r = arith.divf %v, %v : f128
    memref.store %r, %b[%t] : memref<32xf128>
    gpu.return
  }
}
