// Maps of digits, units, transforms, pieces and tables that have no meaning, and
// sets under constraints where a box is needed.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{the digits (2, 3) do not make up the axis 'i' of extent 8}}
#split = #tileir.regroup<(i : 8) -> (a : 8), [(2,3)] -> [(0,1)]>

// -----

// expected-error @+1 {{digit 1 is joined 0 times, not once}}
#digit = #tileir.regroup<(i : 8) -> (a : 2), [(2,4)] -> [(0)]>

// -----

// expected-error @+1 {{malformed digit}}
#member = #tileir.regroup<(i : 8) -> (a : 8), [(8)] -> [(-1)]>

// -----

// expected-error @+1 {{the codomain is (a : 8), not (a : 9)}}
#joined = #tileir.regroup<(i : 8) -> (a : 9), [(8)] -> [(0)]>

// -----

// expected-error @+1 {{a regrouping needs a box, not (i : 8 where i lt 4)}}
#regroup = #tileir.regroup<(i : 8 where i lt 4) -> (a : 8), [(8)] -> [(0)]>

// -----

// expected-error @+1 {{a unit of 0 bits}}
#unit = #tileir.recast<8 -> 0, identity<(i : 4)>>

// -----

// expected-error @+1 {{the axes of (i : 4, j : 4), whose unit is recast: expected 1, found 2}}
#address = #tileir.recast<8 -> 16, identity<(i : 4, j : 4)>>

// -----

// expected-error @+1 {{no transform 'twirl' is registered}}
#unregistered = #tileir.transform<twirl(3), identity<(i : 8)>>

// -----

// expected-error @+1 {{the transform swizzle(3, 0) is refused: a swizzle has 3 parameters, not 2}}
#parameters = #tileir.transform<swizzle(3, 0), identity<(i : 64)>>

// -----

// expected-error @+1 {{is refused: the extent 60 of 'i' is no multiple of 64}}
#extent = #tileir.transform<swizzle(3, 0, 3), identity<(i : 60)>>

// -----

// expected-error @+1 {{the set that is transformed is at least (i : 8), not (i : 4)}}
#smaller = #tileir.transform<swizzle(1, 0, 1), identity<(i : 8)> to (i : 4)>

// -----

// expected-error @+1 {{the point (0) of (i : 8) lies in 0 pieces, not one}}
#gap = #tileir.piecewise<(i : 8), identity<(i : 8 where i gt 0)>>

// -----

// expected-error @+1 {{the codomain of every piece is (a : 8), not (b : 8)}}
#codomains = #tileir.piecewise<(i : 8), expr<(i : 8 where i lt 4) -> (i) to (a : 8)>,
                               expr<(i : 8 where i ge 4) -> (i) to (b : 8)>>

// -----

// expected-error @+1 {{the pieces of a piecewise map: expected 1, found 0}}
#pieces = #tileir.piecewise<(i : 8), >

// -----

// expected-error @+1 {{the values of a table over (i : 4): expected 4, found 3}}
#values = #tileir.table<(i : 4) -> (a : 8), [0, 3, 5]>

// -----

// expected-error @+1 {{the coordinates of the value (1, 2) in (a : 8): expected 1, found 2}}
#value = #tileir.table<(i : 2) -> (a : 8), [0, (1,2)]>

// -----

// expected-error @+1 {{unknown axis 'k'}}
#constraint = #tileir.index_set<(i : 4 where k lt 2)>

// -----

// expected-error @+1 {{expected an expression, found ')'}}
#nothing = #tileir.index_set<(i : 4 where )>

// -----

// A memref has every element of its shape.
#triangle = #tileir.expr<(i : 4, j : 4 where i le j) -> (i * 4 + j) to (a : 16)>
// expected-error @+1 {{the layout's domain (i : 4, j : 4 where i le j) is constrained: it must be a box}}
func.func private @memref(memref<4x4xf32, #triangle>)

// -----

// A carrier does not hold what lies outside it.
#lanes = #tileir.expr<(lane : 8 where lane lt 3) -> (lane) to (i : 4)>
// expected-error @+1 {{the distribution is not surjective}}
func.func private @threads(tensor<4xf32, #tileir.distribution<#lanes>>)

// -----

// A tile has every element.
#lanes = #tileir.expr<(lane : 4) -> (lane) to (i : 4 where i lt 4)>
// expected-error @+1 {{the distribution's codomain (i : 4 where i lt 4) is constrained: it must be a box}}
func.func private @tile(tensor<4xf32, #tileir.distribution<#lanes>>)

// -----

#d = #tileir.distribution<#tileir.identity<(lane : 4)>>
#m = #tileir.expr<(i : 4 where i lt 3) -> (i + 1) to (i : 4)>
func.func @relabel(%x: tensor<4xf32, #d>) {
  // expected-error @+1 {{'tileir.relabel' op the map's domain (i : 4 where i lt 3) is constrained: it must be a box}}
  %y = tileir.relabel %x by (#m) : tensor<4xf32, #d> -> tensor<4xf32, #d>
  return
}

// -----

// Where only every second address is used, the last still is one.
#even = #tileir.expr<(i : 8) -> (i * 2) to (a : 15 where a mod 2 eq 0)>
func.func @buffer(%b: memref<8xf32>) {
  // expected-error @+1 {{'tileir.view' op the map addresses (a : 15 where a mod 2 eq 0), the buffer has 8 elements}}
  %v = tileir.view %b : memref<8xf32> -> !tileir.view<8xf32, #even, zero>
  return
}
