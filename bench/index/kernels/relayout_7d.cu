// A tensor of 7 modes, of sizes 9, 48, 7, 5, 5, 6 and 32, is permuted in
// the order of the result, predicated by its size: 4 elements a thread, i32.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
relayout_7d(const int *__restrict__ src, int *__restrict__ dst, unsigned n) {
  // The result's modes, fastest first, in a source whose modes are compact from the right.
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<_5, _32, _7, _9, _6, _5, Int<48>>, Stride<Int<960>, _1, Int<4800>, Int<1612800>, _32, _192, Int<33600>>>{});
  auto elements = Layout<Shape<_256, _4, _16384>, Stride<_1, _256, _1024>>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    unsigned j = elements(threadIdx.x, v, blockIdx.x);
    if (j < n)
      dst[j] = from(j);
  }
}
