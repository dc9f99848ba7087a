//! What operations of `memref` make of a descriptor.

use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::Known;
use super::numbers::Number;

/// A memref: pointer, offset, sizes and strides.
pub type Descriptor = (Number, Number, Vec<Number>, Vec<Number>);

/// The memref that an operation makes of another one, and of numbers; `None` of what is not known.
pub fn of<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    (pointer, offset, sizes, strides): Descriptor,
    number: &dyn Fn(Value<'c, 'a>) -> Option<Number>,
) -> Option<Known> {
    match ir::name(op) {
        "memref.cast" | "memref.assume_alignment" => Some(Known::Memref { pointer, offset, sizes, strides }),
        "memref.transpose" => {
            let order: Option<Vec<usize>> = affine_results(op.attribute("permutation").ok()?)?
                .into_iter()
                .map(|result| match result {
                    AffineExpr::Operand(place) => Some(place),
                    _ => None,
                })
                .collect();
            let turned = |of: &[Number]| -> Option<Vec<Number>> {
                order.as_ref()?.iter().map(|place| of.get(*place).copied()).collect()
            };
            Some(Known::Memref { pointer, offset, sizes: turned(&sizes)?, strides: turned(&strides)? })
        }
        "memref.reinterpret_cast" => {
            // (From where the memory begins, wherever the memref did.)
            let mut operands = op.operands().skip(1);
            let mut listed = |name: &str| -> Option<Vec<Number>> {
                let known = ir::integers(op.attribute(name).ok()?);
                let each = known.into_iter().map(|known| match known {
                    ir::DYNAMIC => number(operands.next()?),
                    known => Some(Number::Constant(known)),
                });
                each.collect()
            };
            let offset = listed("static_offsets")?.pop()?;
            let (sizes, strides) = (listed("static_sizes")?, listed("static_strides")?);
            Some(Known::Memref { pointer, offset, sizes, strides })
        }
        _ => None,
    }
}
