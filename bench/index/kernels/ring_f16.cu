// Row-major panels of 64 rows become 8-column panels, 64 columns a pass, through a ring of 3
// swizzled stages of shared memory; the number of passes is known at run time.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
ring_f16(const half_t *__restrict__ src, half_t *__restrict__ dst, int passes) {
  __shared__ alignas(1024) half_t stages[3 * 64 * 64];
  // A tile, pass and block.
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, _64>, _16, Int<528>>, Stride<Stride<_1024, _1>, _64, Int<65536>>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_64, Shape<_8, _8>>, _16, Int<528>>,
                                                   Stride<Stride<_8, Stride<_1, _512>>, _4096, Int<65536>>>{});
  auto ring = make_tensor(make_smem_ptr(stages), composition(Swizzle<3, 3, 3>{},
                                                             Layout<Shape<Shape<_64, _64>, _3>, Stride<Stride<_64, _1>, _4096>>{}));
  auto rows = Layout<Shape<Shape<_8, _32>, Shape<_8, _2>>, Stride<Stride<_512, _1>, Stride<_64, _32>>>{};
  auto columns = Layout<Shape<Shape<_64, _4>, Shape<_8, _2>>, Stride<Stride<_1, _512>, Stride<_64, _2048>>>{};
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  int t = threadIdx.x;
  CUTE_NO_UNROLL
for (int k = 0; k < passes; ++k) {
    int stage = unsigned(k) % 3;
    copy(vector, from(_, k, blockIdx.x).compose(rows)(t, _), ring(_, stage).compose(rows)(t, _));
    __syncthreads();
    copy(vector, ring(_, stage).compose(columns)(t, _), to(_, k, blockIdx.x).compose(columns)(t, _));
  }
}
