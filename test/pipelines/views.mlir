// Masked loads, views of views and slices of slices on the road to PTX.
// RUN: tileir-opt %S/../run/predicate.mlir --pass-pipeline='builtin.module(tileir-to-ptx{target=sm_80})' -o %t.1.mlir
// RUN: python3 %S/Inputs/code.py %t.1.mlir %t.1.ptx
// RUN: FileCheck %s --input-file=%t.1.ptx
// RUN: tileir-opt %S/../run/relabelled-views.mlir --pass-pipeline='builtin.module(tileir-to-ptx{target=sm_80})' | FileCheck %s --check-prefix=RELABELLED
// RUN: tileir-opt %S/../run/windows.mlir --pass-pipeline='builtin.module(tileir-to-ptx{target=sm_80})' | FileCheck %s --check-prefix=WINDOWS

// CHECK-LABEL: .entry row_maxima(
// CHECK: ld.global.b32
// CHECK: max.NaN.f32
// RELABELLED: gpu.binary @transposed
// RELABELLED: gpu.binary @window_turned
// WINDOWS: gpu.binary @zeros
// WINDOWS: gpu.binary @others
