// Keys of one head are gathered from pages of 16 positions by a page table of run-time width:
// a block takes 64 positions of 128 f16, 16 threads a position, 16 bytes at once.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
gather_pages(const half_t *__restrict__ src, const int *__restrict__ numbers, half_t *__restrict__ dst, int blocks,
             int sequences, int width, int count) {
  auto pages = make_tensor(make_gmem_ptr(src), make_layout(make_shape(Shape<_8, _16>{}, _16{}, _8{}, count),
                                                           Stride<Stride<_1, _8>, _1024, _128, _16384>{}));
  auto table = make_tensor(make_gmem_ptr(numbers), make_layout(make_shape(4 * blocks, sequences), make_stride(_1{}, width)));
  auto result = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_8{}, Shape<_16, _16>{}, _4{}, blocks, _8{}, sequences),
                                                            make_stride(_1{}, Stride<_8, _128>{}, _2048{}, _8192{}, 8192 * blocks, 65536 * blocks)));
  int t = threadIdx.x, h = blockIdx.y, s = blockIdx.z;
  auto vector = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  CUTE_UNROLL
  for (int v = 0; v < 4; ++v)
    copy(vector, pages(make_coord(_, t % 16), t / 16, h, table(blockIdx.x * 4 + v, s)), result(_, t, v, blockIdx.x, h, s));
}
