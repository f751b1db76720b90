// Products of matrices of every type, plainly on Vulkan, against the interpreter: matrices whose edges are
// ragged, in a loop over panels along k. What is loaded is made small integers, so that every sum is exact.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// Without a barrier a thread reads what another has not written yet, or writes what is still read.
// RUN: not tileir-run --device vulkan --kernel f16_f32 --mutate barrier:0 %s 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not tileir-run --device vulkan --kernel f16_f32 --mutate barrier:1 %s 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: this {{loads|stores}} what another thread may access, and no barrier stands between

#a = #tileir.mixed_radix<(52,80):(80,1), (m : 52, k : 80) -> (address : 4160)>
#b = #tileir.mixed_radix<(80,44):(1,80), (k : 80, n : 44) -> (address : 3520)>
#c = #tileir.mixed_radix<(52,44):(44,1), (m : 52, n : 44) -> (address : 2288)>
#rows = #tileir.distribution<#tileir.expr<(warp : 2, lane : 32, slot : 16)
  -> (slot * 2 + warp, lane) to (m : 32, n : 32)>>
#columns = #tileir.distribution<#tileir.expr<(warp : 2, lane : 32, slot : 16)
  -> (lane, warp * 16 + slot) to (m : 32, n : 32)>>

// f16 into f32.
// CHECK: kernel 'f16_f32'
// CHECK: compared  9968 elements in 3 buffers: 7680 bit for bit, 2288 within their bounds
// CHECK-NEXT: error     largest 0.00 ULP, where the bound is 0.00 ULP
// CHECK: result    equal
func.func @f16_f32(%a: memref<4160xf16>, %b: memref<3520xf16>, %c: memref<2288xf32>)
    attributes {tileir.grid = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %bm = gpu.block_id x
  %bn = gpu.block_id y
  %va = tileir.view %a : memref<4160xf16> -> !tileir.view<52x80xf16, #a, zero>
  %vb = tileir.view %b : memref<3520xf16> -> !tileir.view<80x44xf16, #b, zero>
  %vc = tileir.view %c : memref<2288xf32> -> !tileir.view<52x44xf32, #c, zero>
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%so_far = %zero) -> (tensor<32x32xf32>) {
    %wa = tileir.slice %va[%bm, %k : index, index] : !tileir.view<52x80xf16, #a, zero> -> !tileir.view<32x32xf16, #a, zero>
    %wb = tileir.slice %vb[%k, %bn : index, index] : !tileir.view<80x44xf16, #b, zero> -> !tileir.view<32x32xf16, #b, zero>
    %x_raw = tileir.load %wa : !tileir.view<32x32xf16, #a, zero> -> tensor<32x32xf16>
    %y_raw = tileir.load %wb : !tileir.view<32x32xf16, #b, zero> -> tensor<32x32xf16>
    %x_twice = arith.addf %x_raw, %x_raw : tensor<32x32xf16>
    %x_whole = arith.fptosi %x_twice : tensor<32x32xf16> to tensor<32x32xi32>
    %x = arith.sitofp %x_whole : tensor<32x32xi32> to tensor<32x32xf16>
    %y_twice = arith.addf %y_raw, %y_raw : tensor<32x32xf16>
    %y_whole = arith.fptosi %y_twice : tensor<32x32xf16> to tensor<32x32xi32>
    %y = arith.sitofp %y_whole : tensor<32x32xi32> to tensor<32x32xf16>
    %next = tileir.contract %x, %y, %so_far
      : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %next : tensor<32x32xf32>
  }
  %wc = tileir.slice %vc[%bm, %bn : index, index] : !tileir.view<52x44xf32, #c, zero> -> !tileir.view<32x32xf32, #c, zero>
  tileir.store %sum, %wc as (#rows) : tensor<32x32xf32>, !tileir.view<32x32xf32, #c, zero>
  return
}

