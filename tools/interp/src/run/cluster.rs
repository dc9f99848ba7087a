//! Clusters: blocks side by side along x that run at once, read each other's shared memory and wait for each other.

use std::rc::Rc;

use super::blocks::{Cluster, Own, read_only};
use super::engine::Engine;
use super::memory::pointer;
use super::world::{Context, Identity, Run, World};
use crate::access::{Known, When};
use crate::fault::Reason;
use crate::memory::Buffer;
use crate::number::{Int, Scalar};
use crate::read::program::{Function, Op};
use crate::read::types::{Space, Type};
use crate::value::{Value, View};

impl World {
    /// Begins with the blocks from a number on.
    pub(super) fn enter(&mut self, first: u32, size: u32) {
        let [x, y, _] = self.grid;
        let own = |block_number: u32| {
            let number = i64::from(block_number);
            Own { block: [number % x, number / x % y, number / (x * y)], block_number, ..Own::default() }
        };
        let blocks = (first..first + size).map(own).collect();
        self.cluster = Cluster { size, blocks, ..Cluster::default() };
        self.exchange(0);
    }

    /// Goes on with the block of another number in the cluster.
    pub(super) fn switch(&mut self, rank: u32) {
        self.exchange(self.cluster.rank);
        self.exchange(rank);
        self.cluster.rank = rank;
    }

    fn exchange(&mut self, rank: u32) {
        let Some(own) = self.cluster.blocks.get_mut(rank as usize) else { return };
        std::mem::swap(&mut self.block, &mut own.block);
        std::mem::swap(&mut self.block_number, &mut own.block_number);
        std::mem::swap(&mut self.shared, &mut own.shared);
        std::mem::swap(&mut self.tokens, &mut own.tokens);
        std::mem::swap(&mut self.engine, &mut own.engine);
    }

    /// The engine of the block that a buffer is of.
    pub(super) fn engine_of(&mut self, buffer: usize) -> &mut Engine {
        let block = self.buffers.get(buffer).and_then(|b| b.block).unwrap_or(self.block_number);
        self.engine_of_block(block)
    }

    /// The engine of a block of the cluster, by its number in the grid; that of the block that runs for another cluster's.
    pub(super) fn engine_of_block(&mut self, block: u32) -> &mut Engine {
        let first = self.block_number - self.cluster.rank;
        let rank = block.checked_sub(first).filter(|rank| *rank != self.cluster.rank);
        match rank.and_then(|rank| self.cluster.blocks.get_mut(rank as usize)) {
            Some(other) => &mut other.engine,
            None => &mut self.engine,
        }
    }

    /// Whether a buffer is another block's.
    pub(super) fn is_far(&self, buffer: usize) -> bool {
        self.buffers.get(buffer).and_then(|b| b.block).is_some_and(|block| block != self.block_number)
    }

    /// That a buffer may be read.
    pub(super) fn readable(&self, buffer: usize) -> Result<(), Reason> {
        let ended = |block: &u32| *block != self.block_number && self.cluster.ended.contains(block);
        match self.buffers.get(buffer).and_then(|b| b.block).filter(ended) {
            Some(block) => Err(Reason::undefined(format!("reads memory of block {block}, which has ended"))),
            None => Ok(()),
        }
    }

    /// That a buffer may be written.
    pub(super) fn writable(&self, buffer: usize) -> Result<(), Reason> {
        if self.is_far(buffer) { Err(read_only()) } else { Ok(()) }
    }

    /// The block ends, and its memory with it, when a thread has passed so many barriers of the cluster and all of its threads know
    /// so much.
    ///
    /// # Errors
    /// If another block has read that memory behind its arrival at the last of them: it might have come later.
    pub(super) fn end_block(&mut self, end: When, known: &Known) -> Result<(), Reason> {
        let block = self.block_number;
        self.cluster.ended.insert(block);
        if self.cluster.size == 1 {
            return Ok(());
        }
        let mut own = self.buffers.iter().filter(|buffer| buffer.block == Some(block));
        match own.find_map(|buffer| buffer.reader_beside(block, end, &known.arrivals)) {
            Some(reader) => Err(Reason::undefined(format!(
                "{reader} reads memory of block {block}, which has ended unless it is late: no barrier of the cluster is \
                 between"
            ))),
            None => Ok(()),
        }
    }

