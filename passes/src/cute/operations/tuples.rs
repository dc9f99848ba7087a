//! Tuples: made, taken apart, computed with.

use layout_algebra::{
    Expr, IntTuple, Nested, SymbolFacts, Tiler, Tri, ceil_div, elem_less, product_each, shape_div,
};
use melior::ir::ValueLike;

use super::{Given, Op, Result, Row, one, one_tuple};
use crate::cute::fit;
use crate::cute::meaning::{Leaf, Map, Meaning, sized};
use crate::cute::types::{self, CuteType};
use crate::cute::write::Writer;

pub const TABLE: &[(&str, Row)] = &[
    ("cute.make_shape", make),
    ("cute.make_stride", make),
    ("cute.make_coord", make),
    ("cute.make_int_tuple", make),
    ("cute.make_tile", make),
    ("cute.static", make),
    ("cute.make_arith_tuple_iter", iterator),
    ("cute.deref_arith_tuple_iter", dereference),
    ("cute.assume", assume),
    ("cute.to_int_tuple", same),
    ("cute.to_shape", same),
    ("cute.to_stride", same),
    ("cute.to_coord", same),
    ("cute.get_leaves", get_leaves),
    ("cute.get_scalars", get_scalars),
    ("cute.tuple_add", |op| two(op, |a, b| of_coordinates(a, b, Expr::add))),
    ("cute.tuple_sub", |op| two(op, |a, b| of_coordinates(a, b, Expr::sub))),
    ("cute.tuple_mul", |op| elementwise(op, |_, a, b| a.mul(b).map_err(|e| e.to_string()))),
    ("cute.tuple_div", |op| elementwise(op, |writer, a, b| writer.quotient(a, b))),
    ("cute.tuple_mod", |op| elementwise(op, |writer, a, b| writer.remainder(a, b))),
    ("cute.ceil_div", tiles),
    ("cute.shape_div", |op| two(op, |a, b| shape_div(a, &sized(b)?).map_err(|e| e.to_string()))),
    ("cute.tuple.product", |op| {
        let product = op.tuple(0)?.product().map_err(|e| e.to_string())?;
        one_tuple(op, &product.into())
    }),
    ("cute.tuple_product", |op| {
        let product = op.tuple(0)?.product().map_err(|e| e.to_string())?;
        one_tuple(op, &product.into())
    }),
    ("cute.tuple.product_each", each_product),
    ("cute.tuple_product_each", each_product),
    ("cute.elem_less", less),
    ("cute.equal", equal),
    ("cute.size", size),
];

/// A value of the result's type, each `?` an operand, or an integer of one that is a tuple.
fn make<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (_, Some(r#type)) = op.result(0)? else { return Err("yields nothing of CuTe's types".into()) };
    let mut given = Vec::new();
    for at in 0..op.operands.len() {
        given.extend(op.tuple(at)?.leaves);
    }
    let mut given = given.into_iter();
    let mut supply = |bits, div| match given.next() {
        Some(e) => Ok(e),
        None => fit::nothing(bits, div),
    };
    let made = fit::filled(&r#type, &mut supply, &mut |_| Err("makes no pointers".into()))?;
    if given.next().is_some() {
        return Err("has more operands than its type has `?`".into());
    }
    one(op, made)
}

fn iterator<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let start = crate::cute::meaning::Start::Coordinate(op.tuple(0)?);
    one(op, Meaning::Start(start))
}

fn dereference<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    match op.start(0)? {
        crate::cute::meaning::Start::Coordinate(c) => one_tuple(op, &c),
        crate::cute::meaning::Start::Memory(_) => Err("takes an iterator over coordinates".into()),
    }
}

