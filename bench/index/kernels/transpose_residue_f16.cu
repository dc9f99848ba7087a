// A matrix of f16 of any size and leading dimension is transposed in tiles of 64 rows and 32 columns,
// through shared memory with rows of 33: a thread moves 8 elements.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
transpose_residue_f16(const half_t *__restrict__ src, half_t *__restrict__ dst, int M, int N, int lda, int ldb) {
  __shared__ half_t tile[64 * 33];
  auto a = make_tensor(make_gmem_ptr(src), make_layout(make_shape(M, N), make_stride(lda, _1{})));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(M, N), make_stride(_1{}, ldb)));
  auto shared = make_tensor(make_smem_ptr(tile), Layout<Shape<_64, _32>, Stride<Int<33>, _1>>{});
  auto tiler = Shape<_64, _32>{};
  auto at = make_coord(blockIdx.y, blockIdx.x);
  // 8 rows of 32 threads; 4 columns of 64.
  auto along = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  auto down = Layout<Shape<_64, _4>>{};
  int t = threadIdx.x;
  auto from = local_partition(local_tile(a, tiler, at), along, t);
  auto in = local_partition(shared, along, t);
  int row = t / 32 + blockIdx.y * 64, column = t % 32 + blockIdx.x * 32;
  CUTE_UNROLL
  for (int v = 0; v < 8; ++v)
    if (row + 8 * v < M && column < N)
      in(v, 0) = from(v, 0);
  __syncthreads();
  auto out = local_partition(shared, down, t);
  auto to = local_partition(local_tile(b, tiler, at), down, t);
  row = t % 64 + blockIdx.y * 64, column = t / 64 + blockIdx.x * 32;
  CUTE_UNROLL
  for (int v = 0; v < 8; ++v)
    if (row < M && column + 4 * v < N)
      to(0, v) = out(0, v);
}
