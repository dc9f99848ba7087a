// Row-major 256x32 tiles of i8 become 16-column panels, through shared memory
// whose 32-byte rows are swizzled: 256 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
swizzle32_i8(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst) {
  __shared__ alignas(1024) uint8_t tile[256 * 32];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_256, _32>, _8192>, Stride<Stride<_32, _1>, _8192>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_256, Shape<_16, _2>>, _8192>,
                                                   Stride<Stride<_16, Stride<_1, _4096>>, _8192>>{});
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<1, 4, 3>{}, Layout<Shape<_256, _32>, Stride<_32, _1>>{}));
  // A thread's 16 columns of 2 rows, and of one row 2 times 16 columns.
  auto rows = Layout<Shape<Shape<_2, _128>, Shape<_16, _2>>, Stride<Stride<_4096, _1>, Stride<_256, _128>>>{};
  auto columns = Layout<Shape<_256, Shape<_16, _2>>, Stride<_1, Stride<_256, _4096>>>{};
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, uint8_t>{};
  int t = threadIdx.x;
  copy(vector, from(_, blockIdx.x).compose(rows)(t, _), shared.compose(rows)(t, _));
  __syncthreads();
  copy(vector, shared.compose(columns)(t, _), to(_, blockIdx.x).compose(columns)(t, _));
}
