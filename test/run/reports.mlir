// What users of other systems met where a tile changes hands, each as a program that runs here and
// gives what the interpreter says.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// Of one kernel only its own remarks are told: this one moves once.
// RUN: tileir-run --device vulkan --kernel seventeen_rows %s | FileCheck %s --check-prefix=ONE
// ONE: kernel 'seventeen_rows'
// ONE: moved {{.*}}: shared: 256 wavefronts, 1 barrier
// ONE-NOT: {{nothing|registers|shuffle|shared}}:
// ONE: result {{ *}}equal

// The plans again, on a machine whose subgroups have 64 lanes.
// RUN: tileir-opt %s --pass-pipeline='builtin.module(tileir-insert-repartition,tileir-plan{target=vulkan64})' | FileCheck %s --check-prefix=PLAN

#square = #tileir.mixed_radix<(32,32):(32,1), (i : 32, j : 32) -> (address : 1024)>
#rows_of_32 = #tileir.mixed_radix<(8,32):(32,1), (i : 8, j : 32) -> (address : 256)>
#rows_of_2 = #tileir.mixed_radix<(8,2):(2,1), (i : 8, j : 2) -> (address : 16)>
#vector = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
#fragment = #tileir.mixed_radix<128:1, (i : 128) -> (address : 128)>
!square = !tileir.view<32x32xf32, #square, zero>
!rows_of_32 = !tileir.view<8x32xf32, #rows_of_32, zero>
!rows_of_2 = !tileir.view<8x2xf32, #rows_of_2, zero>
!vector = !tileir.view<64xf32, #vector, zero>
!fragment = !tileir.view<128xf32, #fragment, zero>

// triton#1910: the columns lie in two subgroups and are wanted in one, in a program that has two.
// The conversion reckoned with one, and gave wrong data. The second holds a copy here: each reads
// what it lacks through memory, and on the way back every lane has what it needs.
// CHECK: kernel 'columns_of_two_subgroups_in_each'
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK-NEXT: shuffle: {{[0-9]*}} selects
// CHECK: result    equal
// PLAN-LABEL: @columns_of_two_subgroups_in_each(
// PLAN: tileir.repartition {{.*}}kind = "shared"
// PLAN: tileir.repartition {{.*}}kind = "shuffle"{{.*}}shuffles = 0
#apart = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 64, slot : 8)
  -> (lane floordiv 2, subgroup * 16 + lane mod 2 * 8 + slot) to (i : 32, j : 32)>>
#each = #tileir.distribution<#tileir.expr<(subgroup : 2, lane : 64, half : 2, slot : 8)
  -> (lane floordiv 2, half * 16 + lane mod 2 * 8 + slot) to (i : 32, j : 32)>>
