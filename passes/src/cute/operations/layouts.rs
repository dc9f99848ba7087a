//! Layouts: made, rearranged, composed, divided, repeated.

use layout_algebra::{
    AnyLayout, Coord, Expr, Fit, Grouping, IntTuple, Layout, LayoutLike, Nested, Outer, SliceCoord, Stride,
    Tiler, blocked_product, coalesce, coalesce_by, complement_shape, composition, crd2crd, crd2idx, dice,
    divide, filter, filter_zeros, flat_product, idx2crd, left_inverse, logical_product, make_fragment_like,
    make_identity_layout, make_layout_like, make_ordered_layout, raked_product, recast_layout, right_inverse,
    tile_to_shape, tiled_product, zipped_product,
};

use super::{Given, Op, Result, Row, one, one_map, one_tuple};
use crate::cute::fit;
use crate::cute::meaning::{Leaf, Map, Meaning, each, map, sized};
use crate::cute::text;

/// A tuple, a layout or a tensor with its modes elsewhere: what [`Nested`] has for tuples and layouts of either kind.
macro_rules! rearranged {
    ($op:expr, |$it:ident| $result:expr) => {{
        if matches!($op.meaning(0)?, Meaning::Tuple(_)) {
            let $it = &$op.tuple(0)?;
            let tuple = text_of($result)?;
            return one_tuple($op, &tuple);
        }
        of_one($op, |map| match map {
            Map::Index(layout) => text_of(layout.on_domain(|$it| $result)).map(Map::Index),
            Map::Coordinate($it) => text_of($result).map(Map::Coordinate),
        })
    }};
}

pub const TABLE: &[(&str, Row)] = &[
    ("cute.make_layout", make_layout),
    ("cute.make_ordered_layout", |op| {
        let made = make_ordered_layout(&sized(&op.tuple(0)?)?, &op.tuple(1)?).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Index(made.into())))
    }),
    ("cute.make_layout_like", |op| {
        let made = make_layout_like(op.index_map(0)?.domain()).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Index(made.into())))
    }),
    ("cute.make_fragment_like", |op| {
        let made = make_fragment_like(op.index_map(0)?.domain()).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Index(made.into())))
    }),
    ("cute.make_identity_layout", |op| {
        let made = make_identity_layout(&sized(&op.tuple(0)?)?).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Coordinate(made)))
    }),
    ("cute.make_composed_layout", make_composed_layout),
    ("cute.composed_get_inner", composed_get_inner),
    ("cute.composed_get_offset", composed_get_offset),
    ("cute.composed_get_outer", |op| {
        let inner = op.index_map(0)?.domain().clone();
        one(op, Meaning::Layout(Map::Index(inner.into())))
    }),
    ("cute.get_layout", |op| {
        let map = op.map(0)?;
        one(op, Meaning::Layout(map))
    }),
    ("cute.get_shape", |op| {
        let shape = op.map(0)?.shape();
        one_tuple(op, &shape)
    }),
    ("cute.get_stride", |op| {
        let stride = op.map(0)?.stride();
        one(op, Meaning::Tuple(stride))
    }),
    ("cute.get", |op| {
        let path = op.modes("mode")?.unwrap_or_default();
        rearranged!(op, |it| it.get(&path))
    }),
    ("cute.select", |op| {
        let modes = op.modes("mode")?.unwrap_or_default();
        rearranged!(op, |it| it.select(&modes))
    }),
    ("cute.group_modes", |op| {
        let range = [op.number("begin")?, op.number("end")?].map(usize::try_from);
        let [Ok(begin), Ok(end)] = range else { return Err("has no range of modes".into()) };
        rearranged!(op, |it| it.group(begin, end))
    }),
    ("cute.append_to_rank", |op| padded(op, false)),
    ("cute.prepend_to_rank", |op| padded(op, true)),
    ("cute.coalesce", coalesced),
    ("cute.filter", |op| of_one(op, |l| each!(l, |l| filter(l)))),
    ("cute.filter_zeros", |op| of_one(op, |l| each!(l, |l| filter_zeros(l)))),
    ("cute.flatten", |op| {
        of_one(op, |l| match l {
            Map::Index(l) => Ok(Map::Index(l.flatten())),
            Map::Coordinate(l) => Ok(Map::Coordinate(l.flatten())),
        })
    }),
    ("cute.right_inverse", |op| {
        let inverse = right_inverse(&op.index_map(0)?).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Index(inverse)))
    }),
    ("cute.left_inverse", |op| {
        let inverse = left_inverse(&op.index_map(0)?).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Index(inverse)))
    }),
    ("cute.complement", complement),
    ("cute.composition", composed),
    ("cute.logical_divide", |op| divided(op, Grouping::Logical)),
    ("cute.zipped_divide", |op| divided(op, Grouping::Zipped)),
    ("cute.tiled_divide", |op| divided(op, Grouping::Tiled)),
    ("cute.flat_divide", |op| divided(op, Grouping::Flat)),
    ("cute.logical_product", |op| repeated(op, |a, t| text_of(logical_product(a, t)))),
    ("cute.zipped_product", |op| repeated(op, |a, t| text_of(zipped_product(a, t)))),
    ("cute.tiled_product", |op| repeated(op, |a, t| text_of(tiled_product(a, t)))),
    ("cute.flat_product", |op| repeated(op, |a, t| text_of(flat_product(a, t)))),
    ("cute.blocked_product", |op| arranged(op, |a, b| text_of(blocked_product(a, b)))),
    ("cute.raked_product", |op| arranged(op, |a, b| text_of(raked_product(a, b)))),
    ("cute.tile_to_shape", filled),
    ("cute.recast_layout", |op| {
        let (new, old) = (op.number("new_type_bits")?, op.number("old_type_bits")?);
        let recast = recast_layout(&op.index_map(0)?, old, new).map_err(|e| e.to_string())?;
        one(op, Meaning::Layout(Map::Index(recast)))
    }),
    ("cute.dice", diced),
    ("cute.cosize", cosize),
    ("cute.crd2idx", index),
    ("cute.layout_eval", index),
    ("cute.idx2crd", |op| {
        let shape = match op.meaning(1)? {
            Meaning::Layout(map) => map.shape(),
            _ => sized(&op.tuple(1)?)?,
        };
        let crd = idx2crd(&op.tuple(0)?, &shape).map_err(|e| e.to_string())?;
        one_tuple(op, &crd)
    }),
    ("cute.get_flat_coord", |op| {
        let (layout, coord) = hier_coord(op)?;
        let flat = if layout.rank() == 1 {
            text_of(crd2idx(&coord, &layout.shape()))?.into()
        } else {
            let sizes = layout.modes().iter().map(Layout::size).collect::<std::result::Result<Vec<_>, _>>();
            text_of(crd2crd(&coord, &layout.shape(), &IntTuple::flat(text_of(sizes)?)))?
        };
        one_tuple(op, &flat)
    }),
    ("cute.get_hier_coord", |op| {
        let (_, coord) = hier_coord(op)?;
        one_tuple(op, &coord)
    }),
];

