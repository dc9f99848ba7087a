#!/usr/bin/env python3
"""Checks products against float64, and times them beside cuBLAS: gemm.py [check] [time] [tiles] [steps] [grouped].

In the folder that ./x bench gemm made; by default check and time. It takes numpy, and torch for cuBLAS. Outputs begin as NaN, unless
they are added to. Exits with 1 if a result is wrong.
"""

import dataclasses
import itertools
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy as np
import problems

HERE = pathlib.Path(__file__).resolve().parent
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32}
# Half of the distance from one to the next number: how far a sum of exact products of n terms may be off in f32 is n 2^-24 of the
# sum of their sizes; of TF32 both factors are rounded to 11 bits.
ROUNDED = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53, "i32": 0.0}
# The same of the smallest, whose steps are all as large.
SMALLEST = {"f16": 2.0**-25, "bf16": 2.0**-134, "f32": 2.0**-150, "f64": 2.0**-1075, "i32": 0.0}


def made(kind):
    for entry in json.loads((HERE / "made.json").read_text()):
        if entry["kind"] == kind:
            fields = {key: tuple(value) if isinstance(value, list) else value for key, value in entry["problem"].items()}
            yield entry["number"], problems.Problem(**fields)


def run(folder, job):
    (folder / "job.json").write_text(json.dumps(job))
    done = subprocess.run(
        [HERE / "layout-run", folder / "job.json", "--json"], capture_output=True, text=True, check=False
    )
    return json.loads(done.stdout) if done.returncode == 0 else None, (done.stderr or done.stdout)[-600:]


def rounded(values, element):
    """Values that the element type has, as float64."""
    if element in NUMPY:
        return values.astype(NUMPY[element]).astype(np.float64)
    # Bits of a number's digits, and the exponent of the least that has them all.
    bits, least = {"bf16": (8, -125), "f8E4M3FN": (4, -5), "f8E5M2": (3, -13)}[element]
    _, exponent = np.frexp(values)
    step = np.ldexp(1.0, np.maximum(exponent, least) - bits)
    return np.round(values / step) * step


def operand(rng, shape, strides, element):
    """A matrix in float64, and the flat memory that holds it."""
    values = rng.integers(-100, 100, shape) if element.startswith("i") else rng.normal(size=shape)
    values = rounded(np.clip(values, -200, 200).astype(np.float64), element)
    length = 1 + sum((n - 1) * stride for n, stride in zip(shape, strides)) if all(shape) else 0
    flat = np.zeros(length)
    if length:
        where = sum(np.arange(n).reshape([-1 if d == e else 1 for e in range(len(shape))]) * s for d, (n, s) in enumerate(zip(shape, strides)))
        flat[where] = values
    return values, flat


def finished(problem, product, error, c, beside):
    """What an epilogue makes of a product, and how far that may be off where the product may be off so far."""
    if problem.epilogue == "gelu":
        x = product + beside["V"]
        # (Its slope is less than 1.13; erf and four operations in f32.)
        return x * (1 + np.vectorize(math.erf)(x * math.sqrt(0.5)) if x.size else x) / 2, 1.13 * error + np.abs(x) * 2.0**-20
    if problem.epilogue == "scaled":
        y = 1.5 * product + 0.5 * c
        return y, 1.5 * error + (np.abs(product) + np.abs(c)) * 2.0**-22
    if problem.epilogue == "residual":
        x = product + beside["W"][:, None]
        return np.maximum(x, 0) + beside["R"], error + (np.abs(x) + np.abs(beside["R"])) * 2.0**-22
    return product, error


