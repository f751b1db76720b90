// Ten pairs of distributions drawn at random, in blocks: so many slots, lanes and subgroups along each
// axis, rows or columns first, repeated till the tile is covered, and wrapped around at its end.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: not grep DIFFERENT %t
// RUN: FileCheck %s --input-file %t
// RUN: tileir-opt %s -o /dev/null --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=lavapipe remarks})' 2>&1 | grep -o 'moves by [a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=EIGHT
// RUN: tileir-opt %s -o /dev/null --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=vulkan32 remarks})' 2>&1 | grep -o 'moves by [a-z]*' | sort | uniq -c | FileCheck %s --check-prefix=WIDE

// CHECK-COUNT-10: result    equal

// The kinds of plans, with subgroups of 8 lanes and of 32.
// EIGHT: {{^ *}}1 moves by bytes
// EIGHT-NEXT: {{^ *}}1 moves by registers
// EIGHT-NEXT: {{^ *}}7 moves by shared
// EIGHT-NEXT: {{^ *}}1 moves by shuffle
// EIGHT-NOT: moves
// WIDE: {{^ *}}1 moves by bytes
// WIDE-NEXT: {{^ *}}1 moves by registers
// WIDE-NEXT: {{^ *}}6 moves by shared
// WIDE-NEXT: {{^ *}}2 moves by shuffle
// WIDE-NOT: moves

#from_0 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 12, column : 3)
  -> (row * 4 + subgroup, column * 32 + lane) to (i : 48, j : 96)>>
#to_0 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 6, column : 6)
  -> (row * 8 + lane floordiv 4, column * 16 + subgroup * 4 + lane mod 4) to (i : 48, j : 96)>>
!view_0 = !tileir.view<48x96xf16, #tileir.mixed_radix<(48,96):(96,1)>, assume>
func.func @f16_of_48_by_96_no_0(%src: memref<4608xf16>, %dst: memref<4608xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<4608xf16> -> !view_0
  %to = tileir.view %dst : memref<4608xf16> -> !view_0
  %loaded = tileir.load %from : !view_0 -> tensor<48x96xf16, #from_0>
  %x = arith.negf %loaded : tensor<48x96xf16, #from_0>
  %y = tileir.repartition %x : tensor<48x96xf16, #from_0> -> tensor<48x96xf16, #to_0>
  %z = arith.negf %y : tensor<48x96xf16, #to_0>
  tileir.store %z, %to : tensor<48x96xf16, #to_0>, !view_0
  return
}

#from_1 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, column : 16, down : 2)
  -> ((subgroup * 32 + lane mod 16 * 2 + down) mod 16, column * 2 + lane floordiv 16) to (i : 16, j : 32)>>
#to_1 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, column : 16, down : 2)
  -> ((subgroup * 32 + (lane xor 5) mod 16 * 2 + down) mod 16,
      column * 2 + (lane xor 5) floordiv 16)
  to (i : 16, j : 32)>>
!view_1 = !tileir.view<16x32xi64, #tileir.mixed_radix<(16,32):(32,1)>, assume>
func.func @i64_of_16_by_32_no_1(%src: memref<512xi64>, %dst: memref<512xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<512xi64> -> !view_1
  %to = tileir.view %dst : memref<512xi64> -> !view_1
  %loaded = tileir.load %from : !view_1 -> tensor<16x32xi64, #from_1>
  %x = arith.addi %loaded, %loaded : tensor<16x32xi64, #from_1>
  %y = tileir.repartition %x : tensor<16x32xi64, #from_1> -> tensor<16x32xi64, #to_1>
  %z = arith.addi %y, %y : tensor<16x32xi64, #to_1>
  tileir.store %z, %to : tensor<16x32xi64, #to_1>, !view_1
  return
}

#from_2 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, row : 2, column : 3, right : 2)
  -> ((row * 4 + subgroup * 2 + lane floordiv 16) mod 7,
      column * 32 + lane mod 16 * 2 + right)
  to (i : 7, j : 96)>>
#to_2 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, column : 12)
  -> ((subgroup * 4 + lane floordiv 8) mod 7, column * 8 + lane mod 8) to (i : 7, j : 96)>>