fn text_of<T, E: std::fmt::Display>(result: std::result::Result<T, E>) -> Result<T> {
    result.map_err(|e| e.to_string())
}

/// A shape and strides; leftmost fastest where there are none.
fn make_layout<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let shape = op.tuple(0)?;
    let made = if op.operands.len() > 1 {
        let stride = op.leaves(1)?;
        if shape.profile != stride.profile {
            return Err(format!(
                "has a shape {shape} and strides {} that are nested otherwise",
                fit::print(&stride)
            ));
        }
        map(&shape, &stride)?
    } else {
        let sizes = sized(&shape)?;
        let order = IntTuple {
            profile: sizes.profile.clone(),
            leaves: (0..sizes.leaves.len() as i64).map(Into::into).collect(),
        };
        Map::Index(text_of(make_ordered_layout(&sizes, &order))?.into())
    };
    one(op, Meaning::Layout(made))
}

fn make_composed_layout<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let outer = match op.meaning(0)? {
        Meaning::Swizzle(swizzle) => Outer::Swizzle(*swizzle),
        _ => Outer::Layout(op.plain(0)?),
    };
    let inner = fit::plain(&op.map(2)?).map_err(|why| {
        format!("{why}; what maps coordinates elsewhere is composed first, by cute.composition")
    })?;
    let made = AnyLayout::composed(outer, op.integer(1)?, inner);
    one(op, Meaning::Layout(Map::Index(made)))
}

