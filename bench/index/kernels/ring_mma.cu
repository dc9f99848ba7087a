// C = A B^T for A of 8448x2048 and B of 512x2048 f16, C in f32: blocks of 64x64, 64 columns a
// pass through a ring of 3 swizzled stages of both, ldmatrix and mma.m16n8k16; 4 warps.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
ring_mma(const half_t *__restrict__ A, const half_t *__restrict__ B, float *__restrict__ C, int passes) {
  __shared__ alignas(1024) half_t stagesA[3 * 64 * 64];
  __shared__ alignas(1024) half_t stagesB[3 * 64 * 64];
  auto tile = Shape<_64, _64>{};
  auto a = make_tensor(make_gmem_ptr(A), Layout<Shape<Int<8448>, _2048>, Stride<_2048, _1>>{});
  auto b = make_tensor(make_gmem_ptr(B), Layout<Shape<_512, _2048>, Stride<_2048, _1>>{});
  auto c = make_tensor(make_gmem_ptr(C), Layout<Shape<Int<8448>, _512>, Stride<_512, _1>>{});
  auto ring = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_64, _64, _3>, Stride<_64, _1, _4096>>{});
  auto sA = make_tensor(make_smem_ptr(stagesA), ring);
  auto sB = make_tensor(make_smem_ptr(stagesB), ring);
  int t = threadIdx.x;
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{},
                                Layout<Shape<_1, _8>>{});
  auto mine = vector.get_slice(t);
  auto fromA = mine.partition_S(local_tile(a, tile, make_coord(blockIdx.y, _)));
  auto fromB = mine.partition_S(local_tile(b, tile, make_coord(blockIdx.x, _)));
  auto inA = mine.partition_D(sA);
  auto inB = mine.partition_D(sB);
  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>>{};
  auto thread = mma.get_slice(t);
  auto loadA = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto loadB = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto outA = loadA.get_slice(t).partition_S(sA);
  auto outB = loadB.get_slice(t).partition_S(sB);
  auto rA = thread.partition_fragment_A(sA(_, _, 0));
  auto rB = thread.partition_fragment_B(sB(_, _, 0));
  auto to = thread.partition_C(local_tile(c, tile, make_coord(blockIdx.y, blockIdx.x)));
  auto sum = thread.make_fragment_C(to);
  clear(sum);
  for (int k = 0; k < passes; ++k) {
    int stage = unsigned(k) % 3;
    auto xA = make_fragment_like(inA(_, _, _, 0));
    auto xB = make_fragment_like(inB(_, _, _, 0));
    copy(vector, fromA(_, _, _, k), xA);
    copy(vector, fromB(_, _, _, k), xB);
    copy(vector, xA, inA(_, _, _, stage));
    copy(vector, xB, inB(_, _, _, stage));
    __syncthreads();
    CUTE_UNROLL
    for (int s = 0; s < size<2>(rA); ++s) {
      copy(loadA, outA(_, _, s, stage), loadA.get_slice(t).retile_D(rA)(_, _, s));
      copy(loadB, outB(_, _, s, stage), loadB.get_slice(t).retile_D(rB)(_, _, s));
      gemm(mma, rA(_, _, s), rB(_, _, s), sum);
    }
  }
  copy(AutoVectorizingCopyWithAssumedAlignment<64>{}, sum, to);
}
