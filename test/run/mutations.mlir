// A lowering that is broken in one place is noticed: a lane that is not the one
// wanted, two slots that are exchanged; a barrier that is gone before it is run.
// REQUIRES: vulkan

// RUN: tileir-run --device vulkan %s | FileCheck %s --check-prefix=WHOLE
// RUN: not tileir-run --device vulkan --mutate lane:0 --kernel lanes %s | FileCheck %s
// RUN: not tileir-run --device vulkan --mutate lane:1 --kernel lanes %s | FileCheck %s
// RUN: not tileir-run --device vulkan --mutate slot:0 --kernel lanes %s | FileCheck %s
// RUN: not tileir-run --device vulkan --mutate barrier:0 --kernel turned %s 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: not tileir-run --device vulkan --mutate slot:2 --kernel turned %s | FileCheck %s
// RUN: not tileir-run --device vulkan --mutate lane:0 %S/../../examples/centred_rows.mlir | FileCheck %s
// RUN: not tileir-run --device vulkan --mutate barrier:0 %S/../../examples/softmax.mlir 2>&1 | FileCheck %s --check-prefix=MEET
// RUN: not tileir-run --device vulkan --mutate barrier:0 %S/../../examples/swizzled_tile.mlir 2>&1 | FileCheck %s --check-prefix=MEET

// A mutation without a place to strike is an error, not a success.
// RUN: not tileir-run --device vulkan --mutate barrier:0 %S/../../examples/centred_rows.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE

// WHOLE: kernel 'lanes'
// WHOLE: moved {{.*}} shuffle
// WHOLE: result    equal
// WHOLE: kernel 'turned'
// WHOLE: moved {{.*}} shared
// WHOLE: result    equal
// CHECK: mismatch
// CHECK: result    DIFFERENT
// MEET: error: this {{loads|stores}} what another thread accesses, and no barrier stands between
// NOWHERE: error: {{.*}}there is no 'gpu.barrier' to break

#vector = #tileir.mixed_radix<128:1, (i : 128) -> (address : 128)>
#here = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane * 2 + slot) to (i : 128)>>
#lanes = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> ((lane xor 3) * 2 + slot) to (i : 128)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 64, slot : 2) -> (lane + 64 * slot) to (i : 128)>>

func.func @lanes(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %loaded = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %x = arith.negf %loaded : tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #lanes>
  %z = arith.negf %y : tensor<128xf32, #lanes>
  tileir.store %z, %to : tensor<128xf32, #lanes>, !tileir.view<128xf32, #vector, zero>
  return
}

func.func @turned(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %to = tileir.view %dst : memref<128xf32> -> !tileir.view<128xf32, #vector, zero>
  %loaded = tileir.load %from : !tileir.view<128xf32, #vector, zero> -> tensor<128xf32, #here>
  %x = arith.negf %loaded : tensor<128xf32, #here>
  %y = tileir.repartition %x : tensor<128xf32, #here> -> tensor<128xf32, #turned>
  %z = arith.negf %y : tensor<128xf32, #turned>
  tileir.store %z, %to : tensor<128xf32, #turned>, !tileir.view<128xf32, #vector, zero>
  return
}
