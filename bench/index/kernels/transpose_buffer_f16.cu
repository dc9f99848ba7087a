// Tiles of 64x64 f16 are transposed through a swizzled shared buffer that is a memref
// with that layout, indexed by row and column: S<3,3,6> keeps 8 elements of a row together.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
transpose_buffer_f16(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(1024) half_t tile[64 * 64];
  auto tiles = Layout<Shape<Shape<_64, _64>, _4096>, Stride<Stride<_64, _1>, _4096>>{};
  auto from = make_tensor(make_gmem_ptr(src), tiles)(_, blockIdx.x);
  auto to = make_tensor(make_gmem_ptr(dst), tiles)(_, blockIdx.x);
  auto in = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 3, 6>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  auto out = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 3, 6>{}, Layout<Shape<_64, _64>, Stride<_1, _64>>{}));
  // Thread t handles 8 columns from 8 (t mod 8) on, of the rows t / 8 and 32 below.
  auto rows = Layout<Shape<Shape<_8, _32>, Shape<_8, _2>>, Stride<Stride<_512, _1>, Stride<_64, _32>>>{};
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  int t = threadIdx.x;
  copy(vector, from.compose(rows)(t, _), in.compose(rows)(t, _));
  __syncthreads();
  // The same part of the transposed tile: 8 rows of one column.
  auto values = make_tensor<half_t>(Layout<Shape<Shape<_8, _2>>>{});
  copy(out.compose(rows)(t, _), values);
  copy(vector, values, to.compose(rows)(t, _));
}
