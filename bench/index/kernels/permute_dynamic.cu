// A tensor of 4 modes of run-time sizes is permuted (2, 0, 3, 1) in the order of the result,
// predicated by its size: 4 elements a thread, f32.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
permute_dynamic(const float *__restrict__ src, float *__restrict__ dst, int n0, int n1, int n2, int n3, int s0, int s1, int s2, int s3) {
  // Sizes and the source's strides, in the result's order, fastest first.
  auto from = make_tensor(make_gmem_ptr(src), make_layout(make_shape(n0, n1, n2, n3), make_stride(s0, s1, s2, s3)));
  auto elements = Layout<Shape<_256, _4, Int<2097152>>, Stride<_1, _256, _1024>>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    unsigned j = elements(threadIdx.x, v, blockIdx.x);
    if (j < size(from))
      dst[j] = from(j);
  }
}
