//! Operations that pass memrefs on: functions, calls, branches, loops.

use layout_mlir::ir;
use melior::ir::attribute::{ArrayAttribute, DenseI32ArrayAttribute, TypeAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, OperationRef, RegionLike, Type, Value, ValueLike};

use super::emit::Emit;
use super::error::Error;
use super::rewriter::Rewriter;
use super::types::LayoutMemref;

/// Whether an operation hands its operands on as they are, to its results, its regions,
/// its successors, or a function.
pub fn passes_on(name: &str) -> bool {
    matches!(
        name,
        "func.call"
            | "func.return"
            | "gpu.return"
            | "gpu.launch_func"
            | "cf.br"
            | "cf.cond_br"
            | "cf.switch"
            | "scf.if"
            | "scf.for"
            | "scf.while"
            | "scf.condition"
            | "scf.yield"
            | "scf.execute_region"
            | "scf.index_switch"
            | "affine.for"
            | "affine.if"
            | "affine.yield"
            | "memref.alloca_scope"
            | "memref.alloca_scope.return"
    )
}

/// Whether the arguments of an operation's blocks may be memrefs with layouts.
fn has_arguments(name: &str) -> bool {
    passes_on(name) || matches!(name, "func.func" | "gpu.func" | "gpu.launch")
}

