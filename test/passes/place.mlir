// What moves is the least of what could: narrow tiles, and none that can be made anew.
// RUN: tileir-opt %s --tileir-place | FileCheck %s

#here = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (lane * 4 + slot) to (i : 128)>>
#there = #tileir.distribution<#tileir.expr<(lane : 32, slot : 4) -> (slot * 32 + lane) to (i : 128)>>
!here = tensor<128xf32, #here>
!there = tensor<128xf32, #there>

// CHECK-LABEL: @narrowed(
// CHECK: %[[N:.*]] = arith.truncf %{{.*}} fastmath<contract>
// CHECK-NEXT: %[[M:.*]] = tileir.repartition %[[N]] : tensor<128xf16, {{.*}}> -> tensor<128xf16, {{.*}}>
// CHECK-NEXT: return %[[M]]
func.func @narrowed(%x: !here) -> tensor<128xf16, #there> {
  %y = tileir.repartition %x : !here -> !there
  %z = arith.truncf %y fastmath<contract> : !there to tensor<128xf16, #there>
  return %z : tensor<128xf16, #there>
}

// Whoever wants it wide too, gets it wide.
// CHECK-LABEL: @narrowed_and_wide(
// CHECK: %[[M:.*]] = tileir.repartition %{{.*}} : tensor<128xf32
// CHECK-NEXT: arith.truncf %[[M]]
func.func @narrowed_and_wide(%x: !here) -> (tensor<128xf16, #there>, !there) {
  %y = tileir.repartition %x : !here -> !there
  %z = arith.truncf %y : !there to tensor<128xf16, #there>
  return %z, %y : tensor<128xf16, #there>, !there
}

// CHECK-LABEL: @twice_narrowed(
// CHECK-NEXT: arith.fptosi
// CHECK-NEXT: arith.trunci
// CHECK-NEXT: tileir.repartition %{{.*}} : tensor<128xi8
// CHECK-NEXT: return
func.func @twice_narrowed(%x: tensor<128xf64, #here>) -> tensor<128xi8, #there> {
  %y = tileir.repartition %x : tensor<128xf64, #here> -> tensor<128xf64, #there>
  %z = arith.fptosi %y : tensor<128xf64, #there> to tensor<128xi32, #there>
  %w = arith.trunci %z : tensor<128xi32, #there> to tensor<128xi8, #there>
  return %w : tensor<128xi8, #there>
}

// CHECK-LABEL: @widened(
// CHECK-NEXT: %[[M:.*]] = tileir.repartition %{{.*}} : tensor<128xi8
// CHECK-NEXT: %[[W:.*]] = arith.extsi %[[M]]
// CHECK-NEXT: arith.sitofp %[[W]] : {{.*}} to tensor<128xf32
// CHECK-NEXT: return
func.func @widened(%x: tensor<128xi8, #here>) -> !there {
  %w = arith.extsi %x : tensor<128xi8, #here> to tensor<128xi16, #here>
  %y = arith.sitofp %w : tensor<128xi16, #here> to !here
  %z = tileir.repartition %y : !here -> !there
  return %z : !there
}

// Conversions between elements of one width move either way.
// CHECK-LABEL: @same_width(
// CHECK-NEXT: arith.sitofp
// CHECK-NEXT: tileir.repartition
// CHECK-NEXT: arith.fptosi
func.func @same_width(%x: tensor<128xi32, #here>) -> tensor<128xi32, #there> {
  %y = arith.sitofp %x : tensor<128xi32, #here> to !here
  %z = tileir.repartition %y : !here -> !there
  %w = arith.fptosi %z : !there to tensor<128xi32, #there>
  return %w : tensor<128xi32, #there>
}

// A mask is made where it is wanted.
// CHECK-LABEL: @made_anew(
// CHECK-NOT: tileir.repartition
// CHECK: return
func.func @made_anew(%n: i32) -> (tensor<128xi1, #there>, !there) {
  %i = tileir.iota 0 : tensor<128xi32, #here>
  %s = tensor.splat %n : tensor<128xi32, #here>
  %m = arith.cmpi slt, %i, %s : tensor<128xi32, #here>
  %y = tileir.repartition %m : tensor<128xi1, #here> -> tensor<128xi1, #there>
  %c = arith.constant dense<1.0> : !here
  %z = tileir.repartition %c : !here -> !there
  return %y, %z : tensor<128xi1, #there>, !there
}

