//! [`Change`]: what may be changed in one place of a distributed program, to see whether that is noticed.

use std::fmt;

use crate::read::program::Op;

/// What is done to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A barrier is left out.
    Barrier,
    /// The end of a group of copies is left out.
    Commit,
    /// A wait is left out.
    Wait,
    /// An arrival at an mbarrier is left out.
    Arrival,
    /// A fence is left out.
    Fence,
    /// A wait leaves one group more under way.
    Weaker,
    /// What a condition guards is done always.
    Guard,
    /// A copy takes what is outside too.
    Fill,
    /// Each lane gets what it has.
    Shuffle,
    /// Two operands of one type change places.
    Registers(usize, usize),
}

impl Change {
    /// Whether it changes which values go where, and not when.
    pub fn is_of_values(self) -> bool {
        matches!(self, Self::Guard | Self::Fill | Self::Shuffle | Self::Registers(..))
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Barrier => "barrier left out",
            Self::Commit => "commit left out",
            Self::Wait => "wait left out",
            Self::Arrival => "arrival left out",
            Self::Fence => "fence left out",
            Self::Weaker => "wait weaker by one",
            Self::Guard => "guard left out",
            Self::Fill => "copy without its fill",
            Self::Shuffle => "shuffle left out",
            Self::Registers(..) => "registers exchanged",
        })
    }
}

/// The operations that wait for copies or products, with the attribute that says how many groups they leave.
const WAITS: [(&str, Option<&str>); 6] = [
    (PRODUCTS, Some("group")),
    (MBARRIER, None),
    ("nvvm.cp.async.wait.group", Some("n")),
    ("nvgpu.device_async_wait", Some("numGroups")),
    ("nvvm.cp.async.wait.all", None),
    ("layout.wait", None),
];
/// Operations whose operands' order matters.
const ORDERED: [&str; 8] = [
    "vector.from_elements",
    "arith.select",
    "arith.subi",
    "arith.subf",
    "arith.divf",
    "arith.shli",
    "scf.yield",
    "nvvm.stmatrix",
];

/// The wait for products.
const PRODUCTS: &str = "nvvm.wgmma.wait.group.sync.aligned";
/// The wait at an mbarrier.
const MBARRIER: &str = "nvvm.mbarrier.try_wait.parity";

/// The changes that an operation may have.
pub fn changes(op: &Op, types: impl Fn(usize) -> usize) -> Vec<Change> {
    let name = op.name.as_str();
    if let Some((_, count)) = WAITS.iter().find(|(wait, _)| *wait == name) {
        return if count.is_some() { vec![Change::Wait, Change::Weaker] } else { vec![Change::Wait] };
    }
    match name {
        "gpu.barrier" | "nvvm.barrier" | "nvvm.barrier0" | "nvvm.bar.warp.sync" | "nvvm.cluster.wait" => {
            vec![Change::Barrier]
        }
        "nvvm.cp.async.commit.group"
        | "nvgpu.device_async_create_group"
        | "nvvm.wgmma.commit.group.sync.aligned" => vec![Change::Commit],
        "nvvm.mbarrier.arrive" | "nvvm.mbarrier.arrive.expect_tx" => vec![Change::Arrival],
        "nvvm.wgmma.fence.aligned" | "nvvm.fence.proxy" | "nvvm.fence.mbarrier.init" => vec![Change::Fence],
        "scf.if" => vec![Change::Guard],
        "gpu.shuffle" => vec![Change::Shuffle],
        "nvgpu.device_async_copy" if op.ints("operandSegmentSizes").is_some_and(|s| s.last() == Some(&1)) => {
            vec![Change::Fill]
        }
        _ if ORDERED.contains(&name) => {
            // The first two of one type that are not one value.
            let all = &op.operands;
            let alike = |i: usize, j: usize| all[i] != all[j] && types(all[i]) == types(all[j]);
            let pairs = (0..all.len()).flat_map(|i| (i + 1..all.len()).map(move |j| (i, j)));
            pairs
                .into_iter()
                .find(|(i, j)| alike(*i, *j))
                .map(|(i, j)| Change::Registers(i, j))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// What a commit or a wait is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Copies, in groups.
    Copies,
    /// Products, in groups.
    Products,
    /// What arrives at an mbarrier.
    Mbarrier,
}

/// What a commit or a wait is about.
pub fn about(op: &Op) -> About {
    match op.name.as_str() {
        MBARRIER => About::Mbarrier,
        name if name.starts_with("nvvm.wgmma") => About::Products,
        _ => About::Copies,
    }
}

/// How many groups a wait leaves under way.
pub fn left(op: &Op) -> usize {
    let count = WAITS.iter().find(|(wait, _)| *wait == op.name).and_then(|(_, count)| *count);
    count.and_then(|name| op.int(name)).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

/// The attribute of a wait that says how many groups it leaves.
pub fn count_of(op: &Op) -> Option<&'static str> {
    WAITS.iter().find(|(wait, _)| *wait == op.name).and_then(|(_, count)| *count)
}
