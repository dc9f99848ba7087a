//! Between what a value is and what its type says: the two are one, or an error says where they differ.

use layout_algebra::{
    AnyLayout, Basis, ComposedLayout, Equivalence, Expr, IntTuple, LayoutLike, Outer, Profile, Swizzle,
    SymbolFacts, Tiler, Tri, prove_equal,
};
use layout_mlir::ir;
use melior::ir::{Type, Value};

use super::meaning::{Leaf, Map, Meaning, Pointer, Start, map};
use super::text::{ComposedText, LayoutText, Leaf as Written, Number, OuterText, TileText, Tuple};
use super::types::{CuteType, PointerType, Space};
use super::write::Writer;

type Result<T> = std::result::Result<T, String>;

/// What gives the value of each `?`, by its width and divisor.
pub type Supply<'s> = &'s mut dyn FnMut(u32, i64) -> Result<Expr>;

/// A supply of nothing: of types that must be static.
pub fn nothing(_: u32, _: i64) -> Result<Expr> {
    Err("has no operand for a `?` of its type; there is one for each".into())
}

fn leaf(written: &Written, supply: Supply<'_>) -> Result<Leaf> {
    let integer = match written.number {
        Number::Keep => return Ok(Leaf::Keep),
        Number::Static(value) => Expr::Const(value),
        Number::Dynamic { bits, div } => supply(bits, div)?,
    };
    Ok(if written.path.is_empty() {
        Leaf::Int(integer)
    } else {
        Leaf::Basis(Basis::new(&written.path, integer))
    })
}

/// The tuple of a text with values for each `?`, from left to right.
pub fn tuple(text: &Tuple, supply: Supply<'_>) -> Result<IntTuple<Leaf>> {
    text.try_map(|written| leaf(written, supply))
}

/// The layout of a text.
pub fn layout(text: &LayoutText, supply: Supply<'_>) -> Result<Map> {
    let shape = integers(&tuple(&text.shape, supply)?)?;
    map(&shape, &tuple(&text.stride, supply)?)
}

/// The composed layout of a text.
pub fn composed(text: &ComposedText, supply: Supply<'_>) -> Result<Map> {
    let outer = match &text.outer {
        OuterText::Swizzle(swizzle) => Outer::Swizzle(*swizzle),
        OuterText::Layout(text) => Outer::Layout(plain(&layout(text, supply)?)?),
    };
    let offset = integers(&tuple(&text.offset, supply)?)?;
    let [offset] = &offset.leaves[..] else { return Err("is composed with a coordinate between".into()) };
    let inner = plain(&layout(&text.inner, supply)?)?;
    Ok(Map::Index(AnyLayout::composed(outer, offset.clone(), inner)))
}

/// The tile of a text.
pub fn tile(text: &TileText, supply: Supply<'_>) -> Result<Tiler> {
    Ok(match text {
        TileText::Keep => Tiler::Keep,
        TileText::Layout(text) => Tiler::Layout(plain(&layout(text, supply)?)?),
        TileText::Modes(modes) => {
            Tiler::Tuple(modes.iter().map(|mode| tile(mode, supply)).collect::<Result<_>>()?)
        }
    })
}

/// The layout itself, of one that is neither composed nor of coordinates.
pub fn plain(map: &Map) -> Result<layout_algebra::Layout> {
    match map {
        Map::Index(l) => l.plain("this").cloned().map_err(|e| e.to_string()),
        Map::Coordinate(l) => Err(format!("takes a layout of integers, and {l} is of coordinates")),
    }
}

/// A tuple of integers alone.
pub fn integers(tuple: &IntTuple<Leaf>) -> Result<IntTuple> {
    tuple.try_map(|leaf| {
        leaf.integer().cloned().ok_or_else(|| "takes integers alone, no `_` and no modes".into())
    })
}