fn composed_get_inner<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let AnyLayout::Composed(c) = op.index_map(0)? else { return Err("takes a composed layout".into()) };
    let part = match c.outer {
        Outer::Swizzle(swizzle) => Meaning::Swizzle(swizzle),
        Outer::Layout(layout) => Meaning::Layout(Map::Index(layout.into())),
        Outer::Chain(_) => {
            return Err("takes one function composed with a layout, and this is a chain".into());
        }
    };
    one(op, part)
}

fn composed_get_offset<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let AnyLayout::Composed(c) = op.index_map(0)? else { return Err("takes a composed layout".into()) };
    one_tuple(op, &c.offset.into())
}

/// The layout of an operand made another; a tensor keeps where it begins.
fn of_one<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    f: impl FnOnce(&Map) -> Result<Map>,
) -> Result<Vec<Given<'c, 'a>>> {
    let made = f(&op.map(0)?)?;
    let of = op.meaning(0)?.clone();
    one_map(op, &of, made)
}

fn padded<'c, 'a>(op: &mut Op<'_, 'c, 'a>, front: bool) -> Result<Vec<Given<'c, 'a>>> {
    let rank = usize::try_from(op.number("rank")?).map_err(|_| "has a negative rank".to_owned())?;
    if matches!(op.meaning(0)?, Meaning::Tuple(_)) {
        let (tuple, fill) = (op.tuple(0)?, op.tuple(1)?);
        let made = if front { tuple.prepend_to_rank(rank, &fill) } else { tuple.append_to_rank(rank, &fill) };
        return one_tuple(op, &text_of(made)?);
    }
    let fill = op.plain(1)?;
    of_one(op, |map| match map {
        Map::Index(layout) => {
            let pad = |l: &Layout| {
                if front { l.prepend_to_rank(rank, &fill) } else { l.append_to_rank(rank, &fill) }
            };
            text_of(layout.on_domain(pad)).map(Map::Index)
        }
        Map::Coordinate(layout) if layout.rank() >= rank => Ok(Map::Coordinate(layout.clone())),
        Map::Coordinate(layout) => {
            Err(format!("appends to the layout {layout} of coordinates, and takes one of integers"))
        }
    })
}

/// As few modes as do, each mode of a profile for itself where there is one.
fn coalesced<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let profile = match op.operands.len() {
        0 | 1 => None,
        _ => Some(op.leaves(1)?.profile),
    };
    let written = op.text("target_profile").or_else(|| op.text("profile"));
    let profile = match (profile, written) {
        (Some(profile), _) => Some(profile),
        (None, None) => None,
        (None, Some(attribute)) => {
            let quoted = attribute.split('"').nth(1).ok_or("has a profile that is no tuple")?;
            Some(text_of(text::tuple(quoted))?.profile)
        }
    };
    match profile {
        None => of_one(op, |l| each!(l, |l| coalesce(l))).or_else(|refused| {
            of_one(op, |l| each!(l, |l| l.on_domain(statically_coalesced))).map_err(|_| refused)
        }),
        Some(profile) => of_one(op, |l| each!(l, |l| coalesce_by(l, &profile))),
    }
}

/// As few modes as CuTe makes of a layout: it joins those of which it knows all sizes and strides.
fn statically_coalesced<D: Stride>(
    layout: &Layout<D>,
) -> std::result::Result<Layout<D>, layout_algebra::LayoutError> {
    let mut modes: Vec<(Expr, D)> = Vec::new();
    for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        let next = modes.last().and_then(|(n, d)| {
            let is_static =
                n.as_const().is_some() && size.as_const().is_some() && d.is_static() && stride.is_static();
            is_static.then(|| d.times(n).ok()).flatten()
        });
        match modes.last_mut() {
            _ if size.is(1) => {}
            Some((n, _)) if next.as_ref() == Some(stride) => *n = n.mul(size)?,
            _ => modes.push((size.clone(), stride.clone())),
        }
    }
    match &modes[..] {
        [] => Layout::mode1(Expr::ONE, D::zero()),
        [(size, stride)] => Layout::mode1(size.clone(), stride.clone()),
        _ => {
            let (sizes, strides): (Vec<_>, Vec<_>) = modes.into_iter().unzip();
            Layout::new(&IntTuple::flat(sizes), &IntTuple::flat(strides))
        }
    }
}

/// What a layout leaves out of the integers below the size of a shape or the cosize of a layout.
fn complement<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let layout = op.plain(0)?;
    let range = match op.operands.len() {
        1 => text_of(layout.cosize())?.into(),
        _ => match op.meaning(1)? {
            Meaning::Layout(map) => text_of(fit::plain(map)?.cosize())?.into(),
            _ => sized(&op.tuple(1)?)?,
        },
    };
    let rest = text_of(complement_shape(&layout, &range))?;
    one(op, Meaning::Layout(Map::Index(rest.into())))
}

