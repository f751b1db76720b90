// Gathers: coordinates are a load's values, or computed; some lie outside the view, which then has
// zeros there.
// REQUIRES: vulkan
// RUN: tileir-run --device vulkan %s > %t
// RUN: FileCheck %s --input-file %t
// RUN: not grep DIFFERENT %t

// CHECK: kernel 'bytes'
// CHECK: guarded, an element may leave the view
// CHECK: result    equal
// CHECK: kernel 'rows_of_a_window'
// CHECK: result    equal
// CHECK: kernel 'kept_elsewhere'
// CHECK: result    equal
// CHECK: kernel 'twice_held'
// CHECK: found {{.*}} distributions
// CHECK: each element stays in the view: proved by ranges
// CHECK: result    equal
// CHECK: kernel 'below_the_diagonal'
// CHECK: result    equal
// CHECK: kernel 'some_threads'
// CHECK: result    equal
// CHECK: kernel 'scattered'
// CHECK: no two elements have one place: proved
// CHECK: result    equal
// CHECK: kernel 'half_scattered'
// CHECK: no two elements have one place: proved
// CHECK: result    equal

#line = #tileir.mixed_radix<100:1, (i : 100) -> (address : 100)>
#few = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>
#d = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (slot * 32 + lane) to (i : 64)>>
!line = !tileir.view<100xf32, #line, zero>
!few = !tileir.view<64xf32, #few, zero>