/// What a value of the type is, of values for each `?`, and of a pointer for memory.
pub fn filled<'c, 'a>(
    r#type: &CuteType,
    supply: Supply<'_>,
    pointer: &mut dyn FnMut(&PointerType) -> Result<Pointer<'c, 'a>>,
) -> Result<Meaning<'c, 'a>> {
    Ok(match r#type {
        CuteType::Tuple(text) => Meaning::Tuple(tuple(text, supply)?),
        CuteType::Integer(bits, div) => Meaning::Tuple(IntTuple::single(Leaf::Int(supply(*bits, *div)?))),
        CuteType::Layout(text) => Meaning::Layout(layout(text, supply)?),
        CuteType::Composed(text) => Meaning::Layout(composed(text, supply)?),
        CuteType::Swizzle(swizzle) => Meaning::Swizzle(*swizzle),
        CuteType::Tile(text) => Meaning::Tile(tile(text, supply)?),
        CuteType::Pointer(p) => Meaning::Start(Start::Memory(pointer(p)?)),
        CuteType::View(p, text) => {
            let start = Start::Memory(pointer(p)?);
            Meaning::Tensor(start, layout(text, supply)?)
        }
        CuteType::ComposedView(p, text) => {
            let start = Start::Memory(pointer(p)?);
            Meaning::Tensor(start, composed(text, supply)?)
        }
        CuteType::Iterator(text) => Meaning::Start(Start::Coordinate(integers(&tuple(text, supply)?)?)),
        CuteType::Coordinates(start, text) => {
            let start = Start::Coordinate(integers(&tuple(start, supply)?)?);
            Meaning::Tensor(start, layout(text, supply)?)
        }
        CuteType::Instruction(instruction) => Meaning::Instruction(instruction.clone()),
    })
}

/// The widths of the integers that a value of the type has at run time, and whether pointers come before: their spaces.
pub fn parts(r#type: &CuteType) -> (Option<(Space, bool)>, Vec<(u32, i64)>) {
    let (mut widths, mut space) = (Vec::new(), None);
    let mut note = |bits: u32, div: i64| {
        widths.push((bits, div));
        Ok(Expr::ONE)
    };
    // A layout of ones is one, whatever it is filled with later.
    let texts = |tuples: &[&Tuple], note: Supply<'_>| tuples.iter().for_each(|t| drop(tuple(t, note)));
    let layout = |l: &LayoutText, note: Supply<'_>| texts(&[&l.shape, &l.stride], note);
    let composed = |c: &ComposedText, note: Supply<'_>| {
        if let OuterText::Layout(outer) = &c.outer {
            layout(outer, note);
        }
        texts(&[&c.offset], note);
        layout(&c.inner, note);
    };
    match r#type {
        CuteType::Tuple(t) | CuteType::Iterator(t) => texts(&[t], &mut note),
        CuteType::Integer(bits, div) => drop(note(*bits, *div)),
        CuteType::Layout(l) => layout(l, &mut note),
        CuteType::Composed(c) => composed(c, &mut note),
        CuteType::Tile(t) => tile_parts(t, &mut note),
        CuteType::Pointer(p) => space = Some((p.space, p.swizzle.is_some())),
        CuteType::View(p, l) => {
            space = Some((p.space, p.swizzle.is_some()));
            layout(l, &mut note);
        }
        CuteType::ComposedView(p, c) => {
            space = Some((p.space, p.swizzle.is_some()));
            composed(c, &mut note);
        }
        CuteType::Coordinates(t, l) => {
            texts(&[t], &mut note);
            layout(l, &mut note);
        }
        CuteType::Swizzle(_) | CuteType::Instruction(_) => {}
    }
    (space, widths)
}

/// What divides each integer of a tuple as its type has it.
pub fn divisors(r#type: &CuteType) -> Vec<i64> {
    let divisor = |number: Number| match number {
        Number::Keep => 1,
        Number::Static(value) => value.checked_abs().unwrap_or(1).max(1),
        Number::Dynamic { div, .. } => div,
    };
    match r#type {
        CuteType::Tuple(text) => text.leaves.iter().map(|leaf| divisor(leaf.number)).collect(),
        CuteType::Integer(_, div) => vec![*div],
        _ => Vec::new(),
    }
}

fn tile_parts(tile: &TileText, note: Supply<'_>) {
    match tile {
        TileText::Keep => {}
        TileText::Layout(l) => {
            let _ = (tuple(&l.shape, note), tuple(&l.stride, note));
        }
        TileText::Modes(modes) => modes.iter().for_each(|mode| tile_parts(mode, note)),
    }
}

