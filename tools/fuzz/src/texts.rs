//! Broken texts and bytecode: whatever a parser is given it reads or refuses, and what it reads is what it was
//! after a round trip. Programs that are right are changed at random, mostly where they speak of layouts.
//!
//! Like the other fuzzer, this one has a process for what may hang or die, which says what it begins with;
//! seed and number decide a text, so that the one that watches can write it down.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use fastrand::Rng;
use layout_mlir::{read_module, write_bytecode};
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};

/// What may stand where something else stood.
const TOKENS: &[&str] = &[
    "#layout<",
    "!layout<",
    "!layout<*>",
    "#layout.tile<[",
    "#layout.coord<",
    "#layout.tv<",
    "#layout.frag<",
    "#layout.mma<",
    "!layout.token",
    "S<3,3,3> o ",
    "S<0,4,3> o 3 o ",
    "Sw<",
    " o ",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    ":",
    ",",
    "?",
    "*",
    "_",
    "-",
    "@",
    "1@0",
    "{div=8}",
    "{min=0,max=7}",
    "floordiv(",
    "ceildiv(",
    "min(",
    "M",
    "s0",
    "0",
    "1",
    "-1",
    "4096",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999",
    "\"",
    "\n",
    "//",
    "ä",
    "\0",
    "cover",
    "by",
    "of",
    "index",
    "warps=(1,1)",
    "m16n8k16",
    "A",
    "f16",
    "tensor<",
    "memref<",
    "#",
    "%",
    "^bb0",
];
/// Texts that one context reads: its attributes stay as long as it lives.
const TEXTS: u64 = 2000;
/// Programs longer than this are cut: what matters stands close together.
const LONGEST: usize = 4000;
/// What other parsers die of: MLIR's of operations with a dense array that is missing, and of types of dialects that
/// are not registered.
const FRAGILE: &[&str] = &["linalg.transpose", "linalg.reduce", "linalg.broadcast", "!cute"];
/// As many letters, one of them a bracket, are a text.
const WORD: usize = 8;
/// A text that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// A text or bytecode that is made of a right program.
pub struct Mutant {
    /// What the parser gets.
    pub bytes: Vec<u8>,
    /// Whether bytecode was changed, not text.
    pub bytecode: bool,
}

/// The programs of files and folders: of a file, what stands between lines of `// -----` and `//--- name`.
///
/// # Errors
/// If a file cannot be read.
pub fn programs(paths: &[PathBuf]) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries: Result<Vec<_>, _> = std::fs::read_dir(path)?.collect();
            let mut inside: Vec<PathBuf> = entries?.into_iter().map(|e| e.path()).collect();
            inside.retain(|p| p.is_dir() || p.extension().is_some_and(|e| e == "mlir"));
            inside.sort();
            found.extend(programs(&inside)?);
            continue;
        }
        let mut part = String::new();
        for line in std::fs::read_to_string(path)?.lines().chain(["//--- "]) {
            if line.starts_with("// -----") || line.starts_with("//--- ") {
                found.push(std::mem::take(&mut part));
            } else if !line.trim_start().starts_with("//") {
                part.push_str(line);
                part.push('\n');
            }
        }
    }
    found.retain(|p| !p.trim().is_empty());
    Ok(found)
}

fn context() -> Context {
    let context = layout_dialect::context();
    context.enable_multi_threading(false);
    context.set_allow_unregistered_dialects(true);
    context.attach_diagnostic_handler(|_| true);
    context
}

/// A place in the text, mostly one behind a word of layouts.
fn place(text: &str, random: &mut Rng) -> usize {
    let mut at = random.usize(0..=text.len());
    if random.u8(0..4) > 0
        && let Some(word) = text.get(text.ceil_char_boundary(at)..).and_then(|rest| rest.find("layout"))
    {
        at = (text.ceil_char_boundary(at) + word + random.usize(0..48)).min(text.len());
    }
    text.floor_char_boundary(at)
}

/// Changes a text at one to four places.
fn change_text(text: &mut String, programs: &[String], random: &mut Rng) {
    for _ in 0..random.u8(1..=4) {
        let from = place(text, random);
        let to = text.ceil_char_boundary((from + random.usize(0..24)).min(text.len()));
        match random.u8(0..7) {
            0 => text.replace_range(from..to, ""),
            1 => {
                let again = text[from..to].to_owned();
                text.insert_str(from, &again);
            }
            2 | 3 => text.insert_str(from, random.choice(TOKENS).unwrap_or(&"")),
            4 => {
                let end = text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| from + n);
                text.replace_range(from..end, random.choice(TOKENS).unwrap_or(&""));
            }
            5 => {
                let other = random.choice(programs).map_or("", String::as_str);
                let start = place(other, random);
                let end = other.ceil_char_boundary((start + random.usize(0..80)).min(other.len()));
                text.replace_range(from..to, &other[start..end]);
            }
            _ => {
                let digits = |at: &usize| text.as_bytes()[*at].is_ascii_digit();
                let all: Vec<usize> = (from..text.len().min(from + 200)).filter(digits).collect();
                if let Some(at) = random.choice(all) {
                    text.replace_range(at..=at, &random.u8(0..10).to_string());
                }
            }
        }
    }
}

