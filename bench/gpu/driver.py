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

    def __call__(self, grid, block, arguments, stream=None):
        """Launches it: blocks in x, y (and z), threads a block."""
        grid = (*grid, 1)[:3]
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.cast(ctypes.byref(a), ctypes.c_void_p) for a in arguments])
        check(cuda.cuLaunchKernel(self.function, *grid, block, 1, 1, 0, stream, pointers, None))


class Launches:
    """Launches of one kernel one after another, as a graph: what the host does for a launch is done beforehand.

    Launched one by one a short kernel is as fast as the host, which takes longer the more arguments there are."""

    def __init__(self, function, grid, block, arguments, number):
        self.number = number
        self.stream, graph, self.graph = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        check(cuda.cuStreamCreate(ctypes.byref(self.stream), 1))
        check(cuda.cuStreamBeginCapture_v2(self.stream, 1))
        for _ in range(number):
            function(grid, block, arguments, self.stream)
        check(cuda.cuStreamEndCapture(self.stream, ctypes.byref(graph)))
        check(cuda.cuGraphInstantiateWithFlags(ctypes.byref(self.graph), graph, ctypes.c_uint64(0)))
        check(cuda.cuGraphDestroy(graph))
        self.events = [ctypes.c_void_p() for _ in range(2)]
        for event in self.events:
            check(cuda.cuEventCreate(ctypes.byref(event), 0))

    def microseconds(self):
        """The time of a launch."""
        check(cuda.cuEventRecord(self.events[0], self.stream))
        check(cuda.cuGraphLaunch(self.graph, self.stream))
        check(cuda.cuEventRecord(self.events[1], self.stream))
        check(cuda.cuEventSynchronize(self.events[1]))
        elapsed = ctypes.c_float()
        check(cuda.cuEventElapsedTime(ctypes.byref(elapsed), *self.events))
        return elapsed.value * 1000 / self.number

    def free(self):
        for event in self.events:
            check(cuda.cuEventDestroy_v2(event))
        check(cuda.cuGraphExecDestroy(self.graph))
        check(cuda.cuStreamDestroy_v2(self.stream))


def synchronize():
    """Waits for what was launched; an error of a kernel ends the program here."""
    check(cuda.cuCtxSynchronize())
