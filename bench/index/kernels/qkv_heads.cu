// Rows of queries, keys and values, 3 times H heads of 64 f16, become (q, k or v; head; token) matrices: a block takes
// 32 tokens of a head, 8 threads a row, of all three.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
qkv_heads(const half_t *__restrict__ src, half_t *__restrict__ dst, int T, int H) {
  auto rows = make_tensor(make_gmem_ptr(src), make_layout(make_shape(make_shape(_8{}, _8{}), H, _3{}, T), make_stride(make_stride(_1{}, _8{}), _64{}, 64 * H, 192 * H)));
  auto heads = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(make_shape(_8{}, _8{}), H, _3{}, T), make_stride(make_stride(_1{}, _8{}), 64 * T, 64 * T * H, _64{})));
  int chunk = threadIdx.x % 8, token = threadIdx.x / 8 + 32 * blockIdx.x;
  if (token >= T)
    return;
  auto c = make_coord(_, chunk);
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, rows(c, blockIdx.y, _, token), heads(c, blockIdx.y, _, token));
}
