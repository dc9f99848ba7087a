//! `layout-bufferize`: upstream's one-shot bufferization, by which the encoding of a tensor becomes the layout of its
//! memref.
//!
//! `-one-shot-bufferize` knows no encodings: what it allocates for `tensor<4x8xf32, #layout<(4,8):(1,4)>>` has rows one
//! behind the other. Here all memory of such a tensor has the layout: what is allocated, copies that the analysis
//! finds necessary, arguments and results of functions.
//!
//! ```mlir
//! // Before:
//! %t = tensor.empty() : tensor<4x8xf32, #layout<(4,8):(1,4)>>
//! %f = linalg.fill ins(%x : f32) outs(%t : …) -> …
//! // After:
//! %m = memref.alloc() : memref<4x8xf32, #layout<(4,8):(1,4)>>
//! linalg.fill ins(%x : f32) outs(%m : …)
//! ```
//!
//! Functions with `layout.threads` stay: their tensors are tiles, held in registers.
//!
//! # Errors
//! A tensor with a layout that an operation makes which knows none, a layout whose symbols are no sizes, memory that has
//! another layout than the tensor, an operation that writes through a layout which has several elements in one place, a
//! tile in a function without `layout.threads`.

use std::collections::HashMap;

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, Tri};
use layout_dialect::Known;
use layout_dialect::tile::Tile;
use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;

pass_options! {
    /// Options of `layout-bufferize`.
    pub struct Options {
        /// bufferize the signatures of functions, and calls, too
        function_boundaries: bool = "function-boundaries", "false";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-bufferize",
    summary: "Bufferize tensors; the encoding of one becomes the layout of its memref",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// What has this attribute computes with tiles, and stays.
const SKIP: &str = "layout.threads";

/// Operations whose results are tensors of their regions or callees.
const CARRIERS: [&str; 6] =
    ["scf.if", "scf.execute_region", "scf.index_switch", "scf.while", "func.call", "arith.select"];

/// Operations that see the memory of a tensor by its strides.
const VIEWS: [&str; 7] = [
    "tensor.cast",
    "tensor.collapse_shape",
    "tensor.expand_shape",
    "tensor.extract_slice",
    "tensor.insert_slice",
    "tensor.parallel_insert_slice",
    "tensor.reshape",
];

fn run(op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
    let boundaries = match Options::read(values) {
        Ok(options) => options.function_boundaries,
        Err(error) => {
            ir::emit_error(ir::location(op), &format!("{}: {error}", INFO.name));
            return false;
        }
    };
    each(op, check)
        && ir::insert_tensor_copies(op, boundaries, SKIP)
        && each(op, allocate)
        && ir::bufferize(op, boundaries, SKIP)
}

/// Why a tensor gets no memory with its layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Error {
    /// An operation that makes memory of its own.
    #[error(
        "'{operation}' makes a tensor with the layout {layout}, and knows no layouts: it would have rows one behind \
         the other; write it to a bufferization.alloc_tensor of the type, with linalg.copy, say"
    )]
    Makes { operation: String, layout: String },
    /// A view of memory without strides.
    #[error(
        "'{operation}' sees memory by its strides, which {layout} has not; copy the tensor to one without a layout, with \
         linalg.copy, say"
    )]
    View { operation: String, layout: String },
    /// Memory of another layout.
    #[error("the memory is {memref}, and the tensor has {layout}; state the same of both, or copy")]
    Memory { memref: String, layout: String },
    /// A tensor of which elements have no place of their own is written.
    #[error(
        "'{operation}' writes a tensor with the layout {layout}, by which the elements {elements} are at {place} both: \
         one would change with the other; write a tensor whose layout has a place for each, such as {instead}"
    )]
    Shared { operation: String, layout: String, elements: String, place: String, instead: String },
    /// A tile outside of a program on tiles.
    #[error(
        "{tensor} is a tile, which threads hold in registers and no memory stands for, and '{function}' has no \
         layout.threads; give it that, or the tensor a #layout"
    )]
    Tile { tensor: String, function: String },
    /// A symbol that is no size.
    #[error(
        "{0} has a symbol that is the size of no dimension, and an allocation of a tensor has no value for it; allocate \
         a memref with it, and take a tensor of that by bufferization.to_tensor"
    )]
    Symbol(String),
    /// An operation that is not built.
    #[error("{0} could not be built")]
    Build(&'static str),
}

/// Runs over the operations that are not skipped; false, with errors, if it fails for one.
fn each<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    f: impl Fn(OperationRef<'c, 'a>) -> Result<(), Error>,
) -> bool {
    let mut ok = true;
    for op in ir::nested(root) {
        let mut around = std::iter::successors(Some(op), |op| op.parent_operation());
        if around.any(|op| op.has_attribute(SKIP)) {
            continue;
        }
        if let Err(error) = f(op) {
            ir::emit_error(ir::location(op), &error.to_string());
            ok = false;
        }
    }
    ok
}

