// The option `require`: an obligation of a kind that it lists is an error where it is unknown. With
// no points to look at, no more is known of squares and cubes modulo a number than that they are
// below it.
// RUN: tileir-opt %s --split-input-file --tileir-prove=budget=0 -o /dev/null
// RUN: tileir-opt %s --split-input-file --tileir-prove=require=total,injective -o /dev/null
// RUN: tileir-opt %s --split-input-file --tileir-prove='budget=0 require=surjective' -o /dev/null
// RUN: not tileir-opt %s --split-input-file --tileir-prove='budget=0 require=total' 2>&1 | FileCheck %s --check-prefix=TOTAL --implicit-check-not=error:
// RUN: not tileir-opt %s --split-input-file --tileir-prove='budget=0 require=in-bounds' 2>&1 | FileCheck %s --check-prefix=BOUNDS --implicit-check-not=error:
// RUN: not tileir-opt %s --split-input-file --tileir-prove='budget=0 require=injective' 2>&1 | FileCheck %s --check-prefix=INJECTIVE --implicit-check-not=error:
// RUN: not tileir-opt %s --split-input-file --tileir-prove='require=total,onto' 2>&1 | FileCheck %s --check-prefix=WORD

// WORD: error: tileir-prove: option 'require' has the value 'total,onto': expected a list of facts: total, in-bounds, injective, surjective

#cubes = #tileir.expr<(i : 11) -> (i * i * i mod 11)>
!cubes = !tileir.view<11xf32, #cubes, zero>
#lanes = #tileir.distribution<#tileir.expr<(lane : 11, slot : 1) -> (lane + slot) to (i : 11)>>

// INJECTIVE: prove-require.mlir:[[#@LINE+6]]:{{.*}}error: 'tileir.store' needs: each address is written from one point
// INJECTIVE: note: each address is written from one point: unknown: {{.*}}11 points exceed the budget of 0
func.func @stored(%b: memref<11xf32>) {
  %c = arith.constant 1.0 : f32
  %v = tileir.view %b : memref<11xf32> -> !cubes
  %x = tensor.splat %c : tensor<11xf32, #lanes>
  tileir.store %x, %v : tensor<11xf32, #lanes>, !cubes
  return
}

// -----

// 2 is no square modulo 11, and 11 no cube of these modulo 12.
#divided = #tileir.expr<(i : 11) -> (8 floordiv (i * i mod 11 - 2) + 8)>
#cubes = #tileir.expr<(i : 11) -> (i * i * i mod 12)>
// TOTAL: prove-require.mlir:[[#@LINE+5]]:{{.*}}error: 'tileir.view' needs: total
// TOTAL: note: total: unknown: {{.*}}
// BOUNDS: prove-require.mlir:[[#@LINE+4]]:{{.*}}error: 'tileir.view' needs: inside the buffer
// BOUNDS: note: inside the buffer: unknown: {{.*}}
func.func @viewed(%b: memref<32xf32>, %c: memref<11xf32>) {
  %v = tileir.view %b : memref<32xf32> -> !tileir.view<11xf32, #divided, zero>
  %w = tileir.view %c : memref<11xf32> -> !tileir.view<11xf32, #cubes, zero>
  return
}

// -----

#divided = #tileir.expr<(i : 11) -> (8 floordiv (i * i mod 11 - 2))>
#cubes = #tileir.expr<(i : 11) -> (i * i * i mod 12) to (a : 11)>
// TOTAL: prove-require.mlir:[[#@LINE+5]]:{{.*}}error: 'tileir.apply' needs: total
// TOTAL: note: total: unknown: {{.*}}
// BOUNDS: prove-require.mlir:[[#@LINE+4]]:{{.*}}error: 'tileir.apply' needs: in bounds
// BOUNDS: note: in bounds: unknown: {{.*}}
func.func @applied(%i: i64) -> (i64, i64) {
  %a = tileir.apply #divided(%i) : i64
  %b = tileir.apply #cubes(%i) : i64
  return %a, %b : i64, i64
}

// -----

// Nor is 10 a square.
#lanes = #tileir.distribution<#tileir.expr<(lane : 11, slot : 1) -> (lane + slot) to (i : 11)>>
#cubes = #tileir.expr<(i : 11) -> (i * i * i mod 12) to (i : 11)>
#cubed = #tileir.distribution<#tileir.expr<
  (lane : 11, slot : 1) -> (lane * lane * lane mod 11 + lane * lane mod 11 floordiv 10) to (i : 11)>>
// BOUNDS: prove-require.mlir:[[#@LINE+5]]:{{.*}}error: 'tileir.relabel' needs: in bounds
// BOUNDS: note: in bounds: unknown: {{.*}}
// BOUNDS: prove-require.mlir:[[#@LINE+4]]:{{.*}}error: 'tensor.splat' needs: the distribution is in bounds
func.func @tiles(%c: f32) {
  %x = tensor.splat %c : tensor<11xf32, #lanes>
  %y = tileir.relabel %x by (#cubes) : tensor<11xf32, #lanes> -> tensor<11xf32, #lanes>
  %z = tensor.splat %c : tensor<11xf32, #cubed>
  return
}

// -----

#row = #tileir.expr<(i : 44) -> (i)>
#lanes = #tileir.distribution<#tileir.expr<(lane : 11, slot : 1) -> (lane) to (i : 11)>>
!row = !tileir.view<44xf32, #row, assume>
!tile = !tileir.view<11xf32, #row, assume>
// BOUNDS: prove-require.mlir:[[#@LINE+9]]:{{.*}}error: 'tileir.load' needs: the access stays in the view
// BOUNDS: note: the access stays in the view: unknown: {{.*}}
func.func @read(%b: memref<44xf32>) attributes {tileir.grid = array<i64: 4>} {
  %c = arith.constant 11 : index
  %k = gpu.block_id x
  %s = arith.muli %k, %k : index
  %i = arith.remui %s, %c : index
  %v = tileir.view %b : memref<44xf32> -> !row
  %t = tileir.slice %v[%i : index] : !row -> !tile
  %x = tileir.load %t : !tile -> tensor<11xf32, #lanes>
  return
}