def check(folder):
    wrong = done = 0
    rng = np.random.default_rng(5)
    for number, problem in made("check"):
        parts = [operand(rng, *of) for of in zip(problem.shapes(), problem.strides(), problem.types)]
        (a, _), (b, _), (c, old) = parts
        left = np.swapaxes(a, -1, -2) if problem.layout[0] == "T" else a
        right = np.swapaxes(b, -1, -2) if problem.layout[1] == "T" else b
        exact = left @ right + (c if problem.adds else 0)
        size = np.abs(left) @ np.abs(right) + (np.abs(c) if problem.adds else 0)
        # (Tensor cores add products of 8-bit floats with 14 bits only, 32 of them at once, as cuBLAS's fast accumulation: along K of 2000 an
        # element in thousands is off by three of these.)
        special = {"f32": 2.0**-10, "i8": 0.0, "f64": 2.0**-53, "f8E4M3FN": 2.0**-12, "f8E5M2": 2.0**-12}
        off = special.get(problem.types[0], 2.0**-24)
        allowed = size * off * (2 if problem.types[0][:2] in ("f3", "f8") else problem.k + 2)
        beside, others = {}, {}
        for name, *of in problem.inputs():
            if len(of) == 2 and name != "C":
                strides = [math.prod(of[0][place + 1 :]) for place in range(len(of[0]))]
                beside[name], flat = operand(rng, *of[:1], strides, of[1])
                np.save(folder / f"{name}.npy", flat.reshape(of[0]))
                others[name] = {"npy": f"{name}.npy"}
        exact, allowed = finished(problem, exact, allowed, c, beside)
        allowed = allowed + np.abs(exact) * ROUNDED[problem.types[2]] * 1.01 + SMALLEST[problem.types[2]]
        inits = []
        for name, (_, flat) in zip("ABC", parts):
            np.save(folder / f"{name}.npy", flat)
            inits.append({"npy": f"{name}.npy"})
        if not problem.adds and problem.epilogue != "scaled":
            inits[2] = "poison"
        job = problem.job(str(HERE / f"p{number}.ptx"), inits, others, function=f"p{number}_matmul")
        job["outputs"] = [{"buffer": "C", "write": "out.npy"}]
        report, error = run(folder, job)
        done += 1
        if report is None:
            wrong += 1
            print(f"WRONG {problem.name}: {error}", flush=True)
            continue
        out = np.load(folder / "out.npy").astype(np.float64)
        shape, strides = problem.shapes()[2], problem.strides()[2]
        if all(shape):
            got = np.lib.stride_tricks.as_strided(out, shape, [8 * s for s in strides])
            bad = ~(np.abs(got - exact) <= allowed)
            if bad.any():
                wrong += 1
                at = tuple(int(i[0]) for i in np.nonzero(bad))
                print(f"WRONG {problem.name}: {bad.sum()} elements, first {at}: {got[at]} for {exact[at]}", flush=True)
    print(f"{done} products, {wrong} wrong", flush=True)
    return wrong


def cublas(torch, problem, samples=30):
    """Microseconds of torch's product."""
    kinds = {"f16": torch.float16, "bf16": torch.bfloat16, "f8E4M3FN": torch.float8_e4m3fn}
    of, made_of = kinds[problem.types[0]], kinds[problem.types[2]]
    if of == torch.float8_e4m3fn:
        # Rows of A, columns of B, sums of the fast kind: as Hopper's tensor cores add them, and as ours are.
        a, b = (torch.randn(shape, device="cuda").to(of) for shape in problem.shapes()[:2])
        one = torch.ones((), device="cuda")
        return timed(torch, lambda: torch._scaled_mm(a, b.t(), scale_a=one, scale_b=one, out_dtype=made_of, use_fast_accum=True), samples)
    a, b, _ = (torch.randn(shape, dtype=of, device="cuda") for shape in problem.shapes())
    a = a.transpose(-1, -2) if problem.layout[0] == "T" else a
    b = b.transpose(-1, -2) if problem.layout[1] == "T" else b
    out = torch.empty(problem.shapes()[2], dtype=of, device="cuda")
    return timed(torch, lambda: torch.matmul(a, b, out=out), samples)


def timed(torch, work, samples=30):
    """Microseconds of what is launched on torch's stream: the median of so many, the L2 cache flushed before each. The clocks have
    the time of as many to become what they are then.
    """
    other = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(samples)]
    for _ in range(samples):
        other.zero_()
        work()
    for begin, end in events:
        other.zero_()
        begin.record()
        work()
        end.record()
    torch.cuda.synchronize()
    return statistics.median(begin.elapsed_time(end) * 1000 for begin, end in events)


def ours(folder, module, problem, samples=30, **launched):
    """Microseconds, and the kernel's name."""
    normal = {"normal": {"mean": 0, "deviation": 1, "seed": 3}}
    job = problem.job(str(HERE / module), [normal, normal, "zeros"], **launched)
    if "kernel" in launched:
        job["launch"]["arguments"] = [part for of in zip("ABC", problem.shapes(), problem.strides()) for part in flat(*of)]
    job["timing"] = {"samples": samples, "warmup": 5}
    report, error = run(folder, job)
    if report is None:
        print(f"FAILED {problem.name}: {error}", flush=True)
        return None, ""
    (one,) = report["runs"]
    return one["time"]["median_us"], one["kernel"].split("_matmul_")[-1]


def flat(name, shape, strides):
    """Memory of a `#layout`, all of whose sizes are known at run time: its elements, its extents, between rows."""
    memref = {"buffer": name, "sizes": [shape[0] * strides[0]], "strides": [1]}
    return [{"memref": memref}, *({"i64": n} for n in (*shape, strides[0]))]


