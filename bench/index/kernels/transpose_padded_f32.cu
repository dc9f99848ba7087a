// A 4096x4096 matrix of f32 is transposed in tiles of 32x32, which shared memory
// holds in rows padded to 33: 32x8 threads, 4 rows a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
transpose_padded_f32(const float *__restrict__ src, float *__restrict__ dst) {
  __shared__ float tile[32 * 33];
  auto matrix = Layout<Shape<_4096, _4096>, Stride<_4096, _1>>{};
  auto from = local_tile(make_tensor(make_gmem_ptr(src), matrix), Shape<_32, _32>{}, make_coord(blockIdx.y, blockIdx.x));
  auto to = local_tile(make_tensor(make_gmem_ptr(dst), matrix), Shape<_32, _32>{}, make_coord(blockIdx.x, blockIdx.y));
  auto in = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  auto out = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{});
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  int t = threadIdx.x;
  copy(local_partition(from, threads, t), local_partition(in, threads, t));
  __syncthreads();
  copy(local_partition(out, threads, t), local_partition(to, threads, t));
}
