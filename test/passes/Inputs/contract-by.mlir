#rows = #tileir.distribution<#tileir.expr<(lane : 32, slot : 8)
  -> (lane floordiv 2, lane mod 2 * 8 + slot) to (i : 16, j : 16)>>
#v = #tileir.mixed_radix<(16,16):(16,1), (i : 16, j : 16) -> (address : 256)>
!half = !tileir.view<16x16xf16, #v, zero>
!single = !tileir.view<16x16xf32, #v, zero>
func.func @by(%a: memref<256xf16>, %c: memref<256xf32>) attributes {tileir.grid = array<i64: 1>} {
  %va = tileir.view %a : memref<256xf16> -> !half
  %vc = tileir.view %c : memref<256xf32> -> !single
  %x = tileir.load %va : !half -> tensor<16x16xf16, #rows>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32, #rows>
  %d = tileir.contract %x, %x, %zero by "mma.m16n8k16.f32.f16"
    : tensor<16x16xf16, #rows>, tensor<16x16xf16, #rows>, tensor<16x16xf32, #rows> -> tensor<16x16xf32, #rows>
  tileir.store %d, %vc : tensor<16x16xf32, #rows>, !single
  return
}
