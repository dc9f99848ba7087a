// Packed fragments of 16-bit results, 8 a thread, become row-major 64x32 tiles by
// stmatrix.x4 to rows of 64 swizzled bytes: 4 warps of 16 rows, 2 steps of 16 columns.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
stmatrix_64(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(1024) half_t tile[64 * 32];
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_64, _32>, _8192>, Stride<Stride<_32, _1>, _2048>>{});
  auto rows = Layout<Shape<Shape<_4, _32>, Shape<_8, _2>>, Stride<Stride<_512, _1>, Stride<_64, _32>>>{};
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<2, 3, 3>{}, Layout<Shape<_64, _32>, Stride<_32, _1>>{}));
  auto fragments = make_tensor(make_gmem_ptr(reinterpret_cast<const uint128_t *>(src)),
                               Layout<Shape<Shape<_32, _4>, _2, _8192>, Stride<Stride<_1, _64>, _32, _256>>{});
  int t = threadIdx.x;
  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>>{};
  auto store = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto values = make_tensor<half_t>(partition_shape_C(mma, Shape<_64, _32>{}));
  auto packed = make_tensor<uint128_t>(Shape<_2>{});
  copy(fragments(t, _, blockIdx.x), packed);
  copy(recast<half_t>(packed), values);
  copy(store, store.get_slice(t).retile_S(values), store.get_slice(t).partition_D(shared));
  __syncthreads();
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, shared.compose(rows)(t, _), to(_, blockIdx.x).compose(rows)(t, _));
}
