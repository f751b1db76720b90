// RUN: tileir-opt %s --tileir-prove=remarks 2>&1 >/dev/null | grep -E "in banks" | FileCheck %s

gpu.module @kernels {
  // A view begins so many bytes into its buffer, which may differ lane by lane: 124 bytes and the 4
  // of an element go once around the banks.
  gpu.func @views(%s: memref<16384xi8, 3>, %n: i8) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c124 = arith.constant 124 : index
    %by = arith.muli %t, %c124 : index
    %columns = memref.view %s[%by][] : memref<16384xi8, 3> to memref<64xf32, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: 32 wavefronts in 1 phase
    %x0 = memref.load %columns[%t] : memref<64xf32, 3>
    %half = memref.subview %columns[32] [32] [1] : memref<64xf32, 3> to memref<32xf32, strided<[1], offset: 32>, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: 32 wavefronts in 1 phase
    %x1 = memref.load %half[%t] : memref<32xf32, strided<[1], offset: 32>, 3>
    %far = memref.view %s[%c64][] : memref<16384xi8, 3> to memref<64xf32, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: 1 wavefront in 1 phase
    %x2 = memref.load %far[%t] : memref<64xf32, 3>
    %halves = memref.view %s[%c2][] : memref<16384xi8, 3> to memref<64xf16, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: 1 wavefront in 1 phase
    %x3 = memref.load %halves[%t] : memref<64xf16, 3>
    %within = memref.view %s[%c2][] : memref<16384xi8, 3> to memref<64xf32, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: 'memref.view' may begin at a byte that is no multiple of 4
    %x4 = memref.load %within[%t] : memref<64xf32, 3>
    %bytes = arith.index_castui %n : i8 to index
    %given = memref.view %s[%bytes][] : memref<16384xi8, 3> to memref<64xi8, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: it depends on arg1
    %x5 = memref.load %given[%t] : memref<64xi8, 3>
    gpu.return
  }

  // A choice among memrefs may differ lane by lane, too.
  gpu.func @choices(%a: memref<64xf32, 3>, %b: memref<64xf32, 3>, %m: memref<32xmemref<64xf32, 3>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %p = arith.cmpi ult, %t, %c16 : index
    %i = arith.remui %t, %c16 : index
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: 1 wavefront in 1 phase
    %x0 = memref.load %a[%i] : memref<64xf32, 3>
    %selected = arith.select %p, %a, %b : memref<64xf32, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: which memref 'arith.select' gives each lane is not read
    %x1 = memref.load %selected[%i] : memref<64xf32, 3>
    %branch = scf.if %p -> memref<64xf32, 3> { scf.yield %a : memref<64xf32, 3> } else { scf.yield %b : memref<64xf32, 3> }
    %part = memref.subview %branch[0] [32] [1] : memref<64xf32, 3> to memref<32xf32, strided<[1]>, 3>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: which memref 'scf.if' gives each lane is not read
    %x2 = memref.load %part[%i] : memref<32xf32, strided<[1]>, 3>
    %loaded = memref.load %m[%t] : memref<32xmemref<64xf32, 3>>
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: which memref 'memref.load' gives each lane is not read
    %x3 = memref.load %loaded[%i] : memref<64xf32, 3>
    %last = scf.for %k = %c0 to %c16 step %c1 iter_args(%carried = %a) -> memref<64xf32, 3> {
      // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: which memref 'scf.for' gives each lane is not read
      %x4 = memref.load %carried[%i] : memref<64xf32, 3>
      scf.yield %b : memref<64xf32, 3>
    }
    // CHECK: :[[#@LINE+1]]:{{.*}}in banks: unknown: which memref 'scf.for' gives each lane is not read
    %x5 = memref.load %last[%i] : memref<64xf32, 3>
    gpu.return
  }
}
