//! z3 as a child process: one query each, with a limit of time, and answers kept by text.

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, mpsc};
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::encode::Query;
use super::term::Node;
use super::{bits, integers};

/// How long the form as bits is tried alone.
const ALONE: Duration = Duration::from_secs(1);
/// How long both forms are tried beside each other then.
const TOGETHER: Duration = Duration::from_secs(9);

/// What a solver says of a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// No values of the leaves make it true.
    Never,
    /// These do: the signed values of terms and the truths of flags, by number of node.
    With(FxHashMap<u32, i128>),
    /// It did not say in time.
    Unknown,
    /// It did not understand the query, which is a bug here.
    Refused(String),
}

/// There is no z3.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "validate=smt needs z3, which is not found: install it (a system package, or `pip install z3-solver`) and put \
     it on PATH, or name the executable in LAYOUT_Z3"
)]
pub struct NoSolver;

/// A solver that was found.
#[derive(Clone, Debug)]
pub struct Solver {
    program: PathBuf,
    /// Where answers are kept from run to run.
    cache: Option<PathBuf>,
}

static ANSWERS: LazyLock<Mutex<FxHashMap<(u64, u64), bool>>> = LazyLock::new(Mutex::default);

impl Solver {
    /// The executable that `LAYOUT_Z3` names, or `z3` on `PATH`. Answers are kept in the
    /// folder that `LAYOUT_SMT_CACHE` names, if it names one.
    ///
    /// # Errors
    /// [`NoSolver`].
    pub fn find() -> Result<Self, NoSolver> {
        let named = env::var_os("LAYOUT_Z3").filter(|p| !p.is_empty()).map(PathBuf::from);
        let on_path = || {
            let folders = env::var_os("PATH")?;
            env::split_paths(&folders).map(|f| f.join("z3")).find(|p| p.is_file())
        };
        let program = match named {
            Some(named) => Some(named).filter(|p| p.is_file()),
            None => on_path(),
        };
        let program = program.ok_or(NoSolver)?;
        let cache = env::var_os("LAYOUT_SMT_CACHE").filter(|p| !p.is_empty()).map(PathBuf::from);
        Ok(Self { program, cache })
    }

    /// Whether values of the leaves make all that the query asserts true.
    pub fn solve(&self, query: &Query) -> Answer {
        let terms = &query.terms;
        if query.asserted.iter().any(|t| terms.known(*t) == Some(false)) {
            return Answer::Never;
        }
        let nodes = terms.below(&query.asserted);
        let leaves: Vec<u32> = nodes
            .iter()
            .copied()
            .filter(|n| matches!(terms.entries[*n as usize].node, Node::Var(_) | Node::Flag(_)))
            .collect();
        let finish = |definitions: String| {
            let mut text = definitions;
            query.asserted.iter().for_each(|t| text += &format!("(assert t{})\n", t.0));
            text += "(check-sat)\n";
            if !leaves.is_empty() {
                let names: Vec<String> = leaves.iter().map(|n| format!("t{n}")).collect();
                text += &format!("(get-value ({}))\n", names.join(" "));
            }
            text
        };
        let as_bits = finish(bits::print(terms, &nodes));
        let key = (hashed(&as_bits, 0), hashed(&as_bits, 1));
        match self.kept(key) {
            Some(true) => return Answer::Never,
            Some(false) => return Answer::Unknown,
            None => {}
        }
        let as_integers = integers::print(terms, &nodes).map(finish);
        let answer = match self.race(&[&as_bits], ALONE) {
            Answer::Unknown => {
                let both: Vec<&str> =
                    [Some(as_bits.as_str()), as_integers.as_deref()].into_iter().flatten().collect();
                self.race(&both, TOGETHER)
            }
            answer => answer,
        };
        match answer {
            Answer::Never => self.keep(key, true),
            Answer::Unknown => self.keep(key, false),
            Answer::With(_) | Answer::Refused(_) => {}
        }
        answer
    }

    fn file(&self, key: (u64, u64)) -> Option<PathBuf> {
        Some(self.cache.as_ref()?.join(format!("{:016x}{:016x}", key.0, key.1)))
    }

