// A 4096x4096 matrix of f32 is transposed in tiles of 64x64 through shared memory
// swizzled element by element, so that rows and columns meet 32 different banks:
// 256 threads, 16 values a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
transpose_swizzled_f32(const float *__restrict__ src, float *__restrict__ dst) {
  __shared__ alignas(1024) float tile[64 * 64];
  auto matrix = Layout<Shape<_4096, _4096>, Stride<_4096, _1>>{};
  auto from = local_tile(make_tensor(make_gmem_ptr(src), matrix), Shape<_64, _64>{}, make_coord(blockIdx.y, blockIdx.x));
  auto to = local_tile(make_tensor(make_gmem_ptr(dst), matrix), Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));
  auto in = make_tensor(make_smem_ptr(tile), composition(Swizzle<5, 0, 6>{}, Layout<Shape<_64, _64>, Stride<_64, _1>>{}));
  auto out = make_tensor(make_smem_ptr(tile), composition(Swizzle<5, 0, 6>{}, Layout<Shape<_64, _64>, Stride<_1, _64>>{}));
  auto threads = Layout<Shape<_4, _64>, Stride<_64, _1>>{};
  int t = threadIdx.x;
  copy(local_partition(from, threads, t), local_partition(in, threads, t));
  __syncthreads();
  copy(local_partition(out, threads, t), local_partition(to, threads, t));
}
