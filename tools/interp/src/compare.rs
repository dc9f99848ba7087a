//! Whether a run left what the tile program leaves.

use crate::memory::Buffer;
use crate::number::Scalar;
use crate::run::Launch;
use crate::value::{Value, View};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Elements that are equal, or as near as they may be.
    pub right: usize,
    /// Elements that are decided by numbers too close to tell apart.
    pub unsure: usize,
    /// The differences, at most a few.
    pub differences: Vec<String>,
}

/// Differences that are told.
const TOLD: usize = 4;

/// Compares the arguments' memory after both runs.
pub fn compare(tile: &[Buffer], launch: &Launch, judged: &[Buffer]) -> Comparison {
    let mut found = Comparison::default();
    for (number, argument) in launch.arguments.iter().enumerate() {
        let Value::View(view) = argument else { continue };
        let (Some(wanted), Some(got)) = (tile.get(view.buffer), judged.get(view.buffer)) else { continue };
        elements(view, number, wanted, got, &mut found);
    }
    found
}

fn elements(view: &View, number: usize, wanted: &Buffer, got: &Buffer, found: &mut Comparison) {
    let mut reached = vec![false; wanted.len()];
    let size = view.element.bytes();
    for at in view.coordinates() {
        let Some(place) = view.place(&at) else { continue };
        if let Some(bytes) = usize::try_from(place).ok().and_then(|p| reached.get_mut(p..p + size)) {
            bytes.fill(true);
        }
        let difference = match (wanted.peek(place, view.element), got.peek(place, view.element)) {
            (None, None) => None,
            (Some(w), None) => Some(format!("nobody wrote it, instead of {w}")),
            (None, Some(g)) => Some(format!("{g}, which the tile program does not write")),
            (Some(w), Some(g)) => match judge(w, g) {
                Verdict::Right => None,
                Verdict::Unsure => {
                    found.unsure += 1;
                    continue;
                }
                Verdict::Wrong => Some(wrong(w, g)),
            },
        };
        match difference {
            None => found.right += 1,
            Some(text) if found.differences.len() < TOLD => {
                found.differences.push(format!("argument {number} at {at:?}: {text}"));
            }
            Some(_) => {}
        }
    }
    // Between the elements there is nothing.
    let stray = (0..reached.len())
        .find(|b| !reached[*b] && got.peek(*b as i64, crate::read::types::Element::Int(8)).is_some());
    if let Some(byte) = stray.map(|byte| got.shown(byte)) {
        found.differences.push(format!("argument {number}: byte {byte}, which is no element's, was written"));
    }
}

enum Verdict {
    Right,
    Unsure,
    Wrong,
}

fn judge(wanted: Scalar, got: Scalar) -> Verdict {
    match (wanted, got) {
        (Scalar::Int(w), Scalar::Int(g)) if w.unsure || g.unsure => Verdict::Unsure,
        (Scalar::Int(w), Scalar::Int(g)) if w.bits() == g.bits() => Verdict::Right,
        (Scalar::Float(w), Scalar::Float(_)) if w.bound == f64::INFINITY => Verdict::Unsure,
        (Scalar::Float(w), Scalar::Float(g)) if w.admits(g.value) => Verdict::Right,
        _ => Verdict::Wrong,
    }
}

fn wrong(wanted: Scalar, got: Scalar) -> String {
    match wanted {
        Scalar::Float(w) if w.bound > 0.0 => {
            format!("{got} instead of {} within {:.2e}", w.exact, 2.0 * w.bound)
        }
        _ => format!("{got} instead of {wanted}"),
    }
}
