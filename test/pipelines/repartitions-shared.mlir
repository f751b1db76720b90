// Two repartitions alike are one, and one that is the same in every iteration stands before the loop.
// RUN: tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-insert-repartition,cse,loop-invariant-code-motion)' | FileCheck %s
// RUN: tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-to-ptx)' --mlir-print-ir-after=tileir-plan -o /dev/null 2>&1 | FileCheck %s

#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
!v = !tileir.view<64xf32, #v, zero>
// CHECK-LABEL: @twice
// CHECK: tileir.repartition
// CHECK-NOT: tileir.repartition
// CHECK: return
func.func @twice(%from: memref<64xf32>, %to: memref<64xf32>, %other: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %first = tileir.view %to : memref<64xf32> -> !v
  %second = tileir.view %other : memref<64xf32> -> !v
  %x = tileir.load %source : !v -> tensor<64xf32, #a>
  %y = arith.negf %x : tensor<64xf32, #a>
  %there = tileir.repartition %y : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %again = tileir.repartition %y : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %z = arith.addf %there, %again : tensor<64xf32, #b>
  tileir.store %z, %first : tensor<64xf32, #b>, !v
  tileir.store %there, %second : tensor<64xf32, #b>, !v
  return
}

// -----

#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane*2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32*slot) to (i : 64)>>
!v = !tileir.view<64xf32, #v, zero>
// CHECK-LABEL: @before_the_loop
// CHECK: tileir.repartition
// CHECK: scf.for
// CHECK-NOT: tileir.repartition
// CHECK: return
func.func @before_the_loop(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source : !v -> tensor<64xf32, #a>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %twice = arith.addf %x, %x : tensor<64xf32, #a>
  %zero = arith.constant dense<0.0> : tensor<64xf32, #b>
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %zero) -> tensor<64xf32, #b> {
    %y = tileir.repartition %twice : tensor<64xf32, #a> -> tensor<64xf32, #b>
    %next = arith.addf %acc, %y : tensor<64xf32, #b>
    scf.yield %next : tensor<64xf32, #b>
  }
  tileir.store %sum, %target : tensor<64xf32, #b>, !v
  return
}