func.func @columns_of_two_subgroups_in_each(%src: memref<1024xf32>, %dst: memref<1024xf32>, %back: memref<1024xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<1024xf32> -> !square
  %to = tileir.view %dst : memref<1024xf32> -> !square
  %home = tileir.view %back : memref<1024xf32> -> !square
  %x = tileir.load %from : !square -> tensor<32x32xf32, #apart>
  %y = tileir.repartition %x : tensor<32x32xf32, #apart> -> tensor<32x32xf32, #each>
  tileir.store %y, %to : tensor<32x32xf32, #each>, !square
  %z = arith.addf %y, %y : tensor<32x32xf32, #each>
  tileir.store %z, %home as (#apart) : tensor<32x32xf32, #each>, !square
  return
}

// triton#5745: the result of a reduction, reshaped twice and broadcast, met an assertion that its
// layout is a slice of another's. Each step is a relabel, and here none of them moves anything.
// CHECK: kernel 'reduced_reshaped_broadcast'
// CHECK-NOT: moved
// CHECK: device
// CHECK: result    equal
// PLAN-LABEL: @reduced_reshaped_broadcast(
// PLAN-NOT: tileir.repartition
#elements = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot, lane) to (i : 8, j : 32)>>
#sums = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot) to (i : 8)>>
#column = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot, 0) to (i : 8, j : 1)>>
#blocks = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 8) -> (slot floordiv 4, slot mod 4, 0) to (a : 2, b : 4, j : 1)>>
#wide = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 8) -> (slot floordiv 4, slot mod 4, lane) to (a : 2, b : 4, j : 32)>>
#unit = #tileir.project<(i : 8, j : 1) -> (i)>
#split = #tileir.expr<(a : 2, b : 4, j : 1) -> (a * 4 + b, j) to (i : 8, j : 1)>
#repeat = #tileir.expr<(a : 2, b : 4, j : 32) -> (a, b, 0) to (a : 2, b : 4, j : 1)>
#join = #tileir.expr<(i : 8, j : 32) -> (i floordiv 4, i mod 4, j) to (a : 2, b : 4, j : 32)>
func.func @reduced_reshaped_broadcast(%src: memref<256xf32>, %dst: memref<256xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !rows_of_32
  %to = tileir.view %dst : memref<256xf32> -> !rows_of_32
  %x = tileir.load %from : !rows_of_32 -> tensor<8x32xf32, #elements>
  %sum = tileir.reduce add %x over 1 : tensor<8x32xf32, #elements> -> tensor<8xf32, #sums>
  %column = tileir.relabel %sum by (#unit) : tensor<8xf32, #sums> -> tensor<8x1xf32, #column>
  %blocks = tileir.relabel %column by (#split) : tensor<8x1xf32, #column> -> tensor<2x4x1xf32, #blocks>
  %wide = tileir.relabel %blocks by (#repeat) : tensor<2x4x1xf32, #blocks> -> tensor<2x4x32xf32, #wide>
  %y = tileir.relabel %wide by (#join) : tensor<2x4x32xf32, #wide> -> tensor<8x32xf32, #elements>
  %z = arith.divf %x, %y : tensor<8x32xf32, #elements>
  tileir.store %z, %to : tensor<8x32xf32, #elements>, !rows_of_32
  return
}

// The same, where the rows of the last step belong to other lanes: one exchange, and it is found.
// CHECK: kernel 'reduced_reshaped_broadcast_elsewhere'
// CHECK: moved
// CHECK-NOT: moved
// CHECK: device
// CHECK: result    equal
// PLAN-LABEL: @reduced_reshaped_broadcast_elsewhere(
// PLAN: tileir.repartition
#elsewhere = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 8) -> (lane floordiv 4, lane mod 4 * 8 + slot) to (i : 8, j : 32)>>
func.func @reduced_reshaped_broadcast_elsewhere(%src: memref<256xf32>, %dst: memref<256xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<256xf32> -> !rows_of_32
  %to = tileir.view %dst : memref<256xf32> -> !rows_of_32
  %x = tileir.load %from : !rows_of_32 -> tensor<8x32xf32, #elements>
  %sum = tileir.reduce add %x over 1 : tensor<8x32xf32, #elements> -> tensor<8xf32, #sums>
  %column = tileir.relabel %sum by (#unit) : tensor<8xf32, #sums> -> tensor<8x1xf32, #column>
  %blocks = tileir.relabel %column by (#split) : tensor<8x1xf32, #column> -> tensor<2x4x1xf32, #blocks>
  %wide = tileir.relabel %blocks by (#repeat) : tensor<2x4x1xf32, #blocks> -> tensor<2x4x32xf32, #wide>
  %y = tileir.relabel %wide by (#join) : tensor<2x4x32xf32, #wide> -> tensor<8x32xf32, #elsewhere>
  tileir.store %y, %to : tensor<8x32xf32, #elsewhere>, !rows_of_32
  return
}

// tilelang#1374: A[i, j / 32] += B[i, j]. Each output has 32 points of the input, for which no
// layout was found. They are replicas once the columns are split and the second part is folded.
// CHECK: kernel 'groups_of_a_row'
// CHECK: result    equal
#grouped = #tileir.mixed_radix<(16,448):(448,1), (i : 16, j : 448) -> (address : 7168)>
#groups = #tileir.mixed_radix<(16,14):(14,1), (i : 16, g : 14) -> (address : 224)>
#along = #tileir.distribution<#tileir.expr<(thread : 128, slot : 56)
  -> ((thread + 128 * slot) floordiv 448, (thread + 128 * slot) mod 448) to (i : 16, j : 448)>>
#along_split = #tileir.distribution<#tileir.expr<(thread : 128, slot : 56)
  -> ((thread + 128 * slot) floordiv 448, (thread + 128 * slot) mod 448 floordiv 32, thread mod 32)
  to (i : 16, g : 14, k : 32)>>
#group = #tileir.distribution<#tileir.expr<(thread : 128, slot : 56)
  -> ((thread + 128 * slot) floordiv 448, (thread + 128 * slot) mod 448 floordiv 32) to (i : 16, g : 14)>>
#columns = #tileir.expr<(i : 16, g : 14, k : 32) -> (i, g * 32 + k) to (i : 16, j : 448)>
!grouped = !tileir.view<16x448xf32, #grouped, zero>
!groups = !tileir.view<16x14xf32, #groups, zero>
func.func @groups_of_a_row(%src: memref<7168xf32>, %dst: memref<224xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<7168xf32> -> !grouped
  %to = tileir.view %dst : memref<224xf32> -> !groups
  %x = tileir.load %from : !grouped -> tensor<16x448xf32, #along>
  %split = tileir.relabel %x by (#columns) : tensor<16x448xf32, #along> -> tensor<16x14x32xf32, #along_split>
  %sum = tileir.reduce add %split over 2 : tensor<16x14x32xf32, #along_split> -> tensor<16x14xf32, #group>
  tileir.store %sum, %to : tensor<16x14xf32, #group>, !groups
  return
}

// tilelang#3005: one fragment, read at i and at (i + 1) mod 128: two demands on who holds what,
// where an assertion wanted one. The second is a relabel, and its elements change threads.
// CHECK: kernel 'neighbours'
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: result    equal
// PLAN-LABEL: @neighbours(
// PLAN: tileir.repartition {{.*}}kind = "shared"
#one_each = #tileir.distribution<#tileir.expr<(thread : 128) -> (thread) to (i : 128)>>
#next = #tileir.expr<(i : 128) -> ((i + 1) mod 128) to (i : 128)>
func.func @neighbours(%src: memref<128xf32>, %dst: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<128xf32> -> !fragment
  %to = tileir.view %dst : memref<128xf32> -> !fragment
  %x = tileir.load %from : !fragment -> tensor<128xf32, #one_each>
  %y = tileir.relabel %x by (#next) : tensor<128xf32, #one_each> -> tensor<128xf32, #one_each>
  %z = arith.subf %x, %y : tensor<128xf32, #one_each>
  tileir.store %z, %to : tensor<128xf32, #one_each>, !fragment
  return
}

// llvm#215645: converting a vector that is broadcast or sliced went by a list of cases. All lanes
// hold all 8 rows of 2; a row each is wanted by 8 of them, and again by the other 8. The map says
// which, and what a lane has it takes from itself: nothing is shuffled.
// CHECK: kernel 'rows_of_a_broadcast'
// CHECK: moved {{.*}} shuffle: {{[0-9]*}} selects
// CHECK: result    equal
// PLAN-LABEL: @rows_of_a_broadcast(
// PLAN: tileir.repartition {{.*}}kind = "shuffle"{{.*}}shuffles = 0
#broadcast = #tileir.distribution<#tileir.expr<(lane : 16, row : 8, slot : 2) -> (row, slot) to (i : 8, j : 2)>>
#row_each = #tileir.distribution<#tileir.expr<(lane : 16, slot : 2) -> (lane mod 8, slot) to (i : 8, j : 2)>>
func.func @rows_of_a_broadcast(%src: memref<16xf32>, %dst: memref<16xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<16xf32> -> !rows_of_2
  %to = tileir.view %dst : memref<16xf32> -> !rows_of_2
  %loaded = tileir.load %from : !rows_of_2 -> tensor<8x2xf32, #broadcast>
  %x = arith.negf %loaded : tensor<8x2xf32, #broadcast>
  %y = tileir.repartition %x : tensor<8x2xf32, #broadcast> -> tensor<8x2xf32, #row_each>
  %z = arith.negf %y : tensor<8x2xf32, #row_each>
  tileir.store %z, %to : tensor<8x2xf32, #row_each>, !rows_of_2
  return
}

// llvm#222693: whether a lane's stride is 8 or 2 there was a matter of debate. With one element a
// lane, rows first or columns first, each is a map, and neither needs a case of its own.
// CHECK: kernel 'elements_of_rows_by_column'
// CHECK: moved {{.*}} shuffle: 1 select
// CHECK-NEXT: shared: {{.*}} 1 barrier
// CHECK: result    equal
// PLAN-LABEL: @elements_of_rows_by_column(
// PLAN: tileir.repartition {{.*}}kind = "shuffle"{{.*}}shuffles = 0
// PLAN: tileir.repartition {{.*}}kind = "shuffle"{{.*}}shuffles = 1
#by_column = #tileir.distribution<#tileir.expr<(lane : 16) -> (lane mod 8, lane floordiv 8) to (i : 8, j : 2)>>
#by_row = #tileir.distribution<#tileir.expr<(lane : 16) -> (lane floordiv 2, lane mod 2) to (i : 8, j : 2)>>
func.func @elements_of_rows_by_column(%src: memref<16xf32>, %dst: memref<16xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<16xf32> -> !rows_of_2
  %to = tileir.view %dst : memref<16xf32> -> !rows_of_2
  %loaded = tileir.load %from : !rows_of_2 -> tensor<8x2xf32, #row_each>
  %x = arith.negf %loaded : tensor<8x2xf32, #row_each>
  %y = tileir.repartition %x : tensor<8x2xf32, #row_each> -> tensor<8x2xf32, #by_column>
  %moved = tileir.repartition %y : tensor<8x2xf32, #by_column> -> tensor<8x2xf32, #by_row>
  %z = arith.negf %moved : tensor<8x2xf32, #by_row>
  tileir.store %z, %to : tensor<8x2xf32, #by_row>, !rows_of_2
  return
}

// iree#21602: four subgroups whose threads are 16 elements apart, and two whose threads are 32
// apart; the strides differ, and the conversion had no way to distribute. Some of the threads hold
// copies of what is wanted, and the rest comes through memory.
// CHECK: kernel 'threads_of_other_strides'
// CHECK: moved {{.*}} shared: {{.*}} 1 barrier
// CHECK: result    equal
#by_16 = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 4, slot : 4) -> (subgroup * 4 + lane * 16 + slot) to (i : 64)>>
#by_32 = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 4, outer : 4, slot : 4)
    -> (subgroup mod 2 * 4 + outer * 8 + lane mod 2 * 32 + slot) to (i : 64)>>
func.func @threads_of_other_strides(%src: memref<64xf32>, %dst: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %from = tileir.view %src : memref<64xf32> -> !vector
  %to = tileir.view %dst : memref<64xf32> -> !vector
  %loaded = tileir.load %from : !vector -> tensor<64xf32, #by_16>
  %x = arith.negf %loaded : tensor<64xf32, #by_16>
  %y = tileir.repartition %x : tensor<64xf32, #by_16> -> tensor<64xf32, #by_32>
  %z = arith.negf %y : tensor<64xf32, #by_32>
  tileir.store %z, %to : tensor<64xf32, #by_32>, !vector
  return
}

// tt-metal#39074: 17 rows in tiles of 32. Where the tiles were spread over cores the rows from 17
// on, which are padding, came out as garbage; elsewhere they did not. Here they are read as zero
// whoever holds them, and never written: the rows' sum over the whole tile has 17 terms.
// CHECK: kernel 'seventeen_rows'
// CHECK: guarded, coordinate i may leave the view
// CHECK: moved {{.*}} shared
// CHECK: result    equal
#seventeen = #tileir.mixed_radix<(17,32):(32,1), (i : 17, j : 32) -> (address : 544)>
#line = #tileir.mixed_radix<32:1, (j : 32) -> (address : 32)>
#rows = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (subgroup * 8 + slot, lane) to (i : 32, j : 32)>>
#turned = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (lane, subgroup * 8 + slot) to (i : 32, j : 32)>>
#sum = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (subgroup * 8 + slot) to (j : 32)>>
!seventeen = !tileir.view<17x32xf32, #seventeen, zero>
!padded = !tileir.view<32x32xf32, #seventeen, zero>
!line = !tileir.view<32xf32, #line, zero>
func.func @seventeen_rows(%src: memref<544xf32>, %dst: memref<544xf32>, %sums: memref<32xf32>)
    attributes {tileir.grid = array<i64: 1>} {
  %first = arith.constant 0 : index
  %from = tileir.view %src : memref<544xf32> -> !seventeen
  %to = tileir.view %dst : memref<544xf32> -> !seventeen
  %line = tileir.view %sums : memref<32xf32> -> !line
  %in = tileir.slice %from[%first, %first : index, index] : !seventeen -> !padded
  %out = tileir.slice %to[%first, %first : index, index] : !seventeen -> !padded
  %x = tileir.load %in : !padded -> tensor<32x32xf32, #rows>
  %y = tileir.repartition %x : tensor<32x32xf32, #rows> -> tensor<32x32xf32, #turned>
  tileir.store %y, %out : tensor<32x32xf32, #turned>, !padded
  %sum = tileir.reduce add %y over 0 : tensor<32x32xf32, #turned> -> tensor<32xf32, #sum>
  tileir.store %sum, %line : tensor<32xf32, #sum>, !line
  return
}
