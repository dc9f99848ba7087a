// Patches of 3x3 pixels of 32 f16 channels of images of any size, a border of one pixel of zeros, stride 2
// and any dilation, become rows of a matrix: 4 threads a row, 9 times 8 channels a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
im2col_strided(const half_t *__restrict__ src, half_t *__restrict__ dst, int N, int H, int W, int P, int Q, int dilation) {
  auto pixels = make_layout(make_shape(unsigned(Q), unsigned(P), unsigned(N)));
  // 8 channels, chunk, column, row, image
  auto image = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_8{}, _4{}, W, H, N), make_stride(_1{}, _8{}, _32{}, 32 * W, 32 * W * H)));
  auto matrix = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, _4{}, _3{}, _3{}, N * P * Q), make_stride(_1{}, _8{}, _32{}, _96{}, Int<288>{})));
  unsigned m = threadIdx.x / 4 + blockIdx.x * 64, chunk = threadIdx.x % 4;
  if (m >= size(pixels))
    return;
  auto [q, p, n] = pixels.get_hier_coord(m);
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int r = 0; r < 3; ++r)
    CUTE_UNROLL
    for (int s = 0; s < 3; ++s) {
      int h = 2 * int(p) - 1 + r * dilation, w = 2 * int(q) - 1 + s * dilation;
      auto values = make_tensor<half_t>(_8{});
      clear(values);
      if (unsigned(h) < unsigned(H) && unsigned(w) < unsigned(W))
        copy(vector, image(_, chunk, w, h, int(n)), values);
      copy(vector, values, matrix(_, chunk, s, r, m));
    }
}
