// Images of bytes in NHWC, sizes known at run time, go to blocks of 32 channels: a block takes 64
// channels of 256 pixels, predicated, a thread 16 bytes of 4 pixels.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
nc32hw32_i8(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int HW, int C, int N) {
  auto shape = make_shape(HW, make_shape(_32{}, C / 32), N);
  auto nhwc = make_tensor(make_gmem_ptr(src), make_layout(shape, make_stride(C, make_stride(_1{}, _32{}), HW * C)));
  auto blocked = make_tensor(make_gmem_ptr(dst), make_layout(shape, make_stride(_32{}, make_stride(_1{}, 32 * HW), HW * C)));
  auto tile = Shape<_256, Shape<_32, _2>>{};
  auto at = make_coord(blockIdx.x, make_coord(0, blockIdx.y));
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, uint8_t>{}, Layout<Shape<_64, _4>, Stride<_4, _1>>{},
                                Layout<Shape<_1, _16>>{});
  auto mine = vector.get_slice(threadIdx.x);
  auto from = mine.partition_S(local_tile(nhwc(_, _, blockIdx.z), tile, at));
  auto to = mine.partition_D(local_tile(blocked(_, _, blockIdx.z), tile, at));
  int pixels = HW - int(blockIdx.x * 256 + threadIdx.x / 4);
  CUTE_UNROLL
  for (int v = 0; v < size<1>(from); ++v)
    if (64 * v < pixels)
      copy(vector, from(_, v, _), to(_, v, _));
}
