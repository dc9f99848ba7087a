//! Tables of text.

use std::fmt::Write;

use super::{DrawError, Grid};
use crate::composed::AnyLayout;
use crate::cute;

/// The table that CuTe's `print_layout` prints: the layout, and its values by
/// row (mode 0) and column (the other modes).
///
/// ```
/// use layout_algebra::draw::print_layout;
/// let table = print_layout(&"(2,3):(3,1)".parse().unwrap()).unwrap();
/// assert_eq!(
///     table,
///     "(_2,_3):(_3,_1)\n\
///      \x20     0   1   2 \n\
///      \x20   +---+---+---+\n\
///      \x200  | 0 | 1 | 2 |\n\
///      \x20   +---+---+---+\n\
///      \x201  | 3 | 4 | 5 |\n\
///      \x20   +---+---+---+\n"
/// );
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn print_layout(layout: &AnyLayout) -> Result<String, DrawError> {
    let grid = Grid::of_layout(layout)?;
    let digits = |v: i64| v.to_string().len();
    // CuTe measures the cosize, one more than the largest value.
    let widest = grid.values.iter().map(|v| digits(*v)).max().unwrap_or(1);
    let most = grid.values.iter().max().map_or(1, |v| digits(v + 1));
    let width = widest.max(most).max(digits(grid.columns - 1));
    let mut out = cute::print(layout) + "\n    ";
    let rule = format!("    {}+\n", format!("+{}", "-".repeat(width + 2)).repeat(grid.columns as usize));
    for column in 0..grid.columns {
        // Writing to a string cannot fail.
        let _ = write!(out, "  {column:width$} ");
    }
    out.push('\n');
    for row in 0..grid.rows {
        let _ = write!(out, "{rule}{row:2}  ");
        for column in 0..grid.columns {
            let _ = write!(out, "| {:width$} ", grid.at(row, column));
        }
        out.push_str("|\n");
    }
    out.push_str(&rule);
    Ok(out)
}
