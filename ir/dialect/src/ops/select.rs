//! `layout.select`: some of the modes of a layout, by number.

use layout_algebra::{AnyLayout, LayoutLike, Nested};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct Select;

impl LayoutOp for Select {
    fn name(&self) -> &'static str {
        "select"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let a = operands.layout;
        let rank = a.domain().rank();
        let numbers = operands.attributes.modes.as_deref().unwrap_or_default();
        if numbers.is_empty() {
            return Err(InferError::NoModes(rank));
        }
        let number = |mode: &i64| {
            let found = usize::try_from(*mode).ok().filter(|mode| *mode < rank);
            found.ok_or_else(|| InferError::Mode { mode: *mode, layout: a.named(), rank })
        };
        let numbers = numbers.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        a.on_domain(|a| Ok(a.select(&numbers)?))
    }
}
