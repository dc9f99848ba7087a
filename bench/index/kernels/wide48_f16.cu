// Row-major tiles of 64 rows of 48 f16 become 8-column panels through shared memory whose
// rows are padded to 56: 192 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(192)
wide48_f16(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(16) half_t tile[64 * 56];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<Shape<_64, Int<48>>, _8192>, Stride<Stride<Int<48>, _1>, Int<3072>>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<Shape<_64, Shape<_8, _6>>, _8192>,
                                                   Stride<Stride<_8, Stride<_1, _512>>, Int<3072>>>{});
  auto padded = make_tensor(make_smem_ptr(tile), Layout<Shape<_64, Int<48>>, Stride<Int<56>, _1>>{});
  // A thread's 8 columns of 2 rows, and of one row 2 times 8 columns.
  auto rows = Layout<Shape<Shape<_6, _32>, Shape<_8, _2>>, Stride<Stride<_512, _1>, Stride<_64, _32>>>{};
  auto columns = Layout<Shape<Shape<_64, _3>, Shape<_8, _2>>, Stride<Stride<_1, _512>, Stride<_64, Int<1536>>>>{};
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  int t = threadIdx.x;
  copy(vector, from(_, blockIdx.x).compose(rows)(t, _), padded.compose(rows)(t, _));
  __syncthreads();
  copy(vector, padded.compose(columns)(t, _), to(_, blockIdx.x).compose(columns)(t, _));
}
