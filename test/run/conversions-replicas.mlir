// Ten pairs of distributions drawn at random whose elements are held more than once, by threads, by
// slots, or where the numbering wraps around: on one side or on both, not as often.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: not grep DIFFERENT %t
// RUN: FileCheck %s --input-file %t
// RUN: tileir-opt %s -o /dev/null --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=lavapipe remarks})' 2>&1 | grep -o 'moves by [a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=EIGHT
// RUN: tileir-opt %s -o /dev/null --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=vulkan32 remarks})' 2>&1 | grep -o 'moves by [a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=WIDE

// CHECK-COUNT-10: result    equal

// The kinds of plans, with subgroups of 8 lanes and of 32.
// EIGHT: {{^ *}}9 moves by shared
// EIGHT-NEXT: {{^ *}}1 moves by shuffle
// EIGHT-NOT: moves
// WIDE: {{^ *}}8 moves by shared
// WIDE-NEXT: {{^ *}}2 moves by shuffle
// WIDE-NOT: moves

#from_0 = #tileir.distribution<#tileir.expr<(subgroup : 48, lane : 2, slot : 1)
  -> ((subgroup * 1 + slot + 4) mod 48) to (i : 48)>>
#to_0 = #tileir.distribution<#tileir.expr<(thread : 96, slot : 2, copy : 2)
  -> ((thread + slot * 96) mod 48) to (i : 48)>>
!view_0 = !tileir.view<48xi64, #tileir.mixed_radix<48:1>, assume>
func.func @i64_of_48_no_0(%src: memref<48xi64>, %dst: memref<48xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<48xi64> -> !view_0
  %to = tileir.view %dst : memref<48xi64> -> !view_0
  %loaded = tileir.load %from : !view_0 -> tensor<48xi64, #from_0>
  %x = arith.addi %loaded, %loaded : tensor<48xi64, #from_0>
  %y = tileir.repartition %x : tensor<48xi64, #from_0> -> tensor<48xi64, #to_0>
  %z = arith.addi %y, %y : tensor<48xi64, #to_0>
  tileir.store %z, %to : tensor<48xi64, #to_0>, !view_0
  return
}

#from_1 = #tileir.distribution<#tileir.expr<(thread : 96, slot : 1)
  -> ((thread * 1 + slot + 27) mod 96) to (i : 96)>>
#to_1 = #tileir.distribution<#tileir.expr<(subgroup : 32, lane : 3, slot : 4, copy : 2)
  -> ((subgroup * 4 + slot) mod 96) to (i : 96)>>
!view_1 = !tileir.view<96xf16, #tileir.mixed_radix<96:1>, zero>
func.func @f16_of_96_no_1(%src: memref<96xf16>, %dst: memref<96xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<96xf16> -> !view_1
  %to = tileir.view %dst : memref<96xf16> -> !view_1
  %loaded = tileir.load %from : !view_1 -> tensor<96xf16, #from_1>
  %x = arith.negf %loaded : tensor<96xf16, #from_1>
  %y = tileir.repartition %x : tensor<96xf16, #from_1> -> tensor<96xf16, #to_1>
  %z = arith.negf %y : tensor<96xf16, #to_1>
  tileir.store %z, %to : tensor<96xf16, #to_1>, !view_1
  return
}

#from_2 = #tileir.distribution<#tileir.expr<(subgroup : 3, lane : 20, slot : 6)
  -> ((lane * 6 + slot + 47) mod 100) to (i : 100)>>
#to_2 = #tileir.distribution<#tileir.expr<(subgroup : 30, lane : 2, slot : 4)
  -> (((subgroup * 4 + slot) * 63 + 97) mod 100) to (i : 100)>>
!view_2 = !tileir.view<100xi64, #tileir.mixed_radix<100:1>, zero>
func.func @i64_of_100_no_2(%src: memref<100xi64>, %dst: memref<100xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<100xi64> -> !view_2
  %to = tileir.view %dst : memref<100xi64> -> !view_2
  %loaded = tileir.load %from : !view_2 -> tensor<100xi64, #from_2>
  %x = arith.addi %loaded, %loaded : tensor<100xi64, #from_2>
  %y = tileir.repartition %x : tensor<100xi64, #from_2> -> tensor<100xi64, #to_2>
  %z = arith.addi %y, %y : tensor<100xi64, #to_2>
  tileir.store %z, %to : tensor<100xi64, #to_2>, !view_2
  return
}

#from_3 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 7, slot : 1, copy : 2)
  -> (((lane + slot * 7) * 4 + 1) mod 7) to (i : 7)>>