// Signed bytes: half of them are negative, some are 100 or more.
func.func @bytes(%src: memref<100xf32>, %at: memref<64xi8>, %dst: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<100xf32> -> !line
  %w = tileir.view %at : memref<64xi8> -> !tileir.view<64xi8, #few, zero>
  %o = tileir.view %dst : memref<64xf32> -> !few
  %i = tileir.load %w : !tileir.view<64xi8, #few, zero> -> tensor<64xi8, #d>
  %x = tileir.load %v[%i : tensor<64xi8, #d>] : !line -> tensor<64xf32, #d>
  tileir.store %x, %o : tensor<64xf32, #d>, !few
  return
}

// Rows by i64 that are a load's, columns by a scalar, in a window that begins at a block's: a row counts
// from there, so that it may also lie before the window, where there are zeros. The layout is swizzled.
#matrix = #tileir.expr<(i : 24, j : 16) -> (i * 16 + (j xor (i mod 16))) to (address : 384)>
#out = #tileir.mixed_radix<(3,64):(64,1), (block : 3, i : 64) -> (address : 192)>
!matrix = !tileir.view<24x16xi32, #matrix, zero>
!window = !tileir.view<8x16xi32, #matrix, zero>
!out = !tileir.view<3x64xi32, #out, zero>
!out_row = !tileir.view<1x64xi32, #out, zero>
#d_row = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (0, slot * 32 + lane) to (block : 1, i : 64)>>
func.func @rows_of_a_window(%src: memref<384xi32>, %at: memref<64xi64>, %dst: memref<192xi32>) attributes {tileir.grid = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %five = arith.constant 5 : i16
  %b = gpu.block_id x
  %v = tileir.view %src : memref<384xi32> -> !matrix
  %part = tileir.slice %v[%b, %zero : index, index] : !matrix -> !window
  %w = tileir.view %at : memref<64xi64> -> !tileir.view<64xi64, #few, zero>
  %all = tileir.view %dst : memref<192xi32> -> !out
  %o = tileir.slice %all[%b, %zero : index, index] : !out -> !out_row
  %i = tileir.load %w : !tileir.view<64xi64, #few, zero> -> tensor<64xi64, #d>
  %low = arith.constant dense<31> : tensor<64xi64, #d>
  %least = arith.constant dense<12> : tensor<64xi64, #d>
  %near = arith.andi %i, %low : tensor<64xi64, #d>
  %row = arith.subi %near, %least : tensor<64xi64, #d>
  %x = tileir.load %part[%row, %five : tensor<64xi64, #d>, i16] : !window -> tensor<64xi32, #d>
  %y = tileir.relabel %x by (#tileir.project<(block : 1, i : 64) -> (i)>) : tensor<64xi32, #d> -> tensor<1x64xi32, #d_row>
  tileir.store %y, %o : tensor<1x64xi32, #d_row>, !out_row
  return
}

// What lies outside the window keeps what it had: the second of three windows of 40 among 100, and
// places from 20 before it to 43 behind its beginning.
!kept = !tileir.view<100xf32, #line, predicate>
!kept_part = !tileir.view<40xf32, #line, predicate>
func.func @kept_elsewhere(%src: memref<100xf32>, %old: memref<64xf32>, %dst: memref<192xf32>) attributes {tileir.grid = array<i64: 3>} {
  %zero = arith.constant 0 : index
  %b = gpu.block_id x
  %v = tileir.view %src : memref<100xf32> -> !kept
  %part = tileir.slice %v[%b : index] : !kept -> !kept_part
  %w = tileir.view %old : memref<64xf32> -> !few
  %o = tileir.view %dst : memref<192xf32> -> !tileir.view<3x64xf32, #out, zero>
  %row = tileir.slice %o[%b, %zero : index, index] : !tileir.view<3x64xf32, #out, zero> -> !tileir.view<1x64xf32, #out, zero>
  %before = tileir.load %w : !few -> tensor<64xf32, #d>
  %k = tileir.iota 0 : tensor<64xi32, #d>
  %twenty = arith.constant dense<20> : tensor<64xi32, #d>
  %i = arith.subi %k, %twenty : tensor<64xi32, #d>
  %x = tileir.load %part[%i : tensor<64xi32, #d>] else %before : !kept_part -> tensor<64xf32, #d>
  %y = tileir.relabel %x by (#tileir.project<(block : 1, i : 64) -> (i)>) : tensor<64xf32, #d> -> tensor<1x64xf32, #d_row>
  tileir.store %y, %row : tensor<1x64xf32, #d_row>, !tileir.view<1x64xf32, #out, zero>
  return
}

// Two coordinates of a tile of two axes, which two lanes hold each; of what is between nothing is
// written.
#square = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane floordiv 4, lane mod 2 * 4 + slot) to (i : 8, j : 8)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane mod 2 * 4 + slot, lane floordiv 4) to (i : 8, j : 8)>>
#plain = #tileir.mixed_radix<(8,8):(8,1), (i : 8, j : 8) -> (address : 64)>
!square = !tileir.view<8x8xf32, #plain, zero>
!squares = !tileir.view<8x8xi32, #plain, zero>
func.func @twice_held(%src: memref<64xf32>, %at: memref<64xi32>, %dst: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<64xf32> -> !square
  %w = tileir.view %at : memref<64xi32> -> !squares
  %o = tileir.view %dst : memref<64xf32> -> !square
  %i = tileir.load %w as (#turned) : !squares -> tensor<8x8xi32>
  %j = tileir.iota 1 : tensor<8x8xi32>
  %low = arith.constant dense<7> : tensor<8x8xi32>
  %row = arith.andi %i, %low : tensor<8x8xi32>
  %column = arith.subi %low, %j : tensor<8x8xi32>
  %x = tileir.load %v[%row, %column : tensor<8x8xi32>, tensor<8x8xi32>] : !square -> tensor<8x8xf32>
  tileir.store %x, %o as (#square) : tensor<8x8xf32>, !square
  return
}

// A domain under a constraint, and an address that is a quotient.
#triangle = #tileir.expr<(i : 8, j : 8 where j le i) -> ((i * i + i) floordiv 2 + j) to (address : 36)>
!triangle = !tileir.view<8x8xf32, #triangle, zero>
func.func @below_the_diagonal(%src: memref<36xf32>, %at: memref<64xi32>, %dst: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<36xf32> -> !triangle
  %w = tileir.view %at : memref<64xi32> -> !squares
  %o = tileir.view %dst : memref<64xf32> -> !square
  %i = tileir.load %w : !squares -> tensor<8x8xi32, #square>
  %nine = arith.constant dense<9> : tensor<8x8xi32, #square>
  %row = arith.remui %i, %nine : tensor<8x8xi32, #square>
  %j = tileir.iota 1 : tensor<8x8xi32, #square>
  %x = tileir.load %v[%row, %j : tensor<8x8xi32, #square>, tensor<8x8xi32, #square>] : !triangle -> tensor<8x8xf32, #square>
  tileir.store %x, %o : tensor<8x8xf32, #square>, !square
  return
}

// 50 elements in the slots of 32 lanes: some hold one only.
#ragged = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2 where slot * 32 + lane lt 50) -> (slot * 32 + lane) to (i : 50)>>
#fifty = #tileir.mixed_radix<50:1, (i : 50) -> (address : 50)>
func.func @some_threads(%src: memref<100xf32>, %at: memref<50xi32>, %dst: memref<50xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<100xf32> -> !tileir.view<100xf32, #line, assume>
  %w = tileir.view %at : memref<50xi32> -> !tileir.view<50xi32, #fifty, zero>
  %o = tileir.view %dst : memref<50xf32> -> !tileir.view<50xf32, #fifty, zero>
  %i = tileir.load %w : !tileir.view<50xi32, #fifty, zero> -> tensor<50xi32, #ragged>
  %all = arith.constant dense<100> : tensor<50xi32, #ragged>
  %at_most = arith.remui %i, %all : tensor<50xi32, #ragged>
  %x = tileir.load %v[%at_most : tensor<50xi32, #ragged>] : !tileir.view<100xf32, #line, assume> -> tensor<50xf32, #ragged>
  tileir.store %x, %o : tensor<50xf32, #ragged>, !tileir.view<50xf32, #fifty, zero>
  return
}

// 37 is a unit modulo 64: each place is another element's. In bytes 37 * i wraps, which leaves it so.
func.func @scattered(%src: memref<64xf32>, %dst: memref<100xf32>, %back: memref<64xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<64xf32> -> !few
  %w = tileir.view %dst : memref<100xf32> -> !line
  %o = tileir.view %back : memref<64xf32> -> !few
  %x = tileir.load %v : !few -> tensor<64xf32, #d>
  %i = tileir.iota 0 : tensor<64xi8, #d>
  %unit = arith.constant dense<37> : tensor<64xi8, #d>
  %last = arith.constant dense<63> : tensor<64xi8, #d>
  %far = arith.muli %i, %unit : tensor<64xi8, #d>
  %at = arith.andi %far, %last : tensor<64xi8, #d>
  tileir.store %x, %w[%at : tensor<64xi8, #d>] : tensor<64xf32, #d>, !line
  %same = tileir.load %w[%i : tensor<64xi8, #d>] : !line -> tensor<64xf32, #d>
  tileir.store %same, %o : tensor<64xf32, #d>, !few
  return
}

// What is not wanted goes outside, where nothing is stored: there, many have one place.
func.func @half_scattered(%src: memref<64xf32>, %dst: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %v = tileir.view %src : memref<64xf32> -> !few
  %w = tileir.view %dst : memref<100xf32> -> !line
  %x = tileir.load %v : !few -> tensor<64xf32, #d>
  %i = tileir.iota 0 : tensor<64xi32, #d>
  %one = arith.constant dense<1> : tensor<64xi32, #d>
  %zero = arith.constant dense<0> : tensor<64xi32, #d>
  %nowhere = arith.constant dense<-1> : tensor<64xi32, #d>
  %low = arith.andi %i, %one : tensor<64xi32, #d>
  %even = arith.cmpi eq, %low, %zero : tensor<64xi32, #d>
  %half = arith.shrui %i, %one : tensor<64xi32, #d>
  %at = arith.select %even, %half, %nowhere : tensor<64xi1, #d>, tensor<64xi32, #d>
  tileir.store %x, %w[%at : tensor<64xi32, #d>] : tensor<64xf32, #d>, !line
  return
}
