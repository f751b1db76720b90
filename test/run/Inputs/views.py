"""Writes kernels that copy through views of views and slices of slices, by chance.

A kernel loads a tile from a view and stores it through another, one of which is plain. The other is
relabelled by a shift that may leave the buffer, perhaps transposed and constrained, and sliced once
to three times, from starts that may lie before or behind what is there.

Usage: views.py SEED KERNELS
"""

import random
import sys

HEAD = """\
func.func @k{number}(%from: {source}, %to: {destination}) attributes {{tileir.grid = array<i64: {grid}>}} {{
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %block = gpu.block_id x
  %x = arith.index_cast %block : index to i64
  %y = arith.subi %x, %c1 : i64"""

BODY = """\
  %other = tileir.iota 1 : {tensor}
  %v = tileir.load {loaded}{instead} : {source} -> {tensor}
  %w = arith.addi %v, %other : {tensor}
  tileir.store %w, {stored} : {tensor}, {destination}
  return
}}"""


def domain(extents, constraints=()):
    axes = ", ".join(f"{name} : {extent}" for name, extent in zip("ij", extents))
    return f"({axes}{' where ' if constraints else ''}{', '.join(constraints)})"


class View:
    """A view of a buffer, and the operations that make it."""

    def __init__(self, buffer, extents, policy, element, triangle=False):
        self.buffer, self.extents, self.policy, self.element = buffer, extents, policy, element
        self.size, self.triangle, self.steps = extents[0] * extents[1], triangle, 0
        self.memref = f"memref<{self.size}x{element}>"
        self.seen(extents, ["i", "j"], [])
        self.lines = [f"  {self.handle()} = tileir.view %{buffer} : {self.memref} -> {self.type(extents)}"]

    def handle(self):
        return f"%{self.buffer}{self.steps}"

    def type(self, window):
        return f"!tileir.view<{window[0]}x{window[1]}x{self.element}, {self.map}, {self.policy}>"

    def seen(self, extents, image, limits):
        """The map from `extents` whose points are those of the buffer's matrix at `image`."""
        limits = limits + ([f"{image[1]} le {image[0]} + 3"] if self.triangle else [])
        address = f"{image[0]} * {self.extents[1]} + {image[1]}"
        self.map = f"#tileir.expr<{domain(extents, limits)} -> ({address}) to (a : {self.size})>"
        self.window = extents

    def step(self, operation, before):
        source = self.handle()
        self.steps += 1
        text = operation.format(source)
        self.lines.append(f"  {self.handle()} = {text} : {before} -> {self.type(self.window)}")

    def relabel(self, choose):
        before = self.type(self.window)
        names = choose.choice(["ij", "ji"])
        image = [f"({name} + {choose.randint(-6, 6)})" for name in names]
        limits = [f"0 le {value}, {value} lt {n}" for value, n in zip(image, self.extents)]
        new = [choose.randint(1, 20), choose.randint(1, 20)]
        self.seen(new, image, limits)
        by = f"#tileir.expr<{domain(new)} -> ({', '.join(image)}) to (i, j)>"
        self.step(f"tileir.relabel {{}} by ({by})", before)

    def slice(self, shape, starts):
        before, self.window = self.type(self.window), shape
        self.step(f"tileir.slice {{}}[{', '.join(starts)}]", before)


def kernel(choose, number):
    policy, element = choose.choice(["zero", "predicate"]), choose.choice(["i32", "i8"])
    slots, blocks = choose.choice([1, 2, 4]), choose.choice([1, 3])
    tile = [8, 2 * slots]
    held = f"(thread floordiv 2, thread mod 2 * {slots} + slot) to {domain(tile)}"
    held = f"#tileir.distribution<#tileir.expr<(thread : 16, slot : {slots}) -> {held}>>"

    def some(buffer):
        extents = [choose.randint(1, 20), choose.randint(1, 20)]
        view = View(buffer, extents, policy, element, choose.random() < 0.4)
        if choose.random() < 0.7:
            view.relabel(choose)
        for _ in range(choose.randint(0, 2)):
            shape = [choose.randint(1, 16), choose.randint(1, 16)]
            view.slice(shape, choose.choices(["%c0", "%x", "%y", "%c1"], [5, 2, 1, 1], k=2))
        view.slice(tile, choose.choices(["%c0", "%x", "%y"], [5, 2, 1], k=2))
        return view

    def plain(buffer):
        view = View(buffer, [tile[0] * blocks, tile[1]], policy, element)
        view.slice(tile, ["%x", "%c0"])
        return view

    # What several blocks store must be theirs alone.
    views = [some("from"), plain("to")]
    if blocks == 1 and choose.random() < 0.7:
        views = [plain("from"), some("to")]
    source, destination = views
    memrefs = {"source": source.memref, "destination": destination.memref}
    types = {"source": source.type(tile), "destination": destination.type(tile)}
    print(HEAD.format(number=number, grid=blocks, **memrefs))
    print("\n".join(source.lines + destination.lines))
    print(
        BODY.format(
            tensor=f"tensor<8x{tile[1]}x{element}, {held}>",
            loaded=source.handle(),
            instead=" else %other" if policy == "predicate" else "",
            stored=destination.handle(),
            **types,
        )
    )


def main(seed, kernels):
    choose = random.Random(int(seed))
    for number in range(int(kernels)):
        kernel(choose, number)


main(*sys.argv[1:])
