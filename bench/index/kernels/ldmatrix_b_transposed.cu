// 64x64 tiles of f16, N contiguous, become fragments of the second operand of
// mma.m16n8k16, packed for later loads, by ldmatrix.x4.trans from swizzled rows:
// 4 warps, each of 8 columns and the 8 that are 32 on, 4 steps of 16 rows.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
ldmatrix_b_transposed(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(1024) half_t tile[64 * 64];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, _64>, _4096>, Stride<Stride<_64, _1>, _4096>>{});
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_8, _4>>, Stride<Stride<_512, _1>, Stride<_64, _16>>>{};
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  auto fragments = make_tensor(make_gmem_ptr(reinterpret_cast<uint128_t *>(dst)),
                               Layout<Shape<Shape<_32, _4>, _4, _4096>, Stride<Stride<_1, _128>, _32, _512>>{});
  int t = threadIdx.x;
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, from(_, blockIdx.x).compose(rows)(t, _), shared.compose(rows)(t, _));
  __syncthreads();

  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_1, _4, _1>>, Tile<_16, _64, _16>>{};
  auto load = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);
  auto columns = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_1, _64>>{}));
  auto values = mma.get_slice(t).partition_fragment_B(columns);
  auto packed = make_tensor<half_t>(Layout<Shape<Shape<_4, _2>, _4>>{});
  auto mine = load.get_slice(t).partition_S(columns);
  CUTE_UNROLL
  for (int s = 0; s < 4; ++s) {
    copy(load, mine(_, _, s), load.get_slice(t).retile_D(values)(_, _, s));
    copy(values(_, _, s), packed(_, s));
    fragments(t, s, blockIdx.x) = recast<uint128_t>(packed)(0, s);
  }
}
