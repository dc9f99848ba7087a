//! Taking tuples and layouts apart and putting them together by modes.

use smallvec::SmallVec;

use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Profile};
use crate::stride::Stride;
use layout_integer::{Expr, ExprError};

/// Why modes cannot be rearranged as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StructureError {
    /// A mode that is not there.
    #[error("there is no mode {mode}: {text} has {rank}, numbered from 0")]
    Mode {
        /// The mode asked for.
        mode: usize,
        /// What was asked.
        text: String,
        /// Its modes.
        rank: usize,
    },
    /// A range without modes, or past the end.
    #[error("modes {begin} to {end} (exclusive) are no range of the {rank} modes of {text}")]
    Range {
        /// The first mode.
        begin: usize,
        /// One past the last.
        end: usize,
        /// What was asked.
        text: String,
        /// Its modes.
        rank: usize,
    },
    /// Operands with different numbers of modes.
    #[error("{a} has {rank_a} modes and {b} has {rank_b}; they must have the same number")]
    Ranks {
        /// One operand.
        a: String,
        /// Its modes.
        rank_a: usize,
        /// The other.
        b: String,
        /// Its modes.
        rank_b: usize,
    },
    /// A coordinate or profile that is nested more deeply than what it describes.
    #[error("{profile} does not fit {text}: it is nested where the other is an integer")]
    Nesting {
        /// The profile or coordinate.
        profile: String,
        /// What it should fit.
        text: String,
    },
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for StructureError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

type Result<T> = std::result::Result<T, StructureError>;

/// Something with modes: a tuple or a layout. The operations are CuTe's
/// (`cute/algorithm/tuple_algorithms.hpp`), for both alike.
///
/// ```
/// use layout_algebra::{Layout, Nested};
/// let l: Layout = "(2,3,5,7):(1,2,6,30)".parse().unwrap();
/// assert_eq!(l.select(&[0, 3]).unwrap().to_string(), "(2,7):(1,30)");
/// assert_eq!(l.take(1, 3).unwrap().to_string(), "(3,5):(2,6)");
/// assert_eq!(l.group(1, 3).unwrap().to_string(), "(2,(3,5),7):(1,(2,6),30)");
/// ```
pub trait Nested: Sized + Clone {
    /// The nesting.
    fn nesting(&self) -> &Profile;
    /// The modes; an integer is its own only mode.
    fn parts(&self) -> SmallVec<[Self; 4]>;
    /// The tuple of these.
    ///
    /// # Errors
    /// As [`Layout::concat`].
    fn join(parts: &[Self]) -> Result<Self>;
    /// What fills up missing modes: size 1, stride 0.
    fn unit() -> Self;
    /// The text, for messages.
    fn text(&self) -> String;

    /// The mode at a path; the empty path is the whole.
    ///
    /// # Errors
    /// [`StructureError::Mode`].
    fn get(&self, path: &[usize]) -> Result<Self> {
        let [mode, rest @ ..] = path else { return Ok(self.clone()) };
        let parts = self.parts();
        let part = parts.get(*mode).ok_or_else(|| no_mode(self, *mode))?;
        part.get(rest)
    }

    /// The tuple of the modes at these places, in this order, repeats allowed.
    ///
    /// # Errors
    /// [`StructureError::Mode`].
    fn select(&self, modes: &[usize]) -> Result<Self> {
        let parts = self.parts();
        let chosen: Vec<Self> = modes
            .iter()
            .map(|m| parts.get(*m).cloned().ok_or_else(|| no_mode(self, *m)))
            .collect::<Result<_>>()?;
        Self::join(&chosen)
    }

    /// The tuple of the modes `begin..end`.
    ///
    /// # Errors
    /// [`StructureError::Range`].
    fn take(&self, begin: usize, end: usize) -> Result<Self> {
        let parts = self.parts();
        if begin >= end || end > parts.len() {
            return Err(no_range(self, begin, end));
        }
        Self::join(&parts[begin..end])
    }

    /// The modes `begin..end` made one mode.
    ///
    /// # Errors
    /// [`StructureError::Range`].
    fn group(&self, begin: usize, end: usize) -> Result<Self> {
        let parts = self.parts();
        if begin >= end || end > parts.len() {
            return Err(no_range(self, begin, end));
        }
        let mut out = parts[..begin].to_vec();
        out.push(Self::join(&parts[begin..end])?);
        out.extend_from_slice(&parts[end..]);
        Self::join(&out)
    }

    /// One mode replaced.
    ///
    /// # Errors
    /// [`StructureError::Mode`].
    fn replace(&self, mode: usize, by: &Self) -> Result<Self> {
        let mut parts = self.parts();
        *parts.get_mut(mode).ok_or_else(|| no_mode(self, mode))? = by.clone();
        Self::join(&parts)
    }

    /// One more mode behind.
    ///
    /// # Errors
    /// As [`Nested::join`].
    fn append(&self, last: &Self) -> Result<Self> {
        let mut parts = self.parts();
        parts.push(last.clone());
        Self::join(&parts)
    }

