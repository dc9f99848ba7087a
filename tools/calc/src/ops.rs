//! The table of operations, by CuTe's names.

use layout_algebra::*;

use crate::atoms;
use crate::value::{Notation, Value};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpError {
    /// The operation has no result for these operands.
    #[error("{0}")]
    Refused(String),
    /// There is no such operation, or it does not take such operands.
    #[error("{0}")]
    Unsupported(String),
}

type Result<T> = std::result::Result<T, OpError>;

fn refuse<E: std::fmt::Display>(error: E) -> OpError {
    OpError::Refused(error.to_string())
}

/// The operands of one operation.
pub struct Args<'a> {
    op: &'a str,
    values: &'a [Value],
    params: &'a [i64],
    notation: Notation,
}

impl Args<'_> {
    fn expected(&self, at: usize, what: &str) -> OpError {
        let found = match self.values.get(at) {
            None => "nothing".into(),
            Some(value) => format!("`{value}`"),
        };
        OpError::Unsupported(format!("{}: operand {} should be {what}, found {found}", self.op, at + 1))
    }

    fn value(&self, at: usize) -> Result<&Value> {
        self.values.get(at).ok_or_else(|| self.expected(at, "a value"))
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn any(&self, at: usize) -> Result<AnyLayout> {
        match self.value(at)? {
            Value::Layout(l) => Ok(l.clone()),
            Value::Tuple(t) => Ok(left(t)?.into()),
            _ => Err(self.expected(at, "a layout")),
        }
    }

    fn layout(&self, at: usize) -> Result<Layout> {
        match self.any(at)? {
            AnyLayout::Plain(l) => Ok(l),
            AnyLayout::Composed(c) => {
                Err(OpError::Unsupported(format!("{} is not defined for the composed layout {c}", self.op)))
            }
        }
    }

    fn tuple(&self, at: usize) -> Result<IntTuple> {
        match self.value(at)? {
            Value::Tuple(t) => Ok(t.clone()),
            Value::Layout(AnyLayout::Plain(l)) => Ok(l.shape()),
            _ => Err(self.expected(at, "a tuple of integers")),
        }
    }

    fn integer(&self, at: usize) -> Result<Expr> {
        let tuple = self.tuple(at)?;
        if tuple.profile.is_leaf() {
            Ok(tuple.leaves[0].clone())
        } else {
            Err(self.expected(at, "an integer"))
        }
    }

    fn known(&self, at: usize) -> Result<i64> {
        self.integer(at)?.known().ok_or_else(|| self.expected(at, "a known integer"))
    }

    fn coordinate(&self, at: usize) -> Result<SliceCoord> {
        match self.value(at)? {
            Value::Slice(c) => Ok(c.clone()),
            Value::Tuple(t) => t.try_map(|e| Ok(Some(e.clone()))),
            Value::Tiler(Tiler::Keep) => Ok(IntTuple::single(None)),
            _ => Err(self.expected(at, "a coordinate")),
        }
    }

    fn tiler(&self, at: usize) -> Result<Tiler> {
        fn by_mode(t: &SliceCoord) -> Result<Tiler> {
            if t.profile.is_leaf() {
                return Ok(match &t.leaves[0] {
                    Some(size) => Tiler::Size(size.clone()),
                    None => Tiler::Keep,
                });
            }
            Ok(Tiler::Tuple(t.modes().map(|m| by_mode(&m)).collect::<Result<_>>()?))
        }
        match self.value(at)? {
            Value::Tiler(t) => Ok(t.clone()),
            Value::Layout(AnyLayout::Plain(l)) => Ok(Tiler::Layout(l.clone())),
            Value::Tuple(_) | Value::Slice(_) => by_mode(&self.coordinate(at)?),
            _ => Err(self.expected(at, "a tiler")),
        }
    }

    fn swizzle(&self, at: usize) -> Result<Swizzle> {
        match self.value(at)? {
            Value::Swizzle(s) => Ok(*s),
            _ => Err(self.expected(at, "a swizzle")),
        }
    }

    /// A template argument: given apart, or behind the operands.
    fn param(&self, at: usize) -> Result<i64> {
        self.params
            .get(at)
            .copied()
            .ok_or_else(|| OpError::Unsupported(format!("{} takes a parameter in angle brackets", self.op)))
    }

    fn mode(&self, at: usize) -> Result<usize> {
        let mode = self.param(at)?;
        usize::try_from(mode).map_err(|_| refuse(format!("{mode} is no mode; modes are numbered from 0")))
    }

    fn path(&self) -> Result<Vec<usize>> {
        (0..self.params.len()).map(|i| self.mode(i)).collect()
    }

    fn is_composed(&self, at: usize) -> bool {
        matches!(self.values.get(at), Some(Value::Layout(AnyLayout::Composed(_))))
    }
}

