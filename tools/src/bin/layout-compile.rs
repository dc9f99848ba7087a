//! `layout-compile`: from a `.mlir` file to simplified IR and PTX, with the
//! number of instructions before and after simplification.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use layout::ptx::Counts;

/// Compile GPU kernels whose addresses are written as layouts.
///
/// Prints the simplified IR, the PTX, and how many instructions simplification
/// saved. `layout-opt` does the work; it must stand beside this program.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The MLIR file.
    file: PathBuf,
    /// The GPU.
    #[arg(long, default_value = "sm_90a")]
    chip: String,
    /// LLVM target features; default is what the chip needs.
    #[arg(long, default_value = "")]
    features: String,
    /// Pass static memrefs as plain pointers; default is to, unless one is dynamic.
    #[arg(long)]
    bare_pointers: Option<bool>,
    /// Write the PTX to this file instead of standard output.
    #[arg(long)]
    ptx: Option<PathBuf>,
    /// Print the IR only.
    #[arg(long)]
    no_ptx: bool,
}

/// What went wrong; `layout-opt` has said more on standard error.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, std::io::Error),
    #[error("cannot run {0}: {1}")]
    Run(PathBuf, std::io::Error),
    #[error("layout-opt failed")]
    Failed,
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, std::io::Error),
}

fn main() -> ExitCode {
    let written = compile(&Options::parse()).and_then(|text| {
        std::io::stdout().write_all(text.as_bytes()).map_err(|e| Error::Write("standard output".into(), e))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has read enough.
        Err(Error::Write(_, e)) if e.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("layout-compile: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The report.
fn compile(options: &Options) -> Result<String, Error> {
    let source = std::fs::read(&options.file).map_err(|e| Error::Read(options.file.clone(), e))?;
    let dynamic = String::from_utf8_lossy(&source).contains("memref<?");
    let bare = options.bare_pointers.unwrap_or(!dynamic);
    let layout_opt = beside("layout-opt");
    let run = |arguments: &[String]| -> Result<String, Error> {
        let output = Command::new(&layout_opt)
            .arg(&options.file)
            .args(arguments)
            .stderr(std::process::Stdio::inherit())
            .output()
            .map_err(|e| Error::Run(layout_opt.clone(), e))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(Error::Failed)
        }
    };
    let pipeline = |simplify: bool| {
        format!(
            "--layout-to-nvvm=chip={} features={} bare-pointers={bare} simplify={simplify} ptx=-",
            options.chip, options.features
        )
    };
    let to_ptx = |simplify: bool| run(&[pipeline(simplify), "-o".into(), "/dev/null".into()]);

    let target = format!(
        "--pass-pipeline=builtin.module(convert-layout-memref,layout-simplify{{target={}}},canonicalize,cse)",
        options.chip
    );
    let mut out = section("simplified IR", run(&[target])?.trim_end());
    if options.no_ptx {
        return Ok(out);
    }
    let ptx = to_ptx(true)?;
    match &options.ptx {
        Some(path) => std::fs::write(path, &ptx).map_err(|e| Error::Write(path.clone(), e))?,
        None => out += &section("PTX", ptx.trim_end()),
    }
    let plain = to_ptx(false)?;
    let title = "PTX instructions, without and with layout-simplify";
    out += &section(title, Counts::of(&plain).table(&Counts::of(&ptx)).trim_end());
    let machine = |text: &str| Counts::of_machine_code(text, &options.chip);
    if let (Some(before), Some(after)) = (machine(&plain), machine(&ptx)) {
        let title = "machine instructions (ptxas), without and with layout-simplify";
        out += &section(title, before.table(&after).trim_end());
    }
    Ok(out)
}

/// A program in the directory of this one.
fn beside(name: &str) -> PathBuf {
    let here = std::env::current_exe().ok();
    here.as_deref().and_then(Path::parent).map_or_else(|| name.into(), |directory| directory.join(name))
}

/// A part of the report under its title.
fn section(title: &str, text: &str) -> String {
    if std::io::stdout().is_terminal() {
        format!("\n\x1b[1m── {title} ──\x1b[0m\n{text}\n")
    } else {
        format!("\n// ---- {title} ----\n{text}\n")
    }
}
