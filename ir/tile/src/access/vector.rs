//! [`VectorAccess`]: the vectors that each thread loads or stores.

use super::address::{Memory, MemoryError, Term, Terms, is_multiple, of_strides};
use crate::blocked::WIDEST;
use crate::digits::{Mode, ThreadDigit, layout_of};
use crate::tv::Tv;
use layout_algebra::{Expr, Layout, LayoutError, LayoutLike, composition};
use layout_target::{Access, AccessError, BankReport, WARP, bank_conflicts};

/// How an encoding is loaded from memory, or stored: by vectors as wide as 16 bytes, the
/// layout, the alignment and the residues prove.
///
/// The address of thread `t`'s vector `i`, in elements behind the tile's first, is
/// `outer(offset + threads(t) + offsets(i))`, with the outer function and the offset of the
/// memory's layout, if it has them.
///
/// ```
/// use layout_tile::{Memory, Tv, VectorAccess};
/// let tv: Tv = "tv<(8,16):(256,1), (8,2):(32,16)>".parse().unwrap();
/// let rows = |text: &str, residues: Vec<i64>| Memory {
///     layout: text.parse().unwrap(), bits: 16, alignment: 16, residues,
/// };
/// let access = VectorAccess::new(&tv, &rows("(32,64):(K{div=8},1)", vec![])).unwrap();
/// assert_eq!((access.elements, access.bytes(), access.count()), (8, 16, 2));
/// assert_eq!(access.threads.to_string(), "(8,16):(8,?{div=8})");
/// assert_eq!(access.offsets.to_string(), "2:16*?{div=8}");
/// assert_eq!(access.values(1), [8, 9, 10, 11, 12, 13, 14, 15]);
/// // Rows that begin at odd multiples of 8 bytes, or end there.
/// assert_eq!(VectorAccess::new(&tv, &rows("(32,64):(K{div=4},1)", vec![])).unwrap().bytes(), 8);
/// assert_eq!(VectorAccess::new(&tv, &rows("(32,64):(K{div=8},1)", vec![1, 4])).unwrap().bytes(), 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorAccess {
    /// Elements of a vector, a power of two.
    pub elements: i64,
    /// Bits of an element.
    pub bits: i64,
    /// Thread to elements behind the tile's first.
    pub threads: Layout,
    /// Vector to elements behind the first vector.
    pub offsets: Layout,
    /// Digits of the thread's number in which threads differ that access the same: a store is
    /// done by those in which all are 0.
    pub replication: Vec<ThreadDigit>,
    /// Values of a run, all that lie together: one vector or several.
    length: i64,
    /// Element of a run to the value's number, less that of the run's first.
    run: Layout,
    /// Run to the number of its first value.
    runs: Layout,
    /// From (thread, values in the order of the vectors) to the position in the tile.
    positions: Layout,
}

impl VectorAccess {
    /// The widest vectors of an encoding in memory.
    ///
    /// # Errors
    /// [`MemoryError`] if the addresses are no layout, or the encoding is not the tile's.
    pub fn new(tv: &Tv, memory: &Memory) -> Result<Self, MemoryError> {
        Self::up_to(tv, memory, WIDEST / 8)
    }

    /// The same, by vectors of at most so many bytes.
    ///
    /// # Errors
    /// As [`VectorAccess::new`].
    pub fn up_to(tv: &Tv, memory: &Memory, bytes: i64) -> Result<Self, MemoryError> {
        let mut rest = Terms::new(tv, memory)?;
        let run = rest.take_run(i64::MAX)?;
        let length: i64 = run.iter().map(|t| t.size).product();
        let shape = memory.shape()?;
        let fits = |count: &i64| {
            let bits = count * memory.bits;
            bits <= WIDEST.min(bytes.saturating_mul(8))
                && length % count == 0
                && memory.alignment % (bits / 8) == 0
                && memory.granule() % count == 0
                && memory.layout.outer().is_none_or(|(_, offset)| is_multiple(offset, *count))
                && rest.are_multiples(*count)
                && are_inside_together(&run, *count, &shape, &memory.residues)
        };
        let elements = [16, 8, 4, 2].into_iter().find(fits).unwrap_or(1);
        let number = |t: &Term| (t.size, Expr::from(t.divisor()));
        let vectors = std::iter::once((length / elements, Expr::from(elements)));
        let others = rest.values.iter().map(|t| (t.size, t.stride.clone()));
        let values: Vec<Mode> =
            run.iter().chain(&rest.values).map(|t| Mode { size: t.size, stride: t.position }).collect();
        Ok(Self {
            elements,
            bits: memory.bits,
            length,
            run: of_strides(run.iter().map(number))?,
            runs: of_strides(rest.values.iter().map(number))?,
            threads: of_strides(rest.threads.iter().map(|t| (t.size, t.stride.clone())))?,
            offsets: of_strides(vectors.chain(others))?,
            replication: tv.replication(),
            positions: Layout::concat([&first_warp(tv)?, &layout_of(&values)?])?,
        })
    }