!view_2 = !tileir.view<7x96xi8, #tileir.mixed_radix<(7,96):(96,1)>, assume>
func.func @i8_of_7_by_96_no_2(%src: memref<672xi8>, %dst: memref<672xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<672xi8> -> !view_2
  %to = tileir.view %dst : memref<672xi8> -> !view_2
  %loaded = tileir.load %from : !view_2 -> tensor<7x96xi8, #from_2>
  %x = arith.addi %loaded, %loaded : tensor<7x96xi8, #from_2>
  %y = tileir.repartition %x : tensor<7x96xi8, #from_2> -> tensor<7x96xi8, #to_2>
  %z = arith.addi %y, %y : tensor<7x96xi8, #to_2>
  tileir.store %z, %to : tensor<7x96xi8, #to_2>, !view_2
  return
}

#from_3 = #tileir.distribution<#tileir.expr<(subgroup : 1, lane : 32, row : 2, column : 8, down : 2)
  -> ((row * 64 + lane * 2 + down) mod 100, column) to (i : 100, j : 8)>>
#to_3 = #tileir.distribution<#tileir.expr<(subgroup : 1, lane : 32, column : 8, down : 4)
  -> ((lane * 4 + down) mod 100, column) to (i : 100, j : 8)>>
!view_3 = !tileir.view<100x8xf32, #tileir.mixed_radix<(100,8):(8,1)>, assume>
func.func @f32_of_100_by_8_no_3(%src: memref<800xf32>, %dst: memref<800xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<800xf32> -> !view_3
  %to = tileir.view %dst : memref<800xf32> -> !view_3
  %loaded = tileir.load %from : !view_3 -> tensor<100x8xf32, #from_3>
  %x = arith.negf %loaded : tensor<100x8xf32, #from_3>
  %y = tileir.repartition %x : tensor<100x8xf32, #from_3> -> tensor<100x8xf32, #to_3>
  %z = arith.negf %y : tensor<100x8xf32, #to_3>
  tileir.store %z, %to : tensor<100x8xf32, #to_3>, !view_3
  return
}

#from_4 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 8, row : 8, down : 4)
  -> (row * 4 + down, subgroup * 8 + lane) to (i : 32, j : 32)>>
#to_4 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 8, down : 4, row : 8)
  -> (row * 4 + down, subgroup * 8 + (lane xor 5)) to (i : 32, j : 32)>>
!view_4 = !tileir.view<32x32xi8, #tileir.mixed_radix<(32,32):(32,1)>, zero>
func.func @i8_of_32_by_32_no_4(%src: memref<1024xi8>, %dst: memref<1024xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<1024xi8> -> !view_4
  %to = tileir.view %dst : memref<1024xi8> -> !view_4
  %loaded = tileir.load %from : !view_4 -> tensor<32x32xi8, #from_4>
  %x = arith.addi %loaded, %loaded : tensor<32x32xi8, #from_4>
  %y = tileir.repartition %x : tensor<32x32xi8, #from_4> -> tensor<32x32xi8, #to_4>
  %z = arith.addi %y, %y : tensor<32x32xi8, #to_4>
  tileir.store %z, %to : tensor<32x32xi8, #to_4>, !view_4
  return
}

#from_5 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 16, column : 4, down : 4)
  -> ((subgroup * 32 + lane mod 8 * 4 + down) mod 48,
      (column * 2 + lane floordiv 8) mod 7)
  to (i : 48, j : 7)>>
#to_5 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 16, column : 4, down : 4)
  -> ((subgroup * 32 + (lane xor 1) mod 8 * 4 + down) mod 48,
      (column * 2 + (lane xor 1) floordiv 8) mod 7)
  to (i : 48, j : 7)>>
!view_5 = !tileir.view<48x7xf32, #tileir.mixed_radix<(48,7):(7,1)>, zero>
func.func @f32_of_48_by_7_no_5(%src: memref<336xf32>, %dst: memref<336xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<336xf32> -> !view_5
  %to = tileir.view %dst : memref<336xf32> -> !view_5
  %loaded = tileir.load %from : !view_5 -> tensor<48x7xf32, #from_5>
  %x = arith.negf %loaded : tensor<48x7xf32, #from_5>
  %y = tileir.repartition %x : tensor<48x7xf32, #from_5> -> tensor<48x7xf32, #to_5>
  %z = arith.negf %y : tensor<48x7xf32, #to_5>
  tileir.store %z, %to : tensor<48x7xf32, #to_5>, !view_5
  return
}

#from_6 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 2, right : 4)
  -> ((row * 16 + lane floordiv 2) mod 24,
      (subgroup * 8 + lane mod 2 * 4 + right) mod 24)
  to (i : 24, j : 24)>>
#to_6 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, right : 4, row : 2)
  -> ((row * 16 + lane floordiv 2) mod 24,
      (subgroup * 8 + lane mod 2 * 4 + right) mod 24)
  to (i : 24, j : 24)>>
