// Copies whose tiles stick out of the matrix, and whose elements several threads hold: one of them
// writes each element that is there, none writes what is not.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'single', grid 3 x 4 x 1
// CHECK: guarded, coordinate i may leave the view
// CHECK: guarded, coordinate j may leave the view
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: 3366 bit for bit
// CHECK: result    equal
// CHECK: kernel 'half'
// CHECK: 3366 bit for bit
// CHECK: result    equal
// CHECK: kernel 'byte'
// CHECK: 3366 bit for bit
// CHECK: result    equal
// CHECK: kernel 'replicas_of_bytes'
// CHECK: 458 bit for bit
// CHECK: result    equal
// CHECK: kernel 'replicas_of_halves'
// CHECK: 458 bit for bit
// CHECK: result    equal
// CHECK: kernel 'less_than_a_tile'
// CHECK: 14 bit for bit
// CHECK: result    equal

// 33 x 51 in tiles of 16 x 16, with two slots or four lanes for each element.
#matrix = #tileir.mixed_radix<(33,51):(51,1), (i : 33, j : 51) -> (address : 1683)>
#twice_in_slots = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 4, copy : 2)
  -> (subgroup * 8 + lane floordiv 4, lane mod 4 * 4 + slot) to (i : 16, j : 16)>>
#four_times_in_lanes = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, slot : 16)
  -> (slot, subgroup * 8 + lane mod 8) to (i : 16, j : 16)>>

!single = !tileir.view<33x51xf32, #matrix, zero>
!single_part = !tileir.view<16x16xf32, #matrix, zero>
func.func @single(%src: memref<1683xf32>, %dst: memref<1683xf32>) attributes {tileir.grid = array<i64: 3, 4>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %from = tileir.view %src : memref<1683xf32> -> !single
  %to = tileir.view %dst : memref<1683xf32> -> !single
  %in = tileir.slice %from[%i, %j : index, index] : !single -> !single_part
  %out = tileir.slice %to[%i, %j : index, index] : !single -> !single_part
  %x = tileir.load %in : !single_part -> tensor<16x16xf32, #twice_in_slots>
  tileir.store %x, %out as (#four_times_in_lanes) : tensor<16x16xf32, #twice_in_slots>, !single_part
  return
}

!half = !tileir.view<33x51xf16, #matrix, zero>
!half_part = !tileir.view<16x16xf16, #matrix, zero>
func.func @half(%src: memref<1683xf16>, %dst: memref<1683xf16>) attributes {tileir.grid = array<i64: 3, 4>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %from = tileir.view %src : memref<1683xf16> -> !half
  %to = tileir.view %dst : memref<1683xf16> -> !half
  %in = tileir.slice %from[%i, %j : index, index] : !half -> !half_part
  %out = tileir.slice %to[%i, %j : index, index] : !half -> !half_part
  %x = tileir.load %in : !half_part -> tensor<16x16xf16, #four_times_in_lanes>
  tileir.store %x, %out as (#twice_in_slots) : tensor<16x16xf16, #four_times_in_lanes>, !half_part
  return
}

!byte = !tileir.view<33x51xi8, #matrix, zero>
!byte_part = !tileir.view<16x16xi8, #matrix, zero>
func.func @byte(%src: memref<1683xi8>, %dst: memref<1683xi8>) attributes {tileir.grid = array<i64: 3, 4>} {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %from = tileir.view %src : memref<1683xi8> -> !byte
  %to = tileir.view %dst : memref<1683xi8> -> !byte
  %in = tileir.slice %from[%i, %j : index, index] : !byte -> !byte_part
  %out = tileir.slice %to[%i, %j : index, index] : !byte -> !byte_part
  %x = tileir.load %in : !byte_part -> tensor<16x16xi8, #four_times_in_lanes>
  tileir.store %x, %out as (#twice_in_slots) : tensor<16x16xi8, #four_times_in_lanes>, !byte_part
  return
}

// 229 elements in tiles of 48, over 96 threads: two of them hold each element, and neighbours of
// one byte belong to different threads. Then 36 threads with two slots: some elements are held
// once, some twice.
#vector = #tileir.mixed_radix<229:1, (i : 229) -> (address : 229)>
#two_each = #tileir.distribution<#tileir.expr<(thread : 96) -> (thread * 25 mod 48) to (i : 48)>>
#wrapped = #tileir.distribution<#tileir.expr<(thread : 96, slot : 2) -> ((thread * 2 + slot) mod 48) to (i : 48)>>
!bytes = !tileir.view<229xi8, #vector, zero>
!bytes_part = !tileir.view<48xi8, #vector, zero>
func.func @replicas_of_bytes(%src: memref<229xi8>, %dst: memref<229xi8>) attributes {tileir.grid = array<i64: 5>} {
  %i = gpu.block_id x
  %from = tileir.view %src : memref<229xi8> -> !bytes
  %to = tileir.view %dst : memref<229xi8> -> !bytes
  %in = tileir.slice %from[%i : index] : !bytes -> !bytes_part
  %out = tileir.slice %to[%i : index] : !bytes -> !bytes_part
  %x = tileir.load %in : !bytes_part -> tensor<48xi8, #two_each>
  tileir.store %x, %out as (#wrapped) : tensor<48xi8, #two_each>, !bytes_part
  return
}

#once_or_twice = #tileir.distribution<#tileir.expr<(thread : 36, slot : 2) -> ((thread + 36 * slot) mod 48) to (i : 48)>>
#turned = #tileir.distribution<#tileir.expr<(thread : 36, slot : 3) -> (47 - (thread * 3 + slot) mod 48) to (i : 48)>>
!halves = !tileir.view<229xf16, #vector, zero>
!halves_part = !tileir.view<48xf16, #vector, zero>
func.func @replicas_of_halves(%src: memref<229xf16>, %dst: memref<229xf16>) attributes {tileir.grid = array<i64: 5>} {
  %i = gpu.block_id x
  %from = tileir.view %src : memref<229xf16> -> !halves
  %to = tileir.view %dst : memref<229xf16> -> !halves
  %in = tileir.slice %from[%i : index] : !halves -> !halves_part
  %out = tileir.slice %to[%i : index] : !halves -> !halves_part
  %x = tileir.load %in : !halves_part -> tensor<48xf16, #once_or_twice>
  tileir.store %x, %out as (#turned) : tensor<48xf16, #once_or_twice>, !halves_part
  return
}

// 7 elements where a tile has 96.
#seven = #tileir.mixed_radix<7:1, (i : 7) -> (address : 7)>
#wide = #tileir.distribution<#tileir.expr<(lane : 32, slot : 3) -> (lane * 3 + slot) to (i : 96)>>
#wide_turned = #tileir.distribution<#tileir.expr<(lane : 32, slot : 3) -> (95 - lane - slot * 32) to (i : 96)>>
!seven = !tileir.view<7xf32, #seven, zero>
!seven_part = !tileir.view<96xf32, #seven, zero>
func.func @less_than_a_tile(%src: memref<7xf32>, %dst: memref<7xf32>) attributes {tileir.grid = array<i64: 1>} {
  %zero = arith.constant 0 : index
  %from = tileir.view %src : memref<7xf32> -> !seven
  %to = tileir.view %dst : memref<7xf32> -> !seven
  %in = tileir.slice %from[%zero : index] : !seven -> !seven_part
  %out = tileir.slice %to[%zero : index] : !seven -> !seven_part
  %x = tileir.load %in : !seven_part -> tensor<96xf32, #wide>
  tileir.store %x, %out as (#wide_turned) : tensor<96xf32, #wide>, !seven_part
  return
}
