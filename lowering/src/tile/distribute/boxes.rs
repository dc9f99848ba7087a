//! [`Boxes`]: what copies by boxes have in common, the mbarriers at which their bytes arrive, and tokens.
//!
//! A token is a number: the bytes before the mbarrier, and the parity of the phase in which the copy is done. What the
//! next copy of a ring gets is in a variable of each thread, which LLVM makes a register: all threads count alike.
//!
//! Where producers issue copies each mbarrier has another one, at which each of the other warps arrives when it has come to
//! the copy in the program: before that the copy is not issued. Of copies for several blocks those of all of them arrive there.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use layout_dialect::tile::is_token;
use layout_mlir::ir;
use layout_target::WARP;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::MemRefType;
use melior::ir::{Attribute, BlockLike, Identifier, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use super::group::Group;
use super::memory;
use super::multicast;
use super::roles::Roles;
use super::tensor_maps::TensorMaps;
use super::together::together;
use super::turns::{self, BARRIER, Turn, Turns};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::peers::{Peers, Reached};
use crate::tile::shared::rings::JOINED;
use crate::tile::tma::{self, AT_ONCE, Copy, Engine, Rings};

/// What the copies by boxes of a function have in common.
pub struct Boxes<'c, 'a> {
    /// The address of the first mbarrier, as a number; `None` if there are stores alone.
    barriers: Option<Value<'c, 'a>>,
    rings: Rings,
    /// How many copies of a ring wait for nobody, by the ring's first mbarrier.
    at_once: FxHashMap<i64, i64>,
    /// What the next copy of a ring gets for a token, by the ring's first mbarrier.
    next: FxHashMap<i64, Value<'c, 'a>>,
    /// The kernel's tensor maps.
    pub maps: TensorMaps<'c, 'a>,
    engines: FxHashMap<ir::ValueKey, Engine>,
    /// The waits behind which nothing looks at what was stored.
    unread: FxHashSet<usize>,
    /// The tokens that loops wait for in turn.
    turns: Turns<'c, 'a>,
    /// What each operation copies.
    pub copies: FxHashMap<usize, Copy>,
    /// Which thread of the producers issues copies, if they do.
    pub producer: Option<Value<'c, 'a>>,
    /// How many blocks the cluster has that copies with `layout.multicast` are for, and which one this is, for who issues them.
    pub blocks: i64,
    pub rank: Option<Value<'c, 'a>>,
}

/// The address of the first mbarrier, if a function has some: before its buffers are the kernel's.
///
/// # Errors
/// [`Error::Emit`].
pub fn barriers<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Result<Option<Value<'c, 'a>>> {
    if tma::copies(function).is_empty() {
        return Ok(None);
    }
    tma::allocate(function)?;
    let buffer = tma::buffer(function);
    let behind = buffer.and_then(ir::defining_op).and_then(|op| op.next_in_block());
    let (Some(buffer), Some(behind)) = (buffer, behind) else {
        return Err(Error::Unknown("mbarriers".into()));
    };
    Ok(Some(address(buffer, Emit::at(behind))?))
}

/// The address of a memref's first element.
///
/// # Errors
/// [`Error::Emit`].
pub fn address<'c: 'a, 'a>(memref: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let index = emit.value("memref.extract_aligned_pointer_as_index", &[memref], emit.index_type(), &[])?;
    Ok(emit.cast("arith.index_castui", index, emit.int_type(64))?)
}

/// The pointer to so many bytes behind an address in shared memory.
///
/// # Errors
/// [`Error::Emit`].
pub fn pointer<'c: 'a, 'a>(address: Value<'c, 'a>, bytes: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let mut address = address;
    if bytes > 0 {
        address = emit.binary("arith.addi", address, emit.number(bytes, emit.int_type(64))?)?;
    }
    Ok(emit.value("llvm.inttoptr", &[address], parsed("!llvm.ptr<3>", emit)?, &[])?)
}

/// A type from its text.
///
/// # Errors
/// [`Error::Unknown`].
pub fn parsed<'c>(text: &str, emit: Emit<'c, '_>) -> Result<Type<'c>> {
    Type::parse(emit.context, text).ok_or_else(|| Error::Unknown(text.into()))
}

