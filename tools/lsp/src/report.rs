//! What is to be known of a layout, an encoding or an instruction, as Markdown.

use std::fmt::Write;

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, LayoutLike, Tri, coalesce, left_inverse, upcast};
use layout_calc::encoding;
use layout_calc::report::{Picture, banks, draw, usual_access};
use layout_target::{Access, WARP};
use layout_tile::Tv;

use crate::subject::{Holder, Space, Subject};

/// Cells of a picture: more would not fit beside a cursor.
const ROWS: usize = 16;
const WIDTH: usize = 100;
/// More columns than a width has: a cell is at least 4 wide.
const COLUMNS: i64 = WIDTH as i64 / 4 + 1;
/// Layouts of more elements are not asked one by one whether two of them coincide.
const MOST_ELEMENTS: i64 = 1 << 18;
/// Bits of the widest access.
const WIDEST: i64 = 128;

/// All of it.
pub fn report(subject: &Subject, holder: Option<&Holder>) -> String {
    match subject {
        Subject::Layout(layout) => of_layout(layout, holder),
        Subject::Encoding(tv, text) => of_encoding(tv, text, holder),
        Subject::Instruction(mma, text) => {
            let [m, n, k] = mma.tile();
            let title =
                format!("Instruction `{mma}`\n\n- {m}\u{d7}{n}\u{d7}{k} by {} threads\n", mma.threads());
            title + &picture_of(text, None)
        }
    }
}

fn of_layout(layout: &AnyLayout, holder: Option<&Holder>) -> String {
    let mut out = format!("Layout `{layout}`\n\n");
    let mut line = |text: String| out += &format!("- {text}\n");
    let measured = |name: &str, value: Option<String>| value.map(|v| format!("{name} {v}"));
    let measures = [
        measured("size", layout.size().ok().map(|e| code(&e.named()))),
        measured("cosize", layout.cosize().ok().map(|e| code(&e.named()) + from_below(layout))),
        injective(layout),
    ];
    line(measures.into_iter().flatten().collect::<Vec<_>>().join(", "));
    if let Ok(fewest) = coalesce(layout) {
        line(format!("coalesced `{fewest}`"));
    }
    line(vectors(layout, holder));
    for access in accesses(layout, holder) {
        line(access);
    }
    // Of a layout with symbols there is no picture.
    if layout.symbols().is_empty() { out + &fenced(&table(layout)) } else { out }
}

/// What a cosize is where the largest index is not one less.
fn from_below(layout: &AnyLayout) -> &'static str {
    let below = layout.domain().stride_leaves().iter().any(|stride| stride.le(&Expr::from(-1)) == Tri::Yes);
    if below { " from the smallest index to the largest" } else { "" }
}

/// A number plain, an expression as code.
fn code(text: &str) -> String {
    if text.parse::<i64>().is_ok() { text.into() } else { format!("`{text}`") }
}

/// Whether different coordinates have different indices, where that is known.
fn injective(layout: &AnyLayout) -> Option<String> {
    let size = layout.size().ok()?.as_const();
    let values = size.filter(|n| *n <= MOST_ELEMENTS).and_then(|size| {
        let value = |i| Some((layout.eval(i)?, i));
        (0..size).map(value).collect::<Option<Vec<_>>>()
    });
    let Some(mut values) = values else {
        let moves = layout.outer().is_none()
            && layout.domain().stride_leaves().iter().all(|stride| stride.as_const() != Some(0));
        return (moves && left_inverse(layout).is_ok()).then(|| "injective".into());
    };
    values.sort_unstable();
    let twice = values.windows(2).find(|pair| pair[0].0 == pair[1].0);
    Some(match twice {
        None => "injective".into(),
        Some(pair) => {
            format!(
                "not injective: coordinates {} and {} both have index {}",
                pair[0].1, pair[1].1, pair[0].0
            )
        }
    })
}

