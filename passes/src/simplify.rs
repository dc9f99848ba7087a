//! What the simplifying passes have in common: their options, the way over a function,
//! remarks.

use layout_bridge::facts::{Machine, is_assumption};
use layout_bridge::import::is_layout;
use layout_bridge::order::Order;
use layout_bridge::outside::warn_of_poison;
use layout_bridge::rewrite::{Dump, Function, Replacement, Report, Scope, Settings};
use layout_bridge::segments::{is_term, segments};
use layout_bridge::validate::{Method, NoSolver, Solver, Tally, Target, validate};
use layout_egraph::{CostModel, Effort, Options, Pick, SLOT};
use layout_mlir::ir;
use layout_mlir::registry::{OptionError, OptionValues, PassOption};
use layout_target::UnknownChip;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

/// Most times that the arithmetic of a function is rewritten; the last changes nothing, almost always the second.
/// Indices of layouts are rewritten once: what they become is of one make, and a second time has found nothing yet.
const RUNS: usize = 8;
/// A further run is for what has looked at no more operations yet: time grows with
/// the length of a function and no faster.
const LOOKED_AT: usize = 16 * 1024;

/// The option for the width of `index`.
pub const INDEX_WIDTH: PassOption =
    PassOption { name: "index-bitwidth", description: "bits that index will have: 32 or 64", default: "64" };

/// Options of every simplifying pass.
pub const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "target",
        description: "whose instructions to minimize: a chip such as sm_90a, for which there may be more \
                      operations, or generic; by default sm_90 for indices of layouts, generic for the rest",
        default: "",
    },
    INDEX_WIDTH,
    PassOption { name: "fuel", description: "most rewrites; 0 is without limit", default: "0" },
    PassOption {
        name: "verify-egraph",
        description: "evaluate every class of the e-graph, and what is emitted, on random and edge values",
        default: "false",
    },
    PassOption {
        name: "validate",
        description: "check that rewritten values are what they were: true evaluates both, smt has z3 prove it",
        default: "false",
    },
    PassOption {
        name: "explain",
        description: "remark what was done at each function, with the steps of each rewrite",
        default: "false",
    },
    PassOption {
        name: "dump-egraph",
        description: "print the saturated e-graphs to standard error: dot or json",
        default: "",
    },
    PassOption {
        name: "extract",
        description: "which of the equal terms to take: cheapest, or worst to test the rules",
        default: "cheapest",
    },
    PassOption {
        name: "shuffle-rules",
        description: "try the rules in the order of this seed; 0 is the usual order",
        default: "0",
    },
];

/// A pass: its name, what it looks at and how far it goes.
#[derive(Clone, Copy)]
pub struct Simplifier {
    /// The pass's name.
    pub name: &'static str,
    /// Which values are rewritten.
    pub scope: Scope,
    /// How far the e-graph goes.
    pub effort: Effort,
}

