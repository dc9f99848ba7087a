//! Iterators and tensors: where they begin, and what is left of them.

use layout_algebra::{
    AnyLayout, Basis, CoordLayout, Expr, Grouping, IntTuple, Layout, LayoutLike, Nested, SliceCoord, Tiler,
    Tri, get_flat_coord, make_identity_layout, product_each, slice, slice_offset,
};

use super::layouts::{cut_map, keep, slice_coordinate, to_coord};
use super::{Given, Op, Result, Row, by_mode, one};
use crate::cute::fit;
use crate::cute::meaning::{Leaf, Map, Meaning, Pointer, Start, leaves, sized};
use crate::cute::text::{self, Number};
use crate::cute::types::CuteType;

pub const TABLE: &[(&str, Row)] = &[
    ("cute.get_iter", |op| {
        let start = op.start(0)?;
        one(op, Meaning::Start(start))
    }),
    ("cute.make_view", make_view),
    ("cute.make_identity_tensor", make_identity_tensor),
    ("cute.add_offset", add_offset),
    ("cute.recast_iter", recast_iter),
    ("cute.slice", sliced),
    ("cute.local_tile", local_tile),
    ("cute.local_partition", local_partition),
    ("cute.ptrtoint", to_integer),
    ("cute.inttoptr", from_integer),
];

fn make_view<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let tensor = Meaning::Tensor(op.start(0)?, op.map(1)?);
    one(op, tensor)
}

fn make_identity_tensor<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let shape = sized(&op.tuple(0)?)?;
    let map = make_identity_layout(&shape).map_err(|e| e.to_string())?;
    let origin = shape.try_map(|_| Ok::<_, String>(Expr::ZERO))?;
    one(op, Meaning::Tensor(Start::Coordinate(origin), Map::Coordinate(map)))
}

fn add_offset<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let start = match op.start(0)? {
        Start::Memory(p) => {
            let offset = p.offset.add(&op.integer(1)?).map_err(|e| e.to_string())?;
            Start::Memory(Pointer { offset, ..p })
        }
        Start::Coordinate(c) => Start::Coordinate(sum(&c, &op.tuple(1)?)?),
    };
    one(op, Meaning::Start(start))
}

fn sum(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    if a.profile != b.profile {
        return Err(format!("adds the coordinate {b} to {a}, which is nested otherwise"));
    }
    let sums = a.leaves.iter().zip(&b.leaves).map(|(a, b)| a.add(b));
    let leaves = sums.collect::<std::result::Result<_, _>>().map_err(|e| e.to_string())?;
    Ok(IntTuple { profile: a.profile.clone(), leaves })
}

/// The same address, of elements of another type.
fn recast_iter<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (Start::Memory(p), (_, Some(CuteType::Pointer(to)))) = (op.start(0)?, op.result(0)?) else {
        return Err("takes and yields pointers".into());
    };
    let bits = fit::element_bits(&to, op.writer.context())?;
    if to.space != p.space {
        return Err("yields a pointer to another space; it stays where it is".into());
    }
    // What was counted before the address goes through a swizzle does not go through it again.
    let pointer = if p.swizzle == to.swizzle {
        let refused = |e: layout_algebra::ExprError| e.to_string();
        let bits_before = p.offset.mul(&p.bits.into()).map_err(refused)?;
        let offset = match bits_before.div_exact(&bits.into()) {
            Some(offset) => offset,
            None => bits_before.floordiv(&bits.into()).map_err(refused)?,
        };
        Pointer { offset, ..p }
    } else if let (None, Some(swizzle)) = (p.swizzle, to.swizzle) {
        // Addresses go through the swizzle as offsets do, from where it begins anew.
        let again = Expr::from(swizzle.period());
        let bytes = p.offset.mul(&(p.bits / 8).into()).map_err(|e| e.to_string())?;
        if bytes.divisible_by(&again) != Tri::Yes {
            return Err(format!(
                "gives a swizzle to a pointer {bytes} bytes into a buffer; it begins at multiples of {again}"
            ));
        }
        let base = op.writer.element_address(&p, &p.offset)?;
        Pointer { base, offset: Expr::ZERO, ..p }
    } else {
        return Err("changes a pointer's swizzle; what was stored through it lies elsewhere then".into());
    };
    let align = to.align;
    one(
        op,
        Meaning::Start(Start::Memory(Pointer {
            element: to.element,
            bits,
            align,
            swizzle: to.swizzle,
            ..pointer
        })),
    )
}

