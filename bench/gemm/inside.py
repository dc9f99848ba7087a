"""Functions of the host of a module of PTX, launched in the process that torch is in: by the driver through ctypes, of what
docs/running.md says of them.
"""

import collections
import ctypes
import json
import re

import launched

cuda = ctypes.CDLL("libcuda.so.1")
DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
NON_PORTABLE_CLUSTER = 14  # CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
# CU_TENSOR_MAP_DATA_TYPE_UINT8 and so on, by bytes; CU_TENSOR_MAP_SWIZZLE_NONE and so on, by bytes of a row.
ELEMENTS = {1: 0, 2: 1, 4: 2, 8: 4}
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}
# CU_TENSOR_MAP_L2_PROMOTION_L2_128B and _256B.
PROMOTIONS = (2, 3)
NOWHERE = 16  # The stride of a dimension of one element.


def check(code):
    if code:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(code, ctypes.byref(text))
        raise SystemExit(f"CUDA error {code}: {text.value.decode() if text.value else '?'}")


class Module:
    """A module of PTX, in the context that is current."""

    def __init__(self, path):
        text = path.read_text()
        # (Assembling takes a second or two; where `ptxas` did it beforehand none.)
        binary = path.with_suffix(".cubin")
        image = binary.read_bytes() if binary.exists() else text.encode()
        self.module = ctypes.c_void_p()
        check(cuda.cuModuleLoadData(ctypes.byref(self.module), ctypes.create_string_buffer(image)))
        shared = re.findall(r"^// (\S+): (\d+) bytes of dynamic shared memory", text, re.M)
        self.shared = {kernel: int(count) for kernel, count in shared}

    def constant(self, name):
        """What a constant of text says, in JSON; nothing if there is none."""
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        if cuda.cuModuleGetGlobal_v2(ctypes.byref(address), ctypes.byref(size), self.module, name.encode()):
            return None
        text = ctypes.create_string_buffer(size.value)
        check(cuda.cuMemcpyDtoH_v2(text, address, size))
        return json.loads(text.raw.rstrip(b"\0"))

    def bind(self, function, parameters):
        """What a function of the host does of such parameters, integers all of them, on a stream that it is given; and the names of its kernels."""
        description = json.dumps(self.constant(f"{function}_launches"))
        calls = [self.call(launch) for launch in launched.launches(description, parameters)]
        return lambda stream: [call(stream) for call in calls], [call.kernel for call in calls]

    def call(self, launch):
        kernel, function = launch["kernel"], ctypes.c_void_p()
        check(cuda.cuModuleGetFunction(ctypes.byref(function), self.module, kernel.encode()))
        shared = self.shared.get(kernel, 0)
        check(cuda.cuFuncSetAttribute(function, DYNAMIC_SHARED, shared))
        check(cuda.cuFuncSetAttribute(function, NON_PORTABLE_CLUSTER, 1))
        given = launch["parameters"]
        of = {}
        for described in self.constant(f"{kernel}_tensor_maps") or []:
            of[described["parameter"]] = tensor_map(described, given)
        rest = collections.deque(ctypes.c_uint64(n) for n in given)
        kept = [of[place] if place in of else rest.popleft() for place in range(len(given) + len(of))]
        at = [ctypes.c_void_p(part.aligned if isinstance(part, TensorMap) else ctypes.addressof(part)) for part in kept]
        pointers = (ctypes.c_void_p * len(at))(*at)

        def call(stream):
            check(cuda.cuLaunchKernel(function, *launch["grid"], *launch["block"], shared, ctypes.c_void_p(stream), pointers, None))

        call.kernel, call.kept = kernel, kept
        return call


class TensorMap:
    """Memory for a tensor map, aligned."""

    def __init__(self):
        self.memory = ctypes.create_string_buffer(128 + 64)
        self.aligned = (ctypes.addressof(self.memory) + 63) & ~63


def tensor_map(described, given):
    """A tensor map, by the driver, of what is said of it."""

    def total(terms):
        sum = 0
        for factor, *numbers in terms:
            for number in numbers:
                factor *= given[number]
            sum += factor
        return sum

    sizes = [total(terms) for terms in described["sizes"]]
    strides = [NOWHERE if size == 1 else total(terms) for size, terms in zip(sizes[1:], described["strides"])]
    # (As layout-run does: memory is read 256 bytes at once where rows begin at multiples of that.)
    promotion = PROMOTIONS[all(stride % 256 == 0 for stride in strides)]
    of, rank = TensorMap(), len(sizes)
    code = cuda.cuTensorMapEncodeTiled(
        ctypes.c_void_p(of.aligned), ELEMENTS[described["bits"] // 8], rank, ctypes.c_void_p(given[described["address"]]),
        (ctypes.c_uint64 * rank)(*sizes), (ctypes.c_uint64 * max(rank - 1, 1))(*strides), (ctypes.c_uint32 * rank)(*described["box"]),
        (ctypes.c_uint32 * rank)(*[1] * rank), 0, SWIZZLES[described["swizzle"]], promotion, 0,
    )  # fmt: skip
    check(code)
    return of
