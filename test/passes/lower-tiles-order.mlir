// A load behind a store sees it: where one buffer is both, a barrier stands between. A buffer
// that is only loaded from, or stored to once, needs none.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles,canonicalize,cse)' | FileCheck %s

#vector = #tileir.mixed_radix<32:1, (i : 32) -> (address : 32)>
#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 32) -> (31 - lane) to (i : 32)>>
!view = !tileir.view<32xf32, #vector, zero>

// CHECK-LABEL: gpu.func @in_place(
// CHECK-COUNT-2: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @in_place(%a: memref<32xf32>, %b: memref<32xf32>, %c: memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<32xf32> -> !view
  %vb = tileir.view %b : memref<32xf32> -> !view
  %vc = tileir.view %c : memref<32xf32> -> !view
  %x = tileir.load %va : !view -> tensor<32xf32, #d>
  %y = tileir.load %vb : !view -> tensor<32xf32, #d>
  %z = arith.addf %x, %y : tensor<32xf32, #d>
  tileir.store %z, %va : tensor<32xf32, #d>, !view
  %w = tileir.load %va : !view -> tensor<32xf32, #turned>
  tileir.store %w, %vc : tensor<32xf32, #turned>, !view
  return
}

// Stores that combine in one way may come in any order, in turns of a loop too. What stands before
// the loop, and behind, may not.
// CHECK-LABEL: gpu.func @sums(
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: memref.atomic_rmw
// CHECK-NOT: gpu.barrier
// CHECK: memref.atomic_rmw
// CHECK: }
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load
// CHECK: gpu.return
func.func @sums(%a: memref<32xi32>, %b: memref<32xi32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %ten = arith.constant 10 : index
  %va = tileir.view %a : memref<32xi32> -> !tileir.view<32xi32, #vector, zero>
  %vb = tileir.view %b : memref<32xi32> -> !tileir.view<32xi32, #vector, zero>
  %none = arith.constant dense<0> : tensor<32xi32, #d>
  %x = tileir.iota 0 : tensor<32xi32, #d>
  tileir.store %none, %va : tensor<32xi32, #d>, !tileir.view<32xi32, #vector, zero>
  scf.for %i = %zero to %ten step %one {
    tileir.store add %x, %va : tensor<32xi32, #d>, !tileir.view<32xi32, #vector, zero>
    tileir.store add %x, %va[%x : tensor<32xi32, #d>] : tensor<32xi32, #d>, !tileir.view<32xi32, #vector, zero>
  }
  %y = tileir.load %va : !tileir.view<32xi32, #vector, zero> -> tensor<32xi32, #turned>
  tileir.store %y, %vb : tensor<32xi32, #turned>, !tileir.view<32xi32, #vector, zero>
  return
}

// A scatter's elements are stored by other threads in the next turn, though it stands there once.
// CHECK-LABEL: gpu.func @turns(
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.return
func.func @turns(%a: memref<32xi32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %va = tileir.view %a : memref<32xi32> -> !tileir.view<32xi32, #vector, zero>
  %x = tileir.iota 0 : tensor<32xi32, #d>
  scf.for %i = %zero to %ten step %one : i32 {
    %is = tensor.splat %i : tensor<32xi32, #d>
    %at = arith.addi %x, %is : tensor<32xi32, #d>
    tileir.store %x, %va[%at : tensor<32xi32, #d>] : tensor<32xi32, #d>, !tileir.view<32xi32, #vector, zero>
  }
  return
}

// A branch may not be taken: behind it, what stood before it still counts.
// CHECK-LABEL: gpu.func @branch(
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK-NEXT: scf.if
// CHECK: memref.atomic_rmw
// CHECK: }
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load
// CHECK: gpu.return
func.func @branch(%a: memref<32xi32>, %c: memref<32xi32>) attributes {tileir.grid = array<i64: 2>} {
  %zero = arith.constant 0 : index
  %va = tileir.view %a : memref<32xi32> -> !tileir.view<32xi32, #vector, zero>
  %vc = tileir.view %c : memref<32xi32> -> !tileir.view<32xi32, #vector, zero>
  %b = gpu.block_id x
  %first = arith.cmpi eq, %b, %zero : index
  %x = tileir.iota 0 : tensor<32xi32, #d>
  tileir.store %x, %va : tensor<32xi32, #d>, !tileir.view<32xi32, #vector, zero>
  scf.if %first {
    tileir.store add %x, %va : tensor<32xi32, #d>, !tileir.view<32xi32, #vector, zero>
  }
  %y = tileir.load %va : !tileir.view<32xi32, #vector, zero> -> tensor<32xi32, #turned>
  tileir.store %y, %vc : tensor<32xi32, #turned>, !tileir.view<32xi32, #vector, zero>
  return
}
