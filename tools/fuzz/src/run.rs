//! Many programs at once: workers on all cores, progress, files, a summary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::case;
use crate::generate::{generate, rng};
use crate::judge::{Failure, Kind, Tally};
use crate::pipelines::{self, Pipeline};
use crate::reduce::reduce;
use crate::worker::{Job, Limits, Worker, WorkerError};

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Decides everything.
    pub seed: u64,
    /// Programs, from this number on.
    pub first: u64,
    /// How many programs.
    pub count: u64,
    /// No new program after this.
    pub time: Option<Duration>,
    /// The only pipeline, in place of those that fit.
    pub pipeline: Option<Pipeline>,
    /// How many of the pipelines that fit each program goes through.
    pub pipelines: usize,
    /// Worker processes.
    pub jobs: usize,
    /// Where failing programs go.
    pub out: Option<PathBuf>,
    /// How many failing programs of a kind are made small.
    pub reduce: usize,
    /// How the worker is called.
    pub command: Vec<String>,
    /// What it may use up.
    pub limits: Limits,
}

/// What came out.
#[derive(Debug, Default)]
pub struct Summary {
    /// Everything counted.
    pub tally: Tally,
    /// The failures of each program, by its number.
    pub failures: BTreeMap<u64, Vec<Failure>>,
    /// How long it took.
    pub time: Duration,
}

/// Inputs of each function of a random program.
const DRAWS: usize = 14;
/// Inputs of each function of a file that is run again.
pub const REPLAY_DRAWS: usize = 100;

/// Longest reduction of one program.
const REDUCTION: Duration = Duration::from_secs(25);

/// Runs the plan.
///
/// # Errors
/// If workers do not start, or a file cannot be written.
pub fn run(plan: &Plan) -> Result<Summary, WorkerError> {
    let start = Instant::now();
    let next = AtomicU64::new(plan.first);
    let summary = Mutex::new(Summary::default());
    let saved = Mutex::new(BTreeMap::<Kind, usize>::new());
    let progress = Progress::new(plan.count);
    if let Some(out) = &plan.out {
        std::fs::create_dir_all(out)?;
    }
    let work = || -> Result<(), WorkerError> {
        let mut worker = Worker::new(plan.command.clone(), plan.limits);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let over = plan.time.is_some_and(|time| start.elapsed() > time);
            if over || number >= plan.first + plan.count {
                return Ok(());
            }
            let job = job(plan, number);
            let (mut tally, failures) = match worker.run(&job) {
                Ok(done) => done,
                Err(WorkerError::Invalid(why)) => {
                    eprintln!("program {number} is not valid: {why}");
                    (Tally { unparsed: 1, ..Tally::default() }, Vec::new())
                }
                Err(error) => return Err(error),
            };
            tally.programs = 1;
            save(plan, number, &job, &failures, &mut worker, &saved)?;
            let mut summary = summary.lock().unwrap_or_else(PoisonError::into_inner);
            summary.tally.add(&tally);
            if !failures.is_empty() {
                summary.failures.insert(number, failures);
            }
            progress.show(&summary, start.elapsed());
        }
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|t| t.join().ok()).collect()
    });
    progress.end();
    results.into_iter().collect::<Result<Vec<()>, _>>()?;
    let mut summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.time = start.elapsed();
    Ok(summary)
}

/// The job of program `number`.
fn job(plan: &Plan, number: u64) -> Job {
    let program = generate(plan.seed, number);
    let mut rng = rng(plan.seed ^ 0xf00d, number);
    let pipelines = match &plan.pipeline {
        Some(pipeline) => vec![pipeline.clone()],
        None => pipelines::some(program.features, plan.pipelines, &mut rng),
    };
    let pipelines = pipelines.iter().map(Pipeline::to_string).collect();
    Job { text: program.text, pipelines, inputs: Vec::new(), seed: rng.u64(..), draws: DRAWS }
}

/// Writes one file for each kind of failure of a program, the first few made small.
fn save(
    plan: &Plan,
    number: u64,
    job: &Job,
    failures: &[Failure],
    worker: &mut Worker,
    saved: &Mutex<BTreeMap<Kind, usize>>,
) -> Result<(), WorkerError> {
    let Some(out) = &plan.out else { return Ok(()) };
    let mut kinds: Vec<Kind> = failures.iter().map(|f| f.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let Some(failure) = failures.iter().find(|f| f.kind == kind) else { continue };
        let rank = {
            let mut saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
            let rank = saved.entry(kind).or_default();
            *rank += 1;
            *rank
        };
        let mut shown = (failure.clone(), job.text.clone());
        if rank <= plan.reduce {
            shown = smaller(failure, job, worker);
        }
        let origin = format!("--seed {} --first {number}", plan.seed);
        let file = out.join(format!("{kind}-{}-{number}.mlir", plan.seed));
        std::fs::write(file, case::write(&shown.0, &origin, &shown.1))?;
    }
    Ok(())
}

