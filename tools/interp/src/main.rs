//! `layout-interp`: runs a tile program, or judges what passes made of it.

use std::io::{self, ErrorKind, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use indicatif::ProgressBar;
use layout_tile_interp::change::Change;
use layout_tile_interp::fuzz::{Campaign, Told, fuzz};
use layout_tile_interp::generate::Options;
use layout_tile_interp::given::Given;
use layout_tile_interp::job::Job;
use layout_tile_interp::judge::judge;
use layout_tile_interp::mutate::{Mutations, mutate};
use layout_tile_interp::number::Scalar;
use layout_tile_interp::read::program::Program;
use layout_tile_interp::run::{Plan, run};
use layout_tile_interp::value::Value;

/// Runs a tile program by its meaning, or judges by it what passes made of it, thread by thread
/// under adversarial schedules.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Command {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    run: Option<Run>,
}

#[derive(Subcommand)]
enum What {
    /// Changes a distributed program in one place after the other, in what orders memory, guards accesses or
    /// moves values: each must be noticed.
    Mutate(Mutate),
    /// Judges passes on random tile programs.
    Fuzz(Fuzz),
}

/// All that a tile program goes through, in their order.
const PASSES: &str = "layout-select,layout-pipeline,layout-place,layout-sync,layout-distribute";

#[derive(Args)]
struct Fuzz {
    /// How many programs.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The seed of the first; each next one has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The passes.
    #[arg(long, default_value = PASSES)]
    passes: String,
    /// Most threads of a group.
    #[arg(long, default_value_t = 32)]
    threads: usize,
    /// Programs go through shared memory; the passes have to insert barriers.
    #[arg(long)]
    shared: bool,
    /// Programs multiply matrices.
    #[arg(long)]
    mma: bool,
    /// Most operations are on shared memory.
    #[arg(long)]
    dense: bool,
    /// Programs have loops that copy ahead.
    #[arg(long)]
    stages: bool,
    /// Some products are by warpgroups, of shared memory; then there are groups of 128 threads at least.
    #[arg(long)]
    warpgroups: bool,
    /// Some copies are by the engine that copies boxes.
    #[arg(long)]
    boxes: bool,
    /// Programs do nothing but convert a tile four times.
    #[arg(long)]
    convert: bool,
    /// All that there is, mixed by the seed; the options before say nothing then.
    #[arg(long)]
    mixed: bool,
    /// The tool that runs passes; by default the one beside this one.
    #[arg(long)]
    layout_opt: Option<PathBuf>,
    /// The orders of warps that are tried.
    #[arg(long, default_value_t = 2)]
    schedules: u64,
    /// Where programs go that show a fault.
    #[arg(long, default_value = "target/interp")]
    out: PathBuf,
    /// Changes each right program in at most so many places of a kind: each must be noticed.
    #[arg(long, default_value_t = 0)]
    mutate: usize,
    /// How many programs are judged at once; what comes of it is the same for any number.
    #[arg(long, default_value = "1")]
    jobs: NonZeroUsize,
    /// Ends with the first fault.
    #[arg(long)]
    first: bool,
    /// Only print the programs.
    #[arg(long)]
    print: bool,
}

#[derive(Args)]
struct Mutate {
    #[command(flatten)]
    run: Run,
    /// The most changes of a kind.
    #[arg(long, default_value_t = 1000)]
    each: usize,
    /// Leaves out what orders memory and changes nothing else.
    #[arg(long)]
    order: bool,
}

#[derive(Args)]
struct Run {
    /// A program: it is run and the arguments' memory printed.
    program: PathBuf,
    /// What passes made of it: it is judged.
    judged: Option<PathBuf>,
    /// What to run it on: a JSON file, or the JSON itself.
    #[arg(long)]
    job: String,
    /// The orders of warps that are tried.
    #[arg(long, default_value_t = 3)]
    schedules: u64,
}

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let command = Command::parse();
    let done = match (command.what, command.run) {
        (Some(What::Mutate(run)), _) => mutations(&run),
        (Some(What::Fuzz(fuzz)), _) => campaign(fuzz),
        (None, Some(run)) => single(&run),
        (None, None) => Err("nothing to do".into()),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn read(path: &Path) -> Result<Program, Failure> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(Program::parse(&path.display().to_string(), &text)?)
}

fn job(text: &str) -> Result<Job, Failure> {
    if text.trim_start().starts_with('{') {
        return Ok(Job::read(text)?);
    }
    let content = std::fs::read_to_string(text).map_err(|e| format!("{text}: {e}"))?;
    Ok(Job::read(&content).map_err(|e| format!("{text}: {e}"))?)
}

