// Sums of each 32nd column of a row-major matrix of f32 whose leading dimension is known
// at run time, 64-bit: a warp takes 4 rows, a lane its columns.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
kloop_row_64(const float *__restrict__ A, float *__restrict__ sums, int64_t M, int64_t K, int64_t ld) {
  auto a = make_tensor(make_gmem_ptr(A), make_layout(make_shape(M, K), make_stride(ld, _1{})));
  auto out = make_tensor(make_gmem_ptr(sums), make_layout(make_shape(M, _32{}), make_stride(_32{}, _1{})));
  auto warp = threadIdx.x / 32 + blockIdx.x * 8;
  auto rows = local_tile(a, Shape<_4, _32>{}, make_coord(int64_t(warp), _));
  auto mine = rows(_, threadIdx.x % 32, _);
  auto sum = make_tensor<float>(Shape<_4>{});
  clear(sum);
  for (int64_t k = 0; k < size<1>(mine); ++k) {
    CUTE_UNROLL
    for (int v = 0; v < 4; ++v)
      sum(v) += mine(v, k);
  }
  copy(sum, local_tile(out, Shape<_4, _32>{}, make_coord(warp, 0))(_, threadIdx.x % 32));
}
