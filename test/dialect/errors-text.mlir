// Text that is no attribute, with its place.
// RUN: tileir-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{unknown kind of map 'foo'}}
#kind = #tileir.foo<(i : 4)>

// -----

// expected-error @+1 {{unknown map 'identity'}}
#body = #tileir.identity

// -----

// expected-error @+1 {{expected '>', found 'too'}}
#more = #tileir.identity<(i : 4) too>

// -----

// expected-error @+1 {{expected a name, found 'é'}}
#letters = #tileir.identity<(é : 4)>

// -----

// expected-error @+2 {{expected ',', found '>'}}
#one = #tileir.compose<
  identity<(i : 4)>>

// -----

// expected-error @+1 {{undefined symbol alias id 'nothing'}}
#alias = #tileir.compose<#nothing, #nothing>

// -----

#five = 5 : i32
// expected-error @+1 {{'5 : i32' is no map}}
#number = #tileir.compose<#five, #five>

// -----

#set = #tileir.index_set<(i : 4)>
// expected-error @+2 {{'#tileir.index_set<(i : 4)>' is no map}}
#inner = #tileir.product<identity<(j : 4)>,
  compose<#set, #set>>

// -----

// expected-error @+1 {{'a' is named twice}}
#maps = #tileir.compose<let a = identity<(i : 4)>, a = identity<(i : 4)> in a, a>

// -----

// expected-error @+1 {{'a' is named twice}}
#sums = #tileir.expr<(i : 4) -> let a = i + 1, a = i + 2 in (a)>

// -----

// expected-error @+1 {{'i' is named twice}}
#axis = #tileir.expr<(i : 4) -> let i = 3 in (i)>

// -----

// A name is known up to the end of the node that gives it.
// expected-error @+1 {{unknown map 'a'}}
#scope = #tileir.product<compose<let a = identity<(i : 4)> in a, a>, a>

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse TileIR_DistributionAttr parameter 'map'}}
#d = #tileir.distribution<#tileir.index_set<(i : 4)>>

// -----

// expected-error @+1 {{unknown tileir type 'foo'}}
func.func private @type(!tileir.foo<4>)

// -----

// expected-error @+1 {{expected one of [zero, assume, predicate] for bounds policy, got: one}}
func.func private @policy(!tileir.view<4xf32, #tileir.mixed_radix<(4):(1)>, one>)

// -----

// expected-error @+1 {{custom op 'tileir.require' expected total, bounds, injective or surjective, found 'proved'}}
tileir.require #tileir.identity<(i : 4)> [total, proved]
