// Upstream's operations on memrefs see the strides and the offset of a map that
// is proved strided.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --normalize-memrefs | FileCheck %s --check-prefix=NORMAL

#even = #tileir.mixed_radix<(4,8):(16,2)>

// CHECK-LABEL: @subview
// CHECK: memref.subview {{.*}} to memref<2x3xf32, strided<[16, 4], offset: 20>>
// CHECK: memref.cast {{.*}} to memref<4x8xf32, strided<[16, 2]>>
// CHECK: memref.expand_shape {{.*}} into memref<4x2x4xf32, strided<[16, 8, 2]>>
func.func @subview(%m: memref<4x8xf32, #even>) {
  %s = memref.subview %m[1, 2] [2, 3] [1, 2] : memref<4x8xf32, #even> to memref<2x3xf32, strided<[16, 4], offset: 20>>
  %c = memref.cast %m : memref<4x8xf32, #even> to memref<4x8xf32, strided<[16, 2]>>
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 4] : memref<4x8xf32, #even> into memref<4x2x4xf32, strided<[16, 8, 2]>>
  return
}

// -----

#rows = #tileir.mixed_radix<(4,8):(8,1)>

// CHECK-LABEL: @identity
// CHECK: memref.collapse_shape {{.*}} into memref<32xf32>
func.func @identity(%m: memref<4x8xf32, #rows>, %i: index) -> vector<4xf32> {
  %c = memref.cast %m : memref<4x8xf32, #rows> to memref<4x8xf32>
  %r = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32, #rows> into memref<32xf32>
  %v = vector.load %m[%i, %i] : memref<4x8xf32, #rows>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

#later = #tileir.translate<[3], #tileir.mixed_radix<(4):(2)>>

// CHECK-LABEL: @offset
// CHECK: memref.cast {{.*}} to memref<4xf32, strided<[2], offset: 3>>
func.func @offset(%m: memref<4xf32, #later>) {
  %c = memref.cast %m : memref<4xf32, #later> to memref<4xf32, strided<[2], offset: 3>>
  return
}

// -----

// One element, at an address that is outside: no offset is made up.
#outside = #tileir.expr<() -> (5) to (a : 3)>

func.func @scalar(%m: memref<f32, #outside>) {
  // expected-error @+1 {{are cast incompatible}}
  %c = memref.cast %m : memref<f32, #outside> to memref<f32, strided<[], offset: 5>>
  return
}

// -----

#swizzle = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>

func.func @swizzle(%m: memref<4x4xf32, #swizzle>) {
  // expected-error @+1 {{is not strided}}
  %s = memref.subview %m[1, 2] [2, 2] [1, 1] : memref<4x4xf32, #swizzle> to memref<2x2xf32, strided<[4, 1], offset: 6>>
  return
}

// -----

#swizzle = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>

// NORMAL-LABEL: @allocated
// NORMAL: memref.alloc() : memref<4x4xf32, #layout>
// NORMAL: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x4xf32, #layout>
func.func @allocated(%i: index) -> f32 {
  %m = memref.alloc() : memref<4x4xf32, #swizzle>
  %x = memref.load %m[%i, %i] : memref<4x4xf32, #swizzle>
  return %x : f32
}