fn left(shape: &IntTuple) -> Result<Layout> {
    Layout::left(shape).map_err(refuse)
}

/// All operations, for the list of what there is.
pub const OPERATIONS: &[&str] = &[
    "append",
    "blocked_product",
    "ceil_div",
    "ceil_div_tiler",
    "coalesce",
    "coalesce_shape",
    "colex_less",
    "compact_col_major",
    "compact_row_major",
    "compatible",
    "complement",
    "composition",
    "composition_or_composed",
    "concat",
    "congruent",
    "copy_atom",
    "copy_atom_val",
    "coshape",
    "cosize",
    "crd2crd",
    "crd2idx",
    "depth",
    "dice",
    "domain_distribute",
    "domain_offset",
    "downcast",
    "elem_less",
    "elem_scale",
    "evenly_divides",
    "filter",
    "filter_zeros",
    "flat_divide",
    "flat_product",
    "flatten",
    "get_1d_coord",
    "get_flat_coord",
    "get_hier_coord",
    "get_nonswizzle_portion",
    "get_swizzle_portion",
    "gmma_smem_atom",
    "gmma_smem_tile_to_shape",
    "greatest_common_domain",
    "group",
    "idx2crd",
    "inner_product",
    "layout",
    "layout_add",
    "layout_fn",
    "left_inverse",
    "lex_less",
    "logical_divide",
    "logical_product",
    "make_basis_like",
    "make_composed_layout",
    "make_fragment_like",
    "make_identity_layout",
    "make_layout_left",
    "make_layout_like",
    "make_layout_right",
    "make_ordered_layout",
    "make_swizzle",
    "max_alignment",
    "max_common_layout",
    "max_common_vector",
    "mma_atom",
    "nullspace",
    "prepend",
    "product",
    "product_each",
    "product_like",
    "raked_product",
    "rank",
    "recast_layout",
    "recover_swizzle",
    "replace",
    "right_inverse",
    "round_up",
    "select",
    "shape_div",
    "size",
    "slice",
    "slice_and_offset",
    "sum",
    "swizzle_compose",
    "swizzle_layout",
    "take",
    "tile_to_shape",
    "tiled_copy",
    "tiled_divide",
    "tiled_mma",
    "tiled_product",
    "tuple_gcd",
    "tuple_max",
    "tuple_min",
    "unflatten",
    "upcast",
    "weakly_compatible",
    "weakly_congruent",
    "zip",
    "zipped_divide",
    "zipped_product",
];

/// Computes one operation.
///
/// # Errors
/// [`OpError`].
pub fn apply(op: &str, values: &[Value], params: &[i64], notation: Notation) -> Result<Value> {
    let args = Args { op, values, params, notation };
    let result = match op {
        "size" | "rank" | "depth" | "cosize" | "coshape" => attribute(&args),
        "layout" | "group" | "take" | "select" | "append" | "prepend" | "replace" | "concat" | "zip"
        | "flatten" | "unflatten" => structure(&args),
        "coalesce" | "filter" | "filter_zeros" | "coalesce_shape" | "nullspace" => filtering(&args),
        "composition" | "composition_or_composed" | "complement" | "right_inverse" | "left_inverse" => {
            algebra(&args)
        }
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => dividing(&args),
        "logical_product" | "blocked_product" | "raked_product" | "zipped_product" | "tiled_product"
        | "flat_product" => multiplying(&args),
        "make_ordered_layout"
        | "make_layout_like"
        | "make_fragment_like"
        | "make_layout_left"
        | "make_layout_right"
        | "make_identity_layout"
        | "make_basis_like"
        | "compact_col_major"
        | "compact_row_major"
        | "tile_to_shape" => construction(&args),
        "crd2idx" | "idx2crd" | "crd2crd" | "get_hier_coord" | "get_flat_coord" | "get_1d_coord" => {
            coordinates(&args)
        }
        "slice" | "dice" | "slice_and_offset" | "domain_offset" => slicing(&args),
        "max_common_layout"
        | "max_common_vector"
        | "max_alignment"
        | "domain_distribute"
        | "layout_add"
        | "greatest_common_domain" => common(&args),
        "upcast" | "downcast" | "recast_layout" => recasting(&args),
        "compatible" | "congruent" | "weakly_congruent" | "weakly_compatible" | "evenly_divides"
        | "elem_less" | "lex_less" | "colex_less" => relation(&args),
        "shape_div" | "ceil_div" | "ceil_div_tiler" | "round_up" | "product" | "product_each"
        | "product_like" | "elem_scale" | "sum" | "inner_product" | "tuple_max" | "tuple_min"
        | "tuple_gcd" => arithmetic(&args),
        "swizzle_layout"
        | "swizzle_compose"
        | "make_swizzle"
        | "make_composed_layout"
        | "get_swizzle_portion"
        | "get_nonswizzle_portion"
        | "recover_swizzle" => swizzling(&args),
        "layout_fn" => Ok(args.value(0)?.clone()),
        "mma_atom"
        | "copy_atom"
        | "copy_atom_val"
        | "gmma_smem_atom"
        | "gmma_smem_tile_to_shape"
        | "tiled_mma"
        | "tiled_copy" => atoms::apply(op, &names(&args)?),
        _ => Err(OpError::Unsupported(format!("there is no operation `{op}`"))),
    };
    // A recast keeps even a swizzle of no bits, as CuTe does: its base is the unit.
    if matches!(op, "upcast" | "downcast" | "recast_layout") { result } else { result.map(simplified) }
}

