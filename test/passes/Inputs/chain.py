"""A slice placed by LENGTH sums, each of the one before: with itself, or with one.

Usage: chain.py LENGTH self|one
"""

import sys

length, other = int(sys.argv[1]), sys.argv[2]
view = "!tileir.view<{}xf32, #m, zero>"
print("#m = #tileir.mixed_radix<64:1, (i : 64) -> (address : 64)>")
print("#d = #tileir.distribution<#tileir.expr<(lane : 32) -> (lane) to (i : 32)>>")
print("func.func @chain(%b: memref<64xf32>) attributes {tileir.grid = array<i64: 2>} {")
print("  %x0 = gpu.block_id x")
print("  %one = arith.constant 1 : index")
for i in range(length):
    term = f"%x{i}" if other == "self" else "%one"
    print(f"  %x{i + 1} = arith.addi %x{i}, {term} : index")
print(f"  %v = tileir.view %b : memref<64xf32> -> {view.format(64)}")
print(f"  %t = tileir.slice %v[%x{length} : index] : {view.format(64)} -> {view.format(32)}")
print(f"  %y = tileir.load %t : {view.format(32)} -> tensor<32xf32, #d>")
print("  return\n}")
