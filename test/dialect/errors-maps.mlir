// Maps that have no meaning, by kind.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{shape and stride differ in structure at mode 1.1: shape (8,3), stride (4,1,2)}}
#nested = #tileir.mixed_radix<(4,(2,(8,3))):(1,(32,(4,1,2)))>

// -----

// expected-error @+1 {{shape and stride differ in structure at the root: shape 4, stride (1,2)}}
#root = #tileir.mixed_radix<4:(1,2)>

// -----

// expected-error @+1 {{mode 1.0 has the negative extent -2}}
#negative = #tileir.mixed_radix<(4,(-2,8)):(1,(4,8))>

// -----

// expected-error @+1 {{the size of mode 0.1 leaves 64 bits}}
#size = #tileir.mixed_radix<((9223372036854775807,4),8):((1,1),1)>

// -----

// expected-error @+1 {{the number 9223372036854775808 does not fit 64 bits}}
#number = #tileir.mixed_radix<(4):(9223372036854775808)>

// -----

// expected-error @+1 {{mode 1 has extent 8, but the axis 'j' has extent 9}}
#between = #tileir.mixed_radix<(4,8):(8,1), (i : 4, j : 9) -> (a : 64)>

// -----

// expected-error @+1 {{axis 'i' is named twice}}
#twice = #tileir.identity<(i : 4, i : 8)>

// -----

// expected-error @+1 {{axis name 'xor' is a word of the grammar}}
#word = #tileir.identity<(xor : 4)>

// -----

// expected-error @+1 {{the domain axis 'i' has no extent}}
#endless = #tileir.identity<(i)>

// -----

// expected-error @+1 {{basis 1 of axis 'i : 4' has 1 coordinates, the codomain (a : 4, b : 4) has 2}}
#rank = #tileir.bit_linear<(i : 4) -> (a : 4, b : 4), i = [(1,0), 2]>

// -----

// expected-error @+1 {{the bases of axis 'i' of extent 4: expected 2, found 3}}
#many = #tileir.bit_linear<(i : 4) -> (a : 8), i = [1, 2, 4]>

// -----

// expected-error @+1 {{the bases of axis 'j' of extent 4: expected 2, found 0}}
#few = #tileir.bit_linear<(i : 4, j : 4) -> (a : 8), i = [1, 2]>

// -----

// expected-error @+1 {{basis 0 of axis 'i : 2' has the negative coordinate -1}}
#basis = #tileir.bit_linear<(i : 2) -> (a : 8), i = [-1]>

// -----

// expected-error @+1 {{cannot compose: the inner map ends in (i : 4), the outer map starts from (i : 5)}}
#extents = #tileir.compose<identity<(i : 5)>, identity<(i : 4)>>

// -----

// expected-error @+1 {{the offsets into (j : 4): expected 1, found 2}}
#offsets = #tileir.translate<[1, 2], identity<(j : 4)>>

// -----

// expected-error @+1 {{axis 1 of (i : 4, j : 8) stands 0 times in the permutation, not once}}
#permute = #tileir.permute<(i : 4, j : 8) -> (i)>

// -----

// expected-error @+1 {{there is no axis 'k' in (i : 4, j : 8)}}
#project = #tileir.project<(i : 4, j : 8) -> (k)>

// -----

// expected-error @+1 {{axis 'i' is named twice}}
#product = #tileir.product<identity<(i : 4)>, identity<(i : 8)>>

// -----

// expected-error @+1 {{the expressions into (a : 4, b : 4): expected 2, found 1}}
#outputs = #tileir.expr<(i : 4) -> (i) to (a : 4, b : 4)>

// -----

// A point without a value is a fact, not an error of the map.
#nowhere = #tileir.expr<(i : 4) -> (i floordiv 0) to (a : 4)>
#outside = #tileir.mixed_radix<(4,8):(9223372036854775807,1)>

// -----

// expected-error @+1 {{the left leg starts from #tileir.index_set<(i : 4)>, the right leg from #tileir.index_set<(i : 5)>}}
#corr = #tileir.corr<#tileir.identity<(i : 4)>, #tileir.identity<(i : 5)>>

// -----

// expected-error @+1 {{there is no axis "copy" in #tileir.index_set<(i : 4)>}}
#corr = #tileir.corr<#tileir.identity<(i : 4)>, #tileir.identity<(i : 4)>, replicas = ["copy"]>

// -----

// expected-error @+1 {{the replica "i" does not stand where the axes of #tileir.index_set<(i : 4, j : 2)> have it, once}}
#corr = #tileir.corr<#tileir.identity<(i : 4, j : 2)>, #tileir.identity<(i : 4, j : 2)>, replicas = ["j", "i"]>

// -----

// expected-error @+1 {{the replica "j" does not stand where the axes of #tileir.index_set<(i : 4, j : 2)> have it, once}}
#corr = #tileir.corr<#tileir.identity<(i : 4, j : 2)>, #tileir.identity<(i : 4, j : 2)>, replicas = ["j", "j"]>
