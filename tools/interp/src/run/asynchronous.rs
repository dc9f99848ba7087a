//! The operations of asynchronous copies between threads' memories.

use super::copies::{Copies, Piece};
use super::world::{Context, Run, zero};
use crate::fault::Reason;
use crate::read::types::Element;
use crate::value::{Value, View};

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "nvgpu.device_async_copy" => device_copy,
        "nvgpu.device_async_create_group" | "nvvm.cp.async.commit.group" => commit,
        "nvgpu.device_async_wait" => |c| {
            let left = c.op.int("numGroups").unwrap_or(0);
            wait(c, left)
        },
        "nvvm.cp.async.wait.group" => |c| {
            let left = c.attribute("n")?;
            wait(c, left)
        },
        "nvvm.cp.async.wait.all" => |c| {
            let open = std::mem::take(&mut c.thread.copies.open);
            c.thread.copies.closed.push(open);
            wait(c, 0)
        },
        "nvvm.cp.async.shared.global" => pointer_copy,
        _ => return None,
    })
}

/// `nvgpu.device_async_copy %src[…], %dst[…], n, %read`.
fn device_copy(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let to = c.view(0)?;
    let rank = to.shape.len();
    let to_at = c.indices(1, rank)?;
    let from = c.view(rank + 1)?;
    let from_at = c.indices(rank + 2, from.shape.len())?;
    let after = rank + 2 + from.shape.len();
    let count = c.attribute("dstElements")?;
    if to.far {
        return Err(super::blocks::read_only());
    }
    let given = if c.operands.len() > after { c.int(after)?.signed() as i64 } else { count };
    let lanes = |view: &View| view.lanes.unwrap_or(1) as i64;
    let place = |view: &View, at: &[i64], anyway: bool| {
        let inside = view.contains(at) || anyway;
        let place = if inside { view.place(at) } else { None };
        place.ok_or_else(|| Reason::undefined(format!("a copy at the coordinate {at:?}, which is outside")))
    };
    let (to_place, from_place) = (place(to, &to_at, false)?, place(from, &from_at, given == 0));
    let (from_place, element) = (from_place.unwrap_or(0), to.element);
    transfer(
        c,
        (to.buffer, to_place),
        (from.buffer, from_place),
        element,
        count * lanes(to),
        given * lanes(to),
    )?;
    Ok(vec![Value::Token(usize::MAX)])
}

/// `nvvm.cp.async.shared.global %dst, %src, bytes, modifier, %read`.
fn pointer_copy(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let pointer = |i: usize| -> Result<(usize, i64), Reason> { super::memory::pointer(c.scalar(i)?) };
    let (to, from) = (pointer(0)?, pointer(1)?);
    let bytes = c.attribute("size")?;
    let given = if c.operands.len() > 2 { c.int(2)?.signed() as i64 } else { bytes };
    transfer(c, to, from, Element::Int(8), bytes, given)?;
    Ok(Vec::new())
}

fn transfer(
    c: &mut Context<'_>,
    to: (usize, i64),
    from: (usize, i64),
    element: Element,
    count: i64,
    given: i64,
) -> Result<(), Reason> {
    let size = element.bytes() as i64;
    let bytes = size * count;
    if ![4, 8, 16].contains(&bytes) || !(0..=count).contains(&given) {
        return Err(Reason::undefined(format!(
            "an asynchronous copy of {given} of {count} elements, {bytes} bytes"
        )));
    }
    if to.1 % bytes != 0 || given > 0 && from.1 % bytes != 0 {
        let (to, from) = (to.1, from.1);
        return Err(Reason::undefined(format!(
            "an asynchronous copy of {bytes} bytes from byte {from} to byte {to}"
        )));
    }
    let mut copies = Copies::default();
    for i in 0..count {
        let (value, origin) = if i < given {
            let place = from.1 + i * size;
            (c.load_at(from.0, place, element)?, Some((from.0, place)))
        } else {
            (zero(element), None)
        };
        copies.0.push(Piece { buffer: to.0, place: to.1 + i * size, element, value, origin, combine: None });
    }
    let access = c.access();
    c.world.begin(&copies, access.as_ref())?;
    c.thread.copies.open.push(copies);
    Ok(())
}

fn commit(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let open = std::mem::take(&mut c.thread.copies.open);
    c.thread.copies.closed.push(open);
    Ok(vec![Value::Token(usize::MAX); c.op.results.len()])
}

/// All groups but the last few arrive.
fn wait(c: &mut Context<'_>, left: i64) -> Result<Vec<Value>, Reason> {
    let left = usize::try_from(left).unwrap_or(0);
    let done = c.thread.copies.closed.len().saturating_sub(left);
    let access = c.access();
    let groups: Vec<_> = c.thread.copies.closed.drain(..done).collect();
    for copies in groups.iter().flatten() {
        c.world.complete(copies, access.as_ref())?;
    }
    Ok(Vec::new())
}
