// Rows of blocks of a block-sparse matrix of f32, 16x16 blocks: a block of threads adds up the blocks of a row, whose
// numbers lie between two entries of a table, each multiplied by the element of a vector that its column has.
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void __launch_bounds__(256)
bsr_rows(const float *__restrict__ blocks, const int *__restrict__ starts, const int *__restrict__ columns,
         const float *__restrict__ x, float *__restrict__ dst, int R, int C, int Z) {
  auto values = make_tensor(make_gmem_ptr(blocks), make_layout(make_shape(_16{}, _16{}, Z), make_stride(_16{}, _1{}, _256{})));
  auto in = make_tensor(make_gmem_ptr(x), make_layout(make_shape(_16{}, C), make_stride(_1{}, _16{})));
  auto out = make_tensor(make_gmem_ptr(dst), make_layout(make_shape(_16{}, _16{}, R), make_stride(_16{}, _1{}, _256{})));
  int row = threadIdx.x / 16, column = threadIdx.x % 16;
  float sum = 0;
  int end = starts[blockIdx.x + 1];
  for (int z = starts[blockIdx.x]; z < end; ++z)
    sum = __fadd_rn(sum, __fmul_rn(values(row, column, z), in(column, columns[z])));
  out(row, column, blockIdx.x) = sum;
}
