//! Tables of text.

use std::fmt::Write;

use super::{DrawError, Grid, Tiles};
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
    let most = grid.values.iter().max().map_or(1, |v| digits(v + 1));
    let width = grid.values.iter().map(|v| digits(*v)).max().unwrap_or(1).max(most);
    let cells = |row, column| grid.at(row, column).to_string();
    Ok(cute::print(layout) + "\n" + &table(grid.rows, grid.columns, width, &cells))
}

/// Cells at least `width` wide in a frame, with the numbers of rows and columns.
fn table(rows: i64, columns: i64, width: usize, cell: &dyn Fn(i64, i64) -> String) -> String {
    let width = width.max((columns - 1).to_string().len());
    let mut out = String::from("    ");
    let rule = format!("    {}+\n", format!("+{}", "-".repeat(width + 2)).repeat(columns as usize));
    for column in 0..columns {
        // Writing to a string cannot fail.
        let _ = write!(out, "  {column:width$} ");
    }
    out.push('\n');
    for row in 0..rows {
        let _ = write!(out, "{rule}{row:2}  ");
        for column in 0..columns {
            let _ = write!(out, "| {:>width$} ", cell(row, column));
        }
        out.push_str("|\n");
    }
    out + &rule
}

/// The values of a layout by its coordinate, in one line (`print1D` in CuTe's
/// documentation of layouts).
///
/// ```
/// use layout_algebra::draw::print_1d;
/// assert_eq!(print_1d(&"(2,3):(3,1)".parse().unwrap()).unwrap(), "  0    3    1    4    2    5  \n");
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn print_1d(layout: &AnyLayout) -> Result<String, DrawError> {
    Ok(line(&Grid::of_layout(layout)?.values))
}

/// The values of a layout of two modes, a line for each coordinate of the first
/// (`print2D` in CuTe's documentation of layouts).
///
/// ```
/// use layout_algebra::draw::print_2d;
/// assert_eq!(print_2d(&"(2,3):(3,1)".parse().unwrap()).unwrap(), "  0    1    2  \n  3    4    5  \n");
/// assert!(print_2d(&"6:1".parse().unwrap()).is_err());
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn print_2d(layout: &AnyLayout) -> Result<String, DrawError> {
    let rank = layout.domain().rank();
    if rank != 2 {
        return Err(DrawError::Rank { layout: layout.to_string(), rank });
    }
    let grid = Grid::of_layout(layout)?;
    let row = |row| line(&(0..grid.columns).map(|column| grid.at(row, column)).collect::<Vec<_>>());
    Ok((0..grid.rows).map(row).collect())
}

fn line(values: &[i64]) -> String {
    values.iter().map(|v| format!("{v:3}  ")).collect::<String>() + "\n"
}

/// Tables of which thread and value each element is, one below the other.
///
/// ```
/// use layout_algebra::draw::{Tile, Tiles, print_tiles};
/// let picture = Tiles::one(Tile::new("", "(2,2):(1,2)".parse().unwrap(), 2, 2));
/// assert!(print_tiles(&picture).unwrap().contains("0  | T0 V0 | T0 V1 |"));
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn print_tiles(tiles: &Tiles) -> Result<String, DrawError> {
    let mut out = String::new();
    if !tiles.title.is_empty() {
        out += &format!("{}\n\n", tiles.title);
    }
    for (_, _, tile) in tiles.tiles() {
        let place = tile.places()?;
        let cell =
            |row, column| place(row, column).label.map_or_else(String::new, |(t, v)| format!("{t} {v}"));
        let (rows, columns) = tile.extent();
        let every = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let width = every.map(|(r, c)| cell(r, c).len()).max().unwrap_or(0);
        let _ = write!(out, "{}\n{}\n", tile.caption, table(rows, columns, width, &cell));
    }
    Ok(out)
}