/// The memref of a tensor with a layout.
fn memref_of<'c>(value: Value<'c, '_>) -> Option<(MemRefType<'c>, &'c AnyLayout)> {
    let memref = ir::encoded_memref(value.r#type())?;
    Some((memref, Known::of_attribute(memref.layout())?))
}

/// Refuses an operation that makes a tensor with a layout and has no memory for it.
fn check(op: OperationRef<'_, '_>) -> Result<(), Error> {
    let name = ir::name(op);
    let has_strides = |memref: MemRefType<'_>| ir::strides(memref.into()).is_some();
    let arguments = ir::blocks(op).into_iter().flat_map(ir::arguments);
    if let Some(tile) = ir::results(op).into_iter().chain(arguments).map(|value| value.r#type()).find(is_tile)
    {
        let function = std::iter::successors(Some(op), |op| op.parent_operation())
            .find(|op| ir::name(*op).ends_with("func"))
            .map_or("the module", ir::name);
        return Err(Error::Tile { tensor: tile.to_string(), function: function.into() });
    }
    if is_write(name) {
        let shared =
            ir::results(op).into_iter().filter_map(memref_of).find_map(|(_, layout)| shared(name, layout));
        if let Some(error) = shared {
            return Err(error);
        }
    }
    if VIEWS.contains(&name) {
        let tensors = op.operands().filter_map(memref_of);
        if let Some((_, layout)) = tensors.into_iter().find(|(memref, _)| !has_strides(*memref)) {
            return Err(Error::View { operation: name.into(), layout: layout.named() });
        }
    }
    if name == "bufferization.to_tensor" {
        return check_memory(op, has_strides);
    }
    for result in ir::results(op) {
        let Some((_, layout)) = memref_of(result) else { continue };
        let layout = || layout.named();
        // What it is written to has the layout.
        let written = || op.operands().any(|operand| operand.r#type() == result.r#type());
        let allocates = matches!(name, "tensor.empty" | "bufferization.alloc_tensor");
        if !allocates && !CARRIERS.contains(&name) && !written() {
            return Err(Error::Makes { operation: name.into(), layout: layout() });
        }
    }
    Ok(())
}

/// Whether an operation writes elements of its result that may differ.
fn is_write(name: &str) -> bool {
    const WRITES: [&str; 4] = [
        "bufferization.materialize_in_destination",
        "tensor.insert",
        "tensor.insert_slice",
        "vector.transfer_write",
    ];
    WRITES.contains(&name) || name.starts_with("linalg.") && name != "linalg.fill"
}

/// Layouts of so many elements are looked at one by one.
const ELEMENTS: i64 = 1 << 16;

/// Two elements of a layout in one place, if there are known to be: by a stride of 0, or by their indices.
fn shared(operation: &str, layout: &AnyLayout) -> Option<Error> {
    let domain = layout.domain();
    let sizes: Vec<Expr> = domain.modes().iter().map(|mode| mode.size().ok()).collect::<Option<_>>()?;
    let error = |elements: [Vec<i64>; 2], place: String| {
        let elements = elements.map(|at| format!("{at:?}")).join(" and ");
        let instead = Layout::right(&IntTuple::flat(sizes.iter().cloned())).ok()?.named();
        Some(Error::Shared { operation: operation.into(), layout: layout.named(), elements, place, instead })
    };
    let known: Option<Vec<i64>> = sizes.iter().map(Expr::as_const).collect();
    if let Some(known) = known
        && known.iter().try_fold(1i64, |n, size| n.checked_mul(*size)).is_some_and(|n| n <= ELEMENTS)
    {
        let element = |number: i64| {
            let mut rest = number;
            known
                .iter()
                .map(|size| {
                    let at = rest % size;
                    rest /= size;
                    at
                })
                .collect::<Vec<i64>>()
        };
        let mut seen = HashMap::new();
        for number in 0..known.iter().product() {
            // A layout with symbols has no numbers.
            let Some(place) = layout.eval(number) else { break };
            if let Some(first) = seen.insert(place, number) {
                return error([element(first), element(number)], place.to_string());
            }
        }
    }
    let still = domain.modes().iter().position(|mode| {
        let leaves = mode.shape_leaves().iter().zip(mode.stride_leaves());
        let mut still = leaves.filter(|(_, stride)| stride.is(0)).map(|(size, _)| size);
        still.any(|size| Expr::from(2).le(size) == Tri::Yes) && mode.shape_leaves().len() == 1
    })?;
    let at = |n: i64| (0..sizes.len()).map(|mode| if mode == still { n } else { 0 }).collect();
    error([at(0), at(1)], "one place".into())
}

/// Whether a type is that of a tile with an encoding.
fn is_tile(r#type: &Type<'_>) -> bool {
    Tile::of_type(*r#type).is_some_and(|tile| tile.encoding.is_some())
}

/// Refuses a tensor of memory that has another layout, or has one without strides of which the tensor says nothing.
fn check_memory(op: OperationRef<'_, '_>, has_strides: impl Fn(MemRefType<'_>) -> bool) -> Result<(), Error> {
    let (Some(result), Some(memory)) = (ir::result(op), ir::operand(op, 0)) else { return Ok(()) };
    let Some(memory) = ir::memref(memory.r#type()) else { return Ok(()) };
    let error = |layout: String| Err(Error::Memory { memref: memory.to_string(), layout });
    match memref_of(result) {
        Some((memref, layout)) if memref.layout() != memory.layout() => {
            error(format!("the layout {}", layout.named()))
        }
        None if !has_strides(memory) => error("none".into()),
        _ => Ok(()),
    }
}

/// Has a tensor with a layout that is allocated be one of memory with it.
fn allocate<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Result<(), Error> {
    let name = ir::name(op);
    if !matches!(name, "tensor.empty" | "bufferization.alloc_tensor") {
        return Ok(());
    }
    let Some((result, (memref, layout))) = ir::result(op).and_then(|r| Some((r, memref_of(r)?))) else {
        return Ok(());
    };
    let space = op.has_attribute("memory_space").then(|| op.attribute("memory_space").ok()).flatten();
    let extents = ir::extents(memref.into());
    let memref = MemRefType::new(memref.element(), &extents, Some(memref.layout()), space);
    let build = |what: &'static str| move |_| Error::Build(what);
    let emit = Emit::at(op);
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let groups = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
    let sizes = groups.first().and_then(|n| usize::try_from(*n).ok()).unwrap_or(operands.len());
    let copied = groups.get(1).is_some_and(|n| *n > 0).then(|| operands.get(sizes)).flatten().copied();
    let mut given = operands[..sizes.min(operands.len())].iter();
    let mut dynamic = HashMap::new();
    for (number, _) in extents.iter().enumerate().filter(|(_, extent)| **extent == ir::DYNAMIC) {
        let value = match (given.next(), copied) {
            (Some(value), _) => *value,
            (None, Some(copied)) => {
                let dimension = emit.constant(number as i64).map_err(build("arith.constant"))?;
                let index = emit.index_type();
                emit.value("tensor.dim", &[copied, dimension], index, &[]).map_err(build("tensor.dim"))?
            }
            (None, None) => return Err(Error::Build("memref.alloc")),
        };
        dynamic.insert(number, value);
    }
    let symbols = symbols(layout, &dynamic)?;
    let mut sizes: Vec<(usize, Value<'c, 'a>)> = dynamic.into_iter().collect();
    sizes.sort_by_key(|(number, _)| *number);
    // Upstream takes the identity for no layout, which has no symbols.
    let symbols = if is_identity(memref) { Vec::new() } else { symbols };
    let segments = emit
        .attribute(&format!("array<i32: {}, {}>", sizes.len(), symbols.len()))
        .map_err(build("memref.alloc"))?;
    let operands: Vec<_> = sizes.into_iter().map(|(_, value)| value).chain(symbols).collect();
    let attributes = [("operandSegmentSizes", segments)];
    let memory =
        emit.value("memref.alloc", &operands, memref.into(), &attributes).map_err(build("memref.alloc"))?;
    if let Some(copied) = copied {
        let name = "bufferization.to_buffer";
        let from = emit.value(name, &[copied], memref.into(), &[]).map_err(build(name))?;
        emit.op("memref.copy", &[from, memory], &[], &[]).map_err(build("memref.copy"))?;
    }
    let unit = emit.attribute("unit").map_err(build("bufferization.to_tensor"))?;
    let attributes = [("restrict", unit), ("writable", unit)];
    let tensor = emit
        .value("bufferization.to_tensor", &[memory], result.r#type(), &attributes)
        .map_err(build("bufferization.to_tensor"))?;
    ir::replace_all_uses(result, tensor);
    ir::erase(op).map_err(|_| Error::Build(if copied.is_some() { "memref.copy" } else { "memref.alloc" }))
}

/// The values of a layout's symbols, which must be sizes of dimensions.
fn symbols<'c, 'a>(
    layout: &AnyLayout,
    dynamic: &HashMap<usize, Value<'c, 'a>>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    let open = || Error::Symbol(layout.named());
    let modes = layout.domain().modes();
    let value = |symbol| {
        let is_size = |number: &&usize| {
            modes.get(**number).and_then(|mode| mode.size().ok()) == Some(Expr::from(symbol))
        };
        dynamic.keys().find(is_size).map(|number| dynamic[number]).ok_or_else(open)
    };
    layout.symbols().into_iter().map(value).collect()
}

/// Whether a memref's layout is the identity.
fn is_identity(memref: MemRefType<'_>) -> bool {
    let (strides, offset) = ir::strides(memref.into()).unwrap_or_default();
    strides == [1] && offset == 0
}
