//! Copies by the engine that copies boxes (PTX ISA: `cp.async.bulk.tensor`, `mbarrier`, "Async proxy").
//!
//! What is copied arrives at any time behind the instruction, in any order. Then the mbarrier has its bytes, and when it
//! has all that it expects, and all that arrive have, its phase ends. A thread sees what arrived behind a wait for that
//! phase, or behind a barrier of the block that one who has waited was at.
//!
//! A copy for several blocks of a cluster (`.multicast::cluster`) arrives in each of them at a time of its own, at the same place
//! and the same mbarrier there. The block that began it does not end before somebody has waited for it.
//!
//! A store is read at any time behind the instruction, and written at any time behind that. The thread that began it
//! waits for its groups: until they are read, or until it sees them in memory.

use std::rc::Rc;

use super::boxes::elements;
use super::cluster::in_block;
use super::copies::{Copies, Piece};
use super::engine::{Bound, Done, Engine, Flight, Store};
use super::im2col::Images;
use super::mbarriers::mbarrier;
use super::memory::pointer;
use super::world::{Context, Run, World};
use crate::elementwise::Elementwise;
use crate::fault::Reason;
use crate::number::{Int, Scalar};
use crate::read::tensor_maps::{Sum, TensorMap};
use crate::read::types::Element;
use crate::value::{Map, Value};

/// The engine of a kernel that is handed maps: pointers to them, for the arguments behind those given.
///
/// # Errors
/// For arguments that are not given, and numbers that no map has.
pub fn engine(maps: &[TensorMap], given: &[Value]) -> Result<(Engine, Vec<Value>), Reason> {
    let bound = maps.iter().map(|map| Ok(Rc::new(bind(map, given)?))).collect::<Result<Vec<_>, Reason>>()?;
    let pointers = (0..bound.len()).map(|number| Int::new(64, number as i128).into()).collect();
    Ok((Engine { maps: bound, ..Engine::default() }, pointers))
}

impl World {
    /// A copy arrives, or a store gets on.
    ///
    /// # Errors
    /// If what it copies has changed meanwhile.
    pub fn land(&mut self, number: usize) -> Result<(), Reason> {
        if let Some(number) = number.checked_sub(self.engine.flights.len()) {
            return self.store(number);
        }
        let flight = self.engine.flights.swap_remove(number);
        flight.copies.complete(&mut self.buffers, None)?;
        let mut bytes = 0;
        for piece in &flight.copies.0 {
            self.buffers[piece.buffer].arrive(
                piece.place,
                piece.element.bytes(),
                flight.number,
                flight.by.as_ref(),
            )?;
            bytes += piece.element.bytes() as i64;
        }
        if let Some(mbarrier) = self.engine.mbarriers.get_mut(&flight.mbarrier) {
            mbarrier.bytes -= bytes;
            mbarrier.tells.is_over(flight.number);
            mbarrier.settle();
        }
        Ok(())
    }
}

impl World {
    /// One of the stores that are not written yet is read, or written.
    fn store(&mut self, number: usize) -> Result<(), Reason> {
        let mut under_way = self.engine.stores.iter_mut().filter(|store| store.done < Done::Written);
        let Some(store) = under_way.nth(number) else { return Ok(()) };
        if store.done == Done::Nothing {
            store.done = Done::Read;
            return store.copies.check(&self.buffers);
        }
        store.done = Done::Written;
        store.copies.write(&mut self.buffers, None)?;
        for piece in &store.copies.0 {
            self.buffers[piece.buffer].arrive(
                piece.place,
                piece.element.bytes(),
                store.number,
                store.by.as_ref(),
            )?;
        }
        Ok(())
    }
}

/// The arguments as a kernel gets them: memory with a layout, and behind it the values of its symbols.
fn flat(given: &[Value]) -> Vec<Value> {
    let mut out = Vec::new();
    for value in given {
        out.push(value.clone());
        if let Value::View(view) = value
            && let Map::Layout(_, symbols) = &view.map
        {
            out.extend(symbols.iter().map(|symbol| Value::from(Int::index(*symbol))));
        }
    }
    out
}

