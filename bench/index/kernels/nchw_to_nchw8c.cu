// Images of 64 channels of 56x56 f32 in NCHW go to blocks of 8 channels: a thread gathers
// 8 planes of a pixel and stores 32 bytes.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(224)
nchw_to_nchw8c(const float *__restrict__ src, float *__restrict__ dst) {
  // ((4, 2) channels, thread, block, 8 channels, image)
  auto shape = Shape<_4, _2, Int<224>, Int<14>, _8, _64>{};
  auto planes = make_tensor(make_gmem_ptr(src), make_layout(shape, Stride<Int<3136>, Int<12544>, _1, Int<224>, Int<25088>, Int<200704>>{}));
  auto blocked = make_tensor(make_gmem_ptr(dst), make_layout(shape, Stride<_1, _4, _8, Int<1792>, Int<25088>, Int<200704>>{}));
  auto values = make_tensor<float>(Shape<_4, _2>{});
  copy(planes(_, _, threadIdx.x, blockIdx.x, blockIdx.y, blockIdx.z), values);
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, values, blocked(_, _, threadIdx.x, blockIdx.x, blockIdx.y, blockIdx.z));
}
