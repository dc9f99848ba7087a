//! `layout-tune`: times the kernels that products of matrices may have, and writes down which were the fastest.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use layout::tune::{TuneError, Tuner};

/// Time the kernels of the products in a file, and write which were the fastest.
///
/// For each product of known sizes that `layout-matmul` makes a kernel of, the kernels that take the least time by its model
/// are compiled and timed by `layout-run`, on a GPU. `layout-matmul{cache=FILE}` takes its choice from what is written.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The MLIR file, as `layout-matmul` takes it.
    file: PathBuf,
    /// The file that is written; what is there of other products stays.
    #[arg(long)]
    cache: PathBuf,
    /// The GPU.
    #[arg(long, default_value = "sm_90a")]
    chip: String,
    /// Multiply f32 as TF32.
    #[arg(long)]
    tf32: bool,
    /// Most kernels of a product that are timed.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    candidates: u32,
    /// Samples of each.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// What runs a job and gives a report, as `layout-run JOB --json` does; by default that beside this program.
    #[arg(long)]
    runner: Option<PathBuf>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let tune = || -> Result<(), TuneError> {
        let tuner = Tuner::new(&options.chip, options.tf32, options.samples, options.runner)?;
        tuner.tune(&options.file, &options.cache, usize::try_from(options.candidates).unwrap_or(usize::MAX))
    };
    match tune() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("layout-tune: {error}");
            ExitCode::FAILURE
        }
    }
}
