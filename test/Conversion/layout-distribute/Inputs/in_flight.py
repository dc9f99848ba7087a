"""Whether PTX leaves the registers of A alone that a wgmma under way reads: stdin, which has one loop with products.

The lines of the loop are read twice, one iteration after the other, whatever they branch to. (PTX ISA, wgmma.mma_async: who writes such a
register before a wait_group that is for it is not defined.)
"""

import re
import sys

lines = sys.stdin.read().splitlines()
products = [at for at, line in enumerate(lines) if "wgmma.mma_async" in line]
labels = {line.split(":")[0]: at for at, line in enumerate(lines) if re.match(r"\$\w+:", line)}
jumps = [(labels[name], at) for at, line in enumerate(lines) for name in re.findall(r"bra(?:\.uni)?\s+(\$\w+);", line) if name in labels]
around = [(first, last) for first, last in jumps if first < last and any(first < at < last for at in products)]
if not around:
    sys.exit("no loop with products")
first, last = min(around, key=lambda loop: loop[1] - loop[0])
open_group, groups, seen, wrong = set(), [], 0, []
for line in 2 * lines[first : last + 1]:
    if "wgmma.mma_async" in line:
        lists = re.findall(r"\{([^{}]*)\}", line.split("mma_async")[1])
        taken = set(re.findall(r"%\w+", lists[1])) if len(lists) > 1 else set()
        open_group |= taken
        seen += bool(taken)
    elif "wgmma.commit_group" in line:
        groups.append(open_group)
        open_group = set()
    elif found := re.search(r"wgmma.wait_group\S*\s+(\d+)", line):
        groups = groups[len(groups) - int(found[1]) :] if int(found[1]) else []
    elif found := re.match(r"\s*(?:@\S+\s+)?(?:ld|mov|cvt|ldmatrix)\S*\s+(\{[^}]*\}|%\w+)", line):
        both = set(re.findall(r"%\w+", found[1])) & set().union(open_group, *groups)
        wrong += [f"{line.strip()} writes {register}" for register in both]
print("\n".join(wrong) or f"right: {seen // 2} products with A in registers")
sys.exit(bool(wrong))
