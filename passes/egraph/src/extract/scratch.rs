//! Sets and prices of classes, allocated once.

use super::cost::Cost;

/// A set of classes that is emptied in constant time.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) stamps: Vec<u32>,
    pub(super) now: u32,
}

impl Marks {
    pub(super) fn clear(&mut self, size: usize) {
        self.stamps.resize(size, 0);
        self.now += 1;
    }

    pub(super) fn contains(&self, class: usize) -> bool {
        self.stamps[class] == self.now
    }

    /// Adds a class; whether it is new.
    pub(super) fn insert(&mut self, class: usize) -> bool {
        let new = self.stamps[class] != self.now;
        self.stamps[class] = self.now;
        new
    }
}

/// What is kept from one root to the next, to be allocated once.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) marks: Marks,
    /// The classes whose price was looked at in a round.
    pub(super) looked: Marks,
    /// The classes that have a price.
    pub(super) priced: Marks,
    /// For those the least price so far, and the node that has it.
    pub(super) best: Vec<(Cost, usize)>,
}

impl Scratch {
    pub(super) fn clear(&mut self, size: usize) {
        self.priced.clear(size);
        self.best.resize(size, (0, 0));
    }

    /// [`Self::best`], and takes note that it was looked at.
    pub(super) fn look(&mut self, class: usize) -> Option<(Cost, usize)> {
        self.looked.insert(class);
        self.best(class)
    }

    pub(super) fn best(&self, class: usize) -> Option<(Cost, usize)> {
        self.priced.contains(class).then(|| self.best[class])
    }
}
