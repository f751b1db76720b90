#!/usr/bin/env python3
"""Times the peers that are installed, and prints the table of `make bench`.

Reads what criterion measured, and the operations, their operands and bars from
`bench/operations.json`; times the same operations by each peer that this Python can import, and
prints ours beside theirs. Nothing is ever installed: a peer that is missing is said to be. Its time
is through its Python interface, the only one that pip installs.

Every number is the fastest sample: what else a machine does only adds to a time.

    scripts/bench_peers.py [--criterion FOLDER]
"""

import argparse
import ast
import json
import os
import timeit
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A peer's sample lasts about this long, in seconds, and is taken this often.
SAMPLE, SAMPLES = 0.002, 150


def measured(folder):
    """{(group, name): nanoseconds} of every criterion bench in `folder`."""
    times = {}
    for file in folder.glob("*/*/new/sample.json"):
        bench = json.loads(file.with_name("benchmark.json").read_text())
        sample = json.loads(file.read_text())
        fastest = min(time / count for time, count in zip(sample["times"], sample["iters"]))
        per_iteration = bench["throughput"]["Elements"]
        times[bench["group_id"], bench["function_id"]] = fastest / per_iteration
    return times


def fastest(work):
    """Nanoseconds that `work` takes in its fastest sample."""
    timer = timeit.Timer(work)
    once = max(min(timer.repeat(repeat=5, number=1)), 1e-9)
    count = max(1, int(SAMPLE / once))
    return min(timer.repeat(repeat=SAMPLES, number=count)) / count * 1e9


def tree(text):
    """`(4,(2,8))` as nested tuples."""
    return ast.literal_eval(text)


class Pycute:
    """NVIDIA's pycute, which comes with the package nvidia-cutlass."""

    name = "pycute"

    def __init__(self):
        import pycute

        self.module = pycute

    def layout(self, text):
        return self.module.Layout(*map(tree, text.split(":")))

    def layouts(self, operation, operands):
        first = self.layout(operands[0])
        if operation in ("coalesce", "right_inverse"):
            return lambda: getattr(self.module, operation)(first)
        second = self.layout(operands[1]) if ":" in operands[1] else tree(operands[1])
        return lambda: getattr(self.module, operation)(first, second)

    def evaluation(self, text):
        layout = self.layout(text)
        point = (1,) * len(layout)
        return lambda: layout(*point)


class Tilelang(Pycute):
    """TileLang's own CuTe algebra, C++ behind a foreign function interface."""

    name = "tilelang"

    def __init__(self):
        import tilelang.layout.cute as cute

        self.module = cute

    def layout(self, text):
        return self.module.make_layout(*map(tree, text.split(":")))

    def evaluation(self, text):
        layout = self.layout(text)
        point = (1,) * len(tree(text.split(":")[0]))
        return lambda: layout(point)


class Triton:
    """Triton's LinearLayout."""

    name = "triton"

    def __init__(self):
        from triton._C.libtriton.linear_layout import LinearLayout

        self.type = LinearLayout

    def linear(self, bases):
        names, sizes = zip(*bases["outs"])
        return self.type.from_bases([tuple(each) for each in bases["ins"]], names, sizes, False)

    def bits(self, operation, operands):
        first = self.linear(operands[0])
        if operation == "compose":
            second = self.linear(operands[1])
            return lambda: first.compose(second)
        # A rank it works out when a layout is made, and not when asked for.
        return first.invert if operation == "invert" else None

    def application(self, bases):
        layout = self.linear(bases)
        point = {name: 1 for name, _ in bases["ins"]}
        return lambda: layout.apply(point)


