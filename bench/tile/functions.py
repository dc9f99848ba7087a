"""Functions of math on a GPU against float64: a kernel for each, and the errors of a million inputs.

`python3 functions.py kernels` prints the kernels; check.py runs them.
"""

import json
import math
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
COUNT = 1 << 20
AFN = ["exp", "exp2", "log", "log2", "log10", "tanh", "rsqrt", "sqrt", "sin", "cos"]
F32 = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "tanh", "erf", "erfc", "rsqrt", "sqrt"]
F32 += ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "cbrt"]
F64 = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "tanh", "erf", "erfc", "rsqrt", "sqrt", "sin", "cos", "tan"]

KERNEL = """
    gpu.func @{name}(%x: memref<?x{element}>, %y: memref<?x{element}>)
        kernel attributes {{known_block_size = array<i32: 256, 1, 1>}} {{
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %256 = arith.constant 256 : index
      %0 = arith.muli %b, %256 : index
      %i = arith.addi %0, %t : index
      %v = memref.load %x[%i] : memref<?x{element}>
      %r = math.{function} %v{flags} : {element}
      memref.store %r, %y[%i] : memref<?x{element}>
      gpu.return
    }}"""


def kernels():
    text = [KERNEL.format(name=f"{f}_f32", function=f, flags="", element="f32") for f in F32]
    text += [KERNEL.format(name=f"{f}_afn", function=f, flags=" fastmath<afn>", element="f32") for f in AFN]
    text += [KERNEL.format(name=f"{f}_f64", function=f, flags="", element="f64") for f in F64]
    return "module attributes {gpu.container_module} { gpu.module @kernels {" + "".join(text) + "\n} }"


def inputs(function, of, rng):
    """Every bit pattern as likely, where the function has values, around 1 and 0, and the ends."""
    import numpy as np

    bits = rng.integers(0, 2 ** (8 * np.dtype(of).itemsize), COUNT // 2, dtype={4: "u4", 8: "u8"}[np.dtype(of).itemsize])
    ranges = {"exp": (-104, 89), "exp2": (-150, 128), "expm1": (-18, 89), "tanh": (-10, 10), "erf": (-4.5, 4.5), "erfc": (-4.5, 27)}
    ranges |= dict.fromkeys(("sin", "cos", "tan"), (-300_000, 300_000)) | dict.fromkeys(("sinh", "cosh"), (-90, 90))
    ranges |= dict.fromkeys(("asin", "acos", "atanh"), (-1, 1))
    low, high = ranges.get(function, (0, 4))
    by = 8 if of == np.float64 and function in ("exp", "exp2") else 1
    ends = [0, -0.0, math.inf, -math.inf, math.nan, 1, -1, 1e-45, -1e-45, 88.72283, 88.7229, -103.97, -104, 3.4e38, -3.4e38, 1e-39]
    spread = rng.uniform(low * by, high * by, COUNT // 4)
    if function in ("sin", "cos", "tan"):
        # Next to where they are 0.
        spread[::2] = np.rint(spread[::2]) * (math.pi / 2)
    parts = [
        bits.view(of),
        spread.astype(of),
        (1 + rng.normal(0, 1e-3, COUNT // 8)).astype(of),
        (rng.standard_normal(COUNT // 8 - len(ends)) * 0.3).astype(of),
        np.array(ends, of),
    ]
    return np.concatenate(parts)


def check(folder):
    import numpy as np

    rng = np.random.default_rng(11)
    np.seterr(all="ignore")
    special = {f.__name__: np.vectorize(f, otypes=[np.float64]) for f in (math.erf, math.erfc)}
    special |= {"rsqrt": lambda x: 1 / np.sqrt(x)}
    wrong = 0
    for name in re.findall(r"\.entry (\w+)", (HERE / "functions.ptx").read_text()):
        function, kind = name.split("_")
        of, wide, element = (np.float64, np.longdouble, "f64") if kind == "f64" else (np.float32, np.float64, "f32")
        x = inputs(function, of, rng)
        np.save(folder / "x.npy", x)
        job = {
            "launch": {"module": str(HERE / "functions.ptx"), "kernel": name, "grid": [COUNT // 256], "block": [256],
                       "arguments": [{"memref": {"buffer": b}} for b in "xy"]},
            "buffers": [{"name": "x", "type": element, "shape": [COUNT], "init": {"npy": "x.npy"}},
                        {"name": "y", "type": element, "shape": [COUNT]}],
            "outputs": [{"buffer": "y", "write": "y.npy"}],
        }  # fmt: skip
        (folder / "job.json").write_text(json.dumps(job))
        subprocess.run([HERE / "layout-run", folder / "job.json", "--no-timing"], check=True, stdout=subprocess.DEVNULL)
        y = np.load(folder / "y.npy")
        known = getattr(np, re.sub("^a(?=sin|cos|tan)", "arc", function), None)
        exact = special.get(function, known)(x.astype(wide))
        rounded = exact.astype(of)
        tiny = np.finfo(of).tiny
        right = (np.isnan(rounded) & np.isnan(y)) | ((rounded == y) & (np.signbit(rounded) == np.signbit(y)))
        # Another kind of number, or a zero of the other sign.
        other = ~right & ~(np.isfinite(y) & np.isfinite(rounded)) | ~right & (rounded == 0) & (y == 0)
        off = np.abs((y.astype(wide) - exact).astype(np.float64))
        ulp = off / np.spacing(np.maximum(np.abs(rounded), tiny)).astype(np.float64)
        ulp = np.where(other | right & ~np.isfinite(ulp), 0, ulp)
        subnormal = (np.abs(x) < tiny) & (x != 0) | (np.abs(rounded) < tiny)
        worst = np.argmax(np.where(subnormal, 0, ulp))
        least = np.argmax(np.where(subnormal, ulp, 0))
        near = np.where(np.isfinite(off) & (np.abs(x) < 10), off, 0)
        kinds = [f"{x[i]:.9g}: {y[i]:.9g}, not {rounded[i]:.9g}" for i in np.nonzero(other)[0][:3]]
        print(f"{name:10}{ulp[worst]:12.4g} ulp at {x[worst]:.9g}; subnormal {ulp[least]:.3g}; "
              f"absolute, |x| < 10: {near.max():.3g}; of another kind {other.sum()} {kinds}", flush=True)  # fmt: skip
        wrong += kind != "afn" and bool(other.any())
    return wrong


if __name__ == "__main__" and sys.argv[1:] == ["kernels"]:
    print(kernels())
