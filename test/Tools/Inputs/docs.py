"""What documents say that layout-calc prints is what it prints: docs.py FILE…; a line of … is any number of lines."""

import pathlib
import re
import shlex
import subprocess
import sys

failed = seen = 0
for name in sys.argv[1:]:
    for block in re.findall(r"^```\w*\n(.*?)^```", pathlib.Path(name).read_text(), re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, said = part.partition("\n")
            words = shlex.split(command)
            if words[0] != "layout-calc" or "-o" in words:
                continue
            printed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
            lines = lambda text: "\n".join(line.rstrip() for line in text.strip().splitlines())
            pattern = ".*".join(re.escape(piece) for piece in re.split(r"^ *…$", lines(said), flags=re.M))
            seen += 1
            if not re.fullmatch(pattern, lines(printed) + "\n" * said.strip().endswith("…"), re.S):
                failed += 1
                print(f"{name}: {command}\nsays:\n{said}\nprints:\n{printed}")
print(f"{seen} commands, {failed} print something else")
sys.exit(failed > 0)
