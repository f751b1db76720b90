// Ten pairs of distributions drawn at random, linear over GF(2): bits of slots and threads in any
// order, added to one another, with replicas on either side.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: not grep DIFFERENT %t
// RUN: FileCheck %s --input-file %t
// RUN: tileir-opt %s -o /dev/null --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=lavapipe remarks})' 2>&1 | grep -o 'moves by [a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=EIGHT
// RUN: tileir-opt %s -o /dev/null --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=vulkan32 remarks})' 2>&1 | grep -o 'moves by [a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=WIDE

// CHECK-COUNT-10: result    equal

// The kinds of plans, with subgroups of 8 lanes and of 32.
// EIGHT: {{^ *}}2 moves by nothing
// EIGHT-NEXT: {{^ *}}1 moves by registers
// EIGHT-NEXT: {{^ *}}5 moves by shared
// EIGHT-NEXT: {{^ *}}2 moves by shuffle
// EIGHT-NOT: moves
// WIDE: {{^ *}}2 moves by nothing
// WIDE-NEXT: {{^ *}}1 moves by registers
// WIDE-NEXT: {{^ *}}4 moves by shared
// WIDE-NEXT: {{^ *}}3 moves by shuffle
// WIDE-NOT: moves

#from_0 = #tileir.distribution<#tileir.bit_linear<(subgroup : 16, lane : 8, slot : 2) -> (i : 8, j : 32),
  subgroup = [(0,4), (0,1), (3,10), (1,0)],
  lane = [(4,0), (0,23), (0,16)],
  slot = [(1,10)]>>
#to_0 = #tileir.distribution<#tileir.bit_linear<(thread : 128, slot : 2) -> (i : 8, j : 32),
  thread = [(4,0), (0,23), (0,16), (0,4), (0,1), (3,10), (1,0)],
  slot = [(1,10)]>>
!view_0 = !tileir.view<8x32xi64, #tileir.mixed_radix<(8,32):(32,1)>, assume>
func.func @i64_of_8_by_32_no_0(%src: memref<256xi64>, %dst: memref<256xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xi64> -> !view_0
  %to = tileir.view %dst : memref<256xi64> -> !view_0
  %loaded = tileir.load %from : !view_0 -> tensor<8x32xi64, #from_0>
  %x = arith.addi %loaded, %loaded : tensor<8x32xi64, #from_0>
  %y = tileir.repartition %x : tensor<8x32xi64, #from_0> -> tensor<8x32xi64, #to_0>
  %z = arith.addi %y, %y : tensor<8x32xi64, #to_0>
  tileir.store %z, %to : tensor<8x32xi64, #to_0>, !view_0
  return
}

#from_1 = #tileir.distribution<#tileir.bit_linear<(thread : 128, slot : 4) -> (i : 16, j : 16),
  thread = [(0,4), (1,0), (0,2), (2,0), (0,0), (0,8), (8,0)],
  slot = [(4,0), (0,1)]>>
#to_1 = #tileir.distribution<#tileir.bit_linear<(subgroup : 16, lane : 8, slot : 4) -> (i : 16, j : 16),
  subgroup = [(2,0), (0,0), (0,8), (8,0)],
  lane = [(0,6), (5,0), (4,3)],
  slot = [(5,1), (1,1)]>>
!view_1 = !tileir.view<16x16xf16, #tileir.mixed_radix<(16,16):(16,1)>, zero>
func.func @f16_of_16_by_16_no_1(%src: memref<256xf16>, %dst: memref<256xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf16> -> !view_1
  %to = tileir.view %dst : memref<256xf16> -> !view_1
  %loaded = tileir.load %from : !view_1 -> tensor<16x16xf16, #from_1>
  %x = arith.negf %loaded : tensor<16x16xf16, #from_1>
  %y = tileir.repartition %x : tensor<16x16xf16, #from_1> -> tensor<16x16xf16, #to_1>
  %z = arith.negf %y : tensor<16x16xf16, #to_1>
  tileir.store %z, %to : tensor<16x16xf16, #to_1>, !view_1
  return
}

#from_2 = #tileir.distribution<#tileir.bit_linear<(subgroup : 2, lane : 32, slot : 8) -> (i : 64, j : 8),
  subgroup = [(4,0)],
  lane = [(32,0), (16,0), (0,4), (1,0), (0,1)],
  slot = [(8,0), (0,2), (2,0)]>>
#to_2 = #tileir.distribution<#tileir.bit_linear<(subgroup : 4, lane : 16, slot : 8) -> (i : 64, j : 8),
  subgroup = [(0,1), (4,0)],
  lane = [(42,4), (16,0), (32,0), (1,0)],
  slot = [(8,0), (0,2), (50,0)]>>