fn bind(map: &TensorMap, given: &[Value]) -> Result<Bound, Reason> {
    let all = flat(given);
    let missing = || Reason::undefined("a tensor map of arguments that are not given");
    let number = |at: &[i64]| -> Result<i64, Reason> {
        let [argument, field] = at else { return Err(missing()) };
        let value =
            usize::try_from(*argument).ok().and_then(|argument| all.get(argument)).ok_or_else(missing)?;
        match value {
            Value::Scalar(scalar) if *field == 0 => Ok(super::world::decided(*scalar)?.signed() as i64),
            Value::View(view) => {
                let dimension = usize::try_from(field - 3).ok();
                dimension.and_then(|d| view.shape.get(d)).copied().ok_or_else(missing)
            }
            _ => Err(missing()),
        }
    };
    let sum = |sum: &Sum| -> Result<i64, Reason> {
        let mut total = 0;
        for product in sum {
            let (factor, arguments) = product.split_first().ok_or_else(missing)?;
            let mut value = *factor;
            for at in arguments.chunks(2) {
                value *= number(at)?;
            }
            total += value;
        }
        Ok(total)
    };
    let Some(Value::View(view)) = all.get(map.address) else { return Err(missing()) };
    let bytes = map.bits / 8;
    let sizes = map.sizes.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
    let strides = map.strides.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
    let wrong = |what: String| Err(Reason::undefined(format!("a tensor map whose {what}")));
    let images = map.images.as_ref().map(|(steps, upper)| {
        let upper = upper.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
        Ok::<_, Reason>(Images { steps: steps.clone(), upper })
    });
    let images = images.transpose()?;
    let extents = if images.is_some() { 2 } else { sizes.len() };
    if !(1..=5).contains(&sizes.len()) || strides.len() + 1 != sizes.len() || map.extents.len() != extents {
        return wrong(format!("dimensions are {}, {} and {}", sizes.len(), strides.len(), map.extents.len()));
    }
    if let Some(size) = sizes.iter().find(|size| !(1..=1 << 32).contains(*size)) {
        return wrong(format!("size is {size}"));
    }
    if let Some(stride) = strides
        .iter()
        .zip(&sizes[1..])
        .find(|(stride, size)| **size > 1 && (**stride % 16 != 0 || !(1..1 << 40).contains(*stride)))
    {
        return wrong(format!("stride is {} bytes", stride.0));
    }
    let combined = match map.combined.as_deref() {
        None => None,
        // (Signed or not, their bits are the same.)
        Some(text) => match Element::named(&text.replace('u', "i")).filter(|e| e.bytes() as i64 == bytes) {
            None => return wrong(format!("type is {text}")),
            element => element,
        },
    };
    if let Some(what) = images.as_ref().and_then(|images| images.wrong(&sizes, &map.extents)) {
        return wrong(what);
    }
    let row = map.extents.first().copied().unwrap_or(0) * bytes;
    let most = if images.is_some() { 1024 } else { 256 };
    if map.extents.iter().any(|extent| !(1..=most).contains(extent)) || row % 16 != 0 {
        return wrong(format!("box is {:?}, with rows of {row} bytes", map.extents));
    }
    if map.swizzle > 0 && row > map.swizzle {
        return wrong(format!("box has rows of {row} bytes, under a swizzle of {}", map.swizzle));
    }
    if view.base % 16 != 0 {
        return wrong(format!("memory begins at byte {}", view.base));
    }
    Ok(Bound {
        buffer: view.buffer,
        base: view.base,
        element: Element::Int(u32::try_from(map.bits).unwrap_or(0)),
        strides: [vec![bytes], strides].concat(),
        sizes,
        extents: map.extents.clone(),
        swizzle: map.swizzle,
        images,
        combined,
        combined_text: map.combined.clone(),
    })
}

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "nvvm.cp.async.bulk.tensor.shared.cluster.global" => copy,
        "nvvm.cp.async.bulk.tensor.global.shared.cta" => store,
        "nvvm.cp.async.bulk.tensor.reduce" => combine,
        "nvvm.cp.async.bulk.shared.cluster.global" => copy_run,
        "nvvm.cp.async.bulk.global.shared.cta" => store_run,
        "nvvm.cp.async.bulk.commit.group" => |c| {
            *c.world.engine.groups.entry(c.thread.number).or_default() += 1;
            Ok(Vec::new())
        },
        "nvvm.cp.async.bulk.wait_group" => wait_stores,
        // A hint, of a map that is there.
        "nvvm.prefetch" => |c| {
            let number = usize::try_from(c.int(0)?.unsigned()).ok();
            let map = number.and_then(|number| c.world.engine.maps.get(number));
            map.map(|_| Vec::new()).ok_or_else(|| Reason::undefined("a prefetch of what is no tensor map"))
        },
        "nvvm.fence.mbarrier.init" | "nvvm.fence.proxy" => |c| {
            let (thread, when) = (c.thread.number, c.thread.when);
            c.world.engine.fences.entry(thread).or_default().push(when);
            c.thread.fences += 1;
            c.thread.makes &= c.op.name != "nvvm.fence.mbarrier.init";
            Ok(Vec::new())
        },
        _ => return None,
    })
}

