//! Words of 32 bits: what lanes exchange.

use layout_mlir::ir;
use melior::ir::{Type, Value, ValueLike};

use super::group::Group;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::element_bits;

/// Whose word a lane gets.
#[derive(Clone, Copy)]
pub enum From<'c, 'a> {
    /// That of the lane whose number is the own one xor this.
    Xor(i64),
    /// That of a lane, as `i32`.
    Lane(Value<'c, 'a>),
}

/// `gpu.shuffle` of a word.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn shuffle<'c: 'a, 'a>(
    word: Value<'c, 'a>,
    from: From<'c, 'a>,
    group: &mut Group<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let i32 = emit.int_type(32);
    let (mode, lane) = match from {
        From::Xor(mask) => ("xor", group.number(mask, i32)?),
        From::Lane(lane) => ("idx", lane),
    };
    let width = group.number(group.lanes(), i32)?;
    let mode = emit.attribute(&format!("#gpu<shuffle_mode {mode}>"))?;
    let types = [word.r#type(), emit.int_type(1)];
    let op = emit.op("gpu.shuffle", &[word, lane, width], &types, &[("mode", mode)])?;
    ir::result(op).ok_or_else(|| Error::Unknown("gpu.shuffle".into()))
}

/// The integer of the same bits.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn to_int<'c: 'a, 'a>(value: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let to = emit.int_type(element_bits(value.r#type()));
    let name = if ir::is_index(value.r#type()) { "arith.index_cast" } else { "arith.bitcast" };
    Ok(emit.cast(name, value, to)?)
}

/// The number of a type that has the bits of an integer.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn of_int<'c: 'a, 'a>(int: Value<'c, 'a>, to: Type<'c>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let name = if ir::is_index(to) { "arith.index_cast" } else { "arith.bitcast" };
    Ok(emit.cast(name, int, to)?)
}

/// The two words of an integer of 64 bits, the lower first.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn halves<'c: 'a, 'a>(
    wide: Value<'c, 'a>,
    group: &mut Group<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<[Value<'c, 'a>; 2]> {
    let by = group.number(32, wide.r#type())?;
    let high = emit.binary("arith.shrui", wide, by)?;
    let i32 = emit.int_type(32);
    Ok([emit.cast("arith.trunci", wide, i32)?, emit.cast("arith.trunci", high, i32)?])
}

/// The integer of 64 bits that two words are, the lower first.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn whole<'c: 'a, 'a>(
    words: [Value<'c, 'a>; 2],
    group: &mut Group<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let i64 = emit.int_type(64);
    let [low, high] = words;
    let (low, high) = (emit.cast("arith.extui", low, i64)?, emit.cast("arith.extui", high, i64)?);
    let by = group.number(32, i64)?;
    let high = emit.binary("arith.shli", high, by)?;
    Ok(emit.binary("arith.ori", high, low)?)
}

/// A value of any type as another lane has it.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn shuffled<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    from: From<'c, 'a>,
    group: &mut Group<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let (r#type, i32) = (value.r#type(), emit.int_type(32));
    let bits = element_bits(r#type);
    let int = to_int(value, emit)?;
    let other = match bits {
        64 => {
            let [low, high] = halves(int, group, emit)?;
            let both = [shuffle(low, from, group, emit)?, shuffle(high, from, group, emit)?];
            whole(both, group, emit)?
        }
        32 => shuffle(int, from, group, emit)?,
        _ => {
            let word = shuffle(emit.cast("arith.extui", int, i32)?, from, group, emit)?;
            emit.cast("arith.trunci", word, emit.int_type(bits))?
        }
    };
    of_int(other, r#type, emit)
}
