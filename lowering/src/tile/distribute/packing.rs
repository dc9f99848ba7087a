//! Elements of 8 and 16 bits, of which a word of 32 bits holds several: `vector<4xi8>`, `vector<2xf16>`.

use std::collections::hash_map::Entry;

use layout_dialect::tile::element_bits;
use layout_mlir::ir;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Type, TypeLike, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::Result;

/// How many of a thread's `count` elements a word holds: 1 where an element fills one, where elements are
/// no bytes, and where some would be left over.
pub fn per_word(element: Type<'_>, count: usize) -> usize {
    let each = match element_bits(element) {
        8 => 4,
        16 => 2,
        _ => 1,
    };
    if count.is_multiple_of(each) { each } else { 1 }
}

/// Elements as words.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn pack<'c: 'a, 'a>(elements: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
    let Some(first) = elements.first() else { return Ok(Vec::new()) };
    let each = per_word(first.r#type(), elements.len());
    if each == 1 {
        return Ok(elements.to_vec());
    }
    // (Of a constant or a row's maximum there are many that are the same.)
    let mut made = FxHashMap::default();
    let mut words = Vec::new();
    for elements in elements.chunks(each) {
        words.push(match made.entry(elements.iter().map(|v| ir::key(*v)).collect::<Vec<_>>()) {
            Entry::Occupied(word) => *word.get(),
            Entry::Vacant(place) => *place.insert(emit.vector(elements)?),
        });
    }
    Ok(words)
}

/// The elements of words, and of vectors of any length.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn unpack<'c: 'a, 'a>(words: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
    let mut elements = Vec::new();
    for word in words {
        match ir::vector(word.r#type()) {
            None => elements.push(*word),
            Some((shape, _)) => {
                for number in 0..shape.iter().product() {
                    elements.push(emit.element(*word, number)?);
                }
            }
        }
    }
    Ok(elements)
}

/// The integer of a word's bits.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn as_int<'c: 'a, 'a>(word: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let i32 = emit.int_type(32);
    if ir::vector(word.r#type()).is_none() {
        return Ok(emit.cast("arith.bitcast", word, i32)?);
    }
    match slice(word) {
        Some((whole, number, count)) => Ok(emit.element(emit.recast(whole, count, i32)?, number)?),
        None => Ok(emit.element(emit.recast(word, 1, i32)?, 0)?),
    }
}

/// The vector of which a word is one of several, its number and how many there are.
fn slice<'c: 'a, 'a>(word: Value<'c, 'a>) -> Option<(Value<'c, 'a>, i64, i64)> {
    let op = ir::defining_op(word).filter(|op| ir::name(*op) == "vector.extract_strided_slice")?;
    let whole = ir::operand(op, 0)?;
    let ([all], [each]) = (&ir::vector(whole.r#type())?.0[..], &ir::vector(word.r#type())?.0[..]) else {
        return None;
    };
    let offsets = ArrayAttribute::try_from(op.attribute("offsets").ok()?).ok()?;
    let offset = ir::integer(offsets.element(0).ok()?)?;
    (all % each == 0 && offset % each == 0).then_some((whole, offset / each, all / each))
}

/// The word of a type that has the bits of an integer.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn of_int<'c: 'a, 'a>(int: Value<'c, 'a>, to: Type<'c>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    Ok(match ir::vector(to) {
        None => emit.cast("arith.bitcast", int, to)?,
        Some(_) => emit.cast("vector.bitcast", emit.vector(&[int])?, to)?,
    })
}

/// The same word of 32 or 64 bits, which LLVM takes for another: the result of an assembly that is a comment.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn hidden<'c: 'a, 'a>(word: Value<'c, 'a>, why: &str, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    renamed(word, why, &[], emit)
}

/// The same word, which is there from here on: LLVM moves nothing that computes with it before what has effects here.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn settled<'c: 'a, 'a>(word: Value<'c, 'a>, why: &str, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    renamed(word, why, &[("has_side_effects", emit.attribute("unit")?)], emit)
}

/// Registers that are used here: until here LLVM puts nothing else into them.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn used<'c: 'a, 'a>(words: &[Value<'c, 'a>], why: &str, emit: Emit<'c, 'a>) -> Result<()> {
    let text = |text: &str| -> Attribute<'c> { StringAttribute::new(emit.context, text).into() };
    let attributes = [
        ("asm_string", text(&format!("// {why}"))),
        ("constraints", text(&vec!["r"; words.len()].join(","))),
        ("has_side_effects", emit.attribute("unit")?),
    ];
    emit.op("llvm.inline_asm", words, &[], &attributes)?;
    Ok(())
}

fn renamed<'c: 'a, 'a>(
    word: Value<'c, 'a>,
    why: &str,
    effects: &[(&str, Attribute<'c>)],
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    // Elements of a word are one register.
    if ir::vector(word.r#type()).is_some() {
        return of_int(renamed(as_int(word, emit)?, why, effects, emit)?, word.r#type(), emit);
    }
    let text = |text: &str| -> Attribute<'c> { StringAttribute::new(emit.context, text).into() };
    let constraints = match word.r#type() {
        long if long == emit.int_type(64) => "=l,0",
        float if float.is_f32() => "=f,0",
        _ => "=r,0",
    };
    let comment = [("asm_string", text(&format!("// {why}"))), ("constraints", text(constraints))];
    Ok(emit.value("llvm.inline_asm", &[word], word.r#type(), &[&comment, effects].concat())?)
}