// f16 into f16: the sums of one panel are rounded once.
// CHECK: kernel 'f16_f16'
// CHECK: compared  9968 elements in 3 buffers: 7680 bit for bit, 2288 within their bounds
// CHECK-NEXT: error     largest 0.00 ULP, where the bound is 0.00 ULP
// CHECK: result    equal
func.func @f16_f16(%a: memref<4160xf16>, %b: memref<3520xf16>, %c: memref<2288xf16>)
    attributes {tileir.grid = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %bm = gpu.block_id x
  %bn = gpu.block_id y
  %va = tileir.view %a : memref<4160xf16> -> !tileir.view<52x80xf16, #a, zero>
  %vb = tileir.view %b : memref<3520xf16> -> !tileir.view<80x44xf16, #b, zero>
  %vc = tileir.view %c : memref<2288xf16> -> !tileir.view<52x44xf16, #c, zero>
  %zero = arith.constant dense<0.0> : tensor<32x32xf16>
  %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%so_far = %zero) -> (tensor<32x32xf16>) {
    %wa = tileir.slice %va[%bm, %k : index, index] : !tileir.view<52x80xf16, #a, zero> -> !tileir.view<32x32xf16, #a, zero>
    %wb = tileir.slice %vb[%k, %bn : index, index] : !tileir.view<80x44xf16, #b, zero> -> !tileir.view<32x32xf16, #b, zero>
    %x_raw = tileir.load %wa : !tileir.view<32x32xf16, #a, zero> -> tensor<32x32xf16>
    %y_raw = tileir.load %wb : !tileir.view<32x32xf16, #b, zero> -> tensor<32x32xf16>
    %x_twice = arith.addf %x_raw, %x_raw : tensor<32x32xf16>
    %x_whole = arith.fptosi %x_twice : tensor<32x32xf16> to tensor<32x32xi32>
    %x = arith.sitofp %x_whole : tensor<32x32xi32> to tensor<32x32xf16>
    %y_twice = arith.addf %y_raw, %y_raw : tensor<32x32xf16>
    %y_whole = arith.fptosi %y_twice : tensor<32x32xf16> to tensor<32x32xi32>
    %y = arith.sitofp %y_whole : tensor<32x32xi32> to tensor<32x32xf16>
    %next = tileir.contract %x, %y, %so_far
      : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf16> -> tensor<32x32xf16>
    scf.yield %next : tensor<32x32xf16>
  }
  %wc = tileir.slice %vc[%bm, %bn : index, index] : !tileir.view<52x44xf16, #c, zero> -> !tileir.view<32x32xf16, #c, zero>
  tileir.store %sum, %wc as (#columns) : tensor<32x32xf16>, !tileir.view<32x32xf16, #c, zero>
  return
}

// bf16, which Vulkan computes as f32.
// CHECK: kernel 'bf16_f32'
// CHECK: compared  9968 elements in 3 buffers: 7680 bit for bit, 2288 within their bounds
// CHECK-NEXT: error     largest 0.00 ULP, where the bound is 0.00 ULP
// CHECK: result    equal
func.func @bf16_f32(%a: memref<4160xbf16>, %b: memref<3520xbf16>, %c: memref<2288xf32>)
    attributes {tileir.grid = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %bm = gpu.block_id x
  %bn = gpu.block_id y
  %va = tileir.view %a : memref<4160xbf16> -> !tileir.view<52x80xbf16, #a, zero>
  %vb = tileir.view %b : memref<3520xbf16> -> !tileir.view<80x44xbf16, #b, zero>
  %vc = tileir.view %c : memref<2288xf32> -> !tileir.view<52x44xf32, #c, zero>
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%so_far = %zero) -> (tensor<32x32xf32>) {
    %wa = tileir.slice %va[%bm, %k : index, index] : !tileir.view<52x80xbf16, #a, zero> -> !tileir.view<32x32xbf16, #a, zero>
    %wb = tileir.slice %vb[%k, %bn : index, index] : !tileir.view<80x44xbf16, #b, zero> -> !tileir.view<32x32xbf16, #b, zero>
    %x_raw = tileir.load %wa : !tileir.view<32x32xbf16, #a, zero> -> tensor<32x32xbf16>
    %y_raw = tileir.load %wb : !tileir.view<32x32xbf16, #b, zero> -> tensor<32x32xbf16>
    %x_twice = arith.addf %x_raw, %x_raw : tensor<32x32xbf16>
    %x_whole = arith.fptosi %x_twice : tensor<32x32xbf16> to tensor<32x32xi32>
    %x = arith.sitofp %x_whole : tensor<32x32xi32> to tensor<32x32xbf16>
    %y_twice = arith.addf %y_raw, %y_raw : tensor<32x32xbf16>
    %y_whole = arith.fptosi %y_twice : tensor<32x32xbf16> to tensor<32x32xi32>
    %y = arith.sitofp %y_whole : tensor<32x32xi32> to tensor<32x32xbf16>
    %next = tileir.contract %x, %y, %so_far
      : tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %next : tensor<32x32xf32>
  }
  %wc = tileir.slice %vc[%bm, %bn : index, index] : !tileir.view<52x44xf32, #c, zero> -> !tileir.view<32x32xf32, #c, zero>
  tileir.store %sum, %wc as (#rows) : tensor<32x32xf32>, !tileir.view<32x32xf32, #c, zero>
  return
}

