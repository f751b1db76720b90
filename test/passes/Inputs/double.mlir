#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @double() attributes {tileir.grid = array<i64: 1>} {
  %0 = arith.constant dense<1.0> : tensor<32xf64, #d>
  return
}
