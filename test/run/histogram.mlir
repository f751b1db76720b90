// Histograms: 250 samples, each counted in the bin that it names itself. No two threads may add to
// one bin at a time; these are three ways to see to that.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'an_owner_for_each_bin', grid 2 x 1 x 1
// CHECK: each address is written from one point: proved
// CHECK-NOT: moved
// CHECK: compared  314 elements in 2 buffers: 314 bit for bit
// CHECK: result    equal
// CHECK: kernel 'weights_across_lanes'
// CHECK: result    equal
// CHECK: kernel 'one_sample_at_a_time'
// CHECK: compared  266 elements in 2 buffers: 266 bit for bit
// CHECK: result    equal

#samples = #tileir.mixed_radix<250:1, (i : 250) -> (address : 250)>
#row = #tileir.mixed_radix<(2,32):(32,1), (block : 2, bin : 32) -> (address : 64)>
#line = #tileir.mixed_radix<16:1, (bin : 16) -> (address : 16)>
!rows = !tileir.view<2x32xi32, #row, zero>
!row = !tileir.view<1x32xi32, #row, zero>

// A lane has a bin, and all lanes see all samples: what a lane finds in its bin it adds up in its
// own registers. A block counts half of the samples, in steps of 16; the last samples are not there.
#bins = #tileir.distribution<#tileir.expr<(lane : 32, slot : 16) -> (slot, lane) to (i : 16, bin : 32)>>
#seen = #tileir.distribution<#tileir.expr<(lane : 32, slot : 16) -> (slot) to (i : 16)>>
#own = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (bin : 32)>>
#own_row = #tileir.distribution<#tileir.expr<(lane : 32) -> (0, lane) to (block : 1, bin : 32)>>
#sample_of = #tileir.project<(i : 16, bin : 32) -> (i)>
#bin_of = #tileir.project<(block : 1, bin : 32) -> (bin)>
!bytes = !tileir.view<250xi8, #samples, zero>
!bytes_part = !tileir.view<16xi8, #samples, zero>
func.func @an_owner_for_each_bin(%src: memref<250xi8>, %dst: memref<64xi32>) attributes {tileir.grid = array<i64: 2>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps = arith.constant 8 : index
  %block = gpu.block_id x
  %from = tileir.view %src : memref<250xi8> -> !bytes
  %to = tileir.view %dst : memref<64xi32> -> !rows
  %out = tileir.slice %to[%block, %zero : index, index] : !rows -> !row
  %first = arith.muli %block, %steps : index
  %none = arith.constant dense<0> : tensor<32xi32, #own>
  %counts = scf.for %step = %zero to %steps step %one iter_args(%before = %none) -> tensor<32xi32, #own> {
    %part = arith.addi %first, %step : index
    %in = tileir.slice %from[%part : index] : !bytes -> !bytes_part
    %byte = tileir.load %in : !bytes_part -> tensor<16xi8, #seen>
    %wide = arith.extui %byte : tensor<16xi8, #seen> to tensor<16xi32, #seen>
    %low = arith.constant dense<31> : tensor<16xi32, #seen>
    %named = arith.andi %wide, %low : tensor<16xi32, #seen>

    %sixteen = arith.constant 16 : i32
    %number = arith.index_cast %part : index to i32
    %start = arith.muli %number, %sixteen : i32
    %starts = tensor.splat %start : tensor<16xi32, #seen>
    %offset = tileir.iota 0 : tensor<16xi32, #seen>
    %place = arith.addi %starts, %offset : tensor<16xi32, #seen>
    %last = arith.constant dense<250> : tensor<16xi32, #seen>
    %there = arith.cmpi slt, %place, %last : tensor<16xi32, #seen>
    %nowhere = arith.constant dense<-1> : tensor<16xi32, #seen>
    %bin = arith.select %there, %named, %nowhere : tensor<16xi1, #seen>, tensor<16xi32, #seen>

    %bins = tileir.relabel %bin by (#sample_of) : tensor<16xi32, #seen> -> tensor<16x32xi32, #bins>
    %own = tileir.iota 1 : tensor<16x32xi32, #bins>
    %hit = arith.cmpi eq, %bins, %own : tensor<16x32xi32, #bins>
    %hits = arith.extui %hit : tensor<16x32xi1, #bins> to tensor<16x32xi32, #bins>
    %found = tileir.reduce add %hits over 0 : tensor<16x32xi32, #bins> -> tensor<32xi32, #own>
    %after = arith.addi %before, %found : tensor<32xi32, #own>
    scf.yield %after : tensor<32xi32, #own>
  }
  %result = tileir.relabel %counts by (#bin_of) : tensor<32xi32, #own> -> tensor<1x32xi32, #own_row>
  tileir.store %result, %out : tensor<1x32xi32, #own_row>, !row
  return
}

// A thread has two samples and their weights, and 16 sums, which are added across all threads: each
// holds them then, and one of them writes each.
#spread = #tileir.distribution<#tileir.expr<(thread : 128, slot : 2) -> (thread * 2 + slot) to (i : 256)>>
#spread_bins = #tileir.distribution<#tileir.expr<(thread : 128, slot : 2, bin : 16)
  -> (thread * 2 + slot, bin) to (i : 256, bin : 16)>>
#all_bins = #tileir.distribution<#tileir.expr<(thread : 128, bin : 16) -> (bin) to (bin : 16)>>
#sample_of_all = #tileir.project<(i : 256, bin : 16) -> (i)>
!words = !tileir.view<250xi32, #samples, zero>
!words_part = !tileir.view<256xi32, #samples, zero>
!weights = !tileir.view<250xf32, #samples, zero>
!weights_part = !tileir.view<256xf32, #samples, zero>
!sums = !tileir.view<16xf32, #line, zero>
func.func @weights_across_lanes(%src: memref<250xi32>, %weight: memref<250xf32>, %dst: memref<16xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %from = tileir.view %src : memref<250xi32> -> !words
  %heavy = tileir.view %weight : memref<250xf32> -> !weights
  %to = tileir.view %dst : memref<16xf32> -> !sums
  %in = tileir.slice %from[%zero : index] : !words -> !words_part
  %of = tileir.slice %heavy[%zero : index] : !weights -> !weights_part
  %sample = tileir.load %in : !words_part -> tensor<256xi32, #spread>
  %w = tileir.load %of : !weights_part -> tensor<256xf32, #spread>
  %low = arith.constant dense<15> : tensor<256xi32, #spread>
  %named = arith.andi %sample, %low : tensor<256xi32, #spread>
  %bins = tileir.relabel %named by (#sample_of_all) : tensor<256xi32, #spread> -> tensor<256x16xi32, #spread_bins>
  %ws = tileir.relabel %w by (#sample_of_all) : tensor<256xf32, #spread> -> tensor<256x16xf32, #spread_bins>
  %own = tileir.iota 1 : tensor<256x16xi32, #spread_bins>
  %hit = arith.cmpi eq, %bins, %own : tensor<256x16xi32, #spread_bins>
  %nothing = arith.constant dense<0.0> : tensor<256x16xf32, #spread_bins>
  %hits = arith.select %hit, %ws, %nothing : tensor<256x16xi1, #spread_bins>, tensor<256x16xf32, #spread_bins>
  %sum = tileir.reduce add %hits over 0 : tensor<256x16xf32, #spread_bins> -> tensor<16xf32, #all_bins>
  tileir.store %sum, %to : tensor<16xf32, #all_bins>, !sums
  return
}

// The block's program, one sample after another: the place of a load and of a store is what another
// load has read, and each load sees the store before it.
#few = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane mod 16) to (bin : 16)>>
!counts = !tileir.view<16xi32, #line, zero>
func.func @one_sample_at_a_time(%src: memref<250xi32>, %dst: memref<16xi32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %all = arith.constant 250 : index
  %low = arith.constant 15 : i32
  %more = arith.constant 1 : i32
  %from = tileir.view %src : memref<250xi32> -> !words
  %to = tileir.view %dst : memref<16xi32> -> !counts
  %none = arith.constant dense<0> : tensor<16xi32, #few>
  tileir.store %none, %to : tensor<16xi32, #few>, !counts
  scf.for %i = %zero to %all step %one {
    %sample = tileir.load %from[%i : index] : !words -> i32
    %named = arith.andi %sample, %low : i32
    %bin = arith.index_cast %named : i32 to index
    %before = tileir.load %to[%bin : index] : !counts -> i32
    %after = arith.addi %before, %more : i32
    tileir.store %after, %to[%bin : index] : i32, !counts
  }
  return
}
