"""Runs the examples' PTX on a GPU: numbers against float64, then times.

Usage: python3 check.py DIR, where DIR holds NAME.true.ptx (simplified) and
NAME.false.ptx. Exits with 1 if a result is wrong.
"""

import ctypes
import pathlib
import subprocess
import sys

import numpy as np
from driver import Buffer, Function, Launches, start


def assembled(ptx, name):
    """The kernel of a PTX file, by ptxas."""
    cubin = ptx.with_suffix(".cubin")
    subprocess.run(["ptxas", "-arch=sm_90a", str(ptx), "-o", str(cubin)], check=True)
    return Function(cubin.read_bytes(), name)


def milliseconds(kernel, grid, block, arguments, repeat=20):
    """The median time of a launch."""
    one = Launches(kernel, grid, block, arguments, 1)
    times = sorted(one.microseconds() for _ in range(repeat))
    one.free()
    return times[repeat // 2] / 1000


def verdict(name, error, bound):
    print(f"{name:46} max error {error:.3g} (allowed {bound:.3g}): {'right' if error <= bound else 'WRONG'}")
    return error <= bound


def swizzled_copy(kernels, rng):
    source = rng.standard_normal(8192).astype(np.float32)
    ok = True
    for which, kernel in kernels.items():
        src, dst = Buffer(source), Buffer(np.zeros_like(source))
        kernel((1, 1), 256, [src.pointer, dst.pointer])
        error = np.abs(dst.get().astype(np.float64) - source.astype(np.float64)).max()
        ok &= verdict(f"swizzled_copy, {which}", error, 0.0)
        src.free(), dst.free()
    src, dst = Buffer(source), Buffer(np.zeros_like(source))
    times = {w: milliseconds(k, (132 * 64, 1), 256, [src.pointer, dst.pointer]) for w, k in kernels.items()}
    report("swizzled_copy, 8448 blocks on one tile (L2 and shared memory bound)", times)
    return ok


def tensor_core_tile(kernels, rng):
    a = rng.standard_normal((16, 64)).astype(np.float16)
    b = rng.standard_normal((8, 64)).astype(np.float16)
    want = a.astype(np.float64) @ b.astype(np.float64).T
    ok = True
    for which, kernel in kernels.items():
        buffers = [Buffer(a), Buffer(b), Buffer(np.zeros((16, 8), np.float32))]
        kernel((1, 1), 32, [x.pointer for x in buffers])
        error = np.abs(buffers[2].get() - want).max()
        # 64 products, exact in f32, summed in f32.
        ok &= verdict(f"tensor_core_tile, {which}", error, 64 * 2.0**-23 * np.abs(want).max())
    return ok


def dynamic_tile(kernels, rng):
    ok = True
    for m, k in [(128, 64), (384, 192), (1280, 4096)]:
        source = rng.standard_normal((m, k)).astype(np.float32)
        for which, kernel in kernels.items():
            src, dst = Buffer(source), Buffer(np.zeros_like(source))
            arguments = src.descriptor() + dst.descriptor() + [ctypes.c_int64(m), ctypes.c_int64(k)]
            kernel((m // 128, k // 64), 256, arguments)
            error = np.abs(dst.get().astype(np.float64) - 2 * source.astype(np.float64)).max()
            ok &= verdict(f"dynamic_tile {m}x{k}, {which}", error, 0.0)
            src.free(), dst.free()
    m, k = 16384, 16384
    src, dst = Buffer(np.zeros((m, k), np.float32)), Buffer(np.zeros((m, k), np.float32))
    arguments = src.descriptor() + dst.descriptor() + [ctypes.c_int64(m), ctypes.c_int64(k)]
    times = {w: milliseconds(kernel, (m // 128, k // 64), 256, arguments) for w, kernel in kernels.items()}
    report(f"dynamic_tile {m}x{k} (memory bound)", times, 2 * 4 * m * k)
    return ok


def report(name, times, moved=None):
    simple, plain = times["simplified"], times["plain"]
    rate = f", {moved / simple / 1e9:.2f} TB/s" if moved else ""
    print(f"{name}: {simple * 1e3:.1f} us simplified{rate}, {plain * 1e3:.1f} us plain, ratio {simple / plain:.3f}")


def main():
    directory = pathlib.Path(sys.argv[1])
    start()
    rng = np.random.default_rng(1)
    ok = True
    for example in (swizzled_copy, tensor_core_tile, dynamic_tile):
        name = example.__name__
        kernels = {
            "simplified": assembled(directory / f"{name}.true.ptx", name),
            "plain": assembled(directory / f"{name}.false.ptx", name),
        }
        ok &= example(kernels, rng)
    sys.exit(not ok)


if __name__ == "__main__":
    main()