def peer_times(peer, operations):
    """{name: nanoseconds} of the operations that a peer has."""
    bases = operations["bases"]
    work = {}
    if hasattr(peer, "layouts"):
        for each in operations["layouts"]:
            work[each["name"]] = lambda each=each: peer.layouts(each["operation"], each["operands"])
        for each in operations["maps"]:
            if "layout" in each:
                work[each["name"]] = lambda each=each: peer.evaluation(each["layout"])
    else:
        for each in operations["bits"]:
            operands = [bases[name] for name in each["operands"]]
            work[each["name"]] = lambda each=each, on=operands: peer.bits(each["operation"], on)
        for each in operations["maps"]:
            if "bits" in each:
                work[each["name"]] = lambda each=each: peer.application(bases[each["bits"]])
    times = {}
    for name, prepare in work.items():
        try:
            timed = prepare()
            if timed is None:
                continue
            timed()
        except Exception as error:  # a peer refuses what it does not know, each in its own way
            print(f"{peer.name} does not do {name}: {type(error).__name__} {error}".rstrip())
            continue
        times[name] = fastest(timed)
    return times


def ratio(ours, theirs):
    """Ours to theirs, `1/50` where it is that of a fast one to a slow one."""
    if ours is None:
        return "-"
    return f"{ours / theirs:.1f}" if ours > theirs / 10 else f"1/{theirs / ours:.0f}"


def nanoseconds(time):
    if time is None:
        return "-"
    return f"{time:.1f}" if time < 100 else f"{time:,.0f}"


def print_table(rows):
    """Prints rows of cells, the first left-aligned, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:])]
        print("  ".join([first.ljust(widths[0]), *cells]))


def operations_table(operations, times, peers):
    header = ["ns", "bar", "within", "in bulk", "LayoutMap", "attribute", "peer", "ns", "ours/peer"]
    rows = [["operation", *header]]
    for each in operations["layouts"] + operations["bits"] + operations["maps"]:
        name, bar = each["name"], each.get("bar")
        ours = times.get(("direct", name))
        row = [name, nanoseconds(ours), nanoseconds(bar)]
        row.append("-" if bar is None or ours is None else "yes" if ours <= bar else "NO")
        row += [nanoseconds(times.get((group, name))) for group in ("bulk", "map", "attribute")]
        theirs = [(time[name], peer) for peer, time in peers.items() if name in time]
        beside = [[peer, nanoseconds(time), ratio(ours, time)] for time, peer in sorted(theirs)]
        beside = beside or [["-", "-", "-"]]
        rows.append(row + beside[0])
        rows += [[""] * len(row) + other for other in beside[1:]]
    road = "fuse and normalize"
    rows.append([road, *["-"] * 4, nanoseconds(times.get(("map", road))), *["-"] * 4])
    print_table(rows)


def growth_tables(times):
    """A line a task, a column a size; the sizes are the numbers in the benches' names."""
    for kind in ("points", "modes", "bits"):
        tasks = sorted({group for group, _ in times if group.startswith(f"{kind}, ")})
        number = lambda name: int("".join(filter(str.isdigit, name.removeprefix("2^"))))
        sizes = sorted({name for group, name in times if group in tasks}, key=number)
        if tasks:
            rows = [[f"ns by {kind}", *sizes]]
            rows += [[task.removeprefix(f"{kind}, "),
                      *(nanoseconds(times.get((task, size))) for size in sizes)] for task in tasks]
            print()
            print_table(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    place = os.environ.get("CRITERION_HOME", Path(target, "criterion"))
    parser.add_argument("--criterion", type=Path, default=place, help="where criterion's results are")
    folder = parser.parse_args().criterion
    times = measured(folder)
    if not times:
        raise SystemExit(f"{folder}: nothing measured; `make bench` does")
    operations = json.loads((ROOT / "bench/operations.json").read_text())
    peers = {}
    for kind in (Pycute, Tilelang, Triton):
        try:
            peer = kind()
        except ImportError as error:
            print(f"{kind.name}: not installed ({error})")
            continue
        peers[kind.name] = peer_times(peer, operations)
        print(f"{kind.name}: {len(peers[kind.name])} operations")
    print()
    operations_table(operations, times, peers)
    growth_tables(times)


if __name__ == "__main__":
    main()
