//! Copies and stores by runs: `cp.async.bulk` by one thread, of what lies together.
//!
//! Where a tile may be outside of memory, less of a run is copied, or nothing, and the engine copies the rest from zeros that
//! the module has. So as many bytes arrive as the tile has, wherever it is.

use layout_mlir::ir;
use layout_tile::Runs;
use melior::ir::attribute::{FlatSymbolRefAttribute, StringAttribute, TypeAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockLike, Identifier, OperationRef, Value, ValueLike};

use super::boxes::{address, parsed, pointer, tell};
use super::group::Group;
use super::l2;
use super::memory::View;
use super::window::{Window, under};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::build::Part;
use crate::tile::error::{Error, Result};
use crate::tile::tma::{ALIGNMENT, Bulk};

/// A copy or a store by runs.
pub struct RunCopy<'c, 'a> {
    /// The copy, or the store.
    op: OperationRef<'c, 'a>,
    runs: Runs,
    /// The tile in memory.
    window: Window<'c, 'a>,
    /// The shared buffer.
    buffer: View<'c, 'a>,
    /// Who has it in its body.
    function: OperationRef<'c, 'a>,
}

/// A run, by values of type `index`.
struct Run<'c, 'a> {
    /// Whether memory has any of it; `None` if it has all.
    any: Option<Value<'c, 'a>>,
    /// Where it begins in the shared buffer, in bytes.
    shared: Option<Value<'c, 'a>>,
    /// The coordinate of the first element that memory has, by dimension.
    at: Vec<Part<'c, 'a>>,
    /// How many coordinates of the last dimension are before the first that memory has; `None` if there are none.
    before: Option<Value<'c, 'a>>,
    /// How many it has; `None` if all.
    count: Option<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> RunCopy<'c, 'a> {
    /// Of an operation.
    ///
    /// # Errors
    /// [`Error::Bulk`] for addresses and ends that are not known to be multiples of 16 bytes.
    pub fn new(op: OperationRef<'c, 'a>, group: &Group<'c, 'a>) -> Result<Self> {
        let bulk = Bulk::of(op, group.chip)?;
        let unknown = || Error::Unknown(ir::name(op).into());
        let refuse = |why: String| Err(Error::Bulk(why));
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let [memory, shared] =
            [bulk.memory, bulk.buffer].map(|n| operands.get(n).copied().ok_or_else(unknown));
        let (memory, shared) = (memory?, shared?);
        let shape = ir::extents(shared.r#type());
        let rank = ir::extents(memory.r#type()).len();
        let indices = operands.get(bulk.first..bulk.first + rank).ok_or_else(unknown)?;
        let window = Window::new(memory, indices, &shape, op, group)?;
        let buffer = View::of(shared, op)?;
        if buffer.alignment % ALIGNMENT != 0 {
            let known = buffer.alignment;
            return refuse(format!(
                "the buffer is known to be aligned to {known} bytes, and must be to {ALIGNMENT}: run layout-select first, or state {{alignment = {ALIGNMENT} : i64}}"
            ));
        }
        if window.view.alignment % ALIGNMENT != 0 {
            let (known, r#type) = (window.view.alignment, memory.r#type());
            return refuse(format!(
                "{type} is known to be aligned to {known} bytes, and must be to {ALIGNMENT}: state {{llvm.align = {ALIGNMENT} : i64}} at the argument, or memref.assume_alignment"
            ));
        }
        for (dimension, (side, multiple)) in window.sides.iter().zip(&bulk.runs.multiples).enumerate() {
            if side.divisor % multiple != 0 {
                let known = side.divisor;
                return refuse(format!(
                    "the coordinate in dimension {dimension} is known to be a multiple of {known}, and must be one of {multiple}: multiply an index by {multiple}"
                ));
            }
        }
        let (last, ends) = (bulk.runs.last, bulk.runs.ends);
        let size = window.view.size(last)?;
        if !window.sides.get(last).ok_or_else(unknown)?.is_inside && size.content() % ends != 0 {
            let (known, size) = (size.content(), size.named());
            return refuse(format!(
                "the tile may end behind the extent {size} of dimension {last}, which is known to be a multiple of {known}, and must be one of {ends}: state ?{{div={ends}}}, or leave layout.bulk out"
            ));
        }
        let mut around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
        let function =
            around.find(|op| matches!(ir::name(*op), "gpu.func" | "func.func")).ok_or_else(unknown)?;
        Ok(Self { op, runs: bulk.runs, window, buffer, function })
    }

    /// The bytes that arrive.
    pub fn transaction(&self) -> i64 {
        self.runs.transaction()
    }

    /// Begins the copies of all runs, whose bytes arrive at an mbarrier.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn copy(&self, barrier: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<()> {
        self.each(emit, |number, emit| {
            let run = self.run(number, emit)?;
            let to = |bytes: Option<Value<'c, 'a>>, emit: Emit<'c, 'a>| {
                let shared = self.shared([run.shared, bytes], emit)?;
                Ok::<_, Error>(emit.value(
                    "llvm.addrspacecast",
                    &[shared],
                    parsed("!llvm.ptr<7>", emit)?,
                    &[],
                )?)
            };
            let tell_copy = |to: Value<'c, 'a>, from: Value<'c, 'a>, bytes: Value<'c, 'a>, emit| {
                let name = "nvvm.cp.async.bulk.shared.cluster.global";
                let policy = l2::policy(self.op, emit)?;
                let sizes = format!("array<i32: 1, 1, 1, 1, 0, {}>", i32::from(policy.is_some()));
                tell(name, &[&[to, from, barrier, bytes], policy.as_slice()].concat(), &sizes, emit)
            };
            let inside = run.any.map_or(Ok(emit), |any| Ok::<_, Error>(emit.branch(any, &[])?.inside))?;
            let skipped = run.before.map(|before| self.bytes(before, inside)).transpose()?;
            let (from, bytes) = (self.global(&run, inside)?, self.size(run.count, inside)?);
            tell_copy(to(skipped, inside)?, from, bytes, inside)?;
            let Some(any) = run.any else { return Ok(()) };
            // What memory does not have: all, or what is before and behind.
            let (zero, extent) = (emit.constant(0)?, emit.constant(self.extent())?);
            let count = run.count.unwrap_or(extent);
            let end = match run.before {
                Some(before) => emit.binary("arith.addi", before, count)?,
                None => count,
            };
            let end = emit.select(any, end, zero)?;
            let behind = emit.branch(emit.less(end, extent)?, &[])?.inside;
            let left = behind.binary("arith.subi", extent, end)?;
            let zeros = self.zeros(behind)?;
            tell_copy(
                to(Some(self.bytes(end, behind)?), behind)?,
                zeros,
                self.size(Some(left), behind)?,
                behind,
            )?;
            if let Some(before) = run.before {
                let before = emit.select(any, before, zero)?;
                let front = emit.branch(emit.less(zero, before)?, &[])?.inside;
                let zeros = self.zeros(front)?;
                tell_copy(to(None, front)?, zeros, self.size(Some(before), front)?, front)?;
            }
            Ok(())
        })
    }

    /// Begins the stores of all runs.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn store(&self, emit: Emit<'c, 'a>) -> Result<()> {
        self.each(emit, |number, emit| {
            let run = self.run(number, emit)?;
            let inside = run.any.map_or(Ok(emit), |any| Ok::<_, Error>(emit.branch(any, &[])?.inside))?;
            let skipped = run.before.map(|before| self.bytes(before, inside)).transpose()?;
            let (to, bytes) = (self.global(&run, inside)?, self.size(run.count, inside)?);
            let from = self.shared([run.shared, skipped], inside)?;
            let name = "nvvm.cp.async.bulk.global.shared.cta";
            let policy = l2::policy(self.op, inside)?;
            let sizes = format!("array<i32: 1, 1, 1, {}, 0>", i32::from(policy.is_some()));
            tell(name, &[&[to, from, bytes], policy.as_slice()].concat(), &sizes, inside)
        })
    }

    /// Does something for each run, which gets the number, if there are several.
    fn each(
        &self,
        emit: Emit<'c, 'a>,
        one: impl Fn(Option<Value<'c, 'a>>, Emit<'c, 'a>) -> Result<()>,
    ) -> Result<()> {
        if self.runs.count() == 1 {
            return one(None, emit);
        }
        let body = emit.r#for(emit.constant(self.runs.count())?)?;
        one(body.index, body.emit)
    }

    /// The extent of the tile in the last dimension of a run.
    fn extent(&self) -> i64 {
        self.runs.length / self.runs.pitch
    }

    /// The run of a number.
    fn run(&self, number: Option<Value<'c, 'a>>, emit: Emit<'c, 'a>) -> Result<Run<'c, 'a>> {
        let (last, sides) = (self.runs.last, &self.window.sides);
        let modes = self.window.view.layout.domain().modes();
        // The run's coordinates behind those of the tile, and its place in shared memory.
        let (mut more, mut shared) = (vec![None; sides.len()], None);
        let (mut rest, rows) = (number, self.runs.rows.len());
        for (place, row) in self.runs.rows.iter().enumerate() {
            let Some(all) = rest else { break };
            let mut digit = all;
            if place + 1 < rows {
                let by = emit.constant(row.count)?;
                digit = emit.binary("arith.remui", all, by)?;
                rest = Some(emit.binary("arith.divui", all, by)?);
            }
            let bytes = emit.binary("arith.muli", digit, emit.constant(row.bytes)?)?;
            more[row.dimension] = Some(digit);
            shared = Some(match shared {
                None => bytes,
                Some(others) => emit.binary("arith.addi", others, bytes)?,
            });
        }
        let (mut any, mut at) = (None, Vec::new());
        for (dimension, (side, mode)) in sides.iter().zip(&modes).enumerate() {
            let place = match (Window::literal(side, mode), more[dimension]) {
                _ if dimension != last && self.runs.along.contains(&dimension) => Part::Literal(0),
                (Some(literal), None) => Part::Literal(literal),
                (_, None) => Part::Index(side.origin),
                // (Behind the last number comes the least, which no memory has.)
                (_, Some(more)) if side.known != Some(0) => {
                    Part::Index(emit.binary("arith.addi", side.origin, more)?)
                }
                (_, Some(more)) => Part::Index(more),
            };
            if let (Part::Index(index), false) = (place, side.is_inside || dimension == last) {
                let size = self.window.view.size_value(dimension, emit)?;
                any = Some(emit.and(any, emit.below(index, size)?)?);
            }
            at.push(place);
        }
        let side = sides.get(last).ok_or_else(|| Error::Unknown("a dimension".into()))?;
        let (mut before, mut count) = (None, None);
        if !side.is_inside {
            let size = self.window.view.size_value(last, emit)?;
            let mut begin = side.origin;
            if !side.is_natural {
                begin = emit.binary("arith.maxsi", begin, emit.constant(0)?)?;
                before = Some(emit.binary("arith.subi", begin, side.origin)?);
            }
            // (Beyond the last number it ends before it begins.)
            let end = emit.binary("arith.addi", side.origin, emit.constant(self.extent())?)?;
            let end = emit.binary("arith.minsi", end, size)?;
            any = Some(emit.and(any, emit.less(begin, end)?)?);
            count = Some(emit.binary("arith.subi", end, begin)?);
            at[last] = Part::Index(begin);
        }
        for guard in &self.window.guards {
            any = Some(under(*guard, any, emit)?);
        }
        Ok(Run { any, shared, at, before, count })
    }

    /// So many coordinates of the last dimension in bytes.
    fn bytes(&self, count: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let each = emit.constant(self.runs.pitch * self.runs.bits / 8)?;
        Ok(emit.binary("arith.muli", count, each)?)
    }

    /// The bytes of a run of so many coordinates of the last dimension, as the engine takes them.
    fn size(&self, count: Option<Value<'c, 'a>>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let word = emit.int_type(32);
        match count {
            None => Ok(emit.number(self.runs.bytes(), word)?),
            Some(count) => Ok(emit.cast("arith.index_cast", self.bytes(count, emit)?, word)?),
        }
    }

    /// The address in shared memory so many bytes behind where the buffer begins.
    fn shared(&self, behind: [Option<Value<'c, 'a>>; 2], emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let mut at = address(self.buffer.flat, emit)?;
        for bytes in behind.into_iter().flatten() {
            let bytes = emit.cast("arith.index_cast", bytes, emit.int_type(64))?;
            at = emit.binary("arith.addi", at, bytes)?;
        }
        pointer(at, 0, emit)
    }

    /// The address in memory of the first element of a run that memory has.
    fn global(&self, run: &Run<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let view = &self.window.view;
        let mut index = emit.index(&view.layout, &view.symbols, &run.at)?;
        // (The address is that of the memory, and not of its first element.)
        match ir::strides(view.flat.r#type()) {
            Some((_, 0)) => {}
            Some((_, ir::DYNAMIC)) => {
                let element = MemRefType::new(view.element, &[], None, None);
                let space = ir::memref(view.flat.r#type()).and_then(|memref| memref.memory_space());
                let element =
                    space.map_or(element, |space| MemRefType::new(view.element, &[], None, Some(space)));
                let types = [&[element.into()], &vec![emit.index_type(); 3][..]].concat();
                let parts = emit.op("memref.extract_strided_metadata", &[view.flat], &types, &[])?;
                let offset = ir::results(parts).get(1).copied();
                index = emit.binary(
                    "arith.addi",
                    index,
                    offset.ok_or_else(|| Error::Unknown("an offset".into()))?,
                )?;
            }
            Some((_, offset)) => index = emit.binary("arith.addi", index, emit.constant(offset)?)?,
            None => return Err(Error::Unknown(view.flat.r#type().to_string())),
        }
        let index = emit.cast("arith.index_cast", index, emit.int_type(64))?;
        let bytes = emit.binary("arith.muli", index, emit.number(self.runs.bits / 8, emit.int_type(64))?)?;
        let at = emit.binary("arith.addi", address(view.flat, emit)?, bytes)?;
        global_pointer(at, emit)
    }

    /// As many zeros as a run has bytes, in memory.
    fn zeros(&self, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let (bytes, unknown) = (self.runs.bytes(), || Error::Unknown("zeros".into()));
        let name = format!("layout_zeros_{bytes}");
        let space = emit.attribute("1 : i64")?;
        let r#type = MemRefType::new(emit.int_type(8), &[bytes], None, Some(space));
        let block = self.function.block().ok_or_else(unknown)?;
        let first = block.first_operation();
        let all = std::iter::successors(first, |op| op.next_in_block());
        if !all.into_iter().any(|op| ir::symbol(op).as_deref() == Some(&name)) {
            let attributes = [
                ("sym_name", StringAttribute::new(emit.context, &name).into()),
                ("sym_visibility", StringAttribute::new(emit.context, "private").into()),
                ("type", TypeAttribute::new(r#type.into()).into()),
                ("initial_value", emit.attribute(&format!("dense<0> : tensor<{bytes}xi8>"))?),
                ("constant", emit.attribute("unit")?),
                ("alignment", emit.attribute(&format!("{ALIGNMENT} : i64"))?),
            ];
            let attributes = attributes.map(|(name, value)| (Identifier::new(emit.context, name), value));
            let global = OperationBuilder::new("memref.global", emit.location).add_attributes(&attributes);
            let global = global.build().map_err(|_| unknown())?;
            ir::insert_before(self.function, global).ok_or_else(unknown)?;
        }
        let of = FlatSymbolRefAttribute::new(emit.context, &name).into();
        let memref = emit.value("memref.get_global", &[], r#type.into(), &[("name", of)])?;
        global_pointer(address(memref, emit)?, emit)
    }
}

/// The pointer to an address in memory.
fn global_pointer<'c: 'a, 'a>(address: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let any = emit.value("llvm.inttoptr", &[address], parsed("!llvm.ptr", emit)?, &[])?;
    Ok(emit.value("llvm.addrspacecast", &[any], parsed("!llvm.ptr<1>", emit)?, &[])?)
}
