//! `layout-compile`: from a `.mlir` file to simplified IR, PTX or machine code, with the
//! number of instructions before and after simplification.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use clap::{Parser, ValueEnum};
use layout::cuda::{CudaError, assemble, disassemble};
use layout::ptx::Counts;
use layout::timing::{self, Timing, TimingError};

/// Compile GPU kernels whose addresses are written as layouts.
///
/// Writes one form of the program, and on standard error how many instructions
/// simplification saved, and with `--timing` where the time went. `layout-opt` does the work; it must stand beside this program.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The MLIR file.
    file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value = "ptx")]
    emit: Form,
    /// Where to write it instead of standard output.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The GPU.
    #[arg(long, default_value = "sm_90a")]
    chip: String,
    /// LLVM target features; without a version of PTX it is what the instructions need.
    #[arg(long, default_value = "")]
    features: String,
    /// Pass memrefs as plain pointers; default is to, where the sizes of all are static.
    #[arg(long)]
    bare_pointers: Option<bool>,
    /// Say how many milliseconds each of our passes took, upstream's together, and LLVM.
    #[arg(long)]
    timing: bool,
}

/// A form of the program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The IR, its indices simplified.
    Mlir,
    /// PTX.
    Ptx,
    /// Machine instructions, by ptxas and nvdisasm.
    Sass,
    /// Machine code, by ptxas.
    Cubin,
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
    #[error(transparent)]
    Cuda(#[from] CudaError),
    #[error(transparent)]
    Timing(#[from] TimingError),
}

fn main() -> ExitCode {
    match compile(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has read enough.
        Err(Error::Write(_, e)) if e.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("layout-compile: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compile(options: &Options) -> Result<(), Error> {
    let layout_opt = Opt { program: beside("layout-opt"), file: &options.file };
    std::fs::metadata(&options.file).map_err(|e| Error::Read(options.file.clone(), e))?;
    let tiles = layout_lowering::tile_passes(&options.chip, 64);
    if options.emit == Form::Mlir {
        let target = &options.chip;
        let passes =
            format!("{tiles},convert-layout-memref,layout-simplify{{target={target}}},canonicalize,cse");
        let passes = pipeline(&passes);
        let ir = if options.timing {
            layout_opt.timed(&[&passes])?
        } else {
            layout_opt.run(&[&passes], Stdio::inherit())?
        };
        return write(options, &ir);
    }
    let bare = match options.bare_pointers {
        Some(bare) => bare,
        // The check that the pipeline makes, asked beforehand; what else is wrong it says then.
        None => {
            let asked =
                "convert-layout-memref,layout-expand-boundaries,layout-check-memrefs{bare-pointers=true}";
            layout_opt.run(&[&pipeline(&format!("{tiles},{asked}"))], Stdio::null()).is_ok()
        }
    };
    let to_ptx = |simplify: bool| {
        let (chip, features) = (&options.chip, &options.features);
        format!(
            "--layout-to-nvvm=chip={chip} features={features} bare-pointers={bare} simplify={simplify} ptx=-"
        )
    };
    let [passes, without] = [true, false].map(to_ptx);
    let (passes, without) = ([passes.as_str(), "-o", "/dev/null"], [without.as_str(), "-o", "/dev/null"]);
    let plainly = || layout_opt.output(&without, Stdio::piped());
    // Both at once, but where time is measured. What is said of the program is said once.
    let (ptx, plain) = std::thread::scope(|scope| {
        let plain = (!options.timing).then(|| scope.spawn(plainly));
        let ptx = if options.timing {
            layout_opt.timed(&passes)?
        } else {
            layout_opt.run(&passes, Stdio::inherit())?
        };
        let plain = plain.and_then(|thread| thread.join().ok()).unwrap_or_else(plainly)?;
        Ok::<_, Error>((ptx, written(plain)?))
    })?;
    let [ptx, plain] = [ptx, plain].map(|text| String::from_utf8_lossy(&text).into_owned());
    let machine = |ptx: &str| -> Result<(Vec<u8>, String), CudaError> {
        let cubin = assemble(ptx, &options.chip)?;
        let sass = disassemble(&cubin)?;
        Ok((cubin, sass))
    };
    let made = machine(&ptx);
    eprintln!("PTX instructions, without and with layout-simplify");
    eprint!("{}", Counts::of(&plain).table(&Counts::of(&ptx)));
    if let (Ok((_, after)), Ok((_, before))) = (&made, machine(&plain)) {
        eprintln!("\nmachine instructions (ptxas), without and with layout-simplify");
        eprint!("{}", Counts::of_sass(&before).table(&Counts::of_sass(after)));
    }
    match options.emit {
        Form::Sass => write(options, made?.1.as_bytes()),
        Form::Cubin => write(options, &made?.0),
        Form::Ptx | Form::Mlir => write(options, ptx.as_bytes()),
    }
}

/// Writes the program where it was asked for.
fn write(options: &Options, bytes: &[u8]) -> Result<(), Error> {
    match &options.output {
        Some(path) => std::fs::write(path, bytes).map_err(|e| Error::Write(path.clone(), e)),
        None => std::io::stdout().write_all(bytes).map_err(|e| Error::Write("standard output".into(), e)),
    }
}

/// The option that runs passes on a module.
fn pipeline(passes: &str) -> String {
    format!("--pass-pipeline=builtin.module({passes})")
}

/// Whether a pass is one of this project.
fn is_ours(name: &str) -> bool {
    layout_passes::PASSES.iter().chain(layout_lowering::PASSES).any(|pass| pass.name == name)
}

/// `layout-opt` on a file.
struct Opt<'a> {
    program: PathBuf,
    file: &'a Path,
}

impl Opt<'_> {
    fn output(&self, arguments: &[&str], errors: Stdio) -> Result<Output, Error> {
        // What is read is verified, and the pipeline verifies what is lowered: verifying what each pass wrote takes
        // as long as the passes.
        let mut command = Command::new(&self.program);
        command.arg(self.file).arg("--verify-each=false").args(arguments).stderr(errors);
        let output = command.output();
        output.map_err(|e| Error::Run(self.program.clone(), e))
    }

    /// What it writes to standard output.
    fn run(&self, arguments: &[&str], errors: Stdio) -> Result<Vec<u8>, Error> {
        written(self.output(arguments, errors)?)
    }

    /// The same, and to standard error where the time went.
    fn timed(&self, arguments: &[&str]) -> Result<Vec<u8>, Error> {
        let output = self.output(&[arguments, &timing::FLAGS].concat(), Stdio::piped())?;
        let errors = String::from_utf8_lossy(&output.stderr);
        let (said, report) = timing::split(&errors);
        eprint!("{said}");
        if !output.status.success() {
            return Err(Error::Failed);
        }
        eprintln!("milliseconds\n{}", Timing::read(report, is_ours)?.table());
        Ok(output.stdout)
    }
}

/// What a program wrote to standard output. What was kept of its errors is told where it failed.
fn written(output: Output) -> Result<Vec<u8>, Error> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    Err(Error::Failed)
}

/// A program in the directory of this one.
fn beside(name: &str) -> PathBuf {
    let here = std::env::current_exe().ok();
    here.as_deref().and_then(Path::parent).map_or_else(|| name.into(), |directory| directory.join(name))
}
