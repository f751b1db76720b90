// A kernel recorded here, launched by a program that knows no MLIR, and compared here.
// REQUIRES: vulkan

// RUN: rm -rf %t
// RUN: tileir-run --target lavapipe --record %t/jobs %s | FileCheck %s --check-prefix=RECORD
// RUN: tileir-launch %t/jobs/recorded-twice --repeats 2 | FileCheck %s --check-prefix=LAUNCH
// RUN: tileir-run --target lavapipe --outputs %t/jobs %s | FileCheck %s --check-prefix=EQUAL

// Results may lie in another folder, and one job that fails doesn't stop another.
// RUN: not tileir-launch %t/jobs/none %t/jobs/recorded-twice --out %t/results 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: tileir-run --target lavapipe --outputs %t/results %s | FileCheck %s --check-prefix=EQUAL

// A kernel that isn't done in time spoils the device for its process, and for no other job.
// RUN: cp -r %t/jobs/recorded-twice %t/jobs/short
// RUN: sed -i "s/timeout_ms = .*/timeout_ms = 0/" %t/jobs/short/job.toml
// RUN: not tileir-launch %t/jobs/short %t/jobs/recorded-twice --out %t/short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not test -e %t/short/short

// A wrong element is found.
// RUN: cp %t/jobs/recorded-twice/input-0.bin %t/results/recorded-twice/output-1.bin
// RUN: not tileir-run --target lavapipe --outputs %t/results %s | FileCheck %s --check-prefix=TAMPERED

// Results of other inputs, of another lowering, and none.
// RUN: not tileir-run --target lavapipe --outputs %t/jobs --seed 2 %s 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not tileir-run --target vulkan32 --outputs %t/jobs %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tileir-run --target lavapipe --outputs %t %s 2>&1 | FileCheck %s --check-prefix=MISSING

// RECORD: result    recorded in {{.*}}recorded-twice
// LAUNCH: recorded-twice: run on {{.*}}, median {{.*}} of 2 more
// FAILED-DAG: none{{.}}job.toml is missing
// FAILED-DAG: recorded-twice: run on
// SHORT-DAG: short: the kernel did not finish within 0 s
// SHORT-DAG: recorded-twice: run on
// EQUAL: device    {{.*}}, vulkan, subgroups of 8
// EQUAL: 512 elements in 2 buffers
// EQUAL: result    equal
// TAMPERED: mismatch  buffer 1: 256 of 256 elements differ
// TAMPERED: result    DIFFERENT
// SEED: result.toml is of another job: its input 0 differs
// TARGET: result.toml is of another job: its launch differs
// MISSING: result.toml is missing

#vector = #tileir.mixed_radix<256:1, (i : 256) -> (address : 256)>
#lanes = #tileir.distribution<#tileir.expr<(lane : 64, slot : 4) -> (lane * 4 + slot) to (i : 256)>>

func.func @twice(%src: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !tileir.view<256xf32, #vector, zero>
  %to = tileir.view %dst : memref<256xf32> -> !tileir.view<256xf32, #vector, zero>
  %x = tileir.load %from : !tileir.view<256xf32, #vector, zero> -> tensor<256xf32, #lanes>
  %twice = arith.addf %x, %x : tensor<256xf32, #lanes>
  tileir.store %twice, %to : tensor<256xf32, #lanes>, !tileir.view<256xf32, #vector, zero>
  return
}
