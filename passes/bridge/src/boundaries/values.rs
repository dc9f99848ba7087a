//! Layouts that blocks and operations hand on.
//!
//! First every layout that comes from outside, as an argument of a block or a result
//! of an operation, is made where it arrives, of values that arrive in its stead. Then
//! the symbols of all layouts are known, and the operations that hand them on get those.

use layout_mlir::ir;
use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::block::BlockRef;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};

use crate::import::is_layout;
use crate::resolve::Resolver;

use super::signatures::{expand_attributes, is_function};
use super::types::{expanded, symbols};
use super::{BoundaryError, Misfit, Origin};

/// Which boundaries layouts are carried across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundaries {
    /// Functions, and everything inside; their types are expanded already.
    All,
    /// Everything inside functions: arguments, calls and returns stay as they are.
    InsideFunctions,
}

/// What ends a function, and where others begin.
const CALLS: [&str; 5] = ["func.call", "func.call_indirect", "func.return", "gpu.launch_func", "gpu.return"];
/// Control flow whose operands, results and block arguments are values handed on,
/// all in the same order.
const CONTROL: [&str; 13] = [
    "scf.if",
    "scf.for",
    "scf.while",
    "scf.condition",
    "scf.index_switch",
    "scf.execute_region",
    "scf.yield",
    "cf.br",
    "cf.cond_br",
    "cf.switch",
    "affine.for",
    "affine.if",
    "affine.yield",
];

impl Boundaries {
    fn has(self, name: &str) -> bool {
        CONTROL.contains(&name) || self == Self::All && CALLS.contains(&name)
    }
}

/// Passes the values of symbols in place of layouts, in all of `root`; returns what all
/// layouts are afterwards.
///
/// # Errors
/// Operations that hand on a layout whose symbols are not known.
pub fn carry_layouts<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    boundaries: Boundaries,
) -> Result<Resolver<'c, 'a>, Vec<Misfit<'c, 'a>>> {
    let mut errors = Vec::new();
    let mut carriers = Vec::new();
    for op in ir::nested(root) {
        let name = ir::name(op);
        let function = is_function(op);
        if !function && !boundaries.has(name) {
            continue;
        }
        for (i, block) in ir::blocks(op).into_iter().enumerate() {
            if !function || i > 0 || boundaries == Boundaries::All {
                make_arguments(block, op).unwrap_or_else(|error| errors.push((op, error)));
            }
        }
        if !function {
            match make_results(op, name) {
                Ok(op) => carriers.push(op),
                Err(error) => errors.push((op, error)),
            }
        }
    }
    let resolver = resolve(root);
    for op in carriers {
        hand_on(op, &resolver).unwrap_or_else(|error| errors.push((op, error)));
    }
    if errors.is_empty() { Ok(resolver) } else { Err(errors) }
}

