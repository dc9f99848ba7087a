"""Functions as written, after index-simplify and after upstream's passes: where index-simplify made them worse."""

import json
from dataclasses import dataclass, field

from corpus import CorpusError
from functions import assemble, count, split
from machine import instructions
from tools import LAYOUT_OPT, LLVM, PRINT, ToolError, by_name, run

# Instructions that are noise: the same operations in another order can cost one.
NOISE = 1
CLEAN = ("--canonicalize", "--cse")
RANGES = "--int-range-optimizations"
# In the order of the report; the run after a run is measured, not reported.
VARIANTS = {
    "written": "as written",
    "simplified": "index-simplify",
    "cleaned": "index-simplify, canonicalize, cse",
    "upstream": "canonicalize, cse, int-range-optimizations",
    "again": "index-simplify twice",
}


@dataclass
class Row:
    """A function on a target, by variant: itself, its operations, its instructions. And what failed."""

    functions: dict = field(default_factory=dict)
    counts: dict = field(default_factory=dict)
    instructions: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)

    def worse(self, known=0):
        """What index-simplify made worse, in words. Up to `known` instructions are no news."""
        found = [*self.failures, *more(self.counts["written"], self.counts["simplified"])]
        found += [f"a second time {what}" for what in more(self.counts["simplified"], self.counts["again"])]
        if self.instructions:
            before, after = self.instructions["written"], self.instructions["simplified"]
            if found or after.number > max(before.number, known) + NOISE:
                in_loops = f"{before.weighted} to {after.weighted}"
                found.append(f"instructions {before.number} to {after.number} (by loops {in_loops})")
            elif known and after.number <= before.number + NOISE:
                found.append(f"instructions {before.number} to {after.number}: not longer, strike it from longer.txt")
        return found

    def changed(self, before, after):
        """Whether two variants differ in more than their constants."""
        return self.functions[before].key != self.functions[after].key

    def idle(self):
        """Whether index-simplify changed the function, and neither operations nor instructions became fewer."""
        same = self.counts["written"].operations == self.counts["simplified"].operations
        same = same and self.instructions.get("written") == self.instructions.get("simplified")
        return same and self.changed("written", "simplified")


def more(before, after):
    """What there is more of, in words."""
    if after.operations > before.operations:
        return [f"operations {before.operations} to {after.operations}"]
    # Where a map becomes cheaper arithmetic, the function as it stands rightly has more operations.
    if after.standing > before.standing and not before.maps:
        return [f"operations before cse {before.standing} to {after.standing}"]
    if after.operations == before.operations and after.wrapping > before.wrapping:
        return [f"operations without overflow flags {before.wrapping} to {after.wrapping}"]
    return []


def after(functions, program, *passes):
    """What passes make of functions, by name."""
    return by_name(functions, lambda some: named(split(run(program, "-", *passes, PRINT, text=assemble(some)))))


def named(functions):
    return {f.name: f for f in functions}


def simplified(functions, target):
    """What index-simplify makes of functions, by name."""
    return after(functions, LAYOUT_OPT, f"--index-simplify={target.option}")


def upstream(functions):
    """What upstream's passes make of functions, by name; and the names of those that the last of them is not run on.

    MLIR 22's int-range-optimizations reads freed memory in affine loops: it crashes, or does not.
    """
    loops = [f for f in functions if "affine.for" in f.body]
    made = after([f for f in functions if f not in loops], LLVM / "mlir-opt", *CLEAN, RANGES)
    return made | after(loops, LLVM / "mlir-opt", *CLEAN), [f.name for f in loops]


def rows(functions, theirs, target, cuda, loops=False):
    """A row for each function, by name. `theirs` is what upstream's passes made of the functions."""
    table = {f.name: Row() for f in functions}

    def enter(variant, made):
        """Enters a variant; where it failed, the failure, and the function as written in its place."""
        for name, function in made.items():
            if isinstance(function, ToolError):
                table[name].failures.append(f"{VARIANTS[variant]}: {function}")
                function = table[name].functions["written"]
            table[name].functions[variant] = function
        return [row.functions[variant] for row in table.values()]

    enter("written", named(functions))
    enter("upstream", theirs)
    once = enter("simplified", simplified(functions, target))
    enter("again", simplified(once, target))
    enter("cleaned", after(once, LLVM / "mlir-opt", *CLEAN))
    for name, function in theirs.items():
        if isinstance(function, ToolError):
            raise CorpusError(f"{name}: {function}")
    for variant in VARIANTS:
        measure(table, variant, "counts", count)
        if variant != "again" and (cuda or not target.gpu):
            measure(table, variant, "instructions", lambda some: instructions(some, target, cuda, loops), target.gpu)
    return table


def measure(table, variant, what, work, kernels=True):
    """Enters `work` of a variant of all functions, or of those that are no kernels."""
    todo = []
    for name, row in table.items():
        function, measured = row.functions[variant], getattr(row, what)
        # Variants that differ in the places of constants only count the same.
        same = [v for v in measured if row.functions[v].key == function.key]
        if same:
            measured[variant] = measured[same[0]]
        elif kernels or not function.kernel:
            todo.append(function)
    for name, value in by_name(todo, work).items():
        row = table[name]
        if isinstance(value, ToolError):
            if variant in ("written", "upstream"):
                raise CorpusError(f"{name}, {VARIANTS[variant]}: {value}")
            row.failures.append(f"{VARIANTS[variant]}: {value}")
            value = getattr(row, what)["written"]
        getattr(row, what)[variant] = value


def milliseconds(functions, target):
    """How long index-simplify takes for each function, by name."""
    simplify = f"--index-simplify={target.option}"
    timing = ("--mlir-timing", "--mlir-timing-display=list", "--mlir-output-format=json")

    def time(function):
        report = run(LAYOUT_OPT, "-", simplify, *timing, "-o", "/dev/null", text=assemble([function]), stream="stderr")
        seconds = next(entry["wall"]["duration"] for entry in json.loads(report) if entry["name"] == "index-simplify")
        return function.name, 1000 * seconds

    return dict(time(function) for function in functions)
