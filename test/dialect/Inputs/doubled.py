"""A map composed with itself, and a sum added to itself, `depth` times over.

    doubled.py DEPTH [error]

With `error`, an operation that refuses a view through that map stands last.
"""

import sys

depth = int(sys.argv[1])
print("#m0 = #tileir.identity<(i : 4)>")
for level in range(1, depth + 1):
    print(f"#m{level} = #tileir.compose<#m{level - 1}, #m{level - 1}>")
sums = ", ".join(f"e{level + 1} = e{level} + e{level}" for level in range(depth))
print(f"#sum = #tileir.expr<(i : 4) -> let e0 = i, {sums} in (e{depth})>")
print(f"tileir.require #m{depth} [total, bounds, injective, surjective]")
print("tileir.require #sum [total]")
print(f"func.func private @layout(memref<4xf32, #m{depth}>)")
if "error" in sys.argv[2:]:
    view = f"!tileir.view<4xf32, #m{depth}, zero>"
    print(f"func.func @f(%v: {view}) {{")
    print(f"  %0 = arith.addf %v, %v : {view}")
    print("  return")
    print("}")
