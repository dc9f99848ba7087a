//! What stands for a type at a boundary.

use layout_dialect::Known;
use layout_mlir::ir;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{OperationRef, Type, TypeLike};

/// The number of symbols of a known layout type; `None` for any other type.
pub fn symbols(r#type: Type<'_>) -> Option<usize> {
    Some(Known::of_type(r#type)?.layout()?.symbols().len())
}

/// The types that stand for `types`: for a layout, an index for each symbol.
pub fn expanded<'c>(context: &'c Context, types: impl IntoIterator<Item = Type<'c>>) -> Vec<Type<'c>> {
    types
        .into_iter()
        .flat_map(|t| match symbols(t) {
            Some(n) => vec![Type::index(context); n],
            None => vec![function(context, t).map_or(t, Type::from)],
        })
        .collect()
}

/// The function type that stands for one with layouts; `None` for any other type.
pub fn function<'c>(context: &'c Context, r#type: Type<'c>) -> Option<FunctionType<'c>> {
    let (inputs, results) = parts(r#type)?;
    let new = FunctionType::new(
        context,
        &expanded(context, inputs.iter().copied()),
        &expanded(context, results.iter().copied()),
    );
    (Type::from(new) != r#type).then_some(new)
}

/// The inputs and results of a function type; `None` for any other type.
pub fn parts<'c>(r#type: Type<'c>) -> Option<(Vec<Type<'c>>, Vec<Type<'c>>)> {
    // (A conversion that fails prints the type.)
    let function = r#type.is_function().then(|| FunctionType::try_from(r#type).ok()).flatten()?;
    Some((
        (0..function.input_count()).filter_map(|i| function.input(i).ok()).collect(),
        (0..function.result_count()).filter_map(|i| function.result(i).ok()).collect(),
    ))
}

/// The type of a function that has layouts in it, and the type that stands for it.
pub fn signature<'c>(op: OperationRef<'c, '_>) -> Option<(Type<'c>, FunctionType<'c>)> {
    let attribute = op.attribute("function_type").ok()?;
    let old = ir::held_type(attribute)?;
    Some((old, function(ir::context(op), old)?))
}
