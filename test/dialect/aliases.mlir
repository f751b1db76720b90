// An alias may stand for a map wherever a map may stand, however deep.
// RUN: tileir-opt %s | FileCheck %s

#a = #tileir.identity<(i : 4)>
#b = #tileir.compose<#a, #a>
// CHECK-DAG: #[[NESTED:.*]] = #tileir.product<let m0 = identity<(j : 4)>, m1 = identity<(i : 4)>, m2 = compose<m1, m1> in compose<m0, m0>, compose<compose<m1, m2>, m2>>
// CHECK-DAG: #[[LET:.*]] = #tileir.compose<let m0 = identity<(i : 4)>, m1 = compose<m0, m0> in m1, m1>
#nested = #tileir.product<#tileir.compose<identity<(j : 4)>, #tileir.identity<(j : 4)>>,
                          #tileir.compose<#tileir.compose<#a, #b>, #b>>
#named = #tileir.compose<let c = compose<#a, #tileir.identity<(i : 4)>> in c, c>
// CHECK: tileir.require #[[NESTED]] [total]
tileir.require #nested [total]
// CHECK: tileir.require #[[LET]] [total]
tileir.require #named [total]
