// Softmax of each row: exp(x - max) / sum(exp(x - max)).
//
// The rows have 100 columns in a tile of 128. A mask keeps the columns beyond the
// last out of the maximum and the sum: they become -60000, which every float type
// has and whose exponential is zero beside any other. A row lies in one group of 32 lanes, so
// both reductions are folds in the slots and shuffles.
//
//   tileir-run examples/softmax.mlir

#matrix = #tileir.mixed_radix<(48,100):(100,1), (i : 48, j : 100) -> (address : 4800)>

#elements = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, row : 2, slot : 4)
    -> (subgroup * 2 + row, lane * 4 + slot) to (i : 8, j : 128)>>
#rows = #tileir.distribution<#tileir.expr<
  (subgroup : 4, lane : 32, row : 2) -> (subgroup * 2 + row) to (i : 8)>>

#row_of = #tileir.project<(i : 8, j : 128) -> (i)>

func.func @softmax(%src : memref<4800xf32>, %dst : memref<4800xf32>)
    attributes {tileir.grid = array<i64: 6>} {
  %zero = arith.constant 0 : index
  %block = gpu.block_id x
  %from = tileir.view %src : memref<4800xf32> -> !tileir.view<48x100xf32, #matrix, zero>
  %to = tileir.view %dst : memref<4800xf32> -> !tileir.view<48x100xf32, #matrix, zero>
  %in = tileir.slice %from[%block, %zero : index, index]
      : !tileir.view<48x100xf32, #matrix, zero> -> !tileir.view<8x128xf32, #matrix, zero>
  %out = tileir.slice %to[%block, %zero : index, index]
      : !tileir.view<48x100xf32, #matrix, zero> -> !tileir.view<8x128xf32, #matrix, zero>

  %loaded = tileir.load %in : !tileir.view<8x128xf32, #matrix, zero> -> tensor<8x128xf32, #elements>
  %column = tileir.iota 1 : tensor<8x128xi32, #elements>
  %columns = arith.constant dense<100> : tensor<8x128xi32, #elements>
  %there = arith.cmpi slt, %column, %columns : tensor<8x128xi32, #elements>
  %lowest = arith.constant dense<-60000.0> : tensor<8x128xf32, #elements>
  %x = arith.select %there, %loaded, %lowest : tensor<8x128xi1, #elements>, tensor<8x128xf32, #elements>

  %max = tileir.reduce max %x over 1 : tensor<8x128xf32, #elements> -> tensor<8xf32, #rows>
  %max_of_row = tileir.relabel %max by (#row_of) : tensor<8xf32, #rows> -> tensor<8x128xf32, #elements>
  %below = arith.subf %x, %max_of_row : tensor<8x128xf32, #elements>
  %e = math.exp %below : tensor<8x128xf32, #elements>
  %sum = tileir.reduce add %e over 1 : tensor<8x128xf32, #elements> -> tensor<8xf32, #rows>
  %sum_of_row = tileir.relabel %sum by (#row_of) : tensor<8xf32, #rows> -> tensor<8x128xf32, #elements>
  %y = arith.divf %e, %sum_of_row : tensor<8x128xf32, #elements>
  tileir.store %y, %out : tensor<8x128xf32, #elements>, !tileir.view<8x128xf32, #matrix, zero>
  return
}
