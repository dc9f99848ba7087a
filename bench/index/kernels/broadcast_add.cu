// Sums of two batches of matrices of f32 whose strides are known at run time and may be 0: a
// block makes 32 rows of 128 columns, 32 threads a row, 4 f32 at once, 4 rows a thread.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
broadcast_add(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ z, int R, int C, int B, int xR,
              int xB, int yR, int yB, int zR, int zB) {
  // R and C count blocks of 32 rows and of 128 columns.
  auto shape = make_shape(32 * R, 128 * C, B);
  auto tile = Shape<_32, _128>{};
  auto at = make_coord(blockIdx.y, blockIdx.x);
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{},
                                Layout<Shape<_1, _4>>{});
  auto mine = vector.get_slice(threadIdx.x);
  auto part = [&](auto pointer, int rows, int matrices) {
    auto whole = make_tensor(pointer, make_layout(shape, make_stride(rows, _1{}, matrices)));
    return mine.partition_S(local_tile(whole(_, _, blockIdx.z), tile, at));
  };
  auto a = part(make_gmem_ptr(x), xR, xB);
  auto b = part(make_gmem_ptr(y), yR, yB);
  auto c = part(make_gmem_ptr(z), zR, zB);
  auto p = make_fragment_like(a), q = make_fragment_like(b);
  copy(vector, a, p);
  copy(vector, b, q);
  CUTE_UNROLL
  for (int i = 0; i < size(p); ++i)
    p(i) += q(i);
  copy(vector, p, c);
}
