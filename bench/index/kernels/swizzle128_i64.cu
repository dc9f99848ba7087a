// Tiles of 32 rows and 16 columns of 64-bit integers are transposed through shared memory, whose rows of 128 bytes
// are swizzled: 16 bytes in, an element at a time out.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
swizzle128_i64(const int64_t *__restrict__ src, int64_t *__restrict__ dst) {
  __shared__ alignas(1024) int64_t tile[32 * 16];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_32, _16>, Int<16384>>, Stride<Stride<_16, _1>, _512>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_32, _16>, Int<16384>>, Stride<Stride<_1, _32>, _512>>{});
  auto shared = make_tensor(make_smem_ptr(tile), composition(Swizzle<3, 1, 3>{}, Layout<Shape<_32, _16>, Stride<_16, _1>>{}));
  auto rows = Layout<Shape<Shape<_8, _16>, Shape<_2, _2>>, Stride<Stride<_64, _1>, Stride<_32, _16>>>{};
  auto columns = Layout<Shape<Shape<_32, _4>, _4>, Stride<Stride<_1, _32>, _128>>{};
  int t = threadIdx.x;
  copy(Copy_Atom<UniversalCopy<uint128_t>, int64_t>{}, from(_, blockIdx.x).compose(rows)(t, _), shared.compose(rows)(t, _));
  __syncthreads();
  copy(shared.compose(columns)(t, _), to(_, blockIdx.x).compose(columns)(t, _));
}
