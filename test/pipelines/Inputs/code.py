"""Takes the code out of the first gpu.object of a module's text.

MLIR escapes a byte as a backslash and two hexadecimal digits, and a backslash
or a quote as a backslash and itself.

Usage: code.py MODULE CODE
"""

import re
import sys


def unescaped(match):
    word = match.group(1)
    return word if word in (b"\\", b'"') else bytes([int(word, 16)])


def main(module, code):
    with open(module, "rb") as file:
        text = file.read()
    found = re.search(rb'(?:assembly|bin) = "((?:[^"\\]|\\.)*)"', text)
    if found is None:
        sys.exit(f"{module}: no gpu.object with assembly or bin")
    escape = rb'\\([0-9A-F]{2}|\\|")'
    with open(code, "wb") as file:
        file.write(re.sub(escape, unescaped, found.group(1)))


main(*sys.argv[1:])
