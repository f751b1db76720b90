// Ten pairs of distributions drawn at random, of tiles whose extents are no powers of two, over
// numbers of threads that are none either: element number (a * occurrence + b) mod size.
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
// EIGHT-NEXT: {{^ *}}8 moves by shared
// EIGHT-NOT: moves
// WIDE: {{^ *}}1 moves by bytes
// WIDE-NEXT: {{^ *}}1 moves by registers
// WIDE-NEXT: {{^ *}}8 moves by shared
// WIDE-NOT: moves

#from_0 = #tileir.distribution<#tileir.expr<(thread : 32, slot : 3)
  -> ((thread * 3 + slot) mod 48) to (i : 48)>>
#to_0 = #tileir.distribution<#tileir.expr<(thread : 32, slot : 2)
  -> ((thread + slot * 32 + 44) mod 48) to (i : 48)>>
!view_0 = !tileir.view<48xf16, #tileir.mixed_radix<48:1>, zero>
func.func @f16_of_48_no_0(%src: memref<48xf16>, %dst: memref<48xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<48xf16> -> !view_0
  %to = tileir.view %dst : memref<48xf16> -> !view_0
  %loaded = tileir.load %from : !view_0 -> tensor<48xf16, #from_0>
  %x = arith.negf %loaded : tensor<48xf16, #from_0>
  %y = tileir.repartition %x : tensor<48xf16, #from_0> -> tensor<48xf16, #to_0>
  %z = arith.negf %y : tensor<48xf16, #to_0>
  tileir.store %z, %to : tensor<48xf16, #to_0>, !view_0
  return
}

#from_1 = #tileir.distribution<#tileir.expr<(thread : 48, slot : 2, copy : 2)
  -> ((thread * 2 + slot + 60) mod 96) to (i : 96)>>
#to_1 = #tileir.distribution<#tileir.expr<(thread : 48, slot : 2)
  -> ((thread + slot * 48 + 87) mod 96) to (i : 96)>>
!view_1 = !tileir.view<96xf32, #tileir.mixed_radix<96:1>, zero>
func.func @f32_of_96_no_1(%src: memref<96xf32>, %dst: memref<96xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<96xf32> -> !view_1
  %to = tileir.view %dst : memref<96xf32> -> !view_1
  %loaded = tileir.load %from : !view_1 -> tensor<96xf32, #from_1>
  %x = arith.negf %loaded : tensor<96xf32, #from_1>
  %y = tileir.repartition %x : tensor<96xf32, #from_1> -> tensor<96xf32, #to_1>
  %z = arith.negf %y : tensor<96xf32, #to_1>
  tileir.store %z, %to : tensor<96xf32, #to_1>, !view_1
  return
}

#from_2 = #tileir.distribution<#tileir.expr<(thread : 40, slot : 3, copy : 2)
  -> (((thread + slot * 40) * 23 + 12) mod 100) to (i : 100)>>
#to_2 = #tileir.distribution<#tileir.expr<(thread : 40, slot : 3, copy : 2)
  -> (((thread + (2 - slot) * 40) * 23 + 12) mod 100) to (i : 100)>>
!view_2 = !tileir.view<100xf32, #tileir.mixed_radix<100:1>, zero>
func.func @f32_of_100_no_2(%src: memref<100xf32>, %dst: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<100xf32> -> !view_2
  %to = tileir.view %dst : memref<100xf32> -> !view_2
  %loaded = tileir.load %from : !view_2 -> tensor<100xf32, #from_2>
  %x = arith.negf %loaded : tensor<100xf32, #from_2>
  %y = tileir.repartition %x : tensor<100xf32, #from_2> -> tensor<100xf32, #to_2>
  %z = arith.negf %y : tensor<100xf32, #to_2>
  tileir.store %z, %to : tensor<100xf32, #to_2>, !view_2
  return
}

#from_3 = #tileir.distribution<#tileir.expr<(thread : 8, slot : 2)
  -> (((thread + slot * 8) * 2 + 1) mod 7) to (i : 7)>>
#to_3 = #tileir.distribution<#tileir.expr<(thread : 8, slot : 1)
  -> ((thread + slot * 8) mod 7) to (i : 7)>>
!view_3 = !tileir.view<7xf16, #tileir.mixed_radix<7:1>, zero>
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

