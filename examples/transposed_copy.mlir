// A transposed copy with ragged edges: dst[j, i] = src[i, j], in f32 and in f16.
//
// Each block moves one tile. It is loaded with neighbouring lanes on neighbouring
// columns and stored with neighbouring lanes on neighbouring rows, so both sides
// touch memory in order; between them the tile changes hands. The matrix is no
// multiple of the tile: beyond its edges `zero` loads zeros and stores nothing.
//
//   tileir-run examples/transposed_copy.mlir

#matrix     = #tileir.mixed_radix<(100,63):(63,1), (i : 100, j : 63) -> (address : 6300)>
#transposed = #tileir.mixed_radix<(63,100):(100,1), (j : 63, i : 100) -> (address : 6300)>

// Lanes run along the second coordinate of the tile, subgroups and slots along the first.
#along_j = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (subgroup + 4 * slot, lane) to (i : 32, j : 32)>>
#along_i = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, slot : 8) -> (subgroup + 4 * slot, lane) to (j : 32, i : 32)>>

#swap = #tileir.permute<(j : 32, i : 32) -> (i, j)>

func.func @transpose_single(%src : memref<6300xf32>, %dst : memref<6300xf32>)
    attributes {tileir.grid = array<i64: 4, 2>} {
  %bi = gpu.block_id x
  %bj = gpu.block_id y
  %from = tileir.view %src : memref<6300xf32> -> !tileir.view<100x63xf32, #matrix, zero>
  %to = tileir.view %dst : memref<6300xf32> -> !tileir.view<63x100xf32, #transposed, zero>
  %in = tileir.slice %from[%bi, %bj : index, index]
      : !tileir.view<100x63xf32, #matrix, zero> -> !tileir.view<32x32xf32, #matrix, zero>
  %out = tileir.slice %to[%bj, %bi : index, index]
      : !tileir.view<63x100xf32, #transposed, zero> -> !tileir.view<32x32xf32, #transposed, zero>

  %tile = tileir.load %in : !tileir.view<32x32xf32, #matrix, zero> -> tensor<32x32xf32, #along_j>
  %turned = tileir.relabel %tile by (#swap) : tensor<32x32xf32, #along_j> -> tensor<32x32xf32, #along_i>
  tileir.store %turned, %out : tensor<32x32xf32, #along_i>, !tileir.view<32x32xf32, #transposed, zero>
  return
}

func.func @transpose_half(%src : memref<6300xf16>, %dst : memref<6300xf16>)
    attributes {tileir.grid = array<i64: 4, 2>} {
  %bi = gpu.block_id x
  %bj = gpu.block_id y
  %from = tileir.view %src : memref<6300xf16> -> !tileir.view<100x63xf16, #matrix, zero>
  %to = tileir.view %dst : memref<6300xf16> -> !tileir.view<63x100xf16, #transposed, zero>
  %in = tileir.slice %from[%bi, %bj : index, index]
      : !tileir.view<100x63xf16, #matrix, zero> -> !tileir.view<32x32xf16, #matrix, zero>
  %out = tileir.slice %to[%bj, %bi : index, index]
      : !tileir.view<63x100xf16, #transposed, zero> -> !tileir.view<32x32xf16, #transposed, zero>

  %tile = tileir.load %in : !tileir.view<32x32xf16, #matrix, zero> -> tensor<32x32xf16, #along_j>
  %turned = tileir.relabel %tile by (#swap) : tensor<32x32xf16, #along_j> -> tensor<32x32xf16, #along_i>
  tileir.store %turned, %out : tensor<32x32xf16, #along_i>, !tileir.view<32x32xf16, #transposed, zero>
  return
}
