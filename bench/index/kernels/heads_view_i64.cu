// A view (batch, head, token, 64) of f16 with strides of 64 bits known at run time becomes contiguous: 8 threads a row,
// 4 rows a thread, tokens predicated.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
heads_view_i64(const half_t *__restrict__ src, half_t *__restrict__ dst, int64_t B, int64_t H, int64_t T, int64_t sb, int64_t sh, int64_t st) {
  auto from = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_8{}, _8{}, T, H, B), make_stride(_1{}, _8{}, st, sh, sb)));
  auto to = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, _8{}, T, H, B), make_stride(_1{}, _8{}, _64{}, 64 * T, 64 * T * H)));
  unsigned chunk = threadIdx.x % 8, row = threadIdx.x / 8 + 128 * blockIdx.x;
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v)
    if (row + 32 * v < T)
      copy(vector, from(_, chunk, row + 32 * v, blockIdx.y, blockIdx.z), to(_, chunk, row + 32 * v, blockIdx.y, blockIdx.z));
}
