#!/usr/bin/env python3
"""Checks that imports point one way, in every crate of the workspace.

    tools/imports.py            fails, with the files named, where they do not
    tools/imports.py --graph    prints who imports whom, file by file

Three rules:

1. Crates depend on the crates that LAYERS puts below them, never on one above.
2. No circle among the files of a crate. A folder that holds one idea may have one of
   `mod.rs` and the files beside it, which is what `super::` and `pub use` make.
3. No circle among the folders of a crate, taken as wholes: if a file in `a/` imports one
   in `b/`, no file in `b/` imports one in `a/`.

What counts is a path in code outside tests: `use` and paths written out, which begin
with `crate`, `self`, `super` or a child module. A name that a module passes on with
`pub use` belongs to the file that defines it. EXCEPTIONS lists the circles that are meant.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent

# From the bottom up; crates on one line do not depend on one another.
LAYERS = [
    ["layout-integer"],
    ["layout-algebra"],
    ["layout-target", "layout-mlir-config"],
    ["layout-mlir"],
    ["layout-tile"],
    ["layout-upstream"],
    ["layout-egraph", "layout-dialect", "layout-calc", "layout-python"],
    ["layout-interp"],
    ["layout-bridge"],
    ["layout-passes"],
    ["layout-lowering"],
    ["layout-tools", "layout-run", "layout-lsp", "layout-capi"],
    ["layout-fuzz", "layout-tile-interp"],
]

# Circles that may be: the crate, what stands directly in its `src` in the circle, and why.
EXCEPTIONS = {
    ("layout-interp", "control effects machine program"): "a statement may hold statements: what"
    " runs a loop runs its region, in the machine that called it",
    ("layout-interp", "layout memory pure value"): "a value is an integer, a layout or a view of"
    " memory, and a view has a layout and holds values",
    ("layout-tile-interp", "seen value"): "a view of memory may be seen through another view",
    ("layout-calc", "atoms ops"): "operations on atoms report the operations' error",
}


# --- reading Rust ------------------------------------------------------------------

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/                      # comments
      | b?r(\#*)".*?"\1 | b?"(?:\\.|[^"\\])*"   # strings
      | b?'(?:\\.[^']*|[^'\\])'                 # characters, but not lifetimes
    """,
    re.S | re.X,
)


def code(text):
    """The text without comments, strings, and what only tests compile."""
    text = TOKEN.sub(lambda m: " " if m[0].startswith("/") else '""', text)
    while found := re.search(r"#\[cfg\(test\)\]", text):
        end = item_end(text, found.end())
        text = text[: found.start()] + text[end:]
    return text


def item_end(text, at):
    """The end of the item that begins at `at`: its `;`, or the brace that closes it."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return i + 1
        elif text[i] == ";" and depth == 0:
            return i + 1
    return len(text)


def split_top(text):
    """The parts between commas that stand in no braces."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [p.strip() for p in [*parts, text[start:]] if p.strip()]


def use_paths(tree, before=()):
    """The paths of a `use` tree, each with the name it gets here."""
    tree = tree.strip()
    head, brace, rest = tree.partition("{")
    steps = [s.strip() for s in head.split("::") if s.strip()]
    if brace:
        for part in split_top(rest.rsplit("}", 1)[0]):
            yield from use_paths(part, (*before, *steps))
        return
    last, _, alias = (steps[-1] if steps else "").partition(" as ")
    path = (*before, *steps[:-1], last.strip())
    if path[-1] == "self":
        path = path[:-1]
    yield path, (alias.strip() or path[-1])


