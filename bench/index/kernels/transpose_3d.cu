// The first and the last dimension of an I x J x K tensor of f32 are exchanged, its strides and
// the result's known at run time: tiles of 32x32 through padded shared memory, 4 rows a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
transpose_3d(const float *__restrict__ src, float *__restrict__ dst, int I, int J, int K, int aI, int aJ, int bK, int bJ) {
  __shared__ float tile[32 * 33];
  auto a = make_tensor(make_gmem_ptr(src), make_layout(make_shape(I, J, K), make_stride(aI, aJ, _1{})));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(K, J, I), make_stride(bK, bJ, _1{})));
  auto from = local_tile(a(_, blockIdx.z, _), Shape<_32, _32>{}, make_coord(blockIdx.y, blockIdx.x));
  auto to = local_tile(b(_, blockIdx.z, _), Shape<_32, _32>{}, make_coord(blockIdx.x, blockIdx.y));
  auto in = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  auto out = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{});
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  int t = threadIdx.x;
  copy(local_partition(from, threads, t), local_partition(in, threads, t));
  __syncthreads();
  copy(local_partition(out, threads, t), local_partition(to, threads, t));
}
