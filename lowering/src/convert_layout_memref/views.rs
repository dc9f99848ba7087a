//! Other views of the same memory: casts, and the views of upstream on strides.

use layout_algebra::Expr;
use layout_mlir::ir;
use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};

use super::bind::bind;
use super::emit::Emit;
use super::error::Error;
use super::rewriter::{Lowered, Rewriter};
use super::types::{LayoutMemref, Strided, shape, strided_type};

/// Sizes, strides and the offset, each a number if it is known and a value otherwise.
type Numbers<'c, 'a> = Strided<(Option<i64>, Option<Value<'c, 'a>>)>;

/// A memref with one stride a dimension, as upstream knows them, over the flat memory.
///
/// # Errors
/// [`Error::NotStrided`].
fn to_strided<'c: 'a, 'a>(
    lowered: &Lowered<'c, 'a>,
    op: &str,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let r#type = &lowered.r#type;
    let not = || Error::NotStrided {
        op: op.into(),
        memref: r#type.memref.to_string(),
        layout: r#type.layout.to_string(),
    };
    let strided = r#type.strided().ok_or_else(not)?;
    let result = r#type.with_strides(emit.context, &strided).ok_or_else(not)?;
    let mut dynamic: [Vec<Value<'c, 'a>>; 3] = Default::default();
    let mut numbers = |group: usize, list: &[Expr]| -> Result<Vec<i64>, Error> {
        list.iter()
            .map(|e| match e.as_const() {
                Some(n) => Ok(n),
                None => {
                    dynamic[group].push(emit.expr(e, &lowered.symbols)?);
                    Ok(ir::DYNAMIC)
                }
            })
            .collect()
    };
    let offsets = numbers(0, std::slice::from_ref(&strided.offset))?;
    let lists = [offsets, numbers(1, &strided.sizes)?, numbers(2, &strided.strides)?];
    reinterpret(lowered.flat, result, &lists, &dynamic, emit)
}

/// `memref.reinterpret_cast` with offsets, sizes and strides.
fn reinterpret<'c: 'a, 'a>(
    memory: Value<'c, 'a>,
    result: Type<'c>,
    numbers: &[Vec<i64>; 3],
    dynamic: &[Vec<Value<'c, 'a>>; 3],
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let array = |n: &[i64]| -> Attribute<'c> { DenseI64ArrayAttribute::new(emit.context, n).into() };
    let counts = dynamic.iter().map(|d| d.len() as i32);
    let segments: Vec<i32> = [1].into_iter().chain(counts).collect();
    emit.value(
        "memref.reinterpret_cast",
        &[vec![memory], dynamic.concat()].concat(),
        result,
        &[
            ("static_offsets", array(&numbers[0])),
            ("static_sizes", array(&numbers[1])),
            ("static_strides", array(&numbers[2])),
            ("operandSegmentSizes", DenseI32ArrayAttribute::new(emit.context, &segments).into()),
        ],
    )
}

