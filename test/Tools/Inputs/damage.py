"""Damages bytecode at a place, one after the other, and asks that a program reads or refuses what comes of it."""

import pathlib
import random
import subprocess
import sys

program, source, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes(), sys.argv[3], int(sys.argv[4])
chance = random.Random(5)
ends: dict[str, int] = {}
# (One byte after the other is made 0 where there are few: lengths and numbers of what there is not are among them.)
few = len(source) < 400
for number in range(4, len(source), 3) if few else range(count):
    damaged = bytearray(source)
    if few:
        damaged[number] = 0
    for _ in range(0 if few else chance.randint(1, 3)):
        at = chance.randrange(4, len(damaged))
        kind = chance.randrange(3)
        if kind == 0:
            damaged[at] = chance.randrange(256)
        elif kind == 1:
            damaged[at] ^= 1 << chance.randrange(8)
        else:
            del damaged[at : at + chance.randint(1, 4)]
    path = pathlib.Path(folder) / f"damaged-{number}.mlirbc"
    path.write_bytes(damaged)
    for arguments, given in (([str(path)], None), ([], bytes(damaged))):
        ran = subprocess.run([program, *arguments], input=given, capture_output=True, timeout=120)
        said = ran.stderr.decode(errors="replace")
        if ran.returncode not in (0, 1) or ran.returncode == 1 and "error: " not in said:
            sys.exit(f"{path}: exit code {ran.returncode}: {said[:2000]}")
    end = "read" if ran.returncode == 0 else "dies of it" if "dies of it" in said else "refused"
    ends[end] = ends.get(end, 0) + 1
    path.unlink()
for end, times in sorted(ends.items()):
    print(f"{end}: {times}")
