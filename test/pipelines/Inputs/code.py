"""Takes the code out of one gpu.object of a module's text, the first by default.

MLIR escapes a byte as a backslash and two hexadecimal digits, and a backslash
or a quote as a backslash and itself.

Usage: code.py MODULE CODE [NUMBER]
"""

import re
import sys


def unescaped(match):
    word = match.group(1)
    return word if word in (b"\\", b'"') else bytes([int(word, 16)])


def main(module, code, number="0"):
    with open(module, "rb") as file:
        text = file.read()
    found = list(re.finditer(rb'(?:assembly|bin) = "((?:[^"\\]|\\.)*)"', text))
    if len(found) <= int(number):
        sys.exit(f"{module}: {len(found)} objects with assembly or bin, none is number {number}")
    escape = rb'\\([0-9A-F]{2}|\\|")'
    with open(code, "wb") as file:
        file.write(re.sub(escape, unescaped, found[int(number)].group(1)))


main(*sys.argv[1:])
