// A map may divide by a coordinate where its domain never lets it be zero. Outside the domain,
// where nothing is known, the division stands inside the guard.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove,tileir-lower-tiles)' | FileCheck %s

// CHECK: [[INSIDE:%.*]] = arith.cmpi ult
// CHECK-NOT: div
// CHECK: scf.if [[INSIDE]]
// CHECK: div
// CHECK: memref.load
#d = #tileir.distribution<#tileir.expr<(lane : 8) -> (lane) to (i : 8)>>
#f = #tileir.expr<(i : 7) -> (42 floordiv (7 - i)) to (address : 43)>
func.func @kernel(%b: memref<43xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : i64
  %v = tileir.view %b : memref<43xf32> -> !tileir.view<7xf32, #f, zero>
  %t = tileir.slice %v[%zero] : !tileir.view<7xf32, #f, zero> -> !tileir.view<8xf32, #f, zero>
  %x = tileir.load %t : !tileir.view<8xf32, #f, zero> -> tensor<8xf32, #d>
  return
}
