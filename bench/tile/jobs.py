"""Jobs for layout-run: the examples on tiles on inputs of any size."""

import math

import numpy as np

rng = np.random.default_rng(7)


def memory(buffer, count, *symbols):
    """A memref with a layout: flat memory and the values of the layout's symbols."""
    flat = {"memref": {"buffer": buffer, "sizes": [int(count)], "strides": [1]}}
    return [flat, *({"i64": int(symbol)} for symbol in symbols)]


def matrix(buffer, rows, columns):
    return memory(buffer, rows * columns, rows, columns, columns)


def blocks(size, tile):
    return -(-size // tile)


def launch(module, kernel, grid, threads, arguments):
    return {"module": module, "kernel": kernel, "grid": grid, "block": [threads], "arguments": arguments}


def moved(kernel, x, module, tile, threads):
    """A copy or a transpose of x, and what it should be."""
    m, n = x.shape
    turned = kernel.startswith("transpose")
    size = (n, m) if turned else (m, n)
    grid = [blocks(n, tile[1]), blocks(m, tile[0])]
    job = launch(module, kernel, grid, threads, matrix("X", m, n) + matrix("Y", *size))
    return job, {"X": x}, x.T.copy() if turned else x


def softmax(x, module):
    m, n = x.shape
    kernel = "narrow" if n <= 1024 else "row" if n <= 8192 else "wide"
    grid, threads = ([blocks(m, 4)], 128) if kernel == "narrow" else ([m], 256)
    e = np.exp(x.astype(np.float64) - x.astype(np.float64).max(1, keepdims=True))
    job = launch(module, kernel, grid, threads, matrix("X", m, n) + matrix("Y", m, n))
    return job, {"X": x}, e / e.sum(1, keepdims=True)


def layernorm(x, w, b, module):
    m, n = x.shape
    wide = x.astype(np.float64)
    d = wide - wide.mean(1, keepdims=True)
    y = d / np.sqrt((d * d).mean(1, keepdims=True) + 1e-5) * w + b
    arguments = matrix("X", m, n) + memory("W", n, n) + memory("B", n, n) + matrix("Y", m, n) + [{"f32": 1e-5}]
    return launch(module, "layernorm", [m], 256, arguments), {"X": x, "W": w, "B": b}, y


def argmax(x, module):
    m, n = x.shape
    job = launch(module, "argmax", [m], 256, matrix("X", m, n) + memory("Y", m, m))
    return job, {"X": x}, x.argmax(1).astype(np.int32)


def attention_launch(heads, length, size, module):
    rows = 64 if "hopper" in module else 128
    count = heads * length * size
    arguments = sum((memory(b, count, heads, length, length * size) for b in ("Q", "K", "V", "Y")), [])
    scale = [{"f32": math.log2(math.e) / math.sqrt(size)}]
    return launch(module, "attention", [blocks(length, rows), heads], 128, arguments + scale)


def attention(q, k, v, module):
    heads, length, size = q.shape
    s = np.einsum("hid,hjd->hij", q.astype(np.float64), k.astype(np.float64)) / math.sqrt(size)
    s[:, np.triu(np.ones((length, length), bool), 1)] = -np.inf
    p = np.exp(s - s.max(2, keepdims=True))
    y = p / p.sum(2, keepdims=True) @ v.astype(np.float64)
    return attention_launch(heads, length, size, module), {"Q": q, "K": k, "V": v}, y


def gemm_launch(kernel, m, n, k, module):
    """A product: of matrices that lie as the two letters of the kernel's name say, "t" for columns together."""
    turned = [letter == "t" for letter in kernel[5:7]] if kernel[5:] in ("tn", "nt", "tt") else [False, False]
    a = memory("A", m * k, m, k, m if turned[0] else k)
    b = memory("B", k * n, k, n, k if turned[1] else n)
    row = memory("V", n, n) if "bias" in kernel else []
    hopper = "hopper" in kernel
    grid, threads = [8, blocks(n, 256 if hopper else 128), blocks(m, 8 * 128)], 256 if hopper else 128
    return launch(module, kernel.removesuffix("_hopper"), grid, threads, a + b + row + memory("Y", m * n, m, n, n)), turned


def gemm(kernel, m, n, k, module):
    """A product, and the error of its sums in f32."""
    job, turned = gemm_launch(kernel, m, n, k, module)
    a, b = normal(m, k), normal(k, n)
    y = a.astype(np.float64) @ b.astype(np.float64)
    error = (k + 2) * 2.0**-23 * (abs(a).astype(np.float64) @ abs(b).astype(np.float64)).max()
    stored = {"A": a.T.copy() if turned[0] else a, "B": b.T.copy() if turned[1] else b}
    if "bias" in kernel:
        stored["V"] = normal(n, of=np.float32)
        y = y + stored["V"]
        y = y * 0.5 * (1 + np.vectorize(math.erf)(y / math.sqrt(2)))
        error *= 1.2
    return (job, stored, y), (error, 2.0**-10)


def normal(*shape, of=np.float16, scale=1.0):
    return (rng.standard_normal(shape) * scale).astype(of)


# What the engine that copies boxes brings begins at multiples of 16 bytes.
BOXES = ("gemm_tma", "gemm_hopper")


def cases():
    """Name, launch, inputs, what the output Y should be, the error allowed: absolute and relative."""
    exact = (0, 0)
    for suffix, sizes, widths in (
        (".ptx", ((16, 16), (208, 1040), (144, 528)), (8, 1000, 1024, 1032, 5000, 8192, 8200, 40000)),
        (".any.ptx", ((1, 1), (37, 1031), (131, 127)), (1, 7, 1021, 1031, 8191, 10007)),
    ):
        for m, n in sizes:
            yield f"copy{suffix} {m}x{n}", *moved("copy", normal(m, n), "copy" + suffix, (4, 1024), 256), exact
            bytes_ = rng.integers(-128, 128, (m, n)).astype(np.int8)
            for kernel, x, tile in (
                ("transpose", normal(m, n, of=np.float32), (64, 64)),
                ("transpose_f16", normal(m, n), (128, 64)),
                ("transpose_i8", bytes_, (128, 128)),
            ):
                made = moved(kernel, x, "transpose" + suffix, tile, 256)
                yield f"{kernel}{suffix} {m}x{n}", *made, exact
        for n in widths:
            x = normal(5, n, scale=4)
            x[2, 0] = -np.inf if n > 1 else 0
            x[3, :] = 60000
            yield f"softmax{suffix} {n}", *softmax(x, "softmax" + suffix), (4e-8, 6e-4)
            ties = rng.integers(-50, 50, (7, n)).astype(np.float16)
            ties[3] = -np.inf
            yield f"argmax{suffix} {n}", *argmax(ties, "argmax" + suffix), exact
            if n <= 8192:
                made = layernorm(normal(5, n, scale=3) + np.float16(10), normal(n), normal(n), "layernorm" + suffix)
                yield f"layernorm{suffix} {n}", *made, (1e-4, 6e-4)
    for size, file in (
        (64, "attention"),
        (128, "attention_128"),
        (64, "attention_hopper"),
        (128, "attention_hopper_128"),
    ):
        for heads, length in ((1, 1), (2, 8), (3, 127), (2, 128), (2, 200), (2, 1000)):
            inputs = [normal(heads, length, size) for _ in range(3)]
            yield f"{file} {heads}x{length}", *attention(*inputs, file + ".ptx"), (2e-3, 2e-3)
    for kernel in ("gemm", "gemm_tma", "gemm_tn", "gemm_nt", "gemm_tt", "gemm_bias_gelu", "gemm_hopper"):
        for suffix, sizes in (
            (".ptx", ((8, 8, 8), (128, 128, 64), (136, 264, 72), (1032, 520, 1000), (256, 128, 8))),
            (".any.ptx", ((1, 1, 1), (37, 131, 67), (129, 257, 31), (5, 1, 1031), (131, 127, 128))),
        ):
            for m, n, k in sizes if kernel not in BOXES or suffix == ".ptx" else ():
                made, allowed = gemm(kernel, m, n, k, kernel + suffix)
                yield f"{kernel}{suffix} {m}x{n}x{k}", *made, allowed
