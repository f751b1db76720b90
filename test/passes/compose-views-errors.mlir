// A relabelled view whose buffer is not to be found.
// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-compose-views

#row = #tileir.identity<(i : 8)>
func.func @argument(%v: !tileir.view<8xf32, #row, zero>) {
  // expected-error @+1 {{the view that is relabelled is no result of tileir.view or tileir.relabel; a view is relabelled where it is made, and before it is sliced}}
  %0 = tileir.relabel %v by (#row) : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf32, #row, zero>
  return
}

// -----

// In a module values may be used before they are made: a view of itself is none.
#row = #tileir.identity<(i : 8)>
// expected-error @+1 {{the view that is relabelled is no result of tileir.view or tileir.relabel}}
%0 = tileir.relabel %1 by (#row) : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf32, #row, zero>
%1 = tileir.relabel %0 by (#row) : !tileir.view<8xf32, #row, zero> -> !tileir.view<8xf32, #row, zero>
