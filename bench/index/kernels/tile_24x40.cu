// Batches of matrices of f32, row-major with a run-time leading dimension and distance, are packed in tiles of 24 rows and
// 40 columns, what is outside as zeros: 120 threads, 2 columns at once, 4 times.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(120)
tile_24x40(const float *__restrict__ src, float *__restrict__ dst, int M, int N, int B, int ld, int distance) {
  auto a = make_tensor(make_gmem_ptr(src), make_layout(make_shape(M, N, B), make_stride(ld, _1{}, distance)));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_24{}, _40{}, gridDim.x, gridDim.y, gridDim.z),
                                                       make_stride(_40{}, _1{}, Int<960>{}, 960 * gridDim.x, 960 * gridDim.x * gridDim.y)));
  auto along = Layout<Shape<_6, Int<20>>, Stride<Int<20>, _1>>{};
  auto from = local_tile(a(_, _, blockIdx.z), Shape<_24, _40>{}, make_coord(blockIdx.y, blockIdx.x));
  auto to = b(_, _, blockIdx.x, blockIdx.y, blockIdx.z);
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, along, Layout<Shape<_1, _2>>{});
  auto mine = vector.get_slice(threadIdx.x);
  auto source = mine.partition_S(from);
  auto destination = mine.partition_D(to);
  int row = threadIdx.x / 20 + 24 * blockIdx.y, column = threadIdx.x % 20 * 2 + 40 * blockIdx.x;
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    auto values = make_tensor<float>(Layout<Shape<Shape<_2, _1>, _1>>{});
    clear(values);
    if (row + 6 * v < M && column < N)
      copy(vector, source(_, v, _), values);
    copy(vector, values, destination(_, v, _));
  }
}
