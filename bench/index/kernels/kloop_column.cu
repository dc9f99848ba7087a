// Sums of the rows of a column-major matrix of f32 whose leading dimension is known at
// run time: a thread takes a row, 8 columns a pass.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
kloop_column(const float *__restrict__ A, float *__restrict__ sums, int M, int K, int ld) {
  auto a = make_tensor(make_gmem_ptr(A), make_layout(make_shape(M, K), make_stride(_1{}, ld)));
  auto mine = local_tile(a, Shape<_256, _8>{}, make_coord(blockIdx.x, _))(threadIdx.x, _, _);
  float sum = 0;
  for (int k = 0; k < size<1>(mine); ++k) {
    CUTE_UNROLL
    for (int v = 0; v < 8; ++v)
      sum += mine(v, k);
  }
  sums[blockIdx.x * 256 + threadIdx.x] = sum;
}
