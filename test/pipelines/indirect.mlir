// Gathers, scatters and combining stores on the road to PTX: one instruction for each element, which
// needs no answer and no order.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-to-ptx)' -o %t.mlir
// RUN: python3 %S/Inputs/code.py %t.mlir %t.counts 0
// RUN: FileCheck %s --input-file %t.counts --check-prefix=COUNTS
// RUN: python3 %S/Inputs/code.py %t.mlir %t.sums 1
// RUN: FileCheck %s --input-file %t.sums --check-prefix=SUMS
// RUN: python3 %S/Inputs/code.py %t.mlir %t.most 2
// RUN: FileCheck %s --input-file %t.most --check-prefix=MOST
// RUN: tileir-opt %S/../run/gather.mlir --pass-pipeline='builtin.module(tileir-to-ptx)' -o %t.gather.mlir
// RUN: tileir-opt %S/../run/combining.mlir --pass-pipeline='builtin.module(tileir-to-ptx{target=sm_80})' -o %t.combining.mlir

#samples = #tileir.mixed_radix<1000:1, (i : 1000) -> (address : 1000)>
#bins = #tileir.mixed_radix<256:1, (bin : 256) -> (address : 256)>
#d = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 4) -> (slot * 64 + subgroup * 32 + lane) to (i : 256)>>
!samples = !tileir.view<1000xi32, #samples, zero>
!part = !tileir.view<256xi32, #samples, zero>
!bins = !tileir.view<256xi32, #bins, zero>

// COUNTS: .entry counts(
// COUNTS-COUNT-4: atom.shared.add.u32
// COUNTS-NOT: atom.shared
// COUNTS: bar.sync
// COUNTS-COUNT-4: atom.global.add.u32
// COUNTS-NOT: atom.
// COUNTS: ret
func.func @counts(%src: memref<1000xi32>, %dst: memref<256xi32>) attributes {tileir.grid = array<i64: 4>} {
  %b = gpu.block_id x
  %v = tileir.view %src : memref<1000xi32> -> !samples
  %w = tileir.view %dst : memref<256xi32> -> !bins
  %own = memref.alloc() : memref<256xi32, #gpu.address_space<workgroup>>
  %o = tileir.view %own : memref<256xi32, #gpu.address_space<workgroup>> -> !bins
  %none = arith.constant dense<0> : tensor<256xi32, #d>
  tileir.store %none, %o : tensor<256xi32, #d>, !bins
  %p = tileir.slice %v[%b : index] : !samples -> !part
  %x = tileir.load %p : !part -> tensor<256xi32, #d>
  %low = arith.constant dense<255> : tensor<256xi32, #d>
  %bin = arith.andi %x, %low : tensor<256xi32, #d>
  %one = arith.constant dense<1> : tensor<256xi32, #d>
  tileir.store add %one, %o[%bin : tensor<256xi32, #d>] : tensor<256xi32, #d>, !bins
  %sum = tileir.load %o : !bins -> tensor<256xi32, #d>
  tileir.store add %sum, %w : tensor<256xi32, #d>, !bins
  return
}

// SUMS: .entry sums(
// SUMS-COUNT-4: atom.global.add.f32
// SUMS-NOT: atom.
// SUMS: ret
!weights = !tileir.view<256xf32, #bins, zero>
func.func @sums(%at: memref<256xi32>, %weight: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %at : memref<256xi32> -> !bins
  %u = tileir.view %weight : memref<256xf32> -> !weights
  %w = tileir.view %dst : memref<256xf32> -> !weights
  %i = tileir.load %v : !bins -> tensor<256xi32, #d>
  %x = tileir.load %u : !weights -> tensor<256xf32, #d>
  tileir.store add %x, %w[%i : tensor<256xi32, #d>] : tensor<256xf32, #d>, !weights
  return
}

// No instruction has the greatest of two floats in memory: it is tried until nobody was in between. A NaN
// stays one.
// MOST: .entry most(
// MOST: max.NaN.f32
// MOST-NEXT: atom.{{.*}}cas.b32
func.func @most(%at: memref<256xi32>, %weight: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %at : memref<256xi32> -> !bins
  %u = tileir.view %weight : memref<256xf32> -> !weights
  %w = tileir.view %dst : memref<256xf32> -> !weights
  %i = tileir.load %v : !bins -> tensor<256xi32, #d>
  %x = tileir.load %u : !weights -> tensor<256xf32, #d>
  tileir.store max %x, %w[%i : tensor<256xi32, #d>] : tensor<256xf32, #d>, !weights
  return
}
