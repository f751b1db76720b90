"""COUNT functions, each with maps of its own and some that all share."""

import sys

for k in range(2, int(sys.argv[1]) + 2):
    own = f"#tileir.mixed_radix<({k},(2,4)):(1,({k},{2 * k}))>"
    shared = "#tileir.expr<(lane : 32, slot : 2) -> (lane * 2 + slot xor lane) to (i : 128)>"
    tile = f"tensor<{k}x8xf32, #tileir.distribution<#tileir.identity<(lane : {k}, slot : 8)>>>"
    view = f"!tileir.view<{k}x8xf32, {own}, zero>"
    print(f"func.func @f{k}(%v: {view}, %i: i64) -> {tile} {{")
    print(f"  %a = tileir.apply {shared}(%i, %i) : i64")
    print(f"  %b = tileir.apply {shared}(%i, %i) : i64")
    print(f"  %s = tileir.slice %v[%a, %b] : {view} -> {view}")
    print(f"  %x = tileir.load %s : {view} -> {tile}")
    print(f"  %y = tileir.repartition %x : {tile} -> {tile}")
    print(f"  return %y : {tile}")
    print("}")
