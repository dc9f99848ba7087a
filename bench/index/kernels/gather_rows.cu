// Rows of 512 f16 of a table with a run-time leading dimension are gathered by index: a block
// takes 16 rows, 64 threads a row, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
gather_rows(const half_t *__restrict__ src, const int *__restrict__ indices, half_t *__restrict__ dst, int rows, int n, int ld) {
  auto table = make_tensor(make_gmem_ptr(src), make_layout(make_shape(rows, make_shape(_8{}, _64{})), make_stride(ld, Stride<_1, _8>{})));
  auto result = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, Shape<_64, _4>{}, _4{}, n / 16),
                                                            Stride<_1, Stride<_8, _512>, _2048, _8192>{}));
  auto numbers = make_tensor(make_gmem_ptr(indices), make_layout(make_shape(Shape<_64, _4>{}, _4{}, n / 16),
                                                                 Stride<Stride<_0, _1>, _4, _16>{}));
  int t = threadIdx.x;
  auto mine = numbers(t, _, blockIdx.x);
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v)
    copy(vector, table(mine(v), make_coord(_, t % 64)), result(_, t, v, blockIdx.x));
}
