#!/usr/bin/env python3
"""The book of docs/: its check, and what mdBook needs to make it.

    tools/book.py           fails where a page of docs/ is not in its SUMMARY, or not once, or a page of it is not there

mdBook runs it too, as book.toml says. A page that is nothing but a link to a Markdown file elsewhere in the repository is
taken for that file. Links to pages then lead to their place in the book, and what is no page, such as sources, is named
without a link.
"""

import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ENTRY = re.compile(r"\[.+\]\(([^)]+)\)")
ELSEWHERE = re.compile(r"\[[^\]]+\]\((\.\./[^)#]+\.md)\)")
# A block of code, code in a line, or a link; a name of Rust's documentation is a link without a target.
PIECE = re.compile(r"^```.*?^```|`[^`\n]+`(?!\])|(!?)\[((?:[^\[\]]|\[[^\]]*\])+)\]\(([^()\s]+)\)|\[(`[^`\]]+`)\](?![(\[:])", re.M | re.S)


def source(page):
    """The file that a page shows: itself, or the one elsewhere that it is a link to."""
    alone = ELSEWHERE.fullmatch((DOCS / page).read_text().strip())
    return (DOCS / alone[1]).resolve() if alone else DOCS / page


def pages():
    """The pages of the SUMMARY, in its order."""
    return ENTRY.findall((DOCS / "SUMMARY.md").read_text())


def in_book(text, file, page, places):
    """The text of a file as that of a page: its links lead to `places`, pages by file."""

    def piece(match):
        image, label, target, name = match.groups()
        if name:
            return name
        if target is None or re.match(r"[a-z]+:|#", target):
            return match[0]
        path, _, anchor = target.partition("#")
        place = places.get((file.parent / path).resolve())
        if place is None:
            return label if not image else match[0]
        to = os.path.relpath(place, pathlib.PurePath(page).parent)
        return f"[{label}]({to}{'#' + anchor if anchor else ''})"

    return PIECE.sub(piece, text)


def preprocess():
    """mdBook's protocol: the context and the book in, the book out."""
    _, book = json.load(sys.stdin)
    # mdBook calls a README the index.
    places = {source(page): re.sub(r"README\.md$", "index.md", page) for page in pages()}

    def chapter(item):
        part = item.get("Chapter") if isinstance(item, dict) else None
        if part is None:
            return
        page = part["source_path"]
        if page is not None:
            file = source(page)
            text = part["content"] if file == DOCS / page else file.read_text()
            part["content"] = in_book(text, file, page, places)
        for below in part["sub_items"]:
            chapter(below)

    for item in book["items"]:
        chapter(item)
    json.dump(book, sys.stdout)


def check():
    """What is wrong with the book."""
    listed = pages()
    there = {str(file.relative_to(DOCS)) for file in DOCS.rglob("*.md")} - {"SUMMARY.md"}
    wrong = [f"docs/{page} is not in docs/SUMMARY.md" for page in sorted(there - set(listed))]
    wrong += [f"docs/SUMMARY.md: {page} is not there" for page in listed if page not in there]
    wrong += [f"docs/SUMMARY.md has {page} twice" for page in sorted({p for p in listed if listed.count(p) > 1})]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(bool(wrong))


if sys.argv[1:2] == ["preprocess"]:
    # With `supports` and a renderer mdBook asks whether there is something to do for that.
    preprocess() if len(sys.argv) == 2 else sys.exit(0)
else:
    check()
