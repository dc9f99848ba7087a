//! What the simplifying passes have in common: options, groups of roots, the way
//! there and back, remarks, dumps and checks.

use std::collections::{BTreeSet, HashMap};

use egg::Id;
use layout_dialect::ir;
use layout_dialect::registry::{OptionError, OptionValues, PassOption};
use layout_egraph::{CostModel, Effort, Graph, Options, Pick, Root, Simplified, dump, explain, simplify};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::export::{Export, Width, affine};
use super::facts::Limits;
use super::import::{Import, is_arithmetic, is_layout, is_layout_index};
use super::order::Order;
use super::validate::validate;

/// Indices that one e-graph holds.
const GROUP: usize = 256;
/// Operations from which on arithmetic is emitted anew for less than an instruction.
const CHAIN: usize = 4;
/// Most indices of a function whose steps are explained.
const EXPLAINED: usize = 8;

/// Options of every simplifying pass.
pub const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "target",
        description: "whose costs to minimize: a chip such as sm_90a, or generic",
        default: "sm_90",
    },
    PassOption {
        name: "index-bitwidth",
        description: "bits that index will have, for overflow flags: 32 or 64",
        default: "64",
    },
    PassOption { name: "fuel", description: "most rewrites; 0 is without limit", default: "0" },
    PassOption {
        name: "verify-egraph",
        description: "check every class of the e-graph on random values",
        default: "false",
    },
    PassOption {
        name: "validate",
        description: "evaluate the IR before and after on its domain, or on samples of a large one",
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

/// How the e-graph is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dump {
    Dot,
    Json,
}

/// How a pass runs.
pub struct Settings {
    name: &'static str,
    options: Options,
    width: Width,
    limits: Limits,
    explain: bool,
    validate: bool,
    dump: Option<Dump>,
}

impl Settings {
    /// Reads the options of the pass `name`.
    ///
    /// # Errors
    /// What is wrong with a value.
    pub fn read(name: &'static str, values: &OptionValues, effort: Effort) -> Result<Self, String> {
        let text = |e: OptionError| e.to_string();
        let target = values.text("target");
        let cost = match target {
            "generic" => CostModel::GENERIC,
            _ => CostModel::for_target(target).ok_or_else(|| {
                format!("unknown target '{target}'; expected generic or a chip from sm_70 on")
            })?,
        };
        let fuel = match values.number("fuel").map_err(text)? {
            0 => u64::MAX,
            n => n,
        };
        let verify = values.flag("verify-egraph").map_err(text)? || cfg!(debug_assertions);
        let index = match values.number("index-bitwidth").map_err(text)? {
            width @ (32 | 64) => width as u32,
            width => return Err(format!("option index-bitwidth={width}: expected 32 or 64")),
        };
        let dump = match values.text("dump-egraph") {
            "" => None,
            "dot" => Some(Dump::Dot),
            "json" => Some(Dump::Json),
            other => return Err(format!("option dump-egraph={other}: expected dot or json")),
        };
        let pick = match values.text("extract") {
            "cheapest" => Pick::Cheapest,
            "worst" => Pick::Worst,
            other => return Err(format!("option extract={other}: expected cheapest or worst")),
        };
        let shuffle = Some(values.number("shuffle-rules").map_err(text)?).filter(|seed| *seed != 0);
        Ok(Self {
            name,
            options: Options { cost, fuel, verify, effort, pick, shuffle },
            width: Width { narrow: target != "generic", index },
            limits: if target == "generic" { Limits::GENERIC } else { Limits::NVIDIA },
            explain: values.flag("explain").map_err(text)?,
            validate: values.flag("validate").map_err(text)?,
            dump,
        })
    }
}

/// Which operations of a function are rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Indices of layouts, and arithmetic with them.
    Layouts,
    /// All integer arithmetic.
    Everything,
}

/// Runs a simplifying pass on every function below an operation.
pub fn run(op: OperationRef<'_, '_>, settings: Result<Settings, String>, name: &str, scope: Scope) -> bool {
    match settings {
        Ok(settings) => functions(op).into_iter().all(|f| simplify_function(f, &settings, scope)),
        Err(message) => {
            ir::emit_error(ir::location(op), &format!("{name}: {message}"));
            false
        }
    }
}

