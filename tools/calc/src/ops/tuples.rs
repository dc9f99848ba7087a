//! Coordinates, relations and arithmetic of tuples.

use layout_algebra::*;

use super::{Args, Result, refuse, simplified};
use crate::value::{Notation, Value};

pub(super) fn coordinates(args: &Args<'_>) -> Result<Value> {
    let make = |a: usize, b: usize| Layout::new(&args.tuple(a)?, &args.tuple(b)?).map_err(refuse);
    Ok(match (args.op, args.len()) {
        ("crd2idx", 3) => crd2idx_layout(&args.tuple(0)?, &make(1, 2)?).map_err(refuse)?.into(),
        ("crd2idx", _) => match args.value(1)? {
            Value::Layout(AnyLayout::Plain(l)) => crd2idx_layout(&args.tuple(0)?, l).map_err(refuse)?.into(),
            Value::Layout(l) => {
                let inner = crd2idx_layout(&args.tuple(0)?, l.domain()).map_err(refuse)?;
                let value = inner.known().zip(as_function(l)).and_then(|(i, f)| f.eval(i));
                Expr::from(value.ok_or_else(|| refuse("the coordinate or the layout is not known"))?).into()
            }
            Value::Coord(l) => {
                let value = crd2idx_layout(&args.tuple(0)?, l).map_err(refuse)?;
                let profile = l.coprofile();
                let single = profile.leaf_count() == 1 && !profile.is_leaf();
                match (single, value.terms()) {
                    // CuTe writes the zero of one mode with its path.
                    (true, []) => {
                        let path = (0..profile.depth()).map(|_| "@0").collect::<String>();
                        Value::Name(if args.notation == Notation::Cute {
                            format!("_0{path}")
                        } else {
                            "0".into()
                        })
                    }
                    (true, _) => Value::Basis(IntTuple::single(value)),
                    (false, _) => value.as_tuple(&profile).into(),
                }
            }
            _ => crd2idx(&args.tuple(0)?, &args.tuple(1)?).map_err(refuse)?.into(),
        },
        ("idx2crd", 2) => idx2crd(&args.tuple(0)?, &args.tuple(1)?).map_err(refuse)?.into(),
        ("idx2crd", _) => {
            idx2crd_stride(&args.tuple(0)?, &args.tuple(1)?, &args.tuple(2)?).map_err(refuse)?.into()
        }
        ("crd2crd", _) => crd2crd(&args.tuple(0)?, &args.tuple(1)?, &args.tuple(2)?).map_err(refuse)?.into(),
        ("get_hier_coord", _) => get_hier_coord(&args.layout(0)?, &args.integer(1)?).map_err(refuse)?.into(),
        ("get_flat_coord", _) => get_flat_coord(&args.layout(0)?, &args.integer(1)?).map_err(refuse)?.into(),
        _ => get_1d_coord(&args.layout(0)?, &args.integer(1)?).map_err(refuse)?.into(),
    })
}

/// The outer function of a composed layout on one long mode.
fn as_function(layout: &AnyLayout) -> Option<AnyLayout> {
    match layout {
        AnyLayout::Composed(c) => {
            let line = Layout::mode1(Expr::Const(1 << 62), Expr::ONE).ok()?;
            Some(AnyLayout::Composed(ComposedLayout { inner: line, ..c.clone() }))
        }
        AnyLayout::Plain(_) => None,
    }
}

pub(super) fn slicing(args: &Args<'_>) -> Result<Value> {
    let coord = args.coordinate(0)?;
    let pair = |layout: Value, offset: Value| Value::WithOffset(Box::new(layout), Box::new(offset));
    if let Value::Coord(l) = args.value(1)? {
        return match args.op {
            "slice" => Ok(slice(&coord, l).map_err(refuse)?.into()),
            "dice" => Ok(dice(&coord, l).map_err(refuse)?.into()),
            op => {
                let offset = slice_offset(&coord, l).map_err(refuse)?.as_tuple(&l.coprofile());
                let first =
                    if op == "domain_offset" { l.clone() } else { slice(&coord, l).map_err(refuse)? };
                Ok(pair(first.into(), offset.into()))
            }
        };
    }
    let any = args.any(1)?;
    Ok(match args.op {
        "slice" => slice(&coord, &any).map_err(refuse)?.into(),
        "dice" => any.on_domain(|l| dice(&coord, l)).map_err(refuse)?.into(),
        "slice_and_offset" => {
            let (layout, offset) = slice_and_offset(&coord, &any).map_err(refuse)?;
            pair(simplified(layout.into()), offset.into())
        }
        _ => {
            let offset = slice_offset(&coord, &args.layout(1)?).map_err(refuse)?;
            pair(any.into(), offset.into())
        }
    })
}

