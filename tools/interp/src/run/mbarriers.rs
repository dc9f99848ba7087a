//! mbarriers (PTX ISA, `mbarrier`): who arrives, who waits, and what of memory that orders.
//!
//! An arrival tells threads of its own block what was done before, and those of another block only with the scope of the cluster
//! (`scope = #nvvm.mem_scope<cluster>`), and if they wait with that scope too: `nvvm.mbarrier.try_wait` has it,
//! `nvvm.mbarrier.try_wait.parity` is one of the block. What is told with less is still done before the copies that a thread begins
//! behind its wait overwrite shared memory: with such arrivals blocks hand slots to each other that the engine fills, as CUTLASS does.
//! What is `relaxed` orders no memory.
//!
//! Where an mbarrier is nothing else is done (`nvvm.mbarrier.init` neither) until `nvvm.mbarrier.inval`.

use super::engine::Mbarrier;
use super::memory::{address, pointer};
use super::world::{Context, Run, Told, World, decided};
use crate::fault::Reason;
use crate::number::{Int, Scalar};
use crate::read::program::Op;
use crate::read::types::{Element, Space};
use crate::value::Value;

/// Bytes of an mbarrier, at a multiple of which it is.
const BYTES: i64 = 8;

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "nvvm.mbarrier.init" => init,
        "nvvm.mbarrier.inval" => invalidate,
        "nvvm.mbarrier.arrive.expect_tx" => expect,
        "nvvm.mbarrier.arrive" => arrive,
        "nvvm.mbarrier.try_wait.parity" => wait,
        "nvvm.mbarrier.try_wait" => try_wait,
        _ => return None,
    })
}

/// Whether threads of other blocks of the cluster are in the scope of an operation.
fn reaches_cluster(op: &Op) -> bool {
    op.text("scope").is_some_and(|scope| scope.contains("<cluster>"))
}

/// Whether an operation orders no memory.
fn is_relaxed(op: &Op) -> bool {
    op.int("relaxed") == Some(1)
}

impl World {
    /// That no mbarrier lies in some bytes.
    pub(super) fn has_no_mbarrier(&mut self, buffer: usize, place: i64, bytes: usize) -> Result<(), Reason> {
        if self.buffers.get(buffer).is_none_or(|buffer| buffer.space != Space::Shared) {
            return Ok(());
        }
        let first = place - place.rem_euclid(BYTES);
        let live = &self.engine_of(buffer).mbarriers;
        if live.is_empty() {
            return Ok(());
        }
        let mut places = (first..place + bytes as i64).step_by(BYTES as usize);
        match places.find(|place| live.contains_key(&address(buffer, *place))) {
            None => Ok(()),
            Some(at) => {
                let (name, at) = (&self.buffers[buffer].name, at - self.buffers[buffer].begin);
                Err(Reason::undefined(format!(
                    "accesses byte {at} of {name} otherwise than as the mbarrier that was initialized there: nvvm.mbarrier.inval ends it"
                )))
            }
        }
    }
}

/// The mbarrier at an address, as who comes there reads it, with the buffer that it is in.
pub(super) fn mbarrier(c: &mut Context<'_>, scalar: Scalar) -> Result<(i64, usize), Reason> {
    let (buffer, place) = pointer(scalar)?;
    c.thread.when.at_mbarrier = true;
    let read = c.load_at(buffer, place, Element::Int(64));
    c.thread.when.at_mbarrier = false;
    read?;
    let address = decided(scalar)?.bits() as i64;
    match c.world.engine_of(buffer).mbarriers.contains_key(&address) {
        true => Ok((address, buffer)),
        false => Err(Reason::undefined("an mbarrier that nobody has initialized")),
    }
}

/// Writes what only operations on mbarriers read.
fn write(c: &mut Context<'_>, scalar: Scalar, value: Scalar) -> Result<i64, Reason> {
    let (buffer, place) = pointer(scalar)?;
    c.thread.when.at_mbarrier = true;
    let written = c.store_at(buffer, place, Element::Int(64), value);
    c.thread.when.at_mbarrier = false;
    written?;
    Ok(decided(scalar)?.bits() as i64)
}

