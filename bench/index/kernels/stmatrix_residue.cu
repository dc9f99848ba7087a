// An epilogue: packed fragments of 16-bit results, 8 a thread, go by stmatrix.x4 to rows padded to 72
// and from there, 16 bytes at once, to 64x64 tiles of a matrix with any number of rows and leading dimension.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
stmatrix_residue(const half_t *__restrict__ src, half_t *__restrict__ dst, int M, int ld) {
  __shared__ alignas(128) half_t tile[64 * 72];
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_8, _4>>, Stride<Stride<_512, _1>, Stride<_64, _16>>>{};
  auto shared = make_tensor(make_smem_ptr(tile), Layout<Shape<_64, _64>, Stride<Int<72>, _1>>{});
  auto fragments = make_tensor(make_gmem_ptr(reinterpret_cast<const uint128_t *>(src)),
                               make_layout(make_shape(_128{}, _4{}, _16{}, gridDim.y), make_stride(_1{}, _128{}, _512{}, Int<8192>{})));
  auto to = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(M, Int<1024>{}), make_stride(ld, _1{})));
  int t = threadIdx.x;
  auto mma = TiledMMA<MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>, Layout<Shape<_4, _1, _1>>, Tile<_64, _16, _16>>{};
  auto store = make_tiled_copy_C(Copy_Atom<SM90_U32x4_STSM_N, half_t>{}, mma);
  auto values = make_tensor<half_t>(partition_shape_C(mma, Shape<_64, _64>{}));
  auto packed = make_tensor<uint128_t>(Shape<_4>{});
  copy(fragments(t, _, blockIdx.x, blockIdx.y), packed);
  copy(recast<half_t>(packed), values);
  copy(store, store.get_slice(t).retile_S(values), store.get_slice(t).partition_D(shared));
  __syncthreads();
  auto mine = local_tile(to, Shape<_64, _64>{}, make_coord(blockIdx.y, blockIdx.x));
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto from = vector.get_slice(t).partition_S(shared);
  auto into = vector.get_slice(t).partition_D(mine);
  int row = t / 8 + blockIdx.y * 64;
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v)
    if (row + 16 * v < M)
      copy(vector, from(_, v, _), into(_, v, _));
}
