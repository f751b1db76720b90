// RUN: tileir-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tileir-prepare-spirv)'

gpu.module @computes {
  gpu.func @k(%b: memref<96xbf16>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %b[%t] : memref<96xbf16>
    // expected-error @+1 {{'arith.addf' computes with bf16, which must be widened before this pass}}
    %r = arith.addf %v, %v : bf16
    memref.store %r, %b[%t] : memref<96xbf16>
    gpu.return
  }
}

// -----

gpu.module @no_block {
  // expected-error @+1 {{a kernel needs a known_block_size of three numbers to become SPIR-V}}
  gpu.func @k(%b: memref<96xf32>) kernel {
    gpu.return
  }
}