fn make<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    at: OperationRef<'c, '_>,
    r#type: Type<'c>,
    symbols: &[Value<'c, 'a>],
) -> Result<Value<'c, 'a>, BoundaryError> {
    let make = OperationBuilder::new("layout.make", ir::location(at))
        .add_operands(symbols)
        .add_results(&[r#type])
        .build();
    ir::inserted_result(before, make).ok_or_else(|| BoundaryError::Make(r#type.to_string()))
}

/// Layouts that are arguments of a block are made at its begin.
fn make_arguments<'c: 'a, 'a>(
    block: BlockRef<'c, 'a>,
    op: OperationRef<'c, 'a>,
) -> Result<(), BoundaryError> {
    let context = ir::context(op);
    for (i, argument) in ir::arguments(block).into_iter().enumerate().rev() {
        let r#type = argument.r#type();
        let Some(count) = symbols(r#type) else { continue };
        let values: Vec<Value<'c, 'a>> = (0..count)
            .map(|k| ir::insert_argument(block, i + k, Type::index(context), ir::location(op)))
            .collect();
        let first = block.first_operation().ok_or(BoundaryError::EmptyBlock)?;
        ir::replace_all_uses(argument, make(first, op, r#type, &values)?);
        ir::erase_argument(block, i + count)?;
    }
    Ok(())
}

/// An operation with results that are layouts becomes one with the values of their
/// symbols, of which they are made behind it. Its operands stay.
fn make_results<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    name: &str,
) -> Result<OperationRef<'c, 'a>, BoundaryError> {
    let old = ir::results(op);
    let types: Vec<Type<'c>> = old.iter().map(|r| r.r#type()).collect();
    if !types.iter().any(|t| symbols(*t).is_some()) {
        return Ok(op);
    }
    expand_attributes(op, "res_attrs", &types)?;
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let new = OperationBuilder::new(name, ir::location(op))
        .add_operands(&operands)
        .add_results(&expanded(ir::context(op), types.iter().copied()))
        .add_attributes(&ir::attributes(op))
        .add_regions_vec(ir::take_regions(op))
        .build();
    let new = new.ok().and_then(|new| ir::insert_before(op, new)).ok_or(BoundaryError::Rebuild)?;
    let mut values = ir::results(new).into_iter();
    for (old, r#type) in old.into_iter().zip(types) {
        let replacement = match symbols(r#type) {
            None => values.next(),
            Some(count) => {
                let symbols: Vec<Value<'c, 'a>> = values.by_ref().take(count).collect();
                // Before the old operation is behind the new one.
                Some(make(op, op, r#type, &symbols)?)
            }
        };
        if let Some(replacement) = replacement {
            ir::replace_all_uses(old, replacement);
        }
    }
    ir::erase(op)?;
    Ok(new)
}

/// What all layouts are. Blocks may stand in any order, and so may what they define.
fn resolve<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Resolver<'c, 'a> {
    let mut resolver = Resolver::default();
    let defines = |op: &OperationRef<'c, 'a>| is_layout(ir::name(*op)) || is_choice(*op);
    let mut pending: Vec<OperationRef<'c, 'a>> = ir::nested(root).into_iter().filter(defines).collect();
    loop {
        let before = pending.len();
        let mut rest = Vec::new();
        for op in pending {
            let made = if is_choice(op) { choose(op, &resolver) } else { Some(op) };
            if let Some(made) = made {
                resolver.visit(made);
            }
            let known = made.and_then(ir::result).is_some_and(|r| resolver.get(r).is_some());
            if !known {
                rest.push(op);
            }
        }
        if rest.is_empty() || rest.len() == before {
            return resolver;
        }
        pending = rest;
    }
}

/// Whether an operation chooses one of two layouts.
fn is_choice(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "arith.select" && ir::result(op).is_some_and(|r| symbols(r.r#type()).is_some())
}

/// A choice of layouts is one of the values of each symbol; returns the layout made of
/// them, or `None` while the layouts are not known.
fn choose<'c: 'a, 'a>(op: OperationRef<'c, 'a>, resolver: &Resolver<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let (condition, old) = (ir::operand(op, 0)?, ir::result(op)?);
    let (yes, no) = (resolver.get(ir::operand(op, 1)?)?, resolver.get(ir::operand(op, 2)?)?);
    let mut chosen = Vec::with_capacity(yes.symbols.len());
    for (yes, no) in yes.symbols.iter().zip(&no.symbols) {
        let select = OperationBuilder::new("arith.select", ir::location(op))
            .add_operands(&[condition, *yes, *no])
            .add_results(&[yes.r#type()])
            .build();
        chosen.push(ir::inserted_result(op, select)?);
    }
    let layout = make(op, op, old.r#type(), &chosen).ok()?;
    ir::replace_all_uses(old, layout);
    ir::erase(op).ok()?;
    ir::defining_op(layout)
}

/// Passes the values of symbols in place of layouts.
fn hand_on<'c: 'a, 'a>(op: OperationRef<'c, 'a>, resolver: &Resolver<'c, 'a>) -> Result<(), BoundaryError> {
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    if !operands.iter().any(|v| symbols(v.r#type()).is_some()) {
        return Ok(());
    }
    let mut counts = Vec::with_capacity(operands.len());
    let mut new = Vec::with_capacity(operands.len());
    for value in &operands {
        let before = new.len();
        match (symbols(value.r#type()), resolver.get(*value)) {
            (None, _) => new.push(*value),
            (Some(_), Some(resolved)) => new.extend(resolved.symbols),
            (Some(_), None) => return Err(unknown_symbols(*value)),
        }
        counts.push(new.len() - before);
    }
    // An indirect call has the function before its arguments.
    let callee = usize::from(ir::name(op) == "func.call_indirect");
    let types: Vec<Type<'c>> = operands.iter().skip(callee).map(|v| v.r#type()).collect();
    expand_attributes(op, "arg_attrs", &types)?;
    expand_segments(op, &counts);
    ir::set_operands(op, &new);
    Ok(())
}

/// That the symbols of a layout have no values, and why.
pub fn unknown_symbols(value: Value<'_, '_>) -> BoundaryError {
    let source_of = match (ir::defining_op(value), ir::block_argument(value)) {
        (Some(op), _) if !is_layout(ir::name(op)) => Origin::Result(ir::name(op).into()),
        (Some(op), _) => Origin::Computed(ir::name(op).into()),
        (None, Some((block, number))) => match ir::block_parent(block) {
            Some(function) if is_function(function) => Origin::Function,
            parent => Origin::Argument { number, op: parent.map(ir::name).unwrap_or_default().into() },
        },
        (None, None) => Origin::Nowhere,
    };
    BoundaryError::Symbols { r#type: value.r#type().to_string(), source_of }
}

/// Operands in groups: so many new ones for each old one. `cf.switch` has groups within
/// its last group.
fn expand_segments(op: OperationRef<'_, '_>, counts: &[usize]) {
    let context = ir::context(op);
    let sizes = |name: &str| -> Vec<usize> {
        let sizes = op.attribute(name).map(ir::integers).unwrap_or_default();
        sizes.into_iter().map(|n| usize::try_from(n).unwrap_or(0)).collect()
    };
    let groups = sizes("operandSegmentSizes");
    let cases = sizes("case_operand_segments");
    let last = groups.last().copied().unwrap_or(0);
    let start_of_last = counts.len().saturating_sub(last);
    for (name, groups, mut at) in
        [("operandSegmentSizes", groups, 0), ("case_operand_segments", cases, start_of_last)]
    {
        if groups.is_empty() {
            continue;
        }
        let mut new = Vec::with_capacity(groups.len());
        for size in groups {
            let total: usize = counts.iter().skip(at).take(size).sum();
            new.push(i32::try_from(total).unwrap_or(i32::MAX));
            at += size;
        }
        ir::set_attribute(op, name, DenseI32ArrayAttribute::new(context, &new).into());
    }
}
