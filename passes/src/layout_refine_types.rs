//! `layout-refine-types`: the types of layouts that were written `!layout<*>`.
//!
//! ```mlir
//! // Before:
//! %u = layout.cast %a : !layout<(8,16):(16,1)> to !layout<*>
//! %t = layout.zipped_divide %u : !layout<*> by #layout.tile<[4:1, 8:1]>
//! %x = layout.crd2idx %t((%i, %j), (%k, %l)) : !layout<*>
//! // After:
//! %t = layout.zipped_divide %a : !layout<(8,16):(16,1)> by #layout.tile<[4:1, 8:1]>
//! %x = layout.crd2idx %t((%i, %j), (%k, %l)) : !layout<((4,8),(2,2)):((16,1),(64,8))>
//! ```
//!
//! A type is what the algebra infers from those of the operands, and of an argument or a result that
//! others hand on, what they all are: a loop keeps a layout if it does after each iteration. Where
//! two disagree the layout stays unknown, which a remark says, and `layout.cast` stands before
//! what takes it.
//!
//! # Errors
//! An operation that the layouts it gets do not have: what was written as unknown is wrong.

use layout_dialect::ops::{self, Attributes, LayoutOp, Yields};
use layout_dialect::{InferError, Inferred, Known, infer};
use layout_mlir::ir::{self, Use, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::Context;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::hand_on::HandedOn;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-refine-types",
    summary: "Infer the types of layouts that are written !layout<*>",
    options: &[],
    statistics: &[],
    run,
};

/// What is found of a layout whose type says nothing; nothing yet, if there is no entry.
#[derive(Clone, Copy, PartialEq)]
enum Found<'c> {
    /// Its type.
    Type(Type<'c>),
    /// It has no one type.
    Unknown,
}

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let handed = HandedOn::below(root);
    let types = Types::find(root, &handed);
    let mut ok = true;
    for (op, error) in types.errors(root) {
        ir::emit_error(ir::location(op), &error.to_string());
        ok = false;
    }
    if ok {
        types.remark(&handed);
        types.write(root, &handed);
        // What operations have against the types that were found.
        ok = types.found.is_empty() || root.verify();
    }
    ok
}