def beside(torch, number, problem, kept=None):
    """A product that may be computed again and again, in this process as cuBLAS's is, and its kernel's name; on memory that
    another one kept, if there is one.
    """
    import inside

    kinds = {"f16": torch.float16, "bf16": torch.bfloat16, "f8E4M3FN": torch.float8_e4m3fn}
    kept = kept or [torch.randn(shape, device="cuda").to(kinds[of]) for shape, of in zip(problem.shapes(), problem.types)]
    parameters = []
    for shape, strides, of in zip(problem.shapes(), problem.strides(), kept):
        parameters += [of.data_ptr(), of.data_ptr(), 0, *shape, *strides]
    call, kernels = inside.Module(HERE / f"p{number}.ptx").bind(f"p{number}_matmul", parameters)
    stream = torch.cuda.current_stream().cuda_stream

    def work():
        call(stream)

    work.kept = kept
    return work, kernels[-1].split("_matmul_")[-1]


def time(folder):
    import torch

    print(f"{'product':34}{'tile':>24}{'ours':>9}{'cuBLAS':>9} TFLOP/s, least and most of the ratio", flush=True)
    ratios = {}
    for number, problem in made("time"):
        flops = 2 * max(problem.batch, 1) * problem.m * problem.n * problem.k
        work, kernel = beside(torch, number, problem)
        rounds = [(timed(torch, work), cublas(torch, problem)) for _ in range(5)]
        each = sorted(theirs / own for own, theirs in rounds)
        own, theirs = (statistics.median(column) for column in zip(*rounds))
        rates = [flops / time / 1e6 for time in (own, theirs)]
        cells = "".join(f"{rate:9.1f}" for rate in rates)
        print(f"{problem.name:34}{kernel:>24}{cells} {statistics.median(each):6.3f} [{each[0]:.3f}-{each[-1]:.3f}]", flush=True)
        square = problem.m == problem.n == problem.k and problem.m in problems.SQUARES
        kind = "8-bit floats" if problem.types[0].startswith("f8") else "squares" if square else "models"
        ratios.setdefault(kind, []).append(statistics.median(each))
    for name, all_ratios in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, all_ratios)))
        print(f"{name}: geometric mean {mean:.3f}, least {min(all_ratios):.3f}, of {len(all_ratios)}")
    return 0


def is_of(kernel, tile):
    """Whether a kernel is of a tile: a product that does not go with one has another."""
    sizes, *asked = tile.split("_")
    has = kernel.split("_")
    special = {part for part in has if part.startswith(("split", "producer", "multicast"))}
    return (has[0] == sizes or has[0].startswith(f"{sizes}x")) and special <= set(asked) <= set(has)


def tiles(folder):
    """Each product by each tile: microseconds, the fastest first; cuBLAS beside them. They take turns, since the chip slows as it
    warms: the median of five rounds.
    """
    import torch

    key = lambda entry: dataclasses.replace(entry[1], option="").name
    for name, entries in itertools.groupby(made("tiles"), key):
        works, memory = {}, None
        for number, problem in entries:
            work, kernel = beside(torch, number, problem, memory)
            memory = work.kept
            tile = problem.option.split("=")[1]
            if is_of(kernel, tile):
                works[tile] = lambda work=work: timed(torch, work, 15)
        works["cuBLAS"] = lambda: cublas(torch, problem, 15)
        rounds = [{tile: work() for tile, work in works.items()} for _ in range(5)]
        times = sorted((statistics.median(row[tile] for row in rounds), tile) for tile in works)
        print(f"{name:34}" + "  ".join(f"{tile} {time:.1f}" for time, tile in times), flush=True)
    return 0


def steps(folder):
    """The steps of docs/gemm.md: TFLOP/s, and of cuBLAS's; the median of three rounds."""
    import torch

    for n in problems.SQUARES[1:]:
        problem = problems.Problem(n, n, n, known=False)
        rounds = []
        for _ in range(3):
            row = {"cuBLAS": cublas(torch, problem)}
            for name, columns, threads in problems.STEPS:
                grid = [8, math.ceil(n / columns), math.ceil(n / 1024)]
                module = f"{name.split('/')[-1]}.ptx"
                row[name], _ = ours(folder, module, problem, kernel="gemm", grid=grid, block=[threads, 1, 1])
            rounds.append(row)
        for name in rounds[0]:
            ratios = [row["cuBLAS"] / row[name] for row in rounds]
            rate = 2 * n**3 / statistics.median(row[name] for row in rounds) / 1e6
            print(f"{n} {name:28} {rate:7.1f} TFLOP/s {statistics.median(ratios):6.3f}", flush=True)
    return 0


