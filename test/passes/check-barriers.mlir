// Every access to workgroup memory is that of all threads, and none may meet another's.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-check-barriers

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @one_thread {
  // What a thread itself has stored needs no barrier.
  gpu.func @own() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %two = arith.constant 2 : index
    %x = arith.constant 1.0 : f32
    %pair = arith.muli %t, %two : index
    %v = vector.broadcast %x : f32 to vector<2xf32>
    vector.store %v, %b[%pair] : !shared, vector<2xf32>
    %y = vector.load %b[%pair] : !shared, vector<2xf32>
    memref.store %x, %b[%pair] : !shared
    gpu.return
  }
  // Threads apart, at a distance from what is not known.
  gpu.func @apart(%n : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %half = arith.constant 64 : index
    %x = arith.constant 1.0 : f32
    %low = arith.addi %n, %t : index
    %high = arith.addi %low, %half : index
    memref.store %x, %b[%low] : !shared
    memref.store %x, %b[%high] : !shared
    %y = memref.load %b[%low] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @meets {
  gpu.func @load() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %last = arith.constant 127 : index
    %x = arith.constant 1.0 : f32
    %turned = arith.subi %last, %t : index
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %x, %b[%t] : !shared
    // expected-error @+1 {{this loads what another thread accesses, and no barrier stands between}}
    %y = memref.load %b[%turned] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @meets {
  // A vector reaches into the next thread's.
  gpu.func @vectors() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = arith.constant dense<1.0> : vector<2xf32>
    // expected-error @+2 {{this stores what another thread accesses}}
    // expected-note @+1 {{the other access is this 'vector.store'}}
    vector.store %x, %b[%t] : !shared, vector<2xf32>
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @meets {
  // The first store of a turn meets the last load of the turn before.
  gpu.func @loop(%n : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %mask = arith.constant 5 : index
    %x = arith.constant 1.0 : f32
    %other = arith.xori %t, %mask : index
    scf.for %k = %zero to %n step %one {
      // expected-error @+1 {{this stores what another thread accesses, and no barrier stands between}}
      memref.store %x, %b[%t] : !shared
      gpu.barrier
      // expected-note @+1 {{the other access is this 'memref.load'}}
      %y = memref.load %b[%other] : !shared
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @apart {
  // Two barriers keep the turns apart; so do two buffers.
  gpu.func @two_barriers(%n : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %mask = arith.constant 5 : index
    %x = arith.constant 1.0 : f32
    %other = arith.xori %t, %mask : index
    scf.for %k = %zero to %n step %one {
      gpu.barrier
      memref.store %x, %b[%t] : !shared
      gpu.barrier
      %y = memref.load %b[%other] : !shared
    }
    gpu.return
  }
  gpu.func @two_buffers(%n : index) workgroup(%a : !shared, %b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %mask = arith.constant 5 : index
    %x = arith.constant 1.0 : f32
    %other = arith.xori %t, %mask : index
    scf.for %k = %zero to %n step %one {
      memref.store %x, %a[%t] : !shared
      gpu.barrier
      %y = memref.load %a[%other] : !shared
      memref.store %x, %b[%t] : !shared
      gpu.barrier
      %z = memref.load %b[%other] : !shared
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @branches {
  // The low half of the threads stores, the high half loads elsewhere.
  gpu.func @known() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %half = arith.constant 64 : index
    %x = arith.constant 1.0 : f32
    %low = arith.cmpi slt, %t, %half : index
    scf.if %low {
      memref.store %x, %b[%t] : !shared
    } else {
      %y = memref.load %b[%t] : !shared
    }
    gpu.return
  }
  // Where the condition is not known, either branch may have been taken.
  gpu.func @unknown(%c : i1) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %mask = arith.constant 1 : index
    %x = arith.constant 1.0 : f32
    %other = arith.xori %t, %mask : index
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %x, %b[%t] : !shared
    scf.if %c {
      gpu.barrier
    }
    // expected-error @+1 {{this loads what another thread accesses, and no barrier stands between}}
    %y = memref.load %b[%other] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @branches {
  gpu.func @divergent() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %half = arith.constant 64 : index
    %low = arith.cmpi slt, %t, %half : index
    scf.if %low {
      // expected-error @+1 {{some threads of the block do not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @unknown {
  // Two values may be anything to each other.
  gpu.func @bases(%n : index, %m : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = arith.constant 1.0 : f32
    %one = arith.addi %n, %t : index
    %other = arith.addi %m, %t : index
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %x, %b[%one] : !shared
    // expected-remark @+1 {{this loads what another thread may access}}
    %y = memref.load %b[%other] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @unknown {
  // expected-error @+1 {{the threads of this block are not known: 'known_block_size' is [n, 1, 1]}}
  gpu.func @size() workgroup(%b : !shared) kernel {
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @unknown {
  // What is not read may do anything.
  gpu.func @call() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-remark @+2 {{this stores what another thread may access}}
    // expected-note @+1 {{the other access is this 'memref.copy'}}
    memref.copy %b, %b : !shared to !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @loops {
  // In each turn the window is elsewhere: what was one thread's is another's.
  gpu.func @window(%n : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %x = arith.constant 1.0 : f32
    scf.for %k = %zero to %n step %one {
      %at = arith.addi %k, %t : index
      // expected-remark @+2 {{this stores what another thread may access}}
      // expected-note @+1 {{the other access is this 'memref.store'}}
      memref.store %x, %b[%at] : !shared
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @loops {
  // A window that stays is the same threads'.
  gpu.func @stays(%n : index, %k : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %x = arith.constant 1.0 : f32
    %at = arith.addi %k, %t : index
    scf.for %i = %zero to %n step %one {
      memref.store %x, %b[%at] : !shared
    }
    gpu.return
  }
  // A condition of the block, of a value that is loaded for all.
  gpu.func @together(%n : index, %src : memref<4xi1>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %c = memref.load %src[%zero] : memref<4xi1>
    scf.if %c {
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @branches {
  // Each thread loads a condition of its own.
  gpu.func @own(%src : memref<32xi1>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c = memref.load %src[%t] : memref<32xi1>
    scf.if %c {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @loops {
  // The second turn has each thread's own condition.
  gpu.func @carried(%n : index, %first : i1) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %own = arith.cmpi eq, %t, %n : index
    %r:2 = scf.for %k = %zero to %n step %one iter_args(%c = %first, %d = %first) -> (i1, i1) {
      scf.if %c {
        // expected-error @+1 {{some threads of the block may not come to this barrier}}
        gpu.barrier
      }
      scf.yield %d, %own : i1, i1
    }
    gpu.return
  }
}

// -----

gpu.module @layouts {
  // All indices have one address.
  gpu.func @strided() workgroup(%b : memref<128xf32, strided<[0]>, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = arith.constant 1.0 : f32
    // expected-remark @+2 {{this stores what another thread may access}}
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %x, %b[%t] : memref<128xf32, strided<[0]>, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @loaded {
  // What a thread loads is its own: a distance from it is none that threads share.
  gpu.func @address(%g : memref<32xindex>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = arith.constant 1.0 : f32
    %v = memref.load %g[%t] : memref<32xindex>
    %at = arith.addi %t, %v : index
    // expected-remark @+2 {{this stores what another thread may access}}
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %x, %b[%at] : !shared
    gpu.return
  }
  // Some threads are in one branch while others are in the other.
  gpu.func @branches(%g : memref<32xi1>) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %last = arith.constant 31 : index
    %turned = arith.subi %last, %t : index
    %x = arith.constant 1.0 : f32
    %c = memref.load %g[%t] : memref<32xi1>
    scf.if %c {
      // expected-note @+1 {{the other access is this 'memref.store'}}
      memref.store %x, %b[%t] : !shared
    } else {
      // expected-remark @+1 {{this loads what another thread may access}}
      %y = memref.load %b[%turned] : !shared
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @division {
  // Quotients that round down are computed: each address is one thread's.
  gpu.func @floor() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = arith.constant 1.0 : f32
    %last = arith.constant 41 : index
    %by = arith.constant 14 : index
    %apart = arith.constant 20 : index
    %two = arith.constant 2 : index
    %from = arith.subi %last, %t : index
    %q = arith.floordivsi %from, %by : index
    %whole = arith.muli %q, %by : index
    %r = arith.subi %from, %whole : index
    %low = arith.muli %q, %apart : index
    %at = arith.addi %low, %r : index
    memref.store %x, %b[%at] : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @control {
  gpu.func @loop() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %k = %zero to %t step %one {
      // expected-error @+1 {{some threads of the block may not come to this barrier}}
      gpu.barrier
    }
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @control {
  // expected-error @+1 {{control flow from block to block is not followed}}
  gpu.func @blocks() workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    cf.br ^bb1
  ^bb1:
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @memory {
  memref.global "private" @g : !shared
  gpu.func @global() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{this memory of the block may have another name}}
    %b = memref.get_global @g : !shared
    gpu.return
  }
}

// -----

!shared = memref<128xf32, #gpu.address_space<workgroup>>

gpu.module @windows {
  // Windows of 32, of which two take turns: a thread's own place in each.
  gpu.func @turns(%n : index) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %two = arith.constant 2 : index
    %eight = arith.constant 8 : index
    %four = arith.constant 4 : index
    %x = arith.constant 1.0 : f32
    %window = arith.remsi %n, %two : index
    %row = arith.divsi %t, %four : index
    %column = arith.remsi %t, %four : index
    %first = arith.muli %window, %eight : index
    %line = arith.addi %first, %row : index
    %start = arith.muli %line, %four : index
    %at = arith.addi %start, %column : index
    memref.store %x, %b[%at] : !shared
    %again = memref.load %b[%at] : !shared
    gpu.return
  }
  // Owners of replicas, where something else is asked too.
  gpu.func @owners(%c : i1) workgroup(%b : !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %half = arith.constant 32 : index
    %x = arith.constant 1.0 : f32
    %own = arith.cmpi slt, %t, %half : index
    %both = arith.andi %c, %own : i1
    %at = arith.remsi %t, %half : index
    scf.if %both {
      memref.store %x, %b[%at] : !shared
    }
    gpu.return
  }
}

// -----

!counts = memref<32xi32, #gpu.address_space<workgroup>>

gpu.module @combining {
  // Changed in one step, and in one way: in any order, by several.
  gpu.func @sums(%n : index) workgroup(%b : !counts) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %half = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %at = arith.remui %t, %half : index
    memref.atomic_rmw addi %one, %b[%at] : (i32, !counts) -> i32
    memref.atomic_rmw addi %one, %b[%n] : (i32, !counts) -> i32
    gpu.barrier
    %x = memref.load %b[%at] : !counts
    gpu.return
  }
  // A load of the same thread behind it meets another's.
  gpu.func @loaded() workgroup(%b : !counts) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %half = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %at = arith.remui %t, %half : index
    // expected-note @+1 {{the other access is this 'memref.atomic_rmw'}}
    memref.atomic_rmw addi %one, %b[%at] : (i32, !counts) -> i32
    // expected-error @+1 {{this loads what another thread accesses, and no barrier stands between}}
    %x = memref.load %b[%at] : !counts
    gpu.return
  }
}

// -----

!counts = memref<32xi32, #gpu.address_space<workgroup>>

gpu.module @combining {
  gpu.func @stored() workgroup(%b : !counts) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %last = arith.constant 31 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %turned = arith.subi %last, %t : index
    // expected-note @+1 {{the other access is this 'memref.store'}}
    memref.store %zero, %b[%t] : !counts
    // expected-error @+1 {{this stores what another thread accesses, and no barrier stands between}}
    memref.atomic_rmw addi %one, %b[%turned] : (i32, !counts) -> i32
    gpu.return
  }
}

// -----

!counts = memref<32xi32, #gpu.address_space<workgroup>>

gpu.module @combining {
  // A sum and then the greatest, or the greatest and then a sum: two results.
  gpu.func @kinds() workgroup(%b : !counts) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %last = arith.constant 31 : index
    %one = arith.constant 1 : i32
    %turned = arith.subi %last, %t : index
    // expected-note @+1 {{the other access is this 'memref.atomic_rmw'}}
    memref.atomic_rmw addi %one, %b[%t] : (i32, !counts) -> i32
    // expected-error @+1 {{this stores what another thread accesses, and no barrier stands between}}
    memref.atomic_rmw maxs %one, %b[%turned] : (i32, !counts) -> i32
    gpu.return
  }
}

// -----

!counts = memref<32xi32, #gpu.address_space<workgroup>>

gpu.module @combining {
  // Each thread in two ways at its own place, and then in the first at another's.
  gpu.func @both() workgroup(%b : !counts) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %last = arith.constant 31 : index
    %one = arith.constant 1 : i32
    %turned = arith.subi %last, %t : index
    memref.atomic_rmw addi %one, %b[%t] : (i32, !counts) -> i32
    // expected-note @+1 {{the other access is this 'memref.atomic_rmw'}}
    memref.atomic_rmw maxs %one, %b[%t] : (i32, !counts) -> i32
    // expected-error @+1 {{this stores what another thread accesses, and no barrier stands between}}
    memref.atomic_rmw addi %one, %b[%turned] : (i32, !counts) -> i32
    gpu.return
  }
}