pub(super) fn relation(args: &Args<'_>) -> Result<Value> {
    // Whether the answer is known at compile time, whatever the dynamic integers are.
    let unknown = |t: &IntTuple, first: u32| -> IntTuple {
        let leaves = t.leaves.iter().enumerate().map(|(i, e)| match e.as_const() {
            Some(_) => e.clone(),
            None => Symbol::new(first + i as u32, SymbolFacts::NONE).into(),
        });
        IntTuple { profile: t.profile.clone(), leaves: leaves.collect() }
    };
    let tri = |answer: Tri, at_compile_time: Tri| -> Result<Value> {
        let fixed = at_compile_time != Tri::Unknown;
        match answer {
            Tri::Yes => Ok(Value::Bool(true, fixed)),
            Tri::No => Ok(Value::Bool(false, fixed)),
            Tri::Unknown => Err(refuse("the answer depends on sizes that are not known")),
        }
    };
    if args.op == "evenly_divides" {
        let shape = args.tuple(0)?;
        let tiler = args.tiler(1)?;
        let early = evenly_divides(&unknown(&shape, 0), &forget(&tiler)).unwrap_or(Tri::Unknown);
        return tri(evenly_divides(&shape, &tiler).map_err(refuse)?, early);
    }
    let (a, b) = (args.tuple(0)?, args.tuple(1)?);
    let (x, y) = (unknown(&a, 0), unknown(&b, 1 << 16));
    match args.op {
        "congruent" => Ok(Value::Bool(congruent(&a.profile, &b.profile), true)),
        "weakly_congruent" => Ok(Value::Bool(weakly_congruent(&a.profile, &b.profile), true)),
        "compatible" => tri(compatible(&a, &b), compatible(&x, &y)),
        "weakly_compatible" => tri(weakly_compatible(&a, &b), weakly_compatible(&x, &y)),
        "elem_less" => tri(elem_less(&a, &b), elem_less(&x, &y)),
        "lex_less" => tri(lex_less(&a, &b), lex_less(&x, &y)),
        _ => tri(colex_less(&a, &b), colex_less(&x, &y)),
    }
}

/// The tiler with every dynamic integer forgotten.
fn forget(tiler: &Tiler) -> Tiler {
    match tiler {
        Tiler::Keep => Tiler::Keep,
        Tiler::Layout(l) => {
            let facts = SymbolFacts { min: 1, ..SymbolFacts::NONE };
            Tiler::Layout(l.substitute(&|s| Symbol::new(s.id, facts).into()).unwrap_or_else(|_| l.clone()))
        }
        Tiler::Size(n) if n.as_const().is_none() => {
            Tiler::Size(Symbol::new(1 << 20, SymbolFacts { min: 1, ..SymbolFacts::NONE }).into())
        }
        Tiler::Size(n) => Tiler::Size(n.clone()),
        Tiler::Tuple(parts) => Tiler::Tuple(parts.iter().map(forget).collect()),
    }
}

pub(super) fn arithmetic(args: &Args<'_>) -> Result<Value> {
    let a = args.tuple(0)?;
    if args.op == "ceil_div_tiler" {
        let tile = args.layout(1)?;
        return Ok(ceil_div_tiler(&a, &tile).map_err(refuse)?.into());
    }
    let two =
        |f: fn(&IntTuple, &IntTuple) -> std::result::Result<IntTuple, StructureError>| -> Result<Value> {
            Ok(f(&a, &args.tuple(1)?).map_err(refuse)?.into())
        };
    let one = |f: fn(&IntTuple) -> std::result::Result<Expr, StructureError>| -> Result<Value> {
        Ok(f(&a).map_err(refuse)?.into())
    };
    match args.op {
        "shape_div" => two(shape_div),
        "ceil_div" => two(ceil_div),
        "round_up" => two(round_up),
        "product_like" => two(product_like),
        "elem_scale" => two(elem_scale),
        "inner_product" => Ok(inner_product(&a, &args.tuple(1)?).map_err(refuse)?.into()),
        "product" => Ok(a.product().map_err(refuse)?.into()),
        "product_each" => Ok(product_each(&a).map_err(refuse)?.into()),
        "sum" => one(sum),
        "tuple_max" => one(tuple_max),
        "tuple_min" => one(tuple_min),
        _ => one(tuple_gcd),
    }
}
