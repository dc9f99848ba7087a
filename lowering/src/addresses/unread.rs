//! Copies that read nothing: where they would read from is any address.
//!
//! An asynchronous copy of which a condition says that it has no bytes to read only fills in zeros. Its source
//! need not be chosen by that condition too, and without the choice it is a sum.
//!
//! ```mlir
//! // Before:
//! %i = llvm.select %c, %sum, %zero      %p = llvm.getelementptr %a[%i]
//! %n = llvm.select %c, %all, %zero      nvvm.cp.async.shared.global %s, %p, 16, cache = cg, %n
//! // After:
//! %p = llvm.getelementptr %a[%sum]
//! ```

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::build::Gep;

/// Takes the choice from the sources of a function's copies.
pub fn free_sources(function: OperationRef<'_, '_>) {
    for copy in ir::nested(function) {
        if ir::name(copy) == "nvvm.cp.async.shared.global" {
            free_source(copy);
        }
    }
}

fn free_source(copy: OperationRef<'_, '_>) -> Option<()> {
    let condition = condition(ir::operand(copy, 2)?)?;
    let mut pointer = ir::operand(copy, 1)?;
    loop {
        // Others that read from there would read what they did not.
        let op = ir::defining_op(pointer).filter(|_| ir::users(pointer).len() == 1)?;
        match Gep::of(op) {
            Some(gep) => {
                let choice = ir::defining_op(gep.index).filter(|op| ir::name(*op) == "llvm.select")?;
                if ir::key(ir::operand(choice, 0)?) == ir::key(condition) {
                    ir::set_operand(ir::Use { op, operand: 1 }, ir::operand(choice, 1)?);
                }
                return Some(());
            }
            None if ir::name(op) == "llvm.addrspacecast" => pointer = ir::operand(op, 0)?,
            None => return None,
        }
    }
}

/// The condition without which a number is 0.
fn condition<'c: 'a, 'a>(number: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let op = ir::defining_op(number)?;
    match ir::name(op) {
        "llvm.select" => {
            let zero = ir::defining_op(ir::operand(op, 2)?)?;
            let is_zero = ir::name(zero) == "llvm.mlir.constant"
                && zero.attribute("value").ok().and_then(ir::integer) == Some(0);
            ir::operand(op, 0).filter(|c| is_zero && c.r#type().to_string() == "i1")
        }
        // Zero times, shifted or cut to fewer bits is zero.
        "llvm.mul" | "llvm.lshr" | "llvm.trunc" | "llvm.zext" => condition(ir::operand(op, 0)?),
        _ => None,
    }
}
