// Heads of (batch, sequence, head, 128) f16 with any strides become compact (batch, head,
// sequence, 128): a block moves 64 positions of a head, 16 threads a row, 4 rows a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
batched_view(const half_t *__restrict__ src, half_t *__restrict__ dst, int S, int H, int B, int sS, int sH, int sB) {
  auto view = make_tensor(make_gmem_ptr(src), make_layout(make_shape(S, _128{}, H, B), make_stride(sS, _1{}, sH, sB)));
  auto compact = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(S, _128{}, H, B), make_stride(_128{}, _1{}, S * 128, S * H * 128)));
  auto tile = Shape<_64, _128>{};
  auto at = make_coord(blockIdx.x, 0);
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _16>, Stride<_16, _1>>{},
                                Layout<Shape<_1, _8>>{});
  auto mine = vector.get_slice(threadIdx.x);
  copy(vector, mine.partition_S(local_tile(view(_, _, blockIdx.y, blockIdx.z), tile, at)),
       mine.partition_D(local_tile(compact(_, _, blockIdx.y, blockIdx.z), tile, at)));
}
