// Rows of 512 f16 of tokens, sorted by group, go to a padded place of each group: groups begin at rows that
// a table has, tokens are named by another; 64 threads a row, rows behind a group's end are left out.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
moe_rows(const half_t *__restrict__ src, const int *__restrict__ starts, const int *__restrict__ tokens,
         half_t *__restrict__ dst, int T, int G, int capacity) {
  auto from = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_8{}, _64{}, T), make_stride(_1{}, _8{}, _512{})));
  auto to = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, _64{}, capacity, G), make_stride(_1{}, _8{}, _512{}, 512 * capacity)));
  int start = starts[blockIdx.y], count = starts[blockIdx.y + 1] - start;
  int chunk = threadIdx.x % 64;
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    int r = blockIdx.x * 16 + 4 * v + threadIdx.x / 64;
    if (r < count)
      copy(vector, from(_, chunk, tokens[start + r]), to(_, chunk, r, blockIdx.y));
  }
}
