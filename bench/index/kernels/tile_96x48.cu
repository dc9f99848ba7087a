// A 4800x4800 matrix of f16 is transposed in tiles of 96x48 through padded shared memory:
// 144 threads, which load 8 f16 at once and store one.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(144)
tile_96x48(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(16) half_t tile[96 * 56];
  auto at = make_coord(blockIdx.y, blockIdx.x);
  auto from = local_tile(make_tensor(make_gmem_ptr(src), Layout<Shape<Int<4800>, Int<4800>>, Stride<Int<4800>, _1>>{}), Shape<_96, Int<48>>{}, at);
  auto to = local_tile(make_tensor(make_gmem_ptr(dst), Layout<Shape<Int<4800>, Int<4800>>, Stride<_1, Int<4800>>>{}), Shape<_96, Int<48>>{}, at);
  auto padded = make_tensor(make_smem_ptr(tile), Layout<Shape<_96, Int<48>>, Stride<Int<56>, _1>>{});
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_24, _6>, Stride<_6, _1>>{},
                                Layout<Shape<_1, _8>>{});
  auto columns = Layout<Shape<Int<48>, _3>>{};
  auto mine = vector.get_slice(threadIdx.x);
  copy(vector, mine.partition_S(from), mine.partition_D(padded));
  __syncthreads();
  copy(local_partition(padded, columns, threadIdx.x), local_partition(to, columns, threadIdx.x));
}
