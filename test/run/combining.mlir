// Stores that combine: histograms, and blocks that add up what each of them has.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'histogram', grid 4 x 1 x 1
// CHECK: each element stays in the view: proved by ranges
// CHECK: compared  1256 elements in 2 buffers: 1256 bit for bit
// CHECK: result    equal
// CHECK: kernel 'outside_is_not_counted'
// CHECK: guarded, an element may leave the view
// CHECK: result    equal
// CHECK: kernel 'own_memory_first'
// CHECK: result    equal
// CHECK: kernel 'rows_add_up'
// CHECK: result    equal
// CHECK: kernel 'one_address'
// CHECK: result    equal

#samples = #tileir.mixed_radix<1000:1, (i : 1000) -> (address : 1000)>
#bins = #tileir.mixed_radix<256:1, (bin : 256) -> (address : 256)>
!samples = !tileir.view<1000xi32, #samples, zero>
!part = !tileir.view<256xi32, #samples, zero>
!bins = !tileir.view<256xi32, #bins, zero>

// Two lanes hold each sample, and one of them counts it. The last 24 are not there: they read 0, and
// are counted there.
#twice = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 8)
  -> ((lane mod 16) * 16 + slot * 2 + subgroup) to (i : 256)>>
func.func @histogram(%src: memref<1000xi32>, %dst: memref<256xi32>) attributes {tileir.grid = array<i64: 4>} {
  %b = gpu.block_id x
  %v = tileir.view %src : memref<1000xi32> -> !samples
  %w = tileir.view %dst : memref<256xi32> -> !bins
  %p = tileir.slice %v[%b : index] : !samples -> !part
  %x = tileir.load %p as (#twice) : !part -> tensor<256xi32>
  %low = arith.constant dense<255> : tensor<256xi32>
  %bin = arith.andi %x, %low : tensor<256xi32>
  %one = arith.constant dense<1> : tensor<256xi32>
  tileir.store add %one, %w[%bin : tensor<256xi32>] : tensor<256xi32>, !bins
  return
}

// Of samples up to 511 half are in no bin, and those that are not there are sent to none.
#d = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 4) -> (slot * 64 + subgroup * 32 + lane) to (i : 256)>>
func.func @outside_is_not_counted(%src: memref<1000xi32>, %dst: memref<256xi32>) attributes {tileir.grid = array<i64: 4>} {
  %b = gpu.block_id x
  %v = tileir.view %src : memref<1000xi32> -> !samples
  %w = tileir.view %dst : memref<256xi32> -> !bins
  %p = tileir.slice %v[%b : index] : !samples -> !part
  %x = tileir.load %p : !part -> tensor<256xi32, #d>
  %low = arith.constant dense<511> : tensor<256xi32, #d>
  %bin = arith.andi %x, %low : tensor<256xi32, #d>
  %size = arith.constant 256 : i32
  %block = arith.index_cast %b : index to i32
  %first = arith.muli %block, %size : i32
  %firsts = tensor.splat %first : tensor<256xi32, #d>
  %i = tileir.iota 0 : tensor<256xi32, #d>
  %number = arith.addi %firsts, %i : tensor<256xi32, #d>
  %all = arith.constant dense<1000> : tensor<256xi32, #d>
  %there = arith.cmpi slt, %number, %all : tensor<256xi32, #d>
  %none = arith.constant dense<-1> : tensor<256xi32, #d>
  %at = arith.select %there, %bin, %none : tensor<256xi1, #d>, tensor<256xi32, #d>
  %one = arith.constant dense<1> : tensor<256xi32, #d>
  tileir.store add %one, %w[%at : tensor<256xi32, #d>] : tensor<256xi32, #d>, !bins
  return
}

// A block counts in memory of its own, in turns of a loop; then all blocks add up, and keep the
// greatest and the least. The barriers are the compiler's.
func.func @own_memory_first(%src: memref<1000xi32>, %dst: memref<256xi32>, %most: memref<256xi32>, %least: memref<256xi32>)
    attributes {tileir.grid = array<i64: 2>} {
  %b = gpu.block_id x
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %two = arith.constant 2 : index
  %v = tileir.view %src : memref<1000xi32> -> !samples
  %w = tileir.view %dst : memref<256xi32> -> !bins
  %m = tileir.view %most : memref<256xi32> -> !bins
  %l = tileir.view %least : memref<256xi32> -> !bins
  %own = memref.alloc() : memref<256xi32, #gpu.address_space<workgroup>>
  %o = tileir.view %own : memref<256xi32, #gpu.address_space<workgroup>> -> !bins
  %none = arith.constant dense<0> : tensor<256xi32, #d>
  tileir.store %none, %o : tensor<256xi32, #d>, !bins
  %first = arith.muli %b, %two : index
  scf.for %i = %zero to %two step %step {
    %number = arith.addi %first, %i : index
    %p = tileir.slice %v[%number : index] : !samples -> !part
    %x = tileir.load %p : !part -> tensor<256xi32, #d>
    %low = arith.constant dense<31> : tensor<256xi32, #d>
    %bin = arith.andi %x, %low : tensor<256xi32, #d>
    %one = arith.constant dense<1> : tensor<256xi32, #d>
    tileir.store add %one, %o[%bin : tensor<256xi32, #d>] : tensor<256xi32, #d>, !bins
  }
  %sum = tileir.load %o : !bins -> tensor<256xi32, #twice>
  tileir.store add %sum, %w : tensor<256xi32, #twice>, !bins
  tileir.store max %sum, %m : tensor<256xi32, #twice>, !bins
  tileir.store min %sum, %l : tensor<256xi32, #twice>, !bins
  return
}

// A view in which many points have one address may be combined with, as a whole: the rows are added up.
#rows = #tileir.mixed_radix<(16,16):(16,1), (i : 16, j : 16) -> (address : 256)>
#sums = #tileir.mixed_radix<(16,16):(0,1), (i : 16, j : 16) -> (address : 16)>
#tile = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (lane floordiv 2, lane mod 2 * 8 + slot) to (i : 16, j : 16)>>
func.func @rows_add_up(%src: memref<256xi32>, %dst: memref<16xi32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<256xi32> -> !tileir.view<16x16xi32, #rows, zero>
  %w = tileir.view %dst : memref<16xi32> -> !tileir.view<16x16xi32, #sums, zero>
  %x = tileir.load %v : !tileir.view<16x16xi32, #rows, zero> -> tensor<16x16xi32, #tile>
  tileir.store add %x, %w : tensor<16x16xi32, #tile>, !tileir.view<16x16xi32, #sums, zero>
  return
}

// All elements at one place, a column by a scalar; the greatest, then at most 5: in this order.
#grid = #tileir.mixed_radix<(8,8):(8,1), (i : 8, j : 8) -> (address : 64)>
!grid = !tileir.view<8x8xi32, #grid, zero>
func.func @one_address(%src: memref<256xi32>, %dst: memref<64xi32>) attributes {tileir.grid = array<i64: 1>} {
  %three = arith.constant 3 : index
  %v = tileir.view %src : memref<256xi32> -> !bins
  %w = tileir.view %dst : memref<64xi32> -> !grid
  %x = tileir.load %v : !bins -> tensor<256xi32, #d>
  %row = arith.constant dense<2> : tensor<256xi16, #d>
  %five = arith.constant dense<5> : tensor<256xi32, #d>
  tileir.store max %x, %w[%row, %three : tensor<256xi16, #d>, index] : tensor<256xi32, #d>, !grid
  tileir.store min %five, %w[%row, %three : tensor<256xi16, #d>, index] : tensor<256xi32, #d>, !grid
  return
}
