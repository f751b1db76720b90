// Programs in which loads and stores alone say who holds what, run and compared.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// Nothing has to move: all follows from the load.
// CHECK: kernel 'layer_norm', grid 3 x 1 x 1
// CHECK-NEXT: found {{.*}}: 19 distributions with 0 repartitions: moves cost 0;
// CHECK-NOT: moved
// CHECK: compared  4200 elements in 2 buffers
// CHECK: result    equal

#matrix = #tileir.mixed_radix<(21,100):(100,1), (i : 21, j : 100) -> (address : 2100)>
#elements = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 2, slot : 4)
  -> (subgroup * 2 + row, lane * 4 + slot) to (i : 8, j : 128)>>
#row_of = #tileir.project<(i : 8, j : 128) -> (i)>

!matrix = !tileir.view<21x100xf32, #matrix, zero>
!part = !tileir.view<8x128xf32, #matrix, zero>
!tile = tensor<8x128xf32>
!rows = tensor<8xf32>

func.func @layer_norm(%src: memref<2100xf32>, %dst: memref<2100xf32>)
    attributes {tileir.grid = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %from = tileir.view %src : memref<2100xf32> -> !matrix
  %to = tileir.view %dst : memref<2100xf32> -> !matrix
  %in = tileir.slice %from[%block, %zero : index, index] : !matrix -> !part
  %out = tileir.slice %to[%block, %zero : index, index] : !matrix -> !part

  %x = tileir.load %in as (#elements) : !part -> !tile
  %sum = tileir.reduce add %x over 1 : !tile -> !rows
  %count = arith.constant dense<100.0> : !rows
  %mean = arith.divf %sum, %count : !rows
  %mean_of_row = tileir.relabel %mean by (#row_of) : !rows -> !tile
  %far = arith.subf %x, %mean_of_row : !tile
  %column = tileir.iota 1 : tensor<8x128xi32>
  %last = arith.constant dense<100> : tensor<8x128xi32>
  %there = arith.cmpi slt, %column, %last : tensor<8x128xi32>
  %none = arith.constant dense<0.0> : !tile
  %centred = arith.select %there, %far, %none : tensor<8x128xi1>, !tile
  %squares = arith.mulf %centred, %centred : !tile
  %total = tileir.reduce add %squares over 1 : !tile -> !rows
  %variance = arith.divf %total, %count : !rows
  %epsilon = arith.constant dense<1.0e-5> : !rows
  %above = arith.addf %variance, %epsilon : !rows
  %inverse = math.rsqrt %above : !rows
  %inverse_of_row = tileir.relabel %inverse by (#row_of) : !rows -> !tile
  %normal = arith.mulf %centred, %inverse_of_row : !tile
  tileir.store %normal, %out as (#elements) : !tile, !part
  return
}

// A product of matrices: rows of A and columns of B meet in a tile whose rows are reduced, in a loop
// over panels. The loads are written over the panels, the sum as it is stored.
// CHECK: kernel 'product', grid 2 x 2 x 1
// CHECK-NEXT: found {{.*}}: 9 distributions with 2 repartitions: moves cost 813; converting at each use costs 1293, at each definition costs 1292;
// CHECK: compared  3072 elements in 3 buffers
// CHECK: result    equal

#a = #tileir.mixed_radix<(32,32):(32,1), (i : 32, k : 32) -> (address : 1024)>
#panel = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32)
  -> (subgroup * 4 + lane floordiv 8, lane mod 8) to (i : 16, k : 8)>>
#sum = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, slot : 2)
  -> (subgroup * 4 + slot * 2 + lane floordiv 16, lane mod 16) to (i : 16, j : 16)>>
#left = #tileir.expr<(i : 16, j : 16, k : 8) -> (i, k) to (i : 16, k : 8)>
#right = #tileir.expr<(i : 16, j : 16, k : 8) -> (k, j) to (k : 8, j : 16)>
#turned = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32)
  -> (lane mod 8, subgroup * 4 + lane floordiv 8) to (k : 8, j : 16)>>
!all = !tileir.view<32x32xf32, #a, zero>
!rows_of_a = !tileir.view<16x8xf32, #a, zero>
!columns_of_b = !tileir.view<8x16xf32, #a, zero>
!part_of_c = !tileir.view<16x16xf32, #a, zero>

func.func @product(%a: memref<1024xf32>, %b: memref<1024xf32>, %c: memref<1024xf32>)
    attributes {tileir.grid = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %bi = gpu.block_id x
  %bj = gpu.block_id y
  %va = tileir.view %a : memref<1024xf32> -> !all
  %vb = tileir.view %b : memref<1024xf32> -> !all
  %vc = tileir.view %c : memref<1024xf32> -> !all
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %acc = scf.for %k = %c0 to %c4 step %c1 iter_args(%so_far = %zero) -> (tensor<16x16xf32>) {
    %wa = tileir.slice %va[%bi, %k : index, index] : !all -> !rows_of_a
    %wb = tileir.slice %vb[%k, %bj : index, index] : !all -> !columns_of_b
    %x = tileir.load %wa as (#panel) : !rows_of_a -> tensor<16x8xf32>
    %y = tileir.load %wb as (#turned) : !columns_of_b -> tensor<8x16xf32>
    %xs = tileir.relabel %x by (#left) : tensor<16x8xf32> -> tensor<16x16x8xf32>
    %ys = tileir.relabel %y by (#right) : tensor<8x16xf32> -> tensor<16x16x8xf32>
    %products = arith.mulf %xs, %ys : tensor<16x16x8xf32>
    %sums = tileir.reduce add %products over 2 : tensor<16x16x8xf32> -> tensor<16x16xf32>
    %next = arith.addf %so_far, %sums : tensor<16x16xf32>
    scf.yield %next : tensor<16x16xf32>
  }
  %out = tileir.slice %vc[%bi, %bj : index, index] : !all -> !part_of_c
  tileir.store %acc, %out as (#sum) : tensor<16x16xf32>, !part_of_c
  return
}

// Two loads that differ, a branch, and a store as a third.
// CHECK: kernel 'branch', grid 2 x 1 x 1
// CHECK-NEXT: found {{.*}}: 5 distributions with 2 repartitions: moves cost 114;
// CHECK: compared  384 elements in 3 buffers
// CHECK: result    equal

#line = #tileir.mixed_radix<128:1, (i : 128) -> (address : 128)>
#blocked = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#cyclic = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
#mirrored = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (63 - lane - 32 * slot) to (i : 64)>>
!line = !tileir.view<128xf32, #line, zero>
!half = !tileir.view<64xf32, #line, zero>
func.func @branch(%a: memref<128xf32>, %b: memref<128xf32>, %c: memref<128xf32>)
    attributes {tileir.grid = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %block = gpu.block_id x
  %va = tileir.view %a : memref<128xf32> -> !line
  %vb = tileir.view %b : memref<128xf32> -> !line
  %vc = tileir.view %c : memref<128xf32> -> !line
  %wa = tileir.slice %va[%block : index] : !line -> !half
  %wb = tileir.slice %vb[%block : index] : !line -> !half
  %wc = tileir.slice %vc[%block : index] : !line -> !half
  %x = tileir.load %wa as (#blocked) : !half -> tensor<64xf32>
  %y = tileir.load %wb as (#cyclic) : !half -> tensor<64xf32>
  %first = arith.cmpi eq, %block, %c0 : index
  %z = scf.if %first -> (tensor<64xf32>) {
    %sum = arith.addf %x, %y : tensor<64xf32>
    scf.yield %sum : tensor<64xf32>
  } else {
    %difference = arith.subf %x, %y : tensor<64xf32>
    scf.yield %difference : tensor<64xf32>
  }
  tileir.store %z, %wc as (#mirrored) : tensor<64xf32>, !half
  return
}

#few = #tileir.mixed_radix<(4,16):(16,1), (i : 4, j : 16) -> (address : 64)>
#fewer = #tileir.mixed_radix<(2,8):(8,1), (i : 2, j : 8) -> (address : 16)>
#across = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane floordiv 8, lane mod 8 * 2 + slot) to (i : 4, j : 16)>>
#eighths = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane floordiv 8 mod 2, lane mod 8) to (i : 2, j : 8)>>
#part = #tileir.expr<(i : 2, j : 8) -> (i + 1, j * 2) to (i : 4, j : 16)>
!few = !tileir.view<4x16xf32, #few, zero>
!fewer = !tileir.view<2x8xf32, #fewer, zero>

// A part of a tile is wanted in a distribution, the whole is held in another.
// CHECK: kernel 'part', grid 1 x 1 x 1
// CHECK: result    equal
func.func @part(%a: memref<64xf32>, %b: memref<16xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<64xf32> -> !few
  %vb = tileir.view %b : memref<16xf32> -> !fewer
  %x = tileir.load %va as (#across) : !few -> tensor<4x16xf32>
  %y = tileir.relabel %x by (#part) : tensor<4x16xf32> -> tensor<2x8xf32>
  %c = tileir.iota 1 : tensor<4x16xi32>
  %cf = arith.sitofp %c : tensor<4x16xi32> to tensor<4x16xf32>
  %z = tileir.relabel %cf by (#part) : tensor<4x16xf32> -> tensor<2x8xf32>
  %one = arith.constant dense<3.0> : tensor<4x16xf32>
  %ones = tileir.relabel %one by (#part) : tensor<4x16xf32> -> tensor<2x8xf32>
  %yz = arith.addf %y, %z : tensor<2x8xf32>
  %yz1 = arith.addf %yz, %ones : tensor<2x8xf32>
  tileir.store %yz1, %vb as (#eighths) : tensor<2x8xf32>, !fewer
  return
}

// A tile without axes between a reduction and its subtraction from everything.
// CHECK: kernel 'whole_sum', grid 1 x 1 x 1
// CHECK-NEXT: found {{.*}}: 7 distributions with 0 repartitions: moves cost 0;
// CHECK: result    equal
func.func @whole_sum(%a: memref<64xf32>, %b: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<64xf32> -> !few
  %vb = tileir.view %b : memref<64xf32> -> !few
  %x = tileir.load %va as (#across) : !few -> tensor<4x16xf32>
  %r = tileir.reduce add %x over 1 : tensor<4x16xf32> -> tensor<4xf32>
  %s = tileir.reduce max %r over 0 : tensor<4xf32> -> tensor<f32>
  %h = arith.constant dense<0.5> : tensor<f32>
  %sh = arith.mulf %s, %h : tensor<f32>
  %b0 = tileir.relabel %sh by (#tileir.project<(i : 4, j : 16) -> ()>) : tensor<f32> -> tensor<4x16xf32>
  %y = arith.subf %x, %b0 : tensor<4x16xf32>
  tileir.store %y, %vb as (#across) : tensor<4x16xf32>, !few
  return
}

#down = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane mod 4, lane floordiv 4 + slot * 8) to (i : 4, j : 16)>>

// Two tiles that a loop exchanges are held alike, and one of them moves before it.
// CHECK: kernel 'swap', grid 1 x 1 x 1
// CHECK-NEXT: found {{.*}}: 6 distributions with 1 repartitions: moves cost 57; converting at each use costs 456, at each definition costs 57;
// CHECK: result    equal
func.func @swap(%a: memref<64xf32>, %b: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<64xf32> -> !few
  %vb = tileir.view %b : memref<64xf32> -> !few
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = tileir.load %va as (#across) : !few -> tensor<4x16xf32>
  %y = tileir.load %va as (#down) : !few -> tensor<4x16xf32>
  %p:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %x, %k = %c0, %w = %y) -> (tensor<4x16xf32>, index, tensor<4x16xf32>) {
    %n = math.absf %u : tensor<4x16xf32>
    %k1 = arith.addi %k, %c1 : index
    scf.yield %w, %k1, %n : tensor<4x16xf32>, index, tensor<4x16xf32>
  }
  %d = arith.subf %p#0, %p#2 : tensor<4x16xf32>
  tileir.store %d, %vb as (#down) : tensor<4x16xf32>, !few
  return
}

#to_eight = #tileir.expr<(i : 8) -> (i) to (address : 8)>
#by_columns = #tileir.distribution<#tileir.expr<(lane : 8, s : 4) -> (s, lane) to (i : 4, j : 8)>>
#reversed = #tileir.distribution<#tileir.expr<(lane : 8) -> (7 - lane) to (i : 8)>>
#four_rows = #tileir.expr<(i : 4, j : 8) -> (i * 8 + j) to (address : 32)>

// What is left of a tile has the name of its other axis; a move tells axes by their places.
// CHECK: kernel 'other_names', grid 1 x 1 x 1
// CHECK-NEXT: found {{.*}}: 2 distributions with 1 repartitions
// CHECK: result    equal
func.func @other_names(%a: memref<32xf32>, %b: memref<8xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<32xf32> -> !tileir.view<4x8xf32, #four_rows, zero>
  %vb = tileir.view %b : memref<8xf32> -> !tileir.view<8xf32, #to_eight, zero>
  %x = tileir.load %va as (#by_columns) : !tileir.view<4x8xf32, #four_rows, zero> -> tensor<4x8xf32>
  %y = tileir.reduce max %x over 0 : tensor<4x8xf32> -> tensor<8xf32>
  tileir.store %y, %vb as (#reversed) : tensor<8xf32>, !tileir.view<8xf32, #to_eight, zero>
  return
}