/// What a memref's type says of its strides, and values for the rest.
fn numbers_of<'c: 'a, 'a>(memref: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Numbers<'c, 'a>, Error> {
    let build = || Error::Build("memref.extract_strided_metadata".into());
    let r#type = ir::memref(memref.r#type()).ok_or_else(build)?;
    let (strides, offset) = r#type.strides_and_offset();
    let known = |n: i64| (!MemRefType::is_dynamic_stride_or_offset(n)).then_some(n);
    let (sizes, strides): (Vec<_>, Vec<_>) =
        (shape(r#type), strides.into_iter().map(known).collect::<Vec<_>>());
    let all = sizes.iter().chain(&strides).all(Option::is_some);
    let offset = known(offset);
    let mut values = Vec::new();
    if !all || offset.is_none() {
        let base = MemRefType::new(r#type.element(), &[], None, r#type.memory_space()).into();
        let types = [vec![base], vec![emit.index_type(); 1 + 2 * sizes.len()]].concat();
        values = ir::results(emit.op("memref.extract_strided_metadata", &[memref], &types, &[])?);
    }
    let at = |k: usize| values.get(k).copied();
    let rank = sizes.len();
    Ok(Strided {
        sizes: sizes.into_iter().enumerate().map(|(i, n)| (n, at(2 + i))).collect(),
        strides: strides.into_iter().enumerate().map(|(i, n)| (n, at(2 + rank + i))).collect(),
        offset: (offset, at(1)),
    })
}

/// What a layout says of its strides, and values for the rest.
fn numbers_of_layout<'c: 'a, 'a>(
    lowered: &Lowered<'c, 'a>,
    strided: &Strided<Expr>,
    emit: Emit<'c, 'a>,
) -> Result<Numbers<'c, 'a>, Error> {
    let number = |e: &Expr| -> Result<(Option<i64>, Option<Value<'c, 'a>>), Error> {
        match e.as_const() {
            Some(n) => Ok((Some(n), None)),
            None => Ok((None, Some(emit.expr(e, &lowered.symbols)?))),
        }
    };
    Ok(Strided {
        sizes: strided.sizes.iter().map(number).collect::<Result<_, _>>()?,
        strides: strided.strides.iter().map(number).collect::<Result<_, _>>()?,
        offset: number(&strided.offset)?,
    })
}

/// Refuses two ways to lay out elements that are known to differ.
fn agree(from: (&Strided<Option<i64>>, String), to: (&Strided<Option<i64>>, String)) -> Result<(), Error> {
    let rank = from.0.sizes.len();
    let name = |k: usize| match k {
        k if k < rank => format!("size {k}"),
        k if k < 2 * rank => format!("stride {}", k - rank),
        _ => "the offset".into(),
    };
    for (k, (a, b)) in from.0.leaves().zip(to.0.leaves()).enumerate() {
        let (Some(a), Some(b)) = (a, b) else { continue };
        // The stride of a single element is never taken.
        let size = |strided: &Strided<Option<i64>>| (k >= rank).then(|| strided.sizes.get(k - rank).copied());
        let single = [from.0, to.0].into_iter().any(|s| size(s) == Some(Some(Some(1))));
        if a != b && !single {
            let why = format!("{} is {a} and {b}", name(k));
            return Err(Error::Cast { from: from.1, to: to.1, why });
        }
    }
    Ok(())
}

/// Memory whose strides are known, seen by a type with a layout.
fn to_layout<'c: 'a, 'a>(
    flat: Value<'c, 'a>,
    numbers: &Numbers<'c, 'a>,
    from: String,
    to: &LayoutMemref<'c>,
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    to.check()?;
    let differ = |why: &str| Error::Cast { from: from.clone(), to: to.memref.to_string(), why: why.into() };
    let strided = to.strided().ok_or_else(|| differ("one of them has no strides"))?;
    if strided.sizes.len() != numbers.sizes.len() {
        return Err(differ("their ranks differ"));
    }
    let known = Strided {
        sizes: numbers.sizes.iter().map(|n| n.0).collect(),
        strides: numbers.strides.iter().map(|n| n.0).collect(),
        offset: numbers.offset.0,
    };
    agree((&known, from.clone()), (&strided.map(|e| e.as_const()), to.memref.to_string()))?;
    let values: Vec<_> = numbers.leaves().copied().collect();
    let leaves: Vec<Expr> = strided.leaves().cloned().collect();
    let symbols = bind(to, &leaves, emit, |k| match values[k] {
        (Some(n), _) => emit.constant(n),
        (None, Some(value)) => Ok(value),
        (None, None) => Err(Error::Build("memref.cast".into())),
    })?;
    let flat = if flat.r#type() == to.flat() {
        flat
    } else if LayoutMemref::of(flat.r#type()).is_none() && is_flat(flat.r#type(), to) {
        emit.value("memref.cast", &[flat], to.flat(), &[])?
    } else {
        // The elements that the layout reaches, from the beginning of the memory.
        let size = ir::memref(to.flat()).and_then(|m| shape(m)[0]);
        let dynamic = match size {
            Some(_) => Vec::new(),
            None => vec![emit.cosize(to.layout, &symbols)?],
        };
        let numbers = [vec![0], vec![size.unwrap_or(ir::DYNAMIC)], vec![1]];
        reinterpret(flat, to.flat(), &numbers, &[Vec::new(), dynamic, Vec::new()], emit)?
    };
    Ok([vec![flat], symbols].concat())
}

/// Memory of rows one behind the other, seen by a type whose layout is that.
///
/// # Errors
/// As [`cast`].
pub fn from_rows<'c: 'a, 'a>(
    memref: Value<'c, 'a>,
    to: &LayoutMemref<'c>,
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    let numbers = numbers_of(memref, emit)?;
    to_layout(memref, &numbers, memref.r#type().to_string(), to, emit)
}

/// Whether a type is flat memory as lowering makes it, of another static size at most.
fn is_flat(r#type: Type<'_>, to: &LayoutMemref<'_>) -> bool {
    ir::memref(r#type).is_some_and(|m| {
        let (sizes, wanted) = (shape(m), ir::memref(to.flat()).map(shape).unwrap_or_default());
        let compatible =
            matches!((&sizes[..], &wanted[..]), ([a], [b]) if a.is_none() || b.is_none() || a == b);
        compatible && m.layout().to_string() == "affine_map<(d0) -> (d0)>"
    })
}

