//! Where memory comes from and goes: allocations, globals, sizes, alignment.

use layout_algebra::{AnyLayout, Expr};
use layout_mlir::ir;
use melior::ir::attribute::{DenseElementsAttribute, TypeAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::{IntegerType, RankedTensorType, ShapedTypeLike};
use melior::ir::{Attribute, OperationRef, Type, TypeLike, Value, ValueLike};

use super::bind::bind;
use super::emit::{Emit, with_segments};
use super::error::{Error, InitialError};
use super::rewriter::{Memory, Rewriter};
use super::types::LayoutMemref;

/// Largest global whose value is permuted, in elements.
const GLOBAL: i64 = 1 << 24;

/// `memref.alloc`, `memref.alloca`, `gpu.alloc`: as many elements as the layout reaches.
///
/// # Errors
/// [`Error::Build`]; what the algebra says of a layout without a cosize.
pub fn allocate<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let Some((result, r#type)) = ir::result(op).and_then(|r| Some((r, LayoutMemref::of(r.r#type())?))) else {
        return Err(Error::Build(name.into()));
    };
    r#type.check()?;
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let groups = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
    let count = |group: usize| groups.get(group).and_then(|n| usize::try_from(*n).ok()).unwrap_or(0);
    // gpu.alloc has tokens before its sizes.
    let tokens = if groups.len() == 3 { count(0) } else { 0 };
    let sizes = count(groups.len().saturating_sub(2));
    let (tokens, rest) = operands.split_at(tokens.min(operands.len()));
    let (sizes, symbols) = rest.split_at(sizes.min(rest.len()));
    let symbols = if symbols.len() == r#type.symbols() {
        symbols.to_vec()
    } else {
        // A layout that is the identity takes its symbols from the sizes.
        let dynamic: Vec<usize> =
            r#type.shape().iter().enumerate().filter(|(_, n)| n.is_none()).map(|(i, _)| i).collect();
        let modes = r#type.layout.domain().modes();
        let leaves = dynamic.iter().map(|d| modes[*d].size()).collect::<Result<Vec<Expr>, _>>()?;
        bind(&r#type, &leaves, emit, |k| Ok(sizes[k]))?
    };
    let flat = r#type.flat();
    let mut operands = tokens.to_vec();
    let measured = LayoutMemref::of(flat).is_none() && flat.to_string().contains('?');
    if measured {
        // What cannot be measured must be refused before memory is too small.
        r#type.layout.cosize()?;
        operands.push(emit.cosize(r#type.layout, &symbols)?);
    }
    let mut segments = vec![i32::from(measured), 0];
    if groups.len() == 3 {
        segments.insert(0, tokens.len() as i32);
    }
    let attributes = with_segments(op, &segments);
    let results = ir::results(op);
    let mut types: Vec<Type<'c>> = results.iter().map(|r| r.r#type()).collect();
    types[0] = flat;
    let new = OperationBuilder::new(name, emit.location)
        .add_operands(&operands)
        .add_results(&types)
        .add_attributes(&attributes);
    let new = ir::results(emit.insert(name, new)?);
    rewriter.replace(result, [vec![new[0]], symbols].concat());
    if let (Some(old), Some(new)) = (results.get(1), new.get(1)) {
        rewriter.replace(*old, vec![*new]);
    }
    rewriter.remove(op);
    Ok(())
}

/// Whether an operation means the same on the flat memory; its result, if it is a memref,
/// has the symbols of its operand.
pub fn is_flat(name: &str) -> bool {
    matches!(
        name,
        "memref.dealloc"
            | "memref.assume_alignment"
            | "memref.memory_space_cast"
            | "memref.extract_aligned_pointer_as_index"
            | "gpu.dealloc"
            | "layout.peer"
    )
}

/// One of those operations.
///
/// # Errors
/// [`Error::Build`].
pub fn flat<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let mut operands = Vec::new();
    let mut symbols = Vec::new();
    for operand in op.operands().collect::<Vec<_>>() {
        match rewriter.lowered(operand, emit)? {
            Some(lowered) => {
                operands.push(lowered.flat);
                symbols = lowered.symbols;
            }
            None => operands.push(operand),
        }
    }
    let results = ir::results(op);
    let types: Vec<Type<'c>> =
        results.iter().map(|r| LayoutMemref::of(r.r#type()).map_or(r.r#type(), |m| m.flat())).collect();
    let new = OperationBuilder::new(name, emit.location)
        .add_operands(&operands)
        .add_results(&types)
        .add_attributes(&ir::attributes(op));
    let new = emit.insert(name, new)?;
    for (old, new) in results.into_iter().zip(ir::results(new)) {
        let memref = LayoutMemref::of(old.r#type()).is_some();
        rewriter.replace(old, if memref { [vec![new], symbols.clone()].concat() } else { vec![new] });
    }
    rewriter.remove(op);
    Ok(())
}

/// `memref.dim`: the size of a mode.
///
/// # Errors
/// [`Error::Build`].
pub fn dim<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let emit = Emit::at(op);
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let (Some(memref), Some(result)) = (operands.first(), ir::result(op)) else {
        return Err(Error::Build("memref.dim".into()));
    };
    let memory = Memory::of(rewriter, *memref, emit)?;
    let rank = memory.shape().len();
    let new = match operands.get(1) {
        None => emit.constant(rank as i64)?,
        Some(number) => match ir::constant(*number).and_then(|n| usize::try_from(n).ok()) {
            Some(dimension) if dimension < rank => memory.size(dimension, emit)?,
            // Out of range the result is undefined.
            _ => {
                let mut size = memory.size(rank.saturating_sub(1), emit)?;
                for dimension in (0..rank.saturating_sub(1)).rev() {
                    let is = emit.equal(*number, emit.constant(dimension as i64)?)?;
                    let this = memory.size(dimension, emit)?;
                    size = emit.value("arith.select", &[is, this, size], emit.index_type(), &[])?;
                }
                size
            }
        },
    };
    rewriter.replace(result, vec![new]);
    rewriter.remove(op);
    Ok(())
}

/// `memref.global`: the type, and the values where the layout puts them. What no
/// coordinate reaches is zero.
///
/// # Errors
/// [`Error::Dynamic`], [`Error::Initial`].
pub fn global<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Result<(), Error> {
    let emit = Emit::at(op);
    let r#type = op.attribute("type").ok().and_then(ir::held_type);
    let Some(memref) = r#type.and_then(LayoutMemref::of) else { return Ok(()) };
    memref.check()?;
    let name = memref.memref.to_string();
    if memref.symbols() > 0 {
        return Err(Error::Dynamic { what: "a global", memref: name });
    }
    let initial = if op.has_attribute("initial_value") { op.attribute("initial_value").ok() } else { None };
    if let Some(values) = initial.filter(|v| v.to_string() != "unit") {
        let permuted = permuted(&memref, values, emit).map_err(|why| Error::Initial { memref: name, why })?;
        ir::set_attribute(op, "initial_value", permuted);
    }
    ir::set_attribute(op, "type", TypeAttribute::new(memref.flat()).into());
    Ok(())
}

fn permuted<'c>(
    memref: &LayoutMemref<'c>,
    values: Attribute<'c>,
    emit: Emit<'c, '_>,
) -> Result<Attribute<'c>, InitialError> {
    let shape: Vec<u64> =
        memref.shape().iter().map(|n| n.and_then(|n| u64::try_from(n).ok()).unwrap_or(0)).collect();
    let cosize = memref.layout.cosize().ok().and_then(|n| n.as_const()).filter(|n| *n <= GLOBAL);
    let cosize = cosize.and_then(|n| usize::try_from(n).ok()).ok_or(InitialError::Large)?;
    let element = memref.memref.element();
    let zero = if element.is_float() { "0.0" } else { "0" };
    let zero = Attribute::parse(emit.context, &format!("{zero} : {element}")).ok_or(InitialError::NoZero)?;
    let mut flat: Vec<Option<Attribute<'c>>> = vec![None; cosize];
    let mut coordinate = vec![0u64; shape.len()];
    let count: u64 = shape.iter().product();
    for number in 0..count {
        // The layout counts from the left, as its modes do.
        let mut rest = number;
        for (digit, size) in coordinate.iter_mut().zip(&shape) {
            (*digit, rest) = (rest % size, rest / size);
        }
        let value = ir::element(values, &coordinate).ok_or(InitialError::NotDense)?;
        let at = i64::try_from(number).ok().and_then(|n| index(memref.layout, n));
        let place = at.and_then(|at| flat.get_mut(at)).ok_or(InitialError::Misfit)?;
        if place.is_some_and(|other| other != value) {
            return Err(InitialError::Different(coordinate));
        }
        *place = Some(value);
    }
    let flat: Vec<Attribute<'c>> = flat.into_iter().map(|v| v.unwrap_or(zero)).collect();
    let tensor = RankedTensorType::new(&[cosize as u64], element, None);
    DenseElementsAttribute::new(tensor.into(), &flat)
        .map(Into::into)
        .map_err(|e| InitialError::Build(e.to_string()))
}

fn index(layout: &AnyLayout, number: i64) -> Option<usize> {
    usize::try_from(layout.eval(number)?).ok()
}

/// Whether a type is an integer or a float, of which vectors are made.
pub fn is_scalar(r#type: Type<'_>) -> bool {
    r#type.is_index() || r#type.is_float() || IntegerType::try_from(r#type).is_ok()
}
