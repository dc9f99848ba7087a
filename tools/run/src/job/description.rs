//! The fields of a job, as `docs/running.md` explains them.

use std::path::PathBuf;

use serde::Deserialize;

use crate::data::element::Element;
use crate::data::fill::Init;

/// A kernel with its memory, what it should compute, and how it is timed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The kernel.
    pub launch: Launch,
    /// The memory that it works on.
    pub buffers: Vec<Buffer>,
    /// The buffers that are compared or written to files.
    #[serde(default)]
    pub outputs: Vec<Output>,
    /// A kernel that computes what is expected, from buffers of its own that began alike.
    pub reference: Option<Launch>,
    /// How it is timed; not at all if absent.
    pub timing: Option<Timing>,
}

/// A kernel and how it is launched.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// PTX, a cubin or a fatbin, beside the job. Of the job's kernel the command line may name it instead;
    /// the reference's is the job's by default.
    pub module: Option<PathBuf>,
    /// Its name; by default the only one of the module.
    pub kernel: Option<String>,
    /// In place of a kernel, grid and block: a function of the host, of which the module says what it launches.
    pub function: Option<String>,
    /// Blocks in x, y and z; 1 where they end.
    #[serde(default)]
    pub grid: Vec<u32>,
    /// Threads in x, y and z; 1 where they end.
    #[serde(default)]
    pub block: Vec<u32>,
    /// Bytes of dynamic shared memory; by default what the module says that the kernel takes.
    pub shared: Option<u32>,
    /// What the kernel or the function is given, in order.
    #[serde(default)]
    pub arguments: Vec<Argument>,
}

/// Memory on the GPU.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// What arguments and outputs call it.
    pub name: String,
    /// The type of its elements.
    #[serde(rename = "type")]
    pub element: Element,
    /// Its extents, outermost first; in memory it is row-major.
    pub shape: Vec<usize>,
    /// What it holds before the kernel runs.
    #[serde(default)]
    pub init: Init,
}

/// An argument of a kernel.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Argument {
    /// The address of a buffer, one parameter: MLIR's bare pointer.
    Pointer(String),
    /// MLIR's expanded descriptor, a parameter each: the address twice, the offset, the sizes, the strides.
    Memref(Memref),
    /// A number of this type.
    I8(i8),
    /// A number of this type.
    I16(i16),
    /// A number of this type.
    I32(i32),
    /// A number of this type.
    I64(i64),
    /// A number of this type.
    U8(u8),
    /// A number of this type.
    U16(u16),
    /// A number of this type.
    U32(u32),
    /// A number of this type.
    U64(u64),
    /// A number, rounded to this type.
    F16(f64),
    /// A number, rounded to this type.
    BF16(f64),
    /// A number, rounded to this type.
    F32(f64),
    /// A number of this type.
    F64(f64),
}

/// A buffer as a memref.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memref {
    /// The buffer's name.
    pub buffer: String,
    /// The element it begins at.
    #[serde(default)]
    pub offset: u64,
    /// By default the buffer's shape.
    pub sizes: Option<Vec<u64>>,
    /// In elements; by default row-major.
    pub strides: Option<Vec<i64>>,
    /// The bits of `index`: 64 by default, or 32.
    #[serde(default = "index_bits")]
    pub index: u8,
}

fn index_bits() -> u8 {
    64
}

/// A buffer that is looked at when the kernel has run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The buffer's name.
    pub buffer: String,
    /// A `.npy` file of what it should hold, beside the job; without one, what the reference leaves there.
    pub expect: Option<PathBuf>,
    /// How far an element may be off.
    #[serde(default)]
    pub abs: f64,
    /// How far an element may be off, as a fraction of what is expected; both are added.
    #[serde(default)]
    pub rel: f64,
    /// The `.npy` file that it is written to, beside the job.
    pub write: Option<PathBuf>,
}

/// How a kernel is timed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Timing {
    /// How many times are taken.
    pub samples: usize,
    /// Launches before the first sample, not timed.
    pub warmup: usize,
    /// Launches in a sample, whose time is divided by their number.
    pub repeat: usize,
    /// Whether the L2 cache is overwritten before each sample.
    pub flush_l2: bool,
    /// Bytes that a launch moves, for GB/s.
    pub bytes: Option<f64>,
    /// Operations of a launch, for TFLOP/s.
    pub flops: Option<f64>,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing { samples: 100, warmup: 10, repeat: 1, flush_l2: true, bytes: None, flops: None }
    }
}

impl Buffer {
    /// How many elements it has. Precondition: it was verified.
    pub fn length(&self) -> usize {
        self.shape.iter().product()
    }
}

impl Memref {
    /// Its sizes and strides in the buffer it is of.
    pub fn sizes_and_strides(&self, buffer: &Buffer) -> (Vec<u64>, Vec<i64>) {
        let sizes =
            self.sizes.clone().unwrap_or_else(|| buffer.shape.iter().map(|&extent| extent as u64).collect());
        let strides = self.strides.clone().unwrap_or_else(|| {
            let mut stride = 1i64;
            let mut strides: Vec<i64> = sizes
                .iter()
                .rev()
                .map(|&size| {
                    let here = stride;
                    stride = stride.saturating_mul(i64::try_from(size).unwrap_or(i64::MAX));
                    here
                })
                .collect();
            strides.reverse();
            strides
        });
        (sizes, strides)
    }
}
