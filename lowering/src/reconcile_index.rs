//! `layout-reconcile-index`: values of `index` that were lowered to integers of two widths.
//!
//! ```mlir
//! %1 = builtin.unrealized_conversion_cast %0 : i32 to index
//! %2 = builtin.unrealized_conversion_cast %1 : index to i64
//! // becomes
//! %2 = llvm.sext %0 : i32 to i64
//! ```
//! and the same for the descriptors of memrefs. Some of upstream's conversions know no
//! index but of 64 bits (`convert-nvgpu-to-nvvm`, `convert-vector-to-llvm`), so with
//! `index-bitwidth=32` both widths meet.
//!
//! An address that an index of 32 bits cut, and that is wanted in 64, is taken whole:
//! ```mlir
//! %1 = llvm.ptrtoint %0 : !llvm.ptr to i32
//! %2 = llvm.zext %1 : i32 to i64
//! // becomes
//! %2 = llvm.ptrtoint %0 : !llvm.ptr to i64
//! ```

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use crate::positions::{insert, positions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-reconcile-index",
    summary: "Convert between index values that were lowered to integers of two widths",
    options: &[],
    statistics: &[],
    run,
};

const CAST: &str = "builtin.unrealized_conversion_cast";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for second in ir::nested(op) {
        if ir::name(second) == "llvm.zext" {
            take_whole(second);
        }
        if ir::name(second) != CAST || second.operand_count() != 1 || second.result_count() != 1 {
            continue;
        }
        let (Some(middle), Some(old)) = (ir::operand(second, 0), ir::result(second)) else { continue };
        let Some(first) = ir::defining_op(middle).filter(|op| ir::name(*op) == CAST) else { continue };
        let (1, Some(value)) = (first.operand_count(), ir::operand(first, 0)) else { continue };
        let at = Place { before: second };
        if let Some(new) = at.convert(value, old.r#type(), middle.r#type()) {
            ir::replace_all_uses(old, new);
        }
    }
    // Casts without uses are for canonicalization to remove.
    true
}

/// What widens an address that was cut gives that address. (In shared memory it is the same.)
fn take_whole<'c: 'a, 'a>(widened: OperationRef<'c, 'a>) -> Option<()> {
    let address = ir::defining_op(ir::operand(widened, 0)?).filter(|op| ir::name(*op) == "llvm.ptrtoint")?;
    let (pointer, old) = (ir::operand(address, 0)?, ir::result(widened)?);
    let whole = Place { before: widened }.build("llvm.ptrtoint", &[pointer], old.r#type(), None)?;
    ir::replace_all_uses(old, whole);
    Some(())
}

/// Emits before an operation.
#[derive(Clone, Copy)]
struct Place<'c, 'a> {
    before: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Place<'c, 'a> {
    /// The value in another lowering of the type `what`; `None` where they differ by
    /// more than the width of the index.
    fn convert(self, value: Value<'c, 'a>, to: Type<'c>, what: Type<'c>) -> Option<Value<'c, 'a>> {
        if value.r#type() == to {
            return Some(value);
        }
        if ir::is_memref(what) {
            self.convert_descriptor(value, to, ir::extents(what).len())
        } else if ir::is_index(what) {
            self.resize(value, to)
        } else if ir::element_type(what).is_some_and(ir::is_index) {
            self.convert_vector(value, to, &ir::extents(what))
        } else {
            None
        }
    }

    /// Two pointers, an offset; where there are dimensions, their sizes and strides.
    fn convert_descriptor(self, value: Value<'c, 'a>, to: Type<'c>, rank: usize) -> Option<Value<'c, 'a>> {
        let (old, new) = (ir::struct_fields(value.r#type())?, ir::struct_fields(to)?);
        if old.len() != new.len() || old.get(..2)? != new.get(..2)? {
            return None;
        }
        let (old_width, new_width) = (*old.get(2)?, *new.get(2)?);
        let mut fields: Vec<(Vec<i64>, Type<'c>)> = vec![(vec![2], old_width)];
        fields.extend([3, 4].iter().flat_map(|f| (0..rank).map(move |i| (vec![*f, i as i64], old_width))));
        let mut out = self.build("llvm.mlir.poison", &[], to, None)?;
        for pointer in 0..2 {
            let position = [pointer];
            let field =
                self.build("llvm.extractvalue", &[value], *old.get(pointer as usize)?, Some(&position))?;
            out = self.build("llvm.insertvalue", &[out, field], to, Some(&position))?;
        }
        for (position, r#type) in fields {
            let field = self.build("llvm.extractvalue", &[value], r#type, Some(&position))?;
            let field = self.resize(field, new_width)?;
            out = self.build("llvm.insertvalue", &[out, field], to, Some(&position))?;
        }
        Some(out)
    }

    /// Arrays of arrays of vectors.
    fn convert_vector(self, value: Value<'c, 'a>, to: Type<'c>, extents: &[i64]) -> Option<Value<'c, 'a>> {
        let (_, outer) = extents.split_last()?;
        if outer.is_empty() {
            return self.resize(value, to);
        }
        let row = |t: Type<'c>| outer.iter().try_fold(t, |t, _| ir::array_element(t));
        let (old, new) = (row(value.r#type())?, row(to)?);
        let mut out = self.build("llvm.mlir.poison", &[], to, None)?;
        for position in positions(outer) {
            let field = self.build("llvm.extractvalue", &[value], old, Some(&position))?;
            let field = self.resize(field, new)?;
            out = self.build("llvm.insertvalue", &[out, field], to, Some(&position))?;
        }
        Some(out)
    }

    /// Index arithmetic is signed.
    fn resize(self, value: Value<'c, 'a>, to: Type<'c>) -> Option<Value<'c, 'a>> {
        let bits = |t| match ir::scalar(ir::element_type(t).unwrap_or(t))? {
            ir::Scalar::Int(bits) => Some(bits),
            ir::Scalar::Index => None,
        };
        let name = if bits(value.r#type())? < bits(to)? { "llvm.sext" } else { "llvm.trunc" };
        self.build(name, &[value], to, None)
    }

    fn build(
        self,
        name: &str,
        operands: &[Value<'c, 'a>],
        r#type: Type<'c>,
        position: Option<&[i64]>,
    ) -> Option<Value<'c, 'a>> {
        insert(self.before, name, operands, r#type, position.map(|p| ("position", p)))
    }
}