/// Expands the arguments of all blocks of an operation, and the type of a function.
///
/// # Errors
/// [`Error::Operation`] if the operation's regions do not take memrefs from outside,
/// [`Error::Dynamic`] for a workgroup buffer of dynamic layout.
pub fn expand_blocks<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    rewriter: &mut Rewriter<'c, 'a>,
) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let inputs = ir::function_type(op).map(|t| t.input_count());
    for region in op.regions() {
        let mut block = region.first_block();
        while let Some(b) = block {
            for number in 0..b.argument_count() {
                let argument = b.argument(number).ok().map(|a| a.r#type());
                let Some(memref) = argument.and_then(LayoutMemref::of) else { continue };
                let r#type = || memref.memref.to_string();
                if !has_arguments(name) {
                    let remedy = "a region of it has such an argument, of which nothing is known here";
                    return Err(Error::Operation { op: name.into(), memref: r#type(), remedy });
                }
                // What is no input of a kernel is a buffer that the kernel owns.
                let owned = name == "gpu.launch" || inputs.is_some_and(|n| number >= n);
                if owned && memref.symbols() > 0 {
                    return Err(Error::Dynamic { what: "a kernel's own buffer", memref: r#type() });
                }
            }
            // Blocks live as long as the operation.
            if let Some(first) = b.first_operation().and_then(|o| o.block()) {
                rewriter.expand_arguments(first, emit)?;
            }
            block = b.next_in_region();
        }
    }
    let Some(r#type) = ir::function_type(op) else { return Ok(()) };
    let expand = |types: &[Type<'c>]| -> Result<Vec<Type<'c>>, Error> {
        let mut out = Vec::new();
        for r#type in types {
            match LayoutMemref::of(*r#type) {
                Some(memref) => {
                    memref.check()?;
                    out.extend(memref.expanded(emit.context));
                }
                None => out.push(*r#type),
            }
        }
        Ok(out)
    };
    let inputs: Vec<Type<'c>> = (0..r#type.input_count()).filter_map(|i| r#type.input(i).ok()).collect();
    let results: Vec<Type<'c>> = (0..r#type.result_count()).filter_map(|i| r#type.result(i).ok()).collect();
    let new = FunctionType::new(emit.context, &expand(&inputs)?, &expand(&results)?);
    if Type::from(new) != r#type.into() {
        ir::set_attribute(op, "function_type", TypeAttribute::new(new.into()).into());
        for (name, types) in [("arg_attrs", &inputs), ("res_attrs", &results)] {
            if let Ok(attribute) = op.attribute(name) {
                ir::set_attribute(op, name, expand_dictionaries(emit, attribute, types)?);
            }
        }
    }
    Ok(())
}

/// Dictionaries, one a value of these types: a symbol's is empty.
fn expand_dictionaries<'c>(
    emit: Emit<'c, '_>,
    attribute: Attribute<'c>,
    types: &[Type<'c>],
) -> Result<Attribute<'c>, Error> {
    let Ok(array) = ArrayAttribute::try_from(attribute) else { return Ok(attribute) };
    let empty = emit.attribute("{}")?;
    let mut out = Vec::new();
    for (number, r#type) in types.iter().enumerate() {
        out.push(array.element(number).unwrap_or(empty));
        out.resize(out.len() + LayoutMemref::of(*r#type).map_or(0, |m| m.symbols()), empty);
    }
    Ok(ArrayAttribute::new(emit.context, &out).into())
}

/// Writes an operation again with operands and results expanded in their places.
///
/// # Errors
/// [`Error::Build`].
pub fn rebuild<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let old: Vec<Value<'c, 'a>> = op.operands().collect();
    let parts = old.iter().map(|v| rewriter.expand(*v, emit)).collect::<Result<Vec<_>, _>>()?;
    let results = ir::results(op);
    let mut types = Vec::new();
    for result in &results {
        match LayoutMemref::of(result.r#type()) {
            Some(memref) => {
                memref.check()?;
                types.push(memref.expanded(emit.context));
            }
            None => types.push(vec![result.r#type()]),
        }
    }
    let lengths: Vec<usize> = parts.iter().map(Vec::len).collect();
    let mut attributes = Vec::new();
    for (key, value) in ir::attributes(op) {
        let text = key.as_string_ref().as_str().unwrap_or_default().to_string();
        let value = match text.as_str() {
            "operandSegmentSizes" => segments(emit, &ir::integers(value), &lengths),
            "case_operand_segments" => {
                let groups = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
                let first = groups.iter().take(2).sum::<i64>();
                segments(emit, &ir::integers(value), &lengths[usize::try_from(first).unwrap_or(0)..])
            }
            "arg_attrs" => {
                expand_dictionaries(emit, value, &old.iter().map(|v| v.r#type()).collect::<Vec<_>>())?
            }
            "res_attrs" => {
                expand_dictionaries(emit, value, &results.iter().map(|v| v.r#type()).collect::<Vec<_>>())?
            }
            _ => value,
        };
        attributes.push((key, value));
    }
    let successors: Vec<_> = op.successors().collect();
    let successors: Vec<&melior::ir::Block<'c>> = successors.iter().map(|b| &**b).collect();
    let new = OperationBuilder::new(name, emit.location)
        .add_operands(&parts.concat())
        .add_results(&types.concat())
        .add_attributes(&attributes)
        .add_successors(&successors)
        .add_regions_vec(ir::take_regions(op));
    let new = ir::results(emit.insert(name, new)?);
    let mut new = new.into_iter();
    for (result, types) in results.into_iter().zip(types) {
        rewriter.replace(result, new.by_ref().take(types.len()).collect());
    }
    rewriter.remove(op);
    Ok(())
}

/// The sizes of groups of operands after each operand has become `lengths` many.
fn segments<'c>(emit: Emit<'c, '_>, groups: &[i64], lengths: &[usize]) -> Attribute<'c> {
    let mut lengths = lengths.iter();
    let sizes: Vec<i32> = groups
        .iter()
        .map(|n| lengths.by_ref().take(usize::try_from(*n).unwrap_or(0)).sum::<usize>() as i32)
        .collect();
    DenseI32ArrayAttribute::new(emit.context, &sizes).into()
}

/// `arith.select` of memrefs: of their flat memory, and of each symbol.
///
/// # Errors
/// [`Error::Build`].
pub fn select<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let emit = Emit::at(op);
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let ([condition, a, b], Some(result)) = (&operands[..], ir::result(op)) else {
        return Err(Error::Build("arith.select".into()));
    };
    let sides = rewriter.expand(*a, emit)?.into_iter().zip(rewriter.expand(*b, emit)?);
    let new = sides
        .map(|(a, b)| emit.value("arith.select", &[*condition, a, b], a.r#type(), &[]))
        .collect::<Result<Vec<_>, _>>()?;
    rewriter.replace(result, new);
    rewriter.remove(op);
    Ok(())
}
