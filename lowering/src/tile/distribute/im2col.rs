//! Where a box of im2col begins: coordinates in the image of its first pixel and channel, and the offsets of its tap.

use layout_algebra::Expr;
use layout_mlir::ir;
use layout_tile::{Im2col, TensorMap};
use melior::ir::Value;
use melior::ir::operation::OperationLike;

use super::group::Group;
use super::memory::View;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::tma::COORDINATES;

/// Bits of an offset.
const OFFSET: i64 = 16;

/// Where a box of im2col begins.
pub struct Start<'c, 'a> {
    /// Its column and its pixel.
    pub linear: [Value<'c, 'a>; 2],
    /// Whether they are known not to be negative.
    natural: [bool; 2],
    /// Whether the pixel is known to be in 32 bits.
    is_word: bool,
}

impl<'c: 'a, 'a> Start<'c, 'a> {
    /// Of a tile at these coordinates of memory.
    ///
    /// # Errors
    /// [`Error::Unknown`] for coordinates that are not there.
    pub fn new(im2col: &Im2col, indices: &[Value<'c, 'a>], group: &Group<'c, 'a>) -> Result<Self> {
        let linear = [im2col.columns, im2col.pixels].map(|dimension| indices.get(dimension).copied());
        let [Some(column), Some(pixel)] = linear else { return Err(Error::Unknown("a coordinate".into())) };
        let linear = [column, pixel];
        let natural = linear.map(|index| group.facts(index).lo >= 0);
        let [column, pixel] = linear.map(|index| {
            let (facts, [least, most]) = (group.facts(index), COORDINATES);
            facts.lo >= least.into() && facts.hi <= most.into()
        });
        Ok(Self { linear, natural, is_word: pixel && column })
    }

    /// The coordinates in the map's dimensions, and the offsets, of a box at a column and a pixel.
    ///
    /// What is no column is outside by its channel, what is no pixel by its image: zeros, like all that is outside. The place of
    /// a pixel is computed where the pixel is, before a loop over columns.
    ///
    /// # Errors
    /// [`Error::Emit`], and those of [`View::of`] for memory.
    pub fn place(
        &self,
        [column, pixel]: [Value<'c, 'a>; 2],
        (map, im2col): (&TensorMap, &Im2col),
        memory: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<(Vec<Value<'c, 'a>>, Vec<Value<'c, 'a>>)> {
        let [word, short] = [emit.int_type(32), emit.int_type(OFFSET)];
        let channels =
            map.dimensions.first().map(|d| &d.size).ok_or_else(|| Error::Unknown("channels".into()))?;
        let [outside, zero] = [COORDINATES[1], 0].map(|n| emit.constant(n));
        let (outside, zero) = (outside?, zero?);
        let behind = ir::defining_op(pixel).and_then(|op| op.next_in_block());
        let early = behind.map_or(emit, |next| Emit { before: next, ..emit });
        let symbols = sizes(memory, early)?;
        let (mut rest, mut at) = (pixel, Vec::new());
        for walk in &im2col.walks {
            let (more, place) = digit(rest, &walk.count, self.natural[1], &symbols, early)?;
            at.push(times(place, walk.step, early)?);
            rest = more;
        }
        at.push(self.within(rest, early)?);
        let symbols = &sizes(memory, emit)?[..];
        let mut offsets = vec![zero; im2col.walks.len()];
        let mut channel = self.within(column, emit)?;
        if let Some((last, taps)) = im2col.taps.split_last() {
            let is_column = emit.below(column, emit.expr(&im2col.count(channels)?, symbols)?)?;
            let (mut rest, own) = digit(column, channels, self.natural[0], symbols, emit)?;
            channel = emit.select(is_column, own, outside)?;
            for tap in taps {
                let (more, place) = digit(rest, &tap.count, self.natural[0], symbols, emit)?;
                offsets[tap.walk] = emit.select(is_column, times(place, tap.dilation, emit)?, zero)?;
                rest = more;
            }
            // (Of a column there are no more.)
            offsets[last.walk] = emit.select(is_column, times(rest, last.dilation, emit)?, zero)?;
        }
        at.insert(0, channel);
        let as_type = |all: Vec<Value<'c, 'a>>, to| -> Result<Vec<Value<'c, 'a>>> {
            all.into_iter().map(|value| Ok(emit.cast("arith.index_cast", value, to)?)).collect()
        };
        Ok((as_type(at, word)?, as_type(offsets, short)?))
    }

    /// A coordinate in 32 bits: one that is too large for it is outside, and stays so.
    fn within(&self, at: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let [least, most] = COORDINATES;
        if self.is_word {
            return Ok(at);
        }
        let at = emit.binary("arith.maxsi", at, emit.constant(least)?)?;
        Ok(emit.binary("arith.minsi", at, emit.constant(most)?)?)
    }
}

/// The values of a layout's symbols, of memory that a kernel is handed.
fn sizes<'c: 'a, 'a>(memory: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
    let mut memory = memory;
    while let Some(source) = ir::defining_op(memory).and_then(|op| ir::operand(op, 0)) {
        memory = source;
    }
    Ok(View::of(memory, emit.before)?.symbols)
}

/// A number divided by a size, rounded down, and what is left.
fn digit<'c: 'a, 'a>(
    number: Value<'c, 'a>,
    size: &Expr,
    natural: bool,
    symbols: &[Value<'c, 'a>],
    emit: Emit<'c, 'a>,
) -> Result<(Value<'c, 'a>, Value<'c, 'a>)> {
    if size.is(1) {
        return Ok((number, emit.constant(0)?));
    }
    let size = emit.expr(size, symbols)?;
    let whole = emit.binary(if natural { "arith.divui" } else { "arith.floordivsi" }, number, size)?;
    let rest = emit.binary("arith.subi", number, emit.binary("arith.muli", whole, size)?)?;
    Ok((whole, rest))
}

fn times<'c: 'a, 'a>(number: Value<'c, 'a>, factor: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    if factor == 1 {
        return Ok(number);
    }
    Ok(emit.binary("arith.muli", number, emit.constant(factor)?)?)
}
