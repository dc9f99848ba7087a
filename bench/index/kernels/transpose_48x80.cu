// Tiles of 48 rows and 80 columns of f16 of a row-major matrix are transposed through shared memory with padded
// rows: 240 threads, 2 columns and then 2 rows at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(240)
transpose_48x80(const half_t *__restrict__ src, half_t *__restrict__ dst) {
  __shared__ alignas(16) half_t tile[48 * 82];
  auto a = make_tensor(make_gmem_ptr(src), Layout<Shape<Int<4800>, Int<3200>>, Stride<Int<3200>, _1>>{});
  auto b = make_tensor(make_gmem_ptr(dst), Layout<Shape<Int<4800>, Int<3200>>, Stride<_1, Int<4800>>>{});
  auto shared = make_tensor(make_smem_ptr(tile), Layout<Shape<_48, _80>, Stride<Int<82>, _1>>{});
  auto tiler = Shape<_48, _80>{};
  auto at = make_coord(blockIdx.y, blockIdx.x);
  int t = threadIdx.x;
  auto in = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, Layout<Shape<_6, _40>, Stride<_40, _1>>{}, Layout<Shape<_1, _2>>{});
  copy(in, in.get_slice(t).partition_S(local_tile(a, tiler, at)), in.get_slice(t).partition_D(shared));
  __syncthreads();
  // 24 pairs of rows, 10 columns.
  auto out = make_tiled_copy(Copy_Atom<UniversalCopy<half_t>, half_t>{}, Layout<Shape<_24, _10>>{}, Layout<Shape<_2, _1>>{});
  auto from = out.get_slice(t).partition_S(shared);
  auto to = out.get_slice(t).partition_D(local_tile(b, tiler, at));
  auto values = make_fragment_like(from);
  copy(out, from, values);
  copy(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, values, to);
}
