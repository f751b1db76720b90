// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-expand-math{road=ptx})' | FileCheck %s --check-prefixes=CHECK,PTX
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-expand-math{road=spirv})' | FileCheck %s --check-prefixes=CHECK,SPIRV
// RUN: not tileir-opt %s --pass-pipeline='builtin.module(tileir-expand-math{road=wasm})' 2>&1 | FileCheck %s --check-prefix=ROAD

// ROAD: option 'road' has the value 'wasm': expected ptx or spirv

// e^x: the fraction's polynomial, and a power of two made of the rest's bits.
// CHECK-LABEL: @exp(
// CHECK-NOT: math.exp
// PTX: llvm.call_intrinsic "llvm.roundeven.f32"
// PTX: llvm.call_intrinsic "llvm.fma.f32"
// SPIRV: math.roundeven
// SPIRV: math.fma
// CHECK: arith.fptosi {{.*}} : f32 to i32
// CHECK: arith.shli
// CHECK: arith.bitcast {{.*}} : i32 to f32
// CHECK: return {{.*}} : f32
func.func @exp(%x: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}

// A half is widened, and rounded once.
// CHECK-LABEL: @log(
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: math.log
// CHECK: %[[NARROW:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: return %[[NARROW]]
func.func @log(%x: f16) -> f16 {
  %r = math.log %x : f16
  return %r : f16
}

// CHECK-LABEL: @natives(
// PTX: llvm.call_intrinsic "llvm.sqrt.f64"
// PTX: llvm.call_intrinsic "llvm.maxnum.bf16"
// PTX: llvm.call_intrinsic "llvm.trunc.f64"
// SPIRV: math.sqrt
// SPIRV: arith.maxnumf {{.*}} : f32
// SPIRV: math.floor
// SPIRV: math.copysign
func.func @natives(%x: f64, %b: bf16) -> (f64, bf16, f64) {
  %r = math.sqrt %x : f64
  %m = arith.maxnumf %b, %b : bf16
  %t = math.trunc %x : f64
  return %r, %m, %t : f64, bf16, f64
}
