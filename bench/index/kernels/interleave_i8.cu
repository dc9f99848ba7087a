// A row-major N x K matrix of bytes, sizes known at run time, becomes columns interleaved by
// 32: a thread moves 16 bytes of 4 rows.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
interleave_i8(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int N, int K) {
  auto a = make_tensor(make_gmem_ptr(src), make_layout(make_shape(N, make_shape(_32{}, K / 32)), make_stride(K, make_stride(_1{}, _32{}))));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(N, make_shape(_32{}, K / 32)), make_stride(_32{}, make_stride(_1{}, 32 * N))));
  auto tile = Shape<_128, Shape<_32, _4>>{};
  auto at = make_coord(blockIdx.y, make_coord(0, blockIdx.x));
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, uint8_t>{}, Layout<Shape<_32, _8>, Stride<_8, _1>>{},
                                Layout<Shape<_1, _16>>{});
  auto mine = vector.get_slice(threadIdx.x);
  auto from = local_tile(a, tile, at);
  auto to = local_tile(b, tile, at);
  copy(vector, mine.partition_S(from), mine.partition_D(to));
}
