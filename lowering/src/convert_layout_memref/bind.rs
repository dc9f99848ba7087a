//! Values for the symbols of a layout, from sizes and strides that are known.

use layout_algebra::{Expr, Symbol};
use melior::ir::Value;

use super::emit::Emit;
use super::error::Error;
use super::types::LayoutMemref;

/// `slope · symbol + constant`, if an expression is that, of this symbol alone.
pub fn linear(e: &Expr, symbol: Symbol) -> Option<(i64, i64)> {
    let mut alone = true;
    e.for_each_symbol(&mut |s| alone &= s.id == symbol.id);
    if !alone {
        return None;
    }
    let step = symbol.facts.div.max(1);
    let at = |value: i64| e.eval(&|_| value).ok();
    let (constant, next) = (at(0)?, at(step)?);
    let slope = next.checked_sub(constant)? / step;
    let same = Expr::Const(slope).mul(&symbol.into()).ok()?.add(&Expr::Const(constant)).ok()?;
    (slope != 0 && same == *e).then_some((slope, constant))
}

/// A value for each symbol of a layout, where `value(k)` is the value of expression `k` of
/// `leaves`. That all expressions agree is a promise of whoever made the type.
///
/// # Errors
/// [`Error::Unbound`] for a symbol that no expression gives.
pub fn bind<'c: 'a, 'a>(
    r#type: &LayoutMemref<'c>,
    leaves: &[Expr],
    emit: Emit<'c, 'a>,
    mut value: impl FnMut(usize) -> Result<Value<'c, 'a>, Error>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    let mut out = Vec::new();
    for symbol in r#type.layout.symbols() {
        let found = leaves.iter().enumerate().find_map(|(k, e)| Some((k, linear(e, symbol)?)));
        let Some((k, (slope, constant))) = found else {
            return Err(Error::Unbound { symbol: symbol.to_string(), memref: r#type.memref.to_string() });
        };
        let mut bound = emit.plus(value(k)?, -constant)?;
        if slope != 1 {
            let slope = emit.constant(slope)?;
            bound = emit.value("arith.divsi", &[bound, slope], emit.index_type(), &[])?;
        }
        out.push(bound);
    }
    Ok(out)
}
