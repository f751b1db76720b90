// Sixty doublings have 2^60 paths and 61 nodes: text, bytecode and errors show
// the nodes. The input gives each level an alias; the output has one let-form.
// RUN: python3 %S/Inputs/doubled.py 60 > %t.mlir
// RUN: tileir-opt %t.mlir > %t.out
// RUN: FileCheck %s --input-file %t.out
// RUN: tileir-opt %t.out | diff %t.out -
// RUN: tileir-opt %t.mlir --mlir-print-op-generic | tileir-opt | diff %t.out -
// RUN: tileir-opt %t.mlir --mlir-print-local-scope | tileir-opt | diff %t.out -
// RUN: tileir-opt %t.mlir --emit-bytecode | tileir-opt | diff %t.out -
// RUN: tileir-opt %t.mlir --canonicalize --cse | diff %t.out -

// CHECK-DAG: #[[MAP:.*]] = #tileir.compose<let m0 = identity<(i : 4)>, m1 = compose<m0, m0>, {{.*}} m59 = compose<m58, m58> in m59, m59>
// CHECK-DAG: #[[SUM:.*]] = #tileir.expr<(i : 4) -> let t0 = i + i, t1 = t0 + t0, {{.*}} in ({{.*}})>
// CHECK: tileir.require #[[MAP]] [total, bounds, injective, surjective]
// CHECK: tileir.require #[[SUM]] [total]
// CHECK: func.func private @layout(memref<4xf32, #[[MAP]]>)

// An error whose words have the type in them:
// RUN: python3 %S/Inputs/doubled.py 60 error > %t.wrong.mlir
// RUN: not tileir-opt %t.wrong.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: 'arith.addf' op operand #0 must be floating-point-like, but got '!tileir.view<4xf32, #tileir.compose<let m0 = {{.*}} in m59, m59>, zero>'

// A chain deeper than a map may be:
// RUN: python3 %S/Inputs/doubled.py 1000 > %t.deep.mlir
// RUN: not tileir-opt %t.deep.mlir 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: :1001:{{[0-9]+}}: error: the map is nested deeper than 1000 levels
