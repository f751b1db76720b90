// A tile staged in shared memory through a swizzle, and read back by columns.
//
// The lanes of a subgroup write a row and read a column. In a plain row-major
// tile a column lies in one bank. The swizzle puts element (i, j) at column
// j xor i of its row, so rows and columns both touch every bank once.
//
//   tileir-run examples/swizzled_tile.mlir

#matrix   = #tileir.mixed_radix<(128,128):(128,1), (i : 128, j : 128) -> (address : 16384)>
#swizzled = #tileir.bit_linear<(i : 32, j : 32) -> (address : 1024),
  i = [33, 66, 132, 264, 528], j = [1, 2, 4, 8, 16]>

#by_row = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (subgroup * 8 + slot, lane) to (i : 32, j : 32)>>
#by_column = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (lane, subgroup * 8 + slot) to (i : 32, j : 32)>>

func.func @swizzled_tile(%src : memref<16384xf32>, %dst : memref<16384xf32>)
    attributes {tileir.grid = array<i64: 4, 4>} {
  %zero = arith.constant 0 : index
  %bi = gpu.block_id x
  %bj = gpu.block_id y
  %from = tileir.view %src : memref<16384xf32> -> !tileir.view<128x128xf32, #matrix, zero>
  %to = tileir.view %dst : memref<16384xf32> -> !tileir.view<128x128xf32, #matrix, zero>
  %in = tileir.slice %from[%bi, %bj : index, index]
      : !tileir.view<128x128xf32, #matrix, zero> -> !tileir.view<32x32xf32, #matrix, zero>
  %out = tileir.slice %to[%bi, %bj : index, index]
      : !tileir.view<128x128xf32, #matrix, zero> -> !tileir.view<32x32xf32, #matrix, zero>
  %buffer = memref.alloc() : memref<1024xf32, #gpu.address_space<workgroup>>
  %stage = tileir.view %buffer : memref<1024xf32, #gpu.address_space<workgroup>>
      -> !tileir.view<32x32xf32, #swizzled, assume>

  // No two elements meet in the buffer, and every place of it is used.
  tileir.require #swizzled [total, bounds, injective, surjective]

  %tile = tileir.load %in : !tileir.view<32x32xf32, #matrix, zero> -> tensor<32x32xf32, #by_row>
  tileir.store %tile, %stage : tensor<32x32xf32, #by_row>, !tileir.view<32x32xf32, #swizzled, assume>
  gpu.barrier
  %columns = tileir.load %stage : !tileir.view<32x32xf32, #swizzled, assume> -> tensor<32x32xf32, #by_column>
  %twice = arith.addf %columns, %columns : tensor<32x32xf32, #by_column>
  tileir.store %twice, %out as (#by_row) : tensor<32x32xf32, #by_column>, !tileir.view<32x32xf32, #matrix, zero>
  return
}
