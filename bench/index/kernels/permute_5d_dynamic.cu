// A tensor of f32 of five dimensions of any size is permuted from (a, b, c, d, e) to (c, e, a, d, b), leftmost fastest;
// a thread takes four elements, a block apart.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
permute_5d_dynamic(const float *__restrict__ src, float *__restrict__ dst, int a, int b, int c, int d, int e) {
  auto from = make_tensor(make_gmem_ptr(src), make_layout(make_shape(unsigned(a), unsigned(b), unsigned(c), unsigned(d), unsigned(e))));
  auto to = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(unsigned(a), unsigned(b), unsigned(c), unsigned(d), unsigned(e)),
                                                        make_stride(c * e, c * e * a * d, _1{}, c * e * a, c)));
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    unsigned i = threadIdx.x + 256 * v + 1024 * blockIdx.x;
    if (i < size(from))
      to(i) = src[i];
  }
}
