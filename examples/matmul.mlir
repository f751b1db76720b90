// A product of matrices, of f16 into f32: C = A * B, of 100 x 72 elements. A block makes 64 x 32 of them, in
// a loop over panels of 48 along k. Only the store says who holds what. Where the target has an atom, the
// panels are loaded as its instructions take them, and the sum moves once, behind the loop; elsewhere A
// and B go through shared memory:
//
//     tileir-run examples/matmul.mlir
//     tileir-opt examples/matmul.mlir --pass-pipeline='builtin.module(tileir-to-ptx{target=sm_90a remarks=true})'

#a = #tileir.mixed_radix<(100,96):(96,1), (m : 100, k : 96) -> (address : 9600)>
#b = #tileir.mixed_radix<(96,72):(72,1), (k : 96, n : 72) -> (address : 6912)>
#c = #tileir.mixed_radix<(100,72):(72,1), (m : 100, n : 72) -> (address : 7200)>

// A warp has a row of 32 elements at a time.
#rows = #tileir.distribution<#tileir.expr<(warp : 4, lane : 32, slot : 16)
  -> (slot * 4 + warp, lane) to (m : 64, n : 32)>>

!a = !tileir.view<100x96xf16, #a, zero>
!b = !tileir.view<96x72xf16, #b, zero>
!c = !tileir.view<100x72xf32, #c, zero>
!part_of_a = !tileir.view<64x48xf16, #a, zero>
!part_of_b = !tileir.view<48x32xf16, #b, zero>
!part_of_c = !tileir.view<64x32xf32, #c, zero>

func.func @matmul(%a: memref<9600xf16>, %b: memref<6912xf16>, %c: memref<7200xf32>)
    attributes {tileir.grid = array<i64: 2, 3>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bm = gpu.block_id x
  %bn = gpu.block_id y
  %va = tileir.view %a : memref<9600xf16> -> !a
  %vb = tileir.view %b : memref<6912xf16> -> !b
  %vc = tileir.view %c : memref<7200xf32> -> !c
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %sum = scf.for %k = %c0 to %c2 step %c1 iter_args(%so_far = %zero) -> (tensor<64x32xf32>) {
    %wa = tileir.slice %va[%bm, %k : index, index] : !a -> !part_of_a
    %wb = tileir.slice %vb[%k, %bn : index, index] : !b -> !part_of_b
    %x = tileir.load %wa : !part_of_a -> tensor<64x48xf16>
    %y = tileir.load %wb : !part_of_b -> tensor<48x32xf16>
    %next = tileir.contract %x, %y, %so_far
      : tensor<64x48xf16>, tensor<48x32xf16>, tensor<64x32xf32> -> tensor<64x32xf32>
    scf.yield %next : tensor<64x32xf32>
  }
  %wc = tileir.slice %vc[%bm, %bn : index, index] : !c -> !part_of_c
  tileir.store %sum, %wc as (#rows) : tensor<64x32xf32>, !part_of_c
  return
}