#from_4 = #tileir.distribution<#tileir.expr<(thread : 100, slot : 7)
  -> (((thread + slot * 100) * 153) mod 700 floordiv 100,
      ((thread + slot * 100) * 153) mod 700 mod 100)
  to (i : 7, j : 100)>>
#to_4 = #tileir.distribution<#tileir.expr<(thread : 100, slot : 7)
  -> ((thread + slot * 100 + 116) mod 700 floordiv 100,
      (thread + slot * 100 + 116) mod 700 mod 100)
  to (i : 7, j : 100)>>
!view_4 = !tileir.view<7x100xf32, #tileir.mixed_radix<(7,100):(100,1)>, zero>
func.func @f32_of_7_by_100_no_4(%src: memref<700xf32>, %dst: memref<700xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<700xf32> -> !view_4
  %to = tileir.view %dst : memref<700xf32> -> !view_4
  %loaded = tileir.load %from : !view_4 -> tensor<7x100xf32, #from_4>
  %x = arith.negf %loaded : tensor<7x100xf32, #from_4>
  %y = tileir.repartition %x : tensor<7x100xf32, #from_4> -> tensor<7x100xf32, #to_4>
  %z = arith.negf %y : tensor<7x100xf32, #to_4>
  tileir.store %z, %to : tensor<7x100xf32, #to_4>, !view_4
  return
}

#from_5 = #tileir.distribution<#tileir.expr<(thread : 64, slot : 7)
  -> ((thread + slot * 64 + 101) mod 336 floordiv 7,
      (thread + slot * 64 + 101) mod 336 mod 7)
  to (i : 48, j : 7)>>
#to_5 = #tileir.distribution<#tileir.expr<(thread : 64, slot : 7)
  -> (((thread * 7 + slot) * 71 + 188) mod 336 floordiv 7,
      ((thread * 7 + slot) * 71 + 188) mod 336 mod 7)
  to (i : 48, j : 7)>>
!view_5 = !tileir.view<48x7xf16, #tileir.mixed_radix<(48,7):(7,1)>, zero>
func.func @f16_of_48_by_7_no_5(%src: memref<336xf16>, %dst: memref<336xf16>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<336xf16> -> !view_5
  %to = tileir.view %dst : memref<336xf16> -> !view_5
  %loaded = tileir.load %from : !view_5 -> tensor<48x7xf16, #from_5>
  %x = arith.negf %loaded : tensor<48x7xf16, #from_5>
  %y = tileir.repartition %x : tensor<48x7xf16, #from_5> -> tensor<48x7xf16, #to_5>
  %z = arith.negf %y : tensor<48x7xf16, #to_5>
  tileir.store %z, %to : tensor<48x7xf16, #to_5>, !view_5
  return
}

#from_6 = #tileir.distribution<#tileir.expr<(thread : 56, slot : 13)
  -> (((thread + slot * 56) * 347) mod 672 floordiv 7,
      ((thread + slot * 56) * 347) mod 672 mod 7)
  to (i : 96, j : 7)>>
#to_6 = #tileir.distribution<#tileir.expr<(thread : 56, slot : 12, copy : 2)
  -> ((thread + slot * 56 + 260) mod 672 floordiv 7,
      (thread + slot * 56 + 260) mod 672 mod 7)
  to (i : 96, j : 7)>>
!view_6 = !tileir.view<96x7xi64, #tileir.mixed_radix<(96,7):(7,1)>, zero>
func.func @i64_of_96_by_7_no_6(%src: memref<672xi64>, %dst: memref<672xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<672xi64> -> !view_6
  %to = tileir.view %dst : memref<672xi64> -> !view_6
  %loaded = tileir.load %from : !view_6 -> tensor<96x7xi64, #from_6>
  %x = arith.addi %loaded, %loaded : tensor<96x7xi64, #from_6>
  %y = tileir.repartition %x : tensor<96x7xi64, #from_6> -> tensor<96x7xi64, #to_6>
  %z = arith.addi %y, %y : tensor<96x7xi64, #to_6>
  tileir.store %z, %to : tensor<96x7xi64, #to_6>, !view_6
  return
}

#from_7 = #tileir.distribution<#tileir.expr<(thread : 60, slot : 10, copy : 2)
  -> ((thread + slot * 60) mod 600 floordiv 6, (thread + slot * 60) mod 600 mod 6) to (i : 100, j : 6)>>
