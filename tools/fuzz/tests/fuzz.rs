//! The fuzzer: its programs, its judge, its workers; and the passes, on a few hundred programs.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::time::Duration;

use layout_fuzz::case::{self, Case};
use layout_fuzz::generate::{Features, generate};
use layout_fuzz::inputs::Input;
use layout_fuzz::judge::{Failure, Kind, Subject, Tally};
use layout_fuzz::reduce::reduce;
use layout_fuzz::run::{Plan, run};
use layout_fuzz::session::Session;
use layout_fuzz::worker::{Job, Limits, Worker, WorkerError};

fn worker() -> Vec<String> {
    vec![env!("CARGO_BIN_EXE_layout-fuzz").into(), "worker".into()]
}

fn plan(seed: u64, count: u64) -> Plan {
    Plan {
        seed,
        first: 0,
        count,
        time: None,
        pipeline: None,
        pipelines: 2,
        jobs: 2,
        out: None,
        reduce: 0,
        command: worker(),
        // Debug builds check the e-graph of every pass.
        limits: Limits { time: Duration::from_secs(10), ..Limits::default() },
    }
}

/// The passes do what they should on other programs than those of `./x test fuzz`.
#[test]
fn passes_are_right() {
    let summary = run(&plan(20, 300)).unwrap();
    println!("{summary}");
    let first = summary.failures.iter().next();
    let shown =
        first.map(|(number, f)| format!("layout-fuzz --seed 20 --first {number} --count 1\n{}", f[0]));
    assert!(summary.failures.is_empty(), "{summary}\nthe first: {}", shown.unwrap_or_default());
}

/// A fuzzer whose programs are undefined, or not valid, tests nothing.
#[test]
fn programs_are_valid_and_mostly_defined() {
    let session = Session::new();
    let mut tally = Tally::default();
    let (mut layouts, mut unknown) = (0, 0);
    for number in 0..400 {
        let program = generate(5, number);
        assert_eq!(program.features, Features::of(&program.text));
        layouts += usize::from(program.features.layouts);
        unknown += usize::from(program.features.unknown_layouts);
        if program.text.len() > 20_000 {
            continue;
        }
        let subject = Subject::new(&session, &program.text, number, 6, &[]);
        let mut subject = subject.unwrap_or_else(|why| unreachable!("{why} in\n{}", program.text));
        subject.outcomes(64, &mut tally);
    }
    let share = |part: u64| part as f64 / tally.runs as f64;
    assert!(tally.runs > 2500 && share(tally.undefined) < 0.3, "{tally:?}");
    assert!(share(tally.poison) < 0.1 && share(tally.unsupported) < 0.08, "{tally:?}");
    assert!(share(tally.out_of_fuel) < 0.02, "{tally:?}");
    assert!(layouts > 60 && unknown > 8, "{layouts} {unknown}");
}

#[test]
fn a_seed_is_a_program() {
    for number in 0..50 {
        assert_eq!(generate(3, number).text, generate(3, number).text);
    }
    assert_ne!(generate(3, 1).text, generate(4, 1).text);
}

#[test]
fn runs_repeat() {
    let [mut a, mut b] = [(); 2].map(|()| run(&plan(11, 40)).unwrap());
    (a.time, b.time) = (Duration::ZERO, Duration::ZERO);
    assert_eq!((a.tally, a.failures), (b.tally, b.failures));
}

const ADDS: &str = "func.func private @see(i32)
func.func @g(%a: i32) -> i32 { return %a : i32 }
func.func @f(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 100 : i32
  %d = arith.muli %a, %c overflow<nsw> : i32
  %e = arith.addi %d, %b : i32
  func.call @see(%e) : (i32) -> ()
  %g = arith.subi %e, %c : i32
  return %g : i32
}
";

fn job(text: &str, pipelines: &[&str], inputs: &[&str]) -> Job {
    let texts = |list: &[&str]| list.iter().map(|s| s.to_string()).collect();
    Job { text: text.into(), pipelines: texts(pipelines), inputs: texts(inputs), seed: 1, draws: 4 }
}

/// A death, a hang and an error are told apart, and the next pipeline runs.
#[test]
fn workers_that_die_are_replaced() {
    // Not enough memory to load the passes: the process dies before it says anything.
    let mut starved = Worker::new(worker(), Limits { memory: 1 << 20, ..Limits::default() });
    let (_, failures) = starved.run(&job(ADDS, &["layout-normalize", "index-simplify"], &[])).unwrap();
    assert_eq!(failures.iter().map(|f| f.kind).collect::<Vec<_>>(), [Kind::Crash, Kind::Crash]);
    // No time at all.
    let mut hurried = Worker::new(worker(), Limits { time: Duration::ZERO, ..Limits::default() });
    let long = generate_long();
    let (_, failures) = hurried.run(&job(&long, &["index-simplify"], &[])).unwrap();
    assert_eq!(failures.iter().map(|f| f.kind).collect::<Vec<_>>(), [Kind::Hang]);
    // An option that no pass has.
    let mut worker = Worker::new(worker(), Limits::default());
    let (_, failures) = worker.run(&job(ADDS, &["index-simplify{none=1}", "layout-normalize"], &[])).unwrap();
    assert_eq!(failures.iter().map(|f| f.kind).collect::<Vec<_>>(), [Kind::Error]);
    assert!(matches!(worker.run(&job("func.func", &["cse"], &[])), Err(WorkerError::Invalid(_))));
}

/// A program that takes a while.
fn generate_long() -> String {
    let lines: String =
        (1..20_000).map(|i| format!("  %v{i} = arith.addi %v{}, %v0 : i32\n", i - 1)).collect();
    format!("func.func @f(%v0: i32) -> i32 {{\n{lines}  return %v19999 : i32\n}}\n")
}

#[test]
fn reduction_keeps_what_fails() {
    let fails = &mut |text: &str| text.contains("overflow<nsw>") || text.contains("arith.muli");
    let small = reduce(ADDS, Duration::from_secs(20), fails);
    assert!(small.contains("arith.muli"), "{small}");
    for gone in ["nsw", "addi", "subi", "@see", "@g"] {
        assert!(!small.contains(gone), "{gone} in {small}");
    }
    assert!(Session::new().parse(&small).is_ok());
}

#[test]
fn files_come_back() {
    let failure = Failure {
        kind: Kind::Wrong,
        pipeline: "cse; index-simplify{index-bitwidth=32}".into(),
        input: Some(
            "f(5; layout[(4,2):(2,1)]; symbols[3 4]) seed=7 exit=1 ids=1,0,0,32,1,1,0,0,0,4,1,1".into(),
        ),
        expected: "returns (1)".into(),
        observed: "returns (2)".into(),
    };
    let case = Case::parse(&case::write(&failure, "a test", ADDS));
    assert_eq!(case.pipeline.unwrap().to_string(), failure.pipeline);
    assert_eq!(case.input.unwrap().to_string(), failure.input.unwrap());
    assert!(Session::new().parse(&case.text).is_ok());
    let old = Case::parse("// fuzz: diff index-simplify{index-bitwidth=32} 32 f(0,-7)\n");
    assert_eq!(old.pipeline.unwrap().index_width(), 32);
    assert_eq!(old.input, "f(0; -7)".parse::<Input>().ok());
    assert!("f(x)".parse::<Input>().is_err());
}
