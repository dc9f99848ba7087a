// Packed fragments of 16-bit results, 8 a thread, become row-major 64x64 tiles by
// stmatrix.x4 to swizzled rows: 4 warps of 16 rows, 4 steps of 16 columns.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
stmatrix(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(1024) half_t tile[64 * 64];
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_64, _64>, _4096>, Stride<Stride<_64, _1>, _4096>>{});
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_8, _4>>, Stride<Stride<_512, _1>, Stride<_64, _16>>>{};
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  auto fragments = make_tensor(make_gmem_ptr(reinterpret_cast<const uint128_t *>(src)),
                               Layout<Shape<Shape<_32, _4>, _4, _4096>, Stride<Stride<_1, _128>, _32, _512>>{});
  int t = threadIdx.x;
  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>>{};
  auto store = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto values = make_tensor<half_t>(partition_shape_C(mma, Shape<_64, _64>{}));
  auto packed = make_tensor<uint128_t>(Shape<_4>{});
  copy(fragments(t, _, blockIdx.x), packed);
  copy(recast<half_t>(packed), values);
  copy(store, store.get_slice(t).retile_S(values), store.get_slice(t).partition_D(shared));
  __syncthreads();
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, shared.compose(rows)(t, _), to(_, blockIdx.x).compose(rows)(t, _));
}
