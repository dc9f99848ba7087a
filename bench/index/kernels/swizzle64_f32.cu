// Row-major 128x16 tiles of f32 become 4-column panels, through shared memory
// whose 64-byte rows are swizzled: 256 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
swizzle64_f32(const float *__restrict__ src, float *__restrict__ dst) {
  __shared__ alignas(1024) float tile[128 * 16];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<_128, _16, _8192>, Stride<_16, _1, _2048>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<_128, Shape<_4, _4>, _8192>,
                                                   Stride<_4, Stride<_1, _512>, _2048>>{});
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<2, 2, 3>{}, Layout<Shape<_128, _16>, Stride<_16, _1>>{}));
  // A thread's 4 columns of 2 rows, and of one row 2 times 4 columns.
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, float>{};
  auto rows = make_tiled_copy(vector, Layout<Shape<_64, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _4>>{});
  auto columns = make_tiled_copy(vector, Layout<Shape<_128, _2>>{}, Layout<Shape<_1, _4>>{});
  auto in = rows.get_slice(threadIdx.x);
  auto out = columns.get_slice(threadIdx.x);
  copy(rows, in.partition_S(from(_, _, blockIdx.x)), in.partition_D(shared));
  __syncthreads();
  copy(columns, out.partition_S(shared), out.partition_D(to(_, _, blockIdx.x)));
}
