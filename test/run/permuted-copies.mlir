// Copies of tensors of three and four axes, their axes in another order: dst[perm(p)] = src[p].
//
// Tiles are read with neighbouring lanes on the last axis of the source and written with
// neighbouring lanes on the last of the destination. Extents are no multiples of the tiles'.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'jki', grid 2 x 3 x 2
// CHECK: guarded, coordinate i may leave the view
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: compared  3780 elements in 2 buffers: 3780 bit for bit
// CHECK: result    equal
// CHECK: kernel 'kji', grid 2 x 3 x 2
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: compared  3780 elements in 2 buffers: 3780 bit for bit
// CHECK: result    equal
// CHECK: kernel 'heads_before_positions', grid 2 x 2 x 3
// CHECK-NOT: moved
// CHECK: compared  8640 elements in 2 buffers: 8640 bit for bit
// CHECK: result    equal
// CHECK: kernel 'channels_last', grid 3 x 2 x 2
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: result    equal
// CHECK: kernel 'all_reversed'
// CHECK: moved
// CHECK: result    equal

// (i, j, k) -> (j, k, i), single precision, 9 x 10 x 21 in tiles of 8 x 4 x 16.
#ijk = #tileir.mixed_radix<(9,10,21):(210,21,1), (i : 9, j : 10, k : 21) -> (address : 1890)>
#jki = #tileir.mixed_radix<(10,21,9):(189,9,1), (j : 10, k : 21, i : 9) -> (address : 1890)>
#along_k = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 8)
  -> (slot, subgroup * 2 + lane floordiv 16, lane mod 16) to (i : 8, j : 4, k : 16)>>
#along_i = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 8)
  -> (slot floordiv 2, slot mod 2 * 8 + subgroup * 4 + lane floordiv 8, lane mod 8) to (j : 4, k : 16, i : 8)>>
