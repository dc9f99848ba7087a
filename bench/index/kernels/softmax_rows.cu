// From each row of f32 its maximum is taken off, as before the powers of a softmax; the length, a
// multiple of 128, and the leading dimensions are known at run time: a warp a row, 4 f32 at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
softmax_rows(const float *__restrict__ x, float *__restrict__ y, int M, int N, int ldX, int ldY) {
  unsigned lane = threadIdx.x % 32, r = threadIdx.x / 32 + blockIdx.x * 8, steps = unsigned(N) / 128;
  auto shape = make_shape(_4{}, _32{}, steps, M);
  auto from = make_tensor(make_gmem_ptr(x), make_layout(shape, make_stride(_1{}, _4{}, _128{}, ldX)))(_, lane, _, r);
  auto to = make_tensor(make_gmem_ptr(y), make_layout(shape, make_stride(_1{}, _4{}, _128{}, ldY)))(_, lane, _, r);
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, float>{};
  auto v = make_tensor<float>(Shape<_4>{});
  float max = -INFINITY;
  for (unsigned k = 0; k < steps; ++k) {
    copy(vector, from(_, k), v);
    max = fmaxf(max, fmaxf(fmaxf(v(0), v(1)), fmaxf(v(2), v(3))));
  }
  CUTE_UNROLL
  for (int apart = 16; apart; apart /= 2)
    max = fmaxf(max, __shfl_xor_sync(0xffffffff, max, apart));
  for (unsigned k = 0; k < steps; ++k) {
    copy(vector, from(_, k), v);
    CUTE_UNROLL
    for (int i = 0; i < 4; ++i)
      v(i) -= max;
    copy(vector, v, to(_, k));
  }
}
