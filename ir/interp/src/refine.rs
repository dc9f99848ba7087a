//! [`refines`]: whether a program may take the place of another.

use crate::layout::{Coord, LayoutValue, Reach};
use crate::memory::Contents;
use crate::outcome::{End, Event, Outcome};
use crate::value::Value;

/// What a program did that the one before it did not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Difference(String);

fn differ(what: String) -> Result<(), Difference> {
    Err(Difference(what))
}

/// Whether `after` does what `before` does. Where `before` is undefined, runs out of
/// fuel or is not supported, anything does; a value that is poison before may be any
/// after, and no value may become poison.
///
/// What `after` does and the interpreter does not support is no difference.
///
/// # Errors
/// The first [`Difference`].
pub fn refines(before: &Outcome, after: &Outcome) -> Result<(), Difference> {
    if matches!(before.end, End::Undefined(_) | End::OutOfFuel | End::Unsupported(_)) {
        return Ok(());
    }
    if matches!(after.end, End::Unsupported(_)) {
        return Ok(());
    }
    for (i, (b, a)) in before.trace.iter().zip(&after.trace).enumerate() {
        event(i, b, a)?;
    }
    match (&before.end, &after.end) {
        (End::Returned(b), End::Returned(a)) => {
            if b.len() != a.len() {
                return differ(format!("returns {} values instead of {}", a.len(), b.len()));
            }
            for (i, (b, a)) in b.iter().zip(a).enumerate() {
                if !value(b, a) {
                    return differ(format!("result {i} is {a} instead of {b}"));
                }
            }
        }
        (End::Exited, End::Exited) => {}
        (before, after) => return differ(format!("{after} instead of: {before}")),
    }
    if before.trace.len() != after.trace.len() {
        let (b, a) = (before.trace.len(), after.trace.len());
        return differ(format!("calls {a} external functions instead of {b}"));
    }
    for (i, (b, a)) in before.memory.iter().zip(&after.memory).enumerate() {
        contents(i, b, a)?;
    }
    Ok(())
}

fn event(i: usize, before: &Event, after: &Event) -> Result<(), Difference> {
    let same = before.callee == after.callee
        && before.arguments.len() == after.arguments.len()
        && before.arguments.iter().zip(&after.arguments).all(|(b, a)| value(b, a));
    if !same {
        return differ(format!("external call {i} is {after} instead of {before}"));
    }
    for (b, a) in before.memory.iter().zip(&after.memory) {
        // Contents that only one of the two wrote are the caller's or poison.
        for (address, b) in b {
            if !a.get(address).is_some_and(|a| value(b, a)) && !b.is_poison() {
                return differ(format!("external call {i} finds other memory at {address} than {b}"));
            }
        }
    }
    Ok(())
}

fn contents(i: usize, before: &Contents, after: &Contents) -> Result<(), Difference> {
    let addresses = before.written.keys().chain(after.written.keys());
    for address in addresses {
        let (b, a) = (before.at(*address), after.at(*address));
        if !value(&b, &a) {
            return differ(format!("memory {i} holds {a} instead of {b} at address {address}"));
        }
    }
    Ok(())
}

/// Whether `after` may take the place of `before`.
fn value(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Poison, _) => true,
        (Value::Vector(b), Value::Vector(a)) => {
            b.len() == a.len() && b.iter().zip(a.iter()).all(|(b, a)| value(b, a))
        }
        (Value::Layout(b), Value::Layout(a)) => layout(b, a),
        // A view lies where it lies; how it says so may change.
        (Value::Memref(b), Value::Memref(a)) => b.shape == a.shape,
        _ => before == after,
    }
}

/// Points at which layouts are compared.
const POINTS: i128 = 512;

/// The same function, as far as the first points show.
fn layout(before: &LayoutValue, after: &LayoutValue) -> bool {
    if before == after {
        return true;
    }
    if let (Some((b, bs)), Some((a, r#as))) = (&before.known, &after.known)
        && (b != a || !bs.iter().zip(r#as).all(|(b, a)| value(b, a)))
    {
        return false;
    }
    let (Some(b), Some(a)) = (&before.function, &after.function) else { return before.function.is_none() };
    let Ok(Some(size)) = b.size() else { return true };
    (0..size.min(POINTS)).all(|i| {
        match (b.index(&Coord::Int(i), Reach::Domain), a.index(&Coord::Int(i), Reach::Domain)) {
            (Ok(Some(b)), Ok(a)) => a == Some(b),
            _ => true,
        }
    })
}
