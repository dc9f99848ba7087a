//! Random tile programs through passes, judged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::generate::{Case, Options, generate};
use crate::judge::{NoVerdict, Wrong, judge};
use crate::mutate::{Mutations, mutate};
use crate::read::program::{Program, ProgramError, Session};

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

/// Programs that one process gets.
const BATCH: u64 = 24;
/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs a campaign; each fault is told as it is found.
///
/// # Errors
/// If the tool does not start or files cannot be written.
pub fn fuzz(campaign: &Campaign, mut tell: impl FnMut(Told<'_>)) -> io::Result<Tally> {
    std::fs::create_dir_all(&campaign.out)?;
    let session = Session::default();
    let mut tally = Tally::default();
    let mut first = campaign.seed;
    let end = campaign.seed.saturating_add(campaign.count);
    while first < end && (tally.wrong.is_empty() || !campaign.to_the_first) {
        let seeds: Vec<u64> = (first..end.min(first + BATCH)).collect();
        let cases: Vec<Case> = seeds.iter().map(|s| campaign.case(*s)).collect();
        let whole: Vec<&str> = cases.iter().map(|c| c.text.as_str()).collect();
        let made = campaign.passes_on(&whole.join("// -----\n"))?;
        let parts: Vec<&str> = made.text.split("// -----").collect();
        for (seed, case) in seeds.iter().zip(&cases) {
            let name = format!("@{}(", case.name);
            let found = parts.iter().find(|p| p.contains(&name)).map(|p| (*p).to_owned());
            let outcome = match found {
                Some(text) => verdict(&session, case, &text, campaign),
                None => {
                    let alone = campaign.passes_on(&case.text)?;
                    match alone.fault {
                        Some(crash) => Outcome::Wrong(crash),
                        None if alone.text.contains(&name) => verdict(&session, case, &alone.text, campaign),
                        None => Outcome::Refused(summary(&alone.said)),
                    }
                }
            };
            match outcome {
                Outcome::Right { elements, unsure, mutations } => {
                    tally.mutations.add(mutations);
                    tally.right += 1;
                    tally.elements += elements as u64;
                    tally.unsure += unsure as u64;
                }
                Outcome::Refused(why) => *tally.refused.entry(why).or_default() += 1,
                Outcome::Undecided(why) => *tally.undecided.entry(summary(&why)).or_default() += 1,
                Outcome::Wrong(what) => {
                    keep(&campaign.out, case)?;
                    tell(Told::Wrong(*seed, &what));
                    tally.wrong.push((*seed, what));
                }
            }
        }
        first += BATCH;
        tell(Told::Done(seeds.len() as u64));
    }
    Ok(tally)
}

/// What a campaign tells while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// A fault: the seed and what is wrong.
    Wrong(u64, &'a str),
    /// So many programs more are judged.
    Done(u64),
}

enum Outcome {
    Right { elements: usize, unsure: usize, mutations: Mutations },
    Refused(String),
    Undecided(String),
    Wrong(String),
}

fn verdict(session: &Session, case: &Case, made: &str, campaign: &Campaign) -> Outcome {
    let read = |file: &str, text: &str| -> Result<Program, ProgramError> { session.read(file, text) };
    let programs = read(&format!("{}.mlir", case.name), &case.text)
        .and_then(|tile| Ok((tile, read(&format!("{}.out.mlir", case.name), made)?)));
    let (tile, threads) = match programs {
        Ok(programs) => programs,
        Err(error) => return Outcome::Undecided(error.to_string()),
    };
    let schedules = campaign.schedules;
    let verdict = judge(&tile, &threads, &case.job, schedules);
    let mutations = match &verdict {
        Ok(Ok(_)) if campaign.mutate > 0 => mutate(&tile, &threads, &case.job, schedules, campaign.mutate),
        _ => Ok(Ok(Mutations::default())),
    };
    match verdict {
        Ok(Ok(found)) => {
            let mutations = mutations.ok().and_then(Result::ok).unwrap_or_default();
            Outcome::Right { elements: found.right, unsure: found.unsure, mutations }
        }
        Ok(Err(Wrong::Fault(fault))) => Outcome::Wrong(fault.to_string()),
        Ok(Err(differs)) => Outcome::Wrong(differs.to_string()),
        Err(NoVerdict::Tile(fault)) => Outcome::Undecided(format!("the tile program: {}", fault.reason)),
        Err(NoVerdict::Unsupported(fault)) => Outcome::Undecided(fault.reason.to_string()),
        Err(other) => Outcome::Undecided(other.to_string()),
    }
}

fn keep(out: &Path, case: &Case) -> io::Result<()> {
    std::fs::write(out.join(format!("{}.mlir", case.name)), &case.text)?;
    std::fs::write(out.join(format!("{}.json", case.name)), serde_json::to_string_pretty(&case.job)?)
}

/// The first error, with numbers and texts of layouts left out.
fn summary(said: &str) -> String {
    let line =
        said.lines().find(|l| l.contains("error:")).or_else(|| said.lines().next()).unwrap_or("nothing said");
    let text = line.split_once("error:").map_or(line, |(_, rest)| rest).trim();
    let mut out = String::new();
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '<' | '(' => {
                depth += 1;
                if depth == 1 {
                    out.push(c);
                }
            }
            '>' | ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    out.push(c);
                }
            }
            _ if depth > 0 => {}
            _ if c.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            _ => out.push(c),
        }
    }
    out
}

/// What the tool made of a text.
struct Made {
    text: String,
    said: String,
    /// It died, or did not end.
    fault: Option<String>,
}

impl Campaign {
    /// The program of a seed.
    pub fn case(&self, seed: u64) -> Case {
        generate(&format!("p{seed}"), seed, self.options.unwrap_or_else(|| Options::mixed(seed)))
    }

    fn passes_on(&self, text: &str) -> io::Result<Made> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("in.mlir"), text)?;
        let said = std::fs::File::create(at("said"))?;
        let mut child = Command::new(&self.tool)
            .arg(at("in.mlir"))
            .arg("--split-input-file")
            .arg(format!("--pass-pipeline=builtin.module({})", self.passes))
            .arg("-o")
            .arg(at("out.mlir"))
            .stdin(Stdio::null())
            .stdout(Stdio::from(std::fs::File::create(at("stdout"))?))
            .stderr(Stdio::from(said))
            .spawn()?;
        let begin = Instant::now();
        let status = loop {
            match child.try_wait()? {
                Some(status) => break Some(status),
                None if begin.elapsed() > PATIENCE => {
                    child.kill()?;
                    child.wait()?;
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let read = |name: &str| std::fs::read(at(name)).map(|b| String::from_utf8_lossy(&b).into_owned());
        let said = read("said").unwrap_or_default();
        let fault = match status {
            None => Some("the passes do not end".to_owned()),
            // An error gives 1; a signal gives no code, and a panic another.
            Some(status) if !matches!(status.code(), Some(0 | 1)) => {
                Some(format!("the passes die: {status}: {}", summary(&said)))
            }
            Some(_) => None,
        };
        Ok(Made { text: read("out.mlir").unwrap_or_default(), said, fault })
    }
}

impl Tally {
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
