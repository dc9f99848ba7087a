//! One program through one pipeline, and what the interpreter says.

use std::collections::{BTreeMap, HashMap};

use layout_interp::{End, Outcome, Place, Program, Value, refines};
use layout_mlir::ir;
use melior::ir::Module;
use serde::{Deserialize, Serialize};

use crate::generate::rng;
use crate::inputs::{Hints, Input, draw};
use crate::pipelines::{Pipeline, Stage};
use crate::session::Session;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The program does something that the one before did not allow.
    Wrong,
    /// A pass failed on a valid program, or left an invalid one.
    Error,
    /// The process died.
    Crash,
    /// The pass did not end in time.
    Hang,
    /// There are more operations than before.
    Grew,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Wrong => "wrong",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Grew => "grew",
        })
    }
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong.
    pub kind: Kind,
    /// The pipeline.
    pub pipeline: String,
    /// The input that shows it.
    pub input: Option<String>,
    /// What the program before did.
    pub expected: String,
    /// What was seen instead.
    pub observed: String,
}

/// What came out of one program, or many.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Programs.
    pub programs: u64,
    /// Programs that do not parse: faults of the generator.
    pub unparsed: u64,
    /// Stages of ours that were judged.
    pub stages: u64,
    /// Stages after which running the same again changes something.
    pub unstable: u64,
    /// Stages that changed the program.
    pub changed: u64,
    /// Runs of programs before a stage.
    pub runs: u64,
    /// Of these, undefined behaviour.
    pub undefined: u64,
    /// Of these, defined, but everything that they return is poison.
    pub poison: u64,
    /// Of these, with operations that the interpreter does not know.
    pub unsupported: u64,
    /// Of these, longer than the fuel lasts.
    pub out_of_fuel: u64,
    /// Runs after a stage that the interpreter does not know: not judged.
    pub unjudged: u64,
    /// What it does not know, before or after a stage.
    pub unknown: BTreeMap<String, u64>,
}

impl Tally {
    /// Adds another's numbers.
    pub fn add(&mut self, other: &Self) {
        self.programs += other.programs;
        self.unparsed += other.unparsed;
        self.stages += other.stages;
        self.unstable += other.unstable;
        self.changed += other.changed;
        self.runs += other.runs;
        self.undefined += other.undefined;
        self.poison += other.poison;
        self.unsupported += other.unsupported;
        self.out_of_fuel += other.out_of_fuel;
        self.unjudged += other.unjudged;
        for (what, count) in &other.unknown {
            *self.unknown.entry(what.clone()).or_default() += count;
        }
    }

    /// Notes what the interpreter does not know, numbers left out.
    fn note(&mut self, place: &Place) {
        let what = place.why.chars().filter(|c| !c.is_ascii_digit()).take(80).collect();
        *self.unknown.entry(what).or_default() += 1;
    }

    fn count(&mut self, outcome: &Outcome) {
        self.runs += 1;
        match &outcome.end {
            End::Undefined(_) => self.undefined += 1,
            End::Unsupported(place) => {
                self.unsupported += 1;
                self.note(place);
            }
            End::OutOfFuel => self.out_of_fuel += 1,
            End::Returned(values) => {
                self.poison += u64::from(!values.is_empty() && values.iter().all(Value::is_poison));
            }
            End::Exited => {}
        }
    }
}

/// A program with its inputs, and what it does on them.
pub struct Subject {
    text: String,
    program: Program,
    inputs: Vec<Input>,
    outcomes: HashMap<u32, Vec<Outcome>>,
}

impl Subject {
    /// Reads a program; `draws` inputs of each function are drawn from `seed`, after those
    /// that are given.
    ///
    /// # Errors
    /// What the parser or the verifier says.
    pub fn new(
        session: &Session,
        text: &str,
        seed: u64,
        draws: usize,
        given: &[Input],
    ) -> Result<Self, String> {
        let module = session.parse(text)?;
        let program = Program::new(&module);
        let hints = Hints::of(text);
        let mut rng = rng(seed, 1);
        let drawn: Vec<Input> = program.functions().flat_map(|f| draw(f, &hints, draws, &mut rng)).collect();
        let inputs = given.iter().cloned().chain(drawn).collect();
        // As the printer writes it, so that a change is a change of the program.
        Ok(Self { text: module.as_operation().to_string(), program, inputs, outcomes: HashMap::new() })
    }