/// The MLIR types of those parts, in order: pointer, its offset where it is swizzled, integers.
pub fn part_types<'c, 'a>(r#type: &CuteType, writer: &Writer<'_, 'c, 'a>) -> Result<Vec<Type<'c>>>
where
    'c: 'a,
{
    let (space, widths) = parts(r#type);
    let mut out = Vec::new();
    if let Some((space, swizzled)) = space {
        out.push(writer.pointer_type(space)?);
        if swizzled {
            out.push(writer.r#type("i64")?);
        }
    }
    for (bits, _) in widths {
        out.push(writer.r#type(&format!("i{bits}"))?);
    }
    Ok(out)
}

/// What a value of the type is, of the values of its parts.
pub fn from_parts<'c: 'a, 'a>(
    r#type: &CuteType,
    values: &[Value<'c, 'a>],
    writer: &mut Writer<'_, 'c, 'a>,
) -> Result<Meaning<'c, 'a>> {
    let mut values = values.iter().copied();
    let (space, _) = parts(r#type);
    let mut take = || values.next().ok_or_else(|| "has fewer values than its type".to_owned());
    let (mut base, mut offset) = (None, Expr::ZERO);
    if let Some((_, swizzled)) = space {
        base = Some(take()?);
        if swizzled {
            offset = writer.symbols.of(take()?, SymbolFacts::NONE).into();
        }
    }
    let mut integers = Vec::new();
    for value in values {
        integers.push(value);
    }
    let mut integers = integers.into_iter();
    let symbols = &mut *writer.symbols;
    let mut supply = |_: u32, div: i64| {
        let value = integers.next().ok_or_else(|| "has fewer values than its type".to_owned())?;
        Ok(symbols.of(value, SymbolFacts { div, ..SymbolFacts::NONE }).into())
    };
    let bits = |p: &PointerType| element_bits(p, ir::context(writer.before));
    filled(r#type, &mut supply, &mut |p| {
        let base = base.ok_or("has no pointer")?;
        Ok(Pointer {
            base,
            offset: offset.clone(),
            element: p.element.clone(),
            bits: bits(p)?,
            space: p.space,
            align: p.align,
            swizzle: p.swizzle,
        })
    })
}

/// The width of what a pointer points to.
pub fn element_bits(pointer: &PointerType, context: &melior::Context) -> Result<i64> {
    let element = Type::parse(context, &pointer.element);
    let bits = element.and_then(ir::bits).filter(|bits| *bits >= 8 && bits.is_power_of_two());
    bits.map(i64::from).ok_or_else(|| {
        format!(
            "has elements of {}; those of 8, 16, 32 and 64 bits have addresses of their own",
            pointer.element
        )
    })
}

/// The parts of a value as its type counts them.
pub fn to_parts<'c: 'a, 'a>(
    meaning: &Meaning<'c, 'a>,
    r#type: &CuteType,
    writer: &mut Writer<'_, 'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>> {
    check(meaning, r#type)?;
    let mut out = Vec::new();
    let mut dynamic = Vec::new();
    if let Meaning::Start(Start::Memory(p)) | Meaning::Tensor(Start::Memory(p), _) = meaning {
        if p.swizzle.is_some() {
            let i64 = writer.r#type("i64")?;
            out.extend([p.base, writer.integer(&p.offset, i64)?]);
        } else {
            out.push(writer.element_address(p, &p.offset)?);
        }
    }
    each_dynamic(meaning, r#type, &mut |bits, e| dynamic.push((bits, e.clone())))?;
    for (bits, e) in dynamic {
        let to = writer.r#type(&format!("i{bits}"))?;
        out.push(writer.integer(&e, to)?);
    }
    Ok(out)
}

/// Whether a value is what its type says: an error names both.
pub fn check(meaning: &Meaning<'_, '_>, r#type: &CuteType) -> Result<()> {
    each_dynamic(meaning, r#type, &mut |_, _| {})
}

type Visit<'v> = &'v mut dyn FnMut(u32, &Expr);

fn each_dynamic(meaning: &Meaning<'_, '_>, r#type: &CuteType, visit: Visit<'_>) -> Result<()> {
    match (meaning, r#type) {
        (Meaning::Tuple(t), CuteType::Tuple(text)) => tuples(t, text, visit),
        (Meaning::Tuple(t), CuteType::Integer(bits, div)) => {
            let number = Number::Dynamic { bits: *bits, div: *div };
            tuples(t, &IntTuple::single(Written { number, path: Vec::new() }), visit)
        }
        (Meaning::Layout(map), CuteType::Layout(text)) => layouts(map, text, visit),
        (Meaning::Layout(Map::Index(AnyLayout::Composed(c))), CuteType::Composed(text)) => {
            composed_layouts(c, text, visit)
        }
        (Meaning::Swizzle(a), CuteType::Swizzle(b)) if a == b => Ok(()),
        (Meaning::Tile(t), CuteType::Tile(text)) => tiles(t, text, visit),
        (Meaning::Start(Start::Memory(p)), CuteType::Pointer(text)) => pointers(p, text),
        (Meaning::Tensor(Start::Memory(p), map), CuteType::View(text, layout)) => {
            pointers(p, text)?;
            layouts(map, layout, visit)
        }
        (
            Meaning::Tensor(Start::Memory(p), Map::Index(AnyLayout::Composed(c))),
            CuteType::ComposedView(text, layout),
        ) => {
            pointers(p, text)?;
            composed_layouts(c, layout, visit)
        }
        (Meaning::Start(Start::Coordinate(c)), CuteType::Iterator(text)) => {
            tuples(&super::meaning::leaves(c), text, visit)
        }
        (Meaning::Tensor(Start::Coordinate(c), map), CuteType::Coordinates(text, layout)) => {
            tuples(&super::meaning::leaves(c), text, visit)?;
            layouts(map, layout, visit)
        }
        (Meaning::Instruction(a), CuteType::Instruction(b)) if a == b => Ok(()),
        _ => Err(format!("yields {}, and its type says {}", kind(meaning), kind_of_type(r#type))),
    }
}

/// What a value is, in words.
fn kind(meaning: &Meaning<'_, '_>) -> &'static str {
    match meaning {
        Meaning::Tuple(_) => "integers",
        Meaning::Layout(Map::Index(AnyLayout::Composed(_))) => "a composed layout",
        Meaning::Layout(_) => "a layout",
        Meaning::Tile(_) => "a tile",
        Meaning::Swizzle(_) => "another swizzle",
        Meaning::Start(Start::Memory(_)) => "a pointer",
        Meaning::Start(Start::Coordinate(_)) => "an iterator of coordinates",
        Meaning::Tensor(Start::Memory(_), Map::Index(AnyLayout::Composed(_))) => {
            "a tensor with a composed layout"
        }
        Meaning::Tensor(Start::Memory(_), _) => "a tensor",
        Meaning::Tensor(Start::Coordinate(_), _) => "a tensor of coordinates",
        Meaning::Instruction(_) => "another instruction",
        Meaning::Refused => "nothing that is known",
    }
}

/// What a type says, in the same words.
fn kind_of_type(r#type: &CuteType) -> &'static str {
    match r#type {
        CuteType::Tuple(_) | CuteType::Integer(..) => "integers",
        CuteType::Layout(_) => "a layout",
        CuteType::Composed(_) => "a composed layout",
        CuteType::Swizzle(_) => "a swizzle",
        CuteType::Tile(_) => "a tile",
        CuteType::Pointer(_) => "a pointer",
        CuteType::View(..) => "a tensor",
        CuteType::ComposedView(..) => "a tensor with a composed layout",
        CuteType::Iterator(_) => "an iterator of coordinates",
        CuteType::Coordinates(..) => "a tensor of coordinates",
        CuteType::Instruction(_) => "an instruction",
    }
}

fn composed_layouts(c: &ComposedLayout, text: &ComposedText, visit: Visit<'_>) -> Result<()> {
    match (&c.outer, &text.outer) {
        (Outer::Swizzle(a), OuterText::Swizzle(b)) if a == b => {}
        (Outer::Layout(a), OuterText::Layout(text)) => {
            layouts(&Map::Index(a.clone().into()), text, visit)?;
        }
        _ => {
            return Err(format!("is {} here, which its type does not say", AnyLayout::Composed(c.clone())));
        }
    }
    tuples(&IntTuple::single(Leaf::Int(c.offset.clone())), &text.offset, visit)?;
    layouts(&Map::Index(c.inner.clone().into()), &text.inner, visit)
}

fn pointers(p: &Pointer<'_, '_>, text: &PointerType) -> Result<()> {
    let swizzled = |s: Option<Swizzle>| s.map_or("no swizzle".into(), |s| s.to_string());
    let differ = |what: &str, found: &str, said: &str| {
        Err(format!("yields a pointer to {what}{found}, and its type says {what}{said}"))
    };
    match () {
        () if p.element != text.element => differ("", &p.element, &text.element),
        () if p.space != text.space => differ("", p.space.name(), text.space.name()),
        () if p.swizzle != text.swizzle => {
            differ("memory of ", &swizzled(p.swizzle), &swizzled(text.swizzle))
        }
        () => Ok(()),
    }
}

fn leaves_fit(found: &Leaf, written: &Written, visit: Visit<'_>) -> bool {
    let (path, integer) = match found {
        Leaf::Keep => return written.number == Number::Keep,
        Leaf::Int(e) => (&[][..], e),
        Leaf::Basis(b) => match b.terms() {
            [(path, scale)] => (path.as_slice(), scale),
            _ => return false,
        },
    };
    // 0 is of every mode.
    let same_mode = path == written.path.as_slice() || integer.is(0);
    same_mode
        && match written.number {
            Number::Keep => false,
            Number::Static(value) => integer.known() == Some(value),
            Number::Dynamic { bits, div } => {
                visit(bits, integer);
                integer.divisible_by(&div.into()) != Tri::No
            }
        }
}

fn tuples(found: &IntTuple<Leaf>, text: &Tuple, visit: Visit<'_>) -> Result<()> {
    let fits = found.profile == text.profile
        && found.leaves.iter().zip(&text.leaves).all(|(leaf, written)| leaves_fit(leaf, written, visit));
    if fits { Ok(()) } else { Err(format!("is {}, and its type says {}", print(found), print_text(text))) }
}

fn layouts(found: &Map, text: &LayoutText, visit: Visit<'_>) -> Result<()> {
    let (shape, stride) = (super::meaning::leaves(&found.shape()), found.stride());
    let mut fits = tuples(&shape, &text.shape, visit).is_ok() && stride.profile == text.stride.profile;
    for (size, (found, written)) in shape.leaves.iter().zip(stride.leaves.iter().zip(&text.stride.leaves)) {
        // Nobody sees how far a mode of one goes.
        let unseen = size.integer().is_some_and(|n| n.is(1)) && matches!(written.number, Number::Static(_));
        fits = fits && (leaves_fit(found, written, visit) || unseen);
    }
    if fits {
        return Ok(());
    }
    Err(format!(
        "is {}, and its type says {}:{}",
        found.text(),
        print_text(&text.shape),
        print_text(&text.stride)
    ))
}

fn tiles(found: &Tiler, text: &TileText, visit: Visit<'_>) -> Result<()> {
    match (found, text) {
        (Tiler::Keep, TileText::Keep) => Ok(()),
        (Tiler::Layout(l), TileText::Layout(text)) => layouts(&Map::Index(l.clone().into()), text, visit),
        (Tiler::Tuple(parts), TileText::Modes(modes)) if parts.len() == modes.len() => {
            parts.iter().zip(modes).try_for_each(|(part, mode)| tiles(part, mode, visit))
        }
        _ => Err(format!("is {found}, and its type is another tile")),
    }
}

/// What an operation computes as its type has it: where the type is static and the two are one function, or differ in modes
/// of size 1, the program goes on with the modes that it knows.
pub fn settled(found: Map, r#type: &CuteType) -> Result<Map> {
    let text = match r#type {
        CuteType::Layout(text) | CuteType::View(_, text) | CuteType::Coordinates(_, text) => text,
        _ => return Ok(found),
    };
    let Err(differ) = layouts(&found, text, &mut |_, _| {}) else { return Ok(found) };
    let (Map::Index(ours), Ok(Map::Index(theirs))) = (&found, layout(text, &mut nothing)) else {
        return Err(differ);
    };
    match prove_equal(ours, &theirs) {
        Equivalence::Equal => Ok(Map::Index(theirs)),
        _ => Err(differ),
    }
}

/// A tuple for messages.
pub fn print(tuple: &IntTuple<Leaf>) -> String {
    written(
        &tuple.profile,
        &mut tuple.leaves.iter().map(|leaf| match leaf {
            Leaf::Keep => "_".into(),
            Leaf::Int(e) => e.to_string(),
            Leaf::Basis(b) => b.to_string(),
        }),
    )
}

fn print_text(tuple: &Tuple) -> String {
    written(
        &tuple.profile,
        &mut tuple.leaves.iter().map(|leaf| {
            let number = match leaf.number {
                Number::Keep => "_".into(),
                Number::Static(value) => value.to_string(),
                Number::Dynamic { div: 1, .. } => "?".into(),
                Number::Dynamic { div, .. } => format!("?{{div={div}}}"),
            };
            leaf.path.iter().rev().fold(number, |text, mode| format!("{text}@{mode}"))
        }),
    )
}

fn written(profile: &Profile, leaves: &mut dyn Iterator<Item = String>) -> String {
    if profile.is_leaf() {
        return leaves.next().unwrap_or_default();
    }
    let modes: Vec<String> = profile.modes().iter().map(|(mode, _)| written(mode, leaves)).collect();
    format!("({})", modes.join(","))
}
