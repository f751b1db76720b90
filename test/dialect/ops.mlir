// Every operation and attribute, in the custom, the generic and the local form,
// and in bytecode, comes back as it was.
// RUN: tileir-opt %s | FileCheck %s
// RUN: tileir-opt %s | tileir-opt | FileCheck %s
// RUN: tileir-opt %s --mlir-print-op-generic | tileir-opt | FileCheck %s
// RUN: tileir-opt %s --mlir-print-local-scope | tileir-opt | FileCheck %s
// RUN: tileir-opt %s --emit-bytecode | tileir-opt | FileCheck %s

// CHECK-DAG: #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
// CHECK-DAG: #tileir.mixed_radix<(100,63):(63,1)>
// CHECK-DAG: #tileir.compose<let m0 = identity<(i : 4, j : 4)> in m0, m0>
// CHECK-DAG: !tileir.view<100x63xf32, #layout{{[0-9]*}}, zero>
// CHECK-DAG: #tileir.distribution<#layout{{[0-9]*}}>
// CHECK-LABEL: @kernel
// CHECK-SAME: #tileir.index_set<(i : 4, j)>
// CHECK: {{%.*}} = tileir.apply #layout{{[0-9]*}}({{%.*}}, {{%.*}}) : i64
// CHECK: {{%.*}} = tileir.view {{%.*}} : memref<6300xf32> -> !view{{[0-9]*}}
// CHECK: {{%.*}} = tileir.slice {{%.*}}[{{.*}}] : !view{{[0-9]*}} -> !view{{[0-9]*}}
// CHECK: {{%.*}} = tileir.slice {{%.*}}[{{%.*}}, {{%.*}} : i64, index] : !view{{[0-9]*}} -> !view{{[0-9]*}}
// CHECK: {{%.*}} = tileir.load {{%.*}} : !view{{[0-9]*}} -> tensor<32x32xf32, #distribution{{[0-9]*}}>
// CHECK: {{%.*}} = tileir.load {{%.*}}[{{.*}}] : !view{{[0-9]*}} -> f32
// CHECK: {{%.*}} = tileir.load {{%.*}} as (#distribution{{[0-9]*}}) : !view{{[0-9]*}} -> tensor<32x32xf32>
// CHECK: {{%.*}} = tileir.repartition {{%.*}} : tensor<32x32xf32, #distribution{{[0-9]*}}> -> tensor<32x32xf32>
// CHECK: tileir.store {{%.*}}, {{%.*}}[{{%.*}}, {{%.*}} : index, index] : f32, !view{{[0-9]*}}
// CHECK: tileir.store {{%.*}}, {{%.*}} as (#distribution{{[0-9]*}}) : tensor<32x32xf32, #distribution{{[0-9]*}}>, !view{{[0-9]*}}
// CHECK: {{%.*}} = tileir.repartition {{%.*}} : tensor<32x32xf32, #distribution{{[0-9]*}}> -> tensor<32x32xf32, #distribution{{[0-9]*}}>
// CHECK: {{%.*}} = tileir.relabel {{%.*}} by (#layout{{[0-9]*}}) : tensor<32x32xf32, #distribution{{[0-9]*}}> -> tensor<32x32xf32, #distribution{{[0-9]*}}>
// CHECK: tileir.store {{%.*}}, {{%.*}} : tensor<32x32xf32, #distribution{{[0-9]*}}>, !view{{[0-9]*}}
// CHECK: {{%.*}} = tileir.reduce add {{%.*}} over 1 : tensor<32x32xf32, #distribution{{[0-9]*}}> -> tensor<32xf32, #distribution{{[0-9]*}}>
// CHECK: [[product:%.*]] = tileir.contract {{%.*}}, {{%.*}}, {{%.*}} : tensor<32x32xf32, #distribution{{[0-9]*}}>, tensor<32x32xf32, #distribution{{[0-9]*}}>, tensor<32x32xf32, #distribution{{[0-9]*}}> -> tensor<32x32xf32, #distribution{{[0-9]*}}>
// CHECK: {{%.*}} = tileir.contract {{%.*}}, {{%.*}}, [[product]] by "mma.m16n8k8.f32.tf32" : tensor<32x32xf32, #distribution{{[0-9]*}}>, tensor<32x32xf32, #distribution{{[0-9]*}}>, tensor<32x32xf32, #distribution{{[0-9]*}}> -> tensor<32x32xf32, #distribution{{[0-9]*}}>
// CHECK: [[ROW:%.*]] = tileir.iota 0 : tensor<64xi8, #distribution{{[0-9]*}}>
// CHECK: [[GATHERED:%.*]] = tileir.load {{%.*}}{{\[}}[[ROW]], {{%.*}} : tensor<64xi8, #distribution{{[0-9]*}}>, index] : !view{{[0-9]*}} -> tensor<64xf32, #distribution{{[0-9]*}}>
// CHECK: tileir.store [[GATHERED]], {{%.*}}{{\[}}{{%.*}}, [[ROW]] : i64, tensor<64xi8, #distribution{{[0-9]*}}>] : tensor<64xf32, #distribution{{[0-9]*}}>, !view{{[0-9]*}}
// CHECK: tileir.store add [[GATHERED]], {{%.*}}{{\[}}[[ROW]], [[ROW]] : tensor<64xi8, #distribution{{[0-9]*}}>, tensor<64xi8, #distribution{{[0-9]*}}>] as (#distribution{{[0-9]*}}) : tensor<64xf32, #distribution{{[0-9]*}}>, !view{{[0-9]*}}
// CHECK: tileir.store max {{%.*}}, {{%.*}} : tensor<32x32xf32, #distribution{{[0-9]*}}>, !view{{[0-9]*}}
// CHECK: tileir.require #layout{{[0-9]*}} [total, bounds, injective, surjective]
// CHECK: tileir.require #layout{{[0-9]*}} [total]

