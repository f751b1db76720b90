// RUN: tileir-opt %s --pass-pipeline='builtin.module(spirv.module(tileir-pin-floats))' | FileCheck %s

spirv.module Logical GLSL450 {
  // CHECK-LABEL: spirv.func @k
  spirv.func @k(%a: f32, %h: f16) "None" {
    // CHECK: spirv.FMul {{.*}} {no_contraction} : f32
    %m = spirv.FMul %a, %a : f32
    // CHECK: spirv.FAdd {{.*}} {no_contraction} : f32
    %s = spirv.FAdd %m, %a : f32
    // CHECK: spirv.FSub {{.*}} {no_contraction} : f16
    %d = spirv.FSub %h, %h : f16
    // CHECK: spirv.FOrdEqual %{{.*}}, %{{.*}} : f32
    %c = spirv.FOrdEqual %s, %s : f32
    spirv.Return
  }
  // CHECK: spirv.ExecutionMode @k "SignedZeroInfNanPreserve", 16
  // CHECK: spirv.ExecutionMode @k "SignedZeroInfNanPreserve", 32
  // CHECK-NOT: "SignedZeroInfNanPreserve", 64
  // CHECK: spirv.EntryPoint "GLCompute" @k
  spirv.EntryPoint "GLCompute" @k
}