fn init(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let scalar = c.scalar(0)?;
    let (buffer, place) = pointer(scalar)?;
    let count = c.int(1)?.signed() as i64;
    if place % BYTES != 0 || count < 1 {
        return Err(Reason::undefined(format!("an mbarrier at byte {place} for {count} to arrive")));
    }
    c.world.has_no_mbarrier(buffer, place, BYTES as usize)?;
    let address = write(c, scalar, Int::new(64, 0).into())?;
    c.thread.makes = true;
    let made = Mbarrier { count, pending: count, ..Mbarrier::default() };
    c.world.engine.mbarriers.insert(address, made);
    Ok(Vec::new())
}

/// From now on its bytes are memory as any other, which nobody has written.
fn invalidate(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (address, _) = mbarrier(c, c.scalar(0)?)?;
    write(c, c.scalar(0)?, Scalar::Poison)?;
    c.world.engine.mbarriers.remove(&address);
    Ok(Vec::new())
}

fn expect(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let bytes = c.int(1)?.signed() as i64;
    come(c, bytes)?;
    Ok(Vec::new())
}

/// Arrives; the state that it gives says nothing.
fn arrive(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    if c.operands.len() != 1 {
        return Err(Reason::unsupported("nvvm.mbarrier.arrive of several"));
    }
    come(c, 0)?;
    Ok(vec![Scalar::Poison.into(); c.op.results.len()])
}

/// A thread arrives, and so many bytes more are to come. What it has done, who waits for the phase knows.
fn come(c: &mut Context<'_>, bytes: i64) -> Result<(), Reason> {
    let (address, buffer) = mbarrier(c, c.scalar(0)?)?;
    let (block, is_far) = (c.world.block_number, c.world.is_far(buffer));
    let told = if is_relaxed(c.op) { None } else { Some(c.thread.arrive(block)) };
    let missing = || Reason::undefined("an mbarrier that nobody has initialized");
    let engine = c.world.engine_of(buffer);
    let mbarrier = engine.mbarriers.get_mut(&address).ok_or_else(missing)?;
    if mbarrier.pending == 0 {
        return Err(Reason::undefined("arrives at an mbarrier at which all of this phase have arrived"));
    }
    mbarrier.pending -= 1;
    mbarrier.bytes += bytes;
    if let Some(Told { known, heard }) = told {
        mbarrier.tells.by_engine.learn(&heard);
        if !is_far {
            mbarrier.tells.in_block.learn(&known);
        }
        if !is_far || reaches_cluster(c.op) {
            mbarrier.tells.in_cluster.learn(&known);
        }
    }
    mbarrier.settle();
    engine.settled = true;
    Ok(())
}

/// Whether the phase of a parity has ended, which is this one or the one before, or else the number of this one; what was told then.
fn has_ended(c: &mut Context<'_>, in_cluster: bool) -> Result<Result<Told, (i64, u64)>, Reason> {
    let ((address, buffer), parity) = (mbarrier(c, c.scalar(0)?)?, c.int(1)?.unsigned() as u64);
    if c.world.is_far(buffer) {
        return Err(Reason::undefined("waits at an mbarrier of another block, where one only arrives"));
    }
    let Some(mbarrier) = c.world.engine.mbarriers.get(&address) else { return Ok(Ok(Told::default())) };
    if mbarrier.phases % 2 == parity {
        return Ok(Err((address, mbarrier.phases)));
    }
    let told = &mbarrier.told;
    let known = if in_cluster { &told.in_cluster } else { &told.in_block };
    Ok(Ok(Told { known: known.clone(), heard: told.by_engine.clone() }))
}

/// Waits until the phase has ended. (It has no scope: it acquires in the block, whatever else is written at it.)
fn wait(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    match has_ended(c, false)? {
        Ok(told) => c.thread.learn(&told),
        Err(_) => c.world.engine.waits = true,
    }
    Ok(Vec::new())
}

/// Says whether the phase has ended. Of one that has not it says so once, and waits when it is tried again: programs that go round
/// until it has ended do so.
fn try_wait(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let bits = c.op.operands.get(1).and_then(|slot| c.function.types[*slot].element()).map(Element::bits);
    if bits != Some(32) {
        return Err(Reason::unsupported("nvvm.mbarrier.try_wait of a state, not a parity"));
    }
    match has_ended(c, reaches_cluster(c.op))? {
        Ok(_) if is_relaxed(c.op) => {}
        Ok(told) => c.thread.learn(&told),
        Err(phase) if c.thread.tried == Some(phase) => c.world.engine.waits = true,
        Err(phase) => {
            c.thread.tried = Some(phase);
            return Ok(vec![Int::truth(false).into()]);
        }
    }
    Ok(vec![Int::truth(true).into()])
}