    /// What it does on each input, counted the first time.
    pub fn outcomes(&mut self, index_width: u32, tally: &mut Tally) -> &[Outcome] {
        let (program, inputs) = (&self.program, &self.inputs);
        self.outcomes.entry(index_width).or_insert_with(|| {
            let run = |i: &Input| {
                let i = i.with_index_width(index_width);
                program.run(&i.function, &i.arguments, &i.environment)
            };
            let outcomes: Vec<Outcome> = inputs.iter().map(run).collect();
            outcomes.iter().for_each(|o| tally.count(o));
            outcomes
        })
    }
}

/// Operations other than constants.
fn operations(module: &Module<'_>) -> usize {
    let all = ir::nested(module.as_operation());
    all.into_iter().filter(|op| !ir::name(*op).ends_with(".constant")).count()
}

/// Runs a pipeline on a program and judges each stage of ours.
///
/// # Errors
/// The first fault.
pub fn judge(
    session: &Session,
    subject: &mut Subject,
    pipeline: &Pipeline,
    tally: &mut Tally,
) -> Result<(), Box<Failure>> {
    let failure = |kind, input: Option<&Input>, expected: String, observed: String| {
        let input = input.map(Input::to_string);
        Box::new(Failure { kind, pipeline: pipeline.to_string(), input, expected, observed })
    };
    let width = pipeline.index_width();
    // After the first stage the subject is what the stage before left.
    let mut later: Option<Subject> = None;
    for stage in pipeline.stages() {
        let before = later.as_mut().unwrap_or(&mut *subject);
        let Ok(mut module) = session.parse(&before.text) else { return Ok(()) };
        let size = operations(&module);
        if let Err(message) = session.run(&mut module, &stage.passes) {
            if !stage.is_ours() {
                return Ok(());
            }
            return Err(failure(Kind::Error, None, "success".into(), message));
        }
        let after = Program::new(&module);
        let text = module.as_operation().to_string();
        if stage.is_ours() {
            tally.stages += 1;
            tally.changed += u64::from(text != before.text);
            let inputs = before.inputs.clone();
            let outcomes = before.outcomes(width, tally);
            for (input, expected) in inputs.iter().zip(outcomes) {
                if let Err((expected, observed)) = compare(&after, stage, input, width, expected, tally) {
                    return Err(failure(Kind::Wrong, Some(input), expected, observed));
                }
            }
            let (grown, layouts) = (operations(&module), text.contains("layout."));
            if stage.must_not_grow() && !layouts && grown > size {
                let count = |n| format!("{n} operations");
                return Err(failure(Kind::Grew, None, count(size), count(grown)));
            }
            let again = session.run(&mut module, &stage.passes);
            tally.unstable += u64::from(again.is_ok() && module.as_operation().to_string() != text);
        }
        let inputs =
            before.inputs.iter().map(|i| if stage.expands() { i.expanded() } else { i.clone() }).collect();
        later = Some(Subject { text, program: after, inputs, outcomes: HashMap::new() });
    }
    Ok(())
}

/// Whether the program after a stage does on an input what it did before.
fn compare(
    after: &Program,
    stage: &Stage,
    input: &Input,
    index_width: u32,
    expected: &Outcome,
    tally: &mut Tally,
) -> Result<(), (String, String)> {
    if matches!(expected.end, End::Undefined(_) | End::OutOfFuel | End::Unsupported(_)) {
        return Ok(());
    }
    let input = input.with_index_width(index_width);
    let input = if stage.expands() { input.expanded() } else { input };
    // A pass may spend more on what it makes; only without end is too much.
    let mut environment = input.environment.clone();
    environment.fuel *= 10;
    let observed = after.run(&input.function, &input.arguments, &environment);
    if let End::Unsupported(place) = &observed.end {
        tally.unjudged += 1;
        tally.note(place);
    }
    let expanded = |o: &Outcome| if stage.expands() { o.clone().with_layouts_expanded() } else { o.clone() };
    let (expected, observed) = (expanded(expected), expanded(&observed));
    refines(&expected, &observed).map_err(|d| (expected.to_string(), format!("{observed} ({d})")))
}
