// Weights of 4 bits, two a byte, in panels of 32 rows for which 4 rows of 8 bytes lie together, become rows of bytes,
// the low halves before the high ones of each 8: a thread unpacks 8 bytes of 4 rows.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
int4_pairs(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int N, int K) {
  // 8 bytes; row of 4, of 8; chunk of 8 bytes (16 weights), panel
  int chunks = unsigned(K) / 16;
  auto packed = make_tensor(make_gmem_ptr(reinterpret_cast<const uint2 *>(src)),
                            make_layout(make_shape(make_shape(_4{}, _8{}), chunks, unsigned(N) / 32), make_stride(make_stride(_1{}, 4 * chunks), _4{}, 32 * chunks)));
  auto rows = make_tensor(make_gmem_ptr(reinterpret_cast<uint4 *>(dst)),
                          make_layout(make_shape(make_shape(_4{}, _8{}), chunks, unsigned(N) / 32), make_stride(make_stride(chunks, 4 * chunks), _1{}, 32 * chunks)));
  int chunk = threadIdx.x % 32 + 32 * blockIdx.x, group = threadIdx.x / 32;
  if (chunk >= chunks)
    return;
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v) {
    uint2 x = packed(make_coord(v, group), chunk, blockIdx.y);
    rows(make_coord(v, group), chunk, blockIdx.y) =
        make_uint4(x.x & 0x0f0f0f0f, x.y & 0x0f0f0f0f, x.x >> 4 & 0x0f0f0f0f, x.y >> 4 & 0x0f0f0f0f);
  }
}