#to_7 = #tileir.distribution<#tileir.expr<(thread : 60, slot : 10, copy : 2)
  -> ((thread + (9 - slot) * 60) mod 600 floordiv 6,
      (thread + (9 - slot) * 60) mod 600 mod 6)
  to (i : 100, j : 6)>>
!view_7 = !tileir.view<100x6xi8, #tileir.mixed_radix<(100,6):(6,1)>, zero>
func.func @i8_of_100_by_6_no_7(%src: memref<600xi8>, %dst: memref<600xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<600xi8> -> !view_7
  %to = tileir.view %dst : memref<600xi8> -> !view_7
  %loaded = tileir.load %from : !view_7 -> tensor<100x6xi8, #from_7>
  %x = arith.addi %loaded, %loaded : tensor<100x6xi8, #from_7>
  %y = tileir.repartition %x : tensor<100x6xi8, #from_7> -> tensor<100x6xi8, #to_7>
  %z = arith.addi %y, %y : tensor<100x6xi8, #to_7>
  tileir.store %z, %to : tensor<100x6xi8, #to_7>, !view_7
  return
}

#from_8 = #tileir.distribution<#tileir.expr<(thread : 96, slot : 5)
  -> (((thread * 5 + slot) * 275) mod 343 floordiv 49,
      ((thread * 5 + slot) * 275) mod 343 floordiv 7 mod 7,
      ((thread * 5 + slot) * 275) mod 343 mod 7)
  to (i : 7, j : 7, k : 7)>>
#to_8 = #tileir.distribution<#tileir.expr<(thread : 96, slot : 5)
  -> ((thread * 5 + slot + 75) mod 343 floordiv 49,
      (thread * 5 + slot + 75) mod 343 floordiv 7 mod 7,
      (thread * 5 + slot + 75) mod 343 mod 7)
  to (i : 7, j : 7, k : 7)>>
!view_8 = !tileir.view<7x7x7xi64, #tileir.mixed_radix<(7,7,7):(49,7,1)>, assume>
func.func @i64_of_7_by_7_by_7_no_8(%src: memref<343xi64>, %dst: memref<343xi64>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<343xi64> -> !view_8
  %to = tileir.view %dst : memref<343xi64> -> !view_8
  %loaded = tileir.load %from : !view_8 -> tensor<7x7x7xi64, #from_8>
  %x = arith.addi %loaded, %loaded : tensor<7x7x7xi64, #from_8>
  %y = tileir.repartition %x : tensor<7x7x7xi64, #from_8> -> tensor<7x7x7xi64, #to_8>
  %z = arith.addi %y, %y : tensor<7x7x7xi64, #to_8>
  tileir.store %z, %to : tensor<7x7x7xi64, #to_8>, !view_8
  return
}

#from_9 = #tileir.distribution<#tileir.expr<(thread : 64, slot : 9)
  -> ((thread + slot * 64 + 84) mod 576 floordiv 48,
      (thread + slot * 64 + 84) mod 576 mod 48)
  to (i : 12, j : 48)>>
#to_9 = #tileir.distribution<#tileir.expr<(thread : 64, slot : 9)
  -> (((thread * 9 + slot) * 359 + 68) mod 576 floordiv 48,
      ((thread * 9 + slot) * 359 + 68) mod 576 mod 48)
  to (i : 12, j : 48)>>
!view_9 = !tileir.view<12x48xi8, #tileir.mixed_radix<(12,48):(48,1)>, assume>
func.func @i8_of_12_by_48_no_9(%src: memref<576xi8>, %dst: memref<576xi8>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<576xi8> -> !view_9
  %to = tileir.view %dst : memref<576xi8> -> !view_9
  %loaded = tileir.load %from : !view_9 -> tensor<12x48xi8, #from_9>
  %x = arith.addi %loaded, %loaded : tensor<12x48xi8, #from_9>
  %y = tileir.repartition %x : tensor<12x48xi8, #from_9> -> tensor<12x48xi8, #to_9>
  %z = arith.addi %y, %y : tensor<12x48xi8, #to_9>
  tileir.store %z, %to : tensor<12x48xi8, #to_9>, !view_9
  return
}
