//! Pictures of layouts: text tables, LaTeX and SVG.

mod latex;
mod svg;
mod table;

pub use latex::{print_latex, print_latex_tv};
pub use svg::{svg_banks, svg_layout, svg_mma, svg_tv};
pub use table::print_layout;

use crate::composed::AnyLayout;
use crate::layout::Layout;
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
}

impl Grid {
    /// Mode 0 downwards, all others to the right; a single mode is one row.
    fn of_layout(layout: &AnyLayout) -> Result<Self, DrawError> {
        let unknown = || DrawError::Unknown(layout.to_string());
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
        Ok(Self { rows, columns, values: values.ok_or_else(unknown)? })
    }

    fn at(&self, row: i64, column: i64) -> i64 {
        self.values.get((row + self.rows * column) as usize).copied().unwrap_or(0)
    }
}

/// The threads and values of each cell of a tile; several share one where the
/// layout broadcasts.
fn cells_of_tv(tv: &Layout, rows: i64, columns: i64) -> Result<Vec<Vec<(i64, i64)>>, DrawError> {
    let bad = || DrawError::Tile { tv: tv.to_string(), rows, columns };
    let modes = tv.modes();
    let [threads, values] = modes.as_slice() else { return Err(bad()) };
    let count = |l: &Layout| l.size().ok().and_then(|s| s.as_const()).ok_or_else(bad);
    let (threads, values) = (count(threads)?, count(values)?);
    let cells = rows.checked_mul(columns).filter(|n| *n <= MAX_CELLS);
    let (Some(cells), true) = (cells, threads.saturating_mul(values) <= 1 << 22) else {
        return Err(DrawError::TooLarge { rows, columns });
    };
    let mut out = vec![Vec::new(); cells as usize];
    for v in 0..values {
        for t in 0..threads {
            let at = tv.eval(t + threads * v).ok_or_else(bad)?;
            let cell = usize::try_from(at).ok().and_then(|i| out.get_mut(i)).ok_or_else(bad)?;
            cell.push((t, v));
        }
    }
    Ok(out)
}

/// `T5 V0`, or `T0-31 V0` where many threads share a cell.
fn label(owners: &[(i64, i64)]) -> Option<(String, String)> {
    let (first, last) = (owners.first()?, owners.last()?);
    let range = |a: i64, b: i64| if a == b { a.to_string() } else { format!("{a}-{b}") };
    Some((format!("T{}", range(first.0, last.0)), format!("V{}", range(first.1, last.1))))
}
