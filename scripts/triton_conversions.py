#!/usr/bin/env python3
"""Counts Triton's half of tests/interop_triton/conversions.json again.

Each row's conversions are compiled by Triton's own lowering, for the file's target, each as a
kernel of nothing else: it is given a tensor and a tensor of pointers, converts the one and stores
it by the other. Without the conversion the kernel must have none of the instructions that are
counted. The wavefronts of an access are those of its addresses in all threads, over 32 banks of 4
bytes, with as many lanes together as the banks have bytes for.

    scripts/triton_conversions.py

runs on a Python that has Triton; 3.6 and 3.9 are known to do. Ends with 1 if a row says something
else.
"""

import collections
import json
import re
import sys
import tempfile
from pathlib import Path

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget, Language
from triton.compiler.compiler import make_backend

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "interop_triton"
BANKS, BANK_BYTES = 32, 4
WORD = (1 << 32) - 1


def signed(x, bits):
    return x - ((x >> (bits - 1) & 1) << bits)


# `or disjoint i32 %1, %2`, `icmp eq i32 %1, 0`, `select i1 %1, i32 %2, i32 %3`.
COMPUTED = r"(?:icmp )?(\w+) .*?(?:i1|i32) (\S+), (?:i32 )?(\S+?)(?:, i32 (\S+))?$"

# What is computed of 32-bit numbers on the way to an address, in PTX and in LLVM IR.
ARITHMETIC = {
    "mov": lambda x: x,
    "neg": lambda x: -x,
    "shl": lambda x, by: x << by,
    "shr": lambda x, by: x >> by,
    "lshr": lambda x, by: x >> by,
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "add": lambda x, y: x + y,
    "mul": lambda x, y: x * y,
    "eq": lambda x, y: int(x == y),
    "ne": lambda x, y: int(x != y),
    "select": lambda which, x, y: x if which else y,
    "selp": lambda x, y, which: x if which else y,
    "bfe.u32": lambda x, at, bits: x >> at & (1 << bits) - 1,
    "bfe.s32": lambda x, at, bits: signed(x >> at & (1 << bits) - 1, bits),
}


