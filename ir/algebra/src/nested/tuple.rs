//! Hierarchical tuples of integers, stored flat.
//!
//! A tuple is its leaves from left to right and a [`Profile`], the nesting.
//! Shape and stride of a layout share one profile, and a mode is a pair of
//! slices: taking a layout apart copies nothing but leaves.

use smallvec::{SmallVec, smallvec};

use layout_integer::{Expr, ExprError};

/// Most leaves of one tuple.
pub const MAX_LEAVES: usize = 4096;
/// Deepest nesting of one tuple.
pub const MAX_DEPTH: usize = 64;

/// The leaves of a tuple; up to eight need no allocation.
pub type Leaves = SmallVec<[Expr; 8]>;

const LEAF: u16 = u16::MAX;

/// The nesting of a tuple: in preorder, the arity of each node, leaves marked.
///
/// ```
/// use layout_algebra::Profile;
/// let profile = Profile::tuple([&Profile::leaf(), &Profile::flat(2)]);
/// assert_eq!((profile.rank(), profile.depth(), profile.leaf_count()), (2, 2, 3));
/// ```
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Profile(SmallVec<[u16; 16]>);

impl Clone for Profile {
    #[inline]
    fn clone(&self) -> Self {
        // One copy of memory; the derived clone goes number by number.
        Self(SmallVec::from_slice(&self.0))
    }
}

impl Profile {
    /// The profile of a single integer.
    #[inline]
    pub fn leaf() -> Self {
        Self(SmallVec::from_buf_and_len([LEAF; 16], 1))
    }

    /// A tuple of `n` integers.
    #[inline]
    pub fn flat(n: usize) -> Self {
        if n < 16 {
            let mut nodes = [LEAF; 16];
            nodes[0] = n as u16;
            return Self(SmallVec::from_buf_and_len(nodes, n + 1));
        }
        let mut nodes = SmallVec::with_capacity(n + 1);
        nodes.push(n as u16);
        nodes.resize(n + 1, LEAF);
        Self(nodes)
    }

    /// A tuple of the given profiles.
    pub fn tuple<'a>(modes: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut nodes: SmallVec<[u16; 16]> = smallvec![0];
        for mode in modes {
            nodes[0] += 1;
            nodes.extend_from_slice(&mode.0);
        }
        Self(nodes)
    }

    /// Whether this is the profile of a single integer.
    pub fn is_leaf(&self) -> bool {
        self.0[0] == LEAF
    }

    /// The number of modes; 1 for an integer.
    pub fn rank(&self) -> usize {
        if self.is_leaf() { 1 } else { self.0[0] as usize }
    }

    /// The number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.0.iter().filter(|n| **n == LEAF).count()
    }

    /// The nesting depth: 0 for an integer.
    pub fn depth(&self) -> usize {
        let mut open: SmallVec<[u16; 16]> = smallvec![];
        let mut deepest = 0;
        for node in &self.0 {
            if *node == LEAF {
                close(&mut open);
            } else {
                open.push(*node);
                deepest = deepest.max(open.len());
                if *node == 0 {
                    open.pop();
                    close(&mut open);
                }
            }
        }
        deepest
    }

    /// The profiles of the modes, each with the range of its leaves.
    pub fn modes(&self) -> SmallVec<[(Self, std::ops::Range<usize>); 4]> {
        if self.is_leaf() {
            return smallvec![(self.clone(), 0..1)];
        }
        let mut out = SmallVec::new();
        let (mut at, mut leaf) = (1, 0);
        for _ in 0..self.0[0] {
            let end = self.subtree_end(at);
            let nodes = &self.0[at..end];
            let leaves = nodes.iter().filter(|n| **n == LEAF).count();
            out.push((Self(nodes.into()), leaf..leaf + leaves));
            at = end;
            leaf += leaves;
        }
        out
    }

    fn subtree_end(&self, start: usize) -> usize {
        let mut missing = 1usize;
        let mut at = start;
        while missing > 0 {
            missing -= 1;
            if self.0[at] != LEAF {
                missing += self.0[at] as usize;
            }
            at += 1;
        }
        at
    }

    /// Replaces the leaf number `i` by the profile `new(i)`.
    pub fn replace_leaves(&self, mut new: impl FnMut(usize) -> Self) -> Self {
        let mut nodes = SmallVec::new();
        let mut leaf = 0;
        for node in &self.0 {
            if *node == LEAF {
                nodes.extend_from_slice(&new(leaf).0);
                leaf += 1;
            } else {
                nodes.push(*node);
            }
        }
        Self(nodes)
    }

    /// Replaces each leaf by a tuple of `counts` integers; 1 leaves it alone.
    pub(crate) fn split_leaves(&self, counts: &[u16]) -> Self {
        if counts.iter().all(|n| *n == 1) {
            return self.clone();
        }
        let mut nodes = SmallVec::new();
        let mut leaf = 0;
        for node in &self.0 {
            let count = if *node == LEAF { counts.get(leaf).copied().unwrap_or(1) } else { 1 };
            leaf += usize::from(*node == LEAF);
            if count == 1 {
                nodes.push(*node);
            } else {
                nodes.push(count);
                nodes.extend(std::iter::repeat_n(LEAF, usize::from(count)));
            }
        }
        Self(nodes)
    }

    /// Writes the tuple with this profile, its leaves written by `leaf`.
    pub(crate) fn write(
        &self,
        out: &mut dyn std::fmt::Write,
        leaf: &mut dyn FnMut(&mut dyn std::fmt::Write, usize) -> std::fmt::Result,
    ) -> std::fmt::Result {
        let mut open: SmallVec<[u16; 16]> = smallvec![];
        let mut next = 0;
        for node in &self.0 {
            if *node != LEAF && *node > 0 {
                out.write_char('(')?;
                open.push(*node);
                continue;
            }
            if *node == LEAF {
                leaf(out, next)?;
                next += 1;
            } else {
                out.write_str("()")?;
            }
            while let Some(left) = open.last_mut() {
                *left -= 1;
                if *left > 0 {
                    out.write_char(',')?;
                    break;
                }
                open.pop();
                out.write_char(')')?;
            }
        }
        Ok(())
    }
}

