//! PTX to machine code, by the `ptxas` and `nvdisasm` that are on the path.

use std::path::Path;
use std::process::{Command, Output};

/// Why there is no machine code.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// The tool could not be started.
    #[error("cannot run {tool}, a tool of the CUDA toolkit: {error}")]
    Run {
        /// The tool.
        tool: &'static str,
        /// What the system says.
        error: std::io::Error,
    },
    /// The tool refused its input.
    #[error("{tool} failed: {message}")]
    Failed {
        /// The tool.
        tool: &'static str,
        /// What it wrote.
        message: String,
    },
    /// A temporary file could not be written or read.
    #[error("temporary file: {0}")]
    File(#[from] std::io::Error),
}

/// Assembles PTX for a chip such as `sm_90a`: the bytes of a cubin.
///
/// # Errors
/// [`CudaError`] where `ptxas` is missing or refuses the text.
pub fn assemble(ptx: &str, chip: &str) -> Result<Vec<u8>, CudaError> {
    let directory = tempfile::tempdir()?;
    let (source, cubin) = (directory.path().join("kernels.ptx"), directory.path().join("kernels.cubin"));
    std::fs::write(&source, ptx)?;
    let arch = format!("-arch={chip}");
    run("ptxas", &[Path::new(&arch), &source, Path::new("-o"), &cubin])?;
    Ok(std::fs::read(&cubin)?)
}

/// The machine instructions of a cubin, as `nvdisasm` prints them.
///
/// # Errors
/// [`CudaError`] where `nvdisasm` is missing or refuses the bytes.
pub fn disassemble(cubin: &[u8]) -> Result<String, CudaError> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("kernels.cubin");
    std::fs::write(&file, cubin)?;
    let output = run("nvdisasm", &[Path::new("-c"), &file])?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn run(tool: &'static str, arguments: &[&Path]) -> Result<Output, CudaError> {
    let output =
        Command::new(tool).args(arguments).output().map_err(|error| CudaError::Run { tool, error })?;
    if output.status.success() {
        return Ok(output);
    }
    let message = [output.stderr, output.stdout].concat();
    Err(CudaError::Failed { tool, message: String::from_utf8_lossy(&message).trim().to_string() })
}