fn names(args: &Args<'_>) -> Result<Vec<String>> {
    args.values.iter().map(|v| Ok(v.text(args.notation))).collect()
}

/// A composed layout whose swizzle does nothing is its inner layout.
fn simplified(value: Value) -> Value {
    match value {
        Value::Layout(AnyLayout::Composed(c)) => AnyLayout::composed(c.outer, c.offset, c.inner).into(),
        other => other,
    }
}

/// Runs the same code for layouts with integer and with basis strides, the
/// former inside a composed layout too.
macro_rules! on_layout {
    ($args:expr, $at:expr, |$layout:ident| $body:expr) => {
        match $args.value($at)? {
            Value::Coord($layout) => $body.map(Value::Coord).map_err(refuse),
            _ => $args.any($at)?.on_domain(|$layout| $body).map(Value::Layout).map_err(refuse),
        }
    };
}

fn attribute(args: &Args<'_>) -> Result<Value> {
    if let Value::Coord(l) = args.value(0)? {
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

fn structure(args: &Args<'_>) -> Result<Value> {
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

fn filtering(args: &Args<'_>) -> Result<Value> {
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

fn algebra(args: &Args<'_>) -> Result<Value> {
    match args.op {
        "composition" => composing(args),
        "composition_or_composed" => Ok(composition_or_composed(&args.layout(0)?, &args.layout(1)?).into()),
        "complement" => {
            let a = args.layout(0)?;
            let result = match args.len() {
                1 => complement(&a, &a.cosize().map_err(refuse)?),
                _ => complement_shape(&a, &args.tuple(1)?),
            };
            Ok(result.map_err(refuse)?.into())
        }
        "right_inverse" => Ok(right_inverse_any(&args.any(0)?).map_err(refuse)?.into()),
        _ => Ok(left_inverse_any(&args.any(0)?).map_err(refuse)?.into()),
    }
}

fn composing(args: &Args<'_>) -> Result<Value> {
    match (args.value(0)?, args.value(1)?) {
        (Value::Coord(a), Value::Coord(b)) => Ok(composition_coord(a, b).map_err(refuse)?.into()),
        (Value::Coord(a), _) => Ok(composition_tiler(a, &args.tiler(1)?).map_err(refuse)?.into()),
        (Value::Swizzle(a), Value::Swizzle(_)) => match a.merge(args.swizzle(1)?) {
            Some(merged) => Ok(merged.into()),
            None => Err(refuse("the two swizzles are not one swizzle; compose one of them with a layout")),
        },
        (Value::Swizzle(s), _) => match args.any(1)? {
            AnyLayout::Plain(l) => Ok(AnyLayout::composed(Outer::Swizzle(*s), Expr::ZERO, l).into()),
            AnyLayout::Composed(c) => {
                Err(refuse(format!("{s} o {c} has two swizzles; recover_swizzle may join them")))
            }
        },
        (_, Value::Swizzle(s)) => Ok(composition_swizzle(&args.layout(0)?, *s).map_err(refuse)?.into()),
        (_, Value::Coord(b)) => Ok(composition_coord(&args.layout(0)?, b).map_err(refuse)?.into()),
        (_, Value::Layout(b)) => Ok(composition_any(&args.any(0)?, b).map_err(refuse)?.into()),
        _ => Ok(composition_tiler_any(&args.any(0)?, &args.tiler(1)?).map_err(refuse)?.into()),
    }
}

fn dividing(args: &Args<'_>) -> Result<Value> {
    let grouping = match args.op {
        "logical_divide" => Grouping::Logical,
        "zipped_divide" => Grouping::Zipped,
        "tiled_divide" => Grouping::Tiled,
        _ => Grouping::Flat,
    };
    // CuTe rounds the number of tiles up.
    let fit = if args.notation == Notation::Cute { Fit::Cover } else { Fit::Exact };
    let tiler = args.tiler(1)?;
    on_layout!(args, 0, |l| divide(l, &tiler, grouping, fit))
}

fn multiplying(args: &Args<'_>) -> Result<Value> {
    if args.op == "logical_product" && args.is_composed(1) {
        return Ok(logical_product_any(&args.any(0)?, &args.any(1)?).map_err(refuse)?.into());
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
    any.on_domain(|l| match args.op {
        "logical_product" => logical_product_tiler(l, &tiler),
        "blocked_product" => blocked_product(l, &tile(&tiler)?),
        "raked_product" => raked_product(l, &tile(&tiler)?),
        "zipped_product" => zipped_product_tiler(l, &tiler),
        "tiled_product" => tiled_product_tiler(l, &tiler),
        _ => flat_product_tiler(l, &tiler),
    })
    .map(Value::from)
    .map_err(refuse)
}

fn construction(args: &Args<'_>) -> Result<Value> {
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
            let tiled = args.any(0)?.on_domain(|l| tile_to_shape(l, &shape, order.as_ref()));
            tiled.map_err(refuse)?.into()
        }
    })
}

fn coordinates(args: &Args<'_>) -> Result<Value> {
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

fn slicing(args: &Args<'_>) -> Result<Value> {
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
        "slice" => slice_and_offset_any(&coord, &any).map_err(refuse)?.0.into(),
        "dice" => any.on_domain(|l| dice(&coord, l)).map_err(refuse)?.into(),
        "slice_and_offset" => {
            let (layout, offset) = slice_and_offset_any(&coord, &any).map_err(refuse)?;
            pair(simplified(layout.into()), offset.into())
        }
        _ => {
            let offset = slice_offset(&coord, &args.layout(1)?).map_err(refuse)?;
            pair(any.into(), offset.into())
        }
    })
}

fn common(args: &Args<'_>) -> Result<Value> {
    Ok(match args.op {
        "max_common_layout" => max_common_layout_any(&args.any(0)?, &args.any(1)?).map_err(refuse)?.into(),
        "max_common_vector" => max_common_vector_any(&args.any(0)?, &args.any(1)?).map_err(refuse)?.into(),
        "max_alignment" => Expr::from(max_alignment_any(&args.any(0)?).map_err(refuse)?).into(),
        "domain_distribute" => domain_distribute(&args.tuple(0)?, args.known(1)?).map_err(refuse)?.into(),
        "layout_add" => layout_add(&args.layout(0)?, &args.layout(1)?).map_err(refuse)?.into(),
        _ => greatest_common_domain(&args.tuple(0)?, &args.tuple(1)?).map_err(refuse)?.into(),
    })
}

fn recasting(args: &Args<'_>) -> Result<Value> {
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
        "upcast" => upcast_any(&any, factor()?),
        "downcast" => downcast_any(&any, factor()?),
        _ => recast_any(&any, bits(0)?, bits(1)?),
    };
    result.map(Value::from).map_err(refuse)
}

