//! Some programs of a campaign: through the passes at once, then judged one by one.

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Campaign;
use crate::generate::Case;
use crate::judge::{NoVerdict, Wrong, judge};
use crate::mutate::{Mutations, mutate};
use crate::read::program::{Program, ProgramError, Session};

/// How long the passes may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// What came of a program.
pub(super) enum Outcome {
    /// It is right.
    Right { elements: usize, unsure: usize, mutations: Mutations },
    /// The passes refuse it, and say why.
    Refused(String),
    /// There is no verdict, and why.
    Undecided(String),
    /// It is wrong.
    Wrong(String),
}

fn verdict(session: &Session, case: &Case, made: &str, campaign: &Campaign) -> Outcome {
    let read = |file: &str, text: &str| -> Result<Program, ProgramError> { session.read(file, text) };
    let programs = read(&format!("{}.mlir", case.name), &case.text)
        .and_then(|tile| Ok((tile, read(&format!("{}.out.mlir", case.name), made)?)));
    let (tile, threads) = match programs {
        Ok(programs) => programs,
        Err(error) => return Outcome::Undecided(summary(&error.to_string())),
    };
    let schedules = campaign.schedules;
    let verdict = judge(&tile, &threads, &case.job, schedules);
    let mutations = match &verdict {
        Ok(Ok(_)) if campaign.mutate > 0 => {
            mutate(&tile, &threads, &case.job, schedules, campaign.mutate, |_| true)
        }
        _ => Ok(Ok(Mutations::default())),
    };
    match verdict {
        Ok(Ok(found)) => {
            let mutations = mutations.ok().and_then(Result::ok).unwrap_or_default();
            Outcome::Right { elements: found.right, unsure: found.unsure, mutations }
        }
        Ok(Err(Wrong::Fault(fault))) => Outcome::Wrong(fault.to_string()),
        Ok(Err(differs)) => Outcome::Wrong(differs.to_string()),
        Err(NoVerdict::Tile(fault)) => {
            Outcome::Undecided(summary(&format!("the tile program: {}", fault.reason)))
        }
        Err(NoVerdict::Unsupported(fault)) => Outcome::Undecided(summary(&fault.reason.to_string())),
        Err(other) => Outcome::Undecided(summary(&other.to_string())),
    }
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
    /// Judges the programs of a batch, in the order of their seeds.
    ///
    /// # Errors
    /// If the tool does not start or files cannot be written.
    pub(super) fn batch(&self, number: u64, session: &Session) -> io::Result<Vec<Outcome>> {
        let cases: Vec<Case> = self.seeds(number).map(|seed| self.case(seed)).collect();
        let whole: Vec<&str> = cases.iter().map(|c| c.text.as_str()).collect();
        let made = self.passes_on(&whole.join("// -----\n"))?;
        let parts: Vec<&str> = made.text.split("// -----").collect();
        let judged = cases.iter().map(|case| {
            let name = format!("@{}(", case.name);
            if let Some(text) = parts.iter().find(|p| p.contains(&name)) {
                return Ok(verdict(session, case, text, self));
            }
            let alone = self.passes_on(&case.text)?;
            Ok(match alone.fault {
                Some(crash) => Outcome::Wrong(crash),
                None if alone.text.contains(&name) => verdict(session, case, &alone.text, self),
                None => Outcome::Refused(summary(&alone.said)),
            })
        });
        judged.collect()
    }

    fn passes_on(&self, text: &str) -> io::Result<Made> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("in.mlir"), text)?;
        let said = std::fs::File::create(at("said"))?;
        let mut child = Command::new(&self.tool)
            .arg(at("in.mlir"))
            .args(["--split-input-file", "--mlir-disable-threading"])
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
