// Blocks of a cluster: their barriers, and accesses to each other's memory.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-check-barriers

!shared = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @right {
  // Each thread stores to the next block's memory; all wait before and behind.
  gpu.func @handed_on() workgroup(%b : !shared) kernel attributes {
      known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 4, 1, 1>} {
    %t = gpu.thread_id x
    %own = gpu.cluster_block_id x
    %x = arith.constant 1.0 : f32
    %one = arith.constant 1 : index
    %three = arith.constant 3 : index
    %next = arith.addi %own, %one : index
    %wrapped = arith.andi %next, %three : index
    %block = arith.index_cast %wrapped : index to i32
    %start = memref.extract_aligned_pointer_as_index %b : !shared -> index
    %number = arith.index_cast %start : index to i64
    %pointer = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    %there = nvvm.mapa %pointer, %block : !llvm.ptr<3> -> !llvm.ptr<7>
    %offset = arith.index_cast %t : index to i64
    %place = llvm.getelementptr %there[%offset] : (!llvm.ptr<7>, i64) -> !llvm.ptr<7>, f32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.store %x, %place : f32, !llvm.ptr<7>
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %y = memref.load %b[%t] : !shared
    // What the block itself has loaded, it stores behind a barrier of its own.
    gpu.barrier
    %last = arith.constant 31 : index
    %turned = arith.subi %last, %t : index
    memref.store %y, %b[%turned] : !shared
    gpu.return
  }
}

// -----

!shared = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @block_barrier {
  // A barrier of the block does not wait for the block that stores.
  gpu.func @too_early() workgroup(%b : !shared) kernel attributes {
      known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %t = gpu.thread_id x
    %own = gpu.cluster_block_id x
    %x = arith.constant 1.0 : f32
    %one = arith.constant 1 : index
    %other = arith.subi %one, %own : index
    %block = arith.index_cast %other : index to i32
    %start = memref.extract_aligned_pointer_as_index %b : !shared -> index
    %number = arith.index_cast %start : index to i64
    %pointer = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    %there = nvvm.mapa %pointer, %block : !llvm.ptr<3> -> !llvm.ptr<7>
    %offset = arith.index_cast %t : index to i64
    %place = llvm.getelementptr %there[%offset] : (!llvm.ptr<7>, i64) -> !llvm.ptr<7>, f32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    // expected-note @+1 {{the other access is this 'llvm.store'}}
    llvm.store %x, %place : f32, !llvm.ptr<7>
    gpu.barrier
    // expected-error @+1 {{this loads what another thread accesses, and no barrier stands between}}
    %y = memref.load %b[%t] : !shared
    nvvm.cluster.arrive
    nvvm.cluster.wait
    gpu.return
  }
}

// -----

!shared = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @not_there {
  gpu.func @first() workgroup(%b : !shared) kernel attributes {
      known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %zero = arith.constant 0 : i32
    %t = gpu.thread_id x
    %start = memref.extract_aligned_pointer_as_index %b : !shared -> index
    %number = arith.index_cast %start : index to i64
    %pointer = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    %there = nvvm.mapa %pointer, %zero : !llvm.ptr<3> -> !llvm.ptr<7>
    %offset = arith.index_cast %t : index to i64
    %place = llvm.getelementptr %there[%offset] : (!llvm.ptr<7>, i64) -> !llvm.ptr<7>, f32
    // expected-error @+1 {{the block whose memory this accesses may not be there yet}}
    %y = llvm.load %place : !llvm.ptr<7> -> f32
    gpu.return
  }
}

// -----

!shared = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @gone {
  gpu.func @last() workgroup(%b : !shared) kernel attributes {
      known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %zero = arith.constant 0 : i32
    %t = gpu.thread_id x
    %start = memref.extract_aligned_pointer_as_index %b : !shared -> index
    %number = arith.index_cast %start : index to i64
    %pointer = llvm.inttoptr %number : i64 to !llvm.ptr<3>
    %there = nvvm.mapa %pointer, %zero : !llvm.ptr<3> -> !llvm.ptr<7>
    %offset = arith.index_cast %t : index to i64
    %place = llvm.getelementptr %there[%offset] : (!llvm.ptr<7>, i64) -> !llvm.ptr<7>, f32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    // expected-note @+1 {{the access is this 'llvm.load'}}
    %y = llvm.load %place : !llvm.ptr<7> -> f32
    // expected-error @+1 {{a block may leave here while another accesses its memory}}
    gpu.return
  }
}

// -----

!shared = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @alone {
  gpu.func @wait() workgroup(%b : !shared) kernel attributes {
      known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    nvvm.cluster.arrive
    %t = gpu.thread_id x
    // expected-error @+1 {{nothing arrives at this barrier of the cluster just before}}
    nvvm.cluster.wait
    gpu.return
  }
}

// -----

!shared = memref<32xf32, #gpu.address_space<workgroup>>

gpu.module @unfollowed {
  // A pointer that is made otherwise may be to anywhere in the buffer.
  gpu.func @anywhere(%far : i64) workgroup(%b : !shared) kernel attributes {
      known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} {
    %t = gpu.thread_id x
    %x = arith.constant 1.0 : f32
    %start = memref.extract_aligned_pointer_as_index %b : !shared -> index
    %number = arith.index_cast %start : index to i64
    nvvm.cluster.arrive
    nvvm.cluster.wait
    // expected-remark @+2 {{this stores what another thread may access, and no barrier stands between}}
    // expected-note @+1 {{the other access is this 'arith.addi'}}
    %moved = arith.addi %number, %far : i64
    %pointer = llvm.inttoptr %moved : i64 to !llvm.ptr<3>
    // expected-remark @+1 {{this stores what another thread may access, and no barrier stands between}}
    memref.store %x, %b[%t] : !shared
    nvvm.cluster.arrive
    nvvm.cluster.wait
    gpu.return
  }
}
