//! CuTe's types, which are opaque to MLIR: their texts taken apart.

use layout_algebra::Swizzle;

use super::text::{self, ComposedText, LayoutText, TextError, TileText, Tuple};

/// A type of `cute` or `cute_nvgpu`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CuteType {
    /// `shape`, `stride`, `coord`, `int_tuple`.
    Tuple(Tuple),
    /// `!cute.i32<divby 4>`: an integer of so many bits, and what divides it.
    Integer(u32, i64),
    /// `layout`.
    Layout(LayoutText),
    /// `composed_layout`.
    Composed(ComposedText),
    /// `swizzle`.
    Swizzle(Swizzle),
    /// `tile`.
    Tile(TileText),
    /// `ptr`.
    Pointer(PointerType),
    /// `memref`.
    View(PointerType, LayoutText),
    /// `memref` of a layout behind a function.
    ComposedView(PointerType, ComposedText),
    /// `arith_tuple_iter`.
    Iterator(Tuple),
    /// `coord_tensor`.
    Coordinates(Tuple, LayoutText),
    /// An instruction, or what is made of one: nothing of it is known at run time alone.
    Instruction(Instruction),
}

/// Where a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Anywhere.
    Generic,
    /// Memory of the device.
    Global,
    /// Memory of a block.
    Shared,
    /// Memory of a thread.
    Register,
}

impl Space {
    /// As types have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Global => "gmem",
            Self::Shared => "smem",
            Self::Register => "rmem",
        }
    }
}

/// `ptr<f16, smem, align<1024>, S<3,4,3>>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerType {
    /// The text of the elements' type.
    pub element: String,
    /// Where it points to.
    pub space: Space,
    /// What divides the address, in bytes.
    pub align: i64,
    /// What the address goes through, in bytes.
    pub swizzle: Option<Swizzle>,
}

/// An instruction and how it is tiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// An atom: the name, such as `atom.universal_copy`, and what stands in angle brackets.
    Atom(String, String),
    /// `tiled_copy`: the atom, (thread, value) to place, and the tile.
    Copy(Box<Self>, LayoutText, TileText),
    /// `tiled_mma`: the atom, the atoms by thread, and the permutation.
    Mma(Box<Self>, LayoutText, TileText),
}

/// The largest alignment, in bytes.
const LARGEST: i64 = 1 << 30;

/// A type that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// Its text is wrong.
    #[error("{0} is no type: {1}")]
    Text(String, TextError),
    /// There is none of the name, or it has other parts.
    #[error(
        "{0} is not understood; types are layout, composed_layout, shape, stride, coord, int_tuple, tile, swizzle, \
             ptr, memref, coord_tensor, arith_tuple_iter, tiled_copy, tiled_mma and atoms of cute_nvgpu"
    )]
    Unknown(String),
}

/// Whether a type's text is one of CuTe's.
pub fn is_cute(text: &str) -> bool {
    text.starts_with("!cute.") || text.starts_with("!cute_nvgpu.")
}

/// A type of CuTe's.
pub fn parse(text: &str) -> Result<CuteType, TypeError> {
    let of_text = |error| TypeError::Text(text.into(), error);
    let unknown = || TypeError::Unknown(text.into());
    let (name, parts) = parts(text).ok_or_else(unknown)?;
    let Some(name) = name.strip_prefix("!cute.") else {
        return Ok(CuteType::Instruction(instruction(text, 0).ok_or_else(unknown)??));
    };
    let quoted = |at: usize| parts.get(at).and_then(|p| quoted(p)).ok_or_else(unknown);
    Ok(match (name, parts.len()) {
        ("shape" | "stride" | "coord" | "int_tuple", 1) => {
            CuteType::Tuple(text::tuple(quoted(0)?).map_err(of_text)?)
        }
        ("i8" | "i16" | "i32" | "i64", 1) => {
            let div = parts[0].strip_prefix("divby ").and_then(|d| d.parse().ok()).filter(|d| *d > 0);
            CuteType::Integer(name[1..].parse().map_err(|_| unknown())?, div.ok_or_else(unknown)?)
        }
        ("layout", 1) => CuteType::Layout(text::layout(quoted(0)?).map_err(of_text)?),
        ("composed_layout", 1) => CuteType::Composed(text::composed(quoted(0)?).map_err(of_text)?),
        ("swizzle", 1) => CuteType::Swizzle(text::swizzle(quoted(0)?).map_err(of_text)?),
        ("tile", 1) => CuteType::Tile(text::tile(quoted(0)?).map_err(of_text)?),
        ("arith_tuple_iter", 1) => CuteType::Iterator(text::tuple(quoted(0)?).map_err(of_text)?),
        ("coord_tensor", 2) => CuteType::Coordinates(
            text::tuple(quoted(0)?).map_err(of_text)?,
            text::layout(quoted(1)?).map_err(of_text)?,
        ),
        ("ptr", _) => CuteType::Pointer(pointer(&parts).ok_or_else(unknown)?.map_err(of_text)?),
        ("memref", 2..) => {
            let (layout, pointed) = parts.split_last().ok_or_else(unknown)?;
            let layout = self::quoted(layout).ok_or_else(unknown)?;
            let pointer = pointer(pointed).ok_or_else(unknown)?.map_err(of_text)?;
            if layout.contains(" o ") {
                CuteType::ComposedView(pointer, text::composed(layout).map_err(of_text)?)
            } else {
                CuteType::View(pointer, text::layout(layout).map_err(of_text)?)
            }
        }
        ("tiled_copy" | "tiled_mma", _) => CuteType::Instruction(instruction(text, 0).ok_or_else(unknown)??),
        _ => return Err(unknown()),
    })
}

