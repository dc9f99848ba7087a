// Images of f32 of H times W pixels, 4 channels for each of C, become images of 2H times 2W pixels of C channels: a thread
// takes a pixel of the 4 channels and writes two pairs.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
pixel_shuffle(const float *__restrict__ src, float *__restrict__ dst, int N, int C, int H, int W) {
  // column, row, right or left, down or up, channel, image
  auto from = make_tensor(make_gmem_ptr(src), make_layout(make_shape(W, H, _2{}, _2{}, C, N), make_stride(_1{}, W, H * W, 2 * H * W, 4 * H * W, 4 * C * H * W)));
  auto to = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(W, H, _2{}, _2{}, C, N), make_stride(_2{}, 4 * W, _1{}, 2 * W, 4 * H * W, 4 * C * H * W)));
  unsigned p = threadIdx.x + 256 * blockIdx.x;
  if (p >= unsigned(H * W))
    return;
  unsigned w = p % unsigned(W), h = p / unsigned(W);
  auto values = make_tensor<float>(Shape<_2, _2>{});
  copy(from(w, h, _, _, blockIdx.y, blockIdx.z), values);
  copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, values, to(w, h, _, _, blockIdx.y, blockIdx.z));
}
