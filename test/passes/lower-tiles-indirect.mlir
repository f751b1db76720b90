// Gathers and scatters, slot by slot; stores that combine, by one owner each.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-prove{target=sm_80},tileir-lower-tiles{target=sm_80},canonicalize,cse)' | FileCheck %s

#m = #tileir.mixed_radix<(100,8):(8,1), (i : 100, j : 8) -> (address : 800)>
#line = #tileir.mixed_radix<32:1, (i : 32) -> (address : 32)>
#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
#twice = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane floordiv 2) to (i : 16)>>
!v = !tileir.view<100x8xf32, #m, zero>
!at = !tileir.view<32xi32, #line, zero>
!out = !tileir.view<32xf32, #line, zero>

// The test of the row, in 32 bits; the column is known to be inside.
// CHECK-LABEL: gpu.func @gather(
// CHECK: [[ROW:%.*]] = memref.load {{.*}} : memref<32xi32>
// CHECK-NEXT: [[IN:%.*]] = arith.cmpi ult, [[ROW]], %c100_i32 : i32
// CHECK-NEXT: [[X:%.*]] = scf.if [[IN]] -> (f32) {
// CHECK-NEXT: [[LINE:%.*]] = arith.muli [[ROW]], %c8_i32 : i32
// CHECK-NEXT: [[PLACE:%.*]] = arith.addi [[LINE]], %c5_i32 : i32
// CHECK-NEXT: [[INDEX:%.*]] = arith.index_cast [[PLACE]] : i32 to index
// CHECK-NEXT: memref.load %{{.*}}{{\[}}[[INDEX]]] : memref<800xf32>
// CHECK: memref.store [[X]]
func.func @gather(%src: memref<800xf32>, %rows: memref<32xi32>, %dst: memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %five = arith.constant 5 : i8
  %v = tileir.view %src : memref<800xf32> -> !v
  %w = tileir.view %rows : memref<32xi32> -> !at
  %o = tileir.view %dst : memref<32xf32> -> !out
  %row = tileir.load %w : !at -> tensor<32xi32, #d>
  %x = tileir.load %v[%row, %five : tensor<32xi32, #d>, i8] : !v -> tensor<32xf32, #d>
  tileir.store %x, %o : tensor<32xf32, #d>, !out
  return
}

// Two lanes hold each element; one adds it, wherever it goes. Nothing is read back.
// CHECK-LABEL: gpu.func @replicas(
// CHECK: [[BIT:%.*]] = arith.andi %{{.*}}, %c1_i32
// CHECK: [[OWNER:%.*]] = arith.cmpi eq, [[BIT]], %c0_i32
// CHECK: [[BOTH:%.*]] = arith.andi %{{.*}}, [[OWNER]] : i1
// CHECK-NEXT: scf.if [[BOTH]] {
// CHECK: memref.atomic_rmw addf %{{.*}}, %{{.*}} : (f32, memref<32xf32>) -> f32
// CHECK-NEXT: }
// CHECK-NOT: atomic_rmw
// CHECK: gpu.return
func.func @replicas(%at: memref<32xi32>, %dst: memref<32xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %w = tileir.view %at : memref<32xi32> -> !at
  %half = tileir.slice %w[%zero : index] : !at -> !tileir.view<16xi32, #line, zero>
  %o = tileir.view %dst : memref<32xf32> -> !out
  %i = tileir.load %half : !tileir.view<16xi32, #line, zero> -> tensor<16xi32, #twice>
  %one = arith.constant dense<1.0> : tensor<16xf32, #twice>
  tileir.store add %one, %o[%i : tensor<16xi32, #twice>] : tensor<16xf32, #twice>, !out
  return
}

// Each kind, of a whole tile: no test, no vector.
// CHECK-LABEL: gpu.func @kinds(
// CHECK-COUNT-2: memref.atomic_rmw addi
// CHECK: gpu.barrier
// CHECK-COUNT-2: memref.atomic_rmw maxs
// CHECK: gpu.barrier
// CHECK-COUNT-2: memref.atomic_rmw mins
// CHECK-COUNT-2: memref.atomic_rmw maximumf
// CHECK: gpu.barrier
// CHECK-COUNT-2: memref.atomic_rmw minimumf
// CHECK: gpu.return
#pairs = #tileir.distribution<#tileir.expr<(lane : 16, slot : 2) -> (lane * 2 + slot) to (i : 32)>>
func.func @kinds(%a: memref<32xi64>, %b: memref<32xf64>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %a : memref<32xi64> -> !tileir.view<32xi64, #line, zero>
  %w = tileir.view %b : memref<32xf64> -> !tileir.view<32xf64, #line, zero>
  %i = tileir.iota 0 : tensor<32xi64, #pairs>
  %x = arith.constant dense<2.0> : tensor<32xf64, #pairs>
  tileir.store add %i, %v : tensor<32xi64, #pairs>, !tileir.view<32xi64, #line, zero>
  tileir.store max %i, %v : tensor<32xi64, #pairs>, !tileir.view<32xi64, #line, zero>
  tileir.store min %i, %v : tensor<32xi64, #pairs>, !tileir.view<32xi64, #line, zero>
  tileir.store max %x, %w : tensor<32xf64, #pairs>, !tileir.view<32xf64, #line, zero>
  tileir.store min %x, %w : tensor<32xf64, #pairs>, !tileir.view<32xf64, #line, zero>
  return
}