/// 0 if all is right, 1 if the judged program is wrong.
fn single(args: &Run) -> Result<ExitCode, Failure> {
    let (program, job) = (read(&args.program)?, job(&args.job)?);
    let Some(judged) = &args.judged else {
        return outputs(&program, &job);
    };
    match judge(&program, &read(judged)?, &job, args.schedules)? {
        Ok(found) => {
            let (right, unsure) = (found.right, found.unsure);
            tell(format_args!("right: {right} elements compared, {unsure} too close to tell\n"))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(wrong) => {
            tell(format_args!("wrong: {wrong}\n"))?;
            Ok(ExitCode::from(1))
        }
    }
}

/// Prints what the arguments' memory holds behind the run, the last dimension fastest.
fn outputs(program: &Program, job: &Job) -> Result<ExitCode, Failure> {
    let plan = Plan::new(job.function(program)?.clone());
    let launch = job.launch(&plan.function, 0)?;
    let buffers = run(&plan, &launch)?;
    for argument in &launch.arguments {
        let Value::View(view) = argument else { continue };
        let Some(buffer) = buffers.get(view.buffer) else { continue };
        let values = view.coordinates().map(|at| {
            let held = view.place(&at).and_then(|place| buffer.peek(place, view.element));
            held.map_or("null".into(), text)
        });
        let values: Vec<String> = values.collect();
        tell(format_args!("{{\"shape\": {:?}, \"values\": [{}]}}\n", view.shape, values.join(", ")))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A value as a job has it.
fn text(value: Scalar) -> String {
    let Scalar::Float(float) = value else { return value.to_string() };
    let given =
        if float.value.is_finite() { None } else { serde_json::to_string(&Given::Real(float.value)).ok() };
    given.unwrap_or_else(|| value.to_string())
}

/// 0 if all was noticed.
fn mutations(args: &Mutate) -> Result<ExitCode, Failure> {
    let (run, each) = (&args.run, args.each);
    let (program, job) = (read(&run.program)?, job(&run.job)?);
    let judged = run.judged.as_ref().ok_or("which program is to be judged?")?;
    let is_wanted = if args.order { |change: Change| !change.is_of_values() } else { |_| true };
    match mutate(&program, &read(judged)?, &job, run.schedules, each, is_wanted)? {
        Err(wrong) => {
            tell(format_args!("wrong without a change: {wrong}\n"))?;
            Ok(ExitCode::from(1))
        }
        Ok(found) => Ok(told(&found)?),
    }
}

/// Prints what came of changes: 0 if all were noticed.
fn told(found: &Mutations) -> io::Result<ExitCode> {
    for mutation in found.survivors() {
        tell(format_args!("not noticed: {}, {}\n", mutation.change, mutation.op))?;
    }
    tell(found.report())?;
    Ok(ExitCode::from(u8::from(found.survivors().next().is_some())))
}

/// 0 if no program shows a fault.
fn campaign(args: Fuzz) -> Result<ExitCode, Failure> {
    let (threads, shared, mma) = (args.threads, args.shared, args.mma);
    let stages = args.stages;
    let (dense, boxes, convert, warpgroups) = (args.dense, args.boxes, args.convert, args.warpgroups);
    let (threads, shared) =
        (if warpgroups { threads.max(128) } else { threads }, shared || stages || boxes || warpgroups);
    let options = Options { threads, shared, mma, dense, stages, boxes, warpgroups, convert };
    let beside = || std::env::current_exe().ok().map(|exe| exe.with_file_name("layout-opt"));
    let tool = args.layout_opt.or_else(beside).ok_or("where is layout-opt?")?;
    let campaign = Campaign {
        seed: args.seed,
        count: args.count,
        passes: args.passes,
        tool,
        options: (!args.mixed).then_some(options),
        schedules: args.schedules,
        out: args.out,
        to_the_first: args.first,
        mutate: args.mutate,
        jobs: args.jobs,
    };
    if args.print {
        for seed in args.seed..args.seed + args.count {
            let case = campaign.case(seed);
            let text = format!("{}// {}\n// -----\n", case.text, serde_json::to_string(&case.job)?);
            match io::stdout().write_all(text.as_bytes()) {
                // Nobody reads the others either.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                done => done?,
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    // Nothing is drawn where no terminal is.
    let bar = ProgressBar::new(args.count);
    let tally = fuzz(&campaign, |told| match told {
        Told::Wrong(seed, what) => bar.suspend(|| tell(format_args!("p{seed}: {what}\n"))),
        Told::Done(count) => {
            bar.inc(count);
            Ok(())
        }
    })?;
    bar.finish_and_clear();
    tell(tally.report())?;
    let wrong = !tally.wrong.is_empty() || tally.mutations.survivors().next().is_some();
    told(&tally.mutations)?;
    Ok(ExitCode::from(u8::from(wrong)))
}

/// Prints a text; a reader that has had enough is no error.
fn tell(text: impl std::fmt::Display) -> io::Result<()> {
    match write!(io::stdout(), "{text}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
