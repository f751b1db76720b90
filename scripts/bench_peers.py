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
# A peer's sample lasts about this long, in seconds, and is taken this often, or as often as there
# is time for.
SAMPLE, SAMPLES, MOST = 0.002, 150, 2.0
# How long a prover may look for an answer, in seconds.
PATIENCE = 60


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
    once = timer.timeit(number=1)
    if once < SAMPLE:
        once = max(min(timer.repeat(repeat=5, number=1)), 1e-9)
    count = max(1, int(SAMPLE / once))
    samples = max(1, min(SAMPLES, int(MOST / (once * count))))
    return min(timer.repeat(repeat=samples, number=count)) / count * 1e9


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


class Isl:
    """Presburger sets: the pairs of different points with one value are none."""

    name = "isl"

    def __init__(self):
        import islpy

        self.module = islpy

    def question(self, form):
        """A function that says whether the map of a form is injective."""
        names = {}
        for name, value in form["let"].items():
            names[name] = presburger(value, names)
        value = ", ".join(presburger(each, names) for each in form["value"])
        domain = " and ".join(f"0 <= {axis} < {end}" for axis, end in form["domain"].items())
        text = f"{{ [{', '.join(form['domain'])}] -> [{value}] : {domain} }}"

        def injective():
            relation = self.module.Map(text)
            pairs = relation.apply_range(relation.reverse())
            ordered = self.module.Map.lex_lt(relation.get_space().domain())
            return pairs.intersect(ordered).is_empty()

        return injective


def presburger(text, names):
    """An expression as isl reads it; `names` are what its names stand for."""
    signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "mod"}

    def words(node):
        if isinstance(node, ast.Name):
            return names.get(node.id, node.id)
        if isinstance(node, ast.Constant):
            return str(node.value)
        left, right = words(node.left), words(node.right)
        if isinstance(node.op, ast.FloorDiv):
            return f"floor({left}/{right})"
        return f"({left} {signs[type(node.op)]} {right})"

    return words(ast.parse(text, mode="eval").body)


class Z3:
    """Integers in an SMT solver: two points, one before the other, have no common value."""

    name = "z3"

    def __init__(self):
        import z3

        self.module = z3

    def question(self, form):
        """A function that says whether the map of a form is injective; fails if z3 does not."""
        # Division of its integers, which rounds down where the divisor is positive, is `/`.
        code = lambda text: compile(text.replace("//", "/"), "<form>", "eval")
        lets = {name: code(text) for name, text in form["let"].items()}
        values = [code(text) for text in form["value"]]
        z3 = self.module

        def injective():
            solver = z3.Solver()
            solver.set("timeout", PATIENCE * 1000)
            points, images = [], []
            for letter in "pq":
                point = {axis: z3.Int(letter + axis) for axis in form["domain"]}
                for axis, end in form["domain"].items():
                    solver.add(0 <= point[axis], point[axis] < end)
                known = dict(point)
                for name, value in lets.items():
                    known[name] = eval(value, known)
                images.append([eval(value, known) for value in values])
                points.append(list(point.values()))
            solver.add(*(p == q for p, q in zip(*images)))
            first, second = points
            same = lambda end: [p == q for p, q in zip(first[:end], second)]
            less = (z3.And(*same(k), first[k] < second[k]) for k in range(len(first)))
            solver.add(z3.Or(*less))
            answer = solver.check()
            if answer == z3.unknown:
                raise TimeoutError(solver.reason_unknown())
            return answer == z3.unsat

        return injective


def prover_times(prover, operations):
    """{form: nanoseconds} of the forms that a prover decides as it should."""
    times = {}
    for each in operations["proofs"]:
        name = each["form"]
        if name in times:
            continue
        question = prover.question(operations["forms"][name])
        try:
            answer = question()
            if answer != ("injective" in each["holds"]):
                print(f"{prover.name} is wrong about {name}: injective is {answer}")
                continue
            times[name] = fastest(question)
        except Exception as error:  # a prover gives up, each in its own way
            print(f"{prover.name} does not decide {name}: {type(error).__name__} {error}".rstrip())
    return times


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


def timed(kinds, work, what, operations):
    """{name: times} of the kinds of peers that are installed; those that are not are named."""
    found = {}
    for kind in kinds:
        try:
            peer = kind()
        except ImportError as error:
            print(f"{kind.name}: not installed ({error})")
            continue
        found[kind.name] = work(peer, operations)
        print(f"{kind.name}: {len(found[kind.name])} {what}")
    return found


def ratio(ours, theirs):
    """Ours to theirs, `1/50` where it is that of a fast one to a slow one."""
    if ours is None:
        return "-"
    return f"{ours / theirs:.1f}" if ours > theirs / 10 else f"1/{theirs / ours:,.0f}"


