// The peer of examples/swizzled_copy.mlir in CuTe C++: the same layouts, the
// same 128 memory instructions, addresses left to templates and nvcc.

#include <cute/layout.hpp>
#include <cute/layout_composed.hpp>
#include <cute/swizzle_layout.hpp>

using namespace cute;

extern "C" __global__ void swizzled_copy(const float *__restrict__ src, float *__restrict__ dst) {
  __shared__ alignas(1024) float smem[128 * 64];
  auto global = make_layout(Shape<_128, _64>{}, Stride<_64, _1>{});
  auto shared = composition(Swizzle<3, 3, 3>{}, global);
  auto tv = Layout<Shape<Shape<_64, _4>, _32>, Stride<Stride<_128, _1>, _4>>{};
  auto g = composition(global, tv);
  auto s = composition(shared, tv);
  float x[32];
  int t = threadIdx.x;
#pragma unroll
  for (int v = 0; v < 32; ++v)
    x[v] = src[g(t, v)];
#pragma unroll
  for (int v = 0; v < 32; ++v)
    smem[s(t, v)] = x[v];
  __syncthreads();
#pragma unroll
  for (int v = 0; v < 32; ++v)
    x[v] = smem[s(t, v)];
#pragma unroll
  for (int v = 0; v < 32; ++v)
    dst[g(t, v)] = x[v];
}
