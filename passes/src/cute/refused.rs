//! What is not understood: what it is, and what would do.

/// By the beginning of a name, the longest first.
const TABLE: &[(&str, &str, &str)] = &[
    (
        "cute_nvgpu.arch.copy.SM90.bulk",
        "is a bulk copy of shared memory",
        "layout.copy_async with {layout.tma} in a program on tiles",
    ),
    ("cute_nvgpu.arch.copy.SM100", "is a copy of tensor memory (sm_100)", "no operation here copies it"),
    ("cute_nvgpu.arch.copy.SM107", "is a copy of tensor memory (sm_107)", "no operation here copies it"),
    (
        "cute_nvgpu.arch.mma",
        "is a product of tensor memory or of scaled blocks",
        "layout.mma of a program on tiles, for sm_80 to sm_90a",
    ),
    ("cute_nvgpu.arch.sm100", "handles tensor memory (sm_100)", "no operation here has such"),
    ("cute_nvgpu.arch.alloc_smem", "allocates shared memory", "cute.memref.alloca of a memref in smem"),
    ("cute_nvgpu.arch.alloc_rmem", "allocates registers", "cute.memref.alloca of a memref in rmem"),
    (
        "cute_nvgpu.arch.get_dyn_smem",
        "is dynamic shared memory",
        "cute.memref.alloca of a memref in smem, whose size is known",
    ),
    (
        "cute_nvgpu.atom.make_non_exec",
        "makes a tensor map",
        "layout.copy_async with {layout.tma} in a program on tiles",
    ),
    (
        "cute_nvgpu.atom.make_exec_tma",
        "makes a copy by tensor map",
        "layout.copy_async with {layout.tma} in a program on tiles",
    ),
    (
        "cute_nvgpu.atom.tma_partition",
        "partitions by a tensor map's boxes",
        "layout.copy_async with {layout.tma} in a program on tiles",
    ),
    (
        "cute_nvgpu.atom",
        "makes or changes an instruction with values of run time",
        "atoms of universal_copy, simt_async_copy, universal_fma and sm80.mma",
    ),
    (
        "cute_nvgpu.make_gmma_smem_desc",
        "makes a matrix descriptor",
        "layout.mma of shared memory in a program on tiles",
    ),
    ("cute_nvgpu.make_umma_smem_desc", "makes a matrix descriptor", "no operation here takes it (sm_100)"),
    ("cute_nvgpu.", "is of a generation's own instructions", "the program on tiles that does the same"),
    (
        "cute.fast_divmod",
        "divides by numbers that the host has prepared",
        "arith.divsi and arith.remsi, which layout-share-reciprocals prepares",
    ),
    (
        "cute.prefetch",
        "asks for memory before it is loaded",
        "the program without it, which computes the same",
    ),
    ("cute.print", "prints", "gpu.printf in kernels"),
    ("cute.reduce", "reduces a tensor", "a loop over cute.memref.load, or layout.reduce of a tile"),
    ("cute.random_delay", "waits for a random time", "the program without it"),
    (
        "cute.make_desc_iter",
        "points through a matrix descriptor",
        "layout.mma of shared memory in a program on tiles",
    ),
    (
        "cute.deref_desc_iter",
        "points through a matrix descriptor",
        "layout.mma of shared memory in a program on tiles",
    ),
    ("cute.make_tiled_copy_v2", "makes a tiled copy of another kind", "cute.make_tiled_copy"),
    ("cute.make_sparse_elem", "is of sparse elements", "dense ones"),
    ("cute.apply_swizzle", "swizzles an address", "a pointer whose type has the swizzle"),
    ("cute.stencil_divide", "divides into tiles that overlap", "cute.zipped_divide and a composition"),
    ("cute.symbolic", "stands for an integer that a caller fills in", "an argument of the function"),
    ("cute.", "is no operation of CuTe that is known here", "docs/cute.md lists those that are"),
    (
        "cuda.launch_cfg",
        "configures a launch as gpu.launch_func cannot",
        "gpu.launch_func with block, grid and arguments",
    ),
    ("cuda.", "calls CUDA's runtime", "gpu.launch_func, and calls of your own around it"),
];

/// The rest of a sentence that begins with the operation's name.
pub fn why(name: &str) -> String {
    let row = TABLE.iter().find(|(beginning, ..)| name.starts_with(beginning));
    let (_, what, instead) = row.unwrap_or(&("", "is not of CuTe", "an operation of MLIR's own"));
    format!("is not understood: it {what}; what would do: {instead}")
}
