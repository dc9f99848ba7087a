//! [`History`]: who touched a byte of memory last, and what of that a later access races with.

use crate::access::{Access, WARP};

/// The last write of a byte, and some of the reads since then.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The thread that wrote it last.
    pub write: Option<Access>,
    /// What another thread stored that is the same and may be: who is not ordered behind both races.
    pub alike: Option<Access>,
    /// Two of those by who had arrived at the barrier of the cluster an even number of times, and two of the others: all
    /// that are not behind a barrier have arrived as often, or once more, and that is the end of what orders them.
    reads: [[Option<Access>; 2]; 2],
    /// The copy of the engine that brought it, and who began that.
    pub arrived: Option<(u32, Access)>,
    /// The copies for which the engine reads it. It does so at any time until they are waited for: no barrier orders that,
    /// and a wait does.
    pub engine: Vec<(u32, Access)>,
}

impl History {
    /// That of a byte which a copy of the engine has just brought.
    pub fn brought(arrived: Option<(u32, Access)>) -> Self {
        Self { arrived, ..Self::default() }
    }

    /// Those of the reads since then that are kept.
    pub fn readers(&self) -> impl Iterator<Item = &Access> {
        self.reads.iter().flatten().flatten()
    }

    /// What an access races with; `equal` says whether it stores what is there.
    pub fn conflict(&self, access: &Access, writes: bool, equal: Equal) -> Option<&Access> {
        let reads = self.readers().filter(|_| writes);
        let written = [&self.write, &self.alike].into_iter().flatten();
        let written = written.filter(|before| !equal.is_alike(before, access));
        let by_threads = reads.chain(written).find(|before| before.races(access));
        by_threads.or_else(|| self.read_by_engine(access).filter(|_| writes))
    }

    /// Who began a copy for which the engine may read while somebody does something else.
    pub fn read_by_engine(&self, access: &Access) -> Option<&Access> {
        self.engine.iter().find(|(copy, by)| !access.has_seen(*copy, by)).map(|(_, by)| by)
    }

    /// A thread writes it.
    pub fn note_write(&mut self, access: &Access, equal: Equal) {
        let other = |before: &Access| equal.is_alike(before, access) && before.races(access);
        let all = [self.alike.take(), self.write.take()].into_iter().flatten().filter(other);
        let alike = all.max_by_key(|before| before.when.arrived);
        // (What a store is ordered behind, another one that is alike need not be.)
        let (reads, engine) = (std::mem::take(&mut self.reads), std::mem::take(&mut self.engine));
        *self = Self { write: Some(access.clone()), alike, reads, engine, arrived: None };
    }

    /// The engine reads it for a copy; of one that is over for who began this, those that wait for this know as well.
    pub fn note_engine(&mut self, access: &Access, copy: u32) {
        self.engine.retain(|(before, by)| !access.has_seen(*before, by));
        self.engine.push((copy, access.clone()));
    }

    /// Keeps readers that a later writer most likely races with: of two blocks if it can be, or else of two warps.
    pub fn note_read(&mut self, access: &Access) {
        let old = |r: &Option<Access>| {
            r.as_ref().is_none_or(|r| {
                r.block == access.block
                    && (r.thread == access.thread || r.when.barriers < access.when.barriers)
                    || r.cluster == access.cluster && r.when.is_before_in_cluster(access.when)
            })
        };
        let reads = &mut self.reads[access.when.arrived as usize % 2];
        if let Some(free) = reads.iter_mut().find(|r| old(r)) {
            *free = Some(access.clone());
            return;
        }
        let [Some(first), Some(second)] = &*reads else { return };
        let warp = |a: &Access| (a.block, a.thread / WARP);
        let replace = if first.block == second.block && access.block != first.block {
            true
        } else if warp(first) == warp(second) {
            warp(access) != warp(first) || access.when.warp_barriers > second.when.warp_barriers
        } else {
            warp(access) == warp(second) && access.when.warp_barriers > second.when.warp_barriers
        };
        if replace {
            reads[1] = Some(access.clone());
        }
    }
}

/// Whether a store leaves what is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Equal {
    /// Something else, or it is not known.
    No,
    /// In memory where only one operation may store the same twice.
    OfOne,
    /// In global memory.
    OfAny,
}

impl Equal {
    /// Whether a store that leaves what an earlier one did is no race.
    pub fn is_alike(self, before: &Access, access: &Access) -> bool {
        match self {
            Self::No => false,
            Self::OfOne => before.is_alike(access),
            Self::OfAny => true,
        }
    }
}