    /// What a buffer of this block is in another one, which may not have come to its allocation.
    pub(super) fn peer(&mut self, buffer: usize, rank: u32) -> Option<usize> {
        let (key, _) = self.shared.iter().find(|(_, number)| **number == buffer)?;
        let (key, own) = (key.clone(), self.buffers.get(buffer).filter(|own| own.space == Space::Shared)?);
        if rank == self.cluster.rank {
            return Some(buffer);
        }
        let other = self.cluster.blocks.get_mut(rank as usize)?;
        if let Some(number) = other.shared.get(&key) {
            return Some(*number);
        }
        let mut made = Buffer::new(&own.name, own.space, own.len());
        (made.begin, made.block) = (own.begin, Some(other.block_number));
        other.shared.insert(key, self.buffers.len());
        self.buffers.push(made);
        Some(self.buffers.len() - 1)
    }
}

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "layout.peer" => peer,
        "nvvm.mapa" => address_of_peer,
        "nvvm.cluster.arrive" | "nvvm.cluster.arrive.relaxed" => |c| {
            if c.world.judged { arrive(c.op, c.thread).map(|()| Vec::new()) } else { Ok(Vec::new()) }
        },
        _ => return None,
    })
}

/// The first half of a barrier of the cluster. The second one is where threads wait for each other. What arrives `relaxed` tells of
/// no memory but of mbarriers that it has made, behind the fence for those.
pub(super) fn arrive(op: &Op, thread: &mut Identity) -> Result<(), Reason> {
    if thread.when.arrived > thread.when.waited {
        return Err(Reason::undefined(
            "arrives at the barrier of the cluster again and has not waited there",
        ));
    }
    let relaxed = op.name == "nvvm.cluster.arrive.relaxed";
    if relaxed && thread.makes {
        return Err(Reason::undefined(
            "arrives relaxed at the barrier of the cluster behind nvvm.mbarrier.init, of which others know behind \
             nvvm.fence.mbarrier.init, or nvvm.cluster.arrive, alone",
        ));
    }
    thread.makes = false;
    thread.when.arrived += 1;
    thread.over = Rc::clone(&thread.heard.copies);
    thread.told = (!relaxed).then(|| (thread.knows(), thread.when));
    thread.when.arrivals += u32::from(!relaxed);
    Ok(())
}

/// That a thread may wait at the barrier of the cluster.
pub(super) fn has_arrived(thread: &Identity) -> Result<(), Reason> {
    if thread.when.arrived > thread.when.waited {
        return Ok(());
    }
    Err(Reason::undefined("waits at the barrier of the cluster and has not arrived there"))
}

fn peer(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (view, rank, size) = (c.view(0)?, c.int(1)?.signed(), c.world.cluster.size);
    let inside = u32::try_from(rank).ok().filter(|rank| *rank < size);
    let inside =
        inside.ok_or_else(|| Reason::undefined(format!("block {rank} of a cluster that has {size}")))?;
    let buffer = c.world.peer(view.buffer, inside);
    let buffer =
        buffer.ok_or_else(|| Reason::undefined("layout.peer of what is no shared memory of the block"))?;
    Ok(vec![Value::View(Rc::new(View { buffer, far: true, ..(**view).clone() }))])
}

/// What an address of the block's shared memory is in another block of the cluster.
fn address_of_peer(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (address, rank) = (c.scalar(0)?, c.int(1)?.signed());
    let rank = u32::try_from(rank).ok().filter(|rank| *rank < c.world.cluster.size);
    let rank = rank.ok_or_else(|| {
        let size = c.world.cluster.size;
        Reason::undefined(format!("an address in a block of no rank of a cluster that has {size}"))
    })?;
    Ok(vec![in_block(address, rank, c.world)?.into()])
}

/// The address in the block of a rank that is like one of the block's shared memory.
///
/// # Errors
/// If it is of other memory.
pub(super) fn in_block(address: Scalar, rank: u32, world: &mut World) -> Result<Scalar, Reason> {
    let (buffer, place) = pointer(address)?;
    let there = world.peer(buffer, rank);
    let there = there.ok_or_else(|| {
        Reason::undefined("an address in another block of what is no shared memory of this one")
    })?;
    Ok(Int::new(64, super::memory::address(there, place).into()).into())
}

/// What may be done with a peer's memory but reading it. (Who writes to it is told so.)
const LOOKS: [&str; 8] = [
    "memref.dim",
    "memref.dealloc",
    "memref.extract_aligned_pointer_as_index",
    "memref.store",
    "layout.store",
    "vector.store",
    "vector.maskedstore",
    "vector.transfer_write",
];

/// Whether an operation of a tile program reads a peer's memory, and not all blocks of the cluster have come to it.
pub(super) fn is_meeting(op: &Op, function: &Function, operands: &[Value], world: &World) -> bool {
    if world.judged || world.cluster.is_met || LOOKS.contains(&op.name.as_str()) {
        return false;
    }
    let is_view = |slot: &usize| matches!(&*function.types[*slot], Type::Memref(_));
    let is_far = |value: &Value| matches!(value, Value::View(view) if view.far);
    operands.iter().any(is_far) && !op.results.iter().any(is_view)
}
