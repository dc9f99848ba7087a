// Windows of 3x3 pixels of 96 f16 channels, a run-time dilation apart, no border, images of a
// run-time size, become rows of taps: 12 threads a pixel, 9 times 8 channels a thread, rows predicated.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(192)
depthwise_dilated(const half_t *__restrict__ src, half_t *__restrict__ dst, int N, int P, int Q, int dilation) {
  int H = P + 2 * dilation, W = Q + 2 * dilation;
  // (q, p, n) to a pixel's first channel.
  auto pixels = make_layout(make_shape(Q, P, N), make_stride(Int<96>{}, 96 * W, 96 * H * W));
  unsigned m = threadIdx.x / 12 + blockIdx.x * 16;
  if (m >= size(pixels))
    return;
  auto window = make_tensor(make_gmem_ptr(src + pixels(m)), make_layout(make_shape(Shape<_8, Int<12>>{}, _3{}, _3{}),
                                                                        make_stride(Stride<_1, _8>{}, 96 * dilation, 96 * dilation * W)));
  auto row = make_tensor(make_gmem_ptr(dst + m * 864), Layout<Shape<Shape<_8, Int<12>>, _3, _3>, Stride<Stride<_1, _8>, Int<96>, Int<288>>>{});
  auto mine = make_coord(_, threadIdx.x % 12);
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, window(mine, _, _), row(mine, _, _));
}
