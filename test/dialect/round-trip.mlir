// Every kind of attribute, in every place that an attribute can stand, comes
// back as it was from the custom, the generic and the local form and from
// bytecode.
// RUN: tileir-opt %s > %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: tileir-opt %t.mlir | diff %t.mlir -
// RUN: tileir-opt %s --mlir-print-op-generic | tileir-opt | diff %t.mlir -
// RUN: tileir-opt %s --mlir-print-local-scope | tileir-opt | diff %t.mlir -
// RUN: tileir-opt %s --emit-bytecode | tileir-opt | diff %t.mlir -
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s | diff %t.mlir -

// CHECK-DAG: #tileir.identity<(i : 4, j : 8)>
// CHECK-DAG: #tileir.identity<()>
// CHECK-DAG: #tileir.mixed_radix<(4,(2,8)):(1,(32,4))>
// CHECK-DAG: #tileir.mixed_radix<(4):(-1)>
// CHECK-DAG: #tileir.mixed_radix<(4,8):(8,1), (i : 4, j : 8) -> (a : 64)>
// CHECK-DAG: #tileir.bit_linear<(i : 4, j : 2) -> (x : 8, y : 4), i = [(1,2), (6,0)], j = [(5,3)]>
// CHECK-DAG: #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
// CHECK-DAG: #tileir.expr<(i : 4) -> (-4 * i - -9223372036854775808 floordiv 3 mod 5, i shl 2 shr 1 and 3)>
// CHECK-DAG: #tileir.translate<[3], mixed_radix<(4,8):(8,1)> to (d0 : 35)>
// CHECK-DAG: #tileir.translate<[-3], mixed_radix<(4,8):(8,1)> to (d0)>
// CHECK-DAG: #tileir.permute<(i : 4, j : 8) -> (j, i)>
// CHECK-DAG: #tileir.project<(i : 4, j : 8) -> (j)>
// CHECK-DAG: #tileir.project<(i : 4, j : 8) -> ()>
// CHECK-DAG: #tileir.product<identity<(i : 4)>, project<(k : 2, l : 3) -> (l)>>
// CHECK-DAG: #tileir.compose<project<(j : 8, i : 4) -> (i)>, permute<(i : 4, j : 8) -> (j, i)>>
// CHECK-DAG: #tileir.distribution<#layout{{[0-9]*}}>
// CHECK-LABEL: module
// CHECK-SAME: tileir.facts = #tileir.facts<total, injective>
// CHECK-SAME: tileir.kind = #tileir.reduce_kind<max>
// CHECK-SAME: tileir.set = #tileir.index_set<(i : 4, address)>
// CHECK: func.func private @types(memref<4x8xf32, #layout{{[0-9]*}}>, tensor<8x4xf16, #distribution{{[0-9]*}}>, !view{{[0-9]*}}, memref<f32, #layout{{[0-9]*}}>) -> tuple<!view{{[0-9]*}}, !view{{[0-9]*}}>

#rows = #tileir.mixed_radix<(4,8):(8,1)>
#turn = #tileir.permute<(i : 4, j : 8) -> (j, i)>
#lanes = #tileir.expr<(lane : 8, slot : 4) -> (lane, slot) to (i : 8, j : 4)>
#d = #tileir.distribution<#lanes>
!v = !tileir.view<2x8xf32, #rows, assume>
module attributes {
  tileir.facts = #tileir.facts<total, injective>,
  tileir.kind = #tileir.reduce_kind<max>,
  tileir.maps = [
    #tileir.identity<(i : 4, j : 8)>,
    #tileir.identity<()>,
    #tileir.mixed_radix<(4,(2,8)):(1,(32,4))>,
    #tileir.mixed_radix<(4):(-1)>,
    #tileir.mixed_radix<(4,8):(8,1), (i : 4, j : 8) -> (a : 64)>,
    #tileir.bit_linear<(i : 4, j : 2) -> (x : 8, y : 4), i = [(1,2), (6,0)], j = [(5,3)]>,
    #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>,
    #tileir.expr<(i : 4) -> (-4 * i - -9223372036854775808 floordiv 3 mod 5,
                             i shl 2 shr 1 and 3)>, // a comment within a list
    #tileir.translate<[3], #rows>,
    #tileir.translate<[-3], #rows>,
    #turn,
    #tileir.project<(i : 4, j : 8) -> (j)>,
    #tileir.project<(i : 4, j : 8) -> ()>,
    #tileir.product<#tileir.identity<(i : 4)>, project<(k : 2, l : 3) -> (l)>>,
    #tileir.compose<#tileir.project<(j : 8, i : 4) -> (i)>, // a comment within one
                    #turn>
  ],
  tileir.set = #tileir.index_set<(i : 4, address)>,
  tileir.corrs = [
    #tileir.corr<#tileir.project<(row : 2, copy : 3) -> (row)>,
                 #tileir.expr<(row : 2, copy : 3) -> (row + 2 * copy) to (slot : 6)>,
                 replicas = ["copy"]>,
    #tileir.corr<#rows, #rows>
  ]
} {
  func.func private @types(memref<4x8xf32, #rows>, tensor<8x4xf16, #d>, !v,
                           memref<f32, #tileir.expr<() -> (2) to (a : 3)>>)
      -> tuple<!v, !tileir.view<4x8xi8, #rows, zero>>
}
