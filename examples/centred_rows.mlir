// A row reduction broadcast back: dst[i, j] = src[i, j] - mean(src[i, :]).
//
// A row of 64 lies in 8 lanes of 8 slots. Its sum is folded in the slots, then
// across the 8 lanes by shuffles; every lane of the row then has it, so handing
// it back to the elements of the row moves nothing.
//
//   tileir-run examples/centred_rows.mlir

#matrix = #tileir.mixed_radix<(256,64):(64,1), (i : 256, j : 64) -> (address : 16384)>

#elements = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8)
    -> (subgroup * 4 + lane floordiv 8, (lane mod 8) * 8 + slot) to (i : 16, j : 64)>>
#rows = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32) -> (subgroup * 4 + lane floordiv 8) to (i : 16)>>

#row_of = #tileir.project<(i : 16, j : 64) -> (i)>

func.func @centred_rows(%src : memref<16384xf32>, %dst : memref<16384xf32>)
    attributes {tileir.grid = array<i64: 16>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %from = tileir.view %src : memref<16384xf32> -> !tileir.view<256x64xf32, #matrix, zero>
  %to = tileir.view %dst : memref<16384xf32> -> !tileir.view<256x64xf32, #matrix, zero>
  %in = tileir.slice %from[%block, %zero : index, index]
      : !tileir.view<256x64xf32, #matrix, zero> -> !tileir.view<16x64xf32, #matrix, zero>
  %out = tileir.slice %to[%block, %zero : index, index]
      : !tileir.view<256x64xf32, #matrix, zero> -> !tileir.view<16x64xf32, #matrix, zero>

  %x = tileir.load %in : !tileir.view<16x64xf32, #matrix, zero> -> tensor<16x64xf32, #elements>
  %sum = tileir.reduce add %x over 1 : tensor<16x64xf32, #elements> -> tensor<16xf32, #rows>
  %count = arith.constant dense<64.0> : tensor<16xf32, #rows>
  %mean = arith.divf %sum, %count : tensor<16xf32, #rows>
  %mean_of_row = tileir.relabel %mean by (#row_of) : tensor<16xf32, #rows> -> tensor<16x64xf32, #elements>
  %centred = arith.subf %x, %mean_of_row : tensor<16x64xf32, #elements>
  tileir.store %centred, %out : tensor<16x64xf32, #elements>, !tileir.view<16x64xf32, #matrix, zero>
  return
}