/// What is left of a tuple, a layout or a tensor at fixed coordinates in some modes.
fn sliced<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let coord = op.leaves(1)?;
    match op.meaning(0)?.clone() {
        Meaning::Tensor(start, map) => {
            let tensor = slice_of(op, start, &map, &coord)?;
            one(op, tensor)
        }
        Meaning::Layout(map) => {
            let kept = match &map {
                Map::Index(l) => slice(&slice_coordinate(&coord)?, l).map(Map::Index),
                Map::Coordinate(l) => slice(&slice_coordinate(&coord)?, l).map(Map::Coordinate),
            };
            one(op, Meaning::Layout(kept.map_err(|e| e.to_string())?))
        }
        Meaning::Tuple(tuple) => {
            let kept = keep(&tuple, &coord)?;
            one(op, Meaning::Tuple(kept))
        }
        _ => Err("slices a tuple, a layout or a tensor".into()),
    }
}

/// The slice of a tensor, which begins at the coordinate.
pub fn slice_of<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    start: Start<'c, 'a>,
    map: &Map,
    coord: &IntTuple<Leaf>,
) -> Result<Meaning<'c, 'a>> {
    let by: SliceCoord = slice_coordinate(coord)?;
    match (start, map) {
        (Start::Memory(p), Map::Index(layout)) => {
            let layout = layout.plain("a slice").map_err(|_| composed_part("slices", layout))?;
            let kept: Layout = slice(&by, layout).map_err(|e| e.to_string())?;
            let further = op.writer.crd2idx(&layout.clone().into(), &to_coord(coord)?)?;
            let offset = p.offset.add(&further).map_err(|e| e.to_string())?;
            Ok(Meaning::Tensor(Start::Memory(Pointer { offset, ..p }), Map::Index(kept.into())))
        }
        (Start::Coordinate(origin), Map::Coordinate(layout)) => {
            let kept: CoordLayout = slice(&by, layout).map_err(|e| e.to_string())?;
            let further = slice_offset(&by, layout).map_err(|e| e.to_string())?;
            let moved = sum(&origin, &as_coordinate(&further, &origin)?)?;
            Ok(Meaning::Tensor(Start::Coordinate(moved), Map::Coordinate(kept)))
        }
        _ => Err("has a tensor whose layout does not count what it begins at".into()),
    }
}

/// A part of what is composed begins where CuTe parts what the function moves from what it leaves, by the pointer and by the layout.
pub fn composed_part(does: &str, layout: &AnyLayout) -> String {
    format!(
        "{does} a tensor whose layout is composed, {layout}; what would do: a pointer with the swizzle, in bytes, and the plain \
         layout, as allocate_tensor(…, layout.outer, …, swizzle=layout.inner) makes them"
    )
}

/// A sum of modes as a coordinate nested like another.
pub fn as_coordinate(sum: &Basis, like: &IntTuple) -> Result<IntTuple> {
    let tuple = sum.as_tuple(&like.profile);
    let placed: usize = tuple.leaves.iter().filter(|e| !e.is(0)).count();
    if placed == sum.terms().iter().filter(|(_, e)| !e.is(0)).count() {
        return Ok(tuple);
    }
    Err(format!("has strides {sum} of modes that its coordinate {like} has not"))
}

/// The tile at a coordinate, modes of which may be kept.
fn local_tile<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let Meaning::Tensor(start, map) = op.meaning(0)?.clone() else { return Err("takes a tensor".into()) };
    let (mut tiler, mut coord) = (op.tiler(1)?, op.leaves(2)?);
    if let Some(attribute) = op.text("proj") {
        (tiler, coord) = projected(&attribute, &tiler, &coord)?;
    }
    let cut = cut_map(&map, &tiler, Grouping::Zipped)?;
    let inside = match &cut {
        Map::Index(l) => l.domain().get(&[0]).map(|tile| tile.rank()),
        Map::Coordinate(l) => l.get(&[0]).map(|tile| tile.rank()),
    };
    let tile = inside.map_err(|e| e.to_string())?;
    let kept = IntTuple::flat(std::iter::repeat_n(Leaf::Keep, tile));
    let whole = match &tiler {
        Tiler::Tuple(_) => kept,
        _ => IntTuple::single(Leaf::Keep),
    };
    let coord = IntTuple::tuple(&[whole, coord]);
    let tensor = slice_of(op, start, &cut, &coord)?;
    one(op, tensor)
}

