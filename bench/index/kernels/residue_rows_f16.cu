// Rows of 128 f16 go between run-time leading dimensions, 16 bytes at once; the number
// of rows is no multiple of the block's 64: 16 threads a row, 4 rows a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
residue_rows_f16(const half_t *__restrict__ src, half_t *__restrict__ dst, int M, int ldSrc, int ldDst) {
  auto tile = Shape<_64, _128>{};
  auto a = make_tensor(make_gmem_ptr(src), make_layout(make_shape(M, _128{}), make_stride(ldSrc, _1{})));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(M, _128{}), make_stride(ldDst, _1{})));
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _16>, Stride<_16, _1>>{},
                                Layout<Shape<_1, _8>>{});
  auto mine = vector.get_slice(threadIdx.x);
  auto at = make_coord(blockIdx.x, 0);
  auto from = mine.partition_S(local_tile(a, tile, at));
  auto to = mine.partition_D(local_tile(b, tile, at));
  auto coordinates = mine.partition_S(local_tile(make_identity_tensor(make_shape(M, _128{})), tile, at));
  int rows = M - get<0>(coordinates(0, 0, 0));
  CUTE_UNROLL
  for (int v = 0; v < size<1>(from); ++v)
    if (16 * v < rows)
      copy(vector, from(_, v, _), to(_, v, _));
}
