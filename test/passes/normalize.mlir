// Maps that are equal become one attribute, in operations and in types, in the flattest form.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-normalize)' | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-normalize,tileir-normalize)' | FileCheck %s

// CHECK-NOT: tileir.compose
// CHECK-DAG: #[[ROWS:.*]] = #tileir.mixed_radix<(4,8):(8,1), (i : 4, j : 8) -> (a : 32)>
// CHECK-DAG: #[[BITS:.*]] = #tileir.bit_linear<(i : 4, j : 4) -> (a : 16), i = [5, 10], j = [1, 2]>
// CHECK-DAG: #[[FLAT:.*]] = #tileir.mixed_radix<(4,16):(1,4)>
// CHECK-DAG: #[[HASH:.*]] = #tileir.expr<(i : 5, j : 5) -> (i * j mod 7) to (a : 7)>
// CHECK-DAG: !view = !tileir.view<4x8xf32, #[[ROWS]], zero>
#rows = #tileir.expr<(i : 4, j : 8) -> (i * 8 + j) to (a : 32)>
#chain = #tileir.compose<#rows, identity<(i : 4, j : 8)>>
#swizzle = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
#nested = #tileir.mixed_radix<(4,(2,8)):(1,(4,8))>
#hash = #tileir.expr<(i : 5, j : 5) -> ((i * j) mod 7) to (a : 7)>

// CHECK-LABEL: @types(
// CHECK-SAME: memref<4x8xf32, #[[ROWS]]>, %{{.*}}: !view, %{{.*}}: !view)
func.func @types(%m: memref<4x8xf32, #chain>, %v: !tileir.view<4x8xf32, #chain, zero>,
                 %w: !tileir.view<4x8xf32, #rows, zero>) {
  return
}

// What has no flatter form stays.
// CHECK-LABEL: @operations(
// CHECK: tileir.apply #[[BITS]]
// CHECK: tileir.apply #[[FLAT]]
// CHECK: tileir.apply #[[HASH]]
func.func @operations(%i: i64) {
  %0 = tileir.apply #swizzle(%i, %i) : i64
  %1 = tileir.apply #nested(%i, %i) : i64
  %2 = tileir.apply #hash(%i, %i) : i64
  return
}
