// Tiles that some threads hold nothing of in some slots: loaded, computed with, moved, folded, stored.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

#held = #tileir.distribution<#tileir.expr<
  (thread : 128, slot : 2 where slot * 128 + thread lt 229) -> (slot * 128 + thread) to (i : 229)>>
#blocked = #tileir.distribution<#tileir.expr<
  (thread : 128, slot : 2 where thread * 2 + slot lt 229) -> (thread * 2 + slot) to (i : 229)>>
!line = !tileir.view<229xi32, #tileir.mixed_radix<(229):(1)>, assume>

// 229 elements over 128 threads: no access leaves the buffer, and none is guarded by its bounds.
// CHECK: kernel 'line'
// CHECK: coordinate {{.*}} stays in the view: proved
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: planned   equal
// CHECK: result    equal
func.func @line(%src: memref<229xi32>, %dst: memref<229xi32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<229xi32> -> !line
  %to = tileir.view %dst : memref<229xi32> -> !line
  %x = tileir.load %from : !line -> tensor<229xi32, #held>
  %one = arith.constant dense<1> : tensor<229xi32, #held>
  %odd = arith.ori %x, %one : tensor<229xi32, #held>
  %i = tileir.iota 0 : tensor<229xi32, #held>
  %y = arith.divsi %i, %odd : tensor<229xi32, #held>
  %z = tileir.repartition %y : tensor<229xi32, #held> -> tensor<229xi32, #blocked>
  %more = arith.addi %z, %z : tensor<229xi32, #blocked>
  tileir.store %more, %to : tensor<229xi32, #blocked>, !line
  return
}

#few = #tileir.distribution<#tileir.expr<
  (warp : 4, lane : 8, slot : 20 where warp lt 3 and slot * 24 + warp * 8 + lane lt 455)
  -> ((slot * 24 + warp * 8 + lane) floordiv 35, (slot * 24 + warp * 8 + lane) mod 35) to (i : 13, j : 35)>>
#rows = #tileir.distribution<#tileir.expr<
  (warp : 4, lane : 8, slot : 35 where warp * 8 + lane lt 13) -> (warp * 8 + lane, slot) to (i : 13, j : 35)>>
#sums = #tileir.distribution<#tileir.expr<
  (warp : 4, lane : 8 where warp * 8 + lane lt 13) -> (warp * 8 + lane) to (i : 13)>>
!block = !tileir.view<13x35xf32, #tileir.mixed_radix<(13,35):(35,1)>, zero>
!column = !tileir.view<13xf32, #tileir.mixed_radix<(13):(1)>, zero>

// Three of four warps hold it; a row in each of thirteen threads; their sums, in a loop.
// CHECK: kernel 'block'
// CHECK: result    equal
func.func @block(%src: memref<455xf32>, %sums: memref<13xf32>, %dst: memref<455xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<455xf32> -> !block
  %to = tileir.view %dst : memref<455xf32> -> !block
  %by_row = tileir.view %sums : memref<13xf32> -> !column
  %x = tileir.load %from : !block -> tensor<13x35xf32, #few>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %y = scf.for %k = %zero to %three step %one iter_args(%so_far = %x) -> (tensor<13x35xf32, #few>) {
    %wide = tileir.repartition %so_far : tensor<13x35xf32, #few> -> tensor<13x35xf32, #rows>
    %twice = arith.addf %wide, %wide : tensor<13x35xf32, #rows>
    %back = tileir.repartition %twice : tensor<13x35xf32, #rows> -> tensor<13x35xf32, #few>
    scf.yield %back : tensor<13x35xf32, #few>
  }
  %sum = tileir.reduce max %y over 1 : tensor<13x35xf32, #few> -> tensor<13xf32, #sums>
  tileir.store %sum, %by_row : tensor<13xf32, #sums>, !column
  tileir.store %y, %to : tensor<13x35xf32, #few>, !block
  return
}
