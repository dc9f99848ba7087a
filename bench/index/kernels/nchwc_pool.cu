// Maxima of 2x2 pixels of 112x112 i32 images in blocks of 4 channels: a thread makes 2 rows
// of one column.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(224)
nchwc_pool(const int *__restrict__ src, int *__restrict__ dst) {
  // (4 channels, (s, r), q, p of 2, 2 p, image and block)
  auto pixels = make_tensor(make_gmem_ptr(src), Layout<Shape<_4, Shape<_2, _2>, Int<56>, _2, Int<28>, _1024>,
                                                       Stride<_1, Stride<_4, Int<448>>, _8, Int<896>, Int<1792>, Int<50176>>>{});
  auto maxima = make_tensor(make_gmem_ptr(dst), Layout<Shape<_4, Int<56>, _2, Int<28>, _1024>, Stride<_1, _4, Int<224>, Int<448>, Int<12544>>>{});
  // Thread t is at column t mod 56 and, of the block's 4, the pair of rows t / 56.
  int q = threadIdx.x % 56, p = threadIdx.x / 56 + blockIdx.x * 4;
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, int>{};
  CUTE_UNROLL
  for (int v = 0; v < 2; ++v) {
    auto x = make_tensor<int>(Shape<_4, Shape<_2, _2>>{});
    auto m = make_tensor<int>(Shape<_4>{});
    copy(vector, pixels(_, _, q, v, p, blockIdx.y), x);
    CUTE_UNROLL
    for (int c = 0; c < 4; ++c)
      m(c) = max(max(x(c, 0), x(c, 1)), max(x(c, 2), x(c, 3)));
    copy(vector, m, maxima(_, q, v, p, blockIdx.y));
  }
}
