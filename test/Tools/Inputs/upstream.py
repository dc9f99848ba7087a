"""Upstream's passes do in layout-opt, and in mlir-opt with the plugin, what they do in mlir-opt.

    upstream.py flags             each flag and option of mlir-opt --help is one of the others'
    upstream.py passes [--all]    each pass prints the same, says the same and exits alike; --all on every input,
                                  otherwise on those of Inputs/upstream and on a share of the others

Inputs are programs without layouts: those of Inputs/upstream, and what is in test, examples and bench/corpus.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
LLVM = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"
BIN = pathlib.Path(os.environ.get("LAYOUT_BIN", ROOT / "target/debug")).resolve()
PLUGIN = BIN / ("liblayout.dylib" if sys.platform == "darwin" else "liblayout.so")
UPSTREAM = [LLVM / "mlir-opt"]
OTHERS = {
    "layout-opt": [BIN / "layout-opt"],
    "the plugin": [*UPSTREAM, f"--load-dialect-plugin={PLUGIN}", f"--load-pass-plugin={PLUGIN}"],
}
# Passes that upstream's tests are made of; they are in mlir-opt and not in MLIR's library.
TESTS = re.compile(r"(^|-)test(-|$)")
# What is not the passes' doing: numbers of an address space, times, the stack of a crash.
VOLATILE = re.compile(r"0x[0-9a-f]+|(PLEASE submit a bug report|A crash, of MLIR or of one of its passes).*", re.S)
# One share of the inputs in so many is tried for each pass.
SHARES = 24
# How often one program is tried with passes that differ.
TRIES = 30
# Options that change what a pass does, on the inputs of Inputs/upstream.
OPTIONS = """
--affine-loop-tile=tile-sizes=4,8 --canonicalize
--affine-loop-tile=cache-size=2
--affine-loop-unroll=unroll-factor=4
--affine-loop-unroll=unroll-full
--affine-loop-unroll=unroll-full-threshold=8 --cse
--affine-loop-unroll-jam=unroll-jam-factor=2
--affine-loop-fusion=mode=producer
--affine-loop-fusion=maximal --affine-scalrep
--affine-parallelize=parallel-reductions
--affine-super-vectorize=virtual-vector-size=8
--affine-super-vectorize=virtual-vector-size=4,8
--affine-data-copy-generate=fast-mem-space=2
--affine-loop-normalize=promote-single-iter
--lower-affine --canonicalize=test-convergence
--inline=default-pipeline=canonicalize
--one-shot-bufferize=bufferize-function-boundaries
--one-shot-bufferize=bufferize-function-boundaries,function-boundary-type-conversion=identity-layout-map --buffer-deallocation-pipeline
--one-shot-bufferize=test-analysis-only,allow-return-allocs-from-loops
--one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-to-llvm
--linalg-generalize-named-ops --linalg-fuse-elementwise-ops
--linalg-generalize-named-ops --linalg-specialize-generic-ops
--convert-elementwise-to-linalg --linalg-fuse-elementwise-ops
--convert-linalg-to-affine-loops --affine-loop-fusion
--convert-linalg-to-parallel-loops --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --gpu-kernel-outlining
--linalg-block-pack-matmul=block-factors=8,8,8
--linalg-fold-unit-extent-dims=use-rank-reducing-slices
--scf-parallel-loop-tiling=parallel-loop-tile-sizes=4,4
--scf-for-loop-range-folding --scf-for-loop-specialization
--scf-forall-to-parallel --scf-parallel-loop-fusion
--convert-scf-to-cf --convert-cf-to-llvm
--convert-vector-to-scf=full-unroll
--convert-vector-to-scf=lower-tensors=true target-rank=2
--convert-vector-to-llvm=reassociate-fp-reductions
--lower-vector-multi-reduction=lowering-strategy=inner-reduction
--gpu-kernel-outlining --convert-gpu-to-nvvm
--gpu-kernel-outlining --gpu-lower-to-nvvm-pipeline=cubin-format=isa
--gpu-kernel-outlining=data-layout-str=#dlti.dl_spec<>
--gpu-async-region --gpu-to-llvm=use-bare-pointers-for-host
--normalize-memrefs --canonicalize --cse
--fold-memref-alias-ops --expand-strided-metadata --reify-result-shapes
--finalize-memref-to-llvm=index-bitwidth=32
--memref-expand --memref-emulate-wide-int
--int-range-optimizations --arith-unsigned-when-equivalent --sccp --canonicalize
--convert-func-to-llvm=use-bare-ptr-memref-call-conv
--convert-to-llvm=dynamic
--loop-invariant-code-motion --loop-invariant-subset-hoisting --mem2reg --sroa
--mlir-print-op-generic --cse
--mlir-print-debuginfo --canonicalize
--mlir-print-ir-after-change --canonicalize --cse
--verify-roundtrip
--emit-bytecode --canonicalize
"""


def run(program, *arguments):
    """What a program writes, what it says, and how it ends."""
    done = subprocess.run([*map(str, program), *arguments], capture_output=True, check=False)
    texts = [text.decode(errors="backslashreplace") for text in (done.stdout, done.stderr)]
    said = VOLATILE.sub("", texts[1]).replace("layout-opt", "mlir-opt")
    return texts[0], said, done.returncode


def options(program):
    """Each option that --help lists, below its pass."""
    found, owner, passes = {}, "", False
    for line in run(program, "--help")[0].splitlines():
        if line.strip() == "Compiler passes to run":
            passes = True
        if match := re.match(r"^ {2,}(--?[\w-]+)( .*|=.*|$)", line):
            depth = len(line) - len(line.lstrip())
            if depth <= 6:
                owner = match[1]
                passes = passes and depth == 6 or depth == 4
            found[(owner, match[1])] = passes and depth == 6 and owner == match[1]
    return found


def passes_of(program):
    """The flags of passes and pipelines."""
    return [owner for (owner, _), is_pass in options(program).items() if is_pass and not TESTS.search(owner)]


def parts(path):
    """The programs of a file that mlir-opt reads."""
    for part in re.split(r"^// -----.*\n", path.read_text(errors="replace"), flags=re.M):
        if part.strip() and not re.search(r"\blayout\.|[#!]layout<|(?<!\w)(cute|cuda_tile)", part):
            yield part


def inputs():
    """Programs of upstream's dialects: ours for this, and the others."""
    ours, others = [], []
    for folder in ("test", "examples", "bench/corpus/inputs"):
        for path in sorted((ROOT / folder).rglob("*.mlir")):
            (ours if path.parent == HERE / "upstream" else others).extend(parts(path))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        reads = pool.map(lambda part: compare([], [part], others={})[0] == 0, others)
        others = [part for part, good in zip(others, reads) if good]
    return ours, others


