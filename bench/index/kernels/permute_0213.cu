// Attention heads of 8x2048x16x64 f16 (batch, sequence, head) are permuted to (batch, head,
// sequence), 8 f16 at once in the order of the result: 4 vectors a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
permute_0213(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  auto from = make_tensor(make_gmem_ptr(reinterpret_cast<const uint128_t *>(src)),
                          Layout<Shape<_8, _2048, _16, _8>, Stride<_1, _128, _8, Int<262144>>>{});
  auto to = make_tensor(make_gmem_ptr(reinterpret_cast<uint128_t *>(dst)), Layout<Shape<_8, _2048, _16, _8>>{});
  auto vectors = Layout<Shape<_256, _4, _2048>, Stride<_1, _256, _1024>>{};
  copy(from.compose(vectors)(threadIdx.x, _, blockIdx.x), to.compose(vectors)(threadIdx.x, _, blockIdx.x));
}
