// A 3-D view of f32 with run-time strides becomes compact: 8 rows of 256 threads each, of
// one plane, a block.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
strided_view(const float *__restrict__ src, float *__restrict__ dst, int R, int C, int P, int sC, int sR, int sP) {
  // R and C count blocks of 8 rows and of 256 columns.
  auto view = make_tensor(make_gmem_ptr(src), make_layout(make_shape(8 * R, 256 * C, P), make_stride(sR, sC, sP)));
  auto compact = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(8 * R, 256 * C, P), make_stride(256 * C, _1{}, 2048 * R * C)));
  auto tile = Shape<_8, _256>{};
  auto at = make_coord(blockIdx.y, blockIdx.x);
  auto threads = Layout<Shape<_1, _256>>{};
  copy(local_partition(local_tile(view(_, _, blockIdx.z), tile, at), threads, threadIdx.x),
       local_partition(local_tile(compact(_, _, blockIdx.z), tile, at), threads, threadIdx.x));
}
