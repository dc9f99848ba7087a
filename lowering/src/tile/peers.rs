//! [`Peers`]: the blocks of a cluster that a copy is for.

use layout_algebra::AnyLayout;
use layout_dialect::Known;
use melior::ir::OperationRef;
use melior::ir::attribute::AttributeLike as _;
use melior::ir::operation::OperationLike;

use super::tma::MULTICAST;

/// Blocks of a cluster that get one copy: so many, whose ranks are a step apart. Of a cluster of `(2,4):(1,2)` the blocks of a row
/// are `4:2`, and those of a column `2:1`; each block is of one row and of one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peers {
    /// Blocks of the cluster.
    pub cluster: i64,
    /// How many of them there are.
    pub blocks: i64,
    /// How far apart their ranks are.
    pub step: i64,
}

impl Peers {
    /// All blocks of a cluster.
    pub fn all(cluster: i64) -> Self {
        Self { cluster, blocks: cluster, step: 1 }
    }

    /// Those that a copy's `layout.multicast` says, in a cluster of so many; what is wrong with it if there are none such.
    ///
    /// # Errors
    /// What it says instead, for what is no layout of blocks whose ranks are a power of two apart, a power of two of them.
    pub fn of(op: OperationRef<'_, '_>, cluster: i64) -> Result<Self, String> {
        let Ok(stated) = op.attribute(MULTICAST) else { return Ok(Self::all(cluster)) };
        if stated.is_unit() {
            return Ok(Self::all(cluster));
        }
        let wrong = || {
            format!(
                "{stated} is no part of a cluster of {cluster} blocks that copies for each other: that is n:s, n blocks whose \
                 ranks are s apart, of two or more, powers of two whose product divides {cluster}, which is one too, as #layout<2:1>"
            )
        };
        let Some(AnyLayout::Plain(layout)) = Known::of_attribute(stated) else { return Err(wrong()) };
        let size = layout.size().ok().and_then(|size| size.as_const()).ok_or_else(wrong)?;
        if !(2..=cluster).contains(&size) {
            return Err(wrong());
        }
        let step = layout.eval(1).unwrap_or(0);
        let is_even = (0..size).all(|number| layout.eval(number) == Some(number * step));
        let is_power = |n: i64| n > 0 && n & (n - 1) == 0;
        let own = Self { cluster, blocks: size, step };
        let fits = is_even && step > 0 && cluster % own.period() == 0;
        let is_whole = own == Self::all(cluster);
        if fits && (is_whole || [size, step, cluster].into_iter().all(is_power)) {
            Ok(own)
        } else {
            Err(wrong())
        }
    }

    /// Ranks from which on the next such blocks begin, of those that begin together.
    pub fn period(self) -> i64 {
        self.blocks * self.step
    }

    /// Whether they are all blocks of the cluster.
    pub fn is_all(self) -> bool {
        self.blocks == self.cluster
    }
}

/// The blocks that several copies are for, of one that issues its part of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The first so many of a cluster: all of them.
    All(i64),
    /// Those whose ranks are that of the block but for such bits; nothing of the first.
    Bits(Vec<i64>),
}

impl Reached {
    /// Those of copies.
    pub fn of(copies: impl IntoIterator<Item = Peers>) -> Self {
        let mut bits = vec![0];
        for peers in copies {
            if peers.is_all() {
                return Self::All(peers.cluster);
            }
            let own = (1..peers.blocks).map(|number| number * peers.step);
            bits.extend(own.filter(|own| !bits.contains(own)).collect::<Vec<_>>());
        }
        Self::Bits(bits)
    }

    /// How many there are.
    pub fn count(&self) -> i64 {
        match self {
            Self::All(count) => *count,
            Self::Bits(bits) => bits.len() as i64,
        }
    }
}
