//! The algebra: compositions, divides, products, inverses, swizzles.

use layout_algebra::*;

use super::{Args, Result, on_layout, refuse};
use crate::value::{Notation, Value};

pub(super) fn algebra(args: &Args<'_>) -> Result<Value> {
    match args.op {
        "composition" => composing(args),
        "composition_or_composed" => Ok(composition_or_composed(&args.any(0)?, &args.any(1)?).into()),
        "complement" => {
            let a = args.layout(0)?;
            let result = match args.len() {
                1 => complement(&a, &a.cosize().map_err(refuse)?),
                _ => complement_shape(&a, &args.tuple(1)?),
            };
            Ok(result.map_err(refuse)?.into())
        }
        "right_inverse" => Ok(right_inverse(&args.any(0)?).map_err(refuse)?.into()),
        _ => Ok(left_inverse(&args.any(0)?).map_err(refuse)?.into()),
    }
}

fn composing(args: &Args<'_>) -> Result<Value> {
    match (args.value(0)?, args.value(1)?) {
        (Value::Coord(a), Value::Coord(b)) => Ok(composition(a, b).map_err(refuse)?.into()),
        (Value::Coord(a), _) => Ok(composition(a, &args.tiler(1)?).map_err(refuse)?.into()),
        (Value::Swizzle(a), Value::Swizzle(_)) => match a.merge(args.swizzle(1)?) {
            Some(merged) => Ok(merged.into()),
            None => Err(refuse("the two swizzles are not one swizzle; compose one of them with a layout")),
        },
        (Value::Swizzle(s), _) => match args.any(1)? {
            AnyLayout::Plain(l) => Ok(composition(s, &l).map_err(refuse)?.into()),
            AnyLayout::Composed(c) => {
                let layout = AnyLayout::Composed(c).named();
                Err(refuse(format!("{s} o {layout} has two swizzles; recover_swizzle may join them")))
            }
        },
        (_, Value::Swizzle(s)) => Ok(composition(&args.any(0)?, s).map_err(refuse)?.into()),
        (_, Value::Coord(b)) => Ok(composition(&args.any(0)?, b).map_err(refuse)?.into()),
        (_, Value::Layout(b)) => Ok(composition(&args.any(0)?, b).map_err(refuse)?.into()),
        _ => Ok(composition(&args.any(0)?, &args.tiler(1)?).map_err(refuse)?.into()),
    }
}

pub(super) fn dividing(args: &Args<'_>) -> Result<Value> {
    let grouping = match args.op {
        "logical_divide" => Grouping::Logical,
        "zipped_divide" => Grouping::Zipped,
        "tiled_divide" => Grouping::Tiled,
        _ => Grouping::Flat,
    };
    // CuTe rounds the number of tiles up.
    let usual = if args.notation == Notation::Cute { Fit::Cover } else { Fit::Exact };
    let fit = args.fit.unwrap_or(usual);
    let tiler = args.tiler(1)?;
    on_layout!(args, 0, |l| divide(l, &tiler, grouping, fit))
}

pub(super) fn multiplying(args: &Args<'_>) -> Result<Value> {
    if args.op == "logical_product" && args.is_composed(1) {
        return Ok(logical_product(&args.any(0)?, &args.any(1)?).map_err(refuse)?.into());
    }
    let tiler = args.tiler(1)?;
    let tile = |tiler: &Tiler| match tiler {
        Tiler::Layout(l) => Ok(l.clone()),
        Tiler::Size(n) => Ok(Layout::mode1(n.clone(), Expr::ONE)?),
        _ => Err(ProductError::Underscore),
    };
    let any = match args.value(0)? {
        Value::Layout(l) => l.clone(),
        _ => args.any(0)?,
    };
    let product = |tiler: &Tiler| match args.op {
        "logical_product" => logical_product(&any, tiler),
        "blocked_product" => blocked_product(&any, &tile(tiler)?),
        "raked_product" => raked_product(&any, &tile(tiler)?),
        "zipped_product" => zipped_product(&any, tiler),
        "tiled_product" => tiled_product(&any, tiler),
        _ => flat_product(&any, tiler),
    };
    product(&tiler).map(Value::from).map_err(refuse)
}

pub(super) fn common(args: &Args<'_>) -> Result<Value> {
    Ok(match args.op {
        "max_common_layout" => max_common_layout(&args.any(0)?, &args.any(1)?).map_err(refuse)?.into(),
        "max_common_vector" => max_common_vector(&args.any(0)?, &args.any(1)?).map_err(refuse)?.into(),
        "max_alignment" => Expr::from(max_alignment(&args.any(0)?).map_err(refuse)?).into(),
        "domain_distribute" => domain_distribute(&args.tuple(0)?, args.known(1)?).map_err(refuse)?.into(),
        "layout_add" => layout_add(&args.layout(0)?, &args.layout(1)?).map_err(refuse)?.into(),
        _ => greatest_common_domain(&args.tuple(0)?, &args.tuple(1)?).map_err(refuse)?.into(),
    })
}

pub(super) fn recasting(args: &Args<'_>) -> Result<Value> {
    let factor = || if args.params.is_empty() { args.known(1) } else { args.param(0) };
    if let Value::Swizzle(s) = args.value(0)? {
        return match args.op {
            "upcast" => s.upcast(factor()?).map(Value::from).map_err(refuse),
            "downcast" => s.downcast(factor()?).map(Value::from).map_err(refuse),
            _ => Err(args.expected(0, "a layout")),
        };
    }
    let any = args.any(0)?;
    let bits = |at: usize| if args.params.is_empty() { args.known(at + 1) } else { args.param(at) };
    let result = match args.op {
        "upcast" => upcast(&any, factor()?),
        "downcast" => downcast(&any, factor()?),
        _ => recast_layout(&any, bits(0)?, bits(1)?),
    };
    result.map(Value::from).map_err(refuse)
}

pub(super) fn swizzling(args: &Args<'_>) -> Result<Value> {
    Ok(match args.op {
        "swizzle_layout" | "swizzle_compose" => return composing(args),
        "make_swizzle" => {
            let (y, z) = (args.param(0)?, args.param(1)?);
            let none = || refuse(format!("bits {y:#x} and {z:#x} are not those of a swizzle"));
            Swizzle::of_masks(y, z).ok_or_else(none)?.into()
        }
        "make_composed_layout" => {
            let outer = match args.value(0)? {
                Value::Swizzle(s) => Outer::Swizzle(*s),
                Value::Layout(l) => l.clone().into(),
                _ => return Err(args.expected(0, "a swizzle or a layout")),
            };
            AnyLayout::composed(outer, args.integer(1)?, args.layout(2)?).into()
        }
        "get_swizzle_portion" => match args.any(0)?.swizzle_portion() {
            Some(s) => s.into(),
            None => return Err(refuse("the outer function is no swizzle")),
        },
        "recover_swizzle" => recover_swizzle(&args.any(0)?).map_err(refuse)?.into(),
        _ => args.any(0)?.domain().clone().into(),
    })
}