/// The map and the coordinates of a box, from an operand on, and the operand behind them.
fn tile(c: &Context<'_>, pointer: usize, first: usize) -> Result<(Rc<Bound>, Vec<i64>, usize), Reason> {
    let rank = c.list("operandSegmentSizes")?.get(2).and_then(|n| usize::try_from(*n).ok()).unwrap_or(0);
    let number = usize::try_from(c.int(pointer)?.unsigned()).ok();
    let map = number.and_then(|number| c.world.engine.maps.get(number)).cloned();
    let map = map.ok_or_else(|| Reason::undefined("a copy by what is no tensor map"))?;
    if rank != map.sizes.len() {
        return Err(Reason::undefined(format!(
            "{rank} coordinates, and a tensor map of {}",
            map.sizes.len()
        )));
    }
    Ok((map, c.indices(first, rank)?, first + rank))
}

fn copy(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (map, start, behind) = tile(c, 1, 2)?;
    let (buffer, first) = pointer(c.scalar(0)?)?;
    let sizes = c.list("operandSegmentSizes")?;
    let is_multicast = sizes.get(5) == Some(&1);
    let count = sizes.get(4).and_then(|n| usize::try_from(*n).ok()).unwrap_or(0);
    // (Offsets have no sign.)
    let offsets = c.indices(behind + 1, count)?.into_iter().map(|offset| offset & 0xffff).collect::<Vec<_>>();
    let mode = c.op.text("mode").unwrap_or("tile");
    if mode.contains("im2col") != map.images.is_some() || mode.contains("im2col_") {
        return Err(Reason::undefined(format!("a copy of mode {mode} by a map of another mode")));
    }
    let all = elements(&map, &start, &offsets, first)?;
    let (to, mbarrier) = (c.scalar(0)?, c.scalar(behind)?);
    if !is_multicast {
        return begin_copy(c, mbarrier, (buffer, map.buffer), map.element, &all);
    }
    let (mask, size) = (c.int(behind + 1 + count)?.bits(), c.world.cluster.size);
    if mask == 0 || mask >> size != 0 {
        return Err(Reason::undefined(format!(
            "a copy to the blocks {mask:#b} of a cluster that has {size}"
        )));
    }
    for rank in (0..size).filter(|rank| mask >> rank & 1 == 1) {
        let [to, mbarrier] = [to, mbarrier].map(|address| in_block(address, rank, c.world));
        begin_copy(c, mbarrier?, (pointer(to?)?.0, map.buffer), map.element, &all)?;
    }
    Ok(Vec::new())
}

fn store(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (map, start, _) = tile(c, 0, 2)?;
    let (buffer, first) = pointer(c.scalar(1)?)?;
    let all = elements(&map, &start, &[], first)?;
    begin_store(c, (buffer, map.buffer), map.element, &all, None)
}

