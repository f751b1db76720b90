// Who holds the tiles of which it is not written, an operation at a time.
// RUN: tileir-opt %s --split-input-file --pass-pipeline='builtin.module(tileir-verify-tiles,tileir-propagate)' | FileCheck %s
// The same program has the same result, and what is found stays.
// RUN: tileir-opt %s --split-input-file --tileir-propagate > %t.once
// RUN: tileir-opt %s --split-input-file --tileir-propagate --tileir-propagate | diff %t.once -

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>

// What is written stays, even where it could be had cheaper.
// CHECK-LABEL: @written(
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[A:.*]]>
// CHECK-NEXT: %[[Y:.*]] = tileir.repartition %[[X]] : tensor<64xf32, #[[A]]> -> tensor<64xf32, #[[B:.*]]>
// CHECK-NEXT: %[[Z:.*]] = math.absf %[[Y]] : tensor<64xf32, #[[B]]>
// CHECK-NEXT: tileir.store %[[Z]], %{{.*}} as (#[[A]]) : tensor<64xf32, #[[B]]>
func.func @written(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source : !v -> tensor<64xf32, #a>
  %y = tileir.repartition %x : tensor<64xf32, #a> -> tensor<64xf32, #b>
  %z = math.absf %y : tensor<64xf32, #b>
  tileir.store %z, %target as (#a) : tensor<64xf32, #b>, !v
  return
}

// Elementwise: one distribution for all, constants and splats with it.
// CHECK-LABEL: @elementwise(
// CHECK-NOT: tileir.repartition
// CHECK: tileir.load %{{[0-9]+}} : !view{{[0-9]*}} -> tensor<64xf32, #[[A:.*]]>
// CHECK: arith.constant dense<5.000000e-01> : tensor<64xf32, #[[A]]>
// CHECK: tensor.splat %{{.*}} : tensor<64xf32, #[[A]]>
// CHECK: arith.mulf {{.*}} : tensor<64xf32, #[[A]]>
// CHECK: arith.cmpf ogt, {{.*}} : tensor<64xf32, #[[A]]>
// CHECK: arith.select {{.*}} : tensor<64xi1, #[[A]]>, tensor<64xf32, #[[A]]>
// CHECK: arith.truncf {{.*}} : tensor<64xf32, #[[A]]> to tensor<64xf16, #[[A]]>
// CHECK: arith.extf {{.*}} : tensor<64xf16, #[[A]]> to tensor<64xf32, #[[A]]>
// CHECK: tileir.store %{{[0-9]+}}, %{{[0-9]+}} : tensor<64xf32, #[[A]]>
func.func @elementwise(%from: memref<64xf32>, %to: memref<64xf32>, %s: f32) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %half = arith.constant dense<0.5> : tensor<64xf32>
  %splat = tensor.splat %s : tensor<64xf32>
  %y = arith.mulf %x, %half : tensor<64xf32>
  %c = arith.cmpf ogt, %y, %splat : tensor<64xf32>
  %z = arith.select %c, %y, %half : tensor<64xi1>, tensor<64xf32>
  %narrow = arith.truncf %z : tensor<64xf32> to tensor<64xf16>
  %wide = arith.extf %narrow : tensor<64xf16> to tensor<64xf32>
  tileir.store %wide, %target : tensor<64xf32>, !v
  return
}

