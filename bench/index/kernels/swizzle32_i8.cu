// Row-major 256x32 tiles of i8 become 16-column panels, through shared memory
// whose 32-byte rows are swizzled: 256 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
swizzle32_i8(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst) {
  __shared__ alignas(1024) uint8_t tile[256 * 32];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<_256, _32, _8192>, Stride<_32, _1, _8192>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<_256, Shape<_16, _2>, _8192>,
                                                   Stride<_16, Stride<_1, _4096>, _8192>>{});
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<1, 4, 3>{}, Layout<Shape<_256, _32>, Stride<_32, _1>>{}));
  // A thread's 16 columns of 2 rows, and of one row 2 times 16 columns.
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, uint8_t>{};
  auto rows = make_tiled_copy(vector, Layout<Shape<_128, _2>, Stride<_2, _1>>{}, Layout<Shape<_1, _16>>{});
  auto columns = make_tiled_copy(vector, Layout<Shape<_256, _1>>{}, Layout<Shape<_1, _16>>{});
  auto in = rows.get_slice(threadIdx.x);
  auto out = columns.get_slice(threadIdx.x);
  copy(rows, in.partition_S(from(_, _, blockIdx.x)), in.partition_D(shared));
  __syncthreads();
  copy(columns, out.partition_S(shared), out.partition_D(to(_, _, blockIdx.x)));
}
