"""Runs the examples' PTX on a GPU: numbers against float64, then times.

Usage: python3 check.py DIR, where DIR holds NAME.true.ptx (simplified) and
NAME.false.ptx. Exits with 1 if a result is wrong.
"""

import ctypes
import pathlib
import subprocess
import sys

import numpy as np

cuda = ctypes.CDLL("libcuda.so.1")


def check(code):
    if code:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(code, ctypes.byref(text))
        raise SystemExit(f"CUDA error {code}: {text.value.decode() if text.value else '?'}")


class Buffer:
    """An array on the GPU."""

    def __init__(self, array):
        self.array = np.ascontiguousarray(array)
        self.pointer = ctypes.c_uint64()
        check(cuda.cuMemAlloc_v2(ctypes.byref(self.pointer), ctypes.c_size_t(self.array.nbytes)))
        check(cuda.cuMemcpyHtoD_v2(self.pointer, self.array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(self.array.nbytes)))

    def get(self):
        out = np.empty_like(self.array)
        check(cuda.cuMemcpyDtoH_v2(out.ctypes.data_as(ctypes.c_void_p), self.pointer, ctypes.c_size_t(out.nbytes)))
        return out

    def free(self):
        check(cuda.cuMemFree_v2(self.pointer))

    def descriptor(self):
        """The arguments of a one-dimensional memref: pointers, offset, size, stride."""
        i64 = ctypes.c_int64
        return [self.pointer, self.pointer, i64(0), i64(self.array.size), i64(1)]


class Kernel:
    """A function of a PTX file, assembled by ptxas."""

    def __init__(self, ptx, name):
        cubin = ptx.with_suffix(".cubin")
        subprocess.run(["ptxas", "-arch=sm_90a", str(ptx), "-o", str(cubin)], check=True)
        module = ctypes.c_void_p()
        check(cuda.cuModuleLoadData(ctypes.byref(module), cubin.read_bytes()))
        self.function = ctypes.c_void_p()
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), module, name.encode()))

    def __call__(self, grid, block, arguments):
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.cast(ctypes.byref(a), ctypes.c_void_p) for a in arguments])
        check(cuda.cuLaunchKernel(self.function, grid[0], grid[1], 1, block, 1, 1, 0, None, pointers, None))

    def milliseconds(self, grid, block, arguments, repeat=20):
        """The median time of a launch."""
        events = [ctypes.c_void_p() for _ in range(2)]
        for e in events:
            check(cuda.cuEventCreate(ctypes.byref(e), 0))
        times = []
        for _ in range(repeat):
            check(cuda.cuEventRecord(events[0], None))
            self(grid, block, arguments)
            check(cuda.cuEventRecord(events[1], None))
            check(cuda.cuEventSynchronize(events[1]))
            ms = ctypes.c_float()
            check(cuda.cuEventElapsedTime(ctypes.byref(ms), *events))
            times.append(ms.value)
        return sorted(times)[repeat // 2]


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
    times = {w: k.milliseconds((132 * 64, 1), 256, [src.pointer, dst.pointer]) for w, k in kernels.items()}
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
    times = {w: kernel.milliseconds((m // 128, k // 64), 256, arguments) for w, kernel in kernels.items()}
    report(f"dynamic_tile {m}x{k} (memory bound)", times, 2 * 4 * m * k)
    return ok


def report(name, times, moved=None):
    simple, plain = times["simplified"], times["plain"]
    rate = f", {moved / simple / 1e9:.2f} TB/s" if moved else ""
    print(f"{name}: {simple * 1e3:.1f} us simplified{rate}, {plain * 1e3:.1f} us plain, ratio {simple / plain:.3f}")


def main():
    directory = pathlib.Path(sys.argv[1])
    check(cuda.cuInit(0))
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(cuda.cuDeviceGet(ctypes.byref(device), 0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    check(cuda.cuCtxSetCurrent(context))
    rng = np.random.default_rng(1)
    ok = True
    for example in (swizzled_copy, tensor_core_tile, dynamic_tile):
        name = example.__name__
        kernels = {
            "simplified": Kernel(directory / f"{name}.true.ptx", name),
            "plain": Kernel(directory / f"{name}.false.ptx", name),
        }
        ok &= example(kernels, rng)
    sys.exit(not ok)


if __name__ == "__main__":
    main()