/// What is wrong with the options of a pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum SettingsError {
    /// Not what an option takes.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A target without costs.
    #[error("option target: {0}, and generic")]
    Target(#[from] UnknownChip),
    /// z3 is asked for and missing.
    #[error(transparent)]
    Solver(#[from] NoSolver),
}

/// A value that an option does not take.
fn wrong(name: &'static str, value: String, expected: &'static str) -> SettingsError {
    OptionError { name, value, expected }.into()
}

/// The value of [`INDEX_WIDTH`].
///
/// # Errors
/// [`OptionError`] for a width that `index` cannot have.
fn index_bits(values: &OptionValues) -> Result<u32, OptionError> {
    match values.number(INDEX_WIDTH.name)? {
        width @ (32 | 64) => Ok(width as u32),
        width => Err(OptionError { name: INDEX_WIDTH.name, value: width.to_string(), expected: "32 or 64" }),
    }
}

/// What holds on any machine whose `index` has the bits that a pass's options say; `None`, and an error at the
/// operation, if it cannot have them.
pub fn any_machine(op: OperationRef<'_, '_>, values: &OptionValues, pass: &str) -> Option<Machine> {
    match index_bits(values) {
        Ok(bits) => Some(Machine::generic(bits)),
        Err(error) => {
            ir::emit_error(ir::location(op), &format!("{pass}: {error}"));
            None
        }
    }
}

/// Everything that one use of a pass needs to know.
struct Run {
    name: &'static str,
    settings: Settings,
    validation: Option<(Method, Target)>,
}

impl Simplifier {
    /// Runs the pass on every function below an operation.
    pub fn run(self, op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
        let settings = self.settings(values).and_then(|s| Ok((s, validation(values, &s)?)));
        match settings {
            Ok((settings, validation)) => {
                let run = Run { name: self.name, settings, validation };
                functions(op).into_iter().all(|f| run.function(f))
            }
            Err(error) => {
                ir::emit_error(ir::location(op), &format!("{}: {error}", self.name));
                false
            }
        }
    }

    /// Reads the options.
    fn settings(self, values: &OptionValues) -> Result<Settings, SettingsError> {
        let target = values.text("target");
        // Indices of layouts become new operations, for a GPU; other arithmetic is there.
        let assumed = if self.scope == Scope::Layouts { "sm_90" } else { "generic" };
        let cost = CostModel::for_target(if target.is_empty() { assumed } else { target })?;
        let fuel = match values.number("fuel")? {
            0 => u64::MAX,
            n => n,
        };
        let verify = values.flag("verify-egraph")? || cfg!(debug_assertions);
        let index = index_bits(values)?;
        let dump = match values.text("dump-egraph") {
            "" => None,
            "dot" => Some(Dump::Dot),
            "json" => Some(Dump::Json),
            other => return Err(wrong("dump-egraph", other.into(), "dot or json")),
        };
        let pick = match values.text("extract") {
            "cheapest" => Pick::Cheapest,
            "worst" => Pick::Worst,
            other => return Err(wrong("extract", other.into(), "cheapest or worst")),
        };
        let shuffle = Some(values.number("shuffle-rules")?).filter(|seed| *seed != 0);
        let generic = target == "generic";
        Ok(Settings {
            options: Options { cost, fuel, verify, effort: self.effort, pick, shuffle, rules: None },
            machine: if generic { Machine::generic(index) } else { Machine::nvidia(index) },
            narrow: !matches!((self.scope, target), (_, "generic") | (Scope::Everything, "")),
            may_grow: !target.is_empty() && !generic,
            scope: self.scope,
            explain: values.flag("explain")?,
            dump,
            tamper: None,
        })
    }
}

/// How rewritten values are checked, if they are.
fn validation(values: &OptionValues, settings: &Settings) -> Result<Option<(Method, Target)>, SettingsError> {
    let target =
        Target { index_bits: settings.machine.index_bits, nvidia: values.text("target") != "generic" };
    let method = match values.text("validate") {
        "false" | "0" => return Ok(None),
        "true" | "1" | "" => Method::Evaluate,
        "smt" => Method::Solve(Solver::find()?),
        other => return Err(wrong("validate", other.into(), "true, false or smt")),
    };
    Ok(Some((method, target)))
}

/// The outermost operations below which values are self-contained.
pub fn functions<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let function = |op: OperationRef<'_, '_>| matches!(ir::name(op), "func.func" | "gpu.func" | "llvm.func");
    let nested = ir::nested(op);
    let found: Vec<_> = nested.into_iter().filter(|op| function(*op)).collect();
    // Called on a function, or on an operation that holds none: take it whole.
    if found.is_empty() { vec![op] } else { found }
}

/// What a run did to a function.
struct Changed {
    /// Whether a value became another.
    any: bool,
    /// The operations that were looked at.
    length: usize,
}

/// Erases arithmetic that nothing uses.
fn erase_dead(order: &Order<'_, '_>) {
    for op in order.ops().iter().rev() {
        let name = ir::name(*op);
        let pure = is_term(name) || is_layout(name) || name.ends_with(".constant");
        if pure && op.result_count() > 0 && op.results().all(|r| ir::is_unused(r.into())) {
            // Nothing uses it.
            let _ = ir::erase(*op);
        }
    }
}

