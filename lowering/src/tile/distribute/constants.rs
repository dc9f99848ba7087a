//! Tiles of constants.

use layout_mlir::ir;
use layout_tile::{Place, ThreadDigit, Tv};
use melior::ir::attribute::DenseElementsAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, OperationRef, Value};

use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::Tile;

/// Most selections that a constant becomes.
const MOST: usize = 4096;

/// `tensor.splat`: the scalar in each register.
///
/// # Errors
/// See [`Registers::result`].
pub fn splat<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (tile, result) = registers.result(op)?;
    let scalar = ir::operand(op, 0).ok_or_else(|| Error::Unknown(ir::name(op).into()))?;
    registers.replace(result, vec![scalar; tile.registers()?]);
    registers.remove(op);
    Ok(())
}

/// `arith.constant`: a register is a constant where all threads have the same one there, else it
/// is selected by the thread's digits.
///
/// # Errors
/// [`Error::Unsupported`] where that takes too many selections.
pub fn constant<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (tile, result) = registers.result(op)?;
    let unsupported = |why: &str| Error::Unsupported { op: ir::name(op).into(), why: why.into() };
    let value = op.attribute("value").ok().and_then(|a| DenseElementsAttribute::try_from(a).ok());
    let value = value.ok_or_else(|| unsupported("only dense<…> tiles are"))?;
    let emit = Emit::at(op);
    let elements: Vec<Attribute<'c>> = if value.is_splat() {
        vec![
            ir::element(value.into(), &vec![0; tile.shape.len()])
                .ok_or_else(|| unsupported("it is empty"))?,
        ]
    } else {
        by_position(value.into(), &tile).ok_or_else(|| unsupported("an element is missing"))?
    };
    let tv = tile.tv()?;
    let mut table = Table { emit, tv, elements, selections: 0 };
    let mut made = Vec::new();
    if let [only] = table.elements[..] {
        made = vec![emit.value("arith.constant", &[], tile.element, &[("value", only)])?; tile.registers()?];
    } else {
        let digits: Vec<ThreadDigit> = tv
            .digits()
            .into_iter()
            .filter_map(|d| match d.place {
                Place::Thread(divisor) => Some(ThreadDigit { divisor, size: d.size }),
                Place::Value(_) => None,
            })
            .collect();
        for number in 0..tv.value_count() {
            made.push(table.choose(&digits, 0, number, &tile, registers)?);
        }
    }
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}

/// The elements in the order of positions; the attribute has them by coordinate.
fn by_position<'c>(value: Attribute<'c>, tile: &Tile<'c>) -> Option<Vec<Attribute<'c>>> {
    (0..tile.shape.iter().product::<i64>())
        .map(|position| {
            let mut rest = position;
            let mut coordinate = Vec::new();
            for extent in &tile.shape {
                coordinate.push(u64::try_from(rest % extent).ok()?);
                rest /= extent;
            }
            ir::element(value, &coordinate)
        })
        .collect()
}

struct Table<'c, 'a> {
    emit: Emit<'c, 'a>,
    tv: &'c Tv,
    elements: Vec<Attribute<'c>>,
    selections: usize,
}

impl<'c: 'a, 'a> Table<'c, 'a> {
    /// What the threads have that have these digits beside those of `thread`.
    fn choose(
        &mut self,
        digits: &[ThreadDigit],
        thread: i64,
        value: i64,
        tile: &Tile<'c>,
        registers: &mut Registers<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let mut threads = vec![thread];
        for digit in digits {
            let step = |t: &i64| (0..digit.size).map(|k| t + k * digit.divisor).collect::<Vec<_>>();
            threads = threads.iter().flat_map(step).collect();
        }
        let element = |t: &i64| {
            let position = self.tv.position(*t, value).and_then(|p| usize::try_from(p).ok());
            position.and_then(|p| self.elements.get(p)).copied()
        };
        let all: Option<Vec<Attribute<'c>>> = threads.iter().map(element).collect();
        let all = all.ok_or_else(|| Error::Unknown("arith.constant".into()))?;
        let same = all.iter().all(|a| a.to_raw().ptr == all[0].to_raw().ptr);
        let (Some((digit, rest)), false) = (digits.split_first(), same) else {
            return Ok(self.emit.value("arith.constant", &[], tile.element, &[("value", all[0])])?);
        };
        let mut chosen = self.choose(rest, thread, value, tile, registers)?;
        for k in 1..digit.size {
            let other = self.choose(rest, thread + k * digit.divisor, value, tile, registers)?;
            let is = registers.group.is(*digit, k)?;
            chosen = self.emit.select(is, other, chosen)?;
            self.selections += 1;
            if self.selections > MOST {
                let why = format!("it would take more than {MOST} selections; load it from memory");
                return Err(Error::Unsupported { op: "arith.constant".into(), why });
            }
        }
        Ok(chosen)
    }
}
