// A product of matrices by the tensor cores: the panels are loaded as the instruction takes them, the sum is
// stored as it leaves it, so no thread needs anything of another.
// REQUIRES: ptxas
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-to-ptx{target=sm_80})' -o %t.mlir
// RUN: python3 %S/Inputs/code.py %t.mlir %t.ptx 0
// RUN: grep -c 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' %t.ptx | FileCheck %s --check-prefix=COUNT
// RUN: not grep 'shared' %t.ptx
// RUN: not grep 'bar.sync' %t.ptx
// RUN: %ptxas -arch=sm_80 %t.ptx -o %t.cubin

// 2 of the instruction's tiles along m, 4 along n, 2 along k, in each of 2 x 2 warps.
// COUNT: {{^16$}}

// The other types, in one warp: each kernel's instructions, by their names.
// RUN: python3 %S/Inputs/code.py %t.mlir %t.half.ptx 1
// RUN: grep -c 'mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16' %t.half.ptx | FileCheck %s --check-prefix=ONE
// RUN: %ptxas -arch=sm_80 %t.half.ptx -o %t.cubin
// RUN: python3 %S/Inputs/code.py %t.mlir %t.half8.ptx 2
// RUN: grep -c 'mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32' %t.half8.ptx | FileCheck %s --check-prefix=TWO
// RUN: %ptxas -arch=sm_80 %t.half8.ptx -o %t.cubin
// RUN: python3 %S/Inputs/code.py %t.mlir %t.brain.ptx 3
// RUN: grep -c 'mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32' %t.brain.ptx | FileCheck %s --check-prefix=ONE
// RUN: %ptxas -arch=sm_80 %t.brain.ptx -o %t.cubin
// RUN: python3 %S/Inputs/code.py %t.mlir %t.brain8.ptx 4
// RUN: grep -c 'mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32' %t.brain8.ptx | FileCheck %s --check-prefix=TWO
// RUN: %ptxas -arch=sm_80 %t.brain8.ptx -o %t.cubin
// RUN: python3 %S/Inputs/code.py %t.mlir %t.tf32.ptx 5
// RUN: grep -c 'mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32' %t.tf32.ptx | FileCheck %s --check-prefix=TWO
// RUN: %ptxas -arch=sm_80 %t.tf32.ptx -o %t.cubin
// RUN: python3 %S/Inputs/code.py %t.mlir %t.s8.ptx 6
// RUN: grep -c 'mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32' %t.s8.ptx | FileCheck %s --check-prefix=ONE
// RUN: %ptxas -arch=sm_80 %t.s8.ptx -o %t.cubin
// ONE: {{^1$}}
// TWO: {{^2$}}

// An f32 product drops no bits unless it says so.
// RUN: python3 %S/Inputs/code.py %t.mlir %t.f32.ptx 7
// RUN: not grep 'mma.sync' %t.f32.ptx
// RUN: %ptxas -arch=sm_80 %t.f32.ptx -o %t.cubin

#a = #tileir.mixed_radix<(64,32):(32,1), (m : 64, k : 32) -> (address : 2048)>
#b = #tileir.mixed_radix<(32,64):(64,1), (k : 32, n : 64) -> (address : 2048)>
#c = #tileir.mixed_radix<(64,64):(64,1), (m : 64, n : 64) -> (address : 4096)>
#sum = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, tile_m : 2, tile_n : 4, slot : 4)
  -> (lane floordiv 4 + slot floordiv 2 * 8 + (subgroup floordiv 2 + tile_m * 2) * 16,
      lane mod 4 * 2 + slot mod 2 + (subgroup mod 2 + tile_n * 2) * 8) to (m : 64, n : 64)>>