fn relation(args: &Args<'_>) -> Result<Value> {
    // Whether the answer is known at compile time, whatever the dynamic integers are.
    let unknown = |t: &IntTuple, first: u32| -> IntTuple {
        let leaves = t.leaves.iter().enumerate().map(|(i, e)| match e.as_const() {
            Some(_) => e.clone(),
            None => Symbol::new(first + i as u32, Facts::NONE).into(),
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
            let facts = Facts { min: 1, ..Facts::NONE };
            Tiler::Layout(l.substitute(&|s| Symbol::new(s.id, facts).into()).unwrap_or_else(|_| l.clone()))
        }
        Tiler::Size(n) if n.as_const().is_none() => {
            Tiler::Size(Symbol::new(1 << 20, Facts { min: 1, ..Facts::NONE }).into())
        }
        Tiler::Size(n) => Tiler::Size(n.clone()),
        Tiler::Tuple(parts) => Tiler::Tuple(parts.iter().map(forget).collect()),
    }
}

fn arithmetic(args: &Args<'_>) -> Result<Value> {
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

fn swizzling(args: &Args<'_>) -> Result<Value> {
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
                Value::Layout(AnyLayout::Plain(l)) => Outer::Layout(l.clone()),
                Value::Layout(AnyLayout::Composed(c)) => {
                    c.outer.clone().after(c.offset.clone(), Outer::Layout(c.inner.clone()))
                }
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

/// Whether the operation's operands are names of instructions, not values.
pub fn takes_names(op: &str) -> bool {
    const NAMED: [&str; 7] = [
        "mma_atom",
        "copy_atom",
        "copy_atom_val",
        "gmma_smem_atom",
        "gmma_smem_tile_to_shape",
        "tiled_mma",
        "tiled_copy",
    ];
    NAMED.contains(&op)
}
