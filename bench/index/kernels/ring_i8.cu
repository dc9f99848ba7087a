// Row-major panels of 64 rows of bytes become 16-column panels, 128 columns a pass, through a
// ring of 3 swizzled stages of shared memory; the number of passes is known at run time.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
ring_i8(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int passes) {
  __shared__ alignas(1024) uint8_t stages[3 * 64 * 128];
  // A tile, pass and block.
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, _128>, _16, Int<528>>, Stride<Stride<_2048, _1>, _128, Int<131072>>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_64, Shape<_16, _8>>, _16, Int<528>>,
                                                   Stride<Stride<_16, Stride<_1, _1024>>, _8192, Int<131072>>>{});
  auto ring = make_tensor(make_smem_ptr(stages), composition(Swizzle<3, 4, 3>{},
                                                             Layout<Shape<Shape<_64, _128>, _3>, Stride<Stride<_128, _1>, _8192>>{}));
  auto rows = Layout<Shape<Shape<_8, _32>, Shape<_16, _2>>, Stride<Stride<_1024, _1>, Stride<_64, _32>>>{};
  auto columns = Layout<Shape<Shape<_64, _4>, Shape<_16, _2>>, Stride<Stride<_1, _1024>, Stride<_64, _4096>>>{};
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, uint8_t>{};
  int t = threadIdx.x;
  CUTE_NO_UNROLL
  for (int k = 0; k < passes; ++k) {
    int stage = unsigned(k) % 3;
    copy(vector, from(_, k, blockIdx.x).compose(rows)(t, _), ring(_, stage).compose(rows)(t, _));
    __syncthreads();
    copy(vector, ring(_, stage).compose(columns)(t, _), to(_, k, blockIdx.x).compose(columns)(t, _));
  }
}
