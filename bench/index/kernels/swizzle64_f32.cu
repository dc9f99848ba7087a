// Row-major 128x16 tiles of f32 become 4-column panels, through shared memory
// whose 64-byte rows are swizzled: 256 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
swizzle64_f32(const float *__restrict__ src, float *__restrict__ dst) {
  __shared__ alignas(1024) float tile[128 * 16];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_128, _16>, _8192>, Stride<Stride<_16, _1>, _2048>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_128, Shape<_4, _4>>, _8192>,
                                                   Stride<Stride<_4, Stride<_1, _512>>, _2048>>{});
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<2, 2, 3>{}, Layout<Shape<_128, _16>, Stride<_16, _1>>{}));
  // A thread's 4 columns of 2 rows, and of one row 2 times 4 columns.
  auto rows = Layout<Shape<Shape<_4, _64>, Shape<_4, _2>>, Stride<Stride<_512, _1>, Stride<_128, _64>>>{};
  auto columns = Layout<Shape<Shape<_128, _2>, Shape<_4, _2>>, Stride<Stride<_1, _1024>, Stride<_128, _512>>>{};
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, float>{};
  int t = threadIdx.x;
  copy(vector, from(_, blockIdx.x).compose(rows)(t, _), shared.compose(rows)(t, _));
  __syncthreads();
  copy(vector, shared.compose(columns)(t, _), to(_, blockIdx.x).compose(columns)(t, _));
}