!view_6 = !tileir.view<24x24xf16, #tileir.mixed_radix<(24,24):(24,1)>, zero>
func.func @f16_of_24_by_24_no_6(%src: memref<576xf16>, %dst: memref<576xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<576xf16> -> !view_6
  %to = tileir.view %dst : memref<576xf16> -> !view_6
  %loaded = tileir.load %from : !view_6 -> tensor<24x24xf16, #from_6>
  %x = arith.negf %loaded : tensor<24x24xf16, #from_6>
  %y = tileir.repartition %x : tensor<24x24xf16, #from_6> -> tensor<24x24xf16, #to_6>
  %z = arith.negf %y : tensor<24x24xf16, #to_6>
  tileir.store %z, %to : tensor<24x24xf16, #to_6>, !view_6
  return
}

#from_7 = #tileir.distribution<#tileir.expr<(subgroup : 1, lane : 16, column : 7)
  -> (lane mod 7, column) to (i : 7, j : 7)>>
#to_7 = #tileir.distribution<#tileir.expr<(subgroup : 1, lane : 16, row : 4)
  -> ((row * 2 + lane mod 2) mod 7, (lane floordiv 2) mod 7) to (i : 7, j : 7)>>
!view_7 = !tileir.view<7x7xi64, #tileir.mixed_radix<(7,7):(7,1)>, zero>
func.func @i64_of_7_by_7_no_7(%src: memref<49xi64>, %dst: memref<49xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<49xi64> -> !view_7
  %to = tileir.view %dst : memref<49xi64> -> !view_7
  %loaded = tileir.load %from : !view_7 -> tensor<7x7xi64, #from_7>
  %x = arith.addi %loaded, %loaded : tensor<7x7xi64, #from_7>
  %y = tileir.repartition %x : tensor<7x7xi64, #from_7> -> tensor<7x7xi64, #to_7>
  %z = arith.addi %y, %y : tensor<7x7xi64, #to_7>
  tileir.store %z, %to : tensor<7x7xi64, #to_7>, !view_7
  return
}

#from_8 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, row : 2, column : 7)
  -> ((row * 64 + subgroup * 32 + lane) mod 100, column) to (i : 100, j : 7)>>
#to_8 = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 32, column : 7, row : 2)
  -> ((row * 64 + subgroup * 32 + lane) mod 100, column) to (i : 100, j : 7)>>
!view_8 = !tileir.view<100x7xf32, #tileir.mixed_radix<(100,7):(7,1)>, zero>
func.func @f32_of_100_by_7_no_8(%src: memref<700xf32>, %dst: memref<700xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<700xf32> -> !view_8
  %to = tileir.view %dst : memref<700xf32> -> !view_8
  %loaded = tileir.load %from : !view_8 -> tensor<100x7xf32, #from_8>
  %x = arith.negf %loaded : tensor<100x7xf32, #from_8>
  %y = tileir.repartition %x : tensor<100x7xf32, #from_8> -> tensor<100x7xf32, #to_8>
  %z = arith.negf %y : tensor<100x7xf32, #to_8>
  tileir.store %z, %to : tensor<100x7xf32, #to_8>, !view_8
  return
}

#from_9 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 4, column : 2)
  -> (row * 16 + subgroup * 4 + lane mod 4, column * 8 + lane floordiv 4) to (i : 64, j : 16)>>
#to_9 = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : 2, column : 4)
  -> (row * 32 + subgroup mod 2 * 16 + lane mod 16,
      column * 4 + subgroup floordiv 2 * 2 + lane floordiv 16)
  to (i : 64, j : 16)>>
!view_9 = !tileir.view<64x16xf16, #tileir.mixed_radix<(64,16):(16,1)>, zero>
func.func @f16_of_64_by_16_no_9(%src: memref<1024xf16>, %dst: memref<1024xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<1024xf16> -> !view_9
  %to = tileir.view %dst : memref<1024xf16> -> !view_9
  %loaded = tileir.load %from : !view_9 -> tensor<64x16xf16, #from_9>
  %x = arith.negf %loaded : tensor<64x16xf16, #from_9>
  %y = tileir.repartition %x : tensor<64x16xf16, #from_9> -> tensor<64x16xf16, #to_9>
  %z = arith.negf %y : tensor<64x16xf16, #to_9>
  tileir.store %z, %to : tensor<64x16xf16, #to_9>, !view_9
  return
}
