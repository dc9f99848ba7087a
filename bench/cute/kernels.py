"""Small kernels in CuTe DSL that together use what it has of layouts, each with the arguments of a run.

A kernel of the table is its host function, its arguments, and how many blocks of how many threads it is run
with; an argument is a tensor (element type, sizes, their divisors, order of strides) or an integer.
"""

import dataclasses

import cutlass
from cutlass import cute
from cutlass.cute.nvgpu import cpasync, warp
from cutlass.cute.runtime import make_fake_compact_tensor

F32, F16, I8, I32 = cutlass.Float32, cutlass.Float16, cutlass.Int8, cutlass.Int32
KERNELS = {}


@dataclasses.dataclass(frozen=True)
class Matrix:
    """A tensor of sizes that are known at run time, or (`static`) before; the first of `order` is contiguous."""

    type: type
    sizes: tuple
    divisors: tuple = (1, 1)
    order: tuple = (1, 0)
    static: bool = False

    def fake(self):
        sizes = self.sizes if self.static else [cute.sym_int(divisibility=d) for d in self.divisors]
        return make_fake_compact_tensor(self.type, tuple(sizes), stride_order=self.order, assumed_align=16)


@dataclasses.dataclass(frozen=True)
class Kernel:
    host: object
    arguments: tuple
    grid: int
    block: int


def kernel(*arguments, grid=1, block=32):
    """Puts a host function into the table."""

    def add(host):
        KERNELS[host.__name__] = Kernel(host, arguments, grid, block)
        return host

    return add


# Thread-value layouts.


@cute.kernel
def tv_copy_kernel(a: cute.Tensor, b: cute.Tensor, tv: cute.Layout):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    mine = cute.composition(a[((None, None), n)], tv)[(t, None)]
    its = cute.composition(b[((None, None), n)], tv)[(t, None)]
    values = cute.make_fragment_like(mine)
    values.store(mine.load())
    its.store(values.load())


@kernel(Matrix(F32, (48, 256), (16, 128)), Matrix(F32, (48, 256), (16, 128)), grid=6, block=128)
@cute.jit
def tv_copy(a: cute.Tensor, b: cute.Tensor):
    threads = cute.make_ordered_layout((4, 32), order=(1, 0))
    values = cute.make_ordered_layout((4, 4), order=(1, 0))
    tiler, tv = cute.make_layout_tv(threads, values)
    tiles_a, tiles_b = cute.zipped_divide(a, tiler), cute.zipped_divide(b, tiler)
    tv_copy_kernel(tiles_a, tiles_b, tv).launch(
        grid=[cute.size(tiles_a, mode=[1]), 1, 1], block=[cute.size(tv, mode=[0]), 1, 1]
    )


@cute.kernel
def tiled_copy_kernel(a: cute.Tensor, b: cute.Tensor, copy: cute.TiledCopy):
    t, _, _ = cute.arch.thread_idx()
    n, m, _ = cute.arch.block_idx()
    tile_a, tile_b = cute.local_tile(a, (32, 64), (n, m)), cute.local_tile(b, (32, 64), (n, m))
    mine = copy.get_slice(t)
    source, target = mine.partition_S(tile_a), mine.partition_D(tile_b)
    values = cute.make_fragment_like(source)
    cute.copy(copy, source, values)
    cute.copy(copy, values, target)


@kernel(Matrix(F16, (96, 64), (32, 64)), Matrix(F16, (96, 64), (32, 64)), grid=3, block=128)
@cute.jit
def tiled_copy(a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), F16, num_bits_per_copy=128)
    threads, values = cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8))
    copy = cute.make_tiled_copy_tv(atom, threads, values)
    tiled_copy_kernel(a, b, copy).launch(grid=[3, 1, 1], block=[128, 1, 1])


# Tiles, partitions, residues.


@cute.kernel
def local_partition_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    threads = cute.make_layout((8, 4), stride=(4, 1))
    tile_a, tile_b = cute.local_tile(a, (16, 8), (n, 1)), cute.local_tile(b, (16, 8), (n, 1))
    mine, its = cute.local_partition(tile_a, threads, t), cute.local_partition(tile_b, threads, t)
    for i in range(cute.size(mine)):
        its[i] = mine[i]


@kernel(Matrix(F32, (32, 24)), Matrix(F32, (32, 24), order=(0, 1)), grid=2)
@cute.jit
def local_partition(a: cute.Tensor, b: cute.Tensor):
    local_partition_kernel(a, b).launch(grid=[2, 1, 1], block=[32, 1, 1])


