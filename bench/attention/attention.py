#!/usr/bin/env python3
"""Times causal attention beside torch's and Triton's: attention.py [LENGTH ...], in the folder that ./x bench attention made.

Heads are as many as make 262144 rows. Of each, TFLOP/s: the median of five rounds in turns, each the median of 20 launches, with
the L2 cache flushed before each (cold) and not (hot); least and most of the rounds. The last column is the time of the fastest of
torch's attentions by ours. Results are compared with torch's in f32.
"""

import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

import jobs
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS, SAMPLES = 5, 20
# The size of heads that attention_overlapped.mlir is for.
OVERLAPPED = 128
ELEMENTS = {"f16": torch.float16, "bf16": torch.bfloat16}
TORCH = {"cuDNN": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION, "efficient": SDPBackend.EFFICIENT_ATTENTION}
# Rows, keys and warps of a block of Triton's.
TRITON = [(128, 64, 4), (128, 128, 8), (128, 64, 8)]


def layout_run(folder, job):
    (folder / "job.json").write_text(json.dumps(job))
    command = [HERE / "layout-run", folder / "job.json", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{job['launch']['module']}: {(done.stderr or done.stdout)[-600:]}")
    return json.loads(done.stdout)


def job(heads, length, size, element, inits, overlapped=False):
    launch = jobs.attention_launch(heads, length, size, f"{size}_{element}{'' if overlapped else '_hopper'}.ptx")
    launch["module"] = str(HERE / f"{size}_{element}{'_overlapped' if overlapped else ''}.ptx")
    if overlapped:
        # Two warpgroups and one of producers.
        launch["block"] = [384]
    of = {"type": element, "shape": [heads, length, size]}
    return {"launch": launch, "buffers": [{"name": name, **of, "init": init} for name, init in zip("QKVY", inits)], "outputs": []}


def check(folder, size, element, overlapped=False):
    """The largest difference to attention in f32, of rows that end within a tile."""
    import numpy as np

    heads, length = 3, 1000
    q, k, v = (torch.randn(heads, length, size, device="cuda", dtype=ELEMENTS[element]) for _ in range(3))
    names = []
    for name, values in zip("QKV", (q, k, v)):
        np.save(folder / f"{name}.npy", values.float().cpu().numpy())
        names.append({"npy": f"{name}.npy"})
    one = job(heads, length, size, element, [*names, "poison"], overlapped)
    one["outputs"] = [{"buffer": "Y", "write": "out.npy"}]
    layout_run(folder, one)
    scores = q.float() @ k.float().transpose(1, 2) / math.sqrt(size)
    scores.masked_fill_(torch.ones(length, length, device="cuda", dtype=torch.bool).triu(1), -math.inf)
    expected = scores.softmax(2) @ v.float()
    made = torch.from_numpy(np.load(folder / "out.npy").astype("float32")).cuda()
    # Weights and results are rounded: of 8 or of 11 bits.
    allowed = {"f16": 2.0**-9, "bf16": 2.0**-6}[element] * expected.abs().max().item()
    error = (made - expected).abs().max().item()
    if not error <= allowed:
        sys.exit(f"WRONG {size} {element}{' overlapped' * overlapped}: {error} beyond {allowed}")


def timed(work, flushed):
    """Microseconds of what is launched: the median."""
    other = torch.empty(256 << 20, dtype=torch.int8, device="cuda")
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(SAMPLES)]
    for _ in range(3):
        work()
    for begin, end in events:
        if flushed:
            other.zero_()
        begin.record()
        work()
        end.record()
    torch.cuda.synchronize()
    return statistics.median(begin.elapsed_time(end) * 1000 for begin, end in events)


def of_torch(backend, q, k, v):
    def work():
        with sdpa_kernel(backend):
            torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)

    try:
        work()
    except RuntimeError:
        return None
    return work