class Crate:
    """The modules of a crate, by path, and who imports whom."""

    def __init__(self, name, src):
        self.name, self.src = name, src
        self.files, self.text = {}, {}
        self.passed_on = {}  # module -> [(name, path)]
        roots = [src / "lib.rs", src / "main.rs"]
        roots += sorted((src / "bin").glob("*.rs"))
        for i, root in enumerate(r for r in roots if r.exists()):
            # Every binary is a crate of its own; one beside a library has no `crate::` in common with it.
            self.load((f"bin{i}",) if i else (), root, src)
        for module, text in self.text.items():
            self.passed_on[module] = []
            for found in re.finditer(r"\bpub(?:\([^)]*\))?\s+use\s+([^;]+);", text):
                self.passed_on[module] += [(alias, path) for path, alias in use_paths(found[1])]

    def load(self, module, file, folder):
        text = code(file.read_text())
        self.files[module], self.text[module] = file, text
        for found in re.finditer(r"\bmod\s+(\w+)\s*;", text):
            child = found[1]
            for path in (folder / f"{child}.rs", folder / child / "mod.rs"):
                if path.exists():
                    self.load((*module, child), path, folder / child)

    def absolute(self, module, path):
        """The path from the crate's root, or None if it leads out of the crate."""
        root = module[:1] if module and module[0].startswith("bin") else ()
        head, rest = path[0], path[1:]
        if head == "crate":
            return (*root, *rest)
        if head == "self":
            return (*module, *rest)
        if head == "super":
            up = module[:-1]
            while rest and rest[0] == "super":
                up, rest = up[:-1], rest[1:]
            return (*up, *rest)
        if (*module, head) in self.files:
            return (*module, *path)
        return None

    def home(self, path, seen=()):
        """The module that defines what the path names."""
        at = path
        while at not in self.files:
            at = at[:-1]
        rest = path[len(at) :]
        if not rest or (at, rest[0]) in seen:
            return at
        seen = (*seen, (at, rest[0]))
        for alias, path in self.passed_on[at]:
            if alias == rest[0]:
                target = self.absolute(at, path)
                return at if target is None else self.home((*target, *rest[1:]), seen)
            if alias == "*" and (star := self.absolute(at, path[:-1])) is not None:
                found = self.home((*star, *rest), seen)
                if self.defines(found, rest[0]):
                    return found
        return at

    def defines(self, module, name):
        pattern = rf"\b(?:fn|struct|enum|trait|type|const|static|macro_rules!)\s+{re.escape(name)}\b"
        return re.search(pattern, self.text[module]) is not None

    def edges(self):
        """For each file the files it imports from, each with a path that says so."""
        out = {}
        for module, text in self.text.items():
            own = out.setdefault(module, {})
            # What is passed on is no import: whoever uses it imports its home.
            text = re.sub(r"\bpub(?:\([^)]*\))?\s+use\s+[^;]+;", "", text)
            paths = []
            for found in re.finditer(r"\buse\s+([^;]+);", text):
                paths += [path for path, _ in use_paths(found[1])]
            text = re.sub(r"\buse\s+[^;]+;", "", text)
            for found in re.finditer(r"(?<![\w:])(?:\w+::)+\w+", text):
                paths.append(tuple(found[0].split("::")))
            for path in paths:
                target = self.absolute(module, path)
                if target is None:
                    continue
                if path[-1] == "*":
                    target = target[:-1]
                home = self.home(target)
                if home != module:
                    own.setdefault(home, "::".join(path))
        return out

    def top(self, name):
        """What stands directly in `src`, of a file's or folder's name."""
        return pathlib.Path(name).relative_to(self.src.relative_to(ROOT)).parts[0].removesuffix(".rs")

    def shown(self, module):
        return str(self.files[module].relative_to(ROOT))

    def shown_whole(self, module, is_folder):
        return f"{(self.src / '/'.join(module)).relative_to(ROOT)}/" if is_folder else self.shown(module)


# --- circles -----------------------------------------------------------------------


def components(graph):
    """Strongly connected components of more than one node (Tarjan, 1972)."""
    index, low, stack, on, out = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = []
            while True:
                w = stack.pop()
                on.discard(w)
                part.append(w)
                if w == v:
                    break
            if len(part) > 1:
                out.append(sorted(part))

    for v in sorted(graph):
        if v not in index:
            visit(v)
    return out


