// Tiles that the blocks of a cluster hold together: moved between blocks, folded across them, and
// handed on through memory. Without a device that has clusters, each plan is carried out slot by slot.
// RUN: tileir-run --target sm_90a --no-run %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep -e DIFFERENT -e unknown -e 'not proved' %t

!matrix = !tileir.view<256x32xf32, #tileir.mixed_radix<(256,32):(32,1)>, zero>
!part = !tileir.view<64x32xf32, #tileir.mixed_radix<(256,32):(32,1)>, zero>
#rows = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 16)
  -> (block * 32 + thread floordiv 2, thread mod 2 * 16 + slot) to (i : 64, j : 32)>>
#columns = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 16)
  -> (thread, block * 16 + slot) to (i : 64, j : 32)>>

// Each block has half of the rows, then half of the columns.
// CHECK: kernel 'turn', grid 4 x 1 x 1
// CHECK: every slot gets its element: proved
// CHECK: moved {{.*}} cluster: {{[0-9]+}} wavefronts, {{[0-9]+}} remotes, 2 syncs
// CHECK: planned   equal, 1 plan carried out slot by slot
func.func @turn(%in : memref<8192xf32>, %out : memref<8192xf32>) attributes {tileir.grid = array<i64: 4>} {
  %p = gpu.cluster_id x
  %zero = arith.constant 0 : index
  %from = tileir.view %in : memref<8192xf32> -> !matrix
  %to = tileir.view %out : memref<8192xf32> -> !matrix
  %own = tileir.slice %from[%p, %zero : index, index] : !matrix -> !part
  %new = tileir.slice %to[%p, %zero : index, index] : !matrix -> !part
  %x = tileir.load %own : !part -> tensor<64x32xf32, #rows>
  %y = math.exp2 %x : tensor<64x32xf32, #rows>
  %z = tileir.repartition %y {tileir.plan = {kind = "cluster"}} : tensor<64x32xf32, #rows> -> tensor<64x32xf32, #columns>
  %half = arith.constant dense<0.5> : tensor<64x32xf32, #columns>
  %scaled = arith.mulf %z, %half : tensor<64x32xf32, #columns>
  tileir.store %scaled, %new : tensor<64x32xf32, #columns>, !part
  return
}

// Rows of which each of four blocks has a quarter: the sum of a row goes through all of them.
!wide = !tileir.view<8x512xf32, #tileir.mixed_radix<(8,512):(512,1)>, zero>
#quarters = #tileir.distribution<#tileir.expr<(block : 4, subgroup : 2, lane : 32, slot : 16)
  -> (subgroup * 4 + slot floordiv 4, block * 128 + lane * 4 + slot mod 4) to (i : 8, j : 512)>>
