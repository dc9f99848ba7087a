//! Which layout, encoding or instruction a text says, and what holds it.

use layout_algebra::AnyLayout;
use layout_dialect::{AttrValue, Known, parse_attr, parse_type};
use layout_tile::{Mma, Tv};

use crate::document::Written;

/// What can be said something about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A layout.
    Layout(AnyLayout),
    /// An encoding, and its text, which for a fragment says the tile's extent.
    Encoding(Tv, String),
    /// An instruction, and its text.
    Instruction(Mma, String),
}

/// The memory that a memref lies in, as far as its type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Space 3 or `#gpu.address_space<workgroup>`.
    Shared,
    /// Space 1 or `#gpu.address_space<global>`.
    Global,
    /// It says none.
    Unknown,
    /// Another.
    Other,
}

/// A memref or a tensor around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The extents; `None` where they are dynamic.
    pub shape: Vec<Option<i64>>,
    /// The element type.
    pub element: String,
    /// Bits of an element, where they are known.
    pub bits: Option<i64>,
    /// Where it lies.
    pub space: Space,
}

/// What the innermost of these is, and what holds it.
pub fn subject(around: &[Written]) -> Option<(Subject, Option<Holder>, &Written)> {
    let holding = |written: &Written| shaped(&written.text).map(|(_, holder)| holder);
    around.iter().enumerate().find_map(|(i, written)| {
        let (found, own) = read(&written.text)?;
        // The next one around it, as nothing else stands in a memref that has a layout.
        Some((found, own.or_else(|| around.get(i + 1).and_then(holding)), written))
    })
}

/// What a type or attribute without aliases says.
pub fn read(text: &str) -> Option<(Subject, Option<Holder>)> {
    if let Some((encoding, holder)) = shaped(text) {
        return Some((attribute(encoding?)?, Some(holder)));
    }
    Some((attribute(text)?, None))
}

fn attribute(text: &str) -> Option<Subject> {
    if let Some(body) = text.strip_prefix("!layout<") {
        let Known::Layout(layout) = parse_type(body.strip_suffix('>')?).ok()? else { return None };
        return Some(Subject::Layout(layout));
    }
    let body = match text.strip_prefix("#layout<") {
        Some(body) => body.strip_suffix('>')?.to_owned(),
        // An instruction within a fragment is written as an attribute of its own.
        None => text.strip_prefix("#layout.")?.replace("#layout.mma<", "mma<"),
    };
    match parse_attr(&body).ok()? {
        AttrValue::Layout(layout) => Some(Subject::Layout(layout)),
        AttrValue::Tv(tv) => Some(Subject::Encoding(tv, body)),
        AttrValue::Mma(mma) => Some(Subject::Instruction(mma, body)),
        AttrValue::Tile(_) | AttrValue::Coordinate(_) => None,
    }
}

/// The layout or encoding of a memref or tensor, and the rest of it.
fn shaped(text: &str) -> Option<(Option<&str>, Holder)> {
    let body = text.strip_prefix("memref<").or_else(|| text.strip_prefix("tensor<"))?.strip_suffix('>')?;
    let mut parts = pieces(body).into_iter();
    let (mut element, mut shape) = (parts.next()?, Vec::new());
    while let Some((extent, rest)) = element.split_once('x')
        && (extent == "?" || extent.bytes().all(|b| b.is_ascii_digit()) && !extent.is_empty())
    {
        shape.push(extent.parse().ok());
        element = rest.trim_start();
    }
    let (layouts, others): (Vec<&str>, Vec<&str>) = parts.partition(|p| p.starts_with("#layout"));
    let space = match others.first().map(|s| s.split(':').next().unwrap_or_default().trim()) {
        None => Space::Unknown,
        Some("3" | "#gpu.address_space<workgroup>") => Space::Shared,
        Some("1" | "#gpu.address_space<global>") => Space::Global,
        Some(_) => Space::Other,
    };
    let holder = Holder { shape, element: element.into(), bits: bits(element), space };
    Some((layouts.first().copied(), holder))
}

/// What stands between commas that are in no brackets.
fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[begin..i].trim());
                begin = i + 1;
            }
            _ => {}
        }
    }
    found.push(text[begin..].trim());
    found
}

/// Bits of an element type in memory; `None` where that is not fixed, as of `index`.
fn bits(element: &str) -> Option<i64> {
    let number = element.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    match &element[..element.len() - number.len()] {
        "i" | "si" | "ui" | "f" | "bf" => digits.parse().ok().filter(|n| *n > 0),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_holds_a_layout() {
        let of = |text: &str| read(text).unwrap().1.unwrap();
        let holder = of("memref<8x?xf16, #layout<(8,?):(?,1)>, 3 : i32>");
        assert_eq!((holder.shape, holder.bits, holder.space), (vec![Some(8), None], Some(16), Space::Shared));
        let spaces = [
            ("", Space::Unknown),
            (", 1", Space::Global),
            (", #gpu.address_space<workgroup>", Space::Shared),
            (", 5", Space::Other),
        ];
        for (text, space) in spaces {
            assert_eq!(of(&format!("memref<4xi1, #layout<4:1>{text}>")).space, space);
        }
        for (element, bits) in
            [("f8E4M3FN", Some(8)), ("bf16", Some(16)), ("ui4", Some(4)), ("index", None), ("tf32", None)]
        {
            assert_eq!(of(&format!("tensor<4x{element}, #layout<4:1>>")).bits, bits, "{element}");
        }
    }

    #[test]
    fn what_says_no_layout() {
        for text in [
            "memref<4xf16>",
            "memref<*xf16>",
            "memref<4xf16, affine_map<(d0) -> (d0)>>",
            "!layout<*>",
            "!layout.token",
            "#layout.tile<[4:1]>",
            "#layout<(4>",
            "#layout",
            "#a",
            "memref<",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn each_kind() {
        assert!(matches!(read("!layout<(?,?):(s1,1)>"), Some((Subject::Layout(_), None))));
        assert!(matches!(read("#layout.right<(2,3)>"), Some((Subject::Layout(_), None))));
        assert!(matches!(read("#layout.mma<m16n8k16>"), Some((Subject::Instruction(..), None))));
        let fragment = "#layout.frag<#layout.mma<m16n8k16>, A, 16x16>";
        assert!(matches!(read(fragment), Some((Subject::Encoding(..), None))));
        let tile = "tensor<4x8xf16, #layout.tv<32:1, 1:0>>";
        assert!(matches!(read(tile), Some((Subject::Encoding(..), Some(_)))));
    }
}
