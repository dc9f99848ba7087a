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
use layout_mlir::ir::{self, Remark, RemarkKind};
use layout_mlir::registry::{self, IndexBits, OptionError, OptionValues, PassOptions, Statistic};
use layout_mlir::{option_values, pass_options};
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

pass_options! {
    /// Options of every simplifying pass.
    pub struct SimplifyOptions {
        /// whose instructions to minimize: a chip such as sm_90a, for which there may be more operations, or generic;
        /// by default sm_90 for indices of layouts, generic for the rest
        target: String = "target", "";
        /// bits that index will have
        index_bitwidth: IndexBits = "index-bitwidth", "64";
        /// most rewrites; 0 is without limit
        fuel: u64 = "fuel", "0";
        /// evaluate every class of the e-graph, and what is emitted, on random and edge values
        verify_egraph: bool = "verify-egraph", "false";
        /// check that rewritten values are what they were: true evaluates both, smt has z3 prove it
        validate: Validate = "validate", "false";
        /// remark what was done at each function, with the steps of each rewrite
        explain: bool = "explain", "false";
        /// print the saturated e-graphs to standard error
        dump_egraph: DumpEgraph = "dump-egraph", "";
        /// which of the equal terms to take: the cheapest, or the worst to test the rules
        extract: Extract = "extract", "cheapest";
        /// try the rules in the order of this seed; 0 is the usual order
        shuffle_rules: u64 = "shuffle-rules", "0";
    }
}

option_values! {
    /// How rewritten values are checked.
    pub enum Validate {
        /// By evaluating what they were and what they are.
        Evaluate = "true",
        /// Not.
        Not = "false",
        /// By z3, which proves them equal.
        Smt = "smt",
    }
}

option_values! {
    /// How the saturated e-graph is printed.
    pub enum DumpEgraph {
        /// Not.
        Not = "",
        /// For Graphviz.
        Dot = "dot",
        /// As JSON.
        Json = "json",
    }
}

option_values! {
    /// Which of the equal terms to take.
    pub enum Extract {
        /// The cheapest.
        Cheapest = "cheapest",
        /// The dearest, to test the rules.
        Worst = "worst",
    }
}

/// What every simplifying pass counts.
pub const STATISTICS: &[Statistic] = &[
    Statistic { name: "e-nodes", description: "Nodes of the e-graphs, at their end" },
    Statistic { name: "rules-applied", description: "Applications of rules that made something new" },
    Statistic { name: "slots-before", description: "Estimated issue slots of what was looked at, as it was" },
    Statistic { name: "slots-after", description: "Estimated issue slots of the cheapest that was found" },
    Statistic { name: "operations-before", description: "Operations of the functions, as they were" },
    Statistic { name: "operations-after", description: "Operations of the functions behind the pass" },
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

pass_options! {
    /// The option of passes that must know how wide `index` is.
    pub struct IndexOptions {
        /// bits that index will have
        index_bitwidth: IndexBits = "index-bitwidth", "64";
    }
}

/// What holds on any machine whose `index` has the bits that a pass's options say; `None`, and an error at the
/// operation, if it cannot have them.
pub fn any_machine(op: OperationRef<'_, '_>, values: &OptionValues, pass: &str) -> Option<Machine> {
    match IndexOptions::read(values) {
        Ok(options) => Some(Machine::generic(options.index_bitwidth.number())),
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
    /// Whether what was done is said in remarks, to all and to MLIR's framework of remarks.
    said: bool,
    reported: bool,
    validation: Option<(Method, Target)>,
}

impl Simplifier {
    /// Runs the pass on every function below an operation.
    pub fn run(self, op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
        let settings = SimplifyOptions::read(values).map_err(SettingsError::from).and_then(|options| {
            let settings = self.settings(&options)?;
            Ok((settings, validation(&options, &settings)?))
        });
        match settings {
            Ok((mut settings, validation)) => {
                let (said, reported) = (settings.explain, ir::takes_remarks(ir::location(op), self.name));
                settings.explain |= reported;
                let run = Run { name: self.name, settings, said, reported, validation };
                let functions = functions(op);
                // What is printed of several goes into one stream; and of what is inside of something other parts may be in other threads
                // already.
                let is_printed = run.settings.explain || run.settings.dump.is_some();
                let is_part = op.parent_operation().is_some();
                if is_printed || is_part || functions.iter().any(|f| is_inside(*f)) {
                    functions.into_iter().all(|f| run.function(f))
                } else {
                    registry::at_once(&functions, |f| run.function(f))
                }
            }
            Err(error) => {
                ir::emit_error(ir::location(op), &format!("{}: {error}", self.name));
                false
            }
        }
    }

    /// What the options mean for this pass.
    fn settings(self, given: &SimplifyOptions) -> Result<Settings, SettingsError> {
        let target = given.target.as_str();
        // Indices of layouts become new operations, for a GPU; other arithmetic is there.
        let assumed = if self.scope == Scope::Layouts { "sm_90" } else { "generic" };
        let cost = CostModel::for_target(if target.is_empty() { assumed } else { target })?;
        let cost = cost.of_index_bits(given.index_bitwidth.number());
        let fuel = if given.fuel == 0 { u64::MAX } else { given.fuel };
        let verify = given.verify_egraph || cfg!(debug_assertions);
        let index = given.index_bitwidth.number();
        let dump = match given.dump_egraph {
            DumpEgraph::Not => None,
            DumpEgraph::Dot => Some(Dump::Dot),
            DumpEgraph::Json => Some(Dump::Json),
        };
        let pick = match given.extract {
            Extract::Cheapest => Pick::Cheapest,
            Extract::Worst => Pick::Worst,
        };
        let shuffle = Some(given.shuffle_rules).filter(|seed| *seed != 0);
        let generic = target == "generic";
        Ok(Settings {
            options: Options { cost, fuel, verify, effort: self.effort, pick, shuffle, rules: None },
            machine: if generic { Machine::generic(index) } else { Machine::nvidia(index) },
            narrow: !matches!((self.scope, target), (_, "generic") | (Scope::Everything, "")),
            may_grow: !target.is_empty() && !generic,
            scope: self.scope,
            explain: given.explain,
            dump,
            tamper: None,
        })
    }
}

/// How rewritten values are checked, if they are.
fn validation(
    options: &SimplifyOptions,
    settings: &Settings,
) -> Result<Option<(Method, Target)>, SettingsError> {
    let target = Target { index_bits: settings.machine.index_bits, nvidia: options.target != "generic" };
    let method = match options.validate {
        Validate::Not => return Ok(None),
        Validate::Evaluate => Method::Evaluate,
        Validate::Smt => Method::Solve(Solver::find()?),
    };
    Ok(Some((method, target)))
}

/// The functions below an operation, of which the values of each are its own.
pub fn functions<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let nested = ir::nested(op);
    let found: Vec<_> = nested.into_iter().filter(|op| is_function(*op)).collect();
    // Called on a function, or on an operation that holds none: take it whole.
    if found.is_empty() { vec![op] } else { found }
}

fn is_function(op: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(op), "func.func" | "gpu.func" | "llvm.func")
}

