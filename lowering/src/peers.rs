//! `convert-layout-peer-to-nvvm`: buffers of other blocks of a cluster to their addresses.
//!
//! ```mlir
//! // Before:
//! %q = layout.peer %s of %rank : memref<64xf32, 3> -> memref<64xf32, 7>
//! // After:
//! %a = nvvm.mapa %p, %r : !llvm.ptr<3> -> !llvm.ptr<7>        // %p is where %s begins
//! ```

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{IndexBits, OptionError, OptionValues, PassInfo, PassOptions};
use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error as MemrefError;

pass_options! {
    /// Options of `convert-layout-peer-to-nvvm`.
    pub struct Options {
        /// bits of the index type
        index_bitwidth: IndexBits = "index-bitwidth", "64";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-layout-peer-to-nvvm",
    summary: "Convert buffers of other blocks of a cluster to their addresses",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// Why one is not converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Error {
    /// A memref that is more than where it begins.
    #[error("{0} has no known extents one behind the other: run convert-layout-memref first")]
    Strides(String),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Emit(#[from] MemrefError),
}

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let peers = ir::nested(root).into_iter().filter(|op| ir::name(*op) == "layout.peer");
    peers.collect::<Vec<_>>().into_iter().all(|op| match convert(op, options) {
        Ok(()) => true,
        Err(error) => {
            ir::emit_error(ir::location(op), &format!("{}: {error}", INFO.name));
            false
        }
    })
}

fn convert<'c: 'a, 'a>(op: OperationRef<'c, 'a>, options: &OptionValues) -> Result<(), Error> {
    let bits = options.number("index-bitwidth")?;
    let (emit, unknown) = (Emit::at(op), || MemrefError::Build("layout.peer".into()));
    let operand = |number| ir::operand(op, number).ok_or_else(unknown);
    let (own, rank, result) = (operand(0)?, operand(1)?, ir::result(op).ok_or_else(unknown)?);
    let r#type = |text: &str| Type::parse(emit.context, text).ok_or_else(|| MemrefError::Build(text.into()));
    let extents = ir::extents(result.r#type());
    let rows: Vec<i64> = (0..extents.len()).map(|d| extents[d + 1..].iter().product()).collect();
    if extents.contains(&ir::DYNAMIC) || ir::strides(result.r#type()) != Some((rows.clone(), 0)) {
        return Err(Error::Strides(result.r#type().to_string()));
    }
    let index = emit.index_type();
    let address = emit.value("memref.extract_aligned_pointer_as_index", &[own], index, &[])?;
    let address = emit.value("arith.index_cast", &[address], r#type("i64")?, &[])?;
    let own = emit.value("llvm.inttoptr", &[address], r#type("!llvm.ptr<3>")?, &[])?;
    let rank = emit.value("arith.index_cast", &[rank], r#type("i32")?, &[])?;
    let peer = emit.value("nvvm.mapa", &[own, rank], r#type("!llvm.ptr<7>")?, &[])?;
    // What a memref is in the LLVM dialect: where it is allocated and begins, offset, extents and strides.
    let each = |numbers: &[i64]| match numbers.len() {
        0 => String::new(),
        rank => format!(", array<{rank} x i{bits}>"),
    };
    let descriptor = format!("!llvm.struct<(ptr<7>, ptr<7>, i{bits}{}{})>", each(&extents), each(&rows));
    let descriptor = r#type(&descriptor)?;
    let number = r#type(&format!("i{bits}"))?;
    let mut made = emit.value("llvm.mlir.poison", &[], descriptor, &[])?;
    let insert = |into: Value<'c, 'a>, value, place: &[i64]| {
        let place = DenseI64ArrayAttribute::new(emit.context, place).into();
        emit.value("llvm.insertvalue", &[into, value], descriptor, &[("position", place)])
    };
    made = insert(insert(made, peer, &[0])?, peer, &[1])?;
    let numbers = [extents, rows].map(|list| list.into_iter().enumerate());
    let places =
        (3i64..).zip(numbers).flat_map(|(field, list)| list.map(move |(d, n)| (vec![field, d as i64], n)));
    for (place, value) in std::iter::once((vec![2], 0)).chain(places) {
        let value: Attribute<'c> = emit.attribute(&format!("{value} : i{bits}"))?;
        let value = emit.value("llvm.mlir.constant", &[], number, &[("value", value)])?;
        made = insert(made, value, &place)?;
    }
    let memref = emit.value("builtin.unrealized_conversion_cast", &[made], result.r#type(), &[])?;
    ir::replace_all_uses(result, memref);
    ir::erase(op).map_err(|_| unknown())?;
    Ok(())
}
