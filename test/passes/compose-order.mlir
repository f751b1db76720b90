// Blocks that do not stand in the order in which values flow, applications that feed each other,
// and long chains: everything composes that can, once.
// RUN: tileir-opt %s --allow-unregistered-dialect --tileir-compose | FileCheck %s

#turn = #tileir.expr<(i : 4) -> ((i + 1) mod 4) to (i : 4)>

// CHECK-LABEL: func.func @backwards
// CHECK: %[[ALL:.*]] = tileir.apply {{.*}} : i64
// CHECK-NEXT: return %[[ALL]]
// CHECK-NOT: tileir.apply
func.func @backwards(%i: i64) -> i64 {
  cf.br ^bb1
^bb3:
  %a3 = tileir.apply #turn(%a2) : i64
  return %a3 : i64
^bb2:
  %a2 = tileir.apply #turn(%a1) : i64
  cf.br ^bb3
^bb1:
  %a1 = tileir.apply #turn(%i) : i64
  cf.br ^bb2
}

// An application of its own value stays as it is.
// CHECK-LABEL: func.func @circle
// CHECK: %[[SELF:.*]] = tileir.apply {{.*}}(%[[SELF]]) : i64
module @graph {
  func.func @circle() {
    "test.graph"() ({
      %a = tileir.apply #turn(%a) : i64
      "test.use"(%a) : (i64) -> ()
    }) : () -> ()
    return
  }
}
