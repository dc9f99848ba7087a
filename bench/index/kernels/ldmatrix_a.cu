// Row-major 64x64 tiles of f16 become fragments of the first operand of mma.m16n8k16,
// packed for later loads, by ldmatrix.x4 from swizzled rows: 4 warps of 16 rows, 4 steps.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
ldmatrix_a(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(1024) half_t tile[64 * 64];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, _64>, _4096>, Stride<Stride<_64, _1>, _4096>>{});
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_8, _4>>, Stride<Stride<_512, _1>, Stride<_64, _16>>>{};
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  auto fragments = make_tensor(make_gmem_ptr(reinterpret_cast<uint128_t *>(dst)),
                               Layout<Shape<Shape<_32, _4>, _4, _4096>, Stride<Stride<_1, _128>, _32, _512>>{});
  int t = threadIdx.x;
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, from(_, blockIdx.x).compose(rows)(t, _), shared.compose(rows)(t, _));
  __syncthreads();

  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>>{};
  auto load = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto values = mma.get_slice(t).partition_fragment_A(shared);
  copy(load, load.get_slice(t).partition_S(shared), load.get_slice(t).retile_D(values));
  copy(recast<uint128_t>(values)(_0{}, _0{}, _), fragments(t, _, blockIdx.x));
}
