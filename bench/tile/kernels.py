"""The kernels of examples/ that are beside others in Triton, written for Triton."""

# ruff: noqa: N803
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
