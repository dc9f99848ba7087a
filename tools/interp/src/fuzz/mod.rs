//! Random tile programs through passes, judged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::generate::{Case, Options, generate};
use crate::mutate::Mutations;
use crate::read::program::Session;

mod batch;

use batch::Outcome;

/// What to try.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The first program's seed; the others follow.
    pub seed: u64,
    /// How many.
    pub count: u64,
    /// Inside `builtin.module(…)`.
    pub passes: String,
    /// The tool that runs them.
    pub tool: PathBuf,
    /// What programs may have; each something else if it is left out.
    pub options: Option<Options>,
    /// The orders of warps that are tried.
    pub schedules: u64,
    /// Where programs go that show a fault.
    pub out: PathBuf,
    /// Whether the first fault ends it.
    pub to_the_first: bool,
    /// How many changes of a kind are tried on each right program.
    pub mutate: usize,
    /// How many threads judge, each beside a process of the passes.
    pub jobs: NonZeroUsize,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs that were judged right.
    pub right: u64,
    /// Elements too close to tell.
    pub unsure: u64,
    /// Elements compared.
    pub elements: u64,
    /// Programs that the passes refuse, by what they say.
    pub refused: BTreeMap<String, u64>,
    /// Programs on which there is no verdict, by why.
    pub undecided: BTreeMap<String, u64>,
    /// Faults: the seed and what is wrong.
    pub wrong: Vec<(u64, String)>,
    /// Changes of right programs, and what came of them.
    pub mutations: Mutations,
}

/// Programs that one process of the passes gets.
const BATCH: u64 = 24;
/// What a thread's stack holds: a reader of MLIR and passes recurse as deep as a program is nested.
const STACK: usize = 64 << 20;

/// Runs a campaign; each fault is told as it is found. What comes of it, and the order of faults, does not
/// depend on how many threads judge.
///
/// # Errors
/// If the tool does not start or files cannot be written; those of `tell`.
pub fn fuzz(campaign: &Campaign, mut tell: impl FnMut(Told<'_>) -> io::Result<()>) -> io::Result<Tally> {
    std::fs::create_dir_all(&campaign.out)?;
    let batches = campaign.count.div_ceil(BATCH);
    let (next, ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let (done, arrived) = channel();
    let work = |done: Sender<(u64, io::Result<Vec<Outcome>>)>| {
        // Each thread has a context of MLIR to itself.
        let session = Session::default();
        while !ended.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= batches || done.send((number, campaign.batch(number, &session))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        for _ in 0..campaign.jobs.get() {
            let done = done.clone();
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(done))?;
        }
        drop(done);
        let tally = campaign.gather(arrived, &mut tell);
        ended.store(true, Ordering::Relaxed);
        tally
    })
}

/// What a campaign tells while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// A fault: the seed and what is wrong.
    Wrong(u64, &'a str),
    /// So many programs more are judged.
    Done(u64),
}

fn keep(out: &Path, case: &Case) -> io::Result<()> {
    std::fs::write(out.join(format!("{}.mlir", case.name)), &case.text)?;
    std::fs::write(out.join(format!("{}.json", case.name)), serde_json::to_string_pretty(&case.job)?)
}

impl Campaign {
    /// The program of a seed.
    pub fn case(&self, seed: u64) -> Case {
        generate(&format!("p{seed}"), seed, self.options.unwrap_or_else(|| Options::mixed(seed)))
    }

    /// The seeds of a batch.
    fn seeds(&self, batch: u64) -> Range<u64> {
        let end = self.seed.saturating_add(self.count);
        let first = self.seed.saturating_add(batch.saturating_mul(BATCH));
        first.min(end)..first.saturating_add(BATCH).min(end)
    }

    /// Counts what came of batches in their order, in whichever they arrive.
    fn gather(
        &self,
        arrived: Receiver<(u64, io::Result<Vec<Outcome>>)>,
        tell: &mut impl FnMut(Told<'_>) -> io::Result<()>,
    ) -> io::Result<Tally> {
        let mut tally = Tally::default();
        let (mut early, mut next) = (BTreeMap::new(), 0);
        for (number, outcomes) in arrived {
            let outcomes = outcomes?;
            tell(Told::Done(outcomes.len() as u64))?;
            early.insert(number, outcomes);
            while let Some(outcomes) = early.remove(&next) {
                for (seed, outcome) in self.seeds(next).zip(outcomes) {
                    if let Outcome::Wrong(what) = &outcome {
                        keep(&self.out, &self.case(seed))?;
                        tell(Told::Wrong(seed, what))?;
                    }
                    tally.add(seed, outcome);
                }
                if self.to_the_first && !tally.wrong.is_empty() {
                    return Ok(tally);
                }
                next += 1;
            }
        }
        Ok(tally)
    }
}

impl Tally {
    fn add(&mut self, seed: u64, outcome: Outcome) {
        match outcome {
            Outcome::Right { elements, unsure, mutations } => {
                self.mutations.add(mutations);
                self.right += 1;
                self.elements += elements as u64;
                self.unsure += unsure as u64;
            }
            Outcome::Refused(why) => *self.refused.entry(why).or_default() += 1,
            Outcome::Undecided(why) => *self.undecided.entry(why).or_default() += 1,
            Outcome::Wrong(what) => self.wrong.push((seed, what)),
        }
    }

    /// A few lines that say it all.
    pub fn report(&self) -> String {
        let mut out = format!(
            "{} right ({} elements compared, {} too close to tell), {} wrong\n",
            self.right,
            self.elements,
            self.unsure,
            self.wrong.len()
        );
        for (what, all) in [("refused", &self.refused), ("without a verdict", &self.undecided)] {
            let mut most: Vec<(&String, &u64)> = all.iter().collect();
            most.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
            let _ = writeln!(out, "{} {what}", all.values().sum::<u64>());
            for (why, n) in most {
                let _ = writeln!(out, "  {n}: {why}");
            }
        }
        out
    }
}
