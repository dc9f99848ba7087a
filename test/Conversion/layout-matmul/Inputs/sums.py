"""Whether the last of three matrices that layout-interp prints is the product of the others, exactly."""

import json
import sys

a, b, c = (json.loads(line) for line in sys.stdin)
(m, k), (_, n) = a["shape"], b["shape"]
rows = [a["values"][i * k : (i + 1) * k] for i in range(m)]
columns = [b["values"][j::n] for j in range(n)]
sums = [sum(x * y for x, y in zip(row, column)) for row in rows for column in columns]
wrong = sum(x != y for x, y in zip(sums, c["values"], strict=True))
print(f"{len(sums)} sums, {wrong} wrong")
sys.exit(wrong > 0)