@cute.kernel
def residue_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, shape: cute.Shape):
    t, _, _ = cute.arch.thread_idx()
    n, m, _ = cute.arch.block_idx()
    threads = cute.make_layout((4, 8), stride=(8, 1))
    tile = ((None, None), (n, m))
    mine, its = cute.local_partition(a[tile], threads, t), cute.local_partition(b[tile], threads, t)
    where = cute.local_partition(c[tile], threads, t)
    for i in range(cute.size(mine)):
        if cute.elem_less(where[i], shape):
            its[i] = mine[i]


@kernel(Matrix(F32, (19, 13)), Matrix(F32, (19, 13)), grid=3)
@cute.jit
def residue(a: cute.Tensor, b: cute.Tensor):
    identity = cute.make_identity_tensor(a.shape)
    tiles = [cute.zipped_divide(x, (8, 16)) for x in (a, b, identity)]
    residue_kernel(*tiles, a.shape).launch(grid=[cute.size(tiles[0], mode=[1, 0]), 1, 1], block=[32, 1, 1])


@cute.kernel
def guarded_kernel(a: cute.Tensor, b: cute.Tensor, m: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    where = cute.make_identity_tensor(a.shape)[n * 32 + t, 3]
    if where[0] < m:
        b[where] = a[where[0], where[1]]


@kernel(Matrix(F32, (40, 8)), Matrix(F32, (40, 8)), 37, grid=2)
@cute.jit
def guarded(a: cute.Tensor, b: cute.Tensor, m: cutlass.Int32):
    guarded_kernel(a, b, m).launch(grid=[2, 1, 1], block=[32, 1, 1])


# Shared memory.


@cute.kernel
def transpose_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    buffer = cutlass.utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((32, 32), stride=(33, 1)), 16)
    tile_a, tile_b = cute.local_tile(a, (32, 32), (n, 0)), cute.local_tile(b, (32, 32), (0, n))
    for i in range(32):
        buffer[i, t] = tile_a[i, t]
    cute.arch.sync_threads()
    for i in range(32):
        tile_b[i, t] = buffer[t, i]


@kernel(Matrix(F32, (64, 32), (32, 32)), Matrix(F32, (32, 64), (32, 32)), grid=2)
@cute.jit
def transpose(a: cute.Tensor, b: cute.Tensor):
    transpose_kernel(a, b).launch(grid=[2, 1, 1], block=[32, 1, 1])


