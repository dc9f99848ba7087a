// Rows of a packed lower triangle of f32 go to rows with a run-time leading dimension: a warp
// takes a row, a lane each 32nd column up to the diagonal.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
triangle_rows(const float *__restrict__ src, float *__restrict__ dst, int N, int ld) {
  int lane = threadIdx.x % 32, r = threadIdx.x / 32 + blockIdx.x * 8;
  if (r >= N)
    return;
  // Row r begins behind 1 + 2 + ... + r elements.
  auto from = make_tensor(make_gmem_ptr(src + unsigned(r) * (r + 1) / 2), make_layout(r + 1));
  auto to = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(N, N), make_stride(ld, _1{})))(r, _);
  for (int c = lane; c <= r; c += 32)
    to(c) = from(c);
}