// What a load brings is moved, not loaded again; and a pinned plan is meant.
// CHECK-LABEL: @stays(
// CHECK: tileir.repartition
// CHECK: tileir.repartition
// CHECK: return
func.func @stays(%x: !here) -> (!there, !there) {
  %c = arith.constant dense<1.0> : !here
  %y = arith.addf %x, %c : !here
  %z = tileir.repartition %y : !here -> !there
  %w = tileir.repartition %c {tileir.plan = {kind = "shared"}} : !here -> !there
  return %z, %w : !there, !there
}

#line = #tileir.mixed_radix<256:1, (i : 256) -> (address : 256)>
#fours = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot floordiv 4 * 128 + lane * 4 + slot mod 4) to (i : 256)>>
#turned = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot floordiv 4 * 128 + (31 - lane) * 4 + slot mod 4) to (i : 256)>>
#ones = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (slot * 32 + lane) to (i : 256)>>
#apart = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8) -> (lane * 8 + (slot * 3) mod 8) to (i : 256)>>
!line = !tileir.view<256xf32, #line, zero>
!kept = !tileir.view<256xf32, #line, predicate>
// Lanes the other way round take the same sectors, four elements at a time.
// CHECK-LABEL: @loaded_as_wanted
// CHECK: %[[X:.*]] = tileir.load %{{.*}} -> [[WANTED:.*]]
// CHECK-NEXT: arith.negf %[[X]] : [[WANTED]]
func.func @loaded_as_wanted(%buffer: memref<256xf32>) -> tensor<256xf32, #turned> {
  %v = tileir.view %buffer : memref<256xf32> -> !line
  %x = tileir.load %v : !line -> tensor<256xf32, #fours>
  %y = tileir.repartition %x : tensor<256xf32, #fours> -> tensor<256xf32, #turned>
  %z = arith.negf %y : tensor<256xf32, #turned>
  return %z : tensor<256xf32, #turned>
}

// CHECK-LABEL: @stored_as_held
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<256xf32
// CHECK-NOT: tileir.repartition
// CHECK: tileir.store %[[X]],
func.func @stored_as_held(%buffer: memref<256xf32>, %x: tensor<256xf32, #turned>) {
  %v = tileir.view %buffer : memref<256xf32> -> !line
  %y = tileir.repartition %x : tensor<256xf32, #turned> -> tensor<256xf32, #fours>
  tileir.store %y, %v : tensor<256xf32, #fours>, !line
  return
}

// One element at a time would be eight loads for two; and elements 8 apart, one at a time, touch
// every sector again and again.
// CHECK-LABEL: @dearer_in_memory
// CHECK-COUNT-2: tileir.repartition
func.func @dearer_in_memory(%buffer: memref<256xf32>) -> (tensor<256xf32, #ones>, tensor<256xf32, #apart>) {
  %v = tileir.view %buffer : memref<256xf32> -> !line
  %x = tileir.load %v : !line -> tensor<256xf32, #fours>
  %y = tileir.repartition %x : tensor<256xf32, #fours> -> tensor<256xf32, #ones>
  %a = tileir.load %v : !line -> tensor<256xf32, #ones>
  %b = tileir.repartition %a : tensor<256xf32, #ones> -> tensor<256xf32, #apart>
  return %y, %b : tensor<256xf32, #ones>, tensor<256xf32, #apart>
}

// What is used as it is loaded, too, is not loaded twice; a plan that is pinned stays; and so does a
// load that keeps something where the view is not valid, which would have to move instead.
// CHECK-LABEL: @has_to_move
// CHECK-COUNT-3: tileir.repartition
func.func @has_to_move(%buffer: memref<256xf32>, %o: tensor<256xf32, #fours>) -> (tensor<256xf32, #fours>, tensor<256xf32, #turned>, tensor<256xf32, #turned>, tensor<256xf32, #turned>) {
  %v = tileir.view %buffer : memref<256xf32> -> !line
  %k = tileir.view %buffer : memref<256xf32> -> !kept
  %x = tileir.load %v : !line -> tensor<256xf32, #fours>
  %y = tileir.repartition %x : tensor<256xf32, #fours> -> tensor<256xf32, #turned>
  %a = tileir.load %v : !line -> tensor<256xf32, #fours>
  %b = tileir.repartition %a {tileir.plan = {kind = "shuffle"}} : tensor<256xf32, #fours> -> tensor<256xf32, #turned>
  %c = tileir.load %k else %o : !kept -> tensor<256xf32, #fours>
  %d = tileir.repartition %c : tensor<256xf32, #fours> -> tensor<256xf32, #turned>
  return %x, %y, %b, %d : tensor<256xf32, #fours>, tensor<256xf32, #turned>, tensor<256xf32, #turned>, tensor<256xf32, #turned>
}
