// Upstream's passes take programs of tiles as they are: calls are inlined, what
// does not change leaves the loop, equal pure operations become one, and many
// functions are worked on at once with the same result.
// RUN: tileir-opt %s --inline --loop-invariant-code-motion --cse --canonicalize --symbol-dce | FileCheck %s
// RUN: python3 %S/Inputs/functions.py 50 > %t.mlir
// RUN: tileir-opt %t.mlir --canonicalize --cse > %t.threads
// RUN: tileir-opt %t.mlir --canonicalize --cse --mlir-disable-threading | diff %t.threads -
// RUN: tileir-opt %s --mlir-print-ir-after-all --mlir-disable-threading --cse 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AFTER

#m = #tileir.mixed_radix<(64,64):(64,1)>
#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)>>
!v = !tileir.view<64x64xf32, #m, zero>
!t = !tileir.view<32x32xf32, #m, zero>

// AFTER: IR Dump After CSE
// AFTER: tileir.slice
// CHECK-NOT: @add
func.func private @add(%t: !t, %x: tensor<32x32xf32, #d>) -> tensor<32x32xf32, #d> {
  %y = tileir.load %t : !t -> tensor<32x32xf32, #d>
  %z = arith.addf %x, %y : tensor<32x32xf32, #d>
  return %z : tensor<32x32xf32, #d>
}

// CHECK-LABEL: func.func @sum
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<32x32xf32, #distribution>
// CHECK: %[[TILE:.*]] = tileir.slice
// CHECK-NOT: tileir.slice
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]])
// CHECK-NEXT: %[[Y:.*]] = tileir.load %[[TILE]]
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[ACC]], %[[Y]]
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: tileir.store %[[SUM]], %[[TILE]]
func.func @sum(%b: memref<4096xf32>, %n: index, %i: i64) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32, #d>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tileir.view %b : memref<4096xf32> -> !v
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32, #d>) {
    %t = tileir.slice %v[%i, %i] : !v -> !t
    %next = func.call @add(%t, %acc) : (!t, tensor<32x32xf32, #d>) -> tensor<32x32xf32, #d>
    scf.yield %next : tensor<32x32xf32, #d>
  }
  %out = tileir.slice %v[%i, %i] : !v -> !t
  tileir.store %sum, %out : tensor<32x32xf32, #d>, !t
  return
}
