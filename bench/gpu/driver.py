"""The CUDA driver by ctypes: buffers, kernels, launches and their times. Needs numpy and the driver alone."""

import ctypes

import numpy as np

cuda = ctypes.CDLL("libcuda.so.1")


def check(code):
    """Ends the program with the driver's words where `code` is no success."""
    if code:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(code, ctypes.byref(text))
        raise SystemExit(f"CUDA error {code}: {text.value.decode() if text.value else '?'}")


def start():
    """Takes the first GPU; returns its name."""
    check(cuda.cuInit(0))
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(cuda.cuDeviceGet(ctypes.byref(device), 0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    check(cuda.cuCtxSetCurrent(context))
    name = ctypes.create_string_buffer(256)
    check(cuda.cuDeviceGetName(name, 256, device))
    return name.value.decode()


class Buffer:
    """An array on the GPU."""

    def __init__(self, array):
        self.array = np.ascontiguousarray(array)
        self.pointer = ctypes.c_uint64()
        check(cuda.cuMemAlloc_v2(ctypes.byref(self.pointer), ctypes.c_size_t(self.array.nbytes)))
        self.put(self.array)

    def put(self, array):
        """Writes an array of the same size there."""
        check(cuda.cuMemcpyHtoD_v2(self.pointer, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes)))

    def fill(self, byte):
        """Sets each byte."""
        check(cuda.cuMemsetD8_v2(self.pointer, ctypes.c_ubyte(byte), ctypes.c_size_t(self.array.nbytes)))

    def get(self):
        """What is there now."""
        out = np.empty_like(self.array)
        check(cuda.cuMemcpyDtoH_v2(out.ctypes.data_as(ctypes.c_void_p), self.pointer, ctypes.c_size_t(out.nbytes)))
        return out

    def free(self):
        check(cuda.cuMemFree_v2(self.pointer))

    def descriptor(self, integer=ctypes.c_int64):
        """The arguments of a one-dimensional memref: pointers, offset, size, stride; `integer` is as wide as `index`."""
        return [self.pointer, self.pointer, integer(0), integer(self.array.size), integer(1)]


class Function:
    """A kernel of a cubin."""

    def __init__(self, cubin, name):
        module = ctypes.c_void_p()
        check(cuda.cuModuleLoadData(ctypes.byref(module), cubin))
        self.function = ctypes.c_void_p()
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), module, name.encode()))

    def __call__(self, grid, block, arguments):
        """Launches it: blocks in x, y (and z), threads a block."""
        grid = (*grid, 1)[:3]
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.cast(ctypes.byref(a), ctypes.c_void_p) for a in arguments])
        check(cuda.cuLaunchKernel(self.function, *grid, block, 1, 1, 0, None, pointers, None))

    def microseconds(self, grid, block, arguments, launches=1):
        """The time of a launch, of so many one after another."""
        events = [ctypes.c_void_p() for _ in range(2)]
        for event in events:
            check(cuda.cuEventCreate(ctypes.byref(event), 0))
        check(cuda.cuEventRecord(events[0], None))
        for _ in range(launches):
            self(grid, block, arguments)
        check(cuda.cuEventRecord(events[1], None))
        check(cuda.cuEventSynchronize(events[1]))
        elapsed = ctypes.c_float()
        check(cuda.cuEventElapsedTime(ctypes.byref(elapsed), *events))
        for event in events:
            check(cuda.cuEventDestroy_v2(event))
        return elapsed.value * 1000 / launches


def synchronize():
    """Waits for what was launched; an error of a kernel ends the program here."""
    check(cuda.cuCtxSynchronize())
