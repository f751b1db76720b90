"""A module with an attribute that nests 100,000 levels.

    nested.py OPEN CLOSE [OPEN CLOSE]

The last pair nests; a pair before it stands around the whole.
"""

import sys

LEVELS = 100_000
pairs = sys.argv[1:]
text = pairs[-2] * LEVELS + pairs[-1] * LEVELS
if len(pairs) == 4:
    text = pairs[0] + text + pairs[1]
print("module attributes {tileir.x = " + text + "} {}")
