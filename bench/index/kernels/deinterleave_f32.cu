// Pixels of 4 f32 are split into planes whose distance is known at run time: a thread takes
// 4 pixels, 256 apart.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
deinterleave_f32(const float *__restrict__ src, float *__restrict__ dst, int blocks, int plane) {
  auto pixels = make_tensor(make_gmem_ptr(src), make_layout(make_shape(_4{}, _256{}, _4{}, blocks), Stride<_1, _4, _1024, _4096>{}));
  auto planes = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_4{}, _256{}, _4{}, blocks), make_stride(plane, _1{}, _256{}, _1024{})));
  auto values = make_tensor<float>(Shape<_4, _4>{});
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, pixels(_, threadIdx.x, _, blockIdx.x), values);
  copy(values, planes(_, threadIdx.x, _, blockIdx.x));
}