/// The modes of a tile and a coordinate that a projection has an integer for.
fn projected(projection: &str, tiler: &Tiler, coord: &IntTuple<Leaf>) -> Result<(Tiler, IntTuple<Leaf>)> {
    let quoted = projection.split('"').nth(1).ok_or("has a projection that is no coordinate")?;
    let projection = text::tuple(quoted).map_err(|e| e.to_string())?;
    let kept = || projection.leaves.iter().map(|leaf| leaf.number != Number::Keep);
    let Tiler::Tuple(tiles) = tiler else { return Err("projects a tile that has no modes".into()) };
    let rank = projection.leaves.len();
    if [tiles.len(), coord.rank(), projection.rank()] != [rank; 3] {
        return Err(format!(
            "has a tile of {} modes, a coordinate of {} and a projection of {rank}",
            tiles.len(),
            coord.rank()
        ));
    }
    let tiles = tiles.iter().zip(kept()).filter(|(_, kept)| *kept).map(|(tile, _)| tile.clone()).collect();
    let modes: Vec<_> = coord.modes().zip(kept()).filter(|(_, kept)| *kept).map(|(mode, _)| mode).collect();
    Ok((Tiler::Tuple(tiles), IntTuple::tuple(&modes)))
}

/// The elements of a tensor that are at the place in their tile that a number has in a layout of the tile's places.
fn local_partition<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let Meaning::Tensor(start, map) = op.meaning(0)?.clone() else { return Err("takes a tensor".into()) };
    let (threads, number) = (op.plain(1)?, op.integer(2)?);
    if op.text("proj").is_some() {
        return Err("leaves modes of the layout out by `proj`; dice it before".into());
    }
    let tile = product_each(&threads.shape()).map_err(|e| e.to_string())?;
    let cut = cut_map(&map, &by_mode(&tile), Grouping::Zipped)?;
    let place = get_flat_coord(&threads, &number).map_err(|e| e.to_string())?;
    let coord = IntTuple::tuple(&[leaves(&place), IntTuple::single(Leaf::Keep)]);
    let sliced = slice_of(op, start, &cut, &coord)?;
    // The rest stands alone, and its modes are the result's.
    let Meaning::Tensor(start, map) = sliced else { return Err("has no rest".into()) };
    let rest = match map {
        Map::Index(l) => l.on_domain(|l| l.get(&[0])).map(Map::Index),
        Map::Coordinate(l) => l.get(&[0]).map(Map::Coordinate),
    };
    one(op, Meaning::Tensor(start, rest.map_err(|e: layout_algebra::StructureError| e.to_string())?))
}

fn to_integer<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let Start::Memory(p) = op.start(0)? else { return Err("takes a pointer to memory".into()) };
    if p.swizzle.is_some() {
        return Err("takes the number of a swizzled address, which is that of an element".into());
    }
    let address = op.writer.element_address(&p, &p.offset)?;
    let (r#type, _) = op.result(0)?;
    Ok(vec![Given::Value(op.writer.value("llvm.ptrtoint", &[address], &[], r#type)?)])
}

fn from_integer<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (_, Some(CuteType::Pointer(to))) = op.result(0)? else { return Err("yields a pointer".into()) };
    let bits = fit::element_bits(&to, op.writer.context())?;
    let r#type = op.writer.pointer_type(to.space)?;
    let number = op.value(0)?;
    let base = op.writer.value("llvm.inttoptr", &[number], &[], r#type)?;
    let pointer = Pointer {
        base,
        offset: Expr::ZERO,
        element: to.element,
        bits,
        space: to.space,
        align: to.align,
        swizzle: to.swizzle,
    };
    one(op, Meaning::Start(Start::Memory(pointer)))
}