#turn = #tileir.permute<(j : 4, k : 16, i : 8) -> (i, j, k)>
!ijk = !tileir.view<9x10x21xf32, #ijk, zero>
!jki = !tileir.view<10x21x9xf32, #jki, zero>
!ijk_part = !tileir.view<8x4x16xf32, #ijk, zero>
!jki_part = !tileir.view<4x16x8xf32, #jki, zero>
func.func @jki(%src: memref<1890xf32>, %dst: memref<1890xf32>) attributes {tileir.grid = array<i64: 2, 3, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %k = gpu.block_id z
  %from = tileir.view %src : memref<1890xf32> -> !ijk
  %to = tileir.view %dst : memref<1890xf32> -> !jki
  %in = tileir.slice %from[%i, %j, %k : index, index, index] : !ijk -> !ijk_part
  %out = tileir.slice %to[%j, %k, %i : index, index, index] : !jki -> !jki_part
  %x = tileir.load %in : !ijk_part -> tensor<8x4x16xf32, #along_k>
  %y = tileir.relabel %x by (#turn) : tensor<8x4x16xf32, #along_k> -> tensor<4x16x8xf32, #along_i>
  tileir.store %y, %out : tensor<4x16x8xf32, #along_i>, !jki_part
  return
}

// (i, j, k) -> (k, j, i), bytes.
#kji = #tileir.mixed_radix<(21,10,9):(90,9,1), (k : 21, j : 10, i : 9) -> (address : 1890)>
#reversed = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 8)
  -> (slot * 2 + subgroup, lane floordiv 8, lane mod 8) to (k : 16, j : 4, i : 8)>>
#reverse = #tileir.permute<(k : 16, j : 4, i : 8) -> (i, j, k)>
!bytes = !tileir.view<9x10x21xi8, #ijk, zero>
!kji = !tileir.view<21x10x9xi8, #kji, zero>
!bytes_part = !tileir.view<8x4x16xi8, #ijk, zero>
!kji_part = !tileir.view<16x4x8xi8, #kji, zero>
func.func @kji(%src: memref<1890xi8>, %dst: memref<1890xi8>) attributes {tileir.grid = array<i64: 2, 3, 2>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %k = gpu.block_id z
  %from = tileir.view %src : memref<1890xi8> -> !bytes
  %to = tileir.view %dst : memref<1890xi8> -> !kji
  %in = tileir.slice %from[%i, %j, %k : index, index, index] : !bytes -> !bytes_part
  %out = tileir.slice %to[%k, %j, %i : index, index, index] : !kji -> !kji_part
  %x = tileir.load %in : !bytes_part -> tensor<8x4x16xi8, #along_k>
  %y = tileir.relabel %x by (#reverse) : tensor<8x4x16xi8, #along_k> -> tensor<16x4x8xi8, #reversed>
  tileir.store %y, %out : tensor<16x4x8xi8, #reversed>, !kji_part
  return
}

// (b, s, h, d) -> (b, h, s, d), halves: the last axis stays the last, so each lane stores what it
// has loaded. 2 x 15 x 9 x 16 in tiles of 1 x 8 x 4 x 16.
#bshd = #tileir.mixed_radix<(2,15,9,16):(2160,144,16,1), (b : 2, s : 15, h : 9, d : 16) -> (address : 4320)>
#bhsd = #tileir.mixed_radix<(2,9,15,16):(2160,240,16,1), (b : 2, h : 9, s : 15, d : 16) -> (address : 4320)>
#rows = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 8)
  -> (0, slot, subgroup * 2 + lane floordiv 16, lane mod 16) to (b : 1, s : 8, h : 4, d : 16)>>
#rows_of_heads = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 8)
  -> (0, subgroup * 2 + lane floordiv 16, slot, lane mod 16) to (b : 1, h : 4, s : 8, d : 16)>>
#heads = #tileir.permute<(b : 1, h : 4, s : 8, d : 16) -> (b, s, h, d)>
!bshd = !tileir.view<2x15x9x16xf16, #bshd, zero>
!bhsd = !tileir.view<2x9x15x16xf16, #bhsd, zero>
!bshd_part = !tileir.view<1x8x4x16xf16, #bshd, zero>
!bhsd_part = !tileir.view<1x4x8x16xf16, #bhsd, zero>
func.func @heads_before_positions(%src: memref<4320xf16>, %dst: memref<4320xf16>)
    attributes {tileir.grid = array<i64: 2, 2, 3>} {
  %zero = arith.constant 0 : index
  %b = gpu.block_id x
  %s = gpu.block_id y
  %h = gpu.block_id z
  %from = tileir.view %src : memref<4320xf16> -> !bshd
  %to = tileir.view %dst : memref<4320xf16> -> !bhsd
  %in = tileir.slice %from[%b, %s, %h, %zero : index, index, index, index] : !bshd -> !bshd_part
  %out = tileir.slice %to[%b, %h, %s, %zero : index, index, index, index] : !bhsd -> !bhsd_part
  %x = tileir.load %in : !bshd_part -> tensor<1x8x4x16xf16, #rows>
  %y = tileir.relabel %x by (#heads) : tensor<1x8x4x16xf16, #rows> -> tensor<1x4x8x16xf16, #rows_of_heads>
  tileir.store %y, %out : tensor<1x4x8x16xf16, #rows_of_heads>, !bhsd_part
  return
}

// (n, c, h, w) -> (n, h, w, c): 3 x 12 x 7 x 10, tiles of 1 x 8 x 4 x 16 whose last axis is never full.
#nchw = #tileir.mixed_radix<(3,12,7,10):(840,70,10,1), (n : 3, c : 12, h : 7, w : 10) -> (address : 2520)>
#nhwc = #tileir.mixed_radix<(3,7,10,12):(840,120,12,1), (n : 3, h : 7, w : 10, c : 12) -> (address : 2520)>
#along_w = #tileir.distribution<#tileir.expr<(thread : 64, slot : 8)
  -> (0, slot, thread floordiv 16, thread mod 16) to (n : 1, c : 8, h : 4, w : 16)>>
#along_c = #tileir.distribution<#tileir.expr<(thread : 64, slot : 8)
  -> (0, slot mod 4, slot floordiv 4 * 8 + thread floordiv 8, thread mod 8) to (n : 1, h : 4, w : 16, c : 8)>>
#last = #tileir.permute<(n : 1, h : 4, w : 16, c : 8) -> (n, c, h, w)>
!nchw = !tileir.view<3x12x7x10xf32, #nchw, zero>
!nhwc = !tileir.view<3x7x10x12xf32, #nhwc, zero>
!nchw_part = !tileir.view<1x8x4x16xf32, #nchw, zero>
!nhwc_part = !tileir.view<1x4x16x8xf32, #nhwc, zero>
func.func @channels_last(%src: memref<2520xf32>, %dst: memref<2520xf32>) attributes {tileir.grid = array<i64: 3, 2, 2>} {
  %zero = arith.constant 0 : index
  %n = gpu.block_id x
  %c = gpu.block_id y
  %h = gpu.block_id z
  %from = tileir.view %src : memref<2520xf32> -> !nchw
  %to = tileir.view %dst : memref<2520xf32> -> !nhwc
  %in = tileir.slice %from[%n, %c, %h, %zero : index, index, index, index] : !nchw -> !nchw_part
  %out = tileir.slice %to[%n, %h, %zero, %c : index, index, index, index] : !nhwc -> !nhwc_part
  %x = tileir.load %in : !nchw_part -> tensor<1x8x4x16xf32, #along_w>
  %y = tileir.relabel %x by (#last) : tensor<1x8x4x16xf32, #along_w> -> tensor<1x4x16x8xf32, #along_c>
  tileir.store %y, %out : tensor<1x4x16x8xf32, #along_c>, !nhwc_part
  return
}

// (a, b, c, d) -> (d, c, b, a) of extents that are no powers of two, one whole tile of 3 x 4 x 5 x 6
// numbers of 64 bits, over 40 threads.
#abcd = #tileir.mixed_radix<(3,4,5,6):(120,30,6,1), (a : 3, b : 4, c : 5, d : 6) -> (address : 360)>
#dcba = #tileir.mixed_radix<(6,5,4,3):(60,12,3,1), (d : 6, c : 5, b : 4, a : 3) -> (address : 360)>
#in_order = #tileir.distribution<#tileir.expr<(thread : 40, slot : 9)
  -> ((thread + 40 * slot) floordiv 120, (thread + 40 * slot) floordiv 30 mod 4,
      (thread + 40 * slot) floordiv 6 mod 5, (thread + 40 * slot) mod 6) to (a : 3, b : 4, c : 5, d : 6)>>
#in_order_reversed = #tileir.distribution<#tileir.expr<(thread : 40, slot : 9)
  -> ((thread + 40 * slot) floordiv 60, (thread + 40 * slot) floordiv 12 mod 5,
      (thread + 40 * slot) floordiv 3 mod 4, (thread + 40 * slot) mod 3) to (d : 6, c : 5, b : 4, a : 3)>>
#all = #tileir.permute<(d : 6, c : 5, b : 4, a : 3) -> (a, b, c, d)>
!abcd = !tileir.view<3x4x5x6xi64, #abcd, zero>
!dcba = !tileir.view<6x5x4x3xi64, #dcba, zero>
func.func @all_reversed(%src: memref<360xi64>, %dst: memref<360xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<360xi64> -> !abcd
  %to = tileir.view %dst : memref<360xi64> -> !dcba
  %x = tileir.load %from : !abcd -> tensor<3x4x5x6xi64, #in_order>
  %y = tileir.relabel %x by (#all) : tensor<3x4x5x6xi64, #in_order> -> tensor<6x5x4x3xi64, #in_order_reversed>
  tileir.store %y, %to : tensor<6x5x4x3xi64, #in_order_reversed>, !dcba
  return
}