/// How long a pipeline may take while a hanging program is made smaller.
const SHORT: Duration = Duration::from_millis(1500);

/// A smaller program with the same kind of failure.
pub fn smaller(failure: &Failure, job: &Job, worker: &mut Worker) -> (Failure, String) {
    if failure.kind == Kind::Hang {
        // What hangs for a short time is searched, and must hang for long at the end.
        let mut impatient = worker.with_time(SHORT);
        let (_, text) = smaller_by(failure, job, &mut impatient);
        let whole = Job { text: text.clone(), pipelines: vec![failure.pipeline.clone()], ..job.clone() };
        return match worker.run(&whole) {
            Ok((_, failures)) if failures.iter().any(|f| same(failure, f)) => (failure.clone(), text),
            _ => (failure.clone(), job.text.clone()),
        };
    }
    smaller_by(failure, job, worker)
}

fn smaller_by(failure: &Failure, job: &Job, worker: &mut Worker) -> (Failure, String) {
    let inputs: Vec<String> = failure.input.iter().cloned().chain(job.inputs.iter().cloned()).collect();
    let mut last = failure.clone();
    let mut fails = |text: &str| {
        let candidate = Job {
            text: text.into(),
            pipelines: vec![failure.pipeline.clone()],
            inputs: inputs.clone(),
            seed: job.seed,
            draws: job.draws,
        };
        let Ok((_, failures)) = worker.run(&candidate) else { return false };
        match failures.into_iter().find(|f| same(failure, f)) {
            Some(found) => {
                last = found;
                true
            }
            None => false,
        }
    };
    let text = reduce(&job.text, REDUCTION, &mut fails);
    (last, text)
}

/// Whether two failures are of one kind; errors also by the words of their messages.
fn same(a: &Failure, b: &Failure) -> bool {
    let words = |f: &Failure| -> Vec<String> {
        let letters = |c: char| !c.is_ascii_alphabetic();
        f.observed.split(letters).filter(|w| w.len() > 3).take(4).map(String::from).collect()
    };
    a.kind == b.kind && (a.kind != Kind::Error || words(a) == words(b))
}

/// A bar on a terminal, lines elsewhere.
struct Progress {
    bar: ProgressBar,
    last: Mutex<Instant>,
}

impl Progress {
    fn new(count: u64) -> Self {
        let bar =
            if std::io::stderr().is_terminal() { ProgressBar::new(count) } else { ProgressBar::hidden() };
        // Where time is the limit, nobody knows how many there will be.
        let template = match count {
            0..1_000_000_000 => "{bar:30} {pos}/{len} programs, {msg}, {eta} left",
            _ => "{spinner} {pos} programs, {msg}, {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, last: Mutex::new(Instant::now()) }
    }

    fn show(&self, summary: &Summary, elapsed: Duration) {
        self.bar.set_position(summary.tally.programs);
        let text = format!("{} failing", summary.failures.len());
        self.bar.set_message(text.clone());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() && last.elapsed() > Duration::from_secs(10) {
            *last = Instant::now();
            eprintln!("{} programs, {text}, {} s", summary.tally.programs, elapsed.as_secs());
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Summary {
    /// The number of failing programs.
    pub fn failing(&self) -> usize {
        self.failures.len()
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let t = &self.tally;
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(
            f,
            "{} programs in {:.1} s ({} not valid)",
            t.programs,
            self.time.as_secs_f64(),
            t.unparsed
        )?;
        writeln!(
            f,
            "{} stages judged; {:.0}% changed their program, {:.1}% change it when run again",
            t.stages,
            share(t.changed, t.stages),
            share(t.unstable, t.stages)
        )?;
        writeln!(
            f,
            "{} runs: {:.1}% undefined, {:.1}% all poison, {:.1}% out of fuel, {:.1}% not supported; {} runs after a stage not supported",
            t.runs,
            share(t.undefined, t.runs),
            share(t.poison, t.runs),
            share(t.out_of_fuel, t.runs),
            share(t.unsupported, t.runs),
            t.unjudged
        )?;
        let mut unknown: Vec<_> = t.unknown.iter().collect();
        unknown.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (what, count) in unknown.into_iter().take(5) {
            writeln!(f, "  not supported {count} times: {what}")?;
        }
        let mut kinds: BTreeMap<Kind, (u64, u64)> = BTreeMap::new();
        for failures in self.failures.values() {
            let mut seen = Vec::new();
            for failure in failures {
                let (programs, all) = kinds.entry(failure.kind).or_default();
                *all += 1;
                if !seen.contains(&failure.kind) {
                    seen.push(failure.kind);
                    *programs += 1;
                }
            }
        }
        let mut line = String::new();
        for (kind, (programs, all)) in kinds {
            write!(
                line,
                "{}{kind} in {programs} programs ({all} pipelines)",
                if line.is_empty() { "" } else { ", " }
            )?;
        }
        writeln!(f, "{} programs failed{}{line}", self.failing(), if line.is_empty() { "" } else { ": " })
    }
}
