#!/usr/bin/env python3
"""Runs the lints, the Rust tests, the peers' cases and the lit tests, and counts all results.

Everything runs, whatever fails before it. The last line is the sum, such as
`412 passed, 0 failed, 3 skipped`; the exit status is 1 if anything failed.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PREFIX = Path(os.environ.get("MLIR_PREFIX", "/usr/lib/llvm-22"))
CARGO = os.environ.get("CARGO", "cargo")


class Tally:
    """How many tests passed, failed and were skipped."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, passed=0, failed=0, skipped=0):
        self.passed += passed
        self.failed += failed
        self.skipped += skipped

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def run(name, command):
    """Runs `command` with its output shown; gives its status and its output."""
    print(f"== {name}", flush=True)
    process = subprocess.Popen(
        command, cwd=ROOT, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    lines = []
    for line in process.stdout:
        print(line, end="", flush=True)
        lines.append(line)
    return process.wait(), "".join(lines)


def lints(tally):
    """Each lint that passes is one test that passes."""
    status, _ = run("lint", ["make", "--no-print-directory", "lint"])
    tally.add(passed=status == 0, failed=status != 0)


def rust_tests(tally):
    """The tests of every crate."""
    cargo_test(tally, "cargo test", [CARGO, "test", "--workspace", "--no-fail-fast"])


def cargo_test(tally, name, command):
    """Adds up what each test binary says of itself."""
    status, output = run(name, command)
    counts = re.findall(r"^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored", output, re.M)
    for passed, failed, ignored in counts:
        tally.add(int(passed), int(failed), int(ignored))
    if status != 0 and not any(int(failed) for _, failed, _ in counts):
        tally.add(failed=1)  # it did not build, or a test binary died


def z3_tests(tally):
    """The strategy that is behind a feature; skipped where the library is not here."""
    if not any(Path(folder, "z3.h").exists() for folder in ("/usr/include", "/usr/local/include")):
        print("skipped proof_z3: there is no z3.h (Debian's package is libz3-dev)", flush=True)
        tally.add(skipped=1)
        return
    command = [CARGO, "test", "--package", "tileir", "--features", "z3", "--test", "proof_z3"]
    cargo_test(tally, "cargo test with z3", command)


def lit_tests(tally):
    """Adds up lit's own report."""
    status, _ = run("cargo build", [CARGO, "build", "--quiet", "--workspace"])
    if status != 0:
        tally.add(failed=1)
        return
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run("lit", [str(PREFIX / "bin/lit"), "-sv", "--output", str(report), "test"])
        try:
            tests = json.loads(report.read_text())["tests"]
        except (OSError, ValueError):
            tally.add(failed=1)  # lit itself failed
            return
    for test in tests:
        code = test["code"]
        if code == "UNSUPPORTED":
            print(f"skipped {test['name']}: {test['output'].strip()}", flush=True)
        tally.add(
            passed=code in ("PASS", "FLAKYPASS", "XFAIL"),
            failed=code in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT"),
            skipped=code in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"),
        )


def oracles(tally):
    """Adds up the last line of the table: cases, passed, peer wrong, failed, not supported."""
    status, output = run("oracles", ["make", "--no-print-directory", "oracles"])
    total = re.search(r"^total +\d+ +(\d+) +(\d+) +(\d+) +(\d+)$", output, re.M)
    if total:
        passed, peer_wrong, failed, skipped = map(int, total.groups())
        tally.add(passed + peer_wrong, failed, skipped)
    if status != 0 and not (total and int(total.group(3))):
        tally.add(failed=1)  # it did not build, or an operation is not known


def main():
    tally = Tally()
    for suite in (lints, rust_tests, z3_tests, oracles, lit_tests):
        suite(tally)
    print(tally)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