class Kernel:
    """The shared accesses and barriers of straight-line code, with every thread's addresses."""

    def __init__(self, threads, lanes):
        self.threads, self.lanes = threads, lanes
        self.values = {}
        self.accesses = []  # (name, whether it reads, bytes of a lane, addresses)
        self.barriers = 0
        self.shuffles = 0

    def value(self, name):
        if name in ("global_smem", "@global_smem"):
            return [0] * self.threads
        return self.values.get(name) or [int(name, 0)] * self.threads

    def compute(self, result, operation, operands):
        """What does not lead to an address may be anything, and is forgotten."""
        try:
            columns = [self.value(operand) for operand in operands]
            rows = zip(*columns, strict=True)
            self.values[result] = [ARITHMETIC[operation](*row) & WORD for row in rows]
        except (KeyError, TypeError, ValueError):
            self.values.pop(result, None)

    def access(self, name, reads, size, base, offset=0):
        self.accesses.append((name, reads, size, [at + offset for at in self.value(base)]))

    def wavefronts(self):
        return sum(self.wavefronts_of(size, at) for _, _, size, at in self.accesses)

    def wavefronts_of(self, size, addresses):
        together = min(self.lanes, BANKS * BANK_BYTES // size)
        total = 0
        for first in range(0, self.threads, together):
            words = collections.defaultdict(set)
            for at in addresses[first : first + together]:
                for word in range(at // BANK_BYTES, (at + size - 1) // BANK_BYTES + 1):
                    words[word % BANKS].add(word)
            total += max(map(len, words.values()))
        return total

    def side(self, reads):
        """Such as `16 ld.shared.v4.b32`."""
        counts = collections.Counter(name for name, own, _, _ in self.accesses if own == reads)
        return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def of_ptx(text, kernel):
    for line in text.splitlines():
        found = re.match(r"\s*([a-z][\w.]*)\s+(.*);", line)
        if not found:
            continue
        name, operands = found.groups()
        if name.startswith("bar"):
            kernel.barriers += 1
        elif name.startswith("shfl"):
            kernel.shuffles += 1
        elif matrices := re.match(r"(ld|st)matrix\S*\.x4(\.trans)?", name):
            # Each lane gives the address of one row of a matrix, of 16 bytes.
            short = f"{matrices[1]}matrix.x4{matrices[2] or ''}"
            kernel.access(short, matrices[1] == "ld", 16, *address(operands))
        elif found := re.match(r"(ld|st)\.shared(?:\.v(\d))?\.b(\d+)$", name):
            size = int(found[2] or 1) * int(found[3]) // 8
            kernel.access(name, found[1] == "ld", size, *address(operands))
        elif "shared" in name or "matrix" in name:
            sys.exit(f"an access that is not known here: {line.strip()}")
        else:
            parts = [part.strip() for part in operands.split(",")]
            short = name if name.startswith("bfe") else name.split(".")[0]
            if short == "setp":
                short = name.split(".")[1]
            if parts[1:] == ["%tid.x"]:
                kernel.values[parts[0]] = list(range(kernel.threads))
            else:
                kernel.compute(parts[0], short, parts[1:])


def address(operands):
    found = re.search(r"\[([^+\]]+)(?:\+(-?\d+))?\]", operands)
    return found[1], int(found[2] or 0)


def of_amd(module, assembly, kernel):
    """The addresses from LLVM IR, the names from the assembly, both in one order of kinds."""
    names = {read: re.findall(rf"^\s+(ds_{read}\S*)", assembly, re.M) for read in ("write", "read")}
    names = {kind: [n.removesuffix("_d16_hi") for n in own] for kind, own in names.items()}
    kernel.shuffles = len(re.findall(r"^\s+(?:ds_b?permute|v_permlane)", assembly, re.M))
    for line in module.splitlines():
        line = line.split(", !dbg")[0].strip()
        result, _, code = line.rpartition(" = ")
        if "@llvm.amdgcn.s.barrier" in code and "call" in code:
            kernel.barriers += 1
        elif "workitem.id.x" in code and "call" in code:
            kernel.values[result] = list(range(kernel.threads))
        elif found := re.search(r"readfirstlane\.i32\(i32 (\S+)\)", code):
            of = kernel.value(found[1])
            kernel.values[result] = [of[at - at % kernel.lanes] for at in range(kernel.threads)]
        elif found := re.match(r"(store|load) .*ptr addrspace\(3\) (\S+),", code):
            half = re.match(r"(?:store|load) <(\d+) x half>", code)
            if not half:
                sys.exit(f"an access that is not known here: {line}")
            reads = found[1] == "load"
            name = names["read" if reads else "write"].pop(0)
            kernel.access(name, reads, 2 * int(half[1]), found[2])
        elif found := re.match(r"getelementptr .*addrspace\(3\) (\S+), i32 (\S+)$", code):
            kernel.compute(result, "add", found.groups())
        elif found := re.match(COMPUTED, code):
            kernel.compute(result, found[1], [operand for operand in found.groups()[1:] if operand])
    if any(names.values()):
        sys.exit(f"accesses that LLVM IR does not have: {names}")


def source(text, line, converts):
    """A module with the conversion in this line, or with a tensor of its result in its place."""
    lines = text.splitlines()
    aliases = [line for line in lines if line.startswith("#")]
    module = next(line for line in lines if line.startswith("module"))
    of, to = re.search(r"convert_layout %\S+ : (.*) -> (.*)$", lines[line - 1]).groups()
    # A bit is given and stored as a byte.
    given, stored = (own.replace("xi1,", "xi8,") for own in (of, to))
    pointers = re.sub(r"x([a-z]+\d+), ", r"x!tt.ptr<\1>, ", stored, count=1)
    argument, kind, kept = ("%x", of, given) if converts else ("%z", to, stored)
    body = []
    if kind != kept:
        body += [f"%zero = arith.constant dense<0> : {kept}"]
        body += [f"%bits = arith.cmpi ne, {argument}, %zero : {kept}"]
        argument = "%bits"
    if converts:
        body += [f"%y = ttg.convert_layout {argument} : {of} -> {to}"]
        argument = "%y"
    if to != stored:
        body += [f"%bytes = arith.extui {argument} : {to} to {stored}"]
        argument = "%bytes"
    body += [f"tt.store %p, {argument} : {pointers}", "tt.return"]
    head = f"tt.func public @f(%x: {given}, %z: {stored}, %p: {pointers}) {{"
    return "\n".join([*aliases, module, head, *body, "}", "}", ""])


def compiled(text, line, converts):
    target = re.search(r'ttg.target = "(\w+):(\w+)"', text)
    lanes = int(re.search(r'threads-per-warp" = (\d+)', text)[1])
    warps = int(re.search(r'num-warps" = (\d+)', text)[1])
    cuda = target[1] == "cuda"
    backend = make_backend(GPUTarget(target[1], int(target[2]) if cuda else target[2], lanes))
    options = backend.parse_options({"num_warps": warps})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "conversion.ttgir"
        path.write_text(source(text, line, converts))
        module = ir.parse_mlir_module(str(path), context)
        module.context = context
    stages, metadata = {}, dict(options.__dict__)
    backend.add_stages(stages, options, Language.TRITON)
    llvm = str(stages["llir"](module, metadata))
    code = str(stages["ptx" if cuda else "amdgcn"](llvm, metadata))
    kernel = Kernel(warps * lanes, lanes)
    if cuda:
        of_ptx(code, kernel)
    else:
        of_amd(llvm, code, kernel)
    return kernel, metadata["shared"]


def row(text, line):
    bare, shared = compiled(text, line, False)
    if shared or bare.accesses or bare.barriers or bare.shuffles:
        sys.exit(f"line {line}: the kernel without the conversion has accesses of its own")
    kernel, shared = compiled(text, line, True)
    return {
        "bytes": shared,
        "writes": kernel.side(False),
        "reads": kernel.side(True),
        "accesses": len(kernel.accesses),
        "wavefronts": kernel.wavefronts(),
        "shuffles": kernel.shuffles,
        "barriers": kernel.barriers,
    }


def main():
    differ = False
    for expected in json.loads((FOLDER / "conversions.json").read_text()):
        text = (FOLDER / "ttgir" / f"{expected['file']}.ttgir").read_text()
        for line in expected["lines"]:
            found = row(text, line)
            same = found == expected["triton"]
            differ |= not same
            says = "as the table says" if same else json.dumps(found)
            print(f"{expected['file']}:{line}: {says}")
    sys.stdout.flush()
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
