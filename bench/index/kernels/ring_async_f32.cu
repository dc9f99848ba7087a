// Panels of 64 columns of f32, 32 rows a pass, become column-major tiles by way of a ring of 3 swizzled stages
// of shared memory that asynchronous copies fill two passes ahead.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
ring_async_f32(const float *__restrict__ src, float *__restrict__ dst, int passes) {
  __shared__ alignas(1024) float stages[3 * 64 * 32];
  // A tile of 64 rows and 32 columns, pass and block.
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, _32>, _32, Int<264>>, Stride<Stride<_1024, _1>, _32, Int<65536>>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_64, _32>, _32, Int<264>>, Stride<Stride<_1, _64>, Int<2048>, Int<65536>>>{});
  auto ring = make_tensor(make_smem_ptr(stages), composition(Swizzle<3, 2, 3>{}, Layout<Shape<Shape<_64, _32>, _3>, Stride<Stride<_32, _1>, Int<2048>>>{}));
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_4, _4>>, Stride<Stride<_256, _1>, Stride<_64, _16>>>{};
  auto columns = Layout<Shape<Shape<_64, _2>, _16>, Stride<Stride<_1, _64>, _128>>{};
  auto async = Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>{};
  int t = threadIdx.x;
  CUTE_UNROLL
  for (int k = 0; k < 2; ++k) {
    if (k < passes)
      copy(async, from(_, k, blockIdx.x).compose(rows)(t, _), ring(_, k).compose(rows)(t, _));
    cp_async_fence();
  }
  int stage = 0, ahead = 2;
  CUTE_NO_UNROLL
  for (int k = 0; k < passes; ++k) {
    cp_async_wait<1>();
    __syncthreads();
    if (k + 2 < passes)
      copy(async, from(_, k + 2, blockIdx.x).compose(rows)(t, _), ring(_, ahead).compose(rows)(t, _));
    cp_async_fence();
    copy(ring(_, stage).compose(columns)(t, _), to(_, k, blockIdx.x).compose(columns)(t, _));
    stage = stage == 2 ? 0 : stage + 1;
    ahead = ahead == 2 ? 0 : ahead + 1;
  }
}
