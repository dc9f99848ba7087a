//! Pictures for LaTeX, with TikZ.

use std::fmt::Write;

use super::{DrawError, Grid, Tiles};
use crate::composed::AnyLayout;
use crate::cute;

/// Shades by value modulo 8.
const GREYS: [u8; 8] = [0, 40, 20, 60, 10, 50, 30, 70];

/// Colours by thread modulo 8: red, green, blue.
const COLOURS: [[u8; 3]; 8] = [
    [175, 175, 255],
    [175, 255, 175],
    [255, 255, 175],
    [255, 175, 175],
    [210, 210, 255],
    [210, 255, 210],
    [255, 255, 210],
    [255, 210, 210],
];

/// A document with comments on top, and a picture.
fn document(comments: &str, body: &str) -> String {
    let mut out = String::new();
    for comment in comments.lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "% {comment}");
    }
    out.push_str("\\documentclass[convert]{standalone}\n\\usepackage{tikz}\n");
    out.push_str("\\begin{document}\n\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},\n");
    out.push_str("  every node/.style={minimum size=1cm, outer sep=0pt}]\n");
    out.push_str(body);
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}

/// Lines around cells, and the numbers of rows and columns, from (top, left) on.
fn frame(out: &mut String, (top, left): (i64, i64), (rows, columns): (i64, i64)) {
    let (bottom, right) = (top + rows, left + columns);
    let _ = writeln!(out, "\\draw[thick,shift={{(-0.5,-0.5)}}] ({top},{left}) grid ({bottom},{right});");
    for row in 0..rows {
        let _ = writeln!(out, "\\node at ({},{}) {{\\Large\\texttt{{{row}}}}};", top + row, left - 1);
    }
    for column in 0..columns {
        let _ = writeln!(out, "\\node at ({},{}) {{\\Large\\texttt{{{column}}}}};", top - 1, left + column);
    }
}

/// A standalone LaTeX document with the layout's values, shaded by value.
///
/// ```
/// use layout_algebra::draw::print_latex;
/// let text = print_latex(&"(2,3):(3,1)".parse().unwrap()).unwrap();
/// assert!(text.contains(r"\node[fill=black!60] at (1,0) {3};"));
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn print_latex(layout: &AnyLayout) -> Result<String, DrawError> {
    let grid = Grid::of_layout(layout)?;
    let mut body = String::new();
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let value = grid.at(row, column);
            let grey = GREYS[value.rem_euclid(8) as usize];
            let _ = writeln!(body, "\\node[fill=black!{grey}] at ({row},{column}) {{{value}}};");
        }
    }
    frame(&mut body, (0, 0), (grid.rows, grid.columns));
    Ok(document(&format!("Layout: {}", cute::print(layout)), &body))
}

/// A standalone LaTeX document of which thread and value each element is, coloured by
/// thread.
///
/// ```
/// use layout_algebra::draw::{Tile, Tiles, print_latex_tiles};
/// let picture = Tiles::one(Tile::new("", "(2,2):(1,2)".parse().unwrap(), 2, 2));
/// assert!(print_latex_tiles(&picture).unwrap().contains(r"at (1,0) {\shortstack{T1\\V0}};"));
/// ```
///
/// # Errors
/// [`DrawError`].
pub fn print_latex_tiles(tiles: &Tiles) -> Result<String, DrawError> {
    let mut comments = tiles.title.clone();
    let mut body = String::new();
    // Two cells between tiles hold the numbers of the next one.
    let (tops, lefts) = tiles.origins(|tile| (tile.extent().0 + 2, tile.extent().1 + 2));
    for (i, j, tile) in tiles.tiles() {
        let label = if tile.name.is_empty() { "Thread-value layout" } else { &tile.name };
        let _ = write!(comments, "\n{label}: {}", cute::print(&tile.tv));
        let (top, left, place) = (tops[i], lefts[j], tile.places()?);
        let (rows, columns) = tile.extent();
        for (row, column) in (0..columns).flat_map(|c| (0..rows).map(move |r| (r, c))) {
            let at = place(row, column);
            let (Some((thread, value)), Some(first)) = (at.label, at.first) else { continue };
            let [r, g, b] = COLOURS[first.rem_euclid(8) as usize];
            let _ = writeln!(
                body,
                "\\node[fill={{rgb,255:red,{r};green,{g};blue,{b}}}] at ({},{}) {{\\shortstack{{{thread}\\\\{value}}}}};",
                top + row,
                left + column
            );
        }
        if !tile.name.is_empty() {
            let _ = writeln!(body, "\\node at ({},{}) {{\\Large {}}};", top - 1, left - 1, tile.name);
        }
        frame(&mut body, (top, left), (rows, columns));
    }
    Ok(document(comments.trim_start(), &body))
}