/// A store that combines its elements with those of memory, whose type is the map's.
fn combine(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (map, start, _) = tile(c, 0, 2)?;
    let (buffer, first) = pointer(c.scalar(1)?)?;
    let all = elements(&map, &start, &[], first)?;
    let untyped =
        || Reason::undefined("a store that combines elements, by a tensor map of no type that is combined");
    let (element, text) = map.combined.zip(map.combined_text.as_deref()).ok_or_else(untyped)?;
    let kind = c.op.text("redKind").unwrap_or_default();
    let kind = kind.rsplit(['<', ' ']).next().unwrap_or_default().trim_end_matches('>').to_owned();
    let of = match text.chars().next() {
        Some('u') if matches!(&kind[..], "min" | "max") => "ui",
        Some('i') if matches!(&kind[..], "min" | "max") => "si",
        Some('u' | 'i') => "i",
        _ => "f",
    };
    let combine = Elementwise::of_kind(&format!("{kind}{of}"), element);
    let combine = combine.ok_or_else(|| Reason::undefined(format!("{text} that is combined by {kind}")))?;
    begin_store(c, (buffer, map.buffer), element, &all, Some(combine))
}

/// The bytes of a run: the place in shared memory, and that in memory.
fn bytes(c: &Context<'_>, shared: i64, far: i64, operand: usize) -> Result<Vec<(i64, Option<i64>)>, Reason> {
    let count = c.int(operand)?.signed() as i64;
    if count < 16 || [shared, far, count].iter().any(|n| n % 16 != 0) {
        return Err(Reason::undefined(format!(
            "a copy of {count} bytes between byte {far} of memory and byte {shared} of shared memory, which are multiples of 16"
        )));
    }
    Ok((0..count).map(|byte| (shared + byte, Some(far + byte))).collect())
}

fn copy_run(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let ((to, first), (from, far)) = (pointer(c.scalar(0)?)?, pointer(c.scalar(1)?)?);
    let all = bytes(c, first, far, 3)?;
    begin_copy(c, c.scalar(2)?, (to, from), Element::Int(8), &all)
}

fn store_run(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let ((to, far), (from, first)) = (pointer(c.scalar(0)?)?, pointer(c.scalar(1)?)?);
    let all = bytes(c, first, far, 2)?;
    begin_store(c, (from, to), Element::Int(8), &all, None)
}

/// Begins to copy elements to shared memory, at whose end an mbarrier of the same block has their bytes.
fn begin_copy(
    c: &mut Context<'_>,
    mbarrier_at: Scalar,
    (buffer, memory): (usize, usize),
    element: Element,
    all: &[(i64, Option<i64>)],
) -> Result<Vec<Value>, Reason> {
    let (address, barriers) = mbarrier(c, mbarrier_at)?;
    let (_, at) = pointer(mbarrier_at)?;
    // (To another block without its mbarrier, nothing is copied.)
    let is_far = c.world.is_far(barriers);
    fenced(c, barriers, at, 8)?;
    let (mut copies, size) = (Copies::default(), element.bytes() as i64);
    let number = c.world.cluster.number();
    for (place, from) in all {
        let (value, origin) = match from {
            Some(from) => {
                fenced(c, memory, *from, size)?;
                (c.load_for(memory, *from, element, number)?, Some((memory, *from)))
            }
            None => (super::world::zero(element), None),
        };
        fenced(c, buffer, *place, size)?;
        c.world.has_no_mbarrier(buffer, *place, element.bytes())?;
        copies.0.push(Piece { buffer, place: *place, element, value, origin, combine: None });
    }
    let access = c.access_of_engine();
    if let (Some(by), Some(log)) = (&access, &mut c.world.log) {
        let from = copies.0.iter().filter_map(|piece| Some((piece.origin?, piece.element.bytes())));
        let from = from.map(|((buffer, place), bytes)| (buffer, place, bytes)).chain([(barriers, at, 8)]);
        let to = copies.0.iter().map(|piece| (piece.buffer, piece.place, piece.element.bytes()));
        let is_released = by.known.arrivals.keys().any(|who| *who != (by.block, by.thread));
        log.box_copy(by.who(), is_released, from, to);
    }
    let of = |buffer: usize| c.world.buffers.get(buffer).and_then(|buffer| buffer.block);
    if !is_far || copies.0.iter().any(|piece| of(piece.buffer) != of(barriers)) {
        copies.0.iter().try_for_each(|piece| c.world.writable(piece.buffer))?;
    }
    copies.begin(&mut c.world.buffers, access.as_ref())?;
    c.world.touches += 1;
    if is_far {
        c.world.engine.sent.push((number, c.op.location.clone()));
    }
    let engine = c.world.engine_of(barriers);
    engine.begun.push((number, Some(c.op.location.clone())));
    engine.flights.push(Flight { number, copies, by: access, mbarrier: address });
    Ok(Vec::new())
}