// f32 into f32.
// CHECK: kernel 'f32_f32'
// CHECK: compared  9968 elements in 3 buffers: 7680 bit for bit, 2288 within their bounds
// CHECK-NEXT: error     largest 0.00 ULP, where the bound is 0.00 ULP
// CHECK: result    equal
func.func @f32_f32(%a: memref<4160xf32>, %b: memref<3520xf32>, %c: memref<2288xf32>)
    attributes {tileir.grid = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %bm = gpu.block_id x
  %bn = gpu.block_id y
  %va = tileir.view %a : memref<4160xf32> -> !tileir.view<52x80xf32, #a, zero>
  %vb = tileir.view %b : memref<3520xf32> -> !tileir.view<80x44xf32, #b, zero>
  %vc = tileir.view %c : memref<2288xf32> -> !tileir.view<52x44xf32, #c, zero>
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%so_far = %zero) -> (tensor<32x32xf32>) {
    %wa = tileir.slice %va[%bm, %k : index, index] : !tileir.view<52x80xf32, #a, zero> -> !tileir.view<32x32xf32, #a, zero>
    %wb = tileir.slice %vb[%k, %bn : index, index] : !tileir.view<80x44xf32, #b, zero> -> !tileir.view<32x32xf32, #b, zero>
    %x_raw = tileir.load %wa : !tileir.view<32x32xf32, #a, zero> -> tensor<32x32xf32>
    %y_raw = tileir.load %wb : !tileir.view<32x32xf32, #b, zero> -> tensor<32x32xf32>
    %x_twice = arith.addf %x_raw, %x_raw : tensor<32x32xf32>
    %x_whole = arith.fptosi %x_twice : tensor<32x32xf32> to tensor<32x32xi32>
    %x = arith.sitofp %x_whole : tensor<32x32xi32> to tensor<32x32xf32>
    %y_twice = arith.addf %y_raw, %y_raw : tensor<32x32xf32>
    %y_whole = arith.fptosi %y_twice : tensor<32x32xf32> to tensor<32x32xi32>
    %y = arith.sitofp %y_whole : tensor<32x32xi32> to tensor<32x32xf32>
    %next = tileir.contract %x, %y, %so_far
      : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %next : tensor<32x32xf32>
  }
  %wc = tileir.slice %vc[%bm, %bn : index, index] : !tileir.view<52x44xf32, #c, zero> -> !tileir.view<32x32xf32, #c, zero>
  tileir.store %sum, %wc as (#columns) : tensor<32x32xf32>, !tileir.view<32x32xf32, #c, zero>
  return
}

// Bytes, signed, into integers of 32 bits.
// CHECK: kernel 'i8_i32'
// CHECK: compared  9968 elements in 3 buffers: 9968 bit for bit
// CHECK: result    equal
func.func @i8_i32(%a: memref<4160xi8>, %b: memref<3520xi8>, %c: memref<2288xi32>)
    attributes {tileir.grid = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %bm = gpu.block_id x
  %bn = gpu.block_id y
  %va = tileir.view %a : memref<4160xi8> -> !tileir.view<52x80xi8, #a, zero>
  %vb = tileir.view %b : memref<3520xi8> -> !tileir.view<80x44xi8, #b, zero>
  %vc = tileir.view %c : memref<2288xi32> -> !tileir.view<52x44xi32, #c, zero>
  %zero = arith.constant dense<0> : tensor<32x32xi32>
  %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%so_far = %zero) -> (tensor<32x32xi32>) {
    %wa = tileir.slice %va[%bm, %k : index, index] : !tileir.view<52x80xi8, #a, zero> -> !tileir.view<32x32xi8, #a, zero>
    %wb = tileir.slice %vb[%k, %bn : index, index] : !tileir.view<80x44xi8, #b, zero> -> !tileir.view<32x32xi8, #b, zero>
    %x = tileir.load %wa : !tileir.view<32x32xi8, #a, zero> -> tensor<32x32xi8>
    %y = tileir.load %wb : !tileir.view<32x32xi8, #b, zero> -> tensor<32x32xi8>
    %next = tileir.contract %x, %y, %so_far
      : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi32> -> tensor<32x32xi32>
    scf.yield %next : tensor<32x32xi32>
  }
  %wc = tileir.slice %vc[%bm, %bn : index, index] : !tileir.view<52x44xi32, #c, zero> -> !tileir.view<32x32xi32, #c, zero>
  tileir.store %sum, %wc as (#rows) : tensor<32x32xi32>, !tileir.view<32x32xi32, #c, zero>
  return
}