/// How many elements lie side by side, aligned, wherever an access of so many begins.
fn vectors(layout: &AnyLayout, holder: Option<&Holder>) -> String {
    let bits = holder.and_then(|h| h.bits);
    let most = bits.map_or(16, |b| WIDEST / b.min(WIDEST));
    let whole = |factor: i64| {
        let (wide, size) = (upcast(layout, factor).ok()?.size().ok()?, layout.size().ok()?);
        (wide.mul(&factor.into()).ok()? == size).then_some(factor)
    };
    let factors = std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|n| *n <= most);
    let count = factors.filter_map(whole).last().unwrap_or(1);
    let bytes = match (holder, bits) {
        (Some(h), Some(b)) if count * b % 8 == 0 => format!(": {} bytes of `{}`", count * b / 8, h.element),
        _ => String::new(),
    };
    let more = if bits.is_none() && count == most { " or more" } else { "" };
    format!("vector width {count}{more}{bytes}")
}

/// What usual accesses of a warp cost in the memory that the holder lies in.
fn accesses(layout: &AnyLayout, holder: Option<&Holder>) -> Vec<String> {
    let Some(Holder { bits: Some(bits), space, .. }) = holder else { return vec![] };
    let wide =
        ["ldmatrix", "cp.async"].iter().filter_map(|name| usual_access(name, layout.domain(), *bits).ok());
    let single = (0..2).filter_map(|mode| along(layout.domain(), mode, *bits));
    let cost = |access: Access| {
        let text = banks(layout, *bits, &access).ok()?.text;
        let lines = text.lines().filter(|line| match space {
            Space::Shared => line.starts_with("shared"),
            Space::Global => line.starts_with("global"),
            Space::Unknown => !line.starts_with("widest"),
            Space::Other => false,
        });
        let lines: Vec<&str> = lines.collect();
        (!lines.is_empty()).then(|| format!("{}: {}", access.name, lines.join("; ")))
    };
    wide.chain(single).filter_map(cost).collect()
}

/// An element for each thread of a warp, side by side in a mode.
fn along(tile: &Layout, mode: usize, bits: i64) -> Option<Access> {
    let modes = tile.modes();
    let size = |l: &Layout| l.size().ok()?.as_const();
    let step: i64 = modes[..mode.min(modes.len())].iter().map(size).product::<Option<i64>>()?;
    let threads = size(modes.get(mode)?)?.min(WARP);
    let tv = format!("({threads},1):({step},0)").parse().ok()?;
    (threads > 1 && bits % 8 == 0).then(|| Access {
        name: format!("a thread each along mode {mode}"),
        tv,
        bytes: bits / 8,
    })
}

fn of_encoding(tv: &Tv, text: &str, holder: Option<&Holder>) -> String {
    let mut out = format!("Encoding `{tv}`\n\n");
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "- {} threads hold {} of {} elements each",
        tv.thread_count(),
        tv.value_count(),
        tv.size()
    );
    out += &match tv.replicas() {
        1 => ", each element once\n".into(),
        many => format!(", each element {many} times\n"),
    };
    if let Some(bits) = holder.and_then(|h| h.bits) {
        let _ = writeln!(out, "- {} registers a thread", tv.register_count(bits));
    }
    let _ =
        writeln!(out, "- thread `{}`, value `{}`, the first dimension fastest", tv.threads(), tv.values());
    let shape: Option<Vec<i64>> = holder.and_then(|h| h.shape.iter().copied().collect());
    // Further dimensions go on to the right.
    let extent = shape.filter(|s| s.len() > 1).map(|s| [s[0], s[1..].iter().product()]);
    out + &picture_of(text, extent)
}

fn picture_of(text: &str, extent: Option<[i64; 2]>) -> String {
    let drawn = encoding::picture(text, extent)
        .unwrap_or_else(|| Err(String::new()))
        .and_then(|tiles| draw(&Picture::Tiles(tiles), None));
    fenced(&drawn.map(|text| cropped(&text)))
}

/// The indices by row and column; of a large layout those of its corner.
fn table(layout: &AnyLayout) -> Result<String, String> {
    let without_title =
        |text: String| text.split_once('\n').map_or_else(String::new, |(_, rest)| cropped(rest));
    let drawn = |layout: &AnyLayout| draw(&Picture::Layout(layout.clone()), None).map(without_title);
    drawn(layout).or_else(|error| drawn(&corner(layout).ok_or(error)?))
}

