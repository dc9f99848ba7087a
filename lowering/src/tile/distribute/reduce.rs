//! `layout.reduce`: in the thread first, then between the lanes of a warp: of integers that fit a word by one
//! `redux.sync` where all lanes have a part, else by shuffles.

use layout_mlir::ir;
use layout_target::{Feature, WARP};
use layout_tile::Tv;
use melior::ir::operation::OperationLike;
use melior::ir::{Operation, OperationRef, TypeLike, Value, ValueLike};

use super::positions::{pick, relation, renamed};
use super::registers::Registers;
use super::words::{From, shuffled};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::Tile;
use rustc_hash::FxHashMap;

/// Lowers it.
///
/// # Errors
/// [`Error::BetweenWarps`] if a warp does not have all that is combined, [`Error::Result`] if the
/// result's encoding is not that of the finished values.
pub fn reduce<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let operands = (0..op.operand_count()).map(|i| registers.operand(op, i)).collect::<Result<Vec<_>>>()?;
    let Some((first, _)) = operands.first() else { return Err(Error::Unknown(name.into())) };
    let tv = first.tv()?;
    for (tile, _) in &operands {
        let other = tile.tv()?;
        if other != tv {
            return Err(Error::Encodings { op: name.into(), a: tv.to_string(), b: other.to_string() });
        }
    }
    let parts = relation(op)?.project(tv)?;
    if !parts.across_warps().is_empty() {
        let (from, to) = (tv.to_string(), parts.encoding.to_string());
        return Err(Error::BetweenWarps { op: name.into(), from, to });
    }
    let combiner = Combiner::of(op)?;
    let unknown = || Error::Unknown(name.into());
    let mut groups = vec![Vec::new(); usize::try_from(parts.encoding.value_count()).unwrap_or(0)];
    for value in 0..tv.value_count() {
        let own: Option<Vec<_>> =
            operands.iter().map(|(_, all)| all.get(usize::try_from(value).ok()?).copied()).collect();
        let to = parts.values.eval(value).and_then(|v| usize::try_from(v).ok());
        to.and_then(|to| groups.get_mut(to)).ok_or_else(unknown)?.push(own.ok_or_else(unknown)?);
    }
    let mut made = Vec::new();
    let masks = parts.lane_masks();
    let tiles: Vec<&Tile<'c>> = operands.iter().map(|(tile, _)| tile).collect();
    let warp = combiner.of_warp(&masks, &tiles, registers);
    for group in groups {
        let mut all = combiner.all(group, emit)?.ok_or_else(unknown)?;
        if let Some(warp) = warp {
            let parts = all.iter().map(|part| warp.reduce(*part, registers, emit));
            made.push(parts.collect::<Result<Vec<_>>>()?);
            continue;
        }
        for mask in &masks {
            let other = all
                .iter()
                .map(|v| shuffled(*v, From::Xor(*mask), &mut registers.group, emit))
                .collect::<Result<Vec<_>>>()?;
            all = combiner.combine(&all, &other, emit)?;
        }
        made.push(all);
    }
    for (number, result) in ir::results(op).into_iter().enumerate() {
        let of: Option<Vec<_>> = made.iter().map(|all| all.get(number).copied()).collect();
        let of = of.ok_or_else(unknown)?;
        let of = match registers.tile(result)? {
            None => of,
            Some(tile) => pick(&of, order(name, &parts.encoding, &tile)?)?,
        };
        registers.replace(result, of);
    }
    registers.remove(op);
    Ok(())
}

/// Which finished value each register of the result is.
fn order(name: &str, finished: &Tv, tile: &Tile<'_>) -> Result<Vec<usize>> {
    let tv = tile.tv()?;
    renamed(finished, tv).ok_or_else(|| Error::Result {
        op: name.into(),
        expected: finished.to_string(),
        found: tv.to_string(),
    })
}

/// `redux.sync`: every lane gets what all 32 have, combined.
#[derive(Clone, Copy)]
struct Warp {
    /// What PTX does.
    kind: &'static str,
    /// What makes a word of a narrower integer, so that the low bits of the result are right: by its sign
    /// where words are compared with theirs.
    extend: &'static str,
}

impl Warp {
    /// That of an operation of `arith`.
    fn of(name: &str) -> Option<Self> {
        let (kind, extend) = match name {
            "arith.addi" => ("add", "arith.extui"),
            "arith.andi" => ("and", "arith.extui"),
            "arith.ori" => ("or", "arith.extui"),
            "arith.xori" => ("xor", "arith.extui"),
            "arith.minsi" => ("min", "arith.extsi"),
            "arith.maxsi" => ("max", "arith.extsi"),
            "arith.minui" => ("umin", "arith.extui"),
            "arith.maxui" => ("umax", "arith.extui"),
            _ => return None,
        };
        Some(Self { kind, extend })
    }

