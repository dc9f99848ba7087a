//! `layout-run`: runs a kernel of PTX or a cubin on a GPU, checks what it wrote, and times it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use layout_run::gpu::Gpu;
use layout_run::run;

/// Runs a kernel of PTX or a cubin on a GPU as a job says, checks what it wrote, and times it.
///
/// Exit codes: 0, all is right; 1, an output is not what was expected, or a kernel wrote beside its buffers;
/// 2, the job was not run, for want of a GPU or for a mistake.
#[derive(Parser)]
#[command(name = "layout-run")]
struct Cli {
    /// The job, a JSON file (docs/running.md)
    job: PathBuf,
    /// The PTX, cubin or fatbin, instead of the job's `launch.module`
    module: Option<PathBuf>,
    /// Another file of GPU code, run and timed in turns with the first
    #[arg(long, value_name = "MODULE")]
    compare: Option<PathBuf>,
    /// The job of the other; by default the same
    #[arg(long, value_name = "JOB")]
    compare_job: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Check only, take no times
    #[arg(long)]
    no_timing: bool,
    /// Read the job and its files, and stop before the GPU
    #[arg(long)]
    dry_run: bool,
    /// The number of the GPU
    #[arg(long, default_value_t = 0)]
    device: usize,
}

fn main() -> ExitCode {
    match act(&Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether all is right.
fn act(cli: &Cli) -> Result<bool, Box<dyn std::error::Error>> {
    let mut jobs = vec![run::prepare(&cli.job, cli.module.as_deref())?];
    if cli.compare.is_some() || cli.compare_job.is_some() {
        let job = cli.compare_job.as_ref().unwrap_or(&cli.job);
        jobs.push(run::prepare(job, cli.compare.as_deref())?);
    }
    if cli.dry_run {
        for job in &jobs {
            tell(format_args!("{}\n", job.summary()))?;
        }
        return Ok(true);
    }
    let report = run::run(&Gpu::open(cli.device)?, &jobs, !cli.no_timing)?;
    if cli.json {
        tell(format_args!("{}\n", serde_json::to_string_pretty(&report)?))?;
    } else {
        tell(&report)?;
    }
    Ok(report.is_right())
}

/// Prints a text; a reader that has had enough is no error.
fn tell(text: impl std::fmt::Display) -> std::io::Result<()> {
    match write!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
