// A tile of 64x64 f32 of each of many matrices, which begin at offsets in a table and have
// leading dimensions in another, goes to a compact tile: 256 threads, 4 f32 at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
grouped(const float *__restrict__ src, const int64_t *__restrict__ offsets, const int *__restrict__ strides,
        float *__restrict__ dst, int R, int C, int G) {
  int ld = strides[blockIdx.z];
  // Offsets count vectors of 4.
  auto a = make_tensor(make_gmem_ptr(src + 4 * offsets[blockIdx.z]), make_layout(make_shape(64 * R, 64 * C), make_stride(ld, _1{})));
  auto b = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_64{}, _64{}, R, C, G), make_stride(_64{}, _1{}, _4096{}, 4096 * R, 4096 * R * C)));
  auto vector = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_16, _16>, Stride<_16, _1>>{},
                                Layout<Shape<_1, _4>>{});
  auto mine = vector.get_slice(threadIdx.x);
  copy(vector, mine.partition_S(local_tile(a, Shape<_64, _64>{}, make_coord(blockIdx.y, blockIdx.x))),
       mine.partition_D(b(_, _, blockIdx.y, blockIdx.x, blockIdx.z)));
}
