"""The corpus: what upstream's own passes make of the inputs.

An input (inputs/*.mlir) says in comments which pipelines run on it:

    // corpus: written
    // corpus: tile_7 = func.func(affine-loop-tile{tile-size=7})
    // let: clean = lower-affine, canonicalize, cse
    // corpus: tile_7_clean = $tile_7, $clean

Each function that is there at the end of a pipeline, or each kernel where there
are kernels, is a function of the corpus, called `<input>__<pipeline>__<function>`,
unless it is an earlier one of that input but for where its constants stand, or has
no integer arithmetic.
"""

import re
from dataclasses import replace

from functions import count, split
from tools import HERE, PRINT, ToolError, everywhere, mlir_opt

HEADER = re.compile(r"^// (corpus|let): *(\w+)(?: *= *(.*))?$", re.M)
# Fewer are no corpus.
LEAST = 250


class CorpusError(Exception):
    """What is wrong with an input, or with a function made of it."""


def pipelines(path):
    """Name and passes of each pipeline of an input."""
    known, found = {}, {}
    for kind, name, passes in HEADER.findall(path.read_text()):
        if name in known:
            raise CorpusError(f"{path.name}: two pipelines are called {name}")
        try:
            known[name] = re.sub(r"\$(\w+)", lambda match: known[match[1]], passes)
        except KeyError as error:
            raise CorpusError(f"{path.name}: {name} refers to {error}, which is not above it") from None
        if kind == "corpus":
            found[name] = known[name]
    return found


def make(path, pipeline, passes):
    """The functions that a pipeline makes of an input."""
    try:
        module = mlir_opt(path, PRINT, f"--pass-pipeline=builtin.module({passes})")
    except ToolError as error:
        raise CorpusError(f"{path.name}: pipeline {pipeline}: {error}") from error
    made, names = split(module), []
    for function in [f for f in made if f.kernel] or made:
        name = f"{path.stem}__{pipeline}__{function.name}"
        names.append(name)
        if names.count(name) > 1:
            name += f"_{names.count(name)}"
        if other := re.search(r"@[\w$.]+", function.body):
            raise CorpusError(f"{name} refers to {other[0]}")
        if not re.match(r".*\) (kernel |attributes .*)*\{$", function.body.splitlines()[0]):
            raise CorpusError(f"{name} returns a value: it should store it")
        yield replace(function, name=name)


def functions_of(path):
    """The functions of an input, in the order of its pipelines."""
    made = {pipeline: list(make(path, pipeline, passes)) for pipeline, passes in pipelines(path).items()}
    counts = count([f for functions in made.values() for f in functions])
    chosen, seen = [], set()
    for pipeline, functions in made.items():
        new = [f for f in functions if counts[f.name].integer and f.key not in seen]
        if not new:
            raise CorpusError(f"{path.name}: pipeline {pipeline} makes no function that is new and has arithmetic")
        seen.update(f.key for f in new)
        chosen += new
    return chosen


def corpus(names=()):
    """Every function, or those of some inputs, in the order of inputs and pipelines."""
    inputs = sorted((HERE / "inputs").glob("*.mlir"))
    known = [path.stem for path in inputs]
    if unknown := [name for name in names if name not in known]:
        raise CorpusError(f"no input is called {', '.join(unknown)}; there are {', '.join(known)}")
    chosen = [path for path in inputs if not names or path.stem in names]
    functions = [f for some in everywhere(functions_of, chosen) for f in some]
    if not names and len(functions) < LEAST:
        raise CorpusError(f"{len(functions)} functions are too few: there should be {LEAST}")
    return functions
