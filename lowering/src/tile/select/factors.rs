//! How buffers are aligned that products read by descriptors.

use layout_dialect::tile::warpgroup_of;
use layout_mlir::ir;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, ValueLike};

use crate::tile::error::Result;
use crate::tile::shared::sources::memory;

/// States on the allocations of a product's factors the alignment that its descriptors need.
///
/// # Errors
/// [`Error::Multiply`](crate::tile::error::Error::Multiply).
pub fn select(op: OperationRef<'_, '_>) -> Result<()> {
    let Some(product) = warpgroup_of(op)? else { return Ok(()) };
    let descriptors = [product.a, Some(product.b)];
    for (factor, descriptor) in op.operands().zip(descriptors) {
        let Some(descriptor) = descriptor.filter(|_| ir::is_memref(factor.r#type())) else { continue };
        let allocations = memory(factor).into_iter().filter_map(ir::defining_op);
        for alloc in allocations.filter(|op| ir::name(*op) == "memref.alloc") {
            let stated = || alloc.attribute("alignment").ok().and_then(ir::integer);
            let stated = if alloc.has_attribute("alignment") { stated().unwrap_or(1) } else { 1 };
            if stated % descriptor.alignment != 0 {
                let i64 = IntegerType::new(ir::context(op), 64).into();
                let needed = IntegerAttribute::new(i64, descriptor.alignment).into();
                ir::set_attribute(alloc, "alignment", needed);
            }
        }
    }
    Ok(())
}
