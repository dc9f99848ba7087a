//! Queries, structure, and construction.

use layout_algebra::*;

use super::{Args, Result, on_layout, refuse};
use crate::value::{Notation, Value};

/// `shape`, `stride` and `get`, of a mode where angle brackets name one.
pub(super) fn parts(args: &Args<'_>) -> Result<Value> {
    let path = args.path()?;
    match (args.op, args.value(0)?) {
        ("get", Value::Tuple(t)) => Ok(t.get(&path).map_err(refuse)?.into()),
        ("get", _) => on_layout!(args, 0, |l| l.get(&path)),
        ("shape", Value::Tuple(t)) => Ok(t.get(&path).map_err(refuse)?.into()),
        ("shape", Value::Coord(l)) => Ok(l.get(&path).map_err(refuse)?.shape().into()),
        ("shape", _) => Ok(args.any(0)?.domain().get(&path).map_err(refuse)?.shape().into()),
        (_, Value::Coord(l)) => Ok(Value::Basis(l.get(&path).map_err(refuse)?.stride())),
        _ => Ok(args.layout(0)?.get(&path).map_err(refuse)?.stride().into()),
    }
}

pub(super) fn attribute(args: &Args<'_>) -> Result<Value> {
    if let Value::Coord(l) = args.value(0)? {
        let l = l.get(&args.path()?).map_err(refuse)?;
        let shape = || l.coshape().map_err(refuse);
        return match args.op {
            "coshape" => Ok(shape()?.into()),
            "cosize" => Ok(shape()?.product().map_err(refuse)?.into()),
            "size" => Ok(l.size().map_err(refuse)?.into()),
            "rank" => Ok(Expr::from(l.rank() as i64).into()),
            _ => Ok(Expr::from(l.profile().depth() as i64).into()),
        };
    }
    let path = args.path()?;
    if let Value::Tuple(t) = args.value(0)? {
        let t = t.get(&path).map_err(refuse)?;
        return match args.op {
            "rank" => Ok(Expr::from(t.rank() as i64).into()),
            "depth" => Ok(Expr::from(t.profile.depth() as i64).into()),
            "size" => Ok(t.product().map_err(refuse)?.into()),
            _ => Err(args.expected(0, "a layout")),
        };
    }
    let any = args.any(0)?;
    // CuTe takes the cosize of a swizzled layout for that of the inner one.
    let l = match (&any, args.op, args.notation) {
        (AnyLayout::Composed(_), "cosize", Notation::Own) => return Ok(any.cosize().map_err(refuse)?.into()),
        _ => any.domain().get(&path).map_err(refuse)?,
    };
    Ok(match args.op {
        "size" => l.size().map_err(refuse)?.into(),
        "rank" => Expr::from(l.rank() as i64).into(),
        "depth" => Expr::from(l.profile().depth() as i64).into(),
        _ => l.cosize().map_err(refuse)?.into(),
    })
}

/// The operand itself: for its table of values.
pub(super) fn identity(args: &Args<'_>) -> Result<Value> {
    Ok(args.value(0)?.clone())
}

pub(super) fn structure(args: &Args<'_>) -> Result<Value> {
    match args.op {
        "layout" => {
            let path = args.path()?;
            on_layout!(args, 0, |l| l.get(&path))
        }
        "select" => {
            let modes = args.path()?;
            on_layout!(args, 0, |l| l.select(&modes))
        }
        "group" => {
            let (begin, end) = (args.mode(0)?, args.mode(1)?);
            on_layout!(args, 0, |l| l.group(begin, end))
        }
        "take" => {
            let (begin, end) = (args.mode(0)?, args.mode(1)?);
            on_layout!(args, 0, |l| l.take(begin, end))
        }
        "flatten" => on_layout!(args, 0, |l| Ok::<_, LayoutError>(l.flatten())),
        "unflatten" => {
            let profile = args.tuple(1)?.profile;
            on_layout!(args, 0, |l| l.unflatten(&profile))
        }
        "append" | "prepend" => {
            let front = args.op == "prepend";
            let fill = if args.len() > 1 { args.layout(1)? } else { Layout::unit() };
            let any = args.any(0)?;
            let rank = if args.params.is_empty() { None } else { Some(args.mode(0)?) };
            any.on_domain(|l| match (rank, front) {
                (Some(rank), _) if rank > MAX_LEAVES => Err(LayoutError::TooManyLeaves(rank).into()),
                (Some(rank), false) => l.append_to_rank(rank, &fill),
                (Some(rank), true) => l.prepend_to_rank(rank, &fill),
                (None, false) => l.append(&fill),
                (None, true) => l.prepend(&fill),
            })
            .map(Value::from)
            .map_err(refuse)
        }
        "replace" => {
            let (mode, by) = (args.mode(0)?, args.layout(1)?);
            args.any(0)?.on_domain(|l| l.replace(mode, &by)).map(Value::from).map_err(refuse)
        }
        "concat" => {
            let modes = (0..args.len()).map(|i| args.layout(i)).collect::<Result<Vec<_>>>()?;
            Ok(Layout::concat(&modes).map_err(refuse)?.into())
        }
        _ => {
            let modes = (0..args.len()).map(|i| args.layout(i)).collect::<Result<Vec<_>>>()?;
            let all =
                if modes.len() == 1 { modes[0].clone() } else { Layout::concat(&modes).map_err(refuse)? };
            Ok(all.zip().map_err(refuse)?.into())
        }
    }
}

