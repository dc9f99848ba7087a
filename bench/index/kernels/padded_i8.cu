// Row-major 128x128 tiles of bytes become 16-column panels through shared memory whose
// rows are padded to 144: 256 threads, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
padded_i8(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst) {
  __shared__ alignas(16) uint8_t tile[128 * 144];
  auto from = make_tensor(make_gmem_ptr(src), Layout<Shape<_128, _128, _4096>, Stride<_128, _1, _16384>>{});
  auto to = make_tensor(make_gmem_ptr(dst), Layout<Shape<_128, Shape<_16, _8>, _4096>,
                                                   Stride<_16, Stride<_1, _2048>, _16384>>{});
  auto padded = make_tensor(make_smem_ptr(tile), Layout<Shape<_128, _128>, Stride<Int<144>, _1>>{});
  // A thread's 16 columns of 4 rows, and of one row 4 times 16 columns.
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, uint8_t>{};
  auto rows = make_tiled_copy(vector, Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _16>>{});
  auto columns = make_tiled_copy(vector, Layout<Shape<_128, _2>>{}, Layout<Shape<_1, _16>>{});
  auto in = rows.get_slice(threadIdx.x);
  auto out = columns.get_slice(threadIdx.x);
  copy(rows, in.partition_S(from(_, _, blockIdx.x)), in.partition_D(padded));
  __syncthreads();
  copy(columns, out.partition_S(padded), out.partition_D(to(_, _, blockIdx.x)));
}
