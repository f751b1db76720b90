// Where a map has no value its application fails: by an assertion, unless that is assumed away.
// RUN: tileir-opt %s --tileir-lower-views | FileCheck %s
// RUN: tileir-opt %s --tileir-lower-views='undefined=assume' | FileCheck %s --check-prefix=ASSUME --implicit-check-not=cf.assert
// RUN: not tileir-opt %s --tileir-lower-views='undefined=maybe' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: tileir-opt %s --pass-pipeline='builtin.module(gpu.module(tileir-lower-views),tileir-kernels-to-ptx)' -o %t
// RUN: FileCheck %s --check-prefix=PTX < %t

// OPTION: undefined
// OPTION-SAME: check or assume

// A coordinate of which nothing is known is tested.
// CHECK-LABEL: @unknown(
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK-NEXT: cf.assert %[[IN]], "'tileir.apply': outside (i : 8)"
// CHECK-NOT: cf.assert
// CHECK: return
// ASSUME-LABEL: @unknown(
#turned = #tileir.expr<(i : 8) -> (7 - i) to (a : 8)>
func.func @unknown(%i: index) -> index {
  %a = tileir.apply #turned(%i) : index
  return %a : index
}

// The counter of a loop over the axis is inside it, and so is a tile's place and what is in it.
// CHECK-LABEL: @known(
// CHECK-NOT: cf.assert
// CHECK: return
#tiles = #tileir.expr<(i : 64) -> (i floordiv 8, i mod 8) to (a : 8, b : 8)>
func.func @known(%sum: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %sum) -> index {
    %s = scf.for %j = %c0 to %c8 step %c1 iter_args(%y = %x) -> index {
      %start = arith.muli %i, %c8 : index
      %at = arith.addi %start, %j : index
      %a, %b = tileir.apply #tiles(%at) : index
      %z = arith.addi %y, %b : index
      scf.yield %z : index
    }
    scf.yield %s : index
  }
  return %r : index
}

// Each step that may have no value is tested, in order.
// CHECK-LABEL: @steps(
// CHECK: cf.assert %{{.*}}, "'tileir.apply': outside (i : 4, j : 9223372036854775807)"
// CHECK: arith.cmpi ne
// CHECK-NEXT: cf.assert %{{.*}}, "'tileir.apply': a division by zero"
// CHECK: arith.floordivsi
// CHECK: arith.cmpi ult
// CHECK-NEXT: cf.assert %{{.*}}, "'tileir.apply': a shift by an amount outside 0 to 63"
// CHECK: arith.shrui
// CHECK: arith.mulsi_extended
// CHECK: cf.assert %{{.*}}, "'tileir.apply': a multiplication overflows"
// CHECK: cf.assert %{{.*}}, "'tileir.apply': an addition overflows"
// CHECK: cf.assert %{{.*}}, "'tileir.apply': a subtraction overflows"
// CHECK: return
#steps = #tileir.expr<(i : 4, j : 9223372036854775807) -> (12 floordiv i, i shr j, j * j, j * j + j, i - 8 - j - j)>
func.func @steps(%i: i64, %j: i64) -> (i64, i64, i64, i64, i64) {
  %v:5 = tileir.apply #steps(%i, %j) : i64
  return %v#0, %v#1, %v#2, %v#3, %v#4 : i64, i64, i64, i64, i64
}

// What a composition demands between is demanded: 0 * x of an x below 4.
// CHECK-LABEL: @between(
// CHECK: cf.assert %{{.*}}, "'tileir.apply': outside (i : 8)"
// CHECK: cf.assert %{{.*}}, "'tileir.apply': a value between is outside its axis"
// CHECK: return
#between = #tileir.compose<expr<(x : 4) -> (0 * x)>, expr<(i : 8) -> (i) to (x : 4)>>
func.func @between(%i: i64) -> i64 {
  %a = tileir.apply #between(%i) : i64
  return %a : i64
}

// CHECK-LABEL: @codomain(
// CHECK: cf.assert %{{.*}}, "'tileir.apply': the value is outside (a : 4)"
#codomain = #tileir.expr<(i : 8) -> (i) to (a : 4)>
func.func @codomain(%i: i64) -> i64 {
  %a = tileir.apply #codomain(%i) : i64
  return %a : i64
}

// Parameters are tested with the coordinates: their ranges, what divides them, their extents.
// CHECK-LABEL: @parameters(
// CHECK: cf.assert %{{.*}}, "'tileir.apply': outside (n : 8..=64 by 8, s : -4..=4) (i : n floordiv 8)"
// CHECK-NOT: cf.assert
// CHECK: return
#rows = #tileir.family<(n : 8..=64 by 8, s : -4..=4) (i : n floordiv 8) -> (i * s)>
func.func @parameters(%n: i64, %s: i64, %i: i64) -> i64 {
  %a = tileir.apply #rows[%n, %s](%i) : i64
  return %a : i64
}

// A kernel of CUDA stops with the words; a block number of a known grid needs no test.
// PTX: __assertfail
// PTX-NOT: outside (i : 4)
gpu.module @kernels {
  gpu.func @kernel(%b: memref<8xindex>, %i: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, tileir.grid = array<i64: 4, 1, 1>} {
    %block = gpu.block_id x
    %known = tileir.apply #tileir.expr<(i : 4) -> (i + 4) to (a : 8)>(%block) : index
    %a = tileir.apply #turned(%i) : index
    memref.store %a, %b[%known] : memref<8xindex>
    gpu.return
  }
}