struct Types<'c> {
    context: &'c Context,
    found: FxHashMap<ValueKey, Found<'c>>,
    /// Two types that were handed on to one value, the first time that there were two.
    disagree: Vec<(ValueKey, [Type<'c>; 2])>,
}

fn is_unknown(value: Value<'_, '_>) -> bool {
    Known::of_type(value.r#type()) == Some(&Known::Nothing)
}

/// The operation of the algebra that an operation is.
fn algebra(op: OperationRef<'_, '_>) -> Option<&'static dyn LayoutOp> {
    ops::find(ir::name(op)).filter(|known| known.yields() == Yields::Layout)
}

impl<'c: 'a, 'a> Types<'c> {
    /// The types of all that is unknown: from nothing found on, until nothing more is.
    fn find(root: OperationRef<'c, 'a>, handed: &HandedOn<'c, 'a>) -> Self {
        let mut types =
            Self { context: ir::context(root), found: FxHashMap::default(), disagree: Vec::new() };
        let ops = ir::nested(root);
        let to: FxHashSet<ValueKey> = handed.edges.iter().map(|e| ir::key(e.to)).collect();
        for op in &ops {
            let arguments = ir::blocks(*op).into_iter().flat_map(ir::arguments);
            let results = ir::results(*op).into_iter().filter(|_| algebra(*op).is_none());
            for value in arguments.chain(results).filter(|v| is_unknown(*v)) {
                let key = ir::key(value);
                if !to.contains(&key) || handed.open.contains(&key) {
                    types.found.insert(key, Found::Unknown);
                }
            }
        }
        // Each finding replaces no entry or a type: twice as many rounds as values at most.
        loop {
            let mut changed = false;
            for op in ops.iter().filter(|op| algebra(**op).is_some()) {
                if let Some(result) = ir::result(*op).filter(|v| is_unknown(*v))
                    && let Some(found) = types.inferred(*op)
                {
                    changed |= types.found.insert(ir::key(result), found) != Some(found);
                }
            }
            for edge in handed.edges.iter().filter(|e| is_unknown(e.to)) {
                let from = edge.from.op.operand(edge.from.operand).ok().and_then(|v| types.of(v));
                let found = match (types.found.get(&ir::key(edge.to)), from) {
                    (_, None) => continue,
                    (None, Some(new)) => new,
                    (Some(old), Some(new)) if *old == new => continue,
                    (Some(Found::Type(old)), Some(Found::Type(new))) => {
                        types.disagree.push((ir::key(edge.to), [*old, new]));
                        Found::Unknown
                    }
                    _ => Found::Unknown,
                };
                changed |= types.found.insert(ir::key(edge.to), found) != Some(found);
            }
            if !changed {
                return types;
            }
        }
    }

    /// What is known of a layout; `None` if nothing is found yet.
    fn of(&self, value: Value<'c, '_>) -> Option<Found<'c>> {
        if is_unknown(value) {
            self.found.get(&ir::key(value)).copied()
        } else {
            Some(Found::Type(value.r#type()))
        }
    }

    /// What an operation of the algebra makes of the types found; `None` while one is missing.
    fn inferred(&self, op: OperationRef<'c, 'a>) -> Option<Found<'c>> {
        let operands: Vec<Found<'c>> = op.operands().map(|v| self.of(v)).collect::<Option<_>>()?;
        let inferred = self.infer(op, &operands).ok().flatten();
        let r#type = inferred.and_then(|i| Type::parse(self.context, &format!("!layout<{}>", i.layout)));
        Some(r#type.map_or(Found::Unknown, Found::Type))
    }

    fn infer(
        &self,
        op: OperationRef<'c, 'a>,
        operands: &[Found<'c>],
    ) -> Result<Option<Inferred>, InferError> {
        let Some(known) = algebra(op) else { return Ok(None) };
        let layouts = operands.iter().map(|found| match found {
            Found::Type(r#type) => Known::of_type(*r#type).unwrap_or(&Known::Nothing),
            Found::Unknown => &Known::Nothing,
        });
        let same = op.operand_count() == 2 && op.operand(0) == op.operand(1);
        infer(known, &layouts.collect::<Vec<_>>(), same, &Attributes::of(op))
    }

    /// Operations that the layouts they get do not have.
    fn errors(&self, root: OperationRef<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, InferError)> {
        let error = |op: OperationRef<'c, 'a>| {
            let operands = op.operands().map(|v| self.of(v)).collect::<Option<Vec<_>>>()?;
            self.infer(op, &operands).err().map(|error| (op, error))
        };
        ir::nested(root).into_iter().filter(|op| algebra(*op).is_some()).filter_map(error).collect()
    }

    /// Says where what is handed on disagrees, once an operation.
    fn remark(&self, handed: &HandedOn<'c, 'a>) {
        let mut said = FxHashSet::default();
        for (key, [one, other]) in &self.disagree {
            let to = handed.edges.iter().find(|e| ir::key(e.to) == *key).and_then(|e| place(e.to));
            if let Some(op) =
                to.filter(|op| said.insert((ir::op_key(*op), one.to_string(), other.to_string())))
            {
                let text = format!("{}: the layout stays !layout<*>: it is {one} or {other}", INFO.name);
                ir::emit_remark(ir::location(op), &text);
            }
        }
    }

    fn refined(&self, value: Value<'c, '_>) -> Option<Type<'c>> {
        match self.found.get(&ir::key(value)) {
            Some(Found::Type(r#type)) if is_unknown(value) => Some(*r#type),
            _ => None,
        }
    }

    /// Writes the types that were found.
    fn write(&self, root: OperationRef<'c, 'a>, handed: &HandedOn<'c, 'a>) {
        let takes = |place: &Use<'c, 'a>| {
            let mut edges = handed.edges.iter().filter(|e| same_place(&e.from, place)).peekable();
            edges.peek().is_some() && edges.all(|e| self.refined(e.to).is_some())
        };
        let ops = ir::nested(root);
        let arguments = |op: &OperationRef<'c, 'a>| ir::blocks(*op).into_iter().flat_map(ir::arguments);
        let values = ops.iter().flat_map(|op| ir::results(*op).into_iter().chain(arguments(op)));
        let refined: Vec<(Value<'c, 'a>, Type<'c>)> =
            values.filter_map(|value| Some((value, self.refined(value)?))).collect();
        let strangers: Vec<Use<'c, 'a>> = refined
            .iter()
            .flat_map(|(value, _)| ir::uses(*value))
            .filter(|place| !ir::name(place.op).starts_with("layout.") && !takes(place))
            .collect();
        for (value, r#type) in &refined {
            ir::set_type(*value, *r#type);
        }
        for place in strangers {
            let Ok(value) = place.op.operand(place.operand) else { continue };
            let unknown = Type::parse(self.context, "!layout<*>");
            let cast = OperationBuilder::new("layout.cast", ir::location(place.op)).add_operands(&[value]);
            let cast = cast.add_results(&unknown.into_iter().collect::<Vec<_>>()).build();
            if let Some(cast) = ir::inserted_result(place.op, cast) {
                ir::set_operand(place, cast);
            }
        }
        for function in &handed.private {
            self.retype(*function);
        }
        for op in ops.into_iter().filter(|op| ir::name(*op) == "layout.cast") {
            if let (Some(from), Some(to)) = (ir::operand(op, 0), ir::result(op))
                && from.r#type() == to.r#type()
            {
                ir::replace_all_uses(to, from);
                // Nothing uses it any more.
                let _ = ir::erase(op);
            }
        }
    }

    /// The type of a function is that of its arguments and of what it returns.
    fn retype(&self, function: OperationRef<'c, 'a>) {
        let blocks = ir::blocks(function);
        let Some(entry) = blocks.first() else { return };
        let end = blocks
            .iter()
            .filter_map(|block| ir::terminator(*block))
            .find(|op| ir::name(*op) == "func.return");
        let inputs: Vec<Type<'c>> = ir::arguments(*entry).into_iter().map(|v| v.r#type()).collect();
        let results: Vec<Type<'c>> = match end {
            Some(end) => end.operands().map(|v| v.r#type()).collect(),
            None => return,
        };
        let r#type = FunctionType::new(self.context, &inputs, &results);
        ir::set_attribute(function, "function_type", TypeAttribute::new(r#type.into()).into());
    }
}

fn same_place(a: &Use<'_, '_>, b: &Use<'_, '_>) -> bool {
    ir::op_key(a.op) == ir::op_key(b.op) && a.operand == b.operand
}

/// The operation where a value comes to be.
fn place<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    match ir::defining_op(value) {
        Some(op) => Some(op),
        None => ir::block_parent(ir::block_argument(value)?.0),
    }
}
