// A kernel of fifty operations on tiles, of ROWS x 128 elements each, as many a lane as ROWS: loads,
// arithmetic, exponentials, rows that are reduced and spread again, and tiles that change hands
// through shared memory. The bench puts numbers for ROWS, OWN (a fourth of them) and BLOCKS.

#matrix = #tileir.mixed_radix<(512,512):(512,1), (i : 512, j : 512) -> (address : 262144)>
#elements = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : OWN, slot : 4)
  -> (subgroup * OWN + row, lane * 4 + slot) to (i : ROWS, j : 128)>>
#columns = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : OWN, slot : 4)
  -> (subgroup * OWN + row, slot * 32 + lane) to (i : ROWS, j : 128)>>
#rows = #tileir.distribution<#tileir.expr<(subgroup : 4, lane : 32, row : OWN)
  -> (subgroup * OWN + row) to (i : ROWS)>>
#row_of = #tileir.project<(i : ROWS, j : 128) -> (i)>

!view = !tileir.view<512x512xf32, #matrix, zero>
!part = !tileir.view<ROWSx128xf32, #matrix, zero>
!tile = tensor<ROWSx128xf32, #elements>
!turned = tensor<ROWSx128xf32, #columns>
!row = tensor<ROWSxf32, #rows>

func.func @fifty(%a : memref<262144xf32>, %b : memref<262144xf32>, %c : memref<262144xf32>)
    attributes {tileir.grid = array<i64: 4, BLOCKS>} {
  %column = gpu.block_id x
  %row = gpu.block_id y
  %all_a = tileir.view %a : memref<262144xf32> -> !view
  %all_b = tileir.view %b : memref<262144xf32> -> !view
  %all_c = tileir.view %c : memref<262144xf32> -> !view
  %part_a = tileir.slice %all_a[%row, %column : index, index] : !view -> !part
  %part_b = tileir.slice %all_b[%row, %column : index, index] : !view -> !part
  %part_c = tileir.slice %all_c[%row, %column : index, index] : !view -> !part
  %x = tileir.load %part_a : !part -> !tile
  %y = tileir.load %part_b : !part -> !tile
  %0 = arith.addf %x, %y : !tile
  %1 = tileir.reduce max %0 over 1 : !tile -> !row
  %2 = tileir.relabel %1 by (#row_of) : !row -> !tile
  %3 = arith.subf %0, %2 : !tile
  %4 = math.exp %3 : !tile
  %5 = tileir.reduce add %4 over 1 : !tile -> !row
  %6 = tileir.relabel %5 by (#row_of) : !row -> !tile
  %7 = arith.divf %4, %6 : !tile
  %8 = arith.mulf %7, %y : !tile
  %9 = tileir.repartition %8 : !tile -> !turned
  %10 = arith.mulf %9, %9 : !turned
  %11 = tileir.repartition %10 : !turned -> !tile
  %12 = arith.addf %11, %y : !tile
  %13 = tileir.reduce max %12 over 1 : !tile -> !row
  %14 = tileir.relabel %13 by (#row_of) : !row -> !tile
  %15 = arith.subf %12, %14 : !tile
  %16 = math.exp %15 : !tile
  %17 = tileir.reduce add %16 over 1 : !tile -> !row
  %18 = tileir.relabel %17 by (#row_of) : !row -> !tile
  %19 = arith.divf %16, %18 : !tile
  %20 = arith.mulf %19, %y : !tile
  %21 = arith.addf %20, %y : !tile
  %22 = tileir.reduce max %21 over 1 : !tile -> !row
  %23 = tileir.relabel %22 by (#row_of) : !row -> !tile
  %24 = arith.subf %21, %23 : !tile
  %25 = math.exp %24 : !tile
  %26 = tileir.reduce add %25 over 1 : !tile -> !row
  %27 = tileir.relabel %26 by (#row_of) : !row -> !tile
  %28 = arith.divf %25, %27 : !tile
  %29 = arith.mulf %28, %y : !tile
  %30 = tileir.repartition %29 : !tile -> !turned
  %31 = arith.mulf %30, %30 : !turned
  %32 = tileir.repartition %31 : !turned -> !tile
  %33 = arith.addf %32, %y : !tile
  %34 = tileir.reduce max %33 over 1 : !tile -> !row
  %35 = tileir.relabel %34 by (#row_of) : !row -> !tile
  %36 = arith.subf %33, %35 : !tile
  %37 = math.exp %36 : !tile
  %38 = tileir.reduce add %37 over 1 : !tile -> !row
  %39 = tileir.relabel %38 by (#row_of) : !row -> !tile
  %40 = arith.divf %37, %39 : !tile
  %41 = arith.mulf %40, %y : !tile
  %42 = arith.mulf %41, %x : !tile
  %43 = arith.maximumf %42, %x : !tile
  %44 = arith.addf %43, %x : !tile
  %45 = arith.mulf %44, %x : !tile
  %46 = arith.maximumf %45, %x : !tile
  tileir.store %46, %part_c : !tile, !part
  return
}
