//! [`Copy`]: the tensor map and the boxes of a copy.

use layout_algebra::AnyLayout;
use layout_dialect::tile::element_bits;
use layout_dialect::views::layout_of_memref;
use layout_mlir::ir;
use layout_target::{Chip, Feature};
use layout_tile::TensorMap;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, Value, ValueLike};

use crate::tile::error::{Error, Result};

/// What divides the address of memory.
const ALIGNMENT: u64 = 16;

/// A copy by boxes.
pub struct Copy {
    /// The argument of the kernel that it copies from.
    pub argument: usize,
    /// The map, and the boxes.
    pub map: TensorMap,
}

impl Copy {
    /// Of an operation.
    ///
    /// # Errors
    /// [`Error::Tma`] and [`Error::TensorMap`] for what the engine does not copy.
    pub fn of(op: OperationRef<'_, '_>, chip: &Chip) -> Result<Self> {
        let (unknown, refuse) = (|| Error::Unknown(ir::name(op).into()), |why: String| Err(Error::Tma(why)));
        if !chip.has(Feature::Tma) {
            return refuse(format!(
                "{} has no engine that copies boxes, sm_90 and later have; leave it out",
                chip.name
            ));
        }
        let operands: Vec<Value<'_, '_>> = op.operands().collect();
        let [source, .., destination] = &operands[..] else { return Err(unknown()) };
        let argument = argument(*source).ok_or_else(|| {
            Error::Tma(
                "copies are from a memref that a kernel (gpu.func … kernel) is handed, and not from a part or a view of it"
                    .into(),
            )
        })?;
        let [from, to] = [source, destination].map(|memref| ir::memref(memref.r#type()));
        let (Some(from), Some(to)) = (from, to) else { return Err(unknown()) };
        let aligned = ir::base_alignment(*source);
        if aligned < ALIGNMENT {
            return refuse(format!(
                "{from} is known to be aligned to {aligned} bytes, and must be to {ALIGNMENT}: state {{llvm.align = {ALIGNMENT} : i64}} at the argument"
            ));
        }
        let global = match layout_of_memref(from) {
            Some(AnyLayout::Plain(layout)) => layout,
            Some(AnyLayout::Composed(layout)) => {
                return refuse(format!(
                    "no tensor map says what {layout} does behind its strides: copy from memory that is not swizzled"
                ));
            }
            None => return refuse(format!("{from} has strides that nothing is known of: give it a #layout")),
        };
        let shared = layout_of_memref(to);
        let shared = shared.ok_or_else(|| Error::Tma(format!("{to} has no #layout: give it one")))?;
        let map = TensorMap::new(&global, element_bits(from.element()), &shared)?;
        Ok(Self { argument, map })
    }
}

/// The argument of a kernel that a memref is.
fn argument(memref: Value<'_, '_>) -> Option<usize> {
    let mut memref = memref;
    while let Some(op) = ir::defining_op(memref) {
        memref = ir::operand(op, 0).filter(|_| ir::name(op) == "memref.assume_alignment")?;
    }
    let (block, number) = ir::block_argument(memref)?;
    let function = ir::block_parent(block).filter(|op| op.has_attribute("gpu.kernel"))?;
    (number < ir::function_type(function)?.input_count()).then_some(number)
}