def circle(graph, part):
    """A shortest circle within a component, as a list of nodes."""
    start, best = part[0], None
    for start in part:
        before, queue = {start: None}, [start]
        for v in queue:
            for w in graph.get(v, ()):
                if w == start:
                    walk = [v]
                    while before[walk[-1]] is not None:
                        walk.append(before[walk[-1]])
                    if best is None or len(walk) < len(best):
                        best = walk[::-1]
                elif w in part and w not in before:
                    before[w] = v
                    queue.append(w)
    return best


def file_circles(crate, graph):
    for part in components({m: list(e) for m, e in graph.items()}):
        folder = min(part, key=len)
        is_folder = crate.files[folder].name == "mod.rs"
        if is_folder and all(m == folder or m[:-1] == folder for m in part):
            continue
        walk = circle(graph, part)
        lines = []
        for a, b in zip(walk, walk[1:] + walk[:1]):
            lines.append(f"{crate.shown(a)} imports {graph[a][b]} of {crate.shown(b)}")
        yield sorted(crate.shown(m) for m in part), lines


def folder_circles(crate, graph):
    """Circles of the children of one folder, each child a whole."""
    for above in {m[:-1] for m in crate.files if m}:
        flat = {}
        for a, targets in graph.items():
            for b, path in targets.items():
                if a[: len(above)] != above or b[: len(above)] != above:
                    continue
                x, y = a[: len(above) + 1], b[: len(above) + 1]
                if x == y or x == above or y == above:
                    continue
                flat.setdefault(x, {}).setdefault(y, (a, b, path))
        for part in components({m: list(e) for m, e in flat.items()}):
            walk, lines = circle(flat, part), []
            for x, y in zip(walk, walk[1:] + walk[:1]):
                a, b, path = flat[x][y]
                lines.append(f"{crate.shown(a)} imports {path} of {crate.shown(b)}")
            whole = {m for m in part if any(m == f[: len(m)] and m != f for f in crate.files)}
            if whole:
                yield sorted(crate.shown_whole(m, m in whole) for m in part), lines


# --- the workspace -----------------------------------------------------------------


def manifests():
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]
    for member in workspace["members"]:
        folder = ROOT / member
        yield folder, tomllib.loads((folder / "Cargo.toml").read_text())


def crate_faults():
    level = {name: i for i, layer in enumerate(LAYERS) for name in layer}
    for folder, manifest in manifests():
        name = manifest["package"]["name"]
        if name not in level:
            yield f"{name} has no place in LAYERS of tools/imports.py"
            continue
        needs = [*manifest.get("dependencies", {}), *manifest.get("build-dependencies", {})]
        for other in needs:
            if other in level and level[other] >= level[name]:
                yield f"{folder.relative_to(ROOT)}/Cargo.toml: {name} depends on {other}, which is not below it"


def main():
    crates = [Crate(m["package"]["name"], f / "src") for f, m in manifests()]
    if "--graph" in sys.argv:
        for crate in crates:
            for module, targets in sorted(crate.edges().items()):
                for target, path in sorted(targets.items()):
                    print(f"{crate.shown(module)} -> {crate.shown(target)}  {path}")
        return 0
    faults, used = list(crate_faults()), set()
    for crate in crates:
        graph = crate.edges()
        for part, lines in [*file_circles(crate, graph), *folder_circles(crate, graph)]:
            key = (crate.name, " ".join(sorted({crate.top(name) for name in part})))
            if key in EXCEPTIONS:
                used.add(key)
                continue
            faults.append(f"{crate.name}: a circle among {', '.join(part)}:\n  " + "\n  ".join(lines))
    faults += [f"no such circle any more, take it out of EXCEPTIONS: {key}" for key in EXCEPTIONS.keys() - used]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
