//! Asynchronous copies under way: what they bring arrives at the wait, and nobody may touch
//! the destination before.

use crate::access::Access;
use crate::elementwise::Elementwise;
use crate::fault::Reason;
use crate::memory::Buffer;
use crate::number::Scalar;
use crate::read::types::Element;

/// One element under way.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The buffer that it goes to.
    pub buffer: usize,
    /// The place there, in bytes.
    pub place: i64,
    /// What it is.
    pub element: Element,
    /// Its value when the copy began.
    pub value: Scalar,
    /// The buffer and the place that it comes from; none where zeros are filled in.
    pub origin: Option<(usize, i64)>,
    /// How it is combined with what is there, at once and for all who do so; nothing if it replaces that.
    pub combine: Option<Elementwise>,
}

/// The elements of a copy.
#[derive(Clone, Debug, Default)]
pub struct Copies(pub Vec<Piece>);

impl Copies {
    /// From now on nobody may touch the destination.
    pub fn begin(&self, buffers: &mut [Buffer], by: Option<&Access>) -> Result<(), Reason> {
        for piece in &self.0 {
            let buffer = &mut buffers[piece.buffer];
            match piece.combine {
                None => buffer.begin(piece.place, piece.value, piece.element, by)?,
                Some(_) => buffer.begin_combined(piece.place, piece.element.bytes(), by)?,
            }
        }
        Ok(())
    }

    /// What was copied arrives.
    pub fn complete(&self, buffers: &mut [Buffer], by: Option<&Access>) -> Result<(), Reason> {
        self.check(buffers)?;
        self.write(buffers, by)
    }

    /// That what is copied has not changed.
    pub fn check(&self, buffers: &[Buffer]) -> Result<(), Reason> {
        for piece in &self.0 {
            let Some((buffer, place)) = piece.origin else { continue };
            if buffers[buffer].peek(place, piece.element) != Some(piece.value) {
                let (name, place) = (&buffers[buffer].name, place - buffers[buffer].begin);
                return Err(Reason::undefined(format!("byte {place} of {name} changed while it was copied")));
            }
        }
        Ok(())
    }

    /// The destination has it.
    pub fn write(&self, buffers: &mut [Buffer], by: Option<&Access>) -> Result<(), Reason> {
        for piece in &self.0 {
            let buffer = &mut buffers[piece.buffer];
            if let Some(combine) = piece.combine {
                let old = buffer.peek(piece.place, piece.element).unwrap_or(Scalar::Poison);
                let new = combine.apply(&[old, piece.value]).map_err(|error| Reason::undefined(error.0))?;
                buffer.write(piece.place, new, piece.element, None)?;
                continue;
            }
            buffer.end(piece.place, piece.element.bytes())?;
            buffer.write(piece.place, piece.value, piece.element, by)?;
        }
        Ok(())
    }
}

/// A thread's copies: those of no group yet, and the groups, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    pub(super) open: Vec<Copies>,
    pub(super) closed: Vec<Vec<Copies>>,
}

impl Groups {
    /// Whether a copy is under way.
    pub fn are_under_way(&self) -> bool {
        !self.open.is_empty() || self.closed.iter().any(|g| !g.is_empty())
    }
}
