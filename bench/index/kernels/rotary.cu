// Rotary position: of each head of 128 f32, element d and the one 64 on are turned by the angle whose cosine and
// sine a table has for the token's position; strides of tokens are known at run time, 4 f32 at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
rotary(const float *__restrict__ src, const float *__restrict__ angles, const int *__restrict__ positions,
       float *__restrict__ dst, int tokens, int heads, int ld, int count) {
  // 4 elements, chunk, half, head, token
  auto x = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_4{}, _16{}, _2{}, heads, tokens), make_stride(_1{}, _4{}, _64{}, _128{}, ld)));
  auto y = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_4{}, _16{}, _2{}, heads, tokens), make_stride(_1{}, _4{}, _64{}, _128{}, 128 * heads)));
  // 4 elements, chunk, cosine or sine, position
  auto table = make_tensor(make_gmem_ptr(angles), make_layout(make_shape(_4{}, _16{}, _2{}, count), make_stride(_1{}, _4{}, _64{}, _128{})));
  int chunk = threadIdx.x % 16, token = threadIdx.x / 16 + blockIdx.x * 16, head = blockIdx.y;
  if (token >= tokens)
    return;
  int position = positions[token];
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, float>{};
  auto a = make_tensor<float>(_4{}), b = make_tensor<float>(_4{}), c = make_tensor<float>(_4{}), s = make_tensor<float>(_4{});
  copy(vector, x(_, chunk, 0, head, token), a);
  copy(vector, x(_, chunk, 1, head, token), b);
  copy(vector, table(_, chunk, 0, position), c);
  copy(vector, table(_, chunk, 1, position), s);
  auto left = make_tensor<float>(_4{}), right = make_tensor<float>(_4{});
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    left(v) = __fsub_rn(__fmul_rn(a(v), c(v)), __fmul_rn(b(v), s(v)));
    right(v) = __fadd_rn(__fmul_rn(b(v), c(v)), __fmul_rn(a(v), s(v)));
  }
  copy(vector, left, y(_, chunk, 0, head, token));
  copy(vector, right, y(_, chunk, 1, head, token));
}
