// Tensors, memrefs and views that their map does not fit.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

#d = #tileir.distribution<#tileir.expr<(lane : 4, slot : 1) -> (lane) to (i : 8)>>
// expected-error @+1 {{the distribution is not surjective: no point maps to (i = 7) of (i : 8)}}
func.func private @uncovered(tensor<8xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 4, slot : 4) -> (lane * 4 + slot) to (i : 8)>>
// expected-error @+1 {{the distribution is not in bounds: (lane = 3, slot = 3) maps to (i = 15): 15 is outside the codomain axis i : 8}}
func.func private @outside(tensor<8xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 4, slot : 2) -> (lane * 2 + slot floordiv lane) to (i : 8)>>
// expected-error @+1 {{the distribution is not total: at (lane = 0, slot = 0), 0 floordiv 0 is undefined}}
func.func private @partial(tensor<8xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.expr<(slot : 2, lane : 4) -> (lane * 2 + slot) to (i : 8)>>
// expected-error @+1 {{the participant lane : 4 stands behind the slot axis slot : 2; participants come first}}
func.func private @behind(tensor<8xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.expr<(lane : 2, subgroup : 4) -> (lane * 4 + subgroup) to (i : 8)>>
// expected-error @+1 {{the participants are lane, subgroup; they may be}}
func.func private @order(tensor<8xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.identity<(i : 4)>>
// expected-error @+1 {{no axis of (i : 4) is a thread}}
func.func private @nobody(tensor<4xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 8)>>
// expected-error @+1 {{the distribution's codomain (lane : 8) has 1 axes, the shape 4x8 has 2}}
func.func private @rank(tensor<4x8xf32, #d>)

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4, j : 8)>>
// expected-error @+1 {{axis 0 of the shape ?x8 is ?, the distribution's codomain (lane : 4, j : 8) has 'lane : 4'}}
func.func private @dynamic(tensor<?x8xf32, #d>)

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
// expected-error @+1 {{the layout's domain (d0 : 4, d1 : 8) has 2 axes, the shape 4 has 1}}
func.func private @layout_rank(memref<4xf32, #m>)

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
// expected-error @+1 {{axis 0 of the shape ?x8 is ?, the layout's domain (d0 : 4, d1 : 8) has 'd0 : 4'}}
func.func private @layout_dynamic(memref<?x8xf32, #m>)

// -----

#m = #tileir.identity<(i : 4, j : 8)>
// expected-error @+1 {{an address is one integer, the codomain (i : 4, j : 8) has 2 axes}}
func.func private @layout_address(memref<4x8xf32, #m>)

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
// expected-error @+1 {{the map's domain (d0 : 4, d1 : 8) has 2 axes, the shape 4 has 1}}
func.func private @view_rank(!tileir.view<4xf32, #m, zero>)

// -----

#m = #tileir.mixed_radix<(4,8):(8,1)>
// expected-error @+1 {{expected static shape}}
func.func private @view_dynamic(!tileir.view<?x8xf32, #m, zero>)

// -----

#m = #tileir.mixed_radix<(4):(1)>
// expected-error @+1 {{the elements of a view are integers or floats}}
func.func private @view_element(!tileir.view<4xtensor<4xf32>, #m, zero>)