fn composed<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let by = op.meaning(1)?.clone();
    match by {
        Meaning::Layout(Map::Index(AnyLayout::Composed(c))) => {
            let by = AnyLayout::Composed(c);
            let made = text_of(composition(&op.index_map(0)?, &by))?;
            of_one(op, |_| Ok(Map::Index(made)))
        }
        Meaning::Layout(Map::Coordinate(by)) => of_one(op, |a| each!(a, |a| composition(a, &by))),
        _ => {
            let by = op.tiler(1)?;
            match by {
                Tiler::Layout(by) => of_one(op, |a| each!(a, |a| composition(a, &by))),
                by => of_one(op, |a| each!(a, |a| composition(a, &by))),
            }
        }
    }
}

/// A divide whose tiles need not fit: the rest is rounded up, as CuTe does.
fn cut<A: LayoutLike>(a: &A, tiler: &Tiler, grouping: Grouping) -> Result<A> {
    // Modes of a tile or a rest of one mode are spread as others are.
    let by = if grouping == Grouping::Logical { Grouping::Logical } else { Grouping::Zipped };
    let cut = divide(a, tiler, by, Fit::Exact)
        .or_else(|refused| divide(a, tiler, by, Fit::Cover).map_err(|_| refused))
        .map_err(|e| e.to_string())?;
    let spread = cut.on_domain(|cut| {
        let [tile, rest] = [cut.get(&[0])?, cut.get(&[1])?];
        let tiles = if grouping == Grouping::Flat { tile.modes() } else { [tile].into_iter().collect() };
        Layout::join(&tiles.into_iter().chain(rest.modes()).collect::<Vec<_>>())
    });
    match grouping {
        Grouping::Logical | Grouping::Zipped => Ok(cut),
        Grouping::Tiled | Grouping::Flat => text_of(spread),
    }
}

/// [`cut`] for other operations.
pub fn cut_map(map: &Map, tiler: &Tiler, grouping: Grouping) -> Result<Map> {
    match map {
        Map::Index(l) => cut(l, tiler, grouping).map(Map::Index),
        Map::Coordinate(l) => cut(l, tiler, grouping).map(Map::Coordinate),
    }
}

fn divided<'c, 'a>(op: &mut Op<'_, 'c, 'a>, grouping: Grouping) -> Result<Vec<Given<'c, 'a>>> {
    let tiler = op.tiler(1)?;
    of_one(op, |map| cut_map(map, &tiler, grouping))
}

fn repeated<'c, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    f: impl FnOnce(&AnyLayout, &Tiler) -> Result<AnyLayout>,
) -> Result<Vec<Given<'c, 'a>>> {
    let tiler = op.tiler(1)?;
    let made = f(&op.index_map(0)?, &tiler)?;
    one(op, Meaning::Layout(Map::Index(made)))
}

fn arranged<'c, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    f: impl FnOnce(&AnyLayout, &Layout) -> Result<AnyLayout>,
) -> Result<Vec<Given<'c, 'a>>> {
    let made = f(&op.index_map(0)?, &op.plain(1)?)?;
    one(op, Meaning::Layout(Map::Index(made)))
}

fn filled<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let order = if op.operands.len() > 2 { Some(op.tuple(2)?) } else { None };
    let made = text_of(tile_to_shape(&op.index_map(0)?, &sized(&op.tuple(1)?)?, order.as_ref()))?;
    one(op, Meaning::Layout(Map::Index(made)))
}

/// The modes that a coordinate, which is an attribute, has integers for.
fn diced<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let attribute = op.text("coord").unwrap_or_default();
    let quoted = attribute.split('"').nth(1).ok_or("has no coordinate")?;
    let written = text_of(text::tuple(quoted))?;
    let coord = slice_coordinate(&fit::tuple(&written, &mut |_, _| Ok(Expr::ZERO))?)?;
    if let Meaning::Tuple(tuple) = op.meaning(0)? {
        let fixed = coord.try_map(|leaf| {
            Ok::<_, String>(if leaf.is_some() { Leaf::Keep } else { Leaf::Int(Expr::ZERO) })
        })?;
        let fixed = keep(tuple, &fixed)?;
        return one(op, Meaning::Tuple(fixed));
    }
    of_one(op, |map| match map {
        Map::Index(l) => text_of(l.on_domain(|l| dice(&coord, l))).map(Map::Index),
        Map::Coordinate(l) => text_of(dice(&coord, l)).map(Map::Coordinate),
    })
}

