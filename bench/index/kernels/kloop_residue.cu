// Sums of each 32nd column of a row-major matrix of f32 of any size and leading dimension: a warp
// takes a row, a lane its columns, 4 a pass, and what is left of them one by one.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
kloop_residue(const float *__restrict__ A, float *__restrict__ sums, int M, int K, int ld) {
  auto a = make_tensor(make_gmem_ptr(A), make_layout(make_shape(M, K), make_stride(ld, _1{})));
  auto out = make_tensor(make_gmem_ptr(sums), make_layout(make_shape(M, _32{}), make_stride(_32{}, _1{})));
  int lane = threadIdx.x % 32, r = threadIdx.x / 32 + blockIdx.x * 8, passes = unsigned(K) / 128;
  if (r >= M)
    return;
  auto row = a(r, _);
  auto steps = local_tile(row, Shape<_128>{}, make_coord(_));
  float sum = 0;
  for (int k = 0; k < passes; ++k) {
    auto mine = local_partition(steps(_, k), Layout<_32>{}, lane);
    CUTE_UNROLL
    for (int v = 0; v < 4; ++v)
      sum += mine(v);
  }
  for (int c = passes * 128 + lane; c < K; c += 32)
    sum += row(c);
  out(r, lane) = sum;
}
