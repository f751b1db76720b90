// One kernel on both roads: a swizzled tile in workgroup memory, a barrier, a
// shuffle, a predicated store.

// REQUIRES: spirv-val
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-ptx)' -o %t.ptx.mlir
// RUN: python3 %S/Inputs/code.py %t.ptx.mlir %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx

// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-spirv{subgroup-size=32})' -o %t.spv.mlir
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t.spv.mlir
// RUN: python3 %S/Inputs/code.py %t.spv.mlir %t.spv
// RUN: spirv-val --target-env vulkan1.3 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

// LIST: gpu.binary @kernels
// LIST-SAME: kernels = [{block = array<i32: 128, 1, 1>, grid = array<i32: 4, 2, 1>, name = "transpose"}]

// PTX-LABEL: .visible .entry transpose(
// PTX: .maxntid 128, 1, 1
// PTX: .shared .align 4 .b8 {{.*}}[4096];
// PTX: ld.global.b32
// The division that rounds down is a shift: a thread's number is never negative.
// PTX: shr.u64 {{.*}}, 3;
// PTX: st.shared.b32
// PTX: bar.sync
// PTX: ld.shared.b32
// PTX: shfl.sync.idx.b32 {{.*}}, 3, 31, -1;
// PTX: st.global.b32

// SPIRV: OpMemoryModel Logical GLSL450
// SPIRV: OpEntryPoint GLCompute %transpose "transpose"
// SPIRV: OpExecutionMode %transpose LocalSize 128 1 1
// SPIRV: OpDecorate %transpose_arg_1 Binding 1
// SPIRV: %transpose = OpFunction
// SPIRV: OpStore
// SPIRV: OpControlBarrier
// SPIRV: OpGroupNonUniformShuffle
// SPIRV: OpSelectionMerge
gpu.module @kernels {
  gpu.func @transpose(%src: memref<6300xf32>, %dst: memref<6300xf32>)
      workgroup(%shm: memref<1024xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>,
                         known_grid_size = array<i32: 4, 2, 1>} {
    %block = gpu.block_id x
    %thread = gpu.thread_id x
    %b = arith.index_cast %block : index to i64
    %t = arith.index_cast %thread : index to i64
    %c128 = arith.constant 128 : i64
    %c8 = arith.constant 8 : i64
    %first = arith.muli %b, %c128 : i64
    %at = arith.addi %first, %t : i64
    %from = arith.index_cast %at : i64 to index
    %v = memref.load %src[%from] : memref<6300xf32>
    %row = arith.floordivsi %at, %c8 : i64
    %column = arith.remsi %at, %c8 : i64
    %swizzled = arith.xori %row, %column : i64
    %slot = arith.index_cast %swizzled : i64 to index
    memref.store %v, %shm[%slot] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.load %shm[%slot] : memref<1024xf32, #gpu.address_space<workgroup>>
    %lane = arith.constant 3 : i32
    %width = arith.constant 32 : i32
    %shuffled, %valid = gpu.shuffle idx %w, %lane, %width : f32
    %limit = arith.constant 400 : i64
    %inside = arith.cmpi slt, %at, %limit : i64
    scf.if %inside {
      memref.store %shuffled, %dst[%from] : memref<6300xf32>
    }
    gpu.return
  }
}