#of_rows = #tileir.project<(i : 8, j : 512) -> (i)>
// CHECK: kernel 'center', grid 1 x 1 x 1
// CHECK: result    not run
func.func @center(%in : memref<4096xf32>, %out : memref<4096xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %in : memref<4096xf32> -> !wide
  %to = tileir.view %out : memref<4096xf32> -> !wide
  %x = tileir.load %from as (#quarters) : !wide -> tensor<8x512xf32>
  %sum = tileir.reduce add %x over 1 : tensor<8x512xf32> -> tensor<8xf32>
  %count = arith.constant dense<512.0> : tensor<8xf32>
  %mean = arith.divf %sum, %count : tensor<8xf32>
  %of_row = tileir.relabel %mean by (#of_rows) : tensor<8xf32> -> tensor<8x512xf32>
  %d = arith.subf %x, %of_row : tensor<8x512xf32>
  tileir.store %d, %to as (#quarters) : tensor<8x512xf32>, !wide
  return
}

// Three blocks, f16, some of the elements twice, in a loop: one buffer, turn after turn.
!line = !tileir.view<2000xf16, #tileir.mixed_radix<(2000):(1)>, zero>
!piece = !tileir.view<500xf16, #tileir.mixed_radix<(2000):(1)>, zero>
#near = #tileir.distribution<#tileir.expr<(block : 3, thread : 32, slot : 8)
  -> ((block * 256 + thread * 8 + slot) mod 500) to (i : 500)>>
#far = #tileir.distribution<#tileir.expr<(block : 3, thread : 32, slot : 8)
  -> ((slot * 96 + block * 32 + thread) * 7 mod 500) to (i : 500)>>
// CHECK: kernel 'turns', grid 2 x 1 x 1
// CHECK: every slot gets its element: proved
// CHECK: moved {{.*}} cluster: {{.*}} 2 syncs
// CHECK: planned   equal
func.func @turns(%in : memref<2000xf16>, %out : memref<2000xf16>) attributes {tileir.grid = array<i64: 2>} {
  %p = gpu.cluster_id x
  %from = tileir.view %in : memref<2000xf16> -> !line
  %to = tileir.view %out : memref<2000xf16> -> !line
  %two = arith.constant 2 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.muli %p, %two : index
  scf.for %k = %zero to %two step %one {
    %place = arith.addi %start, %k : index
    %own = tileir.slice %from[%place : index] : !line -> !piece
    %new = tileir.slice %to[%place : index] : !line -> !piece
    %x = tileir.load %own : !piece -> tensor<500xf16, #near>
    %twice = arith.addf %x, %x : tensor<500xf16, #near>
    %y = tileir.repartition %twice {tileir.plan = {kind = "cluster"}} : tensor<500xf16, #near> -> tensor<500xf16, #far>
    %more = arith.addf %y, %y : tensor<500xf16, #far>
    %z = tileir.repartition %more {tileir.plan = {kind = "cluster"}} : tensor<500xf16, #far> -> tensor<500xf16, #near>
    %less = arith.mulf %z, %z : tensor<500xf16, #near>
    tileir.store %less, %new : tensor<500xf16, #near>, !piece
  }
  return
}

// A move inside each block of a cluster, and one that needs no memory.
#turned = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 16)
  -> (block * 32 + thread mod 2 * 16 + slot, thread floordiv 2) to (i : 64, j : 32)>>
// CHECK: kernel 'inside'
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: planned   equal
func.func @inside(%in : memref<2048xf32>, %out : memref<2048xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %in : memref<2048xf32> -> !tileir.view<64x32xf32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  %to = tileir.view %out : memref<2048xf32> -> !tileir.view<64x32xf32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  %x = tileir.load %from : !tileir.view<64x32xf32, #tileir.mixed_radix<(64,32):(32,1)>, zero> -> tensor<64x32xf32, #rows>
  %y = arith.addf %x, %x : tensor<64x32xf32, #rows>
  %z = tileir.repartition %y {tileir.plan = {kind = "shared"}} : tensor<64x32xf32, #rows> -> tensor<64x32xf32, #turned>
  %w = arith.mulf %z, %z : tensor<64x32xf32, #turned>
  tileir.store %w, %to : tensor<64x32xf32, #turned>, !tileir.view<64x32xf32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  return
}

// What the cluster has stored is loaded by other blocks of it, behind a barrier of all.
// CHECK: kernel 'through_memory'
// CHECK: result    not run
func.func @through_memory(%buffer : memref<2048xi32>, %out : memref<2048xi32>) attributes {tileir.grid = array<i64: 1>} {
  %there = tileir.view %buffer : memref<2048xi32> -> !tileir.view<64x32xi32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  %to = tileir.view %out : memref<2048xi32> -> !tileir.view<64x32xi32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  %x = tileir.load %there : !tileir.view<64x32xi32, #tileir.mixed_radix<(64,32):(32,1)>, zero> -> tensor<64x32xi32, #rows>
  %y = arith.addi %x, %x : tensor<64x32xi32, #rows>
  tileir.store %y, %there : tensor<64x32xi32, #rows>, !tileir.view<64x32xi32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  %z = tileir.load %there : !tileir.view<64x32xi32, #tileir.mixed_radix<(64,32):(32,1)>, zero> -> tensor<64x32xi32, #columns>
  %one = arith.constant dense<1> : tensor<64x32xi32, #columns>
  %w = arith.addi %z, %one : tensor<64x32xi32, #columns>
  tileir.store %w, %to : tensor<64x32xi32, #columns>, !tileir.view<64x32xi32, #tileir.mixed_radix<(64,32):(32,1)>, zero>
  return
}

// A carrier over two blocks, moved from one order to another.
#held = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 2
  where slot * 128 + block * 64 + thread lt 229) -> (slot * 128 + block * 64 + thread) to (i : 229)>>
#blocked = #tileir.distribution<#tileir.expr<(block : 2, thread : 64, slot : 2
  where (block * 64 + thread) * 2 + slot lt 229) -> ((block * 64 + thread) * 2 + slot) to (i : 229)>>
!short = !tileir.view<229xi64, #tileir.mixed_radix<(229):(1)>, assume>
// CHECK: kernel 'carried'
// CHECK: every slot gets its element: proved
// CHECK: moved {{.*}} cluster
// CHECK: planned   equal
func.func @carried(%src : memref<229xi64>, %dst : memref<229xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<229xi64> -> !short
  %to = tileir.view %dst : memref<229xi64> -> !short
  %x = tileir.load %from : !short -> tensor<229xi64, #held>
  %i = tileir.iota 0 : tensor<229xi64, #held>
  %y = arith.addi %x, %i : tensor<229xi64, #held>
  %z = tileir.repartition %y {tileir.plan = {kind = "cluster"}} : tensor<229xi64, #held> -> tensor<229xi64, #blocked>
  %more = arith.addi %z, %z : tensor<229xi64, #blocked>
  tileir.store %more, %to : tensor<229xi64, #blocked>, !short
  return
}
