//! `layout-expand-boundaries`: layouts cross functions as the values of their symbols.
//!
//! ```mlir
//! // Before:
//! func.func @f(%l: !layout<(?,4):(4,1)>) { … }     func.call @f(%a)
//! // After:
//! func.func @f(%n: index) { %l = layout.make(%n) : !layout<(?,4):(4,1)> … }
//! ```
//!
//! Arguments and results of `func.func` and `gpu.func`, and the operands and
//! results of `func.call`, are expanded; a static layout vanishes from a
//! signature. Unknown layouts (`!layout<*>`) stay.
//!
//! # Errors
//! A layout that is passed on but whose symbols are not known there, such as one
//! that comes through a block argument; attributes on arguments or results of a
//! function with layouts.

use layout_dialect::registry::{OptionValues, PassInfo};
use layout_dialect::{Known, ir};
use melior::Context;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, OperationRef, RegionLike, Type, Value, ValueLike};

use layout_bridge::resolve::Resolver;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-expand-boundaries",
    summary: "Pass layouts across function boundaries as the values of their symbols",
    options: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let functions =
        ir::nested(op).into_iter().filter(|op| matches!(ir::name(*op).as_str(), "func.func" | "gpu.func"));
    let mut ok = true;
    for function in functions.collect::<Vec<_>>() {
        for expand in [expand_signature, expand_body] {
            if let Err((at, message)) = expand(function) {
                ir::emit_error(ir::location(at), &format!("layout-expand-boundaries: {message}"));
                ok = false;
            }
        }
    }
    ok
}

/// What is wrong, and where.
type Outcome<'c, 'a> = Result<(), (OperationRef<'c, 'a>, String)>;

/// The number of symbols of a known layout type.
fn symbols(r#type: Type<'_>) -> Option<usize> {
    Some(Known::of_type(r#type)?.layout()?.symbols().len())
}

/// The types that stand for `types` at a boundary.
fn expanded<'c>(context: &'c Context, types: impl IntoIterator<Item = Type<'c>>) -> Vec<Type<'c>> {
    types
        .into_iter()
        .flat_map(|t| match symbols(t) {
            Some(n) => vec![Type::index(context); n],
            None => vec![t],
        })
        .collect()
}

/// Expands the function's type and its block arguments.
fn expand_signature<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Outcome<'c, 'a> {
    let context = ir::context(function);
    let r#type = function.attribute("function_type").ok().and_then(|a| TypeAttribute::try_from(a).ok());
    let Some(r#type) = r#type.and_then(|a| FunctionType::try_from(a.value()).ok()) else { return Ok(()) };
    let inputs: Vec<Type<'c>> = (0..r#type.input_count()).filter_map(|i| r#type.input(i).ok()).collect();
    let results: Vec<Type<'c>> = (0..r#type.result_count()).filter_map(|i| r#type.result(i).ok()).collect();
    if !inputs.iter().chain(&results).any(|t| symbols(*t).is_some()) {
        return Ok(());
    }
    if function.has_attribute("arg_attrs") || function.has_attribute("res_attrs") {
        return Err((
            function,
            "a function with layouts must not have attributes on arguments or results".into(),
        ));
    }
    let new = FunctionType::new(context, &expanded(context, inputs.clone()), &expanded(context, results));
    ir::set_attribute(function, "function_type", TypeAttribute::new(new.into()).into());
    let Some(block) = function.region(0).ok().and_then(|r| r.first_block()) else { return Ok(()) };
    let Some(first) = block.first_operation() else { return Ok(()) };
    for (i, input) in inputs.iter().enumerate().rev() {
        let Some(count) = symbols(*input) else { continue };
        let location = ir::location(function);
        let values: Vec<Value<'c, 'a>> =
            (0..count).map(|k| ir::insert_argument(block, i + k, Type::index(context), location)).collect();
        let make = OperationBuilder::new("layout.make", location)
            .add_operands(&values)
            .add_results(&[*input])
            .build();
        let Some(layout) = ir::inserted_result(first, make) else {
            return Err((function, format!("a layout of type {input} could not be made")));
        };
        if let Ok(old) = block.argument(i + count) {
            ir::replace_all_uses(old.into(), layout);
        }
        ir::erase_argument(block, i + count);
    }
    Ok(())
}

/// Expands calls and returns, in program order.
fn expand_body<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Outcome<'c, 'a> {
    let mut resolver = Resolver::default();
    for op in ir::nested(function) {
        let name = ir::name(op);
        let boundary = matches!(name.as_str(), "func.call" | "func.return" | "gpu.return");
        if !boundary {
            resolver.visit(op);
            continue;
        }
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let results: Vec<Value<'c, 'a>> = ir::results(op);
        if !operands.iter().chain(&results).any(|v| symbols(v.r#type()).is_some()) {
            continue;
        }
        let mut new_operands = Vec::with_capacity(operands.len());
        for value in operands {
            match (symbols(value.r#type()), resolver.get(value)) {
                (None, _) => new_operands.push(value),
                (Some(_), Some(resolved)) => new_operands.extend(resolved.symbols),
                (Some(_), None) => {
                    return Err((
                        op,
                        format!("the values of the symbols of {} are not known here", value.r#type()),
                    ));
                }
            }
        }
        let context = ir::context(op);
        let new = OperationBuilder::new(&name, ir::location(op))
            .add_operands(&new_operands)
            .add_results(&expanded(context, results.iter().map(|r| r.r#type())))
            .add_attributes(&op.attributes().collect::<Vec<_>>())
            .build();
        let Some(new) = new.ok().and_then(|new| ir::insert_before(op, new)) else {
            return Err((op, "the operation could not be rebuilt".into()));
        };
        let mut values = ir::results(new).into_iter();
        for old in results {
            let replacement = match symbols(old.r#type()) {
                None => values.next(),
                Some(count) => {
                    let symbols: Vec<Value<'c, 'a>> = values.by_ref().take(count).collect();
                    let make = OperationBuilder::new("layout.make", ir::location(op))
                        .add_operands(&symbols)
                        .add_results(&[old.r#type()])
                        .build();
                    let layout = ir::inserted_result(op, make);
                    if let Some(make) = layout.and_then(ir::defining_op) {
                        resolver.visit(make);
                    }
                    layout
                }
            };
            if let Some(replacement) = replacement {
                ir::replace_all_uses(old, replacement);
            }
        }
        ir::erase(op);
    }
    Ok(())
}
