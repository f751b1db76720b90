// RUN: tileir-opt %s --verify-diagnostics --tileir-prove=programs=require

// Views give a memref extents that its source need not have.
func.func @views(%s: memref<1024xi8>, %a: memref<31xf32>, %d: memref<?xf32>, %n: index) {
  %c128 = arith.constant 128 : index
  %c132 = arith.constant 132 : index
  %v0 = memref.view %s[%c128][] : memref<1024xi8> to memref<224xf32>
  // expected-warning @below {{whether 'memref.view' stays within its source is not known}}
  %v1 = memref.view %s[%c132][] : memref<1024xi8> to memref<224xf32>
  // From one element of 24 bits to the next it is 32.
  %v3 = memref.view %s[%c128][] : memref<1024xi8> to memref<224xi24>
  // expected-warning @below {{whether 'memref.view' stays within its source is not known}}
  %v4 = memref.view %s[%c128][] : memref<1024xi8> to memref<225xi24>
  // expected-warning @below {{whether 'memref.view' stays within its source is not known}}
  %v2 = memref.view %s[%n][] : memref<1024xi8> to memref<2xf32>
  %c0 = memref.reinterpret_cast %a to offset: [2], sizes: [4, 3], strides: [8, 2] : memref<31xf32> to memref<4x3xf32, strided<[8, 2], offset: 2>>
  // expected-warning @below {{whether 'memref.reinterpret_cast' stays within its source is not known}}
  %c1 = memref.reinterpret_cast %a to offset: [3], sizes: [4, 3], strides: [8, 2] : memref<31xf32> to memref<4x3xf32, strided<[8, 2], offset: 3>>
  // expected-warning @below {{whether 'memref.reinterpret_cast' stays within its source is not known}}
  %c2 = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
  return
}
