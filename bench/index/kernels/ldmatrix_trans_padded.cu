// 64x64 tiles of f16, N contiguous, become fragments of the second operand of mma.m16n8k16 by
// ldmatrix.x4.trans from rows padded to 72: 2 times 2 warps, 32 columns and 16 rows a step.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
ldmatrix_trans_padded(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(128) half_t tile[64 * 72];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, _64>, Int<2048>>, Stride<Stride<_64, _1>, _4096>>{});
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_8, _4>>, Stride<Stride<_512, _1>, Stride<_64, _16>>>{};
  auto shared = make_tensor(make_smem_ptr(tile), Layout<Shape<_64, _64>, Stride<Int<72>, _1>>{});
  auto fragments = make_tensor(make_gmem_ptr(reinterpret_cast<uint128_t *>(dst)),
                               Layout<Shape<_128, _2, _4, Int<2048>>, Stride<_1, _128, _256, _1024>>{});
  int t = threadIdx.x;
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, from(_, blockIdx.x).compose(rows)(t, _), shared.compose(rows)(t, _));
  __syncthreads();

  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>, Tile<_32, _32, _16>>{};
  auto load = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, mma);
  auto columns = make_tensor(make_smem_ptr(tile), Layout<Shape<_64, _64>, Stride<_1, Int<72>>>{});
  auto mine = load.get_slice(t).partition_S(columns);
  auto values = make_tensor<half_t>(Layout<Shape<Shape<_8, _1>, _2, _4>>{});
  copy(load, mine, values);
  auto packed = recast<uint128_t>(values);
  CUTE_UNROLL
  for (int s = 0; s < 4; ++s)
    CUTE_UNROLL
    for (int n = 0; n < 2; ++n)
      fragments(t, n, s, blockIdx.x) = packed(0, n, s);
}
