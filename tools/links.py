#!/usr/bin/env python3
"""Checks what the documentation points at.

    tools/links.py      fails, with file and line, where something is not there

Relative links of every Markdown file lead to files of the repository, and their anchors
to headings. What stands between backticks and reads like a file, `path/file.rs`, in
Markdown or in a comment of Rust, is the end of the path of one; where it names a folder, of
no other.
"""

import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                       capture_output=True, text=True, check=True).stdout.split("\n")[:-1]
NAMED = collections.defaultdict(list)  # by last component
for path in FILES:
    NAMED[path.rpartition("/")[2]].append("/" + path)

LINK = re.compile(r"\]\(([^()\s]+)\)")
MENTION = re.compile(r"`([\w./{},*-]+\.(?:rs|py|md|mlir|test|txt|cpp|td|jsonl))`")
# Of no file here: the pass that CONTRIBUTING.md has somebody write, and CuTe's documentation.
ELSEWHERE = {"my_pass.rs", "01_layout.md", "02_layout_algebra.md"}


def lines(path, comments):
    """The numbered lines of a file, or of its comments; no blocks of code."""
    code = False
    for number, line in enumerate((ROOT / path).read_text().split("\n"), 1):
        if comments:
            start = re.match(r"\s*//[/!]?", line)
            if not start:
                code = False
                continue
            line = line[start.end() :]
        if line.strip().startswith("```"):
            code = not code
        elif not code:
            yield number, line


def anchors(path):
    """The anchors of a Markdown file's headings, as GitHub makes them."""
    for _, line in lines(path, comments=False):
        if line.startswith("#"):
            title = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
            yield title.replace(" ", "-")


def wrong_link(path, target):
    """What is wrong with a link, if something is."""
    if re.match(r"[a-z]+:", target):
        return None
    file, _, anchor = target.partition("#")
    to = (ROOT / path).parent / file if file else ROOT / path
    if not to.exists():
        return f"{target}: no such file"
    if anchor and to.suffix == ".md" and anchor not in anchors(to.resolve().relative_to(ROOT)):
        return f"{target}: no such heading"
    return None


def alternatives(mention):
    """`a/{b,c}.rs` as `a/b.rs` and `a/c.rs`."""
    if not (found := re.search(r"\{([^}]*)\}", mention)):
        return [mention]
    before, after = mention[: found.start()], mention[found.end() :]
    return [m for one in found[1].split(",") for m in alternatives(before + one + after)]


def wrong_mention(mention):
    """What is wrong with the name of a file, if something is."""
    for name in alternatives(mention):
        last = name.rpartition("/")[2]
        if last in ELSEWHERE:
            continue
        found = [f for f in NAMED[last] if fnmatch.fnmatch(f, f"*/{name}")]
        if not found:
            return f"`{mention}`: no such file"
        if "/" in name and "*" not in name and len(found) > 1:
            return f"`{mention}`: may be any of {', '.join(f[1:] for f in found)}"
    return None


def main():
    wrong = 0
    for path in FILES:
        if not path.endswith((".md", ".rs")):
            continue
        for number, line in lines(path, comments=path.endswith(".rs")):
            said = [wrong_mention(m) for m in MENTION.findall(line)]
            if path.endswith(".md"):
                said += [wrong_link(path, t) for t in LINK.findall(line)]
            for what in filter(None, said):
                print(f"{path}:{number}: {what}")
                wrong += 1
    sys.exit(1 if wrong else 0)


main()
