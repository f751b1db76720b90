// A reproducer holds the program with its attributes, and runs.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(canonicalize,cse)' --mlir-generate-reproducer=%t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: tileir-opt %t.mlir --run-reproducer | FileCheck %s --check-prefix=AGAIN

// CHECK: #layout = #tileir.compose<let m0 = identity<(i : 4)> in m0, m0>
// CHECK: tileir.require #layout [total]
// CHECK: pipeline: "builtin.module(
// AGAIN: tileir.require #layout [total]

#i = #tileir.identity<(i : 4)>
tileir.require #tileir.compose<#i, #i> [total]
