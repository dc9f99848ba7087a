//! The process that runs passes, which may hang or die, and the one that watches it.
//!
//! Both speak in lines of JSON: a [`Job`] goes in; out come a message before each
//! pipeline, one for each failure, and one at the end.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::judge::{Failure, Kind, Subject, Tally, judge};
use crate::session::Session;

/// A program and what to do with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The module.
    pub text: String,
    /// The pipelines, each judged by itself.
    pub pipelines: Vec<String>,
    /// Inputs beside those that are drawn.
    pub inputs: Vec<String>,
    /// Decides the inputs that are drawn.
    pub seed: u64,
    /// How many are drawn for each function.
    pub draws: usize,
}

/// What a worker says.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Message {
    /// The pipeline of this number is about to run.
    At(usize),
    /// A fault.
    Failed(Failure),
    /// The program does not parse.
    Invalid(String),
    /// The job is done.
    Done(Tally),
}

/// The worker's main loop: jobs from standard input until it ends.
///
/// # Errors
/// If standard input or output break.
pub fn serve() -> std::io::Result<()> {
    let session = Session::new();
    let mut out = std::io::stdout().lock();
    let mut say = |message: &Message| -> std::io::Result<()> {
        serde_json::to_writer(&mut out, message)?;
        out.write_all(b"\n")?;
        out.flush()
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(job) = serde_json::from_str::<Job>(&line?) else { continue };
        let mut tally = Tally::default();
        let given: Vec<_> = job.inputs.iter().filter_map(|i| i.parse().ok()).collect();
        match Subject::new(&session, &job.text, job.seed, job.draws, &given) {
            Err(why) => say(&Message::Invalid(why))?,
            Ok(mut subject) => {
                for (number, pipeline) in job.pipelines.iter().enumerate() {
                    say(&Message::At(number))?;
                    let Ok(pipeline) = pipeline.parse();
                    if let Err(failure) = judge(&session, &mut subject, &pipeline, &mut tally) {
                        say(&Message::Failed(*failure))?;
                    }
                }
            }
        }
        say(&Message::Done(tally))?;
    }
    Ok(())
}

/// What a worker may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time of the processor for one pipeline.
    pub time: Duration,
    /// Address space, in bytes.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(20), memory: 6 << 30 }
    }
}

/// A clock that stands still while the process waits for a processor: at most this many
/// times the limit passes on the wall.
const PATIENCE: u32 = 12;

/// A worker process, started anew whenever it dies.
pub struct Worker {
    command: Vec<String>,
    limits: Limits,
    process: Option<Process>,
}

struct Process {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Message>,
    /// The end of what it wrote to standard error.
    complaints: Arc<Mutex<String>>,
}

/// A job that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The process does not start.
    #[error("the worker process does not start: {0}")]
    Start(#[from] std::io::Error),
    /// The program does not parse.
    #[error("the program is not valid: {0}")]
    Invalid(String),
}

/// How a pipeline ended.
enum End {
    Message(Message),
    Hung,
    Died(String),
}

impl Worker {
    /// A worker of the program `command`, which must call [`serve`].
    pub fn new(command: Vec<String>, limits: Limits) -> Self {
        Self { command, limits, process: None }
    }

    /// Another worker of the same program, with less time.
    pub fn with_time(&self, time: Duration) -> Self {
        Self::new(self.command.clone(), Limits { time, ..self.limits })
    }

    /// Does a job; returns what was counted and what failed. A pipeline that hangs or
    /// kills the process is a failure, after which the next one runs.
    ///
    /// # Errors
    /// [`WorkerError`].
    pub fn run(&mut self, job: &Job) -> Result<(Tally, Vec<Failure>), WorkerError> {
        let mut tally = Tally::default();
        let mut failures = Vec::new();
        let mut job = job.clone();
        while !job.pipelines.is_empty() {
            let process = self.process()?;
            let mut line = serde_json::to_string(&job).map_err(std::io::Error::from)?;
            line.push('\n');
            if process.stdin.write_all(line.as_bytes()).is_err() {
                self.stop();
                continue;
            }
            let mut at = 0;
            loop {
                let end = self.next();
                let kind = match end {
                    End::Message(Message::At(number)) => {
                        at = number;
                        continue;
                    }
                    End::Message(Message::Failed(failure)) => {
                        failures.push(failure);
                        continue;
                    }
                    End::Message(Message::Invalid(why)) => return Err(WorkerError::Invalid(why)),
                    End::Message(Message::Done(counted)) => {
                        tally.add(&counted);
                        return Ok((tally, failures));
                    }
                    End::Hung => (Kind::Hang, format!("no end in {:?}", self.limits.time)),
                    End::Died(how) => (Kind::Crash, how),
                };
                self.stop();
                failures.push(Failure {
                    kind: kind.0,
                    pipeline: job.pipelines[at].clone(),
                    input: None,
                    expected: "an end".into(),
                    observed: kind.1,
                });
                // What hangs in one pipeline hangs in the others, and time is dear.
                let gone = if kind.0 == Kind::Hang { job.pipelines.len() } else { at + 1 };
                job.pipelines.drain(..gone);
                break;
            }
        }
        Ok((tally, failures))
    }

    fn process(&mut self) -> Result<&mut Process, WorkerError> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.command, self.limits.memory)?,
        };
        Ok(self.process.insert(process))
    }

    /// Waits for the next message.
    fn next(&mut self) -> End {
        let Some(process) = &mut self.process else { return End::Died("no process".into()) };
        let (wall, spent) = (Instant::now(), process.processor_time());
        loop {
            match process.messages.recv_timeout(Duration::from_millis(100)) {
                Ok(message) => return End::Message(message),
                Err(RecvTimeoutError::Timeout) => {
                    let used = match (process.processor_time(), spent) {
                        (Some(now), Some(then)) => now.saturating_sub(then),
                        _ => wall.elapsed(),
                    };
                    if used > self.limits.time || wall.elapsed() > self.limits.time * PATIENCE {
                        return End::Hung;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return End::Died(process.obituary()),
            }
        }
    }

    fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.child.kill();
            let _ = process.child.wait();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Process {
    fn start(command: &[String], memory: u64) -> std::io::Result<Self> {
        // The shell sets the limit, then becomes the worker.
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {} 2>/dev/null; exec \"$0\" \"$@\"", memory / 1024))
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || std::io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let mut stderr = child.stderr.take().ok_or_else(missing)?;
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if let Ok(message) = serde_json::from_str(&line)
                    && sender.send(message).is_err()
                {
                    break;
                }
            }
        });
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = complaints.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                // The first lines say why; what follows is the stack.
                if kept.len() < 4096 {
                    kept.push_str(&String::from_utf8_lossy(&buffer[..count]));
                }
            }
        });
        Ok(Self { child, stdin, messages, complaints })
    }

    /// The time that the process has had a processor, on Linux.
    fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        // A tick is a hundredth of a second wherever Linux runs Rust.
        Some(Duration::from_millis(ticks * 10))
    }

    /// How it died, and what it said last.
    fn obituary(&mut self) -> String {
        let status = self.child.wait().map(how).unwrap_or_default();
        std::thread::sleep(Duration::from_millis(50));
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = complaints.lines().filter(|l| !l.trim().is_empty()).take(4).collect();
        format!("{status}: {}", lines.join(" "))
    }
}

#[cfg(unix)]
fn how(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(signal) => format!("killed by signal {signal}"),
        None => format!("{status}"),
    }
}

#[cfg(not(unix))]
fn how(status: ExitStatus) -> String {
    status.to_string()
}
