// A panic in a pass is an error at the operation, and the tool goes on to fail in
// order; options, remarks and notes arrive.
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(func.func(tileir-test-panic{message="oh no"}))' 2>&1 | FileCheck %s
// RUN: tileir-opt %s --tileir-test-panic 2>&1 | FileCheck %s --check-prefix=QUIET

// CHECK: remark: the message is 'oh no'
// CHECK: note: and this is its note
// CHECK: error: tileir-test-panic: internal error: oh no (at passes/src/test_panic.rs:
// CHECK-NOT: panicked
// QUIET: remark: the message is ''
// QUIET: func.func private @f
func.func private @f()