#to_3 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 14, slot : 2, copy : 2)
  -> (((lane + slot * 14) * 5) mod 7) to (i : 7)>>
!view_3 = !tileir.view<7xf16, #tileir.mixed_radix<7:1>, assume>
func.func @f16_of_7_no_3(%src: memref<7xf16>, %dst: memref<7xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<7xf16> -> !view_3
  %to = tileir.view %dst : memref<7xf16> -> !view_3
  %loaded = tileir.load %from : !view_3 -> tensor<7xf16, #from_3>
  %x = arith.negf %loaded : tensor<7xf16, #from_3>
  %y = tileir.repartition %x : tensor<7xf16, #from_3> -> tensor<7xf16, #to_3>
  %z = arith.negf %y : tensor<7xf16, #to_3>
  tileir.store %z, %to : tensor<7xf16, #to_3>, !view_3
  return
}

#from_4 = #tileir.distribution<#tileir.expr<(subgroup : 60, lane : 2, slot : 2)
  -> (((subgroup + slot * 60) * 51 + 56) mod 100 floordiv 10,
      ((subgroup + slot * 60) * 51 + 56) mod 100 mod 10)
  to (i : 10, j : 10)>>
#to_4 = #tileir.distribution<#tileir.expr<(subgroup : 3, lane : 40, slot : 3, copy : 2)
  -> (((lane + slot * 40) * 47 + 96) mod 100 floordiv 10,
      ((lane + slot * 40) * 47 + 96) mod 100 mod 10)
  to (i : 10, j : 10)>>
!view_4 = !tileir.view<10x10xf32, #tileir.mixed_radix<(10,10):(10,1)>, zero>
func.func @f32_of_10_by_10_no_4(%src: memref<100xf32>, %dst: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<100xf32> -> !view_4
  %to = tileir.view %dst : memref<100xf32> -> !view_4
  %loaded = tileir.load %from : !view_4 -> tensor<10x10xf32, #from_4>
  %x = arith.negf %loaded : tensor<10x10xf32, #from_4>
  %y = tileir.repartition %x : tensor<10x10xf32, #from_4> -> tensor<10x10xf32, #to_4>
  %z = arith.negf %y : tensor<10x10xf32, #to_4>
  tileir.store %z, %to : tensor<10x10xf32, #to_4>, !view_4
  return
}

#from_5 = #tileir.distribution<#tileir.bit_linear<(lane : 32, slot : 16) -> (i : 16),
  lane = [0, 0, 0, 0, 0],
  slot = [2, 8, 4, 1]>>
#to_5 = #tileir.distribution<#tileir.bit_linear<(lane : 32, slot : 4) -> (i : 16),
  lane = [4, 8, 0, 0, 0],
  slot = [1, 2]>>
!view_5 = !tileir.view<16xi8, #tileir.mixed_radix<16:1>, assume>
func.func @i8_of_16_no_5(%src: memref<16xi8>, %dst: memref<16xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<16xi8> -> !view_5
  %to = tileir.view %dst : memref<16xi8> -> !view_5
  %loaded = tileir.load %from : !view_5 -> tensor<16xi8, #from_5>
  %x = arith.addi %loaded, %loaded : tensor<16xi8, #from_5>
  %y = tileir.repartition %x : tensor<16xi8, #from_5> -> tensor<16xi8, #to_5>
  %z = arith.addi %y, %y : tensor<16xi8, #to_5>
  tileir.store %z, %to : tensor<16xi8, #to_5>, !view_5
  return
}

#from_6 = #tileir.distribution<#tileir.bit_linear<(subgroup : 2, lane : 32, slot : 4) -> (i : 8, j : 4),
  subgroup = [(0,0)],
  lane = [(2,0), (1,0), (4,0), (0,0), (0,0)],
  slot = [(0,1), (0,2)]>>
#to_6 = #tileir.distribution<#tileir.bit_linear<(subgroup : 2, lane : 32, slot : 32) -> (i : 8, j : 4),
  subgroup = [(0,0)],
  lane = [(0,0), (0,0), (0,0), (0,0), (0,0)],
  slot = [(0,1), (4,0), (0,2), (2,0), (1,0)]>>
