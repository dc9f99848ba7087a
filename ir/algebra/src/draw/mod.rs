//! Pictures of layouts: text tables, LaTeX and SVG.

mod latex;
mod svg;
mod table;
mod tiles;

pub use latex::{print_latex, print_latex_tiles};
pub use svg::{svg_classes, svg_layout, svg_tiles};
pub use table::{print_1d, print_2d, print_layout, print_tiles};
pub use tiles::{Tile, Tiles};

use crate::composed::AnyLayout;
use crate::cute;
use layout_integer::Expr;

/// Most cells of one picture.
pub const MAX_CELLS: i64 = 1 << 16;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// Sizes or strides that are not known.
    #[error("{0} is not static; give every size and stride a value to draw it")]
    Unknown(String),
    /// More than [`MAX_CELLS`].
    #[error("{rows} by {columns} cells are too many to draw; at most {MAX_CELLS}")]
    TooLarge {
        /// Rows.
        rows: i64,
        /// Columns.
        columns: i64,
    },
    /// Elements of no width.
    #[error("an element has {0} bits; it has at least 1")]
    Bits(i64),
    /// A layout that is no table of rows and columns.
    #[error("{layout} has rank {rank}; a table of rows and columns needs rank 2")]
    Rank {
        /// The layout.
        layout: String,
        /// Its modes.
        rank: usize,
    },
    /// A thread-value layout that leaves the tile, or is no pair.
    #[error("{tv} is no layout of threads and values into a tile of {rows} by {columns}")]
    Tile {
        /// The layout.
        tv: String,
        /// Rows.
        rows: i64,
        /// Columns.
        columns: i64,
    },
}

/// A table of values, rows by columns.
struct Grid {
    rows: i64,
    columns: i64,
    values: Vec<i64>,
    /// The layout, in CuTe's notation if only that can write it: with dynamic integers
    /// of known value.
    text: String,
}

impl Grid {
    /// Mode 0 downwards, all others to the right; a single mode is one row.
    fn of_layout(layout: &AnyLayout) -> Result<Self, DrawError> {
        let unknown = || DrawError::Unknown(layout.named());
        let fixed = layout
            .substitute(&|s| s.facts.known().map_or_else(|| s.into(), Expr::Const))
            .map_err(|_| unknown())?;
        let size = fixed.size().ok().and_then(|s| s.as_const()).ok_or_else(unknown)?;
        let domain = fixed.domain();
        let rows = match domain.modes().as_slice() {
            [first, _, ..] => first.size().ok().and_then(|s| s.as_const()).ok_or_else(unknown)?,
            _ => 1,
        };
        let columns = size / rows.max(1);
        if size > MAX_CELLS {
            return Err(DrawError::TooLarge { rows, columns });
        }
        let values: Option<Vec<i64>> = (0..size).map(|i| fixed.eval(i)).collect();
        let text = if fixed == *layout { layout.to_string() } else { cute::print(layout) };
        Ok(Self { rows, columns, values: values.ok_or_else(unknown)?, text })
    }

    fn at(&self, row: i64, column: i64) -> i64 {
        self.values.get((row + self.rows * column) as usize).copied().unwrap_or(0)
    }
}