/// The name in front of angle brackets, and what stands in them, between commas.
fn parts(text: &str) -> Option<(&str, Vec<&str>)> {
    let Some(open) = text.find('<') else { return Some((text, Vec::new())) };
    let inside = text[open + 1..].strip_suffix('>')?;
    let (mut parts, mut depth, mut in_quotes, mut start) = (Vec::new(), 0usize, false, 0);
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            _ if in_quotes => {}
            b'<' | b'(' | b'[' => depth += 1,
            // The arrow of a function's type.
            b'>' if inside[..at].ends_with('-') => {}
            b'>' | b')' | b']' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                parts.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inside[start..].trim());
    (depth == 0 && !in_quotes).then_some((&text[..open], parts))
}

fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"').filter(|inside| !inside.contains('"'))
}

/// `f16, smem, align<16>, S<3,4,3>`; the swizzle has commas in its angle brackets alone.
fn pointer(parts: &[&str]) -> Option<Result<PointerType, TextError>> {
    let (element, rest) = parts.split_first()?;
    let mut pointer =
        PointerType { element: (*element).into(), space: Space::Generic, align: 0, swizzle: None };
    for part in rest {
        match *part {
            "generic" => pointer.space = Space::Generic,
            "gmem" => pointer.space = Space::Global,
            "smem" => pointer.space = Space::Shared,
            "rmem" => pointer.space = Space::Register,
            part if part.starts_with("S<") => match text::swizzle(part) {
                Ok(swizzle) => pointer.swizzle = Some(swizzle),
                Err(error) => return Some(Err(error)),
            },
            part => {
                let align = part.strip_prefix("align<")?.strip_suffix('>')?.parse().ok()?;
                pointer.align =
                    Some(align).filter(|a: &i64| *a > 0 && *a <= LARGEST && a.count_ones() == 1)?;
            }
        }
    }
    Some(Ok(pointer))
}

/// An atom, or a tiled copy or product of one.
fn instruction(text: &str, depth: usize) -> Option<Result<Instruction, TypeError>> {
    let (name, parts) = parts(text)?;
    if let Some(name) = name.strip_prefix("!cute_nvgpu.") {
        return Some(Ok(Instruction::Atom(name.into(), parts.join(", "))));
    }
    let named = |key: &str| {
        parts.iter().find_map(|part| quoted(part.strip_prefix(key)?.strip_prefix(" = <")?.strip_suffix('>')?))
    };
    let atom = match instruction(parts.first().filter(|_| depth == 0)?, depth + 1)? {
        Ok(atom) => Box::new(atom),
        Err(error) => return Some(Err(error)),
    };
    let (layout, tile) = match name {
        "!cute.tiled_copy" => (named("layout_copy_tv")?, named("tiler_mn")?),
        "!cute.tiled_mma" => (named("atom_layout_MNK")?, named("permutation_MNK").unwrap_or("[_;_;_]")),
        _ => return None,
    };
    let made = text::layout(layout).and_then(|layout| Ok((layout, text::tile(tile)?)));
    Some(match made {
        Ok((layout, tile)) if name == "!cute.tiled_copy" => Ok(Instruction::Copy(atom, layout, tile)),
        Ok((layout, tile)) => Ok(Instruction::Mma(atom, layout, tile)),
        Err(error) => Err(TypeError::Text(text.into(), error)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_and_instructions_are_read() {
        let CuteType::View(pointer, _) =
            parse("!cute.memref<f16, smem, align<1024>, S<3,3,3>, \"(8,64):(64,1)\">").unwrap()
        else {
            panic!()
        };
        assert_eq!((pointer.element.as_str(), pointer.space, pointer.align), ("f16", Space::Shared, 1024));
        assert!(pointer.swizzle.is_some());
        let copy = "!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <\"((8,16),8):((128,1),16)\">, \
                    tiler_mn = <\"[16:1;64:1]\">>";
        assert!(matches!(parse(copy), Ok(CuteType::Instruction(Instruction::Copy(..)))));
        let fma = "!cute.tiled_mma<!cute_nvgpu.atom.universal_fma<1x1x1, (f32, f32) -> f32 >, atom_layout_MNK = <\"(8,4,1):(4,1,0)\">, \
                   permutation_MNK = <\"[_;_;_]\">>";
        assert!(matches!(parse(fma), Ok(CuteType::Instruction(Instruction::Mma(..)))));
        assert_eq!(parse("!cute.i32<divby 4>"), Ok(CuteType::Integer(32, 4)));
        let nested = format!("{}4{}", "!cute.tiled_copy<".repeat(100_000), ">".repeat(100_000));
        assert!(parse(&nested).is_err());
        for wrong in [
            "!cute.layout<4:1>",
            "!cute.ptr<f16, smem, align<3>>",
            "!cute.thing<\"4\">",
            "!cute.layout<\"4\">",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_text_panics() {
        let pieces = [
            "!cute.",
            "!cute_nvgpu.atom.",
            "ptr",
            "memref",
            "layout",
            "tiled_mma",
            "tile",
            "i32",
            "coord_tensor",
            "<",
            ">",
            "\"",
            "4:1",
            "(?{div=8},4)",
            ":",
            "[",
            "]",
            ",",
            ", ",
            "f16",
            "smem",
            "align<16>",
            "S<3,4,3>",
            "divby 4",
            " = <",
            "é",
            "->",
        ];
        let mut state = 7u64;
        for _ in 0..20_000 {
            let mut text = String::from("!cute.");
            for _ in 0..10 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let _ = parse(&text).is_ok();
        }
    }
}
