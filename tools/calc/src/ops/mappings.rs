//! The mappings of `cuda::tiles` and `std::mdspan`, and tables in text.

use layout_algebra::draw::{print_1d, print_2d, print_latex, print_layout};
use layout_algebra::*;

use super::{Args, Result, refuse};
use crate::value::Value;

/// The five mappings, as layouts of one mode a dimension.
pub(super) fn mapping(args: &Args<'_>) -> Result<Value> {
    let extents = args.tuple(0)?.leaves;
    let padding = || args.param(0).map(Expr::from);
    let made = match args.op {
        "layout_right" => Mapping::right(&extents),
        "layout_left" => Mapping::left(&extents),
        "layout_right_padded" => Mapping::right_padded(&extents, padding()?),
        "layout_left_padded" => Mapping::left_padded(&extents, padding()?),
        _ => Mapping::strided(&extents, &args.tuple(1)?.leaves),
    };
    Ok(made.and_then(|mapping| mapping.to_layout()).map_err(refuse)?.into())
}

/// The questions that mappings answer.
pub(super) fn question(args: &Args<'_>) -> Result<Value> {
    let strided = !args.is_composed(0);
    if args.op == "is_always_strided" {
        args.any(0)?;
        return Ok(Value::Bool(strided, true));
    }
    let first = flat(args, 0)?;
    match args.op {
        "extents" => Ok(first.shape().into()),
        "static_stride" => {
            let stride = first.get(&args.path()?).map_err(refuse)?.stride().leaves[0].as_const();
            Ok(stride.map_or_else(|| Value::Name("dynamic".into()), |s| Expr::from(s).into()))
        }
        _ => {
            let mapping = |l: &Layout| Mapping::strided(l.shape_leaves(), l.stride_leaves()).map_err(refuse);
            match mapping(&first)?.same_as(&mapping(&flat(args, 1)?)?) {
                Tri::Unknown => Err(refuse("the answer depends on sizes that are not known")),
                answer => Ok(Value::Bool(answer == Tri::Yes, true)),
            }
        }
    }
}

/// The operand as a mapping: a layout whose modes are not nested.
fn flat(args: &Args<'_>, at: usize) -> Result<Layout> {
    let layout = args.layout(at)?;
    match layout.profile().depth() <= 1 {
        true => Ok(layout),
        false => Err(args.expected(at, "a layout of one mode a dimension")),
    }
}

/// A layout in a form of CuTe's.
pub(super) fn printed(args: &Args<'_>) -> Result<Value> {
    let layout = args.any(0)?;
    let text = match args.op {
        "print1D" => print_1d(&layout),
        "print2D" => print_2d(&layout),
        "print_layout" => print_layout(&layout),
        _ => print_latex(&layout),
    };
    text.map(Value::Name).map_err(refuse)
}