/// The same integer, of which the caller promises a divisor.
fn assume<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (_, Some(r#type)) = op.result(0)? else { return Err("yields nothing of CuTe's types".into()) };
    let mut tuple = op.tuple(0)?;
    // Each `?` of the type, in turn.
    let mut divisors = fit::parts(&r#type).1.into_iter().map(|(_, div)| div);
    for leaf in &mut tuple.leaves {
        if let Some(known) = leaf.as_const() {
            if matches!(r#type, CuteType::Integer(..)) && divisors.next().is_some_and(|div| known % div != 0)
            {
                return Err(format!("promises a divisor that {known} does not have"));
            }
            continue;
        }
        let div = divisors.next().ok_or("has fewer `?` in its type than integers")?;
        let index = op.writer.index(leaf)?;
        *leaf = op.writer.symbols.of(index, SymbolFacts { div, ..SymbolFacts::NONE }).into();
    }
    one_tuple(op, &tuple)
}

/// The same integers under another name: what divides them stays as the operand's type has it.
fn same<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let meaning = op.meaning(0)?.clone();
    let same = one(op, meaning.clone())?;
    let given = types::parse(&op.value(0)?.r#type().to_string()).ok();
    if let (Some(given), (_, Some(yielded)), Meaning::Tuple(tuple)) = (given, op.result(0)?, &meaning) {
        let (given, yielded) = (fit::divisors(&given), fit::divisors(&yielded));
        for (leaf, (of, to)) in tuple.leaves.iter().zip(given.into_iter().zip(yielded)) {
            let holds = of % to == 0 || leaf.integer().is_none_or(|e| e.divisible_by(&to.into()) == Tri::Yes);
            if !holds {
                return Err(format!(
                    "has a type that promises the divisor {to} of an integer of which {of} is known; cute.assume promises"
                ));
            }
        }
    }
    Ok(same)
}

/// Each integer as a tuple of its own.
fn get_leaves<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    if let Meaning::Tile(tile) = op.meaning(0)? {
        let mut parts = Vec::new();
        tile_leaves(tile, &mut parts);
        return typed(op, parts);
    }
    let tuple = op.leaves(0)?;
    let leaf = |leaf: &Leaf| Meaning::Tuple(IntTuple::single(leaf.clone()));
    typed(op, tuple.leaves.iter().map(leaf).collect())
}

/// Results of CuTe's types, each of which must be what its type says.
fn typed<'c, 'a>(op: &Op<'_, 'c, 'a>, parts: Vec<Meaning<'c, 'a>>) -> Result<Vec<Given<'c, 'a>>> {
    for (at, (part, (_, r#type))) in parts.iter().zip(&op.results).enumerate() {
        if let Some(r#type) = r#type {
            fit::check(part, r#type).map_err(|why| format!("has a result number {at} that {why}"))?;
        }
    }
    Ok(parts.into_iter().map(Given::from).collect())
}

fn tile_leaves<'c, 'a>(tile: &Tiler, out: &mut Vec<Meaning<'c, 'a>>) {
    match tile {
        Tiler::Tuple(parts) => parts.iter().for_each(|part| tile_leaves(part, out)),
        Tiler::Layout(layout) => out.push(Meaning::Layout(Map::Index(layout.clone().into()))),
        other => out.push(Meaning::Tile(other.clone())),
    }
}

/// The integers as values: all of them, or those that are not static.
fn get_scalars<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let mut integers = match op.meaning(0)? {
        Meaning::Layout(map) | Meaning::Tensor(_, map) => {
            let stride = fit::integers(&map.stride())?;
            map.shape().leaves.into_iter().chain(stride.leaves).collect::<Vec<_>>()
        }
        _ => op.tuple(0)?.leaves.to_vec(),
    };
    if integers.len() != op.results.len() {
        integers.retain(|e| e.as_const().is_none());
    }
    let types: Vec<_> = op.results.iter().map(|(r#type, _)| *r#type).collect();
    let pairs = integers.iter().zip(types);
    pairs.map(|(e, r#type)| op.writer.integer(e, r#type).map(Given::Value)).collect()
}

type Integers = fn(&Expr, &Expr) -> std::result::Result<Expr, layout_algebra::ExprError>;

fn elementwise<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    f: impl Fn(&mut Writer<'_, 'c, 'a>, &Expr, &Expr) -> Result<Expr>,
) -> Result<Vec<Given<'c, 'a>>> {
    let (a, b) = (op.tuple(0)?, op.tuple(1)?);
    if a.profile != b.profile {
        return Err(format!("takes tuples that are nested alike, and has {a} and {b}"));
    }
    let pairs = a.leaves.iter().zip(&b.leaves).map(|(a, b)| f(&mut op.writer, a, b));
    let leaves = pairs.collect::<Result<_>>()?;
    one_tuple(op, &IntTuple { profile: a.profile, leaves })
}

/// Sums and differences are those of coordinates: modes that one has not are 0, and 0 is every mode of it.
fn of_coordinates(a: &IntTuple, b: &IntTuple, f: Integers) -> Result<IntTuple> {
    let zero = |t: &IntTuple| t.profile.is_leaf() && t.leaves[0].is(0);
    if a.profile.is_leaf() && b.profile.is_leaf() {
        return f(&a.leaves[0], &b.leaves[0]).map(Into::into).map_err(|e| e.to_string());
    }
    if (a.profile.is_leaf() && !zero(a)) || (b.profile.is_leaf() && !zero(b)) {
        return Err(format!("takes tuples that are nested alike, and has {a} and {b}"));
    }
    let modes = |t: &IntTuple| if zero(t) { Vec::new() } else { t.modes().collect::<Vec<_>>() };
    let (a, b) = (modes(a), modes(b));
    let none = IntTuple::from(0);
    let at = |modes: &[IntTuple], i: usize| modes.get(i).unwrap_or(&none).clone();
    let sums = (0..a.len().max(b.len())).map(|i| of_coordinates(&at(&a, i), &at(&b, i), f));
    Ok(IntTuple::tuple(&sums.collect::<Result<Vec<_>>>()?))
}

fn two<'c, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    f: impl Fn(&IntTuple, &IntTuple) -> Result<IntTuple>,
) -> Result<Vec<Given<'c, 'a>>> {
    let result = f(&op.tuple(0)?, &op.tuple(1)?)?;
    one_tuple(op, &result)
}

/// How many tiles cover each size.
fn tiles<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    fn sizes(tile: &Tiler) -> Result<IntTuple> {
        match tile {
            Tiler::Size(n) => Ok(n.clone().into()),
            Tiler::Layout(l) if l.stride_leaves().iter().all(|d| d.is(0) || d.is(1)) => {
                Ok(l.size().map_err(|e| e.to_string())?.into())
            }
            Tiler::Tuple(parts) => Ok(IntTuple::tuple(&parts.iter().map(sizes).collect::<Result<Vec<_>>>()?)),
            other => {
                Err(format!("divides by the tile {other}; one of neighbours, such as 8:1, divides a size"))
            }
        }
    }
    let by = match op.meaning(1)? {
        Meaning::Tile(tile) => sizes(tile)?,
        _ => sized(&op.tuple(1)?)?,
    };
    let counts = ceil_div(&op.tuple(0)?, &by).map_err(|e| e.to_string())?;
    one_tuple(op, &counts)
}

fn each_product<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let products = product_each(&op.tuple(0)?).map_err(|e| e.to_string())?;
    one_tuple(op, &products)
}

/// Integers side by side compared, and all the answers together.
fn compared<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    predicate: &str,
    decided: impl Fn(&IntTuple, &IntTuple) -> Tri,
) -> Result<Vec<Given<'c, 'a>>> {
    let (a, b) = (op.tuple(0)?, op.tuple(1)?);
    if a.profile != b.profile {
        return Err(format!("compares tuples that are nested alike, and has {a} and {b}"));
    }
    let i1 = op.writer.r#type("i1")?;
    let known = match decided(&a, &b) {
        Tri::Yes => Some(1),
        Tri::No => Some(0),
        Tri::Unknown => None,
    };
    if let Some(known) = known {
        return Ok(vec![Given::Value(op.writer.number(known, i1)?)]);
    }
    let mut all = None;
    for (a, b) in a.leaves.iter().zip(&b.leaves) {
        let (a, b) = (op.writer.index(a)?, op.writer.index(b)?);
        let one = op.writer.value("arith.cmpi", &[a, b], &[("predicate", predicate)], i1)?;
        all = Some(match all {
            None => one,
            Some(others) => op.writer.value("arith.andi", &[others, one], &[], i1)?,
        });
    }
    let all = match all {
        Some(all) => all,
        None => op.writer.number(1, i1)?,
    };
    debug_assert_eq!(all.r#type(), i1);
    Ok(vec![Given::Value(all)])
}

fn less<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    compared(op, "2 : i64", elem_less)
}

fn equal<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    compared(op, "0 : i64", |a, b| if a == b { Tri::Yes } else { Tri::Unknown })
}

/// The number of coordinates, of a mode where one is named.
fn size<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let shape = match op.meaning(0)? {
        Meaning::Layout(map) | Meaning::Tensor(_, map) => Map::shape(map),
        Meaning::Tile(_) => return Err("takes a layout, a tensor or a tuple".into()),
        _ => op.tuple(0)?,
    };
    let part = shape.get(&op.modes("mode")?.unwrap_or_default()).map_err(|e| e.to_string())?;
    let size = part.product().map_err(|e| e.to_string())?;
    one_tuple(op, &size.into())
}
