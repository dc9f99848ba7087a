//! `layout-fuzz`: random programs through the passes, judged by the interpreter.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use layout_fuzz::case::{self, Case};
use layout_fuzz::generate::{Features, generate};
use layout_fuzz::judge::Failure;
use layout_fuzz::pipelines::{self, Pipeline};
use layout_fuzz::run::{Plan, REPLAY_DRAWS, run, smaller};
use layout_fuzz::texts;
use layout_fuzz::worker::{Job, Limits, Worker, WorkerError, serve};

/// Random MLIR programs through the passes of this project, judged by an interpreter
/// that shares no code with them.
#[derive(Parser)]
#[command(name = "layout-fuzz", args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Action>,
    #[command(flatten)]
    plan: PlanArgs,
}

#[derive(Subcommand)]
enum Action {
    /// Run files again: those that a run wrote, or any MLIR file
    Replay {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Instead of the pipeline that the file states; stages are separated by `;`
        #[arg(long)]
        pipeline: Option<String>,
    },
    /// Make a failing file smaller, and print it
    Reduce {
        /// The file
        file: PathBuf,
        /// Instead of the pipeline that the file states
        #[arg(long)]
        pipeline: Option<String>,
    },
    /// Print a program that a run would make
    Show {
        /// The seed of the run
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The number of the program
        #[arg(long, default_value_t = 0)]
        first: u64,
    },
    /// Change the texts and the bytecode of programs at random, and see that each is read or refused
    Texts {
        /// Files and folders of programs
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Decides the changes
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// For so long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Where texts are written that are neither
        #[arg(long, default_value = "target/fuzz")]
        out: PathBuf,
    },
    /// Run passes for another process
    #[command(hide = true)]
    Worker,
    /// Read texts for another process
    #[command(hide = true)]
    TextWorker {
        files: Vec<PathBuf>,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        first: u64,
    },
}

#[derive(Args)]
struct PlanArgs {
    /// Decides the programs and their inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many programs; 1000 if there is no limit of time either
    #[arg(long)]
    count: Option<u64>,
    /// The number of the first program
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Begin no program after so many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Only this pipeline; stages are separated by `;`
    #[arg(long)]
    pipeline: Option<String>,
    /// How many of the pipelines that fit a program it goes through
    #[arg(long, default_value_t = 5)]
    pipelines: usize,
    /// How many failing programs of each kind are made small
    #[arg(long, default_value_t = 5)]
    reduce: usize,
    /// Processes; one for each core by default
    #[arg(long)]
    jobs: Option<usize>,
    /// Where failing programs are written
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match act(Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing failed.
fn act(cli: Cli) -> Result<bool, Box<dyn std::error::Error>> {
    match cli.command {
        Some(Action::Worker) => Ok(serve().map(|()| true)?),
        Some(Action::TextWorker { files, seed, first }) => {
            // Whoever watches has seen enough when the pipe breaks.
            Ok(texts::serve(&texts::programs(&files)?, seed, first).is_ok())
        }
        Some(Action::Texts { files, seed, seconds, out }) => {
            let program = std::env::current_exe()?.to_string_lossy().into_owned();
            let mut command = vec![program, "text-worker".into(), format!("--seed={seed}")];
            command.extend(files.iter().map(|f| f.to_string_lossy().into_owned()));
            let programs = texts::programs(&files)?;
            let (read, faults) = texts::run(&command, &programs, seed, Duration::from_secs(seconds), &out)?;
            for (file, fault) in &faults {
                tell(format_args!("{}: {fault}\n", file.display()))?;
            }
            tell(format_args!("{read} texts of {} programs, {} faults\n", programs.len(), faults.len()))?;
            Ok(faults.is_empty() && read > 0)
        }
        Some(Action::Show { seed, first }) => {
            tell(generate(seed, first).text)?;
            Ok(true)
        }
        Some(Action::Replay { files, pipeline }) => {
            let mut worker = Worker::new(worker_command()?, Limits::default());
            let mut good = true;
            for file in files {
                let failures = replay(&file, pipeline.as_deref(), &mut worker)?.1;
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                match failures.first() {
                    Some(failure) => tell(format_args!("{name}: {failure}\n"))?,
                    None => tell(format_args!("{name}: no fault\n"))?,
                }
                good &= failures.is_empty();
            }
            Ok(good)
        }
        Some(Action::Reduce { file, pipeline }) => {
            let mut worker = Worker::new(worker_command()?, Limits::default());
            let (job, failures) = replay(&file, pipeline.as_deref(), &mut worker)?;
            let Some(failure) = failures.first() else {
                tell(format_args!("{}: no fault\n", file.display()))?;
                return Ok(true);
            };
            let (failure, text) = smaller(failure, &job, &mut worker);
            tell(case::write(&failure, &file.display().to_string(), &text))?;
            Ok(false)
        }
        None => {
            let summary = run(&plan(cli.plan)?)?;
            tell(&summary)?;
            Ok(summary.failing() == 0)
        }
    }
}

/// Prints a text; a reader that has had enough is no error.
fn tell(text: impl std::fmt::Display) -> std::io::Result<()> {
    match write!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

fn worker_command() -> Result<Vec<String>, WorkerError> {
    let program = std::env::current_exe()?;
    Ok(vec![program.to_string_lossy().into_owned(), "worker".into()])
}

fn plan(args: PlanArgs) -> Result<Plan, WorkerError> {
    let cores = || std::thread::available_parallelism().map_or(2, usize::from);
    Ok(Plan {
        seed: args.seed,
        first: args.first,
        // With a time alone there is no other end.
        count: args.count.unwrap_or(if args.seconds.is_some() { u64::MAX / 2 } else { 1000 }),
        time: args.seconds.map(Duration::from_secs),
        pipeline: args.pipeline.and_then(|p| p.parse().ok()),
        pipelines: args.pipelines,
        jobs: args.jobs.unwrap_or_else(cores),
        out: Some(args.out),
        reduce: args.reduce,
        command: worker_command()?,
        limits: Limits::default(),
    })
}

/// Runs a file through the pipeline that it or the command line states, or else
/// through all.
fn replay(
    file: &PathBuf,
    pipeline: Option<&str>,
    worker: &mut Worker,
) -> Result<(Job, Vec<Failure>), WorkerError> {
    let case = Case::parse(&std::fs::read_to_string(file)?);
    let stated = pipeline.and_then(|p| p.parse::<Pipeline>().ok()).or(case.pipeline);
    let all = || pipelines::all(Features::of(&case.text));
    let pipelines = stated.map_or_else(all, |p| vec![p]);
    let job = Job {
        pipelines: pipelines.iter().map(Pipeline::to_string).collect(),
        inputs: case.input.iter().map(ToString::to_string).collect(),
        text: case.text,
        seed: 1,
        draws: REPLAY_DRAWS,
    };
    let (_, failures) = worker.run(&job)?;
    Ok((job, failures))
}