    /// One more mode in front.
    ///
    /// # Errors
    /// As [`Nested::join`].
    fn prepend(&self, first: &Self) -> Result<Self> {
        let mut parts = self.parts();
        parts.insert(0, first.clone());
        Self::join(&parts)
    }

    /// `fill` behind until there are `rank` modes; unchanged if there are as many.
    ///
    /// # Errors
    /// As [`Nested::join`].
    fn append_to_rank(&self, rank: usize, fill: &Self) -> Result<Self> {
        pad(self, rank, fill, false)
    }

    /// `fill` in front until there are `rank` modes.
    ///
    /// # Errors
    /// As [`Nested::join`].
    fn prepend_to_rank(&self, rank: usize, fill: &Self) -> Result<Self> {
        pad(self, rank, fill, true)
    }

    /// `((a0,a1,…),(b0,b1,…))` as `((a0,b0),(a1,b1),…)`.
    ///
    /// # Errors
    /// [`StructureError::Ranks`].
    fn zip(&self) -> Result<Self> {
        let rows = self.parts();
        let parts: Vec<_> = rows.iter().map(Self::parts).collect();
        let columns = parts.first().map_or(0, SmallVec::len);
        for (row, part) in rows.iter().zip(&parts) {
            if part.len() != columns {
                return Err(StructureError::Ranks {
                    a: rows[0].text(),
                    rank_a: columns,
                    b: row.text(),
                    rank_b: part.len(),
                });
            }
        }
        let zipped: Vec<Self> = (0..columns)
            .map(|c| Self::join(&parts.iter().map(|p| p[c].clone()).collect::<Vec<_>>()))
            .collect::<Result<_>>()?;
        Self::join(&zipped)
    }

    /// The modes nested like `profile`, which has as many leaves as there are modes.
    ///
    /// # Errors
    /// [`StructureError::Ranks`].
    fn unflatten(&self, profile: &Profile) -> Result<Self> {
        fn build<T: Nested>(profile: &Profile, parts: &mut impl Iterator<Item = T>) -> Result<Option<T>> {
            if profile.is_leaf() {
                return Ok(parts.next());
            }
            let mut out = Vec::new();
            for (mode, _) in profile.modes() {
                match build(&mode, parts)? {
                    Some(part) => out.push(part),
                    None => return Ok(None),
                }
            }
            T::join(&out).map(Some)
        }
        let parts = self.parts();
        let (have, want) = (parts.len(), profile.leaf_count());
        let built = if have == want { build(profile, &mut parts.into_iter())? } else { None };
        built.ok_or_else(|| StructureError::Ranks {
            a: self.text(),
            rank_a: have,
            b: "the profile".into(),
            rank_b: want,
        })
    }
}

fn no_mode<T: Nested>(of: &T, mode: usize) -> StructureError {
    StructureError::Mode { mode, text: of.text(), rank: of.nesting().rank() }
}

fn no_range<T: Nested>(of: &T, begin: usize, end: usize) -> StructureError {
    StructureError::Range { begin, end, text: of.text(), rank: of.nesting().rank() }
}

fn pad<T: Nested>(of: &T, rank: usize, fill: &T, front: bool) -> Result<T> {
    let mut parts = of.parts();
    if parts.len() >= rank {
        return Ok(of.clone());
    }
    let missing = rank - parts.len();
    let at = if front { 0 } else { parts.len() };
    parts.insert_many(at, std::iter::repeat_n(fill.clone(), missing));
    T::join(&parts)
}

impl<D: Stride> Nested for Layout<D> {
    fn nesting(&self) -> &Profile {
        self.profile()
    }

    fn parts(&self) -> SmallVec<[Self; 4]> {
        self.modes()
    }

    fn join(parts: &[Self]) -> Result<Self> {
        Ok(Self::concat(parts)?)
    }

    fn unit() -> Self {
        Self::unit_mode()
    }

    fn text(&self) -> String {
        self.named()
    }
}

impl Nested for IntTuple {
    fn nesting(&self) -> &Profile {
        &self.profile
    }

    fn parts(&self) -> SmallVec<[Self; 4]> {
        self.modes().collect()
    }

    fn join(parts: &[Self]) -> Result<Self> {
        Ok(Self::tuple(parts))
    }

    fn unit() -> Self {
        Expr::ONE.into()
    }

    fn text(&self) -> String {
        self.named()
    }
}

/// Calls `f` on the modes of `layout` that `profile` tells apart: an integer in
/// the profile stands for a whole mode, modes past the profile's stay as they are.
///
/// # Errors
/// [`StructureError::Range`] if the profile has more modes; those of `f`.
pub(crate) fn by_profile<D: Stride>(
    layout: &Layout<D>,
    profile: &Profile,
    f: &impl Fn(&Layout<D>) -> std::result::Result<Layout<D>, LayoutError>,
) -> Result<Layout<D>> {
    if profile.is_leaf() {
        return Ok(f(layout)?);
    }
    let mut modes = layout.modes();
    if profile.rank() > modes.len() {
        return Err(no_range(layout, 0, profile.rank()));
    }
    for (mode, (part, _)) in modes.iter_mut().zip(profile.modes()) {
        *mode = by_profile(mode, &part, f)?;
    }
    Ok(Layout::concat(&modes)?)
}
