// What may differ from thread to thread, and how integers wrap.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-check-barriers

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @same {
  // Loaded from one place of what nobody stores to: all threads come to the barrier, or none.
  gpu.func @argument(%n : memref<4xi32>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %v = memref.load %n[%zero] : memref<4xi32>
    %is = arith.cmpi eq, %v, %none : i32
    scf.if %is {
      gpu.barrier
    }
    gpu.return
  }
  // A truth value as an unsigned integer is 1.
  gpu.func @unsigned() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %last = arith.constant 31 : index
    %t = gpu.thread_id x
    %is = arith.cmpi eq, %t, %last : index
    %one = arith.extui %is : i1 to i32
    %more = arith.index_cast %one : i32 to index
    %place = arith.addi %t, %more : index
    memref.store %one, %b[%place] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @ticket {
  // Each thread gets another one.
  gpu.func @drawn(%count : memref<1xi32>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %none = arith.constant 0 : i32
    %v = memref.atomic_rmw addi %one, %count[%zero] : (i32, memref<1xi32>) -> i32
    %is = arith.cmpi eq, %v, %none : i32
    scf.if %is {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @changed {
  // Of what the kernel stores to, one thread may load before and another behind.
  gpu.func @stored(%n : memref<4xi32>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %v = memref.load %n[%zero] : memref<4xi32>
    memref.store %none, %n[%zero] : memref<4xi32>
    %is = arith.cmpi eq, %v, %none : i32
    scf.if %is {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @own_memory {
  gpu.func @private() workgroup(%b : !shared) private(%p : memref<1xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %none = arith.constant 0 : i32
    %t = gpu.thread_id x
    %number = arith.index_cast %t : index to i32
    memref.store %number, %p[%zero] : memref<1xi32, #gpu.address_space<private>>
    %v = memref.load %p[%zero] : memref<1xi32, #gpu.address_space<private>>
    %is = arith.cmpi eq, %v, %none : i32
    scf.if %is {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @global_id {
  // Places that are one for all threads of a block, though each has another number.
  gpu.func @minus_thread() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %id = gpu.global_id x
    %place = arith.subi %id, %t : index
    // expected-remark @+2 {{this stores what another thread may access, and no barrier stands between}}
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %one, %b[%place] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @turns {
  // As many turns as a thread's number.
  gpu.func @own_turns() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %none = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %number = arith.index_cast %t : index to i32
    %v = scf.while (%a = %none) : (i32) -> i32 {
      %go = arith.cmpi slt, %a, %number : i32
      scf.condition(%go) %a : i32
    } do {
    ^bb0(%a : i32):
      %x = arith.addi %a, %one : i32
      scf.yield %x : i32
    }
    %is = arith.cmpi eq, %v, %none : i32
    scf.if %is {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @loops {
  gpu.func @counted() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %step = arith.constant 1 : index
    %t = gpu.thread_id x
    %v = scf.for %k = %zero to %t step %step iter_args(%last = %zero) -> (index) {
      scf.yield %k : index
    }
    %is = arith.cmpi eq, %v, %zero : index
    scf.if %is {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @wraps {
  // Threads 0 and 16 meet for every x.
  gpu.func @bytes(%x : i8) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %one = arith.constant 1 : i32
    %sixteen = arith.constant 16 : i8
    %t = gpu.thread_id x
    %number = arith.index_cast %t : index to i8
    %sum = arith.addi %x, %number : i8
    %far = arith.muli %sum, %sixteen : i8
    %place = arith.index_cast %far : i8 to index
    // expected-remark @+2 {{this stores what another thread may access, and no barrier stands between}}
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %one, %b[%place] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @truth {
  // A truth value as a signed integer is -1: threads 30 and 31 meet.
  gpu.func @signed() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %last = arith.constant 31 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %is = arith.cmpi eq, %t, %last : index
    %less = arith.index_cast %is : i1 to index
    %place = arith.addi %t, %less : index
    // expected-error @+2 {{this stores what another thread accesses, and no barrier stands between}}
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %one, %b[%place] : !shared
    gpu.return
  }
}