// A load of which nothing is written takes what its use wants; it is not done twice.
// CHECK-LABEL: @load(
// CHECK: %[[X:.*]] = tileir.load %{{[0-9]+}} : !view{{[0-9]*}} -> tensor<64xf32, #[[B:.*]]>
// CHECK-NEXT: tileir.store %[[X]], %{{[0-9]+}} : tensor<64xf32, #[[B]]>
func.func @load(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source : !v -> tensor<64xf32>
  tileir.store %x, %target as (#b) : tensor<64xf32>, !v
  return
}

// -----

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>

// Two uses that want the same share a move, and one that wants what is held has none.
// CHECK-LABEL: @shared(
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[A:.*]]>
// CHECK-NEXT: %[[M:.*]] = tileir.repartition %[[X]] : tensor<64xf32, #[[A]]> -> tensor<64xf32, #[[B:.*]]>
// CHECK-NEXT: tileir.store %[[M]], {{.*}} : tensor<64xf32, #[[B]]>
// CHECK-NEXT: tileir.store %[[X]], {{.*}} : tensor<64xf32, #[[A]]>
// CHECK-NEXT: tileir.store %[[M]], {{.*}} : tensor<64xf32, #[[B]]>
// CHECK-NEXT: return
func.func @shared(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  tileir.store %x, %target as (#b) : tensor<64xf32>, !v
  tileir.store %x, %target as (#a) : tensor<64xf32>, !v
  tileir.store %x, %target as (#b) : tensor<64xf32>, !v
  return
}

// A constant is had twice rather than moved; one that nobody uses is gone.
// CHECK-LABEL: @constant(
// CHECK-NOT: tileir.repartition
// CHECK-NOT: dense<2.0
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<64xf32, #[[A:.*]]>
// CHECK-NEXT: %[[AGAIN:.*]] = arith.constant dense<1.000000e+00> : tensor<64xf32, #[[B:.*]]>
// CHECK: arith.addf %{{.*}}, %[[ONE]] : tensor<64xf32, #[[A]]>
// CHECK: arith.addf %{{.*}}, %[[AGAIN]] : tensor<64xf32, #[[B]]>
func.func @constant(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %two = arith.constant dense<2.0> : tensor<64xf32>
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %y = tileir.load %source as (#b) : !v -> tensor<64xf32>
  %p = arith.addf %x, %one : tensor<64xf32>
  %q = arith.addf %y, %one : tensor<64xf32>
  tileir.store %p, %target as (#a) : tensor<64xf32>, !v
  tileir.store %q, %target as (#b) : tensor<64xf32>, !v
  return
}

// A type is where the written part ends: a repartition hands on to the part that is found.
// CHECK-LABEL: @boundary(
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[A:.*]]>
// CHECK-NEXT: %[[Y:.*]] = math.absf %[[X]] : tensor<64xf32, #[[A]]>
// CHECK-NEXT: tileir.store %[[Y]], %{{[0-9]+}} : tensor<64xf32, #[[A]]>
func.func @boundary(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source : !v -> tensor<64xf32, #a>
  %open = tileir.repartition %x : tensor<64xf32, #a> -> tensor<64xf32>
  %y = math.absf %open : tensor<64xf32>
  tileir.store %y, %target as (#a) : tensor<64xf32>, !v
  return
}

// A plan that is pinned on a repartition stays with it.
// CHECK-LABEL: @pinned(
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[A:.*]]>
// CHECK-NEXT: %[[Y:.*]] = tileir.repartition %[[X]] {tileir.plan = {kind = "shared"}} : tensor<64xf32, #[[A]]> -> tensor<64xf32, #[[B:.*]]>
// CHECK-NEXT: tileir.store %[[Y]], %{{[0-9]+}} : tensor<64xf32, #[[B]]>
func.func @pinned(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %y = tileir.repartition %x {tileir.plan = {kind = "shared"}} : tensor<64xf32> -> tensor<64xf32, #b>
  tileir.store %y, %target : tensor<64xf32, #b>, !v
  return
}

// -----

// One function in two texts: what needs one type gets it by a move that is none.
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#same = #tileir.distribution<#tileir.expr<(thread : 32, s : 2) -> (s + thread + thread) to (x : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
// CHECK-LABEL: @two_texts(
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[A:.*]]>
// CHECK: %[[Y:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[SAME:.*]]>
// CHECK-NEXT: %[[M:.*]] = tileir.repartition %[[Y]] : tensor<64xf32, #[[SAME]]> -> tensor<64xf32, #[[A]]>
// CHECK-NEXT: arith.addf %[[X]], %[[M]] : tensor<64xf32, #[[A]]>
func.func @two_texts(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %y = tileir.load %source as (#same) : !v -> tensor<64xf32>
  %z = arith.addf %x, %y : tensor<64xf32>
  tileir.store %z, %target : tensor<64xf32>, !v
  return
}

// -----

// Relabels and reductions: what comes out follows from what goes in, and the other way round.
#elements = #tileir.distribution<#tileir.expr<
  (lane : 32, slot : 4) -> (lane floordiv 4, lane mod 4 * 4 + slot) to (i : 8, j : 16)>>
#turn = #tileir.permute<(i : 16, j : 8) -> (j, i)>
#row_of = #tileir.project<(i : 8, j : 16) -> (i)>
#m = #tileir.mixed_radix<(8,16):(16,1), (i : 8, j : 16) -> (address : 128)>
#t = #tileir.mixed_radix<(16,8):(8,1), (i : 16, j : 8) -> (address : 128)>
!m = !tileir.view<8x16xf32, #m, zero>
!t = !tileir.view<16x8xf32, #t, zero>
// CHECK-DAG: #[[ELEMENTS_MAP:.*]] = #tileir.expr<(lane : 32, slot : 4) -> (lane floordiv 4, lane mod 4 * 4 + slot) to (i : 8, j : 16)>
// CHECK-DAG: #[[TURNED_MAP:.*]] = #tileir.mixed_radix<((4,8),4):((4@i,1@j),1@i), (lane : 32, slot : 4) -> (i : 16, j : 8)>
// CHECK-DAG: #[[ELEMENTS:.*]] = #tileir.distribution<#[[ELEMENTS_MAP]]>
// CHECK-DAG: #[[TURNED:.*]] = #tileir.distribution<#[[TURNED_MAP]]>
// CHECK-LABEL: @relabel(
// CHECK-NOT: tileir.repartition
// CHECK: %[[Y:.*]] = tileir.relabel {{.*}} : tensor<8x16xf32, #[[ELEMENTS]]> -> tensor<16x8xf32, #[[TURNED]]>
// CHECK: %[[Z:.*]] = tileir.relabel {{.*}} : tensor<16x8xf32, #[[TURNED]]> -> tensor<8x16xf32, #[[ELEMENTS]]>
// CHECK: return
func.func @relabel(%from: memref<128xf32>, %to: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<128xf32> -> !m
  %target = tileir.view %to : memref<128xf32> -> !m
  %other = tileir.view %to : memref<128xf32> -> !t
  %x = tileir.load %source as (#elements) : !m -> tensor<8x16xf32>
  %y = tileir.relabel %x by (#turn) : tensor<8x16xf32> -> tensor<16x8xf32>
  tileir.store %y, %other : tensor<16x8xf32>, !t
  %w = tileir.load %other : !t -> tensor<16x8xf32>
  %z = tileir.relabel %w by (#tileir.permute<(i : 8, j : 16) -> (j, i)>) : tensor<16x8xf32> -> tensor<8x16xf32>
  tileir.store %z, %target as (#elements) : tensor<8x16xf32>, !m
  return
}

// CHECK-LABEL: @reduce(
// CHECK-NOT: tileir.repartition
// CHECK: tileir.reduce add %{{.*}} over 1 : tensor<8x16xf32, #[[ELEMENTS]]> -> tensor<8xf32, #[[ROWS:.*]]>
// CHECK: arith.negf %{{.*}} : tensor<8xf32, #[[ROWS]]>
// CHECK: tileir.relabel %{{.*}} : tensor<8xf32, #[[ROWS]]> -> tensor<8x16xf32, #[[ELEMENTS]]>
// CHECK: arith.addf %{{.*}} : tensor<8x16xf32, #[[ELEMENTS]]>
// CHECK: return
func.func @reduce(%from: memref<128xf32>, %to: memref<128xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<128xf32> -> !m
  %target = tileir.view %to : memref<128xf32> -> !m
  %x = tileir.load %source : !m -> tensor<8x16xf32>
  %sum = tileir.reduce add %x over 1 : tensor<8x16xf32> -> tensor<8xf32>
  %less = arith.negf %sum : tensor<8xf32>
  %of_row = tileir.relabel %less by (#row_of) : tensor<8xf32> -> tensor<8x16xf32>
  %y = arith.addf %x, %of_row : tensor<8x16xf32>
  tileir.store %y, %target as (#elements) : tensor<8x16xf32>, !m
  return
}

// The written result of a reduction is moved to behind it.
#r = #tileir.mixed_radix<8:1, (i : 8) -> (address : 8)>
#spread = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane mod 8) to (i : 8)>>
!r = !tileir.view<8xf32, #r, zero>
// CHECK-LABEL: @rows(
// CHECK: %[[SUM:.*]] = tileir.reduce add %{{.*}} over 1 : tensor<8x16xf32, #[[ELEMENTS]]> -> tensor<8xf32, #[[ROWS:.*]]>
// CHECK-NEXT: %[[MOVED:.*]] = tileir.repartition %[[SUM]] : tensor<8xf32, #[[ROWS]]> -> tensor<8xf32, #[[SPREAD:.*]]>
// CHECK-NEXT: tileir.store %[[MOVED]], {{.*}} : tensor<8xf32, #[[SPREAD]]>
func.func @rows(%from: memref<128xf32>, %to: memref<8xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<128xf32> -> !m
  %target = tileir.view %to : memref<8xf32> -> !r
  %x = tileir.load %source as (#elements) : !m -> tensor<8x16xf32>
  %sum = tileir.reduce add %x over 1 : tensor<8x16xf32> -> tensor<8xf32, #spread>
  tileir.store %sum, %target : tensor<8xf32, #spread>, !r
  return
}

// -----

#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>

// What a loop uses and does not change moves once, in front of it; what it carries does not move.
// CHECK-LABEL: @loop(
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> tensor<64xf32, #[[B:.*]]>
// CHECK-NEXT: %[[M:.*]] = tileir.repartition %[[X]] : tensor<64xf32, #[[B]]> -> tensor<64xf32, #[[A:.*]]>
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<64xf32, #[[A]]>) {
// CHECK-NOT: tileir.repartition
// CHECK: arith.addf {{.*}} : tensor<64xf32, #[[A]]>
// CHECK: scf.yield %{{.*}} : tensor<64xf32, #[[A]]>
// CHECK: tileir.store %[[SUM]], {{.*}} : tensor<64xf32, #[[A]]>
func.func @loop(%from: memref<64xf32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#b) : !v -> tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %zero) -> (tensor<64xf32>) {
    %y = tileir.load %source as (#a) : !v -> tensor<64xf32>
    %xy = arith.mulf %x, %y : tensor<64xf32>
    %next = arith.addf %acc, %xy : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  tileir.store %sum, %target as (#a) : tensor<64xf32>, !v
  return
}

// The result of a loop moves behind it, once.
// CHECK-LABEL: @behind(
// CHECK: %[[SUM:.*]] = scf.for {{.*}} -> (tensor<64xf32, #[[A:.*]]>) {
// CHECK-NOT: tileir.repartition
// CHECK: }
// CHECK-NEXT: %[[M:.*]] = tileir.repartition %[[SUM]] : tensor<64xf32, #[[A]]> -> tensor<64xf32, #[[B:.*]]>
// CHECK-NEXT: tileir.store %[[M]], {{.*}} : tensor<64xf32, #[[B]]>
// CHECK-NEXT: return
func.func @behind(%from: memref<64xf32>, %to: memref<64xf32>, %n: index) attributes {tileir.grid = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64xf32>) {
    %y = tileir.load %source as (#a) : !v -> tensor<64xf32>
    %next = arith.addf %acc, %y : tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  tileir.store %sum, %target as (#b) : tensor<64xf32>, !v
  return
}

// Both branches give one distribution.
// CHECK-LABEL: @branches(
// CHECK: scf.if %{{.*}} -> (tensor<64xf32, #[[A:.*]]>) {
// CHECK: math.absf %{{.*}} : tensor<64xf32, #[[A]]>
// CHECK: } else {
// CHECK: tileir.load %{{.*}} -> tensor<64xf32, #[[A]]>
// CHECK: }
// CHECK-NEXT: tileir.store %{{.*}} : tensor<64xf32, #[[A]]>
func.func @branches(%from: memref<64xf32>, %to: memref<64xf32>, %c: i1) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %target = tileir.view %to : memref<64xf32> -> !v
  %x = tileir.load %source as (#a) : !v -> tensor<64xf32>
  %z = scf.if %c -> (tensor<64xf32>) {
    %y = math.absf %x : tensor<64xf32>
    scf.yield %y : tensor<64xf32>
  } else {
    %y = tileir.load %source : !v -> tensor<64xf32>
    scf.yield %y : tensor<64xf32>
  }
  tileir.store %z, %target : tensor<64xf32>, !v
  return
}

// -----

// Coordinates that are tiles are held as what is accessed: here moved, as the load names another.
#a = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#b = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane + 32 * slot) to (i : 64)>>
#v = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
!v = !tileir.view<64xf32, #v, zero>
!at = !tileir.view<64xi32, #v, zero>

// CHECK-LABEL: @indirect(
// CHECK: [[I:%.*]] = tileir.load %{{[0-9]+}} : !view{{[0-9]*}} -> tensor<64xi32, #[[A:.*]]>
// CHECK: [[M:%.*]] = tileir.repartition [[I]] : tensor<64xi32, #[[A]]> -> tensor<64xi32, #[[B:.*]]>
// CHECK: [[X:%.*]] = tileir.load %{{[0-9]+}}{{\[}}[[M]] : tensor<64xi32, #[[B]]>] : !view{{[0-9]*}} -> tensor<64xf32, #[[B]]>
// CHECK: [[K:%.*]] = tileir.iota 0 : tensor<64xi32, #[[B]]>
// CHECK: tileir.store add [[X]], %{{[0-9]+}}{{\[}}[[K]] : tensor<64xi32, #[[B]]>] : tensor<64xf32, #[[B]]>
func.func @indirect(%from: memref<64xf32>, %at: memref<64xi32>, %to: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %source = tileir.view %from : memref<64xf32> -> !v
  %places = tileir.view %at : memref<64xi32> -> !at
  %target = tileir.view %to : memref<64xf32> -> !v
  %i = tileir.load %places as (#a) : !at -> tensor<64xi32>
  %x = tileir.load %source[%i : tensor<64xi32>] as (#b) : !v -> tensor<64xf32>
  %k = tileir.iota 0 : tensor<64xi32>
  tileir.store add %x, %target[%k : tensor<64xi32>] : tensor<64xf32>, !v
  return
}
