// An empty text is a text: an error where there is none of that name, and no end of the process.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-plan

func.func @contract(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) {
  // expected-error @+1 {{''}}
  %d = tileir.contract %a, %b, %c by "" : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @plan(%x: tensor<32xf32, #d>) {
  // expected-error @+1 {{unknown plan ''}}
  %y = tileir.repartition %x {tileir.plan = {kind = ""}} : tensor<32xf32, #d> -> tensor<32xf32, #d>
  return
}

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>
func.func @mutation(%x: tensor<32xf32, #d>) {
  // expected-error @+1 {{has no mutation that there is}}
  %y = tileir.repartition %x {tileir.plan = {kind = "nothing", mutation = ""}} : tensor<32xf32, #d> -> tensor<32xf32, #d>
  return
}