@cute.kernel
def swizzle_kernel(a: cute.Tensor, b: cute.Tensor, layout: cute.ComposedLayout):
    t, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    buffer = smem.allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    for i in range(8):
        buffer[t // 4, t % 4 * 16 + i] = a[t // 4, t % 4 * 16 + i]
        buffer[t // 4, t % 4 * 16 + 8 + i] = a[t // 4, t % 4 * 16 + 8 + i]
    cute.arch.sync_threads()
    for i in range(16):
        b[i % 8, t + i // 8 * 32] = buffer[i % 8, t + i // 8 * 32]


@kernel(Matrix(F16, (8, 64), static=True), Matrix(F16, (8, 64), static=True))
@cute.jit
def swizzle(a: cute.Tensor, b: cute.Tensor):
    inner = cute.make_swizzle(3, 4, 3)
    layout = cute.make_composed_layout(inner, 0, cute.make_layout((8, 64), stride=(64, 1)))
    swizzle_kernel(a, b, layout).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def staged_kernel(a: cute.Tensor, b: cute.Tensor, layout: cute.ComposedLayout, copy: cute.TiledCopy):
    t, _, _ = cute.arch.thread_idx()
    buffer = cutlass.utils.SmemAllocator().allocate_tensor(F16, layout.outer, 1024, swizzle=layout.inner)
    mine = copy.get_slice(t)
    tiles = cute.local_tile(a, (16, 64), (None, 0))
    for k in range(2):
        source = mine.partition_S(tiles[None, None, k])
        values = cute.make_fragment_like(source)
        cute.copy(copy, source, values)
        cute.copy(copy, values, mine.partition_D(buffer[None, None, k]))
    cute.arch.sync_threads()
    for k in range(2):
        for i in range(8):
            b[t % 16 + k * 16, t // 16 * 8 + i] = buffer[t % 16, t // 16 * 8 + i, k]


@kernel(Matrix(F16, (32, 64), (32, 64)), Matrix(F16, (32, 64), (32, 64)), block=128)
@cute.jit
def staged(a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    layout = cute.tile_to_shape(atom, (16, 64, 2), (0, 1, 2))
    copy = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), F16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(copy, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    staged_kernel(a, b, layout, copy).launch(grid=[1, 1, 1], block=[128, 1, 1])


# Products.


@cute.kernel
def product_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, mma: cute.TiledMma):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    tile_a, tile_b = cute.local_tile(a, (16, 4), (n, None)), cute.local_tile(b, (8, 4), (0, None))
    mine = mma.get_slice(t)
    target = mine.partition_C(cute.local_tile(c, (16, 8), (n, 0)))
    left, right = mine.partition_A(tile_a), mine.partition_B(tile_b)
    sum_ = cute.make_fragment_like(target)
    sum_.fill(0.0)
    x, y = mma.make_fragment_A(left[None, None, None, 0]), mma.make_fragment_B(right[None, None, None, 0])
    for k in range(cute.size(left, mode=[3])):
        cute.autovec_copy(left[None, None, None, k], x)
        cute.autovec_copy(right[None, None, None, k], y)
        cute.gemm(mma, sum_, x, y, sum_)
    cute.autovec_copy(sum_, target)


@kernel(Matrix(F32, (32, 8), (16, 4)), Matrix(F32, (8, 8), (8, 4)), Matrix(F32, (32, 8), (16, 8)), grid=2)
@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    op = cute.nvgpu.MmaUniversalOp(F32)
    mma = cute.make_tiled_mma(op, cute.make_layout((8, 4, 1), stride=(4, 1, 0)))
    product_kernel(a, b, c, mma).launch(grid=[2, 1, 1], block=[32, 1, 1])


@cute.kernel
def fragments_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, mma: cute.TiledMma):
    t, _, _ = cute.arch.thread_idx()
    mine = mma.get_slice(t)
    left, right, target = mine.partition_A(a), mine.partition_B(b), mine.partition_C(c)
    x, y = mma.make_fragment_A(left), mma.make_fragment_B(right)
    sum_ = mma.make_fragment_C(target)
    cute.autovec_copy(left, x)
    cute.autovec_copy(right, y)
    sum_.fill(0.0)
    for i in range(cute.size(sum_)):
        sum_[i] = x[i % cute.size(x)].to(F32) + y[i % cute.size(y)].to(F32)
    cute.autovec_copy(sum_, target)


@kernel(
    Matrix(F16, (32, 16), static=True), Matrix(F16, (16, 16), static=True), Matrix(F32, (32, 16), static=True), block=64
)
@cute.jit
def fragments(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    op = warp.MmaF16BF16Op(F16, F32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 1, 1)), permutation_mnk=(32, 16, 16))
    fragments_kernel(a, b, c, mma).launch(grid=[1, 1, 1], block=[64, 1, 1])


# Layouts of all kinds.


@cute.kernel
def permute_kernel(a: cute.Tensor, b: cute.Tensor, layout: cute.Layout):
    t, _, _ = cute.arch.thread_idx()
    view = cute.composition(a, layout)
    for i in range(4):
        b[t * 4 + i] = view[i, t]


@kernel(Matrix(F32, (128,), (1,), (0,), static=True), Matrix(F32, (128,), (1,), (0,), static=True))
@cute.jit
def permute(a: cute.Tensor, b: cute.Tensor):
    block = cute.make_layout((2, 2), stride=(2, 1))
    raked = cute.raked_product(cute.make_layout(2), cute.make_layout(2))
    product = cute.blocked_product(block, cute.make_layout((4, 8), stride=(8, 1)))
    layout = cute.composition(product, cute.make_layout((cute.size(raked), 32)))
    permute_kernel(a, b, layout).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def modes_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    grouped = cute.group_modes(a, 0, 2)
    turned = cute.make_tensor(a.iterator, cute.select(a.layout, mode=[2, 0, 1]))
    flat = cute.make_tensor(b.iterator, cute.coalesce(b.layout))
    column = cute.slice_(grouped, ((None, t % 4), None))
    x = column[t // 4 % 2, t // 8]
    flat[t] = x + turned[t // 8, t // 4 % 2, t % 4]


@kernel(Matrix(F32, (2, 4, 4), (1, 1, 1), (2, 1, 0)), Matrix(F32, (8, 4), static=True, order=(0, 1)))
@cute.jit
def modes(a: cute.Tensor, b: cute.Tensor):
    modes_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def recast_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    wide, narrow = cute.recast_tensor(a, F32), cute.recast_tensor(b, I8)
    words = cute.recast_tensor(b, F32)
    words[t, 1] = wide[t, 2]
    narrow[t, 0] = cute.recast_tensor(a, I8)[t, 13]


@kernel(Matrix(F16, (32, 16), (1, 8)), Matrix(F16, (32, 16), (1, 8)))
@cute.jit
def recast(a: cute.Tensor, b: cute.Tensor):
    recast_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def coordinates_kernel(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    shape = (4, (2, n))
    at = cute.idx2crd(t, shape)
    index = cute.crd2idx(at, cute.make_layout(shape, stride=(1, (16, 4))))
    there = cute.crd2idx((t % 4, t // 4), (4, 8))
    b[there] = a[index]


@kernel(Matrix(F32, (64,), (1,), (0,)), Matrix(F32, (64,), (1,), (0,)), 4)
@cute.jit
def coordinates(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    coordinates_kernel(a, b, n).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def loop_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    tiles = cute.local_tile(a, (8, 4), (0, None))
    threads = cute.make_layout((8, 4), stride=(4, 1))
    parts = cute.local_partition(tiles, threads, t)
    total = F32(0.0)
    for k in cutlass.range(cute.size(parts, mode=[2]), unroll=1):
        total += parts[0, 0, k]
    b[t] = total


@kernel(Matrix(F32, (8, 12), (8, 4)), Matrix(F32, (32,), (1,), (0,)))
@cute.jit
def loop(a: cute.Tensor, b: cute.Tensor):
    loop_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def divide_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    by_layout = cute.logical_divide(a, cute.make_layout(4, stride=2))
    tiled = cute.tiled_divide(by_layout, (cute.make_layout(2),))
    flat = cute.flat_divide(b, (8,))
    rest = cute.complement(cute.make_layout(4, stride=2), 16)
    flat[t % 8, t // 8] = a[rest(t % 4) + t // 4] + tiled[(0,), t % 2, t % 3]


@kernel(Matrix(F32, (64,), (8,), (0,)), Matrix(F32, (32,), (8,), (0,)))
@cute.jit
def divide(a: cute.Tensor, b: cute.Tensor):
    divide_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def pointer_kernel(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    n = cute.assume(n, divby=4)
    rows = cute.make_tensor(a.iterator + n, cute.make_layout((4, 8), stride=(n, 1)))
    moved = cute.domain_offset((1, 0), rows)
    again = cute.make_tensor(b.iterator, cute.make_layout((4, 8, 2), stride=(8, 1, 0)))
    again[t // 8, t % 8, t % 2] = moved[t // 8 % 3, t % 8]


@kernel(Matrix(F32, (128,), (1,), (0,)), Matrix(F32, (32,), (1,), (0,)), 12)
@cute.jit
def pointer(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    pointer_kernel(a, b, n).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def inverse_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    layout = cute.make_layout((4, 8), stride=(8, 1))
    right, left = cute.right_inverse(layout), cute.left_inverse(layout)
    zeros = cute.filter_zeros(cute.make_layout((4, 8), stride=(0, 1)))
    b[left(t)] = a[right(t)] + a[cute.append_ones(zeros)(t % 8)]


@kernel(Matrix(F32, (32,), (1,), (0,)), Matrix(F32, (32,), (1,), (0,)))
@cute.jit
def inverse(a: cute.Tensor, b: cute.Tensor):
    inverse_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


# Instructions, control flow, what is stored where.


@cute.kernel
def asynchronous_kernel(a: cute.Tensor, b: cute.Tensor, copy: cute.TiledCopy):
    t, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    buffer = smem.allocate_tensor(F16, cute.make_layout((16, 64), stride=(72, 1)), 16)
    mine = copy.get_slice(t)
    cute.copy(copy, mine.partition_S(a), mine.partition_D(buffer))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    for i in range(8):
        b[t % 16, t // 16 * 8 + i] = buffer[t % 16, t // 16 * 8 + i]


@kernel(Matrix(F16, (16, 64), static=True), Matrix(F16, (16, 64), static=True), block=128)
@cute.jit
def asynchronous(a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL), F16, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    asynchronous_kernel(a, b, copy).launch(grid=[1, 1, 1], block=[128, 1, 1])


@cute.kernel
def predicated_kernel(
    a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, shape: cute.Shape, tv: cute.Layout, tiler: cute.Shape
):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    tile = ((None, None), n)
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), F32)
    copy = cute.make_tiled_copy(atom, tv, tiler)
    mine = copy.get_slice(t)
    source, target = mine.partition_S(a[tile]), mine.partition_D(b[tile])
    where = mine.partition_S(c[tile])
    values = cute.make_fragment_like(source)
    pred = cute.make_rmem_tensor(where.shape, cutlass.Boolean)
    for i in range(cute.size(pred)):
        pred[i] = cute.elem_less(where[i], shape)
    cute.copy(atom, source, values, pred=pred)
    cute.copy(atom, values, target, pred=pred)


@kernel(Matrix(F32, (19, 13)), Matrix(F32, (19, 13)), grid=6)
@cute.jit
def predicated(a: cute.Tensor, b: cute.Tensor):
    identity = cute.make_identity_tensor(a.shape)
    tiler, tv = cute.make_layout_tv(cute.make_layout((4, 8), stride=(8, 1)), cute.make_layout((2, 1)))
    tiles = [cute.zipped_divide(x, tiler) for x in (a, b, identity)]
    predicated_kernel(*tiles, a.shape, tv, tiler).launch(grid=[cute.size(tiles[0], mode=[1]), 1, 1], block=[32, 1, 1])


@cute.kernel
def tensor_cores_kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, mma: cute.TiledMma):
    t, _, _ = cute.arch.thread_idx()
    mine = mma.get_slice(t)
    left, right, target = mine.partition_A(a), mine.partition_B(b), mine.partition_C(c)
    x, y = mma.make_fragment_A(left), mma.make_fragment_B(right)
    sum_ = mma.make_fragment_C(target)
    cute.autovec_copy(left, x)
    cute.autovec_copy(right, y)
    sum_.fill(0.0)
    cute.gemm(mma, sum_, x, y, sum_)
    cute.autovec_copy(sum_, target)


@kernel(
    Matrix(F16, (32, 32), static=True), Matrix(F16, (16, 32), static=True), Matrix(F32, (32, 16), static=True), block=64
)
@cute.jit
def tensor_cores(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    op = warp.MmaF16BF16Op(F16, F32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 1, 1)), permutation_mnk=(32, 16, 16))
    tensor_cores_kernel(a, b, c, mma).launch(grid=[1, 1, 1], block=[64, 1, 1])


@cute.kernel
def where_kernel(c: cute.Tensor, mma: cute.TiledMma, m: cutlass.Int32, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    mine = mma.get_slice(t)
    target = mine.partition_C(c)
    where = mine.partition_C(cute.make_identity_tensor(c.shape))
    for i in cutlass.range_constexpr(cute.size(target)):
        if where[i][0] < m and where[i][1] < n:
            target[i] = F32(1.0)


@kernel(Matrix(F32, (32, 16), static=True), 30, 13, block=64)
@cute.jit
def where(c: cute.Tensor, m: cutlass.Int32, n: cutlass.Int32):
    op = warp.MmaF16BF16Op(F16, F32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 1, 1)), permutation_mnk=(32, 16, 16))
    where_kernel(c, mma, m, n).launch(grid=[1, 1, 1], block=[64, 1, 1])


@cute.kernel
def storage_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()

    @cute.struct
    class Storage:
        first: cute.struct.Align[cute.struct.MemRange[F32, 64], 128]
        second: cute.struct.MemRange[F16, 128]

    smem = cutlass.utils.SmemAllocator()
    parts = smem.allocate(Storage)
    one = parts.first.get_tensor(cute.make_layout((8, 8), stride=(8, 1)))
    two = parts.second.get_tensor(cute.make_layout((16, 8), stride=(8, 1)))
    third = smem.allocate_tensor(F32, cute.make_layout(32), 16)
    one[t // 8, t % 8] = a[t]
    two[t % 16, t // 16] = a[t].to(F16)
    third[t] = a[t]
    cute.arch.sync_threads()
    b[t] = one[(31 - t) // 8, (31 - t) % 8] + two[(31 - t) % 16, (31 - t) // 16].to(F32) + third[31 - t]


@kernel(Matrix(F32, (32,), (1,), (0,)), Matrix(F32, (32,), (1,), (0,)))
@cute.jit
def storage(a: cute.Tensor, b: cute.Tensor):
    storage_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def control_kernel(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    row = a[t, None]
    if n > 4:
        row = a[31 - t, None]
    k = cutlass.Int32(0)
    total = F32(0.0)
    while k < n:
        total = total + row[k]
        k = k + 1
    b[t, 0] = total


@kernel(Matrix(F32, (32, 16), (1, 8)), Matrix(F32, (32, 16), (1, 8)), 6)
@cute.jit
def control(a: cute.Tensor, b: cute.Tensor, n: cutlass.Int32):
    control_kernel(a, b, n).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def vector_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    rows = cute.zipped_divide(a, (1, 8))
    out = cute.zipped_divide(b, (1, 8))
    x = rows[(None, (t, 0))].load()
    y = rows[(None, (t, 1))].load()
    out[(None, (t, 0))] = (x + y) * 2.0
    out[(None, (t, 1))] = x


@kernel(Matrix(F32, (32, 16), (1, 8)), Matrix(F32, (32, 16), (1, 8)))
@cute.jit
def vector(a: cute.Tensor, b: cute.Tensor):
    vector_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def projection_kernel(a: cute.Tensor, b: cute.Tensor, tiler: cute.Shape):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    x = cute.local_tile(a, tiler, (n, 0, None), proj=(1, None, 1))
    y = cute.local_partition(b, cute.make_layout((8, 4), stride=(4, 1)), t)
    y[0] = x[t % 8, t // 8, 0]


@kernel(Matrix(F32, (16, 8), (8, 4)), Matrix(F32, (8, 4), static=True), grid=1)
@cute.jit
def projection(a: cute.Tensor, b: cute.Tensor):
    projection_kernel(a, b, (8, 16, 4)).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def matrices_kernel(a: cute.Tensor, b: cute.Tensor, mma: cute.TiledMma, copy: cute.TiledCopy):
    t, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    buffer = smem.allocate_tensor(F16, cute.make_layout((16, 16), stride=(16, 1)), 16)
    for i in range(8):
        buffer[t // 2, t % 2 * 8 + i] = a[t // 2, t % 2 * 8 + i]
    cute.arch.sync_threads()
    mine = mma.get_slice(t)
    x = mma.make_fragment_A(mine.partition_A(buffer))
    load = copy.get_slice(t)
    cute.copy(copy, load.partition_S(buffer), load.retile(x))
    cute.autovec_copy(x, mine.partition_A(b))


@kernel(Matrix(F16, (16, 16), static=True), Matrix(F16, (16, 16), static=True))
@cute.jit
def matrices(a: cute.Tensor, b: cute.Tensor):
    op = warp.MmaF16BF16Op(F16, F32, (16, 8, 16))
    mma = cute.make_tiled_mma(op)
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(transpose=False, num_matrices=4), F16)
    copy = cute.make_tiled_copy_A(atom, mma)
    matrices_kernel(a, b, mma, copy).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def tuples_kernel(a: cute.Tensor, b: cute.Tensor, m: cutlass.Int32, n: cutlass.Int32):
    t, _, _ = cute.arch.thread_idx()
    shape = (m, (n, 4))
    tiles = cute.ceil_div(m * n, 8)
    layout = cute.make_layout(shape)
    other = cute.make_ordered_layout(shape, order=(1, (0, 2)))
    at = layout.get_hier_coord(t)
    flat = layout.get_flat_coord(t)
    x = cute.crd2idx(at, other)
    product = cute.size(shape) % 16 + tiles
    b[x % 32] = a[t] + a[flat[0]] + a[product % 32]


@kernel(Matrix(F32, (32,), (1,), (0,)), Matrix(F32, (32,), (1,), (0,)), 2, 4)
@cute.jit
def tuples(a: cute.Tensor, b: cute.Tensor, m: cutlass.Int32, n: cutlass.Int32):
    tuples_kernel(a, b, m, n).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def large_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    small = smem.allocate_tensor(F16, cute.make_layout(100), 16)
    buffer = smem.allocate_tensor(F32, cute.make_layout((128, 129), stride=(129, 1)), 1024)
    small[t] = a[t, 1].to(F16)
    for i in range(4):
        buffer[t + 96, t * i] = a[t, i]
    cute.arch.sync_threads()
    for i in range(4):
        b[t, i] = buffer[127 - t, (31 - t) * i] + small[31 - t].to(F32)


@kernel(Matrix(F32, (32, 4), static=True), Matrix(F32, (32, 4), static=True))
@cute.jit
def large(a: cute.Tensor, b: cute.Tensor):
    large_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def first_residue_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    tiles = cute.local_tile(a, (8, 4), (0, None))
    identity = cute.local_tile(cute.make_identity_tensor(a.shape), (8, 4), (0, None))
    # The first tile is the one that is not whole: coordinates before the beginning have addresses.
    before = a.shape[1] - 4 * tiles.shape[2]
    moved, where = (cute.domain_offset((0, before, 0), x) for x in (tiles, identity))
    total = F32(0.0)
    for k in cutlass.range(cute.size(moved, mode=[2]), unroll=1):
        if cute.elem_less(I32(-1), where[t // 4, t % 4, k][1]):
            total = total + moved[t // 4, t % 4, k]
    b[t] = total


@kernel(Matrix(F32, (8, 10)), Matrix(F32, (32,), (1,), (0,)))
@cute.jit
def first_residue(a: cute.Tensor, b: cute.Tensor):
    first_residue_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def zero_filled_kernel(a: cute.Tensor, b: cute.Tensor, copy: cute.TiledCopy):
    t, _, _ = cute.arch.thread_idx()
    buffer = cutlass.utils.SmemAllocator().allocate_tensor(F32, cute.make_layout((16, 16), stride=(20, 1)), 16)
    mine = copy.get_slice(t)
    source = mine.partition_S(cute.local_tile(a, (16, 16), (0, 0)))
    where = mine.partition_S(cute.local_tile(cute.make_identity_tensor(a.shape), (16, 16), (0, 0)))
    # One predicate for each row, whatever the column.
    rows = cute.make_layout((source.shape[0][1], source.shape[1], source.shape[2]), stride=(0, 1, 0))
    inside = cute.make_rmem_tensor(rows, cutlass.Boolean)
    for i in range(cute.size(source, mode=[1])):
        inside[0, i, 0] = cute.elem_less(where[(0, 0), i, 0][0], a.shape[0])
    for i in range(16):
        buffer[t % 16, t // 16 * 8 + i % 8] = F32(1.0)
    cute.arch.sync_threads()
    cute.copy(copy, source, mine.partition_D(buffer), pred=inside)
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    for i in range(8):
        b[t % 16, t // 16 * 8 + i] = buffer[t % 16, t // 16 * 8 + i]


@kernel(Matrix(F32, (13, 16), (1, 16)), Matrix(F32, (16, 16), static=True))
@cute.jit
def zero_filled(a: cute.Tensor, b: cute.Tensor):
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), F32, num_bits_per_copy=128)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((8, 4), stride=(4, 1)), cute.make_layout((1, 4)))
    zero_filled_kernel(a, b, copy).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def whole_product_kernel(
    a: cute.Tensor,
    b: cute.Tensor,
    c: cute.Tensor,
    la: cute.ComposedLayout,
    lb: cute.ComposedLayout,
    load: cute.TiledCopy,
    mma: cute.TiledMma,
    ca: cute.TiledCopy,
    cb: cute.TiledCopy,
):
    t, _, _ = cute.arch.thread_idx()
    n, _, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    sa = smem.allocate_tensor(F16, la.outer, 1024, swizzle=la.inner)
    sb = smem.allocate_tensor(F16, lb.outer, 1024, swizzle=lb.inner)
    ga, gb = cute.local_tile(a, (32, 64), (n, None)), cute.local_tile(b, (16, 64), (0, None))
    gc = cute.local_tile(c, (32, 16), (n, 0))
    mine = load.get_slice(t)
    pa, qa, pb, qb = mine.partition_S(ga), mine.partition_D(sa), mine.partition_S(gb), mine.partition_D(sb)
    thr = mma.get_slice(t)
    target = thr.partition_C(gc)
    x, y = mma.make_fragment_A(thr.partition_A(sa)), mma.make_fragment_B(thr.partition_B(sb))
    acc = mma.make_fragment_C(target)
    acc.fill(0.0)
    left, right = ca.get_slice(t), cb.get_slice(t)
    xs, ys = left.partition_S(sa), right.partition_S(sb)
    xr, yr = left.retile(x), right.retile(y)
    for k in cutlass.range(cute.size(pa, mode=[3]), unroll=1):
        cute.copy(load, pa[None, None, None, k], qa)
        cute.copy(load, pb[None, None, None, k], qb)
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.arch.sync_threads()
        for i in cutlass.range_constexpr(cute.size(xs, mode=[2])):
            cute.copy(ca, xs[None, None, i], xr[None, None, i])
            cute.copy(cb, ys[None, None, i], yr[None, None, i])
            cute.gemm(mma, acc, x[None, None, i], y[None, None, i], acc)
        cute.arch.sync_threads()
    out = cute.make_fragment_like(acc, F16)
    out.store(acc.load().to(F16))
    cute.autovec_copy(out, target)


@kernel(
    Matrix(F16, (64, 128), (32, 64)),
    Matrix(F16, (16, 128), (16, 64)),
    Matrix(F16, (64, 16), (32, 16)),
    grid=2,
    block=64,
)
@cute.jit
def whole_product(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    atom = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    la, lb = cute.tile_to_shape(atom, (32, 64), (0, 1)), cute.tile_to_shape(atom, (16, 64), (0, 1))
    load = cute.make_copy_atom(cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL), F16, num_bits_per_copy=128)
    load = cute.make_tiled_copy_tv(load, cute.make_layout((8, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    op = warp.MmaF16BF16Op(F16, F32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 1, 1)), permutation_mnk=(32, 16, 16))
    rows = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(transpose=False, num_matrices=4), F16)
    ca, cb = cute.make_tiled_copy_A(rows, mma), cute.make_tiled_copy_B(rows, mma)
    whole_product_kernel(a, b, c, la, lb, load, mma, ca, cb).launch(grid=[2, 1, 1], block=[64, 1, 1])


@cute.kernel
def turned_kernel(a: cute.Tensor, b: cute.Tensor, mma: cute.TiledMma, copy: cute.TiledCopy):
    t, _, _ = cute.arch.thread_idx()
    buffer = cutlass.utils.SmemAllocator().allocate_tensor(F16, cute.make_layout((16, 16), stride=(1, 24)), 16)
    for i in range(8):
        buffer[t // 2, t % 2 * 8 + i] = a[t // 2, t % 2 * 8 + i]
    cute.arch.sync_threads()
    mine = mma.get_slice(t)
    x = mma.make_fragment_A(mine.partition_A(buffer))
    load = copy.get_slice(t)
    cute.copy(copy, load.partition_S(buffer), load.retile(x))
    cute.autovec_copy(x, mine.partition_A(b))


@kernel(Matrix(F16, (16, 16), static=True), Matrix(F16, (16, 16), static=True))
@cute.jit
def turned(a: cute.Tensor, b: cute.Tensor):
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(F16, F32, (16, 8, 16)))
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(transpose=True, num_matrices=4), F16)
    turned_kernel(a, b, mma, cute.make_tiled_copy_A(atom, mma)).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def composed_kernel(a: cute.Tensor, b: cute.Tensor, layout: cute.ComposedLayout):
    t, _, _ = cute.arch.thread_idx()
    buffer = cutlass.utils.SmemAllocator().allocate_tensor(F32, layout, 1024)
    mixed = cute.make_tensor(a.iterator, cute.make_composed_layout(cute.make_swizzle(2, 0, 3), 4, layout.outer))
    for i in cutlass.range_constexpr(8):
        buffer[i, t] = mixed[i, t]
    cute.arch.sync_threads()
    for i in cutlass.range_constexpr(8):
        b[i, t] = buffer[i, 31 - t]


@kernel(Matrix(F32, (9, 32), static=True), Matrix(F32, (8, 32), static=True))
@cute.jit
def composed(a: cute.Tensor, b: cute.Tensor):
    layout = cute.make_composed_layout(cute.make_swizzle(2, 3, 3), 0, cute.make_layout((8, 32), stride=(32, 1)))
    composed_kernel(a, b, layout).launch(grid=[1, 1, 1], block=[32, 1, 1])


@cute.kernel
def index_coordinates_kernel(a: cute.Tensor, b: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    b[t] = a[a.layout.get_hier_coord(t)] + a[a.layout.get_flat_coord(31 - t)]


@kernel(Matrix(F32, (8, 8)), Matrix(F32, (32,), (1,), (0,)))
@cute.jit
def index_coordinates(a: cute.Tensor, b: cute.Tensor):
    index_coordinates_kernel(a, b).launch(grid=[1, 1, 1], block=[32, 1, 1])