def nanoseconds(time):
    if time is None:
        return "-"
    return f"{time:.1f}" if time < 100 else f"{time:,.0f}"


def within(time, bar):
    return "-" if bar is None or time is None else "yes" if time <= bar else "NO"


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
        row.append(within(ours, bar))
        row += [nanoseconds(times.get((group, name))) for group in ("bulk", "map", "attribute")]
        theirs = [(time[name], peer) for peer, time in peers.items() if name in time]
        beside = [[peer, nanoseconds(time), ratio(ours, time)] for time, peer in sorted(theirs)]
        beside = beside or [["-", "-", "-"]]
        rows.append(row + beside[0])
        rows += [[""] * len(row) + other for other in beside[1:]]
    road = "fuse and normalize"
    rows.append([road, *["-"] * 4, nanoseconds(times.get(("map", road))), *["-"] * 4])
    print_table(rows)


def proofs_table(operations, times, provers):
    """Our four facts of a map, beside the provers' answer to whether it is injective."""
    peers = [cell for prover in provers for cell in (prover, f"ours/{prover}")]
    rows = [["proof, ns", "decide", "build, decide", "bar", "within", "read, decide", *peers]]
    groups = ("proof", "proof of a map built", "proof of a text")
    for each in operations["proofs"]:
        name, bar = each["name"], each["bar"]
        if isinstance(bar, dict):
            other = times.get(("proof of a map built", bar["of"]))
            bar = other and bar["times"] * other
        decide, build, read = (times.get((group, name)) for group in groups)
        row = [name, nanoseconds(decide), nanoseconds(build), nanoseconds(bar)]
        row += [within(build, bar), nanoseconds(read)]
        for known in provers.values():
            theirs = known.get(each["form"])
            row += [nanoseconds(theirs), ratio(read, theirs) if theirs else "-"]
        rows.append(row)
    print()
    print_table(rows)


def modules_table(operations, times):
    """A column a module; what grows is the time beyond that of the module before it."""
    modules = operations["modules"]
    counts = modules["obligations"]
    whole = [times.get(("module", f"{count} obligations")) for count in counts]
    each = [None]
    for place in range(1, len(counts)):
        before, after = whole[place - 1 : place + 1]
        more = counts[place] - counts[place - 1]
        each.append(None if before is None or after is None else (after - before) / more)
    cells = lambda numbers, unit: [n and f"{n / unit:,.1f}" or "-" for n in numbers]
    print()
    print_table([
        ["obligations", *(f"{count:,}" for count in counts), "bar", "within"],
        ["whole command, ms", *cells(whole, 1e6), f"{modules['bar'] / 1e6:,.0f}",
         within(whole[-1], modules["bar"])],
        ["each further one, us", *cells(each, 1e3), "-", "-"],
    ])


def bounded_table(times, header, names, groups, bar):
    """A line each of what has one bar, in us, and of what is timed beside it."""
    rows = [header]
    for name in names:
        alone, beside = (times.get((group, name)) for group in groups)
        cells = [nanoseconds(t and t / 1e3) for t in (alone, bar)]
        rows.append([name, *cells, within(alone, bar), nanoseconds(beside and beside / 1e3)])
    print()
    print_table(rows)


def imports_table(operations, times):
    """A line a module of TTGIR."""
    imports, groups = operations["imports"], ("import", "import and report")
    header = ["import, us", "module", "bar", "within", "and report"]
    bounded_table(times, header, imports["files"], groups, imports["bar"])


def plans_table(operations, times):
    """A line a pair of distributions of one tile."""
    plans, groups = operations["plans"], ("plan", "proof of a plan")
    header = ["plan, us", "cheapest", "bar", "within", "and its proof"]
    bounded_table(times, header, plans["wanted"], groups, plans["bar"])


def kernels_table(operations, times):
    """A line a size of the tile program, with the part of the time that the project's passes take."""
    kernels = operations["kernels"]
    rows = [["text to PTX, ms", "all", "bar", "within", "passes", "bar", "within"]]
    cell = lambda t: f"{t / 1e6:,.1f}" if t else "-"
    for size, bar in kernels["bars"].items():
        name = f"{size} elements a lane"
        alone, passes = (times.get((group, name)) for group in ("text to PTX", "passes"))
        own = kernels["passes_bar"]
        rows.append([name, cell(alone), cell(bar), within(alone, bar), cell(passes), cell(own), within(passes, own)])
    print()
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
    peers = timed((Pycute, Tilelang, Triton), peer_times, "operations", operations)
    provers = timed((Isl, Z3), prover_times, "proofs", operations)
    print()
    operations_table(operations, times, peers)
    growth_tables(times)
    proofs_table(operations, times, provers)
    modules_table(operations, times)
    imports_table(operations, times)
    plans_table(operations, times)
    kernels_table(operations, times)


if __name__ == "__main__":
    main()
