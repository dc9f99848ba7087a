// A 4800x4000 matrix of f32 is transposed in tiles of 96x80 through padded shared memory:
// 240 threads, which load 4 f32 at once and store one.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(240)
tile_96x80(const float *__restrict__ src, float *__restrict__ dst) {
  __shared__ alignas(16) float tile[96 * 84];
  auto at = make_coord(blockIdx.y, blockIdx.x);
  auto from = local_tile(make_tensor(make_gmem_ptr(src), Layout<Shape<Int<4800>, Int<4000>>, Stride<Int<4000>, _1>>{}), Shape<_96, Int<80>>{}, at);
  auto to = local_tile(make_tensor(make_gmem_ptr(dst), Layout<Shape<Int<4800>, Int<4000>>, Stride<_1, Int<4800>>>{}), Shape<_96, Int<80>>{}, at);
  auto padded = make_tensor(make_smem_ptr(tile), Layout<Shape<_96, Int<80>>, Stride<Int<84>, _1>>{});
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_12, Int<20>>, Stride<Int<20>, _1>>{},
                                Layout<Shape<_1, _4>>{});
  auto columns = Layout<Shape<Int<48>, _5>>{};
  auto mine = vector.get_slice(threadIdx.x);
  copy(vector, mine.partition_S(from), mine.partition_D(padded));
  __syncthreads();
  copy(local_partition(padded, columns, threadIdx.x), local_partition(to, columns, threadIdx.x));
}
