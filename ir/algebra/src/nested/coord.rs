//! [`Coord`]: what a layout maps to an index.

use std::fmt;

use crate::nested::tuple::Profile;
use layout_integer::Expr;

/// A coordinate: an integer, or a tuple of coordinates for the modes.
///
/// An integer for a tuple mode is split colexicographically.
///
/// ```
/// use layout_algebra::Coord;
/// let coord = Coord::Tuple(vec![Coord::Int(1), Coord::Tuple(vec![Coord::Int(2), Coord::Int(3)])]);
/// assert_eq!(coord.leaves(), [&1, &2, &3]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coord<T> {
    /// One integer.
    Int(T),
    /// One coordinate for each mode.
    Tuple(Vec<Self>),
}

impl<T> Coord<T> {
    /// The integers from left to right.
    pub fn leaves(&self) -> Vec<&T> {
        match self {
            Self::Int(i) => vec![i],
            Self::Tuple(parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// The same nesting with each integer replaced.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn try_map<U, E>(&self, f: &mut impl FnMut(&T) -> Result<U, E>) -> Result<Coord<U>, E> {
        Ok(match self {
            Self::Int(i) => Coord::Int(f(i)?),
            Self::Tuple(parts) => Coord::Tuple(parts.iter().map(|p| p.try_map(f)).collect::<Result<_, _>>()?),
        })
    }
}

impl<T> Coord<T> {
    /// Whether a shape with this profile takes the coordinate: tuples where it has
    /// tuples of as many, or integers.
    pub fn fits(&self, profile: &Profile) -> bool {
        match self {
            Self::Int(_) => true,
            Self::Tuple(parts) => {
                !profile.is_leaf()
                    && profile.rank() == parts.len()
                    && parts.iter().zip(profile.modes()).all(|(part, (mode, _))| part.fits(&mode))
            }
        }
    }
}

impl Coord<Expr> {
    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        match self {
            Self::Int(i) => i.named(),
            Self::Tuple(parts) => {
                format!("({})", parts.iter().map(Self::named).collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl<T: fmt::Display> fmt::Display for Coord<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(i) => write!(f, "{i}"),
            Self::Tuple(parts) => {
                f.write_str("(")?;
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}