fn close(open: &mut SmallVec<[u16; 16]>) {
    while let Some(left) = open.last_mut() {
        *left -= 1;
        if *left > 0 {
            break;
        }
        open.pop();
    }
}

/// A hierarchical tuple of integers: `4`, `(2,(3,N))`.
///
/// | | `4` | `(2,3)` | `(2,(3,4))` | `()` |
/// |---|--:|--:|--:|--:|
/// | rank, the number of modes | 1 | 2 | 2 | 0 |
/// | depth, the levels of nesting | 0 | 1 | 2 | 1 |
/// | leaves | 1 | 2 | 3 | 0 |
/// | product | 4 | 6 | 24 | 1 |
///
/// ```
/// use layout_algebra::IntTuple;
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// for (text, rank, depth, leaves, product) in
///     [("4", 1, 0, 1, 4), ("(2,3)", 2, 1, 2, 6), ("(2,(3,4))", 2, 2, 3, 24), ("()", 0, 1, 0, 1)]
/// {
///     let t = t(text);
///     assert_eq!((t.rank(), t.profile.depth(), t.profile.leaf_count()), (rank, depth, leaves));
///     assert_eq!(t.product().unwrap(), product.into());
/// }
/// assert_eq!(t("(2,(3,4))").modes().map(|m| m.to_string()).collect::<Vec<_>>(), ["2", "(3,4)"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntTuple<T = Expr> {
    /// The nesting.
    pub profile: Profile,
    /// The integers, left to right; as many as the profile has leaves.
    pub leaves: SmallVec<[T; 8]>,
}

impl From<Expr> for IntTuple {
    fn from(leaf: Expr) -> Self {
        Self { profile: Profile::leaf(), leaves: smallvec![leaf] }
    }
}

impl From<i64> for IntTuple {
    fn from(leaf: i64) -> Self {
        Expr::Const(leaf).into()
    }
}

impl<T: Clone> IntTuple<T> {
    /// A tuple of tuples.
    pub fn tuple<'a>(modes: impl IntoIterator<Item = &'a Self> + Clone) -> Self
    where
        T: 'a,
    {
        Self {
            profile: Profile::tuple(modes.clone().into_iter().map(|m| &m.profile)),
            leaves: modes.into_iter().flat_map(|m| m.leaves.iter().cloned()).collect(),
        }
    }

    /// A tuple of integers.
    pub fn flat(leaves: impl IntoIterator<Item = T>) -> Self {
        let leaves: SmallVec<[T; 8]> = leaves.into_iter().collect();
        Self { profile: Profile::flat(leaves.len()), leaves }
    }

    /// A single integer.
    pub fn single(leaf: T) -> Self {
        Self { profile: Profile::leaf(), leaves: SmallVec::from_iter([leaf]) }
    }

    /// The number of modes; 1 for an integer.
    pub fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// The modes as tuples of their own.
    pub fn modes(&self) -> impl Iterator<Item = Self> + '_ {
        self.profile
            .modes()
            .into_iter()
            .map(|(profile, range)| Self { profile, leaves: self.leaves[range].iter().cloned().collect() })
    }

    /// The same nesting with each leaf replaced.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn try_map<U, E>(&self, f: impl FnMut(&T) -> Result<U, E>) -> Result<IntTuple<U>, E> {
        let leaves = self.leaves.iter().map(f).collect::<Result<_, E>>()?;
        Ok(IntTuple { profile: self.profile.clone(), leaves })
    }
}

impl IntTuple {
    /// The product of all leaves; 1 for the empty tuple.
    ///
    /// # Errors
    /// As [`Expr::mul`].
    pub fn product(&self) -> Result<Expr, ExprError> {
        product(&self.leaves)
    }
}

/// The product of `leaves`.
pub(crate) fn product(leaves: &[Expr]) -> Result<Expr, ExprError> {
    if leaves.iter().any(|leaf| leaf.as_const().is_none()) {
        return Expr::product(leaves);
    }
    leaves.iter().try_fold(Expr::ONE, |product, leaf| product.mul(leaf))
}
