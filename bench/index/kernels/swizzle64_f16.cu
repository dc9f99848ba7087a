// Row-major 128x32 tiles of f16 become 8-column panels, through shared memory
// whose 64-byte rows are swizzled: 256 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
swizzle64_f16(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(1024) half_t tile[128 * 32];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<_128, _32, _8192>, Stride<_32, _1, _4096>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<_128, Shape<_8, _4>, _8192>,
                                                   Stride<_8, Stride<_1, _1024>, _4096>>{});
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<2, 3, 3>{}, Layout<Shape<_128, _32>, Stride<_32, _1>>{}));
  // A thread's 8 columns of 2 rows, and of one row 2 times 8 columns.
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  auto rows = make_tiled_copy(vector, Layout<Shape<_64, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto columns = make_tiled_copy(vector, Layout<Shape<_128, _2>>{}, Layout<Shape<_1, _8>>{});
  auto in = rows.get_slice(threadIdx.x);
  auto out = columns.get_slice(threadIdx.x);
  copy(rows, in.partition_S(from(_, _, blockIdx.x)), in.partition_D(shared));
  __syncthreads();
  copy(columns, out.partition_S(shared), out.partition_D(to(_, _, blockIdx.x)));
}
