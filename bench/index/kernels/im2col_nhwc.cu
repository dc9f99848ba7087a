// Patches of 3x3 pixels of 64 f16 channels, with a border of 1 that is zero, become rows of
// a matrix: 32 images of 56x56; a thread takes 4 times 8 channels.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
im2col_nhwc(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  // (8 channels, s, r, q, p, n) to the pixel's first channel, but for the border, and to its row and column.
  auto shape = Shape<_8, _3, _3, Int<56>, Int<56>, _32>{};
  auto pixels = make_layout(shape, Stride<_8, _64, Int<3584>, _64, Int<3584>, Int<200704>>{});
  auto rows = make_layout(shape, Stride<_0, _0, _1, _0, _1, _0>{});
  auto columns = make_layout(shape, Stride<_0, _1, _0, _1, _0, _0>{});
  auto vectors = Layout<Shape<_256, _4, Int<7056>>, Stride<_1, _256, _1024>>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    unsigned e = vectors(threadIdx.x, v, blockIdx.x);
    uint128_t x{};
    if (unsigned(rows(e) - 1) < 56 && unsigned(columns(e) - 1) < 56)
      x = *reinterpret_cast<const uint128_t *>(src + (pixels(e) - 3648));
    reinterpret_cast<uint128_t *>(dst)[e] = x;
  }
}