!view_2 = !tileir.view<64x8xi64, #tileir.mixed_radix<(64,8):(8,1)>, zero>
func.func @i64_of_64_by_8_no_2(%src: memref<512xi64>, %dst: memref<512xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<512xi64> -> !view_2
  %to = tileir.view %dst : memref<512xi64> -> !view_2
  %loaded = tileir.load %from : !view_2 -> tensor<64x8xi64, #from_2>
  %x = arith.addi %loaded, %loaded : tensor<64x8xi64, #from_2>
  %y = tileir.repartition %x : tensor<64x8xi64, #from_2> -> tensor<64x8xi64, #to_2>
  %z = arith.addi %y, %y : tensor<64x8xi64, #to_2>
  tileir.store %z, %to : tensor<64x8xi64, #to_2>, !view_2
  return
}

#from_3 = #tileir.distribution<#tileir.bit_linear<(thread : 64, slot : 8) -> (i : 256),
  thread = [1, 136, 34, 164, 34, 172],
  slot = [4, 64, 177]>>
#to_3 = #tileir.distribution<#tileir.bit_linear<(subgroup : 2, lane : 32, slot : 8) -> (i : 256),
  subgroup = [203],
  lane = [9, 155, 16, 4, 199],
  slot = [2, 9, 32]>>
!view_3 = !tileir.view<256xf32, #tileir.mixed_radix<256:1>, assume>
func.func @f32_of_256_no_3(%src: memref<256xf32>, %dst: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !view_3
  %to = tileir.view %dst : memref<256xf32> -> !view_3
  %loaded = tileir.load %from : !view_3 -> tensor<256xf32, #from_3>
  %x = arith.negf %loaded : tensor<256xf32, #from_3>
  %y = tileir.repartition %x : tensor<256xf32, #from_3> -> tensor<256xf32, #to_3>
  %z = arith.negf %y : tensor<256xf32, #to_3>
  tileir.store %z, %to : tensor<256xf32, #to_3>, !view_3
  return
}

#from_4 = #tileir.distribution<#tileir.bit_linear<(subgroup : 4, lane : 16, slot : 4) -> (i : 4, j : 8, k : 8),
  subgroup = [(0,0,2), (0,2,0)],
  lane = [(0,0,4), (2,0,0), (1,0,0), (0,4,0)],
  slot = [(0,1,0), (0,0,1)]>>
#to_4 = #tileir.distribution<#tileir.bit_linear<(subgroup : 8, lane : 8, slot : 4) -> (i : 4, j : 8, k : 8),
  subgroup = [(2,1,0), (0,0,7), (0,2,0)],
  lane = [(3,0,4), (0,0,5), (0,1,0)],
  slot = [(2,5,7), (0,0,6)]>>
!view_4 = !tileir.view<4x8x8xf16, #tileir.mixed_radix<(4,8,8):(64,8,1)>, assume>
func.func @f16_of_4_by_8_by_8_no_4(%src: memref<256xf16>, %dst: memref<256xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf16> -> !view_4
  %to = tileir.view %dst : memref<256xf16> -> !view_4
  %loaded = tileir.load %from : !view_4 -> tensor<4x8x8xf16, #from_4>
  %x = arith.negf %loaded : tensor<4x8x8xf16, #from_4>
  %y = tileir.repartition %x : tensor<4x8x8xf16, #from_4> -> tensor<4x8x8xf16, #to_4>
  %z = arith.negf %y : tensor<4x8x8xf16, #to_4>
  tileir.store %z, %to : tensor<4x8x8xf16, #to_4>, !view_4
  return
}

#from_5 = #tileir.distribution<#tileir.bit_linear<(thread : 64, slot : 4) -> (i : 32, j : 4),
  thread = [(8,0), (4,0), (0,1), (16,0), (0,2), (1,0)],
  slot = [(2,0), (0,1)]>>
#to_5 = #tileir.distribution<#tileir.bit_linear<(subgroup : 16, lane : 4, slot : 4) -> (i : 32, j : 4),
  subgroup = [(0,1), (16,0), (0,2), (1,0)],
  lane = [(8,0), (4,0)],
  slot = [(2,0), (0,1)]>>
!view_5 = !tileir.view<32x4xi8, #tileir.mixed_radix<(32,4):(4,1)>, assume>
func.func @i8_of_32_by_4_no_5(%src: memref<128xi8>, %dst: memref<128xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xi8> -> !view_5
  %to = tileir.view %dst : memref<128xi8> -> !view_5
  %loaded = tileir.load %from : !view_5 -> tensor<32x4xi8, #from_5>
  %x = arith.addi %loaded, %loaded : tensor<32x4xi8, #from_5>
  %y = tileir.repartition %x : tensor<32x4xi8, #from_5> -> tensor<32x4xi8, #to_5>
  %z = arith.addi %y, %y : tensor<32x4xi8, #to_5>
  tileir.store %z, %to : tensor<32x4xi8, #to_5>, !view_5
  return
}

#from_6 = #tileir.distribution<#tileir.bit_linear<(thread : 64, slot : 2) -> (i : 128),
  thread = [5, 2, 16, 69, 8, 32],
  slot = [33]>>
#to_6 = #tileir.distribution<#tileir.bit_linear<(thread : 64, slot : 2) -> (i : 128),
  thread = [96, 4, 16, 64, 57, 51],
  slot = [6]>>