/// An instruction of the engine, whose operands are so many of each kind.
///
/// # Errors
/// [`Error::Emit`].
pub fn tell<'c: 'a, 'a>(
    name: &str,
    operands: &[Value<'c, 'a>],
    sizes: &str,
    emit: Emit<'c, 'a>,
) -> Result<()> {
    let sizes = emit.attribute(sizes)?;
    let attributes = [(Identifier::new(emit.context, "operandSegmentSizes"), sizes)];
    let op = OperationBuilder::new(name, emit.location).add_operands(operands).add_attributes(&attributes);
    emit.insert(name, op)?;
    Ok(())
}

impl<'c: 'a, 'a> Boxes<'c, 'a> {
    /// Those of a function: the kernel gets its tensor maps, and begins with mbarriers that count to one.
    ///
    /// # Errors
    /// See [`Copy::of`]; with the place.
    pub fn new(
        function: OperationRef<'c, 'a>,
        (barriers, blocks): (Option<Value<'c, 'a>>, i64),
        roles: Option<&Roles<'c, 'a>>,
        group: &mut Group<'c, 'a>,
    ) -> std::result::Result<Self, (OperationRef<'c, 'a>, Error)> {
        let here = |error| (function, error);
        let (mut all, rings) = (Vec::new(), Rings::new(function));
        let of_boxes = |op: &OperationRef<'c, 'a>| !tma::is_bulk(*op);
        for op in tma::copies(function).into_iter().chain(tma::stores(function)).filter(of_boxes) {
            all.push((op, Copy::of(op, blocks, group.chip).map_err(|error| (op, error))?));
        }
        let maps = if all.is_empty() { TensorMaps::none() } else { TensorMaps::new(function, &all)? };
        let engines = tokens(function).into_iter().map(|token| (ir::key(token), Engine::of(token))).collect();
        let copies = all.into_iter().map(|(op, copy)| (ir::op_key(op), copy)).collect();
        let unread = tma::unread(function);
        let turns = turns::of(function, &rings);
        let (next, at_once) = (FxHashMap::default(), at_once(function, &rings));
        let (producer, rank) = (None, None);
        let mut boxes = Self {
            barriers,
            rings,
            at_once,
            next,
            maps,
            engines,
            unread,
            turns,
            copies,
            producer,
            blocks,
            rank,
        };
        boxes.begin(function, roles, group).map_err(here)?;
        Ok(boxes)
    }

    /// What the kernel begins with. Who makes the mbarriers begins the first copies before all threads meet.
    fn begin(
        &mut self,
        function: OperationRef<'c, 'a>,
        roles: Option<&Roles<'c, 'a>>,
        group: &mut Group<'c, 'a>,
    ) -> Result<()> {
        let unknown = || Error::Unknown("mbarriers".into());
        let location = ir::location(function);
        let behind = match (self.barriers, roles) {
            (_, Some(roles)) => roles.first[0],
            (Some(barriers), None) => {
                ir::defining_op(barriers).and_then(|op| op.next_in_block()).ok_or_else(unknown)?
            }
            (None, None) => group.entry.before,
        };
        let emit = Emit { location, ..Emit::at(behind) };
        let leader = match roles {
            Some(_) => emit.value("nvvm.elect.sync", &[], emit.int_type(1), &[])?,
            None => group.is_leader()?,
        };
        self.producer = roles.map(|_| leader);
        if self.blocks > 1 {
            self.rank = Some(multicast::rank(self.blocks, emit)?);
        }
        let inside = emit.branch(leader, &[])?.inside;
        for map in self.maps.parameters() {
            let attributes =
                ["tensormap", "in_param_space"].map(|name| (name, Attribute::unit(emit.context)));
            inside.op("nvvm.prefetch", &[map], &[], &attributes)?;
        }
        let Some(barriers) = self.barriers else { return Ok(()) };
        let warps = group.threads / WARP;
        let mut released = BTreeMap::new();
        for op in tma::copies(function).into_iter().filter(|op| tma::is_issued(*op)) {
            let (first, count) = self.rings.of(op).ok_or_else(unknown)?;
            for number in first..first + count {
                let comes = released.entry(self.rings.count + number).or_insert(warps);
                *comes = warps * self.reached(op)?.count().max(*comes / warps);
            }
        }
        let all = (0..self.rings.count).map(|number| (number, 1));
        for (number, comes) in all.chain(released) {
            let comes = inside.number(comes, group.word())?;
            let place = pointer(barriers, number * BARRIER, inside)?;
            inside.op("nvvm.mbarrier.init", &[place, comes], &[], &[])?;
        }
        inside.op("nvvm.fence.mbarrier.init", &[], &[], &[])?;
        for first in roles.map_or(vec![behind], |roles| roles.first.to_vec()) {
            if let Some(wait) = first_use(first, roles.is_some()) {
                multicast::barrier(self.blocks, Emit { location, ..Emit::at(wait) })?;
            }
        }
        let emit = roles.map_or(emit, |roles| Emit { location, ..Emit::at(roles.branch) });
        // (Of what stands in a function's first block LLVM makes values.)
        let entry = ir::blocks(function).first().and_then(|block| block.first_operation());
        let begin = Emit { location, ..Emit::at(entry.ok_or_else(unknown)?) };
        let variable = MemRefType::new(group.word(), &[], None, None).into();
        for (first, _) in tma::copies(function).into_iter().filter_map(|op| self.rings.of(op)) {
            if let Entry::Vacant(entry) = self.next.entry(first) {
                let segments = [("operandSegmentSizes", emit.attribute("array<i32: 0, 0>")?)];
                let next = *entry.insert(begin.value("memref.alloca", &[], variable, &segments)?);
                emit.op("memref.store", &[emit.number(BARRIER * first, group.word())?, next], &[], &[])?;
            }
        }
        Ok(())
    }

    /// The blocks that get what a copy brings, or one that it is together with.
    ///
    /// # Errors
    /// [`Error::Multicast`].
    pub fn reached(&self, op: OperationRef<'c, 'a>) -> Result<Reached> {
        let shared = together(op).into_iter().filter(|op| tma::is_multicast(*op));
        let peers = shared.map(|op| Peers::of(op, self.blocks).map_err(Error::Multicast));
        Ok(Reached::of(peers.collect::<Result<Vec<_>>>()?))
    }

    /// Who begins the copies of a token.
    pub fn engine(&self, token: Value<'c, 'a>) -> Engine {
        self.engines.get(&ir::key(token)).copied().unwrap_or(Engine::Threads)
    }

    /// Whether nothing behind a wait looks at what was stored.
    pub fn is_unread(&self, wait: OperationRef<'c, 'a>) -> bool {
        self.unread.contains(&ir::op_key(wait))
    }

    /// The token of a copy of a ring, and makes the next one's.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn token(&self, op: OperationRef<'c, 'a>, group: &Group<'c, 'a>) -> Result<Value<'c, 'a>> {
        let (emit, word, unknown) = (Emit::at(op), group.word(), || Error::Unknown(ir::name(op).into()));
        let (first, count) = self.rings.of(op).ok_or_else(unknown)?;
        let variable = *self.next.get(&first).ok_or_else(unknown)?;
        let token = emit.value("memref.load", &[variable], word, &[])?;
        emit.op("memref.store", &[turns::following(token, (first, count), emit)?, variable], &[], &[])?;
        Ok(token)
    }

    /// What a loop hands on as an operand of its end in place of the one that stands there: the token behind the one that it
    /// waited for, where it waits [in turn](turns).
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn in_turn(&self, end: OperationRef<'c, 'a>, number: usize) -> Option<Turn<'c, 'a>> {
        self.turns.get(&(ir::op_key(end), number)).copied()
    }

    /// The token of a phase of a ring that has passed: that before the one which the next copy gets.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn passed(&self, op: OperationRef<'c, 'a>, group: &Group<'c, 'a>) -> Result<Value<'c, 'a>> {
        let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
        let (first, _) = self.rings.of(op).ok_or_else(unknown)?;
        let next =
            emit.value("memref.load", &[*self.next.get(&first).ok_or_else(unknown)?], group.word(), &[])?;
        Ok(emit.binary("arith.xori", next, emit.number(1, group.word())?)?)
    }

    /// The parity of the phase of [the other mbarrier](Self::barrier) of a token that a copy waits for. There is none for the
    /// first copies of a ring that wait for nobody, and so one fewer where their slots are filled again.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn released(
        &self,
        op: OperationRef<'c, 'a>,
        token: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let (first, _) = self.rings.of(op).ok_or_else(|| Error::Unknown(ir::name(op).into()))?;
        let word = token.r#type();
        let parity = emit.binary("arith.andi", token, emit.number(1, word)?)?;
        let fewer = self.at_once.get(&first).copied().unwrap_or(0);
        if fewer == 0 {
            return Ok(parity);
        }
        let other = emit.binary("arith.xori", parity, emit.number(1, word)?)?;
        let is_one = emit.below(token, emit.number(BARRIER * (first + fewer), word)?)?;
        Ok(emit.select(is_one, other, parity)?)
    }

    /// The mbarrier of a token: that at which the copy arrives, or the other one, at which its buffer is released.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn barrier(&self, token: Value<'c, 'a>, other: bool, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let first = self.first(other, emit)?;
        memory::behind(first, bytes_before(token, emit)?, emit)
    }

    /// Arrives at the other mbarrier of a token, of each block that some copies reach.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn release(&self, token: Value<'c, 'a>, blocks: &Reached, emit: Emit<'c, 'a>) -> Result<()> {
        let first = self.first(true, emit)?;
        multicast::arrive((first, bytes_before(token, emit)?), (blocks, self.blocks), emit)
    }

    /// The first mbarrier, or the first of the other ones.
    fn first(&self, other: bool, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let barriers = self.barriers.ok_or_else(|| Error::Unknown("mbarriers".into()))?;
        pointer(barriers, if other { self.rings.count * BARRIER } else { 0 }, emit)
    }
}

