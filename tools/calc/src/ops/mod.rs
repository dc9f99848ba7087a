//! The table of operations, by CuTe's names.

mod algebra;
mod structure;
mod tuples;

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
        "size" | "rank" | "depth" | "cosize" | "coshape" => structure::attribute(&args),
        "layout" | "group" | "take" | "select" | "append" | "prepend" | "replace" | "concat" | "zip"
        | "flatten" | "unflatten" => structure::structure(&args),
        "coalesce" | "filter" | "filter_zeros" | "coalesce_shape" | "nullspace" => {
            structure::filtering(&args)
        }
        "composition" | "composition_or_composed" | "complement" | "right_inverse" | "left_inverse" => {
            algebra::algebra(&args)
        }
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => algebra::dividing(&args),
        "logical_product" | "blocked_product" | "raked_product" | "zipped_product" | "tiled_product"
        | "flat_product" => algebra::multiplying(&args),
        "make_ordered_layout"
        | "make_layout_like"
        | "make_fragment_like"
        | "make_layout_left"
        | "make_layout_right"
        | "make_identity_layout"
        | "make_basis_like"
        | "compact_col_major"
        | "compact_row_major"
        | "tile_to_shape" => structure::construction(&args),
        "crd2idx" | "idx2crd" | "crd2crd" | "get_hier_coord" | "get_flat_coord" | "get_1d_coord" => {
            tuples::coordinates(&args)
        }
        "slice" | "dice" | "slice_and_offset" | "domain_offset" => tuples::slicing(&args),
        "max_common_layout"
        | "max_common_vector"
        | "max_alignment"
        | "domain_distribute"
        | "layout_add"
        | "greatest_common_domain" => algebra::common(&args),
        "upcast" | "downcast" | "recast_layout" => algebra::recasting(&args),
        "compatible" | "congruent" | "weakly_congruent" | "weakly_compatible" | "evenly_divides"
        | "elem_less" | "lex_less" | "colex_less" => tuples::relation(&args),
        "shape_div" | "ceil_div" | "ceil_div_tiler" | "round_up" | "product" | "product_each"
        | "product_like" | "elem_scale" | "sum" | "inner_product" | "tuple_max" | "tuple_min"
        | "tuple_gcd" => tuples::arithmetic(&args),
        "swizzle_layout"
        | "swizzle_compose"
        | "make_swizzle"
        | "make_composed_layout"
        | "get_swizzle_portion"
        | "get_nonswizzle_portion"
        | "recover_swizzle" => algebra::swizzling(&args),
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
pub(crate) use on_layout;

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
