// A window that leaves the one around it, where the view's policy promises that none does.
// RUN: tileir-opt %s --verify-diagnostics --tileir-prove=target=sm_80

#vector = #tileir.mixed_radix<100:1, (i : 100) -> (address : 100)>
#held = #tileir.distribution<#tileir.expr<(lane : 8, slot : 3) -> (lane * 3 + slot) to (i : 24)>>
!v = !tileir.view<100xf32, #vector, assume>
!strip = !tileir.view<32xf32, #vector, assume>
!tile = !tileir.view<24xf32, #vector, assume>

func.func @promised(%src: memref<100xf32>) attributes {tileir.grid = array<i64: 1>} {
  %one = arith.constant 1 : index
  %from = tileir.view %src : memref<100xf32> -> !v
  %strip = tileir.slice %from[%one : index] : !v -> !strip
  %in = tileir.slice %strip[%one : index] : !strip -> !tile
  // expected-error @+2 {{'tileir.load' needs: coordinate i_window stays in the view}}
  // expected-note @+1 {{disproved by affine: (lane = 7, slot = 2) maps to (i_window = 47)}}
  %x = tileir.load %in : !tile -> tensor<24xf32, #held>
  return
}