def of_triton(tile, q, k, v):
    try:
        import kernels
    except ImportError:
        return None
    rows, keys, warps = tile
    heads, length, size = q.shape[1:]
    out, scale = torch.empty_like(q), math.log2(math.e) / math.sqrt(size)
    constants = {"D": size, "BM": rows, "BN": keys, "num_warps": warps, "num_stages": 2}

    def work():
        kernels.attention[(length // rows, heads)](q, k, v, out, length, scale, **constants)

    try:
        work()
        torch.cuda.synchronize()
    except Exception as error:  # noqa: BLE001: what does not fit the chip is none of Triton's best
        print(f"Triton {tile}: {type(error).__name__}", file=sys.stderr)
        return None
    return work


def kind(folder, heads, length, size, element):
    """By name, what times it: microseconds, the cache flushed or not."""
    q, k, v = (torch.randn(1, heads, length, size, device="cuda", dtype=ELEMENTS[element]) for _ in range(3))
    normal = {"normal": {"mean": 0, "deviation": 1, "seed": 3}}

    def ours(flushed, overlapped=False):
        one = job(heads, length, size, element, [normal] * 3 + ["zeros"], overlapped)
        one["timing"] = {"samples": SAMPLES, "warmup": 3, "flush_l2": flushed}
        return layout_run(folder, one)["runs"][0]["time"]["median_us"]

    works = {name: of_torch(backend, q, k, v) for name, backend in TORCH.items()}
    if element == "f16":
        works |= {f"Triton {tile}": of_triton(tile, q, k, v) for tile in TRITON}
    timers = {name: (lambda flushed, work=work: timed(work, flushed)) for name, work in works.items() if work}
    own = {"ours": ours} | ({"overlapped": lambda flushed: ours(flushed, True)} if size == OVERLAPPED else {})
    return {**own, **timers}


def main():
    lengths = [int(n) for n in sys.argv[1:]] or [1024, 2048, 4096, 8192, 16384]
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}", flush=True)
    print(f"{'TFLOP/s, causal attention':34}{'cold':>8}{'':17}{'hot':>8}", flush=True)
    lines = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for size in (64, 128):
            for element in ELEMENTS:
                check(folder, size, element)
                if size == OVERLAPPED:
                    check(folder, size, element, overlapped=True)
                for length in lengths:
                    heads = 262144 // length
                    # Half of the products: keys that no row sees are not multiplied.
                    flops = 2 * size * heads * length * length
                    timers = kind(folder, heads, length, size, element)
                    rounds = [{n: [t(True), t(False)] for n, t in timers.items()} for _ in range(ROUNDS)]
                    median = {n: [statistics.median(r[n][at] for r in rounds) for at in (0, 1)] for n in timers}
                    best = min(median[name][0] for name in TORCH if name in median)
                    for name, times in median.items():
                        cold, hot = ([flops / r[name][at] / 1e6 for r in rounds] for at in (0, 1))
                        cells = "".join(f"{statistics.median(x):8.0f} [{min(x):5.0f}-{max(x):5.0f}]   " for x in (cold, hot))
                        print(f"{size:3} {element:5}{heads:4} x {length:<6}{name:12}{cells}{best / times[0]:6.3f}", flush=True)
                        group = "Triton" if name.startswith("Triton") else name
                        rates = lines.setdefault((size, element), {}).setdefault(group, {})
                        rates[length] = max(rates.get(length, 0), statistics.median(cold))
    plot(lines)


def plot(lines):
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("no matplotlib here: no plot")
        return
    _, axes = plt.subplots(1, len(lines), figsize=(4 * len(lines), 4), sharey=True)
    for axis, ((size, element), rates) in zip(axes, lines.items()):
        for name, by_length in rates.items():
            axis.plot(list(map(str, by_length)), list(by_length.values()), marker="o", label=name)
        axis.set(title=f"{element}, head size {size}", xlabel="length", ylim=(0, None))
    axes[0].set_ylabel("TFLOP/s")
    axes[0].legend()
    plt.tight_layout()
    plt.savefig(HERE / "attention.svg")


if __name__ == "__main__":
    main()
