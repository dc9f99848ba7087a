//! The subcommands that look at layouts: equality, pictures, banks, swizzles.

use std::path::Path;

use layout_algebra::draw::{
    Tiles, print_latex, print_latex_tiles, print_layout, print_tiles, svg_layout, svg_tiles,
};
use layout_algebra::{AnyLayout, Equivalence, Expr, Layout, prove_equal, with_names};
use layout_target::draw::svg_banks;
use layout_target::{
    Access, BankReport, Synthesis, bank_conflicts, coalescing, synthesize_swizzle, widest_access,
};

/// What a command prints, and its exit status.
pub struct Report {
    /// For standard output.
    pub text: String,
    /// 0 if the answer is yes, 1 if it is no, 2 if it is unknown.
    pub status: u8,
}

/// Errors as messages.
pub type Result<T> = std::result::Result<T, String>;

fn message<E: std::fmt::Display>(error: E) -> String {
    error.to_string()
}

/// Whether two layouts are the same function.
pub fn equal(a: &AnyLayout, b: &AnyLayout, names: &[String]) -> Report {
    let report = |text: String, status: u8| Report { text, status };
    let expr = |e: &Expr| with_names(&e.named(), names);
    match prove_equal(a, b) {
        Equivalence::Equal => report("equal".into(), 0),
        Equivalence::Sizes { a, b } => report(format!("different sizes: {} and {}", expr(&a), expr(&b)), 1),
        Equivalence::Differ { coordinate, a, b, symbols } => {
            let bound: Vec<String> =
                symbols.iter().map(|(s, v)| format!("{} = {v}", expr(&(*s).into()))).collect();
            let when = if bound.is_empty() { String::new() } else { format!(", for {}", bound.join(", ")) };
            report(format!("different at coordinate {coordinate}: {a} and {b}{when}"), 1)
        }
        Equivalence::Unknown(why) => report(format!("unknown: {}", with_names(&why, names)), 2),
    }
}

/// What to draw.
pub enum Picture {
    /// A layout's values.
    Layout(AnyLayout),
    /// Which thread and value each element of tiles is.
    Tiles(Tiles),
    /// The banks of a tile of elements of so many bits.
    Banks(AnyLayout, i64),
}

/// The picture in the format of the file's extension; a table without a file.
pub fn draw(picture: &Picture, file: Option<&Path>) -> Result<String> {
    let extension = file.map_or(Some("txt"), |f| f.extension().and_then(|e| e.to_str()));
    match (picture, extension.unwrap_or_default()) {
        (Picture::Layout(l), "txt") => print_layout(l),
        (Picture::Layout(l), "svg") => svg_layout(l),
        (Picture::Layout(l), "tex") => print_latex(l),
        (Picture::Tiles(t), "txt") => print_tiles(t),
        (Picture::Tiles(t), "svg") => svg_tiles(t),
        (Picture::Tiles(t), "tex") => print_latex_tiles(t),
        (Picture::Banks(l, bits), "svg") => svg_banks(l, *bits),
        (Picture::Banks(..), "tex" | "txt") => return Err("banks are drawn as SVG; write -o FILE.svg".into()),
        (_, other) => {
            return Err(format!("there is no picture format `.{other}`; use -o FILE.svg, .tex or .txt"));
        }
    }
    .map_err(message)
}

fn line(name: &str, report: &BankReport) -> String {
    let verdict = match report.wavefronts == report.ideal {
        true => "no conflicts".to_owned(),
        false => format!("{}-way conflicts", report.degree),
    };
    format!(
        "{name}: {} instructions, {} wavefronts of at least {}: {verdict}",
        report.instructions, report.wavefronts, report.ideal
    )
}

/// Bank conflicts, sectors and the widest access of a warp.
pub fn banks(layout: &AnyLayout, bits: i64, access: &Access) -> Result<Report> {
    let report = bank_conflicts(layout, bits, access).map_err(message)?;
    let sectors = coalescing(layout, bits, access).map_err(message)?;
    let widest = widest_access(layout, bits, &access.tv, 16);
    let text = format!(
        "{}\nglobal memory: {} sectors of 32 bytes, of at least {}\nwidest access: {widest} bytes",
        line("shared memory", &report),
        sectors.sectors,
        sectors.ideal
    );
    Ok(Report { text, status: u8::from(report.wavefronts > report.ideal) })
}

/// The swizzle for a tile and its accesses.
pub fn swizzle(tile: &Layout, bits: i64, accesses: &[Access]) -> Result<Report> {
    let found = synthesize_swizzle(tile, bits, accesses).map_err(message)?;
    let Synthesis { swizzle, layout, before, after } = &found;
    let mut text = format!("{swizzle}\n{layout}");
    for ((access, before), after) in accesses.iter().zip(before).zip(after) {
        text += &match before {
            Ok(before) => format!("\n  before  {}", line(&access.name, before)),
            Err(error) => format!("\n  before  {}: {error}", access.name),
        };
        text += &format!("\n  after   {}", line(&access.name, after));
    }
    Ok(Report { text, status: u8::from(!found.is_free()) })
}

/// The usual accesses to a tile of two modes, one of them contiguous; messages write
/// unknowns `sN`, by their numbers.
pub fn usual_access(name: &str, tile: &Layout, bits: i64) -> Result<Access> {
    let modes = tile.modes();
    let text = tile.named();
    let no_tile = || format!("{name} needs a tile of two modes, one of stride 1; {text} is none");
    let [a, b] = modes.as_slice() else { return Err(no_tile()) };
    let size = |l: &Layout| -> Result<i64> {
        let size = l.size().map_err(message)?;
        let unknown = || format!("{name} needs a tile of known sizes; {} of {text} is dynamic", size.named());
        size.as_const().ok_or_else(unknown)
    };
    let (rows, columns) = (size(a)?, size(b)?);
    let contiguous = |l: &Layout| l.stride_leaves().first().is_some_and(|d| d.is(1));
    // Numbers of the domain: a step down is 1, a step to the right `rows`.
    let (lines, along, line_step, step) = match (contiguous(b), contiguous(a)) {
        (true, _) => (rows, columns, 1, rows),
        (_, true) => (columns, rows, rows, 1),
        _ => return Err(no_tile()),
    };
    let chunk = 128 / bits.max(1);
    if chunk < 1 || along % chunk != 0 || lines < 8 {
        return Err(format!(
            "{name} takes rows of 16 bytes, eight at a time; {text} of {bits}-bit elements has none"
        ));
    }
    let wide = step * chunk;
    let tv = match name {
        // Eight rows of 16 bytes a phase; two phases down, two to the right.
        "ldmatrix" | "stmatrix" => match (lines >= 16, along >= 2 * chunk) {
            (true, true) => format!("((8,2,2),{chunk}):(({line_step},{},{wide}),{step})", 8 * line_step),
            (true, false) => format!("((8,2),{chunk}):(({line_step},{}),{step})", 8 * line_step),
            _ => format!("(8,{chunk}):({line_step},{step})"),
        },
        // Threads side by side along a row, then the next row.
        "cp.async" | "vector" => {
            let across = (along / chunk).min(32);
            let down = (32 / across).min(lines);
            format!("(({across},{down}),{chunk}):(({wide},{line_step}),{step})")
        }
        _ => {
            return Err(format!(
                "there is no usual access `{name}`; known are ldmatrix, stmatrix, cp.async, vector"
            ));
        }
    };
    Ok(Access { name: name.into(), tv: tv.parse().map_err(message)?, bytes: 16 })
}
