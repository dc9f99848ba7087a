//! The types of functions, and of values that are functions.

use layout_mlir::ir;
use melior::Context;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};

use super::types::{function, parts, signature, symbols};
use super::{BoundaryError, Misfit};

/// Whether an operation is a function whose signature this pass changes.
pub fn is_function(op: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(op), "func.func" | "gpu.func")
}

/// Expands the types of functions, and of values that are functions. The entry blocks
/// still have their layouts.
pub fn expand<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<Misfit<'c, 'a>> {
    let mut errors = Vec::new();
    for op in ir::nested(root) {
        let context = ir::context(op);
        if is_function(op)
            && let Some((old, new)) = signature(op)
            && let Some((inputs, results)) = parts(old)
        {
            for (name, types) in [("arg_attrs", inputs), ("res_attrs", results)] {
                if let Err(error) = expand_attributes(op, name, &types) {
                    errors.push((op, error));
                }
            }
            ir::set_attribute(op, "function_type", TypeAttribute::new(new.into()).into());
        }
        let arguments = ir::blocks(op).into_iter().flat_map(ir::arguments);
        for value in ir::results(op).into_iter().chain(arguments) {
            retype(context, value);
        }
    }
    errors
}

/// A value that is a function with layouts.
fn retype<'c>(context: &'c Context, value: Value<'c, '_>) {
    if let Some(new) = function(context, value.r#type()) {
        ir::set_type(value, new.into());
    }
}

/// One dictionary of attributes for each of `types` becomes one for each type that
/// stands for them.
///
/// # Errors
/// A layout that has attributes: they would have to be those of all its symbols.
pub fn expand_attributes<'c>(
    op: OperationRef<'c, '_>,
    name: &str,
    types: &[Type<'c>],
) -> Result<(), BoundaryError> {
    let Some(old) = op.attribute(name).ok().and_then(|a| ArrayAttribute::try_from(a).ok()) else {
        return Ok(());
    };
    if !types.iter().any(|t| symbols(*t).is_some()) {
        return Ok(());
    }
    let context = ir::context(op);
    let none: Attribute<'c> = DictionaryAttribute::new(context, &[]).into();
    let mut new = Vec::new();
    for (i, r#type) in types.iter().enumerate() {
        let own = old.element(i).unwrap_or(none);
        match symbols(*r#type) {
            None => new.push(own),
            Some(n) if own == none => new.extend(vec![none; n]),
            Some(_) => {
                let what = if name == "arg_attrs" { "argument" } else { "result" };
                let (r#type, attributes) = (r#type.to_string(), own.to_string());
                return Err(BoundaryError::Attributes { what, number: i, r#type, attributes });
            }
        }
    }
    ir::set_attribute(op, name, ArrayAttribute::new(context, &new).into());
    Ok(())
}
