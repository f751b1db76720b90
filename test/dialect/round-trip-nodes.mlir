// Maps of digits, units, transforms, pieces and tables, and sets under
// constraints, come back as they were from the custom, the generic and the
// local form and from bytecode.
// RUN: tileir-opt %s > %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: tileir-opt %t.mlir | diff %t.mlir -
// RUN: tileir-opt %s --mlir-print-op-generic | tileir-opt | diff %t.mlir -
// RUN: tileir-opt %s --mlir-print-local-scope | tileir-opt | diff %t.mlir -
// RUN: tileir-opt %s --emit-bytecode | tileir-opt | diff %t.mlir -
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s | diff %t.mlir -

// CHECK-DAG: #tileir.regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>
// CHECK-DAG: #tileir.regroup<() -> (a : 1), [] -> [()]>
// CHECK-DAG: #tileir.recast<16 -> 32, mixed_radix<(4,8):(16,2)>>
// CHECK-DAG: #tileir.recast<32 -> 8, mixed_radix<(4,8):(8,1)>>
// CHECK-DAG: #tileir.transform<swizzle(3,0,3), mixed_radix<(8,8):(8,1)> to (d0 : 64)>
// CHECK-DAG: #tileir.transform<swizzle(1,0,1), mixed_radix<(3):(1)> to (d0 : 4)>
// CHECK-DAG: #tileir.transform<rotate(-1), identity<(i : 4, j : 6)> to (i : 4, j : 6)>
// CHECK-DAG: #tileir.piecewise<(i : 100), expr<(i : 100 where i lt 64) -> (i) to (a : 64)>, expr<(i : 100 where 64 le i) -> (i - 64) to (a : 64)>>
// CHECK-DAG: #tileir.table<(i : 4) -> (a : 8), [0, 3, 5, 7]>
// CHECK-DAG: #tileir.table<(i : 2) -> (a : 4, b : 4), [(0,1), (3,2)]>
// CHECK-DAG: #tileir.table<(i : 3 where i ne 1) -> (a), [-1, 9223372036854775807]>
// CHECK-DAG: #tileir.table<(i : 2) -> (), [(), ()]>
// CHECK-DAG: #tileir.product<mixed_radix<(4,(2,8)):(1@m,(1@n,4@m+2@n)), (i : 4, j : 16) -> (m : 32, n : 16)>, mixed_radix<(4,8):(8,1)>>
// CHECK-DAG: #tileir.expr<(i : 4, j : 4 where i le j, i + j ne 5) -> (i eq j, i lt j and j lt 3) to (a : 2, b : 2)>
// CHECK-DAG: #tileir.identity<(i : 4, j : 4 where i * i lt j)>
// CHECK-DAG: #[[TRIANGLE:.*]] = #tileir.expr<(i : 4, j : 4 where i le j) -> (i * 4 + j) to (a : 16)>
// CHECK-DAG: !tileir.view<4x4xf32, #[[TRIANGLE]], zero>
// CHECK-DAG: !tileir.view<4x4xf32, #[[TRIANGLE]], assume>
// CHECK-LABEL: module
// CHECK-SAME: tileir.sets = [#tileir.index_set<(i : 4, j : 8 where i le j)>, #tileir.index_set<(i where i mod 2 eq 0)>, #tileir.index_set<(i : 4 where 1, 0)>]
// CHECK: func.func private @view(!view{{[0-9]*}}, !view{{[0-9]*}})

#rows = #tileir.mixed_radix<(4,8):(8,1)>
#triangle = #tileir.expr<(i : 4, j : 4 where i le j) -> (i * 4 + j) to (a : 16)>
module attributes {
  tileir.maps = [
    #tileir.regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>,
    #tileir.regroup<() -> (a : 1), [] -> [()]>,
    #tileir.recast<16 -> 32, mixed_radix<(4,8):(16,2)>>,
    #tileir.recast<32 -> 8, #rows>,
    #tileir.transform<swizzle(3, 0, 3), mixed_radix<(8,8):(8,1)>>,
    #tileir.transform<swizzle(1, 0, 1), mixed_radix<(3):(1)> to (d0 : 4)>,
    #tileir.transform<rotate(-1), #tileir.identity<(i : 4, j : 6)>>,
    #tileir.piecewise<(i : 100),
      expr<(i : 100 where i lt 64) -> (i) to (a : 64)>, // the first part
      expr<(i : 100 where i ge 64) -> (i - 64) to (a : 64)>>,
    #tileir.table<(i : 4) -> (a : 8), [0, 3, 5, 7]>,
    #tileir.table<(i : 2) -> (a : 4, b : 4), [(0,1), (3,2)]>,
    #tileir.table<(i : 3 where i ne 1) -> (a), [-1, 9223372036854775807]>,
    #tileir.table<(i : 2) -> (), [(), ()]>,
    #tileir.expr<(i : 4, j : 4 where i le j, i + j ne 5) -> (i eq j, i lt j and j lt 3) to (a : 2, b : 2)>,
    // Names of axes stand before an alias.
    #tileir.product<
      mixed_radix<(4,(2,8)):(1@m,(1@n,2@n+4@m)), (i : 4, j : 16) -> (m : 32, n : 16)>, #rows>,
    #tileir.identity<(i : 4, j : 4 where i * i lt j)>
  ],
  tileir.sets = [
    #tileir.index_set<(i : 4, j : 8 where i le j)>,
    #tileir.index_set<(i where i mod 2 eq 0)>,
    #tileir.index_set<(i : 4 where 1, 0)>
  ]
} {
  func.func private @view(!tileir.view<4x4xf32, #triangle, zero>,
                          !tileir.view<4x4xf32, #triangle, assume>)
}