/// A coordinate that says which modes are kept.
pub fn slice_coordinate(coord: &IntTuple<Leaf>) -> Result<SliceCoord> {
    coord.try_map(|leaf| match leaf {
        Leaf::Keep => Ok(None),
        Leaf::Int(e) => Ok(Some(e.clone())),
        Leaf::Basis(_) => Err("has a coordinate of modes".into()),
    })
}

/// A tuple as a coordinate, `_` as 0.
pub fn to_coord(tuple: &IntTuple<Leaf>) -> Result<Coord<Expr>> {
    if tuple.profile.is_leaf() {
        return match &tuple.leaves[0] {
            Leaf::Keep => Ok(Coord::Int(Expr::ZERO)),
            Leaf::Int(e) => Ok(Coord::Int(e.clone())),
            Leaf::Basis(_) => Err("has a coordinate of modes".into()),
        };
    }
    tuple.modes().map(|mode| to_coord(&mode)).collect::<Result<_>>().map(Coord::Tuple)
}

fn cosize<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let path = op.modes("mode")?.unwrap_or_default();
    let part = text_of(op.index_map(0)?.on_domain(|l| l.get(&path)))?;
    // As CuTe counts: the reach of what stands before a swizzle.
    let cosize = text_of(part.domain().cosize())?;
    one_tuple(op, &cosize.into())
}

/// The index of a coordinate of a layout, or of a shape; a coordinate, of a layout of such.
fn index<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let coord = op.leaves(0)?;
    let layout = match op.meaning(1)? {
        Meaning::Tuple(_) => {
            let index = text_of(crd2idx(&fit::integers(&coord)?, &op.tuple(1)?))?;
            return one_tuple(op, &index.into());
        }
        _ => op.map(1)?,
    };
    match layout {
        Map::Index(layout) => {
            let index = op.writer.crd2idx(&layout, &to_coord(&coord)?)?;
            one_tuple(op, &index.into())
        }
        Map::Coordinate(layout) => {
            let at = text_of(layout_algebra::slice_offset(&slice_coordinate(&coord)?, &layout))?;
            one_tuple(op, &at.as_tuple(&layout.coprofile()))
        }
    }
}

/// The coordinate of an index: its quotient by each stride, modulo the size.
fn hier_coord<'c: 'a, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<(Layout, IntTuple)> {
    // Either order is met: (index, layout) and (layout, index).
    let at = usize::from(!matches!(op.meaning(0)?, Meaning::Layout(_)));
    let (layout, index) = (op.plain(at)?, op.integer(1 - at)?);
    let mut leaves = Vec::new();
    for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        leaves.push(match size.is(1) {
            true => Expr::ZERO,
            false => text_of(op.writer.quotient(&index, stride)?.modulo(size))?,
        });
    }
    let coord = IntTuple { profile: layout.profile().clone(), leaves: leaves.into_iter().collect() };
    Ok((layout, coord))
}

/// The modes of a tuple that a coordinate keeps, nested as [`slice`](layout_algebra::slice) has them.
pub fn keep(tuple: &IntTuple<Leaf>, coord: &IntTuple<Leaf>) -> Result<IntTuple<Leaf>> {
    fn collect(tuple: &IntTuple<Leaf>, coord: &IntTuple<Leaf>, out: &mut Vec<IntTuple<Leaf>>) -> Result<()> {
        if coord.profile.is_leaf() {
            if coord.leaves[0] == Leaf::Keep {
                out.push(tuple.clone());
            }
            return Ok(());
        }
        if tuple.profile.is_leaf() || tuple.rank() != coord.rank() {
            return Err(format!(
                "slices {} by {}, which is nested otherwise",
                fit::print(tuple),
                fit::print(coord)
            ));
        }
        tuple.modes().zip(coord.modes()).try_for_each(|(t, c)| collect(&t, &c, out))
    }
    let mut kept = Vec::new();
    collect(tuple, coord, &mut kept)?;
    Ok(if coord.profile.is_leaf() && kept.len() == 1 { kept.remove(0) } else { IntTuple::tuple(&kept) })
}
