// Keys and values of sequences, 8 heads of 128 f16, are gathered from a cache of pages of 16 tokens,
// a page keys first, then values, head by head, to (key or value, sequence, head, token): a block takes a page of both.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
paged_kv(const half_t *__restrict__ src, const int *__restrict__ pages, half_t *__restrict__ dst, int width, int B, int count) {
  // 8 elements, chunk, token, head, key or value, page
  auto cache = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_8{}, _16{}, _16{}, _8{}, _2{}, count),
                                                           make_stride(_1{}, _8{}, _128{}, Int<2048>{}, Int<16384>{}, Int<32768>{})));
  int tokens = 16 * width;
  auto out = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, _16{}, make_shape(_16{}, width), _8{}, B, _2{}),
                                                         make_stride(_1{}, _8{}, make_stride(_128{}, Int<2048>{}), 128 * tokens, 1024 * tokens, 1024 * tokens * B)));
  int chunk = threadIdx.x % 16, token = threadIdx.x / 16;
  int page = pages[blockIdx.y * width + blockIdx.x];
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int kv = 0; kv < 2; ++kv)
    copy(vector, cache(_, chunk, token, _, kv, page), out(_, chunk, make_coord(token, blockIdx.x), _, blockIdx.y, kv));
}