/// The outermost operations below which values are self-contained.
fn functions<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let function =
        |op: OperationRef<'_, '_>| matches!(ir::name(op).as_str(), "func.func" | "gpu.func" | "llvm.func");
    let nested = ir::nested(op);
    let found: Vec<_> = nested.into_iter().filter(|op| function(*op)).collect();
    // Called on a function, or on an operation that holds none: take it whole.
    if found.is_empty() { vec![op] } else { found }
}

/// Whether an operation of the name computes: no constant and no cast.
fn is_operation(name: &str) -> bool {
    ![".constant", "cast", ".extsi", ".extui", ".trunci"].iter().any(|part| name.contains(part))
}

fn is_term(name: &str) -> bool {
    is_arithmetic(name) || is_layout_index(name) || is_layout(name)
}

/// Values to rewrite, in program order: used by something that is no term.
fn roots<'c, 'a>(order: &Order<'c, 'a>, settings: &Settings, scope: Scope) -> Vec<Value<'c, 'a>> {
    let terms: Vec<OperationRef<'c, 'a>> =
        order.ops().iter().copied().filter(|op| is_term(&ir::name(*op))).collect();
    let import = Import::new(Graph::default(), &terms, settings.limits, settings.width.index);
    let computed: BTreeSet<ir::ValueKey> = import.computed();
    let mut from_layout: BTreeSet<ir::ValueKey> = BTreeSet::new();
    let mut roots = Vec::new();
    for op in terms {
        let name = ir::name(op);
        if name == "arith.constant" || name == "index.constant" || is_layout(&name) {
            continue;
        }
        let derived = is_layout_index(&name) || op.operands().any(|v| from_layout.contains(&ir::key(v)));
        for result in ir::results(op) {
            if derived {
                from_layout.insert(ir::key(result));
            }
            if !computed.contains(&ir::key(result)) || (scope == Scope::Layouts && !derived) {
                continue;
            }
            // A term that is none itself reads its operands as they are.
            let consumed = |user: &OperationRef<'_, '_>| {
                is_term(&ir::name(*user))
                    && ir::results(*user).iter().all(|r| computed.contains(&ir::key(*r)))
            };
            if ir::users(result).iter().any(|user| !consumed(user)) {
                roots.push(result);
            }
        }
    }
    roots
}

/// The operations that `roots` are computed by, in program order.
fn slice<'c, 'a>(order: &Order<'c, 'a>, roots: &[Value<'c, 'a>]) -> Vec<OperationRef<'c, 'a>> {
    let mut numbers = BTreeSet::new();
    let mut stack: Vec<OperationRef<'c, 'a>> = roots.iter().filter_map(|r| ir::defining_op(*r)).collect();
    while let Some(op) = stack.pop() {
        if is_term(&ir::name(op)) && numbers.insert(order.number(op)) {
            stack.extend(op.operands().filter_map(ir::defining_op));
        }
    }
    numbers.into_iter().filter_map(|n| order.ops().get(n).copied()).collect()
}

fn simplify_function(function: OperationRef<'_, '_>, settings: &Settings, scope: Scope) -> bool {
    let order = Order::new(function);
    let roots = roots(&order, settings, scope);
    let mut replaced = HashMap::new();
    let (affine, plain): (Vec<_>, Vec<_>) = roots.iter().partition(|root| affine::is_needed(**root));
    let groups = plain.chunks(GROUP).map(|g| (g, false)).chain(affine.chunks(GROUP).map(|g| (g, true)));
    for (group, affine) in groups {
        let part = Part { function, order: &order, roots: group, affine };
        if let Err(message) = simplify_group(&part, settings, scope, &mut replaced) {
            ir::emit_error(ir::location(function), &format!("{}: {message}", settings.name));
            return false;
        }
    }
    // Later groups and terms read the values as given: replace at the very end.
    for root in &roots {
        if let Some(new) = replaced.get(&ir::key(*root)) {
            ir::replace_all_uses(*root, *new);
        }
    }
    for op in order.ops().iter().rev() {
        if is_term(&ir::name(*op)) && op.results().all(|r| ir::is_unused(r.into())) {
            ir::erase(*op);
        }
    }
    true
}

/// A root with whether it is an address: an index that only memory operations use.
fn root(value: Value<'_, '_>, term: Id, scope: Scope) -> Root {
    let memory = |name: String| {
        matches!(name.split('.').next(), Some("memref" | "vector" | "nvgpu"))
            || matches!(name.as_str(), "affine.load" | "affine.store" | "llvm.getelementptr")
    };
    let address = scope == Scope::Layouts || ir::users(value).into_iter().all(|user| memory(ir::name(user)));
    Root { term, address }
}

