//! Pictures in SVG, of one file each, for a browser or a document.

use svg::Document;
use svg::node::element::{Group, Rectangle, Text, Title};

use super::{DrawError, Grid, cells_of_tv, label};
use crate::composed::AnyLayout;
use crate::gpu::atoms::MmaAtom;
use crate::gpu::banks::{BANK_BYTES, BANKS};
use crate::layout::Layout;

/// The side of a cell.
const CELL: i64 = 44;
/// Room for row and column numbers.
const MARGIN: i64 = 34;
/// Room for the caption.
const CAPTION: i64 = 30;

/// A hue of the colour wheel in degrees, pale enough for black text.
/// Written as numbers: not all programs that show SVG know `hsl()`.
fn pale(hue: i64) -> String {
    const LIGHTNESS: f64 = 0.84;
    const CHROMA: f64 = 0.24;
    let channel = |offset: i64| -> u8 {
        // A trapezoid over the wheel, 120 degrees apart for each channel.
        let distance = ((hue + offset).rem_euclid(360) - 180).abs() as f64 / 60.0;
        let share = (distance - 1.0).clamp(0.0, 1.0);
        ((LIGHTNESS + CHROMA * (share - 0.5)) * 255.0).min(255.0) as u8
    };
    format!("#{:02x}{:02x}{:02x}", channel(0), channel(240), channel(120))
}

/// A colour for each number; neighbours differ, since the hue advances by the
/// golden angle.
fn colour(index: i64) -> String {
    pale(index.rem_euclid(1 << 20) * 13_751 / 100 % 360)
}

/// One cell: what it says, its colour, and what hovering tells.
struct Cell {
    lines: Vec<String>,
    fill: String,
    hover: String,
}

/// A grid of cells with row and column numbers, its corner at (x, y).
fn grid(x: i64, y: i64, rows: i64, columns: i64, caption: &str, cell: &dyn Fn(i64, i64) -> Cell) -> Group {
    let text = |x: i64, y: i64, size: i64, content: &str| {
        Text::new(content)
            .set("x", x)
            .set("y", y)
            .set("font-size", size)
            .set("text-anchor", "middle")
            .set("dominant-baseline", "central")
    };
    let heading = Text::new(caption)
        .set("x", x)
        .set("y", y + CAPTION / 2)
        .set("font-size", 15)
        .set("font-weight", "bold");
    let mut group = Group::new().add(heading);
    let (left, top) = (x + MARGIN, y + CAPTION + MARGIN);
    for row in 0..rows {
        group = group.add(
            text(left - MARGIN / 2, top + row * CELL + CELL / 2, 12, &row.to_string()).set("fill", "#666"),
        );
    }
    for column in 0..columns {
        group = group.add(
            text(left + column * CELL + CELL / 2, top - MARGIN / 2, 12, &column.to_string())
                .set("fill", "#666"),
        );
    }
    for row in 0..rows {
        for column in 0..columns {
            let Cell { lines, fill, hover } = cell(row, column);
            let (cx, cy) = (left + column * CELL, top + row * CELL);
            let square = Rectangle::new()
                .set("x", cx)
                .set("y", cy)
                .set("width", CELL)
                .set("height", CELL)
                .set("fill", fill)
                .set("stroke", "#444");
            let mut one = Group::new().add(Title::new(hover)).add(square);
            let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(1);
            let size = if longest > 6 {
                8
            } else if lines.len() > 1 || longest > 4 {
                12
            } else {
                15
            };
            for (i, line) in lines.iter().enumerate() {
                let step = CELL / (lines.len() as i64 + 1);
                one = one.add(text(cx + CELL / 2, cy + step * (i as i64 + 1), size, line));
            }
            group = group.add(one);
        }
    }
    group
}

fn width(columns: i64) -> i64 {
    MARGIN + columns * CELL + MARGIN / 2
}

fn height(rows: i64) -> i64 {
    CAPTION + MARGIN + rows * CELL + MARGIN / 2
}

fn document(w: i64, h: i64, groups: impl IntoIterator<Item = Group>) -> String {
    let background = Rectangle::new().set("width", w).set("height", h).set("fill", "white");
    let mut out = Document::new()
        .set("viewBox", (0, 0, w, h))
        .set("width", w)
        .set("height", h)
        .set("font-family", "ui-monospace, Menlo, Consolas, monospace")
        .add(background);
    for group in groups {
        out = out.add(group);
    }
    out.to_string()
}

