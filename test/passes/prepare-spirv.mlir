// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prepare-spirv{subgroup-size=8})' | FileCheck %s

// CHECK: module attributes {spirv.target_env = {{.*}}subgroup_size = 8
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @k
  // CHECK-SAME: %[[SRC:.*]]: memref<96xi16, #spirv.storage_class<StorageBuffer>>
  // CHECK-SAME: kernel attributes
  // CHECK-SAME: spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [96, 1, 1]>
  // CHECK: %[[FIRST:.*]] = memref.alloc() : memref<96xi16, #spirv.storage_class<Workgroup>>
  // CHECK: %[[SECOND:.*]] = memref.alloc() : memref<4xf32, #spirv.storage_class<Workgroup>>
  // CHECK: %[[OWN:.*]] = memref.alloca() : memref<2xi16, #spirv.storage_class<Function>>
  // One in bf16 is 0x3f80.
  // CHECK: %[[ONE:.*]] = arith.constant 16256 : i16
  // CHECK: memref.store %[[ONE]], %[[FIRST]]
  // CHECK: %[[V:.*]] = memref.load %[[SRC]]
  // CHECK: memref.store %[[V]], %[[OWN]]
  // CHECK-NOT: arith.bitcast
  // CHECK: memref.store %[[V]], %[[SRC]]
  gpu.func @k(%src: memref<96xbf16>)
      workgroup(%first: memref<96xbf16, #gpu.address_space<workgroup>>,
                %second: memref<4xf32, #gpu.address_space<workgroup>>)
      private(%own: memref<2xbf16, #gpu.address_space<private>>)
      kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %one = arith.constant 1.0 : bf16
    memref.store %one, %first[%t] : memref<96xbf16, #gpu.address_space<workgroup>>
    %v = memref.load %src[%t] : memref<96xbf16>
    memref.store %v, %own[%t] : memref<2xbf16, #gpu.address_space<private>>
    %bits = arith.bitcast %v : bf16 to i16
    %back = arith.bitcast %bits : i16 to bf16
    memref.store %back, %src[%t] : memref<96xbf16>
    gpu.return
  }
}
