//! Coordinates that no mode has.

use layout_algebra::{Coord, Expr, Layout};

use crate::coordinate::index_number;

/// An integer of a coordinate outside its mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the coordinate {value} is outside mode {mode}, whose size is {size}")]
pub struct Outside {
    /// The path of the mode, such as `1.0`; `0` of a layout that is one mode.
    mode: String,
    /// The integer.
    value: i64,
    /// The mode's size, or the most that it is.
    size: String,
}

/// The first integer of a coordinate that its mode does not have, whatever the values of the
/// layout's symbols are; `value` is that of an SSA index, where it is known. The coordinate is
/// one of the layout, as [`crate::Coordinate::fit`] gives it; without a layout nothing is known of
/// the modes, which have no negative integers then.
pub fn outside(
    coordinate: &Coord<Expr>,
    layout: Option<&Layout>,
    value: &dyn Fn(usize) -> Option<i64>,
) -> Option<Outside> {
    in_mode(coordinate, layout, value, &mut Vec::new())
}

fn in_mode(
    coordinate: &Coord<Expr>,
    layout: Option<&Layout>,
    value: &dyn Fn(usize) -> Option<i64>,
    path: &mut Vec<String>,
) -> Option<Outside> {
    let integer = match coordinate {
        Coord::Tuple(parts) => {
            let modes = layout.map(Layout::modes);
            for (i, part) in parts.iter().enumerate() {
                let mode = modes.as_ref().and_then(|modes| modes.get(i));
                path.push(i.to_string());
                if let Some(outside) = in_mode(part, mode, value, path) {
                    return Some(outside);
                }
                path.pop();
            }
            return None;
        }
        Coord::Int(integer) => integer,
    };
    let given = match integer.as_const() {
        Some(c) => c,
        None => index_number(integer).and_then(value)?,
    };
    let size = layout.map(Layout::size).transpose().ok()?;
    let most = size.as_ref().and_then(|size| size.bounds().1);
    if given >= 0 && most.is_none_or(|most| i128::from(given) < most) {
        return None;
    }
    let size = match (size.and_then(|size| size.as_const()), most) {
        (Some(size), _) => size.to_string(),
        (None, Some(most)) => format!("at most {most}"),
        (None, None) => "positive".into(),
    };
    let mode = if path.is_empty() { "0".into() } else { path.join(".") };
    Some(Outside { mode, value: given, size })
}

#[cfg(test)]
#[allow(clippy::panic, reason = "tests")]
mod tests {
    use super::*;
    use crate::coordinate::Coordinate;

    /// Against every integer of every mode.
    #[test]
    fn first_integer_outside() {
        for (layout, coordinate, indices, expected) in [
            ("(4,8):(8,1)", "(3,7)", vec![], None),
            ("(4,8):(8,1)", "(4,7)", vec![], Some(("0", 4, "4"))),
            ("(4,8):(8,1)", "(0,-1)", vec![], Some(("1", -1, "8"))),
            ("(4,8):(8,1)", "(31)", vec![], None),
            ("(4,8):(8,1)", "(32)", vec![], Some(("0", 32, "32"))),
            ("((2,3),5):((1,2),6)", "(5,4)", vec![], None),
            ("((2,3),5):((1,2),6)", "(6,4)", vec![], Some(("0", 6, "6"))),
            ("((2,3),5):((1,2),6)", "((1,3),4)", vec![], Some(("0.1", 3, "3"))),
            ("((2,3),5):((1,2),6)", "((?,2),?)", vec![Some(1), Some(5)], Some(("1", 5, "5"))),
            ("((2,3),5):((1,2),6)", "((?,2),?)", vec![Some(1), None], None),
            ("(M{max=9},4):(4,1)", "(8,0)", vec![], None),
            ("(M{max=9},4):(4,1)", "(9,0)", vec![], Some(("0", 9, "at most 9"))),
            ("(M,4):(4,1)", "(1000000,0)", vec![], None),
            ("(M,4):(4,1)", "(-2,0)", vec![], Some(("0", -2, "positive"))),
        ] {
            let layout: Layout = layout.parse().unwrap_or_else(|e| panic!("{layout}: {e}"));
            let coordinate = Coordinate::parse(coordinate).unwrap_or_else(|e| panic!("{coordinate}: {e}"));
            let fitted = coordinate.fit(&layout).unwrap_or_else(|e| panic!("{e}"));
            let found = outside(fitted, Some(&layout), &|k: usize| indices.get(k).copied().flatten());
            let found = found.as_ref().map(|o| (o.mode.as_str(), o.value, o.size.as_str()));
            assert_eq!(found, expected, "{} in {layout}", coordinate.text());
        }
    }
}