/// Whether a function is in a module that is inside of another one.
fn is_inside(function: OperationRef<'_, '_>) -> bool {
    std::iter::successors(function.parent_operation(), |op| op.parent_operation()).any(is_function)
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
        registry::count("operations-before", ir::nested(function).len() as u64);
        let ok = self.all(function);
        registry::count("operations-after", ir::nested(function).len() as u64);
        ok
    }

    /// Rewrites a function until nothing changes.
    fn all(&self, function: OperationRef<'_, '_>) -> bool {
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
                    count(&report, first);
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
        let name = ir::symbol(function).unwrap_or_default();
        let remark = |kind, what| Remark { kind, name: what, pass: self.name, function: &name };
        if let Some(why) = &report.left {
            let message = format!("{}: a part of the function is left as it is: {why}", self.name);
            ir::emit_remark(ir::location(function), &message);
            if self.reported {
                let missed = remark(RemarkKind::Missed, "left");
                ir::report(ir::location(function), missed, &[("Reason", why.clone())]);
            }
        }
        let Some(result) = &report.simplified else { return };
        let rules: Vec<String> = result.report.applied.iter().map(|(id, n)| format!("{id}×{n}")).collect();
        let hit = if result.report.hit.is_empty() { "none".into() } else { result.report.hit.join(", ") };
        let [before, after] = [result.before, result.terms.cost].map(|cost| cost / SLOT);
        let (nodes, rounds) = (result.report.nodes, result.report.rounds);
        if self.reported {
            let passed = remark(RemarkKind::Passed, "simplified");
            let parts = [
                ("Indices", report.roots.to_string()),
                ("SlotsBefore", before.to_string()),
                ("SlotsAfter", after.to_string()),
                ("ENodes", nodes.to_string()),
                ("Rounds", rounds.to_string()),
                ("LimitsHit", hit.clone()),
                ("Rules", rules.join(" ")),
            ];
            ir::report(ir::location(function), passed, &parts);
            for (op, steps) in &report.explanations {
                let steps = [("Steps", steps.join("; "))];
                ir::report(ir::location(*op), remark(RemarkKind::Analysis, "steps"), &steps);
            }
        }
        if self.said {
            ir::emit_remark(
                ir::location(function),
                &format!(
                    "{}: {} indices, estimated slots {before} before, {after} after; {nodes} e-nodes, {rounds} rounds, \
                     limits hit: {hit}; rules: {}",
                    self.name,
                    report.roots,
                    rules.join(" "),
                ),
            );
            for (op, steps) in &report.explanations {
                ir::emit_remark(ir::location(*op), &format!("{}: {}", self.name, steps.join("\n  ")));
            }
        }
    }
}

/// Adds to the statistics; what terms cost, of the first run over a function alone.
fn count(report: &Report<'_>, first: bool) {
    let Some(result) = &report.simplified else { return };
    registry::count("e-nodes", result.report.nodes as u64);
    registry::count("rules-applied", result.report.applied.values().sum::<usize>() as u64);
    if first {
        registry::count("slots-before", result.before / SLOT);
        registry::count("slots-after", result.terms.cost / SLOT);
    }
}