/// Indices of a function that are simplified together.
struct Part<'o, 'c, 'a> {
    function: OperationRef<'c, 'a>,
    order: &'o Order<'c, 'a>,
    roots: &'o [Value<'c, 'a>],
    /// Whether users take only affine values.
    affine: bool,
}

fn simplify_group<'c: 'a, 'a>(
    part: &Part<'_, 'c, 'a>,
    settings: &Settings,
    scope: Scope,
    replaced: &mut HashMap<ir::ValueKey, Value<'c, 'a>>,
) -> Result<(), String> {
    let Part { function, order, roots, affine } = *part;
    let graph = if settings.explain { Graph::explained() } else { Graph::default() };
    let slice = slice(order, roots);
    let mut import = Import::new(graph, &slice, settings.limits, settings.width.index);
    // A root that is no term, such as an index of an unknown layout, stays.
    let (values, ids): (Vec<_>, Vec<_>) =
        roots.iter().filter_map(|value| Some((*value, root(*value, import.term(*value)?, scope)))).unzip();
    let Some(first) = values.first().and_then(|v| ir::defining_op(*v)) else { return Ok(()) };
    let mut options = settings.options;
    if affine {
        // The machine's operations are not affine.
        options.effort = Effort::Normalise;
    }
    let result = simplify(&mut import.graph, &ids, &options).map_err(|e| e.to_string())?;
    match settings.dump {
        Some(Dump::Dot) => eprintln!("{}", dump::to_dot(&import.graph)),
        Some(Dump::Json) => eprintln!("{}", dump::to_json(&import.graph)),
        None => {}
    }
    if settings.explain {
        remark(function, &mut import, &result, &values, settings.name);
    }
    // Arithmetic that is as cheap as it gets is left as it is written, if it is
    // written in its normal form. Chains gain from being emitted anew, in 32 bits and
    // with overflow flags; of a few operations LLVM makes as much or more.
    let written = slice.iter().filter(|op| is_operation(&ir::name(**op))).count();
    let gains = result.saves || written > result.given.operations() || (result.changed && written >= CHAIN);
    if scope == Scope::Everything && !gains {
        return Ok(());
    }
    if affine {
        for (r, value) in values.iter().enumerate() {
            let allowed = affine::operands(&self::slice(order, &[*value]));
            if let Some(new) = affine::apply(&result.terms, &import.leaves, r, *value, &allowed) {
                if settings.validate {
                    validate(&import.leaves, &import.leaf_facts(), *value, new)?;
                }
                replaced.insert(ir::key(*value), new);
            }
        }
        return Ok(());
    }
    let mut export = Export::new(
        &import.graph,
        &result.terms,
        &import.leaves,
        &import.layouts,
        order,
        ir::context(function),
        ir::location(first),
        settings.width,
    );
    for (r, value) in values.iter().enumerate() {
        if let Ok(new) = export.root(r, *value) {
            if settings.validate {
                validate(&import.leaves, &import.leaf_facts(), *value, new)?;
            }
            replaced.insert(ir::key(*value), new);
        }
    }
    Ok(())
}

/// What was done, then for each index that changed the steps.
fn remark<'c, 'a>(
    function: OperationRef<'c, 'a>,
    import: &mut Import<'c, 'a>,
    result: &Simplified,
    values: &[Value<'c, 'a>],
    name: &str,
) {
    let rules: Vec<String> = result.report.applied.iter().map(|(id, n)| format!("{id}×{n}")).collect();
    let hit = if result.report.hit.is_empty() { "none".into() } else { result.report.hit.join(", ") };
    ir::emit_remark(
        ir::location(function),
        &format!(
            "{name}: {} indices, estimated slots {} before, {} after; {} e-nodes, {} rounds, limits hit: {hit}; rules: {}",
            values.len(),
            result.before / 16,
            result.terms.cost / 16,
            result.report.nodes,
            result.report.rounds,
            rules.join(" "),
        ),
    );
    for (r, value) in values.iter().enumerate().take(EXPLAINED) {
        let steps = explain::explain(&mut import.graph, &result.given, &result.terms, r);
        if steps.len() > 1
            && let Some(op) = ir::defining_op(*value)
        {
            ir::emit_remark(ir::location(op), &format!("{name}: {}", steps.join("\n  ")));
        }
    }
}
