//! The GPU: what it is, its memory, kernels on it and their times.

mod driver;
pub mod kernel;
pub mod launches;
pub mod limits;
pub mod memory;
pub mod tensor_maps;
pub mod timing;

use std::path::PathBuf;
use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute as Attribute;
use cudarc::driver::{CudaContext, CudaStream, DriverError};
use thiserror::Error;

use launches::LaunchError;
use limits::LimitError;
use tensor_maps::TensorMapError;

/// What went wrong on the way to the GPU or on it.
#[derive(Debug, Error)]
pub enum GpuError {
    /// There is no driver.
    #[error("no GPU: the CUDA driver (libcuda) is not installed")]
    NoDriver,
    /// There is a driver, but it does not start.
    #[error("no GPU: {0}")]
    NoDevice(String),
    /// The driver is too old.
    #[error("the CUDA driver supports CUDA {}.{}; 12.4 is needed", .0 / 1000, .0 % 1000 / 10)]
    OldDriver(i32),
    /// There are fewer GPUs.
    #[error("there is no GPU {ordinal}: this machine has {count}")]
    Ordinal {
        /// The number asked for, from 0.
        ordinal: usize,
        /// How many there are.
        count: i32,
    },
    /// The code cannot be loaded.
    #[error("{}: not loaded on {gpu}: {error}{}", path.display(), indented(.log))]
    Load {
        /// The file.
        path: PathBuf,
        /// The GPU's name and architecture.
        gpu: String,
        /// The driver's words.
        error: String,
        /// What its compiler wrote.
        log: String,
    },
    /// No kernel of this name.
    #[error("{}: there is no kernel `{name}`; there are {known}", path.display())]
    NoKernel {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
        /// The kernels that are there.
        known: String,
    },
    /// No name was given, and there is not one kernel.
    #[error("{}: `kernel` must say which of the kernels runs: {known}", path.display())]
    WhichKernel {
        /// The file.
        path: PathBuf,
        /// The kernels that are there.
        known: String,
    },
    /// Not as many arguments as parameters.
    #[error("kernel `{kernel}` has {expected} parameters, the arguments make {found}: {labels}")]
    ParameterCount {
        /// Its name.
        kernel: String,
        /// How many it has.
        expected: usize,
        /// How many there are.
        found: usize,
        /// What they are.
        labels: String,
    },
    /// A parameter of another size.
    #[error("parameter {number} of kernel `{kernel}` has {expected} bytes; here stand {found} ({label})")]
    ParameterSize {
        /// Its name.
        kernel: String,
        /// Of the parameter, from 0.
        number: usize,
        /// Bytes it has.
        expected: usize,
        /// Bytes there are.
        found: usize,
        /// What it is.
        label: String,
    },
    /// A tensor map that cannot be made.
    #[error("kernel `{kernel}`, tensor map {number}: {error}")]
    TensorMap {
        /// Its name.
        kernel: String,
        /// Which of its maps, from 0.
        number: usize,
        /// Why not.
        error: TensorMapError,
    },
    /// A function of the host that the module says nothing of.
    #[error("{}: there is no constant `{function}_launches`, which would say what the function launches", path.display())]
    NoFunction {
        /// The file.
        path: PathBuf,
        /// The function.
        function: String,
    },
    /// A function of the host that is not understood, or not for these arguments.
    #[error("function `{function}`: {error}")]
    Function {
        /// Its name.
        function: String,
        /// Why not.
        error: LaunchError,
    },
    /// A launch beyond what is possible.
    #[error("kernel `{kernel}`: {error}")]
    Limit {
        /// Its name.
        kernel: String,
        /// The limit.
        error: LimitError,
    },
    /// Memory that is not there.
    #[error("{bytes} bytes for {what} are not there: {error}")]
    Memory {
        /// What they are for.
        what: String,
        /// How many.
        bytes: usize,
        /// The driver's words.
        error: String,
    },
    /// Anything else that the driver refuses, or a kernel that fails.
    #[error("{doing}: {error}")]
    Driver {
        /// What was done.
        doing: String,
        /// The driver's words.
        error: String,
    },
}

fn indented(log: &str) -> String {
    log.lines().map(|line| format!("\n  {line}")).collect()
}

/// Names the driver's error and what was done.
fn while_doing(doing: impl Into<String>) -> impl FnOnce(DriverError) -> GpuError {
    let doing = doing.into();
    move |error| GpuError::Driver { doing, error: driver::text_of(error) }
}

/// A GPU, and the stream in which everything happens on it.
pub struct Gpu {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    name: String,
}

/// The CUDA version whose driver can tell a kernel's parameters.
const NEEDED: i32 = 12040;

impl Gpu {
    /// The GPU of a number, from 0.
    ///
    /// # Errors
    ///
    /// There is no driver, or an old one, or no such GPU.
    pub fn open(ordinal: usize) -> Result<Gpu, GpuError> {
        if !driver::is_installed() {
            return Err(GpuError::NoDriver);
        }
        let missing = |error| GpuError::NoDevice(driver::text_of(error));
        let version = driver::version().map_err(missing)?;
        // A stub of the library, which knows no version, is found out by what comes next.
        if (1..NEEDED).contains(&version) {
            return Err(GpuError::OldDriver(version));
        }
        let count = CudaContext::device_count().map_err(missing)?;
        if usize::try_from(count).is_ok_and(|count| ordinal >= count) {
            return Err(GpuError::Ordinal { ordinal, count });
        }
        let context = CudaContext::new(ordinal).map_err(missing)?;
        let stream = context.new_stream().map_err(missing)?;
        let (major, minor) = context.compute_capability().map_err(missing)?;
        let name = format!("{} (sm_{major}{minor})", context.name().map_err(missing)?);
        Ok(Gpu { context, stream, name })
    }

    /// What it is called, and its architecture.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A number that the GPU states of itself.
    fn attribute(&self, attribute: Attribute) -> Result<u32, GpuError> {
        let value = self.context.attribute(attribute).map_err(while_doing("asking the GPU"))?;
        Ok(u32::try_from(value).unwrap_or(0))
    }

    /// Waits until all is done.
    fn synchronize(&self, doing: &str) -> Result<(), GpuError> {
        self.stream.synchronize().map_err(while_doing(doing))
    }
}