/// A static layout of at least the rows and columns that are shown, where it has so many: mode 0 downwards, all others to
/// the right, a single one too.
fn corner(layout: &AnyLayout) -> Option<AnyLayout> {
    let modes = layout.domain().modes();
    let parts = match modes.as_slice() {
        [rows, columns @ ..] if !columns.is_empty() => {
            vec![beginning(std::slice::from_ref(rows), ROWS as i64 + 1)?, beginning(columns, COLUMNS)?]
        }
        single => vec![beginning(single, COLUMNS)?],
    };
    layout.on_domain(|_| Layout::concat(&parts)).ok()
}

/// The first coordinates of modes: `least` of them or somewhat more.
fn beginning(modes: &[Layout], least: i64) -> Option<Layout> {
    let (mut sizes, mut strides, mut count) = (Vec::new(), Vec::new(), 1);
    let leaves = modes.iter().flat_map(|mode| mode.shape_leaves().iter().zip(mode.stride_leaves()));
    for (size, stride) in leaves {
        if count >= least {
            break;
        }
        let size = size.as_const()?.min((least + count - 1) / count);
        count *= size;
        sizes.push(Expr::from(size));
        strides.push(stride.clone());
    }
    Layout::new(&IntTuple::flat(sizes), &IntTuple::flat(strides)).ok()
}

fn fenced(text: &Result<String, String>) -> String {
    match text {
        Ok(text) => format!("\n```text\n{}\n```\n", text.trim_end_matches('\n')),
        Err(error) if error.is_empty() => String::new(),
        Err(error) => format!("\nNo picture: {error}\n"),
    }
}

/// The first rows and columns of each table; blank lines part them.
fn cropped(text: &str) -> String {
    text.split("\n\n").map(cropped_table).collect::<Vec<_>>().join("\n\n")
}

fn cropped_table(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_rule = |line: &&str| line.trim_start().starts_with("+-");
    let Some(first) = lines.iter().position(is_rule) else { return text.into() };
    let cut = lines[first].get(..WIDTH).and_then(|part| part.rfind('+'));
    // The numbers of the columns stand above the first rule, and above them what the table shows.
    let kept = first + 1 + 2 * ROWS;
    let line = |(i, line): (usize, &&str)| match cut {
        Some(cut) if i + 1 >= first => line.chars().take(cut + 1).collect::<String>() + " …",
        _ => (*line).to_owned(),
    };
    let mut shown: Vec<String> = lines.iter().take(kept).enumerate().map(line).collect();
    if lines.len() > kept {
        shown.push("…".into());
    }
    shown.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(layout: &str) -> String {
        of_layout(&layout.parse().unwrap(), None)
    }

    #[test]
    fn large_layouts_are_cut_before_they_are_drawn() {
        for layout in [
            "(64,64,64):(1,64,4096)",
            "((3,1000),(5,7,1000)):((1,3),(3000,15000,105000))",
            "(4,100000):(1,4)",
        ] {
            let text = shown(layout);
            assert!(!text.contains("No picture"), "{text}");
            let rows = text.lines().filter(|line| line.contains("  |")).count();
            assert_eq!(rows, if layout.starts_with("(4,") { 4 } else { ROWS }, "{text}");
            assert!(text.lines().any(|line| line.ends_with("| …")), "{text}");
        }
        assert!(shown("(64,64,64):(1,64,4096)").contains("\n 1  |    1 |   65 |  129 |"));
        assert!(!shown("100000:1").contains("No picture"));
        assert!(shown("S<3,3,3> o 0 o (64,64,64):(64,1,4096)").contains("\n 1  |   72 |   73 |"));
    }

    #[test]
    fn a_cosize_says_what_it_counts() {
        assert!(shown("4:-1").contains("cosize 4 from the smallest index to the largest, injective"));
        assert!(shown("4:1").contains("cosize 4, injective"));
    }
}
