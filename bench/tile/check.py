#!/usr/bin/env python3
"""Checks the examples on tiles against float64, and times them beside Triton.

    python3 check.py [check] [functions] [memory] [attention] [gemm] [hopper]

in the folder that ./x bench tile made; by default all. Outputs begin as NaN, sizes have residues in every direction.
Of several tiles of a Triton kernel each is timed. Attention and products are beside what Triton makes for sm_80, which
has the instructions that most examples use; products by warpgroups are beside cuBLAS. Exits with 1 if a result is wrong.
"""

import itertools
import json
import pathlib
import statistics
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


# What Triton gives every kernel behind its own parameters.
SCRATCH = [{"u64": 0}, {"u64": 0}]


def triton():
    """The kernels of Triton: those that another machine compiled, or that this one does."""
    file = HERE / "triton.json"
    if not file.exists():
        subprocess.run([sys.executable, "kernels.py"], cwd=HERE, check=True)
    made = json.loads(file.read_text())
    print(f"{'beside Triton ' + made['version']:44}{'ours':>8}{'Triton':>8}", flush=True)
    return made["kernels"]


def f16(names, *shape, init):
    return [{"name": name, "type": "f16", "shape": list(shape), "init": init} for name in names]


def memory_bound(folder):
    m = n = 8192
    timing = {"samples": 100, "warmup": 10, "bytes": 4 * m * n}
    square, row = f16("XY", m, n, init="iota"), f16("WB", n, init="iota")
    x_y = jobs.matrix("X", m, n) + jobs.matrix("Y", m, n)
    x, y, w, b = ({"pointer": name} for name in "XYWB")
    size, eps = {"i32": n}, {"f32": 1e-5}
    vectors = jobs.memory("W", n, n) + jobs.memory("B", n, n)
    normed = [*jobs.matrix("X", m, n), *vectors, *jobs.matrix("Y", m, n), eps]
    # Ours, and the grid and the arguments of Triton's by its constants.
    each = {
        "copy": (
            jobs.launch("copy.ptx", "copy", [n // 1024, m // 4], 256, x_y),
            lambda c: ([m * n // c["B"]], [x, y, {"i32": m * n}]),
        ),
        "transpose": (
            jobs.launch("transpose.ptx", "transpose_f16", [n // 64, m // 128], 256, x_y),
            lambda c: ([n // c["BN"], m // c["BM"]], [x, y, size, size]),
        ),
        "softmax": (jobs.launch("softmax.ptx", "row", [m], 256, x_y), lambda _: ([m], [x, y, size])),
        "layernorm": (
            jobs.launch("layernorm.ptx", "layernorm", [m], 256, normed),
            lambda _: ([m], [x, w, b, y, size, eps]),
        ),
    }
    failed, built = 0, triton()
    for name, (ours, of) in each.items():
        for theirs, constants in built[name]:
            grid, arguments = of(constants)
            theirs |= {"grid": grid, "arguments": arguments + SCRATCH}
            failed += beside(folder, f"{name} ({theirs['module']})", ours, theirs, square + row, timing)
    return failed


def attention(folder):
    heads, length = 64, 4096
    init = {"uniform": {"low": -1, "high": 1, "seed": 3}}
    failed = 0
    for theirs, constants in triton()["attention"]:
        size = constants["D"]
        # Half of the products: keys that no row sees are not multiplied.
        timing = {"samples": 30, "warmup": 5, "flops": 2 * size * heads * length * length}
        buffers = f16("QKV", heads, length, size, init=init) + f16("Y", heads, length, size, init="zeros")
        for kind in ("attention", "attention_hopper"):
            ours = jobs.attention_launch(heads, length, size, kind + (".ptx" if size == 64 else "_128.ptx"))
            arguments = [{"pointer": name} for name in "QKVY"] + [{"i32": length}, ours["arguments"][-1]] + SCRATCH
            theirs |= {"grid": [length // constants["BM"], heads], "arguments": arguments}
            failed += beside(folder, f"{kind} {size} ({theirs['module']})", ours, theirs, buffers, timing)
    return failed


def gemm(folder):
    init = {"normal": {"mean": 0, "deviation": 1, "seed": 3}}
    failed, built = 0, triton()["gemm"]
    for size in (2048, 4096, 8192):
        timing = {"samples": 30, "warmup": 5, "flops": 2 * size**3}
        buffers = f16("ABY", size, size, init=init)
        for kernel, (theirs, c) in itertools.product(("gemm", "gemm_tma"), built):
            ours, _ = jobs.gemm_launch(kernel, size, size, size, kernel + ".ptx")
            arguments = [{"pointer": name} for name in "ABY"] + [{"i32": size}] * 3 + SCRATCH
            grid = [(size // c["BM"]) * (size // c["BN"])]
            other = theirs | {"grid": grid, "arguments": arguments}
            failed += beside(folder, f"{kernel} {size} ({theirs['module']})", ours, other, buffers, timing)
    return failed


def timed(torch, work, samples=20):
    """Milliseconds of what is launched, the median, with another memory in the cache."""
    other = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
    times = []
    for number in range(samples + 5):
        other.zero_()
        events[0].record()
        work()
        events[1].record()
        torch.cuda.synchronize()
        times += [events[0].elapsed_time(events[1])] * (number >= 5)
    return statistics.median(times)


def hopper(folder):
    """Products by warpgroups beside cuBLAS, in turns."""
    try:
        import torch
    except ImportError:
        print("no torch here: products by warpgroups are not timed beside cuBLAS")
        return 0
    print(f"{'beside cuBLAS, least and most of three rounds':44}{'ours':>14}{'cuBLAS':>14}", flush=True)
    init, failed = {"normal": {"mean": 0, "deviation": 1, "seed": 3}}, 0
    for size in (1024, 2048, 4096, 8192):
        timing = {"samples": 30, "warmup": 5, "flops": 2 * size**3}
        launch, _ = jobs.gemm_launch("gemm_hopper", size, size, size, "gemm_hopper.ptx")
        job = {"launch": located(launch), "buffers": f16("ABY", size, size, init=init), "outputs": [], "timing": timing}
        a, b = (torch.randn(size, size, dtype=torch.float16, device="cuda") for _ in range(2))
        ours, theirs = [], []
        for _ in range(3):
            theirs.append(timing["flops"] / timed(torch, lambda a=a, b=b: torch.matmul(a, b)) / 1e9)
            report, error = run(folder, job)
            if report is None:
                print(f"FAILED gemm_hopper {size}: {error}", flush=True)
                failed += 1
                break
            ours.append(report["runs"][0]["time"]["tflop_per_s"] if "runs" in report else report["time"]["tflop_per_s"])
        else:
            cells = "".join(f"{min(rates):7.0f}{max(rates):7.0f}" for rates in (ours, theirs))
            ratio = statistics.median(ours) / statistics.median(theirs)
            print(f"{f'gemm_hopper {size}':44}{cells} TFLOP/s {ratio:7.3f}", flush=True)
    return failed


def main():
    parts = {"check": check, "functions": functions.check, "memory": memory_bound}
    parts |= {"attention": attention, "gemm": gemm, "hopper": hopper}
    with tempfile.TemporaryDirectory() as folder:
        return any([parts[name](pathlib.Path(folder)) for name in sys.argv[1:] or parts])


if __name__ == "__main__":
    sys.exit(main())
