//! [`Producers`]: how many threads issue the copies of a group.

use layout_mlir::ir;
use layout_target::{Chip, Feature, WARP};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::tma::{PRODUCER, is_produced};

/// The attribute of a function that says how many of its block's threads are producers.
pub const PRODUCERS: &str = "layout.producers";
/// Threads of a warpgroup, which changes the number of its registers together.
const WARPGROUP: i64 = 128;
/// Registers of a thread that only issues copies.
const FEW: i64 = 40;
/// Registers that a thread may have, in steps of eight.
const MOST: i64 = 240;
/// The warps that issue a group's copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Producers {
    /// Their threads.
    pub threads: i64,
    /// How many registers a thread of theirs has, and of the others, where that is not the same.
    pub registers: Option<[i64; 2]>,
}

impl Producers {
    /// Those of a group of so many threads. Of several warpgroups that leave a thread fewer registers than it may have, one more
    /// leaves most of its own to the others; else one warp is enough.
    pub fn of(threads: i64, chip: &Chip) -> Self {
        let all = i64::from(chip.limits.registers);
        let of_each = all / (threads + WARPGROUP) / 8 * 8;
        if !chip.has(Feature::Wgmma) || threads % WARPGROUP != 0 || of_each >= MOST {
            return Self { threads: WARP, registers: None };
        }
        let others = (of_each * (threads + WARPGROUP) - FEW * WARPGROUP) / threads / 8 * 8;
        Self { threads: WARPGROUP, registers: (others > of_each).then_some([FEW, others.min(MOST)]) }
    }
}

/// Threads beside those of a group of so many that issue its copies, where it has `layout.producer`.
pub fn producers(threads: i64, chip: &Chip) -> i64 {
    Producers::of(threads, chip).threads
}

/// Whether a function will have producers, of copies or of a loop's.
pub fn has_producers(function: OperationRef<'_, '_>) -> bool {
    let has = |op: &OperationRef<'_, '_>| {
        is_produced(*op) || ir::name(*op) == "scf.for" && op.has_attribute(PRODUCER)
    };
    ir::nested(function).iter().any(has)
}
