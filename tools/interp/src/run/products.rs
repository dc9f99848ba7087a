//! Products of shared memory under way.

use std::rc::Rc;

use crate::number::Scalar;
use crate::read::types::Element;

/// What a product reads.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// Buffers, places in bytes, and what was there when it began.
    pub(super) memory: Rc<Vec<(usize, i64, Element, Scalar)>>,
    /// The values that it takes from registers: as long as it is under way, none of them is computed again.
    pub(super) registers: Rc<[usize]>,
}

/// A thread's products: those of no group yet, and the groups, the oldest first. The first lane of each warp has its
/// warp's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Products {
    /// Whether registers were fenced since the last group.
    pub(super) fenced: bool,
    pub(super) open: Vec<Reads>,
    pub(super) closed: Vec<Vec<Reads>>,
}

impl Products {
    /// Whether one is under way.
    pub fn are_under_way(&self) -> bool {
        !self.open.is_empty() || self.closed.iter().any(|g| !g.is_empty())
    }

    /// Whether one that is under way takes a value from its register.
    pub fn takes(&self, value: usize) -> bool {
        self.closed.iter().flatten().chain(&self.open).any(|reads| reads.registers.contains(&value))
    }
}