#swz = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
#m = #tileir.mixed_radix<(100,63):(63,1)>
#r = #tileir.mixed_radix<(4,(2,8)):(1,(32,4))>
#f = #tileir.expr<(lane : 32, slot : 32) -> (lane, slot) to (i : 32, j : 32)>
#d = #tileir.distribution<#f>
#e = #tileir.distribution<#tileir.expr<(lane : 32, slot : 32) -> (slot, lane) to (i : 32, j : 32)>>
#t = #tileir.translate<[3], #m>
#c = #tileir.compose<#tileir.identity<(i : 4, j : 4)>, #tileir.identity<(i : 4, j : 4)>>
#g = #tileir.distribution<#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot) to (i : 64)>>
#dr = #tileir.distribution<#tileir.expr<(lane : 32, slot : 32) -> (slot) to (i : 32)>>
!v = !tileir.view<100x63xf32, #m, zero>
!t = !tileir.view<32x32xf32, #m, zero>
module {
  func.func @kernel(%buf: memref<6300xf32>, %i: i64, %j: i64, %q : index) -> (tensor<32xf32, #dr>) attributes {tileir.grid = array<i64: 4, 2>, x = #tileir.index_set<(i : 4, j)>} {
    %a = tileir.apply #swz(%i, %j) : i64
    %v = tileir.view %buf : memref<6300xf32> -> !v
    %t = tileir.slice %v[%i, %j] : !v -> !t
    %t2 = tileir.slice %v[%i, %q : i64, index] : !v -> !t
    %x = tileir.load %t : !t -> tensor<32x32xf32, #d>
    %s = tileir.load %t[%i, %j] : !t -> f32
    %l = tileir.load %t as (#d) : !t -> tensor<32x32xf32>
    %o = tileir.repartition %x : tensor<32x32xf32, #d> -> tensor<32x32xf32>
    tileir.store %s, %t[%q, %q : index, index] : f32, !t
    tileir.store %x, %t as (#e) : tensor<32x32xf32, #d>, !t
    %y = tileir.repartition %x : tensor<32x32xf32, #d> -> tensor<32x32xf32, #e>
    %z = tileir.relabel %y by (#tileir.expr<(i : 32, j : 32) -> (j, i) to (i : 32, j : 32)>) : tensor<32x32xf32, #e> -> tensor<32x32xf32, #d>
    %w = arith.addf %z, %x : tensor<32x32xf32, #d>
    tileir.store %w, %t : tensor<32x32xf32, #d>, !t
    %r = tileir.reduce add %w over 1 : tensor<32x32xf32, #d> -> tensor<32xf32, #dr>
    %p = tileir.contract %x, %y, %w : tensor<32x32xf32, #d>, tensor<32x32xf32, #e>, tensor<32x32xf32, #d> -> tensor<32x32xf32, #d>
    %p2 = tileir.contract %x, %y, %p by "mma.m16n8k8.f32.tf32" : tensor<32x32xf32, #d>, tensor<32x32xf32, #e>, tensor<32x32xf32, #d> -> tensor<32x32xf32, #d>
    %k = tileir.iota 0 : tensor<64xi8, #g>
    %h = tileir.load %t[%k, %q : tensor<64xi8, #g>, index] : !t -> tensor<64xf32, #g>
    tileir.store %h, %t[%i, %k : i64, tensor<64xi8, #g>] : tensor<64xf32, #g>, !t
    tileir.store add %h, %t[%k, %k : tensor<64xi8, #g>, tensor<64xi8, #g>] as (#g) : tensor<64xf32, #g>, !t
    tileir.store max %x, %t : tensor<32x32xf32, #d>, !t
    tileir.require #m [total, bounds, injective, surjective]
    tileir.require #c [total]
    return %r : tensor<32xf32, #dr>
  }
}
