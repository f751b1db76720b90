// A vector access of known alignment is one instruction in PTX, in global and in
// workgroup memory.

// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-kernels-to-ptx)' -o %t.mlir
// RUN: python3 %S/Inputs/code.py %t.mlir %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx

// CHECK: .shared .align 16 .b8 {{.*}}[4096];
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: ld.shared.v4.b32
// CHECK: st.global.v4.b32
// Eight f16 are four words.
// CHECK: ld.global.v4.b32
// CHECK: st.global.v4.b32
gpu.module @kernels {
  gpu.func @copy(%src: memref<512xf32>, %dst: memref<512xf32>, %halves: memref<1024xf16>)
      workgroup(%shm: memref<1024xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %word = arith.muli %t, %c4 : i32
    %at = arith.index_cast %word : i32 to index
    %v = vector.load %src[%at] {alignment = 16 : i64} : memref<512xf32>, vector<4xf32>
    vector.store %v, %shm[%at] {alignment = 16 : i64}
      : memref<1024xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.barrier
    %w = vector.load %shm[%at] {alignment = 16 : i64}
      : memref<1024xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %w0 = vector.extract %w[0] : f32 from vector<4xf32>
    %w1 = vector.extract %w[1] : f32 from vector<4xf32>
    %w2 = vector.extract %w[2] : f32 from vector<4xf32>
    %w3 = vector.extract %w[3] : f32 from vector<4xf32>
    %r = vector.from_elements %w3, %w2, %w1, %w0 : vector<4xf32>
    vector.store %r, %dst[%at] {alignment = 16 : i64} : memref<512xf32>, vector<4xf32>
    %half = arith.muli %t, %c8 : i32
    %in_halves = arith.index_cast %half : i32 to index
    %h = vector.load %halves[%in_halves] {alignment = 16 : i64} : memref<1024xf16>, vector<8xf16>
    %h7 = vector.extract %h[7] : f16 from vector<8xf16>
    %turned = vector.insert %h7, %h[0] : f16 into vector<8xf16>
    vector.store %turned, %halves[%in_halves] {alignment = 16 : i64}
      : memref<1024xf16>, vector<8xf16>
    gpu.return
  }
}