    /// Whether the query was proved; `None` if it is new.
    fn kept(&self, key: (u64, u64)) -> Option<bool> {
        let answers = ANSWERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(answer) = answers.get(&key) {
            return Some(*answer);
        }
        match std::fs::read_to_string(self.file(key)?).ok()?.as_str() {
            "unsat" => Some(true),
            "unknown" => Some(false),
            _ => None,
        }
    }

    fn keep(&self, key: (u64, u64), proved: bool) {
        ANSWERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(key, proved);
        if let Some(file) = self.file(key) {
            // A cache that cannot be written costs time and nothing else.
            let written = file.parent().map(std::fs::create_dir_all);
            if matches!(written, Some(Ok(()))) {
                let _ = std::fs::write(file, if proved { "unsat" } else { "unknown" });
            }
        }
    }

    /// The first answer to queries that mean the same.
    fn race(&self, queries: &[&str], limit: Duration) -> Answer {
        let (send, receive) = mpsc::channel();
        let mut children: Vec<Child> = Vec::new();
        for query in queries {
            let Some(mut child) = self.start(query, limit) else { continue };
            if let Some(mut out) = child.stdout.take() {
                let send = send.clone();
                std::thread::spawn(move || {
                    let mut text = String::new();
                    let _ = out.read_to_string(&mut text);
                    let _ = send.send(text);
                });
            }
            children.push(child);
        }
        drop(send);
        let mut answer = Answer::Unknown;
        while answer == Answer::Unknown
            && let Ok(text) = receive.recv_timeout(limit + Duration::from_secs(2))
        {
            answer = read(&text);
        }
        for mut child in children {
            let _ = child.kill();
            let _ = child.wait();
        }
        answer
    }

    fn start(&self, query: &str, limit: Duration) -> Option<Child> {
        let mut child = Command::new(&self.program)
            .args(["-smt2", "-in", &format!("-t:{}", limit.as_millis()), "-memory:2000"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(query.as_bytes()).ok()?;
        Some(child)
    }
}

fn hashed(text: &str, seed: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, text).hash(&mut hasher);
    hasher.finish()
}

/// What z3 printed: `sat` and `((t1 #b01) (t2 (- 5)) (t3 true))`.
fn read(text: &str) -> Answer {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim() {
        "unsat" => Answer::Never,
        "sat" => {
            let clean = rest.replace(['(', ')'], " ").replace("- ", "-");
            let words: Vec<&str> = clean.split_whitespace().collect();
            let pairs = words
                .chunks_exact(2)
                .filter_map(|pair| Some((pair[0].strip_prefix('t')?.parse().ok()?, number(pair[1])?)));
            Answer::With(pairs.collect())
        }
        _ if first.starts_with("(error") => Answer::Refused(first.into()),
        _ => Answer::Unknown,
    }
}

/// A bit vector as a signed number, an integer, or a truth.
fn number(text: &str) -> Option<i128> {
    let signed = |digits: &str, radix: u32, width: u32| {
        let value = u128::from_str_radix(digits, radix).ok()?;
        Some((value << (128 - width)) as i128 >> (128 - width))
    };
    match text {
        "true" => Some(1),
        "false" => Some(0),
        _ => match (text.strip_prefix("#b"), text.strip_prefix("#x")) {
            (Some(digits), _) => signed(digits, 2, digits.len() as u32),
            (_, Some(digits)) => signed(digits, 16, 4 * digits.len() as u32),
            _ => text.parse().ok(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        assert_eq!(read("unsat\n(error \"no model\")\n"), Answer::Never);
        assert_eq!(read("unknown\n"), Answer::Unknown);
        assert_eq!(read(""), Answer::Unknown);
        assert!(matches!(read("(error \"unknown constant\")\nsat\n"), Answer::Refused(_)));
        let with = read("sat\n((t1 #b101)\n (t2 (- 5))\n (t3 true) (t4 #x7f))\n");
        assert_eq!(with, Answer::With(FxHashMap::from_iter([(1, -3), (2, -5), (3, 1), (4, 127)])));
    }
}
