"""Runs a command that must succeed in time: within.py SECONDS COMMAND …"""

import subprocess
import sys

try:
    sys.exit(subprocess.run(sys.argv[2:], timeout=float(sys.argv[1])).returncode)
except subprocess.TimeoutExpired:
    sys.exit(f"not done in {sys.argv[1]} s: {' '.join(sys.argv[2:])}")
