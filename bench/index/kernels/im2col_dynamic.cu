// Patches of 3x3 pixels of 64 f16 channels, no border, images of a run-time size, become
// rows of a matrix: 8 threads a row, 9 times 8 channels a thread, rows predicated.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
im2col_dynamic(const half_t *__restrict__ src, half_t *__restrict__ dst, int N, int P, int Q) {
  int H = P + 2, W = Q + 2;
  // (q, p, n) to a pixel's first channel.
  auto pixels = make_layout(make_shape(Q, P, N), make_stride(_64{}, 64 * W, 64 * H * W));
  unsigned m = threadIdx.x / 8 + blockIdx.x * 32;
  if (m >= size(pixels))
    return;
  auto patch = make_tensor(make_gmem_ptr(src + pixels(m)),
                           make_layout(make_shape(Shape<_8, _8>{}, _3{}, _3{}), make_stride(Stride<_1, _8>{}, _64{}, 64 * W)));
  auto row = make_tensor(make_gmem_ptr(dst + m * 576), Layout<Shape<Shape<_8, _8>, _3, _3>, Stride<Stride<_1, _8>, _64, _192>>{});
  auto chunk = make_coord(_, threadIdx.x % 8);
  copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, patch(chunk, _, _), row(chunk, _, _));
}