impl Run {
    fn function(&self, function: OperationRef<'_, '_>) -> bool {
        erase_dead(&Order::new(function));
        if self.settings.scope == Scope::Layouts {
            warn_of_poison(function, Some(self.settings.machine.index_bits));
        }
        let mut tally = Tally::default();
        // What is emitted may make more possible; a second use of the pass changes nothing.
        let runs = if self.settings.scope == Scope::Layouts { 1 } else { RUNS };
        let mut looked_at = 0;
        for run in 0..runs {
            match self.once(function, run == 0, &mut tally) {
                Some(Changed { any: true, length }) => looked_at += length,
                Some(_) => break,
                None => return false,
            }
            // The worst of a worst term is a worse one.
            if looked_at > LOOKED_AT || self.settings.options.pick == Pick::Worst {
                break;
            }
        }
        if tally != Tally::default() {
            ir::emit_remark(ir::location(function), &format!("{}: validated: {tally}", self.name));
        }
        true
    }

    /// Checks what is about to be replaced; false if it is wrong.
    fn validate<'c: 'a, 'a>(
        &self,
        op: OperationRef<'c, 'a>,
        before: &FxHashSet<usize>,
        replaced: &[Replacement<'c, 'a>],
        tally: &mut Tally,
    ) -> bool {
        let Some((method, target)) = &self.validation else { return true };
        let is_new = |op: OperationRef<'c, 'a>| !before.contains(&ir::op_key(op));
        match validate(op, replaced, &is_new, *target, method) {
            Ok(more) => tally.add(more),
            Err(e) => {
                ir::emit_error(ir::location(op), &format!("{}: {e}", self.name));
                return false;
            }
        }
        true
    }

    /// Rewrites a function once; `None` if a check failed.
    fn once<'c: 'a, 'a>(&self, op: OperationRef<'c, 'a>, first: bool, tally: &mut Tally) -> Option<Changed> {
        let checked = self.validation.is_some();
        let before: FxHashSet<usize> =
            if checked { ir::nested(op).into_iter().map(ir::op_key).collect() } else { FxHashSet::default() };
        let mut function = Function::new(op);
        let mut replaced: Vec<Replacement<'c, 'a>> = Vec::new();
        let segments = segments(&function.order);
        for segment in &segments {
            match function.rewrite(segment, &self.settings) {
                Ok((more, report)) => {
                    replaced.extend(more);
                    if first {
                        self.remark(op, &report);
                    }
                }
                Err(e) => {
                    ir::emit_error(ir::location(op), &format!("{}: {e}", self.name));
                    return None;
                }
            }
        }
        if !self.validate(op, &before, &replaced, tally) {
            return None;
        }
        // Later parts read the values as given: replace at the very end.
        for (old, new) in &replaced {
            // What is assumed of a value is for others to know too.
            for place in ir::uses(*old).into_iter().filter(|place| !is_assumption(place.op)) {
                ir::set_operand(place, *new);
            }
        }
        // What was emitted may be unused too: the next run must see it gone.
        erase_dead(&Order::new(op));
        let length = segments.iter().map(|s| s.own.len()).sum();
        Some(Changed { any: !replaced.is_empty(), length })
    }

    fn remark(&self, function: OperationRef<'_, '_>, report: &Report<'_>) {
        if let Some(why) = &report.left {
            let message = format!("{}: a part of the function is left as it is: {why}", self.name);
            ir::emit_remark(ir::location(function), &message);
        }
        let (true, Some(result)) = (self.settings.explain, &report.simplified) else { return };
        let rules: Vec<String> = result.report.applied.iter().map(|(id, n)| format!("{id}×{n}")).collect();
        let hit = if result.report.hit.is_empty() { "none".into() } else { result.report.hit.join(", ") };
        ir::emit_remark(
            ir::location(function),
            &format!(
                "{}: {} indices, estimated slots {} before, {} after; {} e-nodes, {} rounds, limits hit: {hit}; rules: {}",
                self.name,
                report.roots,
                result.before / SLOT,
                result.terms.cost / SLOT,
                result.report.nodes,
                result.report.rounds,
                rules.join(" "),
            ),
        );
        for (op, steps) in &report.explanations {
            ir::emit_remark(ir::location(*op), &format!("{}: {}", self.name, steps.join("\n  ")));
        }
    }
}