func.func @four_warps(%a: memref<2048xf16>, %b: memref<2048xf16>, %c: memref<4096xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<2048xf16> -> !tileir.view<64x32xf16, #a, zero>
  %vb = tileir.view %b : memref<2048xf16> -> !tileir.view<32x64xf16, #b, zero>
  %vc = tileir.view %c : memref<4096xf32> -> !tileir.view<64x64xf32, #c, zero>
  %x = tileir.load %va : !tileir.view<64x32xf16, #a, zero> -> tensor<64x32xf16>
  %y = tileir.load %vb : !tileir.view<32x64xf16, #b, zero> -> tensor<32x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tileir.contract %x, %y, %zero
    : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32> -> tensor<64x64xf32>
  tileir.store %d, %vc as (#sum) : tensor<64x64xf32>, !tileir.view<64x64xf32, #c, zero>
  return
}

#warp = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4)
  -> (lane floordiv 4 + slot floordiv 2 * 8, lane mod 4 * 2 + slot mod 2) to (m : 16, n : 8)>>
#small_a = #tileir.mixed_radix<(16,16):(16,1), (m : 16, k : 16) -> (address : 256)>
#small_b = #tileir.mixed_radix<(16,8):(8,1), (k : 16, n : 8) -> (address : 128)>
#small_c = #tileir.mixed_radix<(16,8):(8,1), (m : 16, n : 8) -> (address : 128)>

func.func @f16(%a: memref<256xf16>, %b: memref<128xf16>, %c: memref<128xf16>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xf16> -> !tileir.view<16x16xf16, #small_a, zero>
  %vb = tileir.view %b : memref<128xf16> -> !tileir.view<16x8xf16, #small_b, zero>
  %vc = tileir.view %c : memref<128xf16> -> !tileir.view<16x8xf16, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xf16, #small_a, zero> -> tensor<16x16xf16>
  %y = tileir.load %vb : !tileir.view<16x8xf16, #small_b, zero> -> tensor<16x8xf16>
  %zero = arith.constant dense<0.0> : tensor<16x8xf16>
  %d = tileir.contract %x, %y, %zero : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf16> -> tensor<16x8xf16>
  tileir.store %d, %vc as (#warp) : tensor<16x8xf16>, !tileir.view<16x8xf16, #small_c, zero>
  return
}

func.func @f16_by_8(%a: memref<256xf16>, %b: memref<128xf16>, %c: memref<128xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xf16> -> !tileir.view<16x16xf16, #small_a, zero>
  %vb = tileir.view %b : memref<128xf16> -> !tileir.view<16x8xf16, #small_b, zero>
  %vc = tileir.view %c : memref<128xf32> -> !tileir.view<16x8xf32, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xf16, #small_a, zero> -> tensor<16x16xf16>
  %y = tileir.load %vb : !tileir.view<16x8xf16, #small_b, zero> -> tensor<16x8xf16>
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tileir.contract %x, %y, %zero by "mma.m16n8k8.f32.f16" : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  tileir.store %d, %vc as (#warp) : tensor<16x8xf32>, !tileir.view<16x8xf32, #small_c, zero>
  return
}

func.func @bf16(%a: memref<256xbf16>, %b: memref<128xbf16>, %c: memref<128xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xbf16> -> !tileir.view<16x16xbf16, #small_a, zero>
  %vb = tileir.view %b : memref<128xbf16> -> !tileir.view<16x8xbf16, #small_b, zero>
  %vc = tileir.view %c : memref<128xf32> -> !tileir.view<16x8xf32, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xbf16, #small_a, zero> -> tensor<16x16xbf16>
  %y = tileir.load %vb : !tileir.view<16x8xbf16, #small_b, zero> -> tensor<16x8xbf16>
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tileir.contract %x, %y, %zero : tensor<16x16xbf16>, tensor<16x8xbf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  tileir.store %d, %vc as (#warp) : tensor<16x8xf32>, !tileir.view<16x8xf32, #small_c, zero>
  return
}

func.func @bf16_by_8(%a: memref<256xbf16>, %b: memref<128xbf16>, %c: memref<128xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xbf16> -> !tileir.view<16x16xbf16, #small_a, zero>
  %vb = tileir.view %b : memref<128xbf16> -> !tileir.view<16x8xbf16, #small_b, zero>
  %vc = tileir.view %c : memref<128xf32> -> !tileir.view<16x8xf32, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xbf16, #small_a, zero> -> tensor<16x16xbf16>
  %y = tileir.load %vb : !tileir.view<16x8xbf16, #small_b, zero> -> tensor<16x8xbf16>
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tileir.contract %x, %y, %zero by "mma.m16n8k8.f32.bf16" : tensor<16x16xbf16>, tensor<16x8xbf16>, tensor<16x8xf32> -> tensor<16x8xf32>
  tileir.store %d, %vc as (#warp) : tensor<16x8xf32>, !tileir.view<16x8xf32, #small_c, zero>
  return
}

func.func @tf32(%a: memref<256xf32>, %b: memref<128xf32>, %c: memref<128xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xf32> -> !tileir.view<16x16xf32, #small_a, zero>
  %vb = tileir.view %b : memref<128xf32> -> !tileir.view<16x8xf32, #small_b, zero>
  %vc = tileir.view %c : memref<128xf32> -> !tileir.view<16x8xf32, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xf32, #small_a, zero> -> tensor<16x16xf32>
  %y = tileir.load %vb : !tileir.view<16x8xf32, #small_b, zero> -> tensor<16x8xf32>
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tileir.contract %x, %y, %zero by "mma.m16n8k8.f32.tf32" : tensor<16x16xf32>, tensor<16x8xf32>, tensor<16x8xf32> -> tensor<16x8xf32>
  tileir.store %d, %vc as (#warp) : tensor<16x8xf32>, !tileir.view<16x8xf32, #small_c, zero>
  return
}

func.func @bytes(%a: memref<256xi8>, %b: memref<128xi8>, %c: memref<128xi32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xi8> -> !tileir.view<16x16xi8, #small_a, zero>
  %vb = tileir.view %b : memref<128xi8> -> !tileir.view<16x8xi8, #small_b, zero>
  %vc = tileir.view %c : memref<128xi32> -> !tileir.view<16x8xi32, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xi8, #small_a, zero> -> tensor<16x16xi8>
  %y = tileir.load %vb : !tileir.view<16x8xi8, #small_b, zero> -> tensor<16x8xi8>
  %zero = arith.constant dense<0> : tensor<16x8xi32>
  %d = tileir.contract %x, %y, %zero : tensor<16x16xi8>, tensor<16x8xi8>, tensor<16x8xi32> -> tensor<16x8xi32>
  tileir.store %d, %vc as (#warp) : tensor<16x8xi32>, !tileir.view<16x8xi32, #small_c, zero>
  return
}

func.func @f32(%a: memref<256xf32>, %b: memref<128xf32>, %c: memref<128xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xf32> -> !tileir.view<16x16xf32, #small_a, zero>
  %vb = tileir.view %b : memref<128xf32> -> !tileir.view<16x8xf32, #small_b, zero>
  %vc = tileir.view %c : memref<128xf32> -> !tileir.view<16x8xf32, #small_c, zero>
  %x = tileir.load %va : !tileir.view<16x16xf32, #small_a, zero> -> tensor<16x16xf32>
  %y = tileir.load %vb : !tileir.view<16x8xf32, #small_b, zero> -> tensor<16x8xf32>
  %zero = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tileir.contract %x, %y, %zero : tensor<16x16xf32>, tensor<16x8xf32>, tensor<16x8xf32> -> tensor<16x8xf32>
  tileir.store %d, %vc as (#warp) : tensor<16x8xf32>, !tileir.view<16x8xf32, #small_c, zero>
  return
}
