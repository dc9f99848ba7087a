#!/usr/bin/env python3
"""Checks the examples on tiles against float64, and times them beside Triton.

    python3 check.py [check] [functions] [memory] [attention]

in the folder that ./x bench tile made; by default all. Outputs begin as NaN, sizes have residues in every direction.
Of several tiles of a Triton kernel each is timed. Attention is beside what Triton makes for sm_80, which has the
instructions that the example uses. Exits with 1 if a result is wrong.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import functions
import jobs
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"float16": "f16", "float32": "f32", "float64": "f64", "int8": "i8", "int32": "i32"}


def run(folder, job, other=None):
    """The report of layout-run on a job, or on two that are timed in turns."""
    command = [HERE / "layout-run", folder / "job.json", "--json"]
    (folder / "job.json").write_text(json.dumps(job))
    if other:
        (folder / "other.json").write_text(json.dumps(other))
        command += ["--compare-job", folder / "other.json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None, done.stderr[-800:] or done.stdout[-800:]


def located(launch):
    return launch | {"module": str(HERE / launch["module"])}


def buffer(folder, name, values):
    np.save(folder / f"{name}.npy", values)
    return {"name": name, "type": TYPES[str(values.dtype)], "shape": list(values.shape), "init": {"npy": f"{name}.npy"}}


def check(folder):
    """The number of cases that are wrong."""
    wrong = done = 0
    for name, launch, inputs, expected, (absolute, relative) in jobs.cases():
        buffers = [buffer(folder, key, values) for key, values in inputs.items()]
        of = "i32" if expected.dtype == np.int32 else buffers[0]["type"]
        np.save(folder / "expected.npy", expected)
        output = {"buffer": "Y", "expect": "expected.npy", "abs": absolute, "rel": relative}
        buffers.append({"name": "Y", "type": of, "shape": list(expected.shape)})
        report, error = run(folder, {"launch": located(launch), "buffers": buffers, "outputs": [output]})
        done += 1
        if report is None:
            wrong += 1
            print(f"WRONG {name}: {error}", flush=True)
    print(f"{done} cases, {wrong} wrong", flush=True)
    return wrong


def beside(folder, name, ours, theirs, buffers, timing):
    other = {"launch": located(theirs), "buffers": buffers, "outputs": [], "timing": timing}
    report, error = run(folder, {"launch": located(ours), "buffers": buffers, "outputs": [], "timing": timing}, other)
    if report is None:
        print(f"FAILED {name}: {error}", flush=True)
        return 1
    times = [r["time"] for r in report["runs"]]
    key, unit = ("gb_per_s", "GB/s") if "bytes" in timing else ("tflop_per_s", "TFLOP/s")
    rates = [t[key] for t in times]
    print(f"{name:44}{rates[0]:8.0f}{rates[1]:8.0f} {unit:8}{rates[0] / rates[1]:7.3f}", flush=True)
    return 0


def pointers(*names):
    return [{"pointer": name} for name in names]


# What Triton gives every kernel behind its own parameters.
SCRATCH = [{"u64": 0}, {"u64": 0}]


def memory_bound(folder):
    import kernels as k

    m = n = 8192
    timing = {"samples": 100, "warmup": 10, "bytes": 4 * m * n}
    square = [{"name": b, "type": "f16", "shape": [m, n], "init": "iota"} for b in "XY"]
    row = [{"name": b, "type": "f16", "shape": [n], "init": "iota"} for b in "WB"]
    pair = {"X": "*fp16", "Y": "*fp16"}
    x_y = jobs.matrix("X", m, n) + jobs.matrix("Y", m, n)
    failed = 0

    def each(name, ours, built, grid, arguments, buffers=square):
        theirs = built | {"grid": grid, "arguments": arguments + SCRATCH}
        return beside(folder, f"{name} ({built['module']})", ours, theirs, buffers, timing)

    for size, warps in ((4096, 8), (8192, 8)):
        built = k.build(k.copy, pair | {"n": "i32"}, {"B": size}, warps=warps)
        ours = jobs.launch("copy.ptx", "copy", [n // 1024, m // 4], 256, x_y)
        failed += each("copy", ours, built, [m * n // size], pointers("X", "Y") + [{"i32": m * n}])
    for a, b, warps in ((64, 64, 4), (128, 64, 8)):
        built = k.build(k.transpose, pair | {"M": "i32", "N": "i32"}, {"BM": a, "BN": b}, warps=warps)
        ours = jobs.launch("transpose.ptx", "transpose_f16", [n // 64, m // 64], 256, x_y)
        arguments = pointers("X", "Y") + [{"i32": m}, {"i32": n}]
        failed += each("transpose", ours, built, [n // b, m // a], arguments)
    for warps in (8, 16):
        built = k.build(k.softmax, pair | {"N": "i32"}, {"B": n}, warps=warps)
        ours = jobs.launch("softmax.ptx", "row", [m], 256, x_y)
        failed += each("softmax", ours, built, [m], pointers("X", "Y") + [{"i32": n}])
    types = {"X": "*fp16", "W": "*fp16", "B": "*fp16", "Y": "*fp16", "N": "i32", "eps": "fp32"}
    vectors = jobs.memory("W", n, n) + jobs.memory("B", n, n)
    ours = jobs.matrix("X", m, n) + vectors + jobs.matrix("Y", m, n) + [{"f32": 1e-5}]
    ours = jobs.launch("layernorm.ptx", "layernorm", [m], 256, ours)
    for warps in (8, 16):
        built = k.build(k.layernorm, types, {"S": n}, warps=warps)
        arguments = pointers("X", "W", "B", "Y") + [{"i32": n}, {"f32": 1e-5}]
        failed += each("layer norm", ours, built, [m], arguments, square + row)
    return failed


def attention(folder):
    import kernels as k

    heads, length = 64, 4096
    failed = 0
    types = dict.fromkeys(("Q", "K", "V", "O"), "*fp16") | {"S": "i32", "scale": "fp32"}
    for size, file, tiles in (
        (64, "attention.ptx", ((128, 64, 4, 3), (128, 64, 4, 2))),
        (128, "attention_128.ptx", ((128, 32, 4, 3), (128, 64, 4, 3), (128, 64, 8, 3))),
    ):
        # Half of the products: keys that no row sees are not multiplied.
        timing = {"samples": 30, "warmup": 5, "flops": 2 * size * heads * length * length}
        shape = {"type": "f16", "shape": [heads, length, size]}
        init = {"uniform": {"low": -1, "high": 1, "seed": 3}}
        buffers = [{"name": b, "init": init} | shape for b in "QKV"] + [{"name": "Y"} | shape]
        ours = jobs.attention_launch(heads, length, size, file)
        for a, b, warps, stages in tiles:
            constants = {"D": size, "BM": a, "BN": b}
            built = k.build(k.attention, types, constants, arch=80, warps=warps, stages=stages)
            arguments = pointers("Q", "K", "V", "Y") + [{"i32": length}, ours["arguments"][-1]] + SCRATCH
            theirs = built | {"grid": [length // a, heads], "arguments": arguments}
            failed += beside(folder, f"attention {size} ({built['module']})", ours, theirs, buffers, timing)
    return failed


def main():
    parts = {"check": check, "functions": functions.check, "memory": memory_bound, "attention": attention}
    with tempfile.TemporaryDirectory() as folder:
        return any([parts[name](pathlib.Path(folder)) for name in sys.argv[1:] or parts])


if __name__ == "__main__":
    sys.exit(main())
