//! Products of shared memory under way.

use std::rc::Rc;

use crate::number::Scalar;
use crate::read::types::Element;

/// What a product reads: buffers, places in bytes, and what was there when it began.
pub(crate) type Reads = Rc<Vec<(usize, i64, Element, Scalar)>>;

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
}
