// RUN: tileir-opt %s --verify-diagnostics --tileir-prove="remarks budget=20"

// The points that are looked at are those of the kernel: 20 for one question, 40 for all.
gpu.module @kernels {
  gpu.func @first(%p: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c5 = arith.constant 5 : index
    %c3 = arith.constant 3 : index
    %c50 = arith.constant 50 : index
    %k = arith.muli %t, %c3 : index
    %l = arith.xori %k, %c5 : index
    %some = arith.cmpi ult, %l, %c50 : index
    scf.if %some {
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{32 bits suffice}}
      // expected-remark @below {{by exhaustive}}
      %x = memref.load %p[%l] : memref<128xf32, 3>
    }
    scf.if %some {
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{32 bits suffice}}
      // expected-remark @below {{by exhaustive}}
      %y = memref.load %p[%l] : memref<128xf32, 3>
    }
    scf.if %some {
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{32 bits suffice}}
      // expected-remark @below {{16 points exceed the budget of 8}}
      %z = memref.load %p[%l] : memref<128xf32, 3>
    }
    gpu.return
  }
  gpu.func @second(%p: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c5 = arith.constant 5 : index
    %c3 = arith.constant 3 : index
    %c50 = arith.constant 50 : index
    %k = arith.muli %t, %c3 : index
    %l = arith.xori %k, %c5 : index
    %some = arith.cmpi ult, %l, %c50 : index
    scf.if %some {
      // expected-remark @below {{stays in axis 0}}
      // expected-remark @below {{32 bits suffice}}
      // expected-remark @below {{by exhaustive}}
      %x = memref.load %p[%l] : memref<128xf32, 3>
    }
    gpu.return
  }
}
