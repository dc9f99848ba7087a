// Keys of tokens, 8 heads of 128 f16 with a run-time stride between tokens, go to the slots of a
// cache in pages of 16 that a table of 64-bit numbers names: 128 threads a token, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
kv_slots(const half_t *__restrict__ src, const uint64_t *__restrict__ slots, half_t *__restrict__ dst, int64_t tokens,
         int64_t stride, int64_t count) {
  auto keys = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_8{}, Shape<_16, _8>{}, tokens), make_stride(_1{}, Stride<_8, _128>{}, stride)));
  auto cache = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, Shape<_16, _8>{}, make_shape(_16{}, count)),
                                                           make_stride(_1{}, Stride<_128, _2048>{}, make_stride(_8{}, Int<16384>{}))));
  unsigned mine = threadIdx.x % 128;
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    unsigned k = blockIdx.x * 8 + 2 * v + threadIdx.x / 128;
    uint64_t slot = slots[k];
    copy(vector, keys(_, mine, k), cache(_, mine, make_coord(slot % 16, slot / 16)));
  }
}
