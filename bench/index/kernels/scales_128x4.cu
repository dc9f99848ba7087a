// Scale factors, a byte for each 32 columns of a row-major matrix, are interleaved in blocks of 128
// rows by 4 as block-scaled multiply-adds take them: a thread moves 4 times 4 bytes of a row.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(128)
scales_128x4(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int M, int K) {
  // K counts factors. ((row, 128 rows), (factor, 4 factors))
  auto shape = make_shape(make_shape(Shape<_32, _4>{}, M / 128), make_shape(_4{}, K / 4));
  auto rows = make_tensor(make_gmem_ptr(src), make_layout(shape, make_stride(make_stride(make_stride(K, 32 * K), 128 * K), make_stride(_1{}, _4{}))));
  auto blocks = make_tensor(make_gmem_ptr(dst), make_layout(shape, make_stride(make_stride(Stride<_16, _4>{}, 128 * K), make_stride(_1{}, _512{}))));
  auto word = Copy_Atom<UniversalCopy<uint32_t>, uint8_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    auto factors = make_coord(_, 4 * blockIdx.x + v);
    auto row = make_coord(threadIdx.x, blockIdx.y);
    copy(word, rows(row, factors), blocks(row, factors));
  }
}
