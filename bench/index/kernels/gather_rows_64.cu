// Rows of 256 f16 of a table that may have more than 2^31 elements are gathered by 64-bit
// index: a block takes 32 rows, 32 threads a row, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
gather_rows_64(const half_t *__restrict__ src, const int64_t *__restrict__ indices, half_t *__restrict__ dst, int64_t rows,
               int64_t n, int64_t ld) {
  auto table = make_tensor(make_gmem_ptr(src), make_layout(make_shape(rows, make_shape(_8{}, _32{})), make_stride(ld, Stride<_1, _8>{})));
  auto result = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, Shape<_32, _8>{}, _4{}, n / 32),
                                                            Stride<_1, Stride<_8, _256>, _2048, _8192>{}));
  auto numbers = make_tensor(make_gmem_ptr(indices), make_layout(make_shape(Shape<_32, _8>{}, _4{}, n / 32),
                                                                 Stride<Stride<_0, _1>, _8, _32>{}));
  int t = threadIdx.x;
  auto mine = numbers(t, _, blockIdx.x);
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v)
    copy(vector, table(mine(v), make_coord(_, t % 32)), result(_, t, v, blockIdx.x));
}
