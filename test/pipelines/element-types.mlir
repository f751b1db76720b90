// Each element type moves through a buffer and workgroup memory, and is computed
// with, in a kernel of its own. Blocks of 96 and 1,024 threads.

// REQUIRES: spirv-val
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-ptx)' -o %t.ptx.mlir
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t.ptx.mlir
// RUN: python3 %S/Inputs/code.py %t.ptx.mlir %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx

// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-spirv)' -o %t.spv.mlir
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t.spv.mlir
// RUN: python3 %S/Inputs/code.py %t.spv.mlir %t.spv
// RUN: spirv-val --target-env vulkan1.3 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

// LIST: kernels = [{block = array<i32: 96, 1, 1>, name = "halves"},
// LIST-SAME: {block = array<i32: 1024, 1, 1>, name = "doubles"},
// LIST-SAME: {block = array<i32: 96, 1, 1>, name = "brains"},
// LIST-SAME: {block = array<i32: 96, 1, 1>, name = "bytes"}]

// SPIRV-DAG: OpCapability Float16
// SPIRV-DAG: OpCapability Float64
// SPIRV-DAG: OpCapability Int8
// SPIRV-DAG: OpCapability StorageBuffer8BitAccess
// SPIRV-DAG: OpCapability StorageBuffer16BitAccess
// SPIRV: OpExecutionMode %doubles LocalSize 1024 1 1
gpu.module @kernels {
  // PTX-LABEL: .entry halves(
  // PTX: max.NaN.f16
  // SPIRV: %halves = OpFunction
  // SPIRV: OpIsNan
  gpu.func @halves(%src: memref<96xf16>, %dst: memref<96xf16>)
      workgroup(%shm: memref<96xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %src[%t] : memref<96xf16>
    memref.store %v, %shm[%t] : memref<96xf16, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.load %shm[%t] : memref<96xf16, #gpu.address_space<workgroup>>
    %r = arith.maximumf %v, %w : f16
    memref.store %r, %dst[%t] : memref<96xf16>
    gpu.return
  }

  // PTX-LABEL: .entry doubles(
  // PTX: sqrt.rn.f64
  // SPIRV: %doubles = OpFunction
  // SPIRV: OpExtInst %double {{.*}} Sqrt
  gpu.func @doubles(%src: memref<1024xf64>, %dst: memref<1024xf64>)
      workgroup(%shm: memref<1024xf64, #gpu.address_space<workgroup>>,
                %more: memref<8xf64, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %v = memref.load %src[%t] : memref<1024xf64>
    memref.store %v, %shm[%t] : memref<1024xf64, #gpu.address_space<workgroup>>
    memref.store %v, %more[%c0] : memref<8xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.load %shm[%t] : memref<1024xf64, #gpu.address_space<workgroup>>
    %r = math.sqrt %w : f64
    memref.store %r, %dst[%t] : memref<1024xf64>
    gpu.return
  }

  // SPIR-V has no bf16: it is stored as i16 and computed with in f32.
  // PTX-LABEL: .entry brains(
  // PTX: .b16
  // SPIRV: %brains = OpFunction
  // SPIRV: OpShiftLeftLogical %uint
  // SPIRV: OpFAdd %float
  gpu.func @brains(%src: memref<96xbf16>, %dst: memref<96xbf16>)
      kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %src[%t] : memref<96xbf16>
    %half = arith.constant 1.5 : bf16
    %r = arith.addf %v, %half : bf16
    memref.store %r, %dst[%t] : memref<96xbf16>
    gpu.return
  }

  // PTX-LABEL: .entry bytes(
  // PTX: ld.global.{{.*}}8
  // SPIRV: %bytes = OpFunction
  // SPIRV: OpSConvert
  gpu.func @bytes(%src: memref<96xi8>, %dst: memref<96xi64>)
      kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %src[%t] : memref<96xi8>
    %r = arith.extsi %v : i8 to i64
    memref.store %r, %dst[%t] : memref<96xi64>
    gpu.return
  }
}