!view_6 = !tileir.view<8x4xi64, #tileir.mixed_radix<(8,4):(4,1)>, assume>
func.func @i64_of_8_by_4_no_6(%src: memref<32xi64>, %dst: memref<32xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<32xi64> -> !view_6
  %to = tileir.view %dst : memref<32xi64> -> !view_6
  %loaded = tileir.load %from : !view_6 -> tensor<8x4xi64, #from_6>
  %x = arith.addi %loaded, %loaded : tensor<8x4xi64, #from_6>
  %y = tileir.repartition %x : tensor<8x4xi64, #from_6> -> tensor<8x4xi64, #to_6>
  %z = arith.addi %y, %y : tensor<8x4xi64, #to_6>
  tileir.store %z, %to : tensor<8x4xi64, #to_6>, !view_6
  return
}

#from_7 = #tileir.distribution<#tileir.bit_linear<(subgroup : 2, lane : 32, slot : 8) -> (i : 64),
  subgroup = [4],
  lane = [16, 8, 4, 32, 0],
  slot = [0, 2, 1]>>
#to_7 = #tileir.distribution<#tileir.bit_linear<(subgroup : 2, lane : 32, slot : 8) -> (i : 64),
  subgroup = [0],
  lane = [1, 0, 16, 32, 0],
  slot = [2, 4, 8]>>
!view_7 = !tileir.view<64xf32, #tileir.mixed_radix<64:1>, assume>
func.func @f32_of_64_no_7(%src: memref<64xf32>, %dst: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<64xf32> -> !view_7
  %to = tileir.view %dst : memref<64xf32> -> !view_7
  %loaded = tileir.load %from : !view_7 -> tensor<64xf32, #from_7>
  %x = arith.negf %loaded : tensor<64xf32, #from_7>
  %y = tileir.repartition %x : tensor<64xf32, #from_7> -> tensor<64xf32, #to_7>
  %z = arith.negf %y : tensor<64xf32, #to_7>
  tileir.store %z, %to : tensor<64xf32, #to_7>, !view_7
  return
}

#from_8 = #tileir.distribution<#tileir.expr<(thread : 72, slot : 2)
  -> ((thread * 2 + slot) mod 96 floordiv 6, (thread * 2 + slot) mod 96 mod 6) to (i : 16, j : 6)>>
#to_8 = #tileir.distribution<#tileir.expr<(subgroup : 6, lane : 12, slot : 8)
  -> ((lane + slot * 12) mod 96 floordiv 6, (lane + slot * 12) mod 96 mod 6) to (i : 16, j : 6)>>
!view_8 = !tileir.view<16x6xi8, #tileir.mixed_radix<(16,6):(6,1)>, assume>
func.func @i8_of_16_by_6_no_8(%src: memref<96xi8>, %dst: memref<96xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<96xi8> -> !view_8
  %to = tileir.view %dst : memref<96xi8> -> !view_8
  %loaded = tileir.load %from : !view_8 -> tensor<16x6xi8, #from_8>
  %x = arith.addi %loaded, %loaded : tensor<16x6xi8, #from_8>
  %y = tileir.repartition %x : tensor<16x6xi8, #from_8> -> tensor<16x6xi8, #to_8>
  %z = arith.addi %y, %y : tensor<16x6xi8, #to_8>
  tileir.store %z, %to : tensor<16x6xi8, #to_8>, !view_8
  return
}

#from_9 = #tileir.distribution<#tileir.bit_linear<(subgroup : 4, lane : 32, slot : 16) -> (i : 4, j : 16),
  subgroup = [(0,0), (0,0)],
  lane = [(0,8), (1,0), (2,0), (0,0), (0,0)],
  slot = [(0,0), (0,2), (0,4), (0,1)]>>
#to_9 = #tileir.distribution<#tileir.bit_linear<(subgroup : 4, lane : 32, slot : 16) -> (i : 4, j : 16),
  subgroup = [(0,1), (0,2)],
  lane = [(0,8), (0,4), (1,0), (0,0), (0,0)],
  slot = [(0,2), (0,4), (0,1), (2,0)]>>
!view_9 = !tileir.view<4x16xf16, #tileir.mixed_radix<(4,16):(16,1)>, assume>
func.func @f16_of_4_by_16_no_9(%src: memref<64xf16>, %dst: memref<64xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<64xf16> -> !view_9
  %to = tileir.view %dst : memref<64xf16> -> !view_9
  %loaded = tileir.load %from : !view_9 -> tensor<4x16xf16, #from_9>
  %x = arith.negf %loaded : tensor<4x16xf16, #from_9>
  %y = tileir.repartition %x : tensor<4x16xf16, #from_9> -> tensor<4x16xf16, #to_9>
  %z = arith.negf %y : tensor<4x16xf16, #to_9>
  tileir.store %z, %to : tensor<4x16xf16, #to_9>, !view_9
  return
}
