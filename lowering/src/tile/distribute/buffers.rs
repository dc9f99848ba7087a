//! Shared memory that a kernel allocates becomes a buffer of the kernel, aligned as its banks are.

use layout_mlir::ir;
use layout_target::Chip;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::memory::SHARED;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::shared::sources::memory;

/// What moves tiles from and to memory.
const ACCESSES: [&str; 4] = ["layout.load", "layout.store", "layout.copy_async", "layout.store_async"];
/// How many buffers of its workgroup a kernel has.
const COUNT: &str = "workgroup_attributions";
/// Their attributes.
const ATTRIBUTES: &str = "workgroup_attrib_attrs";

/// Looks whether tiles are moved in memory that all threads of a group have in common, and whether a chip has as much of it.
///
/// # Errors
/// [`Error::OfThread`] and [`Error::Unsupported`], with their place.
pub fn check<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    threads: i64,
    chip: &Chip,
) -> std::result::Result<(), (OperationRef<'c, 'a>, Error)> {
    let most = chip.limits.shared_per_block;
    for op in ir::nested(function).into_iter().filter(|op| ir::name(*op) == "memref.alloc") {
        let Some(bytes) = ir::result(op).and_then(shared_bytes).filter(|bytes| *bytes > most.into()) else {
            continue;
        };
        let why = format!(
            "{bytes} bytes are more than the {most} bytes of shared memory that a block has on {}",
            chip.name
        );
        return Err((op, Error::Unsupported { op: "memref.alloc".into(), why }));
    }
    for op in ir::nested(function).into_iter().filter(|op| threads > 1 && ACCESSES.contains(&ir::name(*op))) {
        let memrefs = op.operands().filter(|v| ir::is_memref(v.r#type()));
        if let Some(base) = memrefs.flat_map(memory).find(|base| is_of_thread(*base)) {
            let memory = match ir::defining_op(base) {
                Some(op) => format!("that of a {}", ir::name(op)),
                None => base.r#type().to_string(),
            };
            return Err((op, Error::OfThread { op: ir::name(op).into(), memory, threads }));
        }
    }
    Ok(())
}

/// The bytes of shared memory, if its extents are known.
fn shared_bytes(memory: Value<'_, '_>) -> Option<i128> {
    let r#type = memory.r#type();
    let extents = Some(ir::extents(r#type)).filter(|_| ir::is_shared(r#type))?;
    let bits = ir::element_type(r#type).and_then(ir::bits)?;
    let count =
        extents.iter().try_fold(1_i128, |all, n| (*n >= 0).then(|| all.saturating_mul((*n).into())))?;
    Some(count.saturating_mul(bits.into()) / 8)
}

/// Whether each thread has memory of its own under a name.
fn is_of_thread(memory: Value<'_, '_>) -> bool {
    let r#type = memory.r#type();
    let allocates = ir::defining_op(memory).is_some_and(|op| match ir::name(op) {
        "memref.alloca" => true,
        "memref.alloc" => !ir::is_shared(r#type),
        _ => false,
    });
    allocates || ir::is_private(r#type)
}

/// Gives a kernel a buffer for each allocation in shared memory; functions that are no kernels keep
/// theirs, and say how they are aligned.
///
/// # Errors
/// [`Error::Unsupported`] for one whose size is not known, or that a loop hands on to its next
/// iteration, which would need another.
pub fn own<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
) -> std::result::Result<(), (OperationRef<'c, 'a>, Error)> {
    let is_kernel = ir::name(function) == "gpu.func";
    for op in ir::nested(function) {
        let result = ir::result(op).filter(|r| ir::name(op) == "memref.alloc" && ir::is_shared(r.r#type()));
        let Some(old) = result else { continue };
        if !is_kernel {
            align(op).map_err(|error| (op, error))?;
            continue;
        }
        let refuse = |why: &str| Err((op, Error::Unsupported { op: ir::name(op).into(), why: why.into() }));
        if op.operand_count() > 0 {
            return refuse("the size of shared memory must be known");
        }
        if ir::users(old).into_iter().any(|user| ir::name(user) == "scf.yield") {
            return refuse("a loop or branch hands the buffer on; allocate it before");
        }
        own_one(function, op).map_err(|error| (op, error))?;
    }
    Ok(())
}

/// The bytes that an allocation is aligned to.
fn alignment(alloc: OperationRef<'_, '_>) -> i64 {
    alloc.attribute("alignment").ok().and_then(ir::integer).unwrap_or(1).max(SHARED)
}

fn align(alloc: OperationRef<'_, '_>) -> Result<()> {
    let value = Emit::at(alloc).attribute(&format!("{} : i64", alignment(alloc)))?;
    ir::set_attribute(alloc, "alignment", value);
    Ok(())
}

fn own_one<'c: 'a, 'a>(function: OperationRef<'c, 'a>, alloc: OperationRef<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(alloc), || Error::Unknown("memref.alloc".into()));
    let old = ir::result(alloc).ok_or_else(unknown)?;
    let inputs = ir::function_type(function).ok_or_else(unknown)?.input_count();
    let count = function.attribute(COUNT).ok().and_then(ir::integer).unwrap_or(0);
    let block = *ir::blocks(function).first().ok_or_else(unknown)?;
    let number = inputs + usize::try_from(count).unwrap_or(0);
    let new = ir::insert_argument(block, number, old.r#type(), emit.location);
    ir::set_attribute(function, COUNT, emit.attribute(&format!("{} : i64", count + 1))?);
    let own = emit.attribute(&format!("{{llvm.align = {} : i64}}", alignment(alloc)))?;
    let mut all = Vec::new();
    if let Some(array) = function.attribute(ATTRIBUTES).ok().and_then(|a| ArrayAttribute::try_from(a).ok()) {
        all.extend((0..array.len()).filter_map(|i| array.element(i).ok()));
    }
    all.resize(usize::try_from(count).unwrap_or(0), emit.attribute("{}")?);
    all.push(own);
    ir::set_attribute(function, ATTRIBUTES, ArrayAttribute::new(emit.context, &all).into());
    ir::replace_all_uses(old, new);
    Ok(ir::erase(alloc)?)
}