    fn reduce<'c: 'a, 'a>(
        self,
        part: Value<'c, 'a>,
        registers: &mut Registers<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let i32 = emit.int_type(32);
        let word = emit.cast(self.extend, part, i32)?;
        let all = registers.group.number(-1, i32)?;
        let kind = emit.attribute(&format!("#nvvm<redux_kind {}>", self.kind))?;
        let word = emit.value("nvvm.redux.sync", &[word, all], i32, &[("kind", kind)])?;
        Ok(emit.cast("arith.trunci", word, part.r#type())?)
    }
}

/// What makes one element of two.
enum Combiner<'c, 'a> {
    /// An operation of `arith`.
    Kind(String),
    /// The arguments of the region, its operations, and what they yield.
    Region { arguments: Vec<Value<'c, 'a>>, body: Vec<OperationRef<'c, 'a>>, end: OperationRef<'c, 'a> },
}

impl<'c: 'a, 'a> Combiner<'c, 'a> {
    fn of(op: OperationRef<'c, 'a>) -> Result<Self> {
        if let Some(kind) = op.attribute("kind").ok().and_then(ir::text) {
            return Ok(Self::Kind(format!("arith.{kind}")));
        }
        let unknown = || Error::Unknown(ir::name(op).into());
        let arguments = ir::arguments(*ir::blocks(op).first().ok_or_else(unknown)?);
        let own = |o: &OperationRef<'c, 'a>| {
            o.parent_operation().is_some_and(|parent| ir::op_key(parent) == ir::op_key(op))
        };
        let mut body: Vec<_> = ir::nested(op).into_iter().skip(1).filter(own).collect();
        let end = body.pop().ok_or_else(unknown)?;
        Ok(Self::Region { arguments, body, end })
    }

    /// The instruction that combines what all lanes of a warp have, if the chip has one. Lanes are combined
    /// that differ in the bits of `masks`: with fewer, or in a group of fewer threads, there is none.
    fn of_warp(&self, masks: &[i64], tiles: &[&Tile<'c>], registers: &Registers<'c, 'a>) -> Option<Warp> {
        let Self::Kind(name) = self else { return None };
        let all = masks.iter().fold(0, |all, mask| all | mask) == registers.group.lanes() - 1;
        let fits = |tile: &&Tile<'c>| tile.element.is_integer() && tile.bits() <= 32;
        let can = registers.group.has(Some(Feature::Redux)) && registers.group.lanes() == WARP;
        Warp::of(name).filter(|_| can && all && tiles.iter().all(fits))
    }

    /// One element of each operand, of all of them: in pairs, so that few wait for each other.
    fn all(
        &self,
        mut parts: Vec<Vec<Value<'c, 'a>>>,
        emit: Emit<'c, 'a>,
    ) -> Result<Option<Vec<Value<'c, 'a>>>> {
        while parts.len() > 1 {
            let mut next = Vec::new();
            for pair in parts.chunks(2) {
                next.push(match pair {
                    [a, b] => self.combine(a, b, emit)?,
                    _ => pair.concat(),
                });
            }
            parts = next;
        }
        Ok(parts.pop())
    }

    fn combine(
        &self,
        a: &[Value<'c, 'a>],
        b: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>> {
        match self {
            Self::Kind(name) => {
                a.iter().zip(b).map(|(a, b)| Ok(emit.binary(name, *a, *b)?)).collect::<Result<Vec<_>>>()
            }
            Self::Region { arguments, body, end } => {
                let given = arguments.iter().zip(a.iter().chain(b));
                let mut values: FxHashMap<ir::ValueKey, Value<'c, 'a>> =
                    given.map(|(argument, value)| (ir::key(*argument), *value)).collect();
                for op in body {
                    let copy = ir::insert_before(emit.before, Operation::clone(op));
                    let copy = copy.ok_or_else(|| Error::Unknown(ir::name(*op).into()))?;
                    for inner in ir::nested(copy) {
                        for (operand, old) in inner.operands().collect::<Vec<_>>().into_iter().enumerate() {
                            if let Some(new) = values.get(&ir::key(old)) {
                                ir::set_operand(ir::Use { op: inner, operand }, *new);
                            }
                        }
                    }
                    let results = ir::results(*op).into_iter().zip(ir::results(copy));
                    values.extend(results.map(|(old, new)| (ir::key(old), new)));
                }
                Ok(end.operands().map(|v| values.get(&ir::key(v)).copied().unwrap_or(v)).collect())
            }
        }
    }
}
