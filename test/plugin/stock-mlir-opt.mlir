// The stock tool loads dialect and passes from the plugin.
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(tileir-test-panic)' 2>&1 | FileCheck %s

// CHECK: remark: the message is ''
// CHECK: #layout = #tileir.mixed_radix<(4,8):(8,1)>
// CHECK: func.func private @f(memref<4x8xf32, #layout>)
func.func private @f(memref<4x8xf32, #tileir.mixed_radix<(4,8):(8,1)>>)
