// Images of 56x56 pixels of 96 f16 channels become windows of 7x7 pixels: 12 threads a pixel, 8 channels each.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(192)
windows_7x7(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  // 8 channels, (chunk, column and row of a window, window along and down, image)
  auto images = make_tensor(make_gmem_ptr(src), Layout<Shape<_8, Shape<_12, _7, _7, _8, _8, _64>>,
                                                       Stride<_1, Stride<_8, _96, Int<5376>, Int<672>, Int<37632>, Int<301056>>>>{});
  auto windows = make_tensor(make_gmem_ptr(dst), Layout<Shape<_8, Int<2408448>>>{});
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    unsigned i = threadIdx.x + 192 * v + 768 * blockIdx.x;
    copy(vector, images(_, i), windows(_, i));
  }
}