!view_6 = !tileir.view<128xf32, #tileir.mixed_radix<128:1>, zero>
func.func @f32_of_128_no_6(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !view_6
  %to = tileir.view %dst : memref<128xf32> -> !view_6
  %loaded = tileir.load %from : !view_6 -> tensor<128xf32, #from_6>
  %x = arith.negf %loaded : tensor<128xf32, #from_6>
  %y = tileir.repartition %x : tensor<128xf32, #from_6> -> tensor<128xf32, #to_6>
  %z = arith.negf %y : tensor<128xf32, #to_6>
  tileir.store %z, %to : tensor<128xf32, #to_6>, !view_6
  return
}

#from_7 = #tileir.distribution<#tileir.bit_linear<(thread : 64, slot : 16) -> (i : 16, j : 32),
  thread = [(4,0), (0,2), (0,1), (0,16), (8,0), (0,4)],
  slot = [(2,0), (1,0), (0,2), (0,8)]>>
#to_7 = #tileir.distribution<#tileir.bit_linear<(subgroup : 4, lane : 16, slot : 16) -> (i : 16, j : 32),
  subgroup = [(8,0), (0,4)],
  lane = [(4,0), (0,2), (0,1), (0,16)],
  slot = [(3,0), (1,0), (2,2), (1,8)]>>
!view_7 = !tileir.view<16x32xf32, #tileir.mixed_radix<(16,32):(32,1)>, assume>
func.func @f32_of_16_by_32_no_7(%src: memref<512xf32>, %dst: memref<512xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<512xf32> -> !view_7
  %to = tileir.view %dst : memref<512xf32> -> !view_7
  %loaded = tileir.load %from : !view_7 -> tensor<16x32xf32, #from_7>
  %x = arith.negf %loaded : tensor<16x32xf32, #from_7>
  %y = tileir.repartition %x : tensor<16x32xf32, #from_7> -> tensor<16x32xf32, #to_7>
  %z = arith.negf %y : tensor<16x32xf32, #to_7>
  tileir.store %z, %to : tensor<16x32xf32, #to_7>, !view_7
  return
}

#from_8 = #tileir.distribution<#tileir.bit_linear<(subgroup : 32, lane : 4, slot : 4) -> (i : 8, j : 8, k : 4),
  subgroup = [(0,4,0), (4,0,0), (0,2,0), (0,0,0), (1,0,0)],
  lane = [(0,0,1), (0,0,2)],
  slot = [(2,0,0), (0,1,0)]>>
#to_8 = #tileir.distribution<#tileir.bit_linear<(thread : 128, slot : 4) -> (i : 8, j : 8, k : 4),
  thread = [(0,0,3), (0,1,2), (0,5,3), (4,0,0), (0,2,0), (0,0,0), (1,0,0)],
  slot = [(2,5,1), (0,1,0)]>>
!view_8 = !tileir.view<8x8x4xf16, #tileir.mixed_radix<(8,8,4):(32,4,1)>, assume>
func.func @f16_of_8_by_8_by_4_no_8(%src: memref<256xf16>, %dst: memref<256xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf16> -> !view_8
  %to = tileir.view %dst : memref<256xf16> -> !view_8
  %loaded = tileir.load %from : !view_8 -> tensor<8x8x4xf16, #from_8>
  %x = arith.negf %loaded : tensor<8x8x4xf16, #from_8>
  %y = tileir.repartition %x : tensor<8x8x4xf16, #from_8> -> tensor<8x8x4xf16, #to_8>
  %z = arith.negf %y : tensor<8x8x4xf16, #to_8>
  tileir.store %z, %to : tensor<8x8x4xf16, #to_8>, !view_8
  return
}

#from_9 = #tileir.distribution<#tileir.bit_linear<(thread : 32, slot : 32) -> (i : 512),
  thread = [82, 4, 450, 0, 210],
  slot = [48, 257, 16, 2, 392]>>
#to_9 = #tileir.distribution<#tileir.bit_linear<(subgroup : 4, lane : 8, slot : 32) -> (i : 512),
  subgroup = [377, 268],
  lane = [377, 454, 450],
  slot = [86, 359, 51, 285, 42]>>
!view_9 = !tileir.view<512xi8, #tileir.mixed_radix<512:1>, assume>
func.func @i8_of_512_no_9(%src: memref<512xi8>, %dst: memref<512xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<512xi8> -> !view_9
  %to = tileir.view %dst : memref<512xi8> -> !view_9
  %loaded = tileir.load %from : !view_9 -> tensor<512xi8, #from_9>
  %x = arith.addi %loaded, %loaded : tensor<512xi8, #from_9>
  %y = tileir.repartition %x : tensor<512xi8, #from_9> -> tensor<512xi8, #to_9>
  %z = arith.addi %y, %y : tensor<512xi8, #to_9>
  tileir.store %z, %to : tensor<512xi8, #to_9>, !view_9
  return
}
