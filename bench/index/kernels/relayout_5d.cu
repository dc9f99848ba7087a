// A compact tensor of 3x5x7x8x16384 f32 is permuted to 8x5x3x7x16384, element by element in
// the order of the result: 4 elements a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
relayout_5d(const float *__restrict__ src, float *__restrict__ dst) {
  // The result's modes, fastest first.
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<_16384, _7, _3, _5, _8>, Stride<_1, Int<131072>, Int<4587520>, Int<917504>, _16384>>{});
  auto elements = Layout<Shape<_256, _4, Int<13440>>, Stride<_1, _256, _1024>>{};
  auto mine = from.compose(elements);
  auto to = make_tensor(make_gmem_ptr(dst), elements);
  copy(mine(threadIdx.x, _, blockIdx.x), to(threadIdx.x, _, blockIdx.x));
}
