//! Coordinates of `layout.crd2idx`: `((?,3),?)`, each `?` an SSA index.

use layout_algebra::{Coord, Expr, Facts, IntTuple, Layout, Parser, Profile};

/// Why a coordinate does not fit a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoordError {
    /// The text is no coordinate.
    #[error("malformed coordinate: {0}")]
    Malformed(#[from] layout_algebra::ParseError),
    /// Rank or nesting differ.
    #[error("the coordinate {coord} does not fit the shape {shape}: {why}")]
    Misfit {
        /// The coordinate.
        coord: String,
        /// The layout's shape.
        shape: String,
        /// Where they part.
        why: String,
    },
}

/// Parses the coordinate `text` for `layout`; symbol number `k` of the result
/// is the `k`-th SSA index.
///
/// One integer in parentheses is an integer coordinate, unless the layout is a
/// tuple of one mode, where the two are the same.
///
/// # Errors
/// [`CoordError`].
pub fn coordinate(text: &str, layout: &Layout) -> Result<Coord<Expr>, CoordError> {
    let tuple: IntTuple = Parser::whole(text, |p| p.tuple(Facts::NONE))?;
    let mut coord = convert(&tuple);
    let unwrap = match &coord {
        Coord::Tuple(parts) => parts.len() == 1 && (layout.profile().is_leaf() || layout.rank() != 1),
        Coord::Int(_) => false,
    };
    if unwrap && let Coord::Tuple(parts) = coord {
        coord = parts.into_iter().next().unwrap_or(Coord::Tuple(Vec::new()));
    }
    match misfit(&coord, layout.profile(), "") {
        None => Ok(coord),
        Some(why) => Err(CoordError::Misfit { coord: text.into(), shape: layout.shape().to_string(), why }),
    }
}

/// Parses the coordinate `text` for a layout of which nothing is known; otherwise
/// as [`coordinate`].
///
/// # Errors
/// [`CoordError::Malformed`].
pub fn unknown_coordinate(text: &str) -> Result<Coord<Expr>, CoordError> {
    let tuple: IntTuple = Parser::whole(text, |p| p.tuple(Facts::NONE))?;
    Ok(match convert(&tuple) {
        Coord::Tuple(mut parts) if parts.len() == 1 => parts.remove(0),
        coord => coord,
    })
}

fn convert(tuple: &IntTuple) -> Coord<Expr> {
    if tuple.profile.is_leaf() {
        return Coord::Int(tuple.leaves[0].clone());
    }
    Coord::Tuple(tuple.modes().map(|m| convert(&m)).collect())
}

fn misfit(coord: &Coord<Expr>, profile: &Profile, path: &str) -> Option<String> {
    let Coord::Tuple(parts) = coord else { return None };
    let place = if path.is_empty() { "it".to_string() } else { format!("mode {path}") };
    if profile.is_leaf() {
        return Some(format!("{place} is one integer, the coordinate has {} there", parts.len()));
    }
    let modes = profile.modes();
    if modes.len() != parts.len() {
        return Some(format!("{place} has {} modes, the coordinate has {}", modes.len(), parts.len()));
    }
    parts.iter().zip(modes).enumerate().find_map(|(i, (part, (mode, _)))| {
        let inner = if path.is_empty() { i.to_string() } else { format!("{path}.{i}") };
        misfit(part, &mode, &inner)
    })
}
