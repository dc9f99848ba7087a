//! Tiles of which each element has owners: what instructions and tiled copies look like.

use super::{DrawError, MAX_CELLS};
use crate::layout::Layout;

/// Most owners of all elements of one tile: threads times values.
const MAX_OWNERS: i64 = 1 << 22;

/// A tile, and which value of which thread each of its elements is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// A short name for the corner, such as `A`.
    pub name: String,
    /// What stands above the tile.
    pub caption: String,
    /// (thread, value) to the element's column-major number.
    pub tv: Layout,
    /// Elements of a column.
    pub rows: i64,
    /// Elements of a row.
    pub columns: i64,
    /// Whether element (row, column) is drawn at (column, row).
    pub transposed: bool,
    /// Whether an element with several owners names the first and says how many there are, `T0 V0 x4`;
    /// else the first and the last, `T0-3 V0`.
    pub counted: bool,
}

/// Several tiles in one picture, rows of them one below the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// What the picture shows.
    pub title: String,
    /// The tiles; a place without one stays empty.
    pub grid: Vec<Vec<Option<Tile>>>,
}

impl Tile {
    /// The tile of `rows` by `columns` elements with these owners.
    pub fn new(name: &str, tv: Layout, rows: i64, columns: i64) -> Self {
        let caption =
            format!("{name}{}{tv} on {rows}\u{d7}{columns}", if name.is_empty() { "" } else { ": " });
        Self { name: name.into(), caption, tv, rows, columns, transposed: false, counted: false }
    }

    /// Rows and columns as drawn.
    pub(super) fn extent(&self) -> (i64, i64) {
        if self.transposed { (self.columns, self.rows) } else { (self.rows, self.columns) }
    }

    /// The threads and values that own each element, by column-major number; several
    /// where the layout broadcasts, none where it leaves elements out.
    fn owners(&self) -> Result<Vec<Vec<(i64, i64)>>, DrawError> {
        let (rows, columns, tv) = (self.rows, self.columns, &self.tv);
        let bad = || DrawError::Tile { tv: tv.to_string(), rows, columns };
        let modes = tv.modes();
        let [threads, values] = modes.as_slice() else { return Err(bad()) };
        let count = |l: &Layout| l.size().ok().and_then(|s| s.as_const()).ok_or_else(bad);
        let (threads, values) = (count(threads)?, count(values)?);
        let cells = rows.checked_mul(columns).filter(|n| (0..=MAX_CELLS).contains(n));
        let (Some(cells), true) = (cells, threads.saturating_mul(values) <= MAX_OWNERS) else {
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

    /// The owners by drawn place: a function of (row, column) as drawn.
    pub(super) fn places(&self) -> Result<impl Fn(i64, i64) -> Place, DrawError> {
        let owners = self.owners()?;
        let (rows, transposed, counted) = (self.rows, self.transposed, self.counted);
        Ok(move |row: i64, column: i64| {
            let (r, c) = if transposed { (column, row) } else { (row, column) };
            let owners = owners.get((r + rows * c) as usize).map_or(&[][..], Vec::as_slice);
            Place {
                element: (r, c),
                first: owners.first().map(|o| o.0),
                shared: owners.len() > 1,
                label: label(owners, counted),
            }
        })
    }
}

/// One element, as drawn.
pub(super) struct Place {
    /// Its row and column in the tile.
    pub element: (i64, i64),
    /// The first thread that owns it.
    pub first: Option<i64>,
    /// Whether others own it too.
    pub shared: bool,
    /// Its threads and values.
    pub label: Option<(String, String)>,
}

/// `T5 V0`; where many threads share a cell `T0-31 V0`, or `T0 V0 x32`.
fn label(owners: &[(i64, i64)], counted: bool) -> Option<(String, String)> {
    let (first, last) = (owners.first()?, owners.last()?);
    if counted {
        let count = if owners.len() > 1 { format!(" x{}", owners.len()) } else { String::new() };
        return Some((format!("T{}", first.0), format!("V{}{count}", first.1)));
    }
    let range = |a: i64, b: i64| if a == b { a.to_string() } else { format!("{a}-{b}") };
    Some((format!("T{}", range(first.0, last.0)), format!("V{}", range(first.1, last.1))))
}

impl Tiles {
    /// One tile alone.
    pub fn one(tile: Tile) -> Self {
        Self { title: String::new(), grid: vec![vec![Some(tile)]] }
    }

    /// The operands of `C = A · B` of `shape` M, N, K, as they multiply: A on the left,
    /// B above, C where they meet. A is M x K, B is N x K, C is M x N.
    pub fn product(title: &str, [m, n, k]: [i64; 3], [a, b, c]: [Layout; 3]) -> Self {
        let tile = |name: &str, axes: &str, tv: Layout, rows: i64, columns: i64| Tile {
            caption: format!("{name} ({axes}): {tv}"),
            transposed: name == "B",
            ..Tile::new(name, tv, rows, columns)
        };
        let a = tile("A", "M\u{d7}K", a, m, k);
        let b = tile("B", "K\u{d7}N", b, n, k);
        let c = tile("C", "M\u{d7}N", c, m, n);
        Self {
            title: format!("{title}: {m}\u{d7}{n}\u{d7}{k}"),
            grid: vec![vec![None, Some(b)], vec![Some(a), Some(c)]],
        }
    }

    /// The tiles there are, with their row and column in the grid.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (usize, usize, &Tile)> {
        self.grid.iter().enumerate().flat_map(|(i, row)| {
            row.iter().enumerate().filter_map(move |(j, tile)| Some((i, j, tile.as_ref()?)))
        })
    }

    /// Where the rows and the columns of the grid begin, and where the last ones end, if
    /// a tile's height and width are as given.
    pub(super) fn origins(&self, extent: impl Fn(&Tile) -> (i64, i64)) -> (Vec<i64>, Vec<i64>) {
        let columns = self.grid.iter().map(Vec::len).max().unwrap_or(0);
        let (mut heights, mut widths) = (vec![0; self.grid.len()], vec![0; columns]);
        for (i, j, tile) in self.tiles() {
            let (height, width) = extent(tile);
            heights[i] = height.max(heights[i]);
            widths[j] = width.max(widths[j]);
        }
        let sums = |sizes: Vec<i64>| {
            let mut at = vec![0];
            at.extend(sizes.iter().scan(0, |sum, size| {
                *sum += size;
                Some(*sum)
            }));
            at
        };
        (sums(heights), sums(widths))
    }
}