def compare(flags, programs, others=OTHERS):
    """How mlir-opt ends, and who does something else with these flags."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("\n// -----\n".join(programs))
        file.flush()
        arguments = ["--split-input-file", "--allow-unregistered-dialect", *flags, file.name]
        seen = [run(UPSTREAM, *arguments)]
        differ = []
        for name, program in others.items():
            # Some of upstream's passes go by the order of addresses: what they said once they need not say again.
            for _ in range(TRIES if len(programs) == 1 else 1):
                if run(program, *arguments) in seen:
                    break
                seen.append(run(UPSTREAM, *arguments))
            else:
                differ.append(name)
    return seen[0][2], differ


def one(job):
    """What differs for some flags: program by program, also where mlir-opt crashes, so that the others are not hidden."""
    flags, programs = job
    status, differ = compare(flags, programs)
    if len(programs) == 1:
        # (What a pass does that reads beyond its memory is up to what lies there: with a plugin loaded, something else.)
        return [] if status < 0 else [(flags, name, programs[0]) for name in differ]
    return [found for program in programs if status < 0 or differ for found in one((flags, [program]))]


def test_passes(everything):
    """Runs each pass on inputs, and passes with options on ours."""
    ours, others = inputs()
    flags = passes_of(UPSTREAM)
    jobs = [([flag], ours + (others if everything else others[i % SHARES :: SHARES])) for i, flag in enumerate(flags)]
    jobs += [(re.split(r" (?=--)", line), ours) for line in OPTIONS.strip().splitlines()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [failure for found in pool.map(one, jobs) for failure in found]
    for flags_, name, program in failures:
        print(f"{' '.join(flags_)}: {name} does something else than mlir-opt with\n{program}")
    print(f"{len(flags)} passes, {len(jobs)} runs, {len(ours)} + {len(others)} programs, {len(failures)} differ")
    return not failures


def test_flags():
    """Compares what --help lists."""
    known = [key for key in options(UPSTREAM) if not any(TESTS.search(part) for part in key)]
    good = len(known) > 800
    for name, program in OTHERS.items():
        there = options(program)
        for owner, option in known:
            if (owner, option) not in there:
                good = False
                print(f"{name} has no {option}" + f" of {owner}" * (owner != option))
    print(f"{len(known)} flags and options, {len(passes_of(UPSTREAM))} of them passes")
    return good


what = sys.argv[1:]
sys.exit(not (test_flags() if what == ["flags"] else test_passes(what == ["passes", "--all"])))