/// Changes letters at one to four places of the texts in bytecode, which the dialect reads. What stands between them is
/// MLIR's own, whose reader believes what it finds there, and dies of some of it.
fn change_bytes(bytes: &mut [u8], random: &mut Rng) {
    let text = |window: &[u8]| window.iter().all(|b| (b' '..=b'~').contains(b)) && window.contains(&b'(');
    let places: Vec<usize> =
        bytes.windows(WORD).enumerate().filter(|(_, w)| text(w)).map(|(at, _)| at).collect();
    for _ in 0..random.u8(1..=4) {
        let Some(word) = random.choice(&places) else { return };
        let letter = random.choice(b"()<>:,?*_-@{}0123456789SoM ".iter()).copied().unwrap_or(b'0');
        bytes[word + random.usize(0..WORD)] = letter;
    }
}

/// The text of a seed and a number.
pub fn mutant(context: &Context, programs: &[String], seed: u64, number: u64) -> Mutant {
    let mut random = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    let program = random.choice(programs).map_or("", String::as_str);
    let wants_bytecode = random.u8(0..3) == 0;
    if wants_bytecode && let Some(module) = Module::parse(context, program) {
        let mut bytes = write_bytecode(&module);
        change_bytes(&mut bytes, &mut random);
        return Mutant { bytes, bytecode: true };
    }
    let mut text = program.to_string();
    if text.len() > LONGEST {
        let start = text.floor_char_boundary(random.usize(0..text.len() - LONGEST));
        text = text[start..text.ceil_char_boundary(start + LONGEST)].to_string();
    }
    change_text(&mut text, programs, &mut random);
    if FRAGILE.iter().any(|word| text.contains(word)) {
        text.clear();
    }
    Mutant { bytes: text.into_bytes(), bytecode: false }
}

fn generic(module: &Module<'_>) -> String {
    let flags = OperationPrintingFlags::new().print_generic_operation_form().use_local_scope();
    module.as_operation().to_string_with_flags(flags).unwrap_or_default()
}

/// What does not hold of a text that parses; nothing of one that does not.
fn fault(context: &Context, mutant: &Mutant) -> Option<&'static str> {
    let module = read_module(context, &mutant.bytes)?;
    let text = module.as_operation().to_string();
    // Other dialects' have faults of their own; so have names and types in bytecode, which MLIR takes as they are.
    if mutant.bytecode || !text.contains("layout") {
        return None;
    }
    let form = generic(&module);
    let same = |bytes: &[u8]| read_module(context, bytes).is_some_and(|again| generic(&again) == form);
    if !same(text.as_bytes()) {
        return Some("its text does not parse to what it was");
    }
    if !same(form.as_bytes()) {
        return Some("its generic form does not parse to what it was");
    }
    (!same(&write_bytecode(&module))).then_some("its bytecode is not read as what it was")
}

/// The process that reads texts, from the number `first` on. (It reads the programs anew: they must not change
/// meanwhile.) It says the number of each before, and what is wrong with it behind.
///
/// # Errors
/// If standard output breaks, which ends it.
pub fn serve(programs: &[String], seed: u64, first: u64) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut current = context();
    for number in first.. {
        if number % TEXTS == 0 {
            current = context();
        }
        writeln!(out, "{number}")?;
        out.flush()?;
        let mutant = mutant(&current, programs, seed, number);
        if let Some(fault) = fault(&current, &mutant) {
            writeln!(out, "{number} {fault}")?;
            out.flush()?;
        }
    }
    Ok(())
}

/// A process that reads texts, watched.
struct Reader {
    child: Child,
    lines: Receiver<String>,
}

impl Reader {
    fn start(command: &[String], first: u64) -> std::io::Result<Self> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| std::io::Error::other("no command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .arg(format!("--first={first}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|l| sender.send(l))
            });
        }
        Ok(Self { child, lines })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Has a process read texts until the time is over, and writes those into a folder that it does not survive, that
/// take too long or that do not come back as what they were. Returns how many were read, and what was wrong with which.
///
/// # Errors
/// If the process does not start, or a file cannot be written.
pub fn run(
    command: &[String],
    programs: &[String],
    seed: u64,
    time: Duration,
    out: &Path,
) -> std::io::Result<(u64, Vec<(PathBuf, String)>)> {
    let begin = Instant::now();
    let mut faults = Vec::new();
    let mut at = 0;
    while begin.elapsed() < time {
        let reader = Reader::start(command, at)?;
        let died = loop {
            match reader.lines.recv_timeout(PATIENCE) {
                Ok(_) if begin.elapsed() > time => break None,
                Ok(line) => match line.split_once(' ') {
                    None => at = line.parse().unwrap_or(at),
                    Some((_, fault)) => faults.push((at, fault.to_string())),
                },
                Err(RecvTimeoutError::Timeout) => break Some("no end"),
                Err(RecvTimeoutError::Disconnected) => break Some("the process died"),
            }
        };
        if let Some(how) = died {
            faults.push((at, how.into()));
            at += 1;
        }
    }
    std::fs::create_dir_all(out)?;
    let context = context();
    let mut written = Vec::new();
    for (number, fault) in faults {
        let mutant = mutant(&context, programs, seed, number);
        let name = format!("text-{seed}-{number}.{}", if mutant.bytecode { "mlirbc" } else { "mlir" });
        std::fs::write(out.join(&name), mutant.bytes)?;
        written.push((out.join(name), fault));
    }
    Ok((at, written))
}
