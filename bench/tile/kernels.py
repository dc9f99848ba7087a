"""The kernels of examples/ that are beside others in Triton, written for Triton.

    python3 kernels.py

compiles all of them, which needs no GPU; machines without this version of Triton find them in this folder then.
"""

# ruff: noqa: N803
import json
import pathlib

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def copy(X, Y, n, B: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * B + tl.arange(0, B)
    tl.store(Y + at, tl.load(X + at, mask=at < n), mask=at < n)


@triton.jit
def transpose(X, Y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    i = (tl.program_id(1) * BM + tl.arange(0, BM)).to(tl.int64)
    j = (tl.program_id(0) * BN + tl.arange(0, BN)).to(tl.int64)
    x = tl.load(X + i[:, None] * N + j[None, :], mask=(i[:, None] < M) & (j[None, :] < N))
    tl.store(Y + j[:, None] * M + i[None, :], tl.trans(x), mask=(j[:, None] < N) & (i[None, :] < M))


@triton.jit
def softmax(X, Y, N, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * N
    c = tl.arange(0, B)
    x = tl.load(X + row + c, mask=c < N, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(Y + row + c, (e / tl.sum(e, 0)).to(tl.float16), mask=c < N)


@triton.jit
def layernorm(X, W, B, Y, N, eps, S: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * N
    c = tl.arange(0, S)
    x = tl.load(X + row + c, mask=c < N, other=0.0).to(tl.float32)
    mean = tl.sum(x, 0) / N
    d = tl.where(c < N, x - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(d * d, 0) / N + eps)
    w = tl.load(W + c, mask=c < N)
    b = tl.load(B + c, mask=c < N)
    tl.store(Y + row + c, d * scale * w + b, mask=c < N)


@triton.jit
def step(q, k, v, acc, top, total, scale, seen):
    s = tl.where(seen, tl.dot(q, k), -1e30)
    n = tl.maximum(top, tl.max(s, 1) * scale)
    p = tl.exp2(s * scale - n[:, None])
    a = tl.exp2(top - n)
    acc = tl.dot(p.to(tl.float16), v, acc * a[:, None])
    return acc, n, total * a + tl.sum(p, 1)


@triton.jit
def attention(Q, K, V, O, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):  # noqa: E741
    i = (tl.num_programs(0) - 1 - tl.program_id(0)) * BM
    head = tl.program_id(1).to(tl.int64) * S * D
    m = i + tl.arange(0, BM)
    n = tl.arange(0, BN)
    d = tl.arange(0, D)
    q = tl.load(Q + head + m[:, None] * D + d[None, :], mask=m[:, None] < S, other=0.0)
    acc = tl.zeros([BM, D], dtype=tl.float32)
    top = tl.full([BM], -float("inf"), dtype=tl.float32)
    total = tl.zeros([BM], dtype=tl.float32)
    # Keys that all rows see, then those on the diagonal.
    for j in range(0, i, BN):
        k = tl.load(K + head + (j + n)[None, :] * D + d[:, None])
        v = tl.load(V + head + (j + n)[:, None] * D + d[None, :])
        s = tl.dot(q, k)
        now = tl.maximum(top, tl.max(s, 1) * scale)
        p = tl.exp2(s * scale - now[:, None])
        a = tl.exp2(top - now)
        total = total * a + tl.sum(p, 1)
        acc = tl.dot(p.to(tl.float16), v, acc * a[:, None])
        top = now
    for j in range(i, i + BM, BN):
        inside = (j + n) < S
        k = tl.load(K + head + (j + n)[None, :] * D + d[:, None], mask=inside[None, :], other=0.0)
        v = tl.load(V + head + (j + n)[:, None] * D + d[None, :], mask=inside[:, None], other=0.0)
        acc, top, total = step(q, k, v, acc, top, total, scale, (j + n)[None, :] <= m[:, None])
    tl.store(O + head + m[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.float16), mask=m[:, None] < S)


@triton.jit
def gemm(A, B, C, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    # Blocks that run together share rows and columns: bands of eight rows of tiles.
    column = tl.num_programs(0) // tl.cdiv(M, BM)
    band = tl.program_id(0) // (8 * column)
    rows = min(tl.cdiv(M, BM) - 8 * band, 8)
    i = (8 * band + tl.program_id(0) % (8 * column) % rows) * BM
    j = (tl.program_id(0) % (8 * column) // rows) * BN
    m = (i + tl.arange(0, BM)) % M
    n = (j + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    a = A + m[:, None] * K + k[None, :]
    b = B + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], dtype=tl.float32)
    for at in range(0, K, BK):
        inside = at + k < K
        acc = tl.dot(tl.load(a, mask=inside[None, :], other=0.0), tl.load(b, mask=inside[:, None], other=0.0), acc)
        a += BK
        b += BK * N
    m = i + tl.arange(0, BM)
    n = j + tl.arange(0, BN)
    tl.store(C + m[:, None] * N + n[None, :], acc.to(tl.float16), mask=(m[:, None] < M) & (n[None, :] < N))


def build(kernel, types, constants, *, arch=90, warps=4, stages=3):
    """Compiles a kernel: the launch of a job for it, without grid and arguments.

    Of another chip than this one its PTX, else machine code.
    """
    signature = types | dict.fromkeys(constants, "constexpr")
    wide = [["tt.divisibility", 16]]
    attributes = {(i,): wide for i, t in enumerate(types.values()) if t[0] == "*" or t == "i32"}
    source = ASTSource(
        fn=kernel,
        signature=signature,
        constexprs={(kernel.arg_names.index(name),): value for name, value in constants.items()},
        attrs=attributes,
    )
    options = {"num_warps": warps, "num_stages": stages}
    built = triton.compile(source, target=GPUTarget("cuda", arch, 32), options=options)
    values = "_".join(map(str, [*constants.values(), warps, stages]))
    file = pathlib.Path(f"triton_{kernel.__name__}_{values}.{'cubin' if arch == 90 else 'ptx'}")
    file.write_bytes(built.asm["cubin"] if arch == 90 else built.asm["ptx"].encode())
    return {"module": str(file), "kernel": built.metadata.name, "block": [32 * warps], "shared": built.metadata.shared}


MATRICES = {"X": "*fp16", "Y": "*fp16"}
# Kernel, the types of its parameters, and each tile of it: constants, warps, stages, chip.
KERNELS = {
    "copy": (copy, MATRICES | {"n": "i32"}, [({"B": b}, 8, 3, 90) for b in (4096, 8192)]),
    "transpose": (
        transpose,
        MATRICES | {"M": "i32", "N": "i32"},
        [({"BM": a, "BN": b}, warps, 3, 90) for a, b, warps in ((64, 64, 4), (128, 64, 8))],
    ),
    "softmax": (softmax, MATRICES | {"N": "i32"}, [({"B": 8192}, warps, 3, 90) for warps in (8, 16)]),
    "layernorm": (
        layernorm,
        {"X": "*fp16", "W": "*fp16", "B": "*fp16", "Y": "*fp16", "N": "i32", "eps": "fp32"},
        [({"S": 8192}, warps, 3, 90) for warps in (8, 16)],
    ),
    "attention": (
        attention,
        dict.fromkeys(("Q", "K", "V", "O"), "*fp16") | {"S": "i32", "scale": "fp32"},
        [
            ({"D": d, "BM": a, "BN": b}, warps, stages, 80)
            for d, a, b, warps, stages in (
                (64, 128, 64, 4, 3),
                (64, 128, 64, 4, 2),
                (128, 128, 32, 4, 3),
                (128, 128, 64, 4, 3),
                (128, 128, 64, 8, 3),
            )
        ],
    ),
    "gemm": (
        gemm,
        dict.fromkeys("ABC", "*fp16") | dict.fromkeys("MNK", "i32"),
        [
            ({"BM": a, "BN": b, "BK": c}, warps, stages, 80)
            for a, b, c, warps, stages in (
                (128, 128, 32, 4, 4),
                (128, 128, 64, 4, 3),
                (128, 256, 32, 8, 4),
                (128, 256, 64, 8, 3),
            )
        ],
    ),
}


def build_all():
    """All of them: by name the launches without grid and arguments, each with its constants."""
    return {
        name: [[build(kernel, types, c, arch=arch, warps=w, stages=s), c] for c, w, s, arch in tiles]
        for name, (kernel, types, tiles) in KERNELS.items()
    }


if __name__ == "__main__":
    print(f"Triton {triton.__version__}")
    pathlib.Path("triton.json").write_text(json.dumps({"version": triton.__version__, "kernels": build_all()}))
