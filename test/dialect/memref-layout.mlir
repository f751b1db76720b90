// A map that is proved strided is a layout that stock passes lower; one that is
// not gives them nothing to lower.
// RUN: tileir-opt %s --split-input-file --finalize-memref-to-llvm 2> %t.errors | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR --input-file %t.errors

#columns = #tileir.mixed_radix<(4,(2,8)):(1,(4,8))>

// CHECK-LABEL: @strided
// CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : index)
// CHECK: llvm.mul {{.*}}, %[[FOUR]]
func.func @strided(%m: memref<4x16xf32, #columns>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<4x16xf32, #columns>
  return %0 : f32
}

// -----

#swizzle = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>

// CHECK-LABEL: @swizzled
// CHECK: memref.load
// ERROR: conversion to strided form failed
func.func @swizzled(%m: memref<4x4xf32, #swizzle>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<4x4xf32, #swizzle>
  return %0 : f32
}