/// Begins to store elements from shared memory.
fn begin_store(
    c: &mut Context<'_>,
    (buffer, memory): (usize, usize),
    element: Element,
    all: &[(i64, Option<i64>)],
    combine: Option<Elementwise>,
) -> Result<Vec<Value>, Reason> {
    let (mut copies, size) = (Copies::default(), element.bytes() as i64);
    let number = c.world.cluster.number();
    for (from, place) in all {
        let Some(place) = *place else { continue };
        fenced(c, buffer, *from, size)?;
        c.load_at(buffer, *from, element)?;
        let value = c.load_for(buffer, *from, element, number)?;
        fenced(c, memory, place, size)?;
        let origin = Some((buffer, *from));
        copies.0.push(Piece { buffer: memory, place, element, value, origin, combine });
    }
    let access = c.access();
    copies.0.iter().try_for_each(|piece| c.world.writable(piece.buffer))?;
    copies.begin(&mut c.world.buffers, access.as_ref())?;
    c.world.touches += 1;
    let (thread, location) = (c.thread.number, c.op.location.clone());
    let group = c.world.engine.groups.get(&thread).copied().unwrap_or(0);
    c.world.engine.begun.push((number, None));
    let begun =
        Store { number, copies, by: access, thread, group, done: Done::Nothing, waited: false, location };
    c.world.engine.stores.push(begun);
    Ok(Vec::new())
}

/// Waits until all groups of the thread but the last few are read, or are in memory.
fn wait_stores(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (thread, left) = (c.thread.number, u32::try_from(c.attribute("group")?).unwrap_or(0));
    let needed = if c.op.attribute("read").is_some() { Done::Read } else { Done::Written };
    let engine = &mut c.world.engine;
    let old = engine.groups.get(&thread).copied().unwrap_or(0).saturating_sub(left);
    let is_waited_for = |store: &Store| store.thread == thread && store.group < old;
    if engine.stores.iter().any(|store| is_waited_for(store) && store.done < needed) {
        engine.waits = true;
        return Ok(Vec::new());
    }
    // Until now the engine may have read.
    let mut read = Vec::new();
    for store in engine.stores.iter_mut().filter(|store| is_waited_for(store)) {
        if !std::mem::replace(&mut store.waited, true) {
            let number = store.number;
            read.extend(
                store.copies.0.iter().filter_map(|piece| Some((piece.origin?, piece.element, number))),
            );
        }
    }
    if needed == Done::Written {
        let written = engine.stores.iter().filter(|store| is_waited_for(store)).map(|store| store.number);
        for copy in written {
            [&mut c.thread.known, &mut c.thread.heard].into_iter().for_each(|known| known.is_over(copy));
        }
        engine.stores.retain(|store| !is_waited_for(store));
    }
    for ((buffer, place), element, number) in read {
        c.world.buffers[buffer].have_been_read(place, element.bytes(), number)?;
        c.load_at(buffer, place, element)?;
    }
    Ok(Vec::new())
}

/// That who wrote bytes, of this block or another one of the cluster, has made them known to the engine.
fn fenced(c: &mut Context<'_>, buffer: usize, place: i64, bytes: i64) -> Result<(), Reason> {
    let cluster = c.world.block_number / c.world.cluster.size.max(1);
    for byte in place..place + bytes {
        let Some(write) = c.world.buffers[buffer].last_write(byte) else { continue };
        let write = write.clone();
        let passed = c.world.engine_of_block(write.block).fences.get(&write.thread).map_or(0, Vec::len);
        if write.cluster == cluster && passed <= write.fences as usize {
            let memory = &c.world.buffers[buffer];
            let (name, at) = (&memory.name, byte - memory.begin);
            return Err(Reason::undefined(if memory.is_pending(byte) {
                format!(
                    "the engine accesses byte {at} of {name}, to which a copy is under way that {write} began"
                )
            } else {
                format!(
                    "the engine accesses byte {at} of {name}, which {write} wrote with no fence to it behind"
                )
            }));
        }
    }
    Ok(())
}
