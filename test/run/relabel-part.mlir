// A relabel may leave elements out, repeat them, and take them from other threads; a block may
// have more threads than 32 subgroups of 8.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s | FileCheck %s
// CHECK: kernel 'half'
// CHECK: result    equal
// CHECK: kernel 'first'
// CHECK: result    equal

#whole = #tileir.mixed_radix<1024:1, (i : 1024) -> (address : 1024)>
#part = #tileir.mixed_radix<512:1, (i : 512) -> (address : 512)>
#here = #tileir.distribution<#tileir.expr<(subgroup : 16, lane : 32, slot : 2) -> (slot * 512 + subgroup * 32 + lane) to (i : 1024)>>
#half = #tileir.distribution<#tileir.expr<(subgroup : 16, lane : 32) -> (511 - subgroup * 32 - lane) to (i : 512)>>
#second = #tileir.expr<(i : 512) -> (i + 512) to (i : 1024)>
#zero = #tileir.expr<(i : 512) -> (i mod 2) to (i : 1024)>

func.func @half(%src: memref<1024xf32>, %dst: memref<512xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<1024xf32> -> !tileir.view<1024xf32, #whole, zero>
  %to = tileir.view %dst : memref<512xf32> -> !tileir.view<512xf32, #part, zero>
  %x = tileir.load %from : !tileir.view<1024xf32, #whole, zero> -> tensor<1024xf32, #here>
  %y = tileir.relabel %x by (#second) : tensor<1024xf32, #here> -> tensor<512xf32, #half>
  tileir.store %y, %to : tensor<512xf32, #half>, !tileir.view<512xf32, #part, zero>
  return
}

func.func @first(%src: memref<1024xf32>, %dst: memref<512xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<1024xf32> -> !tileir.view<1024xf32, #whole, zero>
  %to = tileir.view %dst : memref<512xf32> -> !tileir.view<512xf32, #part, zero>
  %x = tileir.load %from : !tileir.view<1024xf32, #whole, zero> -> tensor<1024xf32, #here>
  %y = tileir.relabel %x by (#zero) : tensor<1024xf32, #here> -> tensor<512xf32, #half>
  tileir.store %y, %to : tensor<512xf32, #half>, !tileir.view<512xf32, #part, zero>
  return
}
