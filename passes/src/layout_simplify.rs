//! `layout-simplify`: the cheapest arithmetic for all addresses of a function.
//!
//! ```mlir
//! // Before: 16 of these, one for each value a thread holds.
//! %i = layout.crd2idx %smem(%tid, 3) : !layout<S<3,3,3> o 0 o (256,32):(1,256)>
//! // After: one swizzled base, and constants that become immediates.
//! %s = arith.shrui %t, %c3 : i32 …
//! %i = arith.addi %base, %c768 : index
//! ```
//!
//! # Guarantees
//! Each index has the value that the layout's function has at its coordinate.
//! The estimated cost never exceeds that of the arithmetic as given. The same
//! input gives the same output.
//!
//! # Limits
//! Addresses are taken in groups of 256. E-nodes, rounds and rewrites are
//! counted; at a limit the best form found so far is used.

use layout_dialect::ir;
use layout_dialect::registry::{OptionValues, PassInfo, PassOption};
use layout_egraph::{CostModel, Options, simplify};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use crate::support::export::{Export, Order, Width};
use crate::support::facts::Limits;
use crate::support::import::{Import, is_arithmetic, is_layout, is_layout_index};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Addresses that one e-graph holds.
const GROUP: usize = 256;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-simplify",
    summary: "Replace layout indices by the cheapest arithmetic, by equality saturation",
    options: &[
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
            name: "explain",
            description: "remark what was done at each function",
            default: "false",
        },
    ],
    run,
};

struct Settings {
    options: Options,
    width: Width,
    explain: bool,
    limits: Limits,
}

fn settings(values: &OptionValues) -> Result<Settings, String> {
    let text = |e: layout_dialect::registry::OptionError| e.to_string();
    let target = values.text("target");
    let cost = match target {
        "generic" => CostModel::GENERIC,
        _ => CostModel::for_target(target)
            .ok_or_else(|| format!("unknown target '{target}'; expected generic or a chip from sm_70 on"))?,
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
    let width = Width { narrow: target != "generic", index };
    let limits = if target == "generic" { Limits::GENERIC } else { Limits::NVIDIA };
    let explain = values.flag("explain").map_err(text)?;
    Ok(Settings { options: Options { cost, fuel, verify }, width, explain, limits })
}

fn run(op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
    match settings(values) {
        Ok(settings) => functions(op).into_iter().all(|f| simplify_function(f, &settings)),
        Err(message) => {
            ir::emit_error(ir::location(op), &format!("layout-simplify: {message}"));
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

/// Indices to rewrite, in program order: used by something that is no term, and
/// computed from a layout.
fn roots<'c, 'a>(order: &Order<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut derived: HashSet<ir::ValueKey> = HashSet::new();
    let mut roots = Vec::new();
    for op in order.ops() {
        let name = ir::name(*op);
        let Some(result) = ir::result(*op) else { continue };
        let arithmetic = is_arithmetic(&name) && ir::is_index(result.r#type());
        let from_layout =
            is_layout_index(&name) || (arithmetic && op.operands().any(|v| derived.contains(&ir::key(v))));
        if !from_layout {
            continue;
        }
        derived.insert(ir::key(result));
        let consumed = |user: &OperationRef<'_, '_>| {
            let name = ir::name(*user);
            (is_arithmetic(&name) && ir::result(*user).is_some_and(|r| ir::is_index(r.r#type())))
                || name == "layout.crd2idx"
        };
        let users = ir::users(result);
        if users.iter().any(|user| !consumed(user)) {
            roots.push(*op);
        }
    }
    roots
}

/// The operations that `roots` are computed by, in program order.
fn slice<'c, 'a>(order: &Order<'c, 'a>, roots: &[OperationRef<'c, 'a>]) -> Vec<OperationRef<'c, 'a>> {
    let mut numbers = BTreeSet::new();
    let mut stack: Vec<OperationRef<'c, 'a>> = roots.to_vec();
    while let Some(op) = stack.pop() {
        let name = ir::name(op);
        let term = is_arithmetic(&name) || is_layout_index(&name) || is_layout(&name);
        if term && numbers.insert(order.number(op)) {
            stack.extend(op.operands().filter_map(ir::defining_op));
        }
    }
    numbers.into_iter().filter_map(|n| order.ops().get(n).copied()).collect()
}

fn simplify_function(function: OperationRef<'_, '_>, settings: &Settings) -> bool {
    let order = Order::new(function);
    let roots = roots(&order);
    let mut replaced = HashMap::new();
    for group in roots.chunks(GROUP) {
        if let Err(message) = simplify_group(function, &order, group, settings, &mut replaced) {
            ir::emit_error(ir::location(function), &message);
            return false;
        }
    }
    // Later groups and terms read the values as given: replace at the very end.
    for root in &roots {
        if let (Some(new), Some(old)) = (replaced.get(&ir::op_key(*root)), ir::result(*root)) {
            ir::replace_all_uses(old, *new);
        }
    }
    for op in order.ops().iter().rev() {
        let name = ir::name(*op);
        let removable = is_arithmetic(&name) || is_layout_index(&name) || is_layout(&name);
        if removable && op.results().all(|r| ir::is_unused(r.into())) {
            ir::erase(*op);
        }
    }
    true
}

fn simplify_group<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    order: &Order<'c, 'a>,
    roots: &[OperationRef<'c, 'a>],
    settings: &Settings,
    replaced: &mut HashMap<usize, Value<'c, 'a>>,
) -> Result<(), String> {
    let mut import = Import::new(&slice(order, roots), settings.limits, settings.width.index);
    // A root that is no term, such as an index of an unknown layout, stays.
    let (ops, ids): (Vec<_>, Vec<_>) =
        roots.iter().filter_map(|op| Some((*op, import.term(ir::result(*op)?)?))).unzip();
    if ops.is_empty() {
        return Ok(());
    }
    let result =
        simplify(&mut import.graph, &ids, &settings.options).map_err(|e| format!("layout-simplify: {e}"))?;
    if settings.explain {
        let rules: Vec<String> = result.report.applied.iter().map(|(id, n)| format!("{id}×{n}")).collect();
        let hit = if result.report.hit.is_empty() { "none".into() } else { result.report.hit.join(", ") };
        ir::emit_remark(
            ir::location(function),
            &format!(
                "layout-simplify: {} indices, estimated slots {} before, {} after; {} e-nodes, {} rounds, limits hit: {hit}; rules: {}",
                ids.len(),
                result.before / 16,
                result.terms.cost / 16,
                result.report.nodes,
                result.report.rounds,
                rules.join(" "),
            ),
        );
    }
    let mut export = Export::new(
        &import.graph,
        &result.terms,
        &import.leaves,
        &import.layouts,
        order,
        ir::context(function),
        ir::location(ops[0]),
        settings.width,
    );
    for (r, op) in ops.iter().enumerate() {
        if let Ok(value) = export.root(r, *op) {
            replaced.insert(ir::op_key(*op), value);
        }
    }
    Ok(())
}
