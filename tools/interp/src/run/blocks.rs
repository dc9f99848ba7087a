//! [`Cluster`]: what the blocks beside the one that runs have of their own.

use std::collections::{BTreeSet, HashMap};

use super::copies::Copies;
use super::engine::Engine;
use crate::fault::Reason;

/// The cluster of the block that runs.
#[derive(Debug, Default)]
pub struct Cluster {
    /// How many blocks it has.
    pub size: u32,
    /// The number in it of the block whose state the world has.
    pub(super) rank: u32,
    /// What the other blocks have of their own; nothing at that number.
    pub(super) blocks: Vec<Own>,
    /// The blocks that have ended.
    pub(super) ended: BTreeSet<u32>,
    /// How many copies their engines have begun.
    pub(super) begun: u32,
    /// Whether all blocks of a tile program stand at the operation that is to run.
    pub(super) is_met: bool,
}

/// What a block has of its own: these parts of the world.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub(super) block: [i64; 3],
    pub(super) block_number: u32,
    pub(super) shared: HashMap<(String, usize), usize>,
    pub(super) tokens: Vec<Option<Copies>>,
    pub(super) engine: Engine,
}

impl Cluster {
    /// The number of the block in the cluster.
    pub fn rank(&self) -> i64 {
        self.rank.into()
    }

    /// The number of the next copy of an engine.
    pub fn number(&mut self) -> u32 {
        self.begun += 1;
        self.begun - 1
    }
}

/// Why memory of a block of the cluster is not written.
pub(super) fn read_only() -> Reason {
    Reason::undefined("memory of another block is read only")
}