/// `memref.cast`: between layouts and strides that are the same function.
///
/// # Errors
/// [`Error::Cast`], [`Error::NotStrided`], [`Error::Unbound`].
pub fn cast<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let (Some(source), Some(result)) = (ir::operand(op, 0), ir::result(op)) else {
        return Err(Error::Build(name.into()));
    };
    let to = result.r#type();
    let new = match (rewriter.lowered(source, emit)?, LayoutMemref::of(to)) {
        (Some(from), Some(layout)) if from.r#type.layout == layout.layout => from.parts(),
        (Some(from), Some(layout)) => {
            let differ = || Error::Cast {
                from: source.r#type().to_string(),
                to: to.to_string(),
                why: "one of them has no strides".into(),
            };
            let strided = from.r#type.strided().ok_or_else(differ)?;
            let numbers = numbers_of_layout(&from, &strided, emit)?;
            to_layout(from.flat, &numbers, source.r#type().to_string(), &layout, emit)?
        }
        (Some(from), None) => {
            if let (Some(target), Some(strided)) = (ir::memref(to), from.r#type.strided()) {
                let (strides, offset) = target.strides_and_offset();
                let known = |n: i64| (!MemRefType::is_dynamic_stride_or_offset(n)).then_some(n);
                let target = Strided {
                    sizes: shape(target),
                    strides: strides.into_iter().map(known).collect(),
                    offset: known(offset),
                };
                let from = (&strided.map(|e| e.as_const()), source.r#type().to_string());
                agree(from, (&target, to.to_string()))?;
            }
            let strided = to_strided(&from, name, emit)?;
            vec![if strided.r#type() == to { strided } else { emit.value(name, &[strided], to, &[])? }]
        }
        (None, Some(layout)) => {
            let mut ranked = source;
            if !ir::is_memref(source.r#type()) {
                let differ = || Error::NotStrided {
                    op: name.into(),
                    memref: to.to_string(),
                    layout: layout.layout.to_string(),
                };
                let strided = layout.strided().ok_or_else(differ)?;
                let r#type = strided_type(emit.context, layout.memref, &strided.map(|e| e.as_const()));
                ranked = emit.value(name, &[source], r#type.ok_or_else(differ)?, &[])?;
            }
            let numbers = numbers_of(ranked, emit)?;
            to_layout(ranked, &numbers, source.r#type().to_string(), &layout, emit)?
        }
        (None, None) => return Ok(()),
    };
    rewriter.replace(result, new);
    rewriter.remove(op);
    Ok(())
}

/// Whether a cast says that the values that stand for a memref with a layout are that memref.
pub fn puts_together(cast: OperationRef<'_, '_>) -> bool {
    let memref = ir::result(cast).and_then(|v| LayoutMemref::of(v.r#type()));
    let types: Vec<Type<'_>> = cast.operands().map(|v| v.r#type()).collect();
    cast.result_count() == 1 && memref.is_some_and(|m| m.expanded(ir::context(cast)) == types)
}

/// Such a cast: what it takes stands for what it gives.
///
/// # Errors
/// A layout that memory has no place for.
pub fn put_together<'c: 'a, 'a>(
    cast: OperationRef<'c, 'a>,
    rewriter: &mut Rewriter<'c, 'a>,
) -> Result<(), Error> {
    if let Some((result, memref)) = ir::result(cast).and_then(|r| Some((r, LayoutMemref::of(r.r#type())?))) {
        memref.check()?;
        rewriter.replace(result, cast.operands().collect());
        rewriter.remove(cast);
    }
    Ok(())
}

/// An operation that upstream lowers for memrefs with strides: its operands become such,
/// and a result with a layout is seen from one.
///
/// # Errors
/// [`Error::NotStrided`] for any other layout.
pub fn on_strides<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    rewriter: &mut Rewriter<'c, 'a>,
) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let mut operands = Vec::new();
    for operand in op.operands().collect::<Vec<_>>() {
        operands.push(match rewriter.lowered(operand, emit)? {
            Some(lowered) => to_strided(&lowered, name, emit)?,
            None => operand,
        });
    }
    let results = ir::results(op);
    let mut types = Vec::new();
    for result in &results {
        types.push(match LayoutMemref::of(result.r#type()) {
            None => result.r#type(),
            Some(memref) => {
                let not = || Error::NotStrided {
                    op: name.into(),
                    memref: memref.memref.to_string(),
                    layout: memref.layout.to_string(),
                };
                let strided = memref.strided().ok_or_else(not)?;
                memref.with_strides(emit.context, &strided).ok_or_else(not)?
            }
        });
    }
    let new = OperationBuilder::new(name, emit.location)
        .add_operands(&operands)
        .add_results(&types)
        .add_attributes(&ir::attributes(op))
        .add_regions_vec(ir::take_regions(op));
    let new = emit.insert(name, new)?;
    for (old, new) in results.into_iter().zip(ir::results(new)) {
        let new = match LayoutMemref::of(old.r#type()) {
            None => vec![new],
            Some(memref) => {
                let numbers = numbers_of(new, emit)?;
                to_layout(new, &numbers, old.r#type().to_string(), &memref, emit)?
            }
        };
        rewriter.replace(old, new);
    }
    rewriter.remove(op);
    Ok(())
}
