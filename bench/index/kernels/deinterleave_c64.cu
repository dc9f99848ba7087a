// Complex numbers of two f32 are split into real and imaginary parts, a distance known at run
// time apart: a thread takes 4 times 2 numbers.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
deinterleave_c64(const float *__restrict__ src, float *__restrict__ dst, int blocks, int part) {
  // ((part, number of 2), thread, value, block)
  auto shape = make_shape(Shape<_2, _2>{}, _256{}, _4{}, blocks);
  auto numbers = make_tensor(make_gmem_ptr(src), make_layout(shape, Stride<Stride<_1, _2>, _4, _1024, _4096>{}));
  auto parts = make_tensor(make_gmem_ptr(dst), make_layout(shape, make_stride(make_stride(part, _1{}), _2{}, _512{}, _2048{})));
  auto values = make_tensor<float>(Shape<Shape<_2, _2>, _4>{});
  auto split = make_tensor<float>(Shape<_2, _2, _4>{}, Stride<_2, _1, _4>{});
  int t = threadIdx.x;
  copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, numbers(_, t, _, blockIdx.x), values);
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    CUTE_UNROLL
    for (int p = 0; p < 2; ++p) {
      CUTE_UNROLL
      for (int n = 0; n < 2; ++n)
        split(p, n, v) = values(make_coord(p, n), v);
      copy(Copy_Atom<UniversalCopy<uint64_t>, float>{}, split(p, _, v), parts(make_coord(p, _), t, v, blockIdx.x));
    }
  }
}