    /// Bytes of a vector.
    pub fn bytes(&self) -> i64 {
        self.elements * self.bits / 8
    }

    /// Vectors of a thread: the instructions.
    pub fn count(&self) -> i64 {
        self.offsets.size().ok().and_then(|s| s.as_const()).unwrap_or(0)
    }

    /// The values of a vector, in the order of addresses.
    pub fn values(&self, vector: i64) -> Vec<i64> {
        let vectors = self.length / self.elements;
        let first = self.runs.eval(vector / vectors).unwrap_or(0);
        let begin = vector % vectors * self.elements;
        (begin..begin + self.elements).map(|e| first + self.run.eval(e).unwrap_or(0)).collect()
    }

    /// What a warp accesses, for the analyses of banks and sectors; all threads where the first 32 are no
    /// layout.
    pub fn access(&self) -> Access {
        Access { name: "vectors".into(), tv: self.positions.clone(), bytes: self.bytes() }
    }

    /// The first vector of [`access`](Self::access) alone.
    pub(crate) fn first(&self) -> Result<Access, LayoutError> {
        first_values(&self.access(), self.elements)
    }

    /// The bank conflicts of a warp in shared memory, of a static layout.
    ///
    /// ```
    /// use layout_tile::{Memory, Tv, VectorAccess};
    /// // A row of 32 floats for each lane.
    /// let tv: Tv = "tv<32:1, 32:32>".parse().unwrap();
    /// for (layout, wavefronts) in [("(32,32):(32,1)", 256), ("(32,32):(1,32)", 32)] {
    ///     let memory = Memory::buffer(layout.parse().unwrap(), 32, 16);
    ///     let report = VectorAccess::new(&tv, &memory).unwrap().bank_conflicts(&memory).unwrap();
    ///     assert_eq!(report.wavefronts, wavefronts);
    /// }
    /// ```
    ///
    /// # Errors
    /// [`AccessError`].
    pub fn bank_conflicts(&self, memory: &Memory) -> Result<BankReport, AccessError> {
        bank_conflicts(&memory.layout, self.bits, &self.access())
    }
}

/// An access of the first `count` values alone.
pub(super) fn first_values(access: &Access, count: i64) -> Result<Access, LayoutError> {
    let parts = access.tv.modes();
    let first = |values: &Layout| composition(values, &Layout::mode1(count.into(), Expr::ONE).ok()?).ok();
    let tv = match parts.as_slice() {
        [threads, values] => Layout::concat([threads, &first(values).unwrap_or_else(|| values.clone())])?,
        _ => access.tv.clone(),
    };
    Ok(Access { tv, ..access.clone() })
}

/// T of the first 32 threads, or of all where those are no layout.
fn first_warp(tv: &Tv) -> Result<Layout, LayoutError> {
    let warp = Layout::mode1(WARP.min(tv.thread_count()).into(), Expr::ONE)?;
    Ok(composition(tv.threads(), &warp).unwrap_or_else(|_| tv.threads().clone()))
}

/// Whether each `count` elements of a run, digits of the position, are inside or outside
/// together, where multiples of `residues` are.
fn are_inside_together(run: &[Term], count: i64, shape: &[i64], residues: &[i64]) -> bool {
    // The digits that change within a vector, the last one in part.
    let (mut changing, mut reach) = (Vec::new(), 1);
    for term in run {
        if reach % count == 0 {
            break;
        }
        let end = term.position * term.size;
        // A dimension that ends within the digit must end between vectors.
        let ends = shape.iter().scan(1, |below, extent| {
            *below *= extent;
            Some(*below)
        });
        let mut ends = ends.filter(|e| *e < end);
        let mut is_whole = |left: i64| ends.all(|e| e <= term.position || e % (term.position * left) == 0);
        // What a vector has of the digit, if it has digits before this one as a whole.
        let left = (count % reach == 0).then_some(count / reach);
        let part = left.filter(|left| term.size % left == 0 && is_whole(*left)).unwrap_or(term.size);
        changing.push((term.position, part));
        reach *= part;
    }
    let mut below = 1;
    shape.iter().zip(residues.iter().chain(std::iter::repeat(&0))).all(|(extent, residue)| {
        let (low, high) = (below, below * extent);
        below = high;
        // The part of a digit that is in this dimension.
        let together = |(position, size): &(i64, i64)| {
            let (from, to) = (*position.max(&low), (position * size).min(high));
            from >= to || (to % low == 0 && residue % (to / low) == 0)
        };
        *residue == 0 || residue >= extent || changing.iter().all(together)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::Place;

    #[test]
    fn vectors_across_digits_that_they_do_not_divide() {
        let digit = |size, position| Term { place: Place::Value(1), size, position, stride: Expr::ONE };
        // Three elements, then twice as many: a vector of two ends in the middle of either digit.
        let run = [digit(3, 1), digit(2, 6)];
        assert!(are_inside_together(&run, 2, &[8, 3], &[]));
        assert!(!are_inside_together(&run, 2, &[8, 3], &[1, 1]));
    }
}
