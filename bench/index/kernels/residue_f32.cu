// A matrix of M x N f32, of any size, is copied between leading dimensions in tiles of
// 64x64, predicated at both edges: 256 threads, 16 values a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
residue_f32(const float *__restrict__ src, float *__restrict__ dst, int M, int N, int ldSrc, int ldDst) {
  auto a = make_tensor(make_gmem_ptr(src), make_layout(make_shape(M, N), make_stride(ldSrc, _1{})));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(M, N), make_stride(ldDst, _1{})));
  auto tile = Shape<_64, _64>{};
  auto at = make_coord(blockIdx.y, blockIdx.x);
  auto threads = Layout<Shape<_4, _64>, Stride<_64, _1>>{};
  auto from = local_partition(local_tile(a, tile, at), threads, threadIdx.x);
  auto to = local_partition(local_tile(b, tile, at), threads, threadIdx.x);
  auto coordinates = local_partition(local_tile(make_identity_tensor(make_shape(M, N)), tile, at), threads, threadIdx.x);
  if (get<1>(coordinates(0)) >= N)
    return;
  int rows = M - get<0>(coordinates(0));
  CUTE_UNROLL
  for (int v = 0; v < size(from); ++v)
    if (4 * v < rows)
      to(v) = from(v);
}