/// The bytes before the mbarrier of a token.
fn bytes_before<'c: 'a, 'a>(token: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let bytes = emit.binary("arith.andi", token, emit.number(-BARRIER, token.r#type())?)?;
    Ok(emit.cast("arith.extui", bytes, emit.int_type(64))?)
}

/// The operation before which all threads have to know of the mbarriers, from one at a kernel's beginning on: the first
/// that waits at them, or arrives there for others. Until then only who made them uses them. `None` if there is a barrier
/// on the way.
fn first_use<'c: 'a, 'a>(from: OperationRef<'c, 'a>, has_producers: bool) -> Option<OperationRef<'c, 'a>> {
    let waits = |op: &OperationRef<'c, 'a>| ir::nested(*op).into_iter().any(|op| uses(op, has_producers));
    let ends = |op: &OperationRef<'c, 'a>| waits(op) || op.next_in_block().is_none();
    let is_barrier = |op: &OperationRef<'c, 'a>| ir::name(*op) == "gpu.barrier" && op.operand_count() == 0;
    let all = std::iter::successors(Some(from), |op| op.next_in_block());
    all.into_iter().find(|op| ends(op) || is_barrier(op)).filter(|op| !is_barrier(op))
}

/// Whether an operation uses an mbarrier that another thread has made: it waits there, or comes there for others to wait for;
/// or it is a copy of those who have producers, who make them all.
fn uses(op: OperationRef<'_, '_>, has_producers: bool) -> bool {
    if tma::is_issued(op) || tma::is_produced(op) {
        // (What is copied to other blocks arrives at their mbarriers.)
        return !is_at_once(op) || tma::is_issued(op) && tma::is_multicast(op);
    }
    ir::name(op) == "layout.wait" || has_producers && tma::is_copy(op)
}

/// Whether a copy, with those that it begins with, waits for nobody.
pub fn is_at_once(copy: OperationRef<'_, '_>) -> bool {
    together(copy).into_iter().all(|copy| copy.has_attribute(AT_ONCE))
}

/// How many copies of each ring wait for nobody, by the ring's first mbarrier.
fn at_once(function: OperationRef<'_, '_>, rings: &Rings) -> FxHashMap<i64, i64> {
    let mut counts = FxHashMap::default();
    let leads = |op: &OperationRef<'_, '_>| tma::is_issued(*op) && !op.has_attribute(JOINED);
    for op in tma::copies(function).into_iter().filter(|op| leads(op) && is_at_once(*op)) {
        rings.of(op).into_iter().for_each(|(first, _)| *counts.entry(first).or_insert(0) += 1);
    }
    counts
}

/// The tokens of a function.
fn tokens<'c, 'a>(function: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let ops = ir::nested(function).into_iter();
    let values = ops.flat_map(|op| {
        let arguments = ir::blocks(op).into_iter().flat_map(ir::arguments);
        ir::results(op).into_iter().chain(arguments).collect::<Vec<_>>()
    });
    values.filter(|value| is_token(value.r#type())).collect()
}
