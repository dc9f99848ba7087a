//! Pictures in SVG, of one file each, for a browser or a document.

use svg::Document;
use svg::node::element::{Group, Rectangle, Text, Title};

use super::{DrawError, Grid, Tile, Tiles};
use crate::composed::AnyLayout;

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

/// Room for a caption.
fn text_width(text: &str) -> i64 {
    9 * text.chars().count() as i64 + 8
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
    values_picture(&values, &values.text, &cell)
}

/// The values of a layout, each coloured by its class, of which there are `classes`;
/// `class` gives a value's class, what to call it, and what hovering tells of it; `note`
/// stands behind the layout above the picture.
///
/// ```
/// use layout_algebra::draw::svg_classes;
/// let parity = |value: i64| (value % 2, format!("p{}", value % 2), "its parity".to_owned());
/// let picture = svg_classes(&"(2,3):(3,1)".parse().unwrap(), ", parities", 2, &parity).unwrap();
/// assert_eq!(picture.matches("p1").count(), 3);
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn svg_classes(
    layout: &AnyLayout,
    note: &str,
    classes: i64,
    class: &dyn Fn(i64) -> (i64, String, String),
) -> Result<String, DrawError> {
    let values = Grid::of_layout(layout)?;
    let cell = |row: i64, column: i64| {
        let value = values.at(row, column);
        let (class, name, told) = class(value);
        Cell {
            lines: vec![name, value.to_string()],
            fill: pale(class * 360 / classes.max(1)),
            hover: format!("({row},{column}): offset {value}, {told}"),
        }
    };
    values_picture(&values, &format!("{}{note}", values.text), &cell)
}

fn values_picture(
    values: &Grid,
    caption: &str,
    cell: &dyn Fn(i64, i64) -> Cell,
) -> Result<String, DrawError> {
    let picture = grid(4, 0, values.rows, values.columns, caption, cell);
    Ok(document(width(values.columns).max(text_width(caption)), height(values.rows), [picture]))
}

/// Which thread and value each element is, coloured by thread; grey where several
/// threads have one.
///
/// ```
/// use layout_algebra::draw::{Tile, Tiles, svg_tiles};
/// let picture = Tiles::one(Tile::new("", "(2,2):(1,2)".parse().unwrap(), 2, 2));
/// assert_eq!(svg_tiles(&picture).unwrap().matches("<rect").count(), 5);
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn svg_tiles(tiles: &Tiles) -> Result<String, DrawError> {
    let extent = |tile: &Tile| {
        let (rows, columns) = tile.extent();
        (height(rows), width(columns).max(text_width(&tile.caption)))
    };
    let (tops, lefts) = tiles.origins(extent);
    // The title stands in the first corner, or above where a tile is there.
    let corner_is_free = matches!(tiles.grid.first().map(Vec::as_slice), Some([None, ..]));
    let above = if tiles.title.is_empty() || corner_is_free { 0 } else { CAPTION };
    let title =
        Text::new(&tiles.title).set("x", 6).set("y", 20).set("font-size", 15).set("font-weight", "bold");
    let mut groups = Vec::new();
    if !tiles.title.is_empty() {
        groups.push(Group::new().add(title));
    }
    for (i, j, tile) in tiles.tiles() {
        let place = tile.places()?;
        let cell = |row: i64, column: i64| {
            let at = place(row, column);
            let (r, c) = at.element;
            match (at.label, at.first) {
                (Some((thread, value)), Some(first)) => Cell {
                    hover: format!("({r},{c}): {thread} {value}"),
                    fill: if at.shared { "#eee".into() } else { colour(first) },
                    lines: vec![thread, value],
                },
                _ => Cell { lines: Vec::new(), fill: "white".into(), hover: format!("({r},{c}): nobody") },
            }
        };
        let (rows, columns) = tile.extent();
        groups.push(grid(4 + lefts[j], above + tops[i], rows, columns, &tile.caption, &cell));
    }
    let end = |at: &[i64]| at.last().copied().unwrap_or(0);
    Ok(document(end(&lefts).max(text_width(&tiles.title)), above + end(&tops), groups))
}
