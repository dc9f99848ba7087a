//! Pictures for LaTeX, with TikZ.

use std::fmt::Write;

use super::{DrawError, Grid, cells_of_tv, label};
use crate::composed::AnyLayout;
use crate::cute;
use crate::layout::Layout;

/// Shades by value modulo 8.
const GREYS: [u8; 8] = [0, 40, 20, 60, 10, 50, 30, 70];

fn document(comment: &str, rows: i64, columns: i64, body: &str) -> String {
    let mut out = format!("% {comment}\n\\documentclass[convert]{{standalone}}\n\\usepackage{{tikz}}\n");
    out.push_str("\\begin{document}\n\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},\n");
    out.push_str("  every node/.style={minimum size=1cm, outer sep=0pt}]\n");
    out.push_str(body);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\\draw[thick,shift={{(-0.5,-0.5)}}] (0,0) grid ({rows},{columns});");
    for row in 0..rows {
        let _ = writeln!(out, "\\node at ({row},-1) {{\\Large\\texttt{{{row}}}}};");
    }
    for column in 0..columns {
        let _ = writeln!(out, "\\node at (-1,{column}) {{\\Large\\texttt{{{column}}}}};");
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
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
    Ok(document(&format!("Layout: {}", cute::print(layout)), grid.rows, grid.columns, &body))
}

/// A standalone LaTeX document of who owns which element of a tile of `rows` by
/// `columns`, from (thread, value) to the element's column-major number.
///
/// # Errors
/// [`DrawError`].
pub fn print_latex_tv(tv: &Layout, rows: i64, columns: i64) -> Result<String, DrawError> {
    const COLOURS: [&str; 8] = [
        "175,175,255",
        "175,255,175",
        "255,255,175",
        "255,175,175",
        "210,210,255",
        "210,255,210",
        "255,255,210",
        "255,210,210",
    ];
    let mut body = String::new();
    for (i, owners) in cells_of_tv(tv, rows, columns)?.iter().enumerate() {
        let (row, column) = (i as i64 % rows, i as i64 / rows);
        let Some((thread, value)) = label(owners) else { continue };
        let [r, g, b] = {
            let mut parts = COLOURS[owners[0].0.rem_euclid(8) as usize].split(',');
            [parts.next(), parts.next(), parts.next()].map(Option::unwrap_or_default)
        };
        let _ = writeln!(
            body,
            "\\node[fill={{rgb,255:red,{r};green,{g};blue,{b}}}] at ({row},{column}) {{\\shortstack{{{thread}\\\\{value}}}}};"
        );
    }
    Ok(document(&format!("Thread-value layout: {}", cute::print(tv)), rows, columns, &body))
}
