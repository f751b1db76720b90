// What was found goes on like what was written: moves explain themselves, and the roads lead to code.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-propagate{remarks=true},tileir-explain)' 2>&1 | FileCheck %s
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-to-ptx)' | FileCheck %s --check-prefix=CODE
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-to-spirv)' | FileCheck %s --check-prefix=CODE

// CHECK-DAG: :[[#@LINE+12]]:1: remark: finds 2 distributions with 1 repartitions: moves cost 35; converting at each use costs 35, at each definition costs 35; 1 groups exactly, 0 by search, candidates cut at 0 nodes
// CHECK-DAG: :[[#@LINE+16]]:3: remark: moves 64 x f32 over 32 threads: in place 2, in the subgroup 62
// CHECK: :[[#@LINE+15]]:3: note: wanted by 'tileir.store'
// CHECK: note: planned by shuffle: 4 shuffles, 2 selects; weight 34
// CODE: gpu.binary @moved

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>

// A move costs one more than its plan weighs.
func.func @moved(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %y = math.absf %x : tensor<64xf32>
  tileir.store %y, %target as (#b) : tensor<64xf32>, !v
  return
}