def grouped(folder):
    """Groups of rows, each by a matrix of its own: checked against float64, and timed beside torch's; the median of three rounds."""
    import torch

    wrong, rng = 0, np.random.default_rng(7)
    for sizes, n, k in (((3, 0, 130, 64, 1), 264, 200), ((128, 7, 0, 300), 1024, 72)):
        ends = np.cumsum(sizes).astype(np.int32)
        a, b = (rounded(rng.normal(size=shape), "f16") for shape in ((ends[-1], k), (len(sizes), k, n)))
        expected = np.concatenate([part @ of for part, of in zip(np.split(a, ends[:-1]), b)])
        for name, values in (("A", a), ("B", b), ("ends", ends)):
            np.save(folder / f"{name}.npy", values.astype(values.dtype if name == "ends" else np.float16))
        inits = {name: {"npy": f"{name}.npy"} for name in ("A", "B", "ends")} | {"C": "poison"}
        job = grouped_job("f16", sizes, n, k, inits)
        job["outputs"] = [{"buffer": "C", "write": "out.npy"}]
        report, error = run(folder, job)
        far = report is None or not np.allclose(np.load(folder / "out.npy"), expected, rtol=2.0**-10, atol=1e-2)
        wrong += far
        print(f"{'WRONG' if far else 'right'} groups {sizes} {n} {k} {error if report is None else ''}", flush=True)
    for groups, each, n, k in ((8, 1024, 4096, 4096), (64, 128, 2048, 4096), (128, 64, 768, 2048), (8, 4096, 14336, 4096)):
        sizes = rng.multinomial(groups * each, np.ones(groups) / groups)
        ends = np.cumsum(sizes).astype(np.int32)
        np.save(folder / "ends.npy", ends)
        normal = {"normal": {"mean": 0, "deviation": 1, "seed": 3}}
        job = grouped_job("bf16", sizes, n, k, {"A": normal, "B": normal, "C": "zeros", "ends": {"npy": "ends.npy"}})
        job["timing"] = {"samples": 30, "warmup": 5}
        a = torch.randn(ends[-1], k, dtype=torch.bfloat16, device="cuda")
        b = torch.randn(groups, k, n, dtype=torch.bfloat16, device="cuda")
        offsets = torch.from_numpy(ends).cuda()
        rounds = []
        for _ in range(3):
            theirs = timed(torch, lambda: torch._grouped_mm(a, b, offs=offsets))
            report, error = run(folder, job)
            if report is None:
                sys.exit(f"FAILED groups: {error}")
            rounds.append((report["runs"][0]["time"]["median_us"], theirs))
        own, theirs = (statistics.median(column) for column in zip(*rounds))
        rates = "".join(f"{2 * int(ends[-1]) * n * k / time / 1e6:9.1f}" for time in (own, theirs))
        print(f"{f'{groups} groups, {ends[-1]} x {n} x {k}':34}{rates} TFLOP/s {theirs / own:6.3f}", flush=True)
    return wrong


def grouped_job(element, sizes, n, k, inits):
    rows, groups = int(sum(sizes)), len(sizes)
    shapes = {"A": (rows, k), "B": (groups, k, n), "C": (rows, n), "ends": (groups,)}
    buffers = [{"name": name, "type": "i32" if name == "ends" else element, "shape": list(shape), "init": inits[name]} for name, shape in shapes.items()]
    memory = lambda name: {"memref": {"buffer": name, "sizes": [math.prod(shapes[name])], "strides": [1]}}
    numbers = lambda *of: [{"i64": number} for number in of]
    arguments = [memory("A"), *numbers(rows, k, k), memory("B"), *numbers(groups, k, n, k * n, n)]
    arguments += [{"memref": {"buffer": "C", "sizes": [rows, n], "strides": [n, 1]}}, memory("ends")]
    launch = {"module": str(HERE / f"grouped_{element}.ptx"), "kernel": "grouped", "arguments": arguments}
    launch |= {"grid": [8, -(-n // 256), math.ceil((math.ceil(rows / 128) + groups) / 8)], "block": [256, 1, 1]}
    return {"launch": launch, "buffers": buffers, "outputs": []}


def main():
    kinds = sys.argv[1:] or ["check", "time"]
    with tempfile.TemporaryDirectory() as folder:
        failed = sum({"check": check, "time": time, "tiles": tiles, "steps": steps, "grouped": grouped}[kind](pathlib.Path(folder)) for kind in kinds)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