/// The values of a layout, mode 0 downwards and the others to the right, each
/// coloured by its value.
///
/// ```
/// use layout_algebra::draw::svg_layout;
/// let picture = svg_layout(&"S<2,0,2> o 0 o (4,4):(4,1)".parse().unwrap()).unwrap();
/// assert!(picture.starts_with("<svg") && picture.matches("<rect").count() == 17);
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn svg_layout(layout: &AnyLayout) -> Result<String, DrawError> {
    let values = Grid::of_layout(layout)?;
    let cell = |row: i64, column: i64| {
        let value = values.at(row, column);
        Cell {
            lines: vec![value.to_string()],
            fill: colour(value.rem_euclid(8)),
            hover: format!("({row},{column}) \u{2192} {value}"),
        }
    };
    let caption = layout.to_string();
    let w = width(values.columns).max(9 * caption.chars().count() as i64 + 8);
    let picture = grid(4, 0, values.rows, values.columns, &caption, &cell);
    Ok(document(w, height(values.rows), [picture]))
}

/// Who owns which element of a tile: `tv` maps (thread, value) to the element's
/// column-major number.
///
/// # Errors
/// [`DrawError`].
pub fn svg_tv(tv: &Layout, rows: i64, columns: i64) -> Result<String, DrawError> {
    let caption = format!("{tv} on {rows}\u{d7}{columns}");
    let w = width(columns).max(9 * caption.chars().count() as i64 + 8);
    Ok(document(w, height(rows), [tile(4, 0, tv, rows, columns, false, &caption)?]))
}

/// A tile with its owners; `transposed` draws element (row, column) at (column, row).
fn tile(
    x: i64,
    y: i64,
    tv: &Layout,
    rows: i64,
    columns: i64,
    transposed: bool,
    caption: &str,
) -> Result<Group, DrawError> {
    let owners = cells_of_tv(tv, rows, columns)?;
    let cell = |row: i64, column: i64| {
        let (r, c) = if transposed { (column, row) } else { (row, column) };
        match owners.get((r + rows * c) as usize).and_then(|o| Some((o, label(o)?))) {
            Some((all, (thread, value))) => Cell {
                hover: format!("({r},{c}): {thread} {value}"),
                fill: if all.len() > 1 { "#eee".into() } else { colour(all[0].0) },
                lines: vec![thread, value],
            },
            None => Cell { lines: Vec::new(), fill: "white".into(), hover: format!("({r},{c}): nobody") },
        }
    };
    let (down, right) = if transposed { (columns, rows) } else { (rows, columns) };
    Ok(grid(x, y, down, right, caption, &cell))
}

/// An instruction's fragments, as they multiply: A on the left, B above, C
/// where they meet.
///
/// ```
/// use layout_algebra::{draw::svg_mma, mma_atom};
/// let picture = svg_mma(&mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap()).unwrap();
/// assert!(picture.contains("16\u{d7}8\u{d7}16"));
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn svg_mma(atom: &MmaAtom) -> Result<String, DrawError> {
    let [m, n, k] = atom.shape;
    let (left, top) = (width(k), height(k));
    let title = Text::new(format!("{}: {m}\u{d7}{n}\u{d7}{k}", atom.name))
        .set("x", 6)
        .set("y", 20)
        .set("font-size", 15)
        .set("font-weight", "bold");
    let groups = [
        Group::new().add(title),
        tile(left, 0, &atom.b, n, k, true, &format!("B (K\u{d7}N): {}", atom.b))?,
        tile(4, top, &atom.a, m, k, false, &format!("A (M\u{d7}K): {}", atom.a))?,
        tile(left, top, &atom.c, m, n, false, &format!("C (M\u{d7}N): {}", atom.c))?,
    ];
    Ok(document(left + width(n).max(560), top + height(m), groups))
}

/// The shared-memory bank of each element of `bits` bits, coloured by bank.
///
/// # Errors
/// [`DrawError`].
pub fn svg_banks(layout: &AnyLayout, bits: i64) -> Result<String, DrawError> {
    let values = Grid::of_layout(layout)?;
    let cell = |row: i64, column: i64| {
        let value = values.at(row, column);
        let byte = value.saturating_mul(bits.max(1)) / 8;
        let bank = byte.div_euclid(BANK_BYTES).rem_euclid(BANKS);
        Cell {
            lines: vec![format!("b{bank}"), value.to_string()],
            fill: pale(bank * 360 / BANKS),
            hover: format!("({row},{column}): offset {value}, byte {byte}, bank {bank}"),
        }
    };
    let caption = format!("{layout}, banks of {bits}-bit elements");
    let w = width(values.columns).max(9 * caption.chars().count() as i64 + 8);
    let picture = grid(4, 0, values.rows, values.columns, &caption, &cell);
    Ok(document(w, height(values.rows), [picture]))
}