pub(super) fn filtering(args: &Args<'_>) -> Result<Value> {
    let profile = |at: usize| args.tuple(at).map(|t| t.profile);
    match (args.op, args.len()) {
        ("coalesce", 1) => on_layout!(args, 0, |l| coalesce(l)),
        ("coalesce", _) => {
            let profile = profile(1)?;
            on_layout!(args, 0, |l| coalesce_by(l, &profile))
        }
        ("filter", 1) => on_layout!(args, 0, |l| filter(l)),
        ("filter", _) => {
            let profile = profile(1)?;
            on_layout!(args, 0, |l| filter_by(l, &profile))
        }
        ("filter_zeros", 1) => on_layout!(args, 0, |l| filter_zeros(l)),
        ("filter_zeros", _) => {
            let zeros = args.tuple(1)?;
            on_layout!(args, 0, |l| filter_zeros_by(l, &zeros))
        }
        ("nullspace", _) => Ok(nullspace(&args.layout(0)?).map_err(refuse)?.into()),
        _ => Ok(coalesce_shape(&args.tuple(0)?).map_err(refuse)?.into()),
    }
}

pub(super) fn construction(args: &Args<'_>) -> Result<Value> {
    let current = || if args.len() > 1 { args.integer(1) } else { Ok(Expr::ONE) };
    let compact = |f: fn(&IntTuple, &Expr) -> std::result::Result<IntTuple, ExprError>| {
        f(&args.tuple(0)?, &current()?).map_err(refuse)
    };
    Ok(match args.op {
        "make_layout_left" | "make_layout_right" => {
            let shape = args.tuple(0)?;
            let f = if args.op == "make_layout_left" { compact_col_major } else { compact_row_major };
            let stride = f(&shape, &Expr::ONE).map_err(refuse)?;
            Layout::new(&shape, &stride).map_err(refuse)?.into()
        }
        "compact_col_major" => compact(compact_col_major)?.into(),
        "compact_row_major" => compact(compact_row_major)?.into(),
        "make_ordered_layout" => {
            make_ordered_layout(&args.tuple(0)?, &args.tuple(1)?).map_err(refuse)?.into()
        }
        "make_layout_like" => make_layout_like(&args.layout(0)?).map_err(refuse)?.into(),
        "make_fragment_like" => make_fragment_like(args.any(0)?.domain()).map_err(refuse)?.into(),
        "make_identity_layout" => {
            let shape = args.tuple(0)?;
            if shape.profile.is_leaf() {
                return Ok(Layout::mode1(shape.leaves[0].clone(), Expr::ONE).map_err(refuse)?.into());
            }
            make_identity_layout(&shape).map_err(refuse)?.into()
        }
        "make_basis_like" => {
            let shape = args.tuple(0)?;
            if shape.profile.is_leaf() {
                return Ok(Expr::ONE.into());
            }
            Value::Basis(make_basis_like(&shape.profile))
        }
        _ => {
            let shape = args.tuple(1)?;
            let order = if args.len() > 2 { Some(args.tuple(2)?) } else { None };
            let tiled = tile_to_shape(&args.any(0)?, &shape, order.as_ref());
            tiled.map_err(refuse)?.into()
        }
    })
}
