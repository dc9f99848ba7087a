//! `layout-expand-math`: functions of `math` in a kernel become instructions of PTX and arithmetic.
//!
//! ```mlir
//! // Before:
//! %y = math.tanh %x fastmath<afn> : f32
//! %f = math.floor %x : f32
//! // After:
//! %y = llvm.intr.tanh(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
//! %f = llvm.call_intrinsic "llvm.floor"(%x) : (f32) -> f32
//! ```
//!
//! Upstream calls CUDA's device library instead, which PTX that is loaded as it is does not have.
//! What LLVM has an instruction for becomes its intrinsic. The rest is written as MLIR in files beside
//! this one, with their errors in `docs/math.md`; numbers of 16 bits are computed in f32, vectors
//! element by element. Pairs of 16 bits, which fill a register, stay together where it is one intrinsic.
//! Divisions of f32 are done by groups: see [`quotients`].
//!
//! # Errors
//! At the operation that has no expansion: see [`Error`].

mod library;
mod narrow;
mod quotients;

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_target::Chip;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::positions::positions;
use library::{Constants, Library, OF_F64};

pass_options! {
    /// Options of `layout-expand-math`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-expand-math",
    summary: "Expand functions of math for a GPU, without CUDA's device library",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// Why an operation is not expanded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Error {
    /// No function of the library.
    #[error(
        "'{op}' of {element} has no expansion, and CUDA's device library is not linked; there are: {there}"
    )]
    NoExpansion { op: String, element: String, there: String },
    /// A chip without the instruction.
    #[error("'{op}' of {from} to {to}: {chip} has no instruction for it, sm_89 and later have")]
    Since { op: String, from: String, to: String, chip: &'static str },
    /// What is written refused.
    #[error(transparent)]
    Emit(#[from] crate::convert_layout_memref::error::Error),
}

type Result<T> = std::result::Result<T, Error>;

/// Operations on floats that LLVM has an instruction or a sequence for, in each type.
const INTRINSICS: [(&str, &str); 12] = [
    // Upstream's arith-expand would make a comparison and two selections of them.
    ("arith.maximumf", "llvm.maximum"),
    ("arith.maxnumf", "llvm.maxnum"),
    ("arith.minimumf", "llvm.minimum"),
    ("arith.minnumf", "llvm.minnum"),
    ("math.absf", "llvm.fabs"),
    ("math.ceil", "llvm.ceil"),
    ("math.copysign", "llvm.copysign"),
    ("math.floor", "llvm.floor"),
    ("math.fma", "llvm.fma"),
    ("math.round", "llvm.round"),
    ("math.roundeven", "llvm.roundeven"),
    ("math.trunc", "llvm.trunc"),
];
/// The first chips with `tanh.approx`.
const TANH: (u32, u32) = (7, 5);

fn run(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let report = |at: OperationRef<'_, '_>, error: &dyn std::fmt::Display| {
        ir::emit_error(ir::location(at), &format!("{}: {error}", INFO.name));
        false
    };
    let chip = match Chip::named(options.text("chip")) {
        Ok(chip) => chip,
        Err(error) => return report(root, &error),
    };
    for op in ir::nested(root).into_iter().filter(|op| ir::name(*op) == "math.sincos") {
        if let Err(error) = part(op) {
            return report(op, &error);
        }
    }
    if let Err(error) = quotients::group(root) {
        return report(root, &error);
    }
    let ops: Vec<_> = ir::nested(root).into_iter().filter(|op| is_function(*op)).collect();
    if ops.is_empty() {
        return true;
    }
    let names = ops.iter().filter_map(|op| Some(ir::name(*op).split_once('.')?.1));
    let Some(module) = library::parse(ir::context(root), names) else {
        return report(root, &"the dialects of the expansions are not loaded");
    };
    let (library, mut constants) = (Library::of(&module), Constants::default());
    let mut ok = true;
    for op in ops {
        if let Err(error) = expand(op, &library, &mut constants, chip) {
            ok = report(op, &error);
        }
    }
    ok
}

/// Whether an operation would become a call of the device library, or more instructions than it needs.
fn is_function(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let of_floats = || op.operands().any(|v| scalar(v.r#type()).is_float());
    let extremum = matches!(name, "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" | "arith.minnumf");
    extremum
        || narrow::is_conversion(op)
        || matches!(name, "arith.remf" | "math.absi")
        || name.starts_with("math.") && of_floats()
}

/// Whether a kernel may compute an operation: it is no function, or has an expansion.
pub fn is_expanded(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let short = name.split_once('.').map_or("", |(_, short)| short);
    let wide = ir::operand(op, 0).is_some_and(|v| scalar(v.r#type()).is_f64());
    let is_there = || library::names(if wide { OF_F64 } else { "" }).contains(short);
    !is_function(op)
        || name == "math.absi"
        || narrow::is_conversion(op)
        || intrinsic(name).is_some()
        || is_there()
}

/// The type of an element of a vector; any other type itself.
fn scalar(r#type: Type<'_>) -> Type<'_> {
    ir::vector(r#type).map_or(r#type, |(_, element)| element)
}

/// Whether an operation may be computed by an approximate instruction.
fn is_approximate(op: OperationRef<'_, '_>) -> bool {
    let flags = op.attribute("fastmath").map(|a| a.to_string()).unwrap_or_default();
    let listed = flags.split_once('<').map_or("", |(_, list)| list.trim_end_matches('>'));
    listed.split(',').any(|flag| matches!(flag.trim(), "afn" | "fast"))
}

/// Makes a sine and a cosine of what computes both; LLVM computes once what they have in common.
fn part(op: OperationRef<'_, '_>) -> Result<()> {
    let emit = Emit::at(op);
    let operands: Vec<_> = op.operands().collect();
    let flags: Vec<_> = op.attribute("fastmath").ok().map(|flags| ("fastmath", flags)).into_iter().collect();
    for (result, name) in op.results().zip(["math.sin", "math.cos"]) {
        ir::replace_all_uses(result.into(), emit.value(name, &operands, result.r#type(), &flags)?);
    }
    erase(op)
}

fn erase(op: OperationRef<'_, '_>) -> Result<()> {
    Ok(ir::erase(op).map_err(|_| crate::convert_layout_memref::error::Error::Build(ir::name(op).into()))?)
}

fn expand<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    library: &Library<'c, '_>,
    constants: &mut Constants<'c, 'a>,
    chip: &Chip,
) -> Result<()> {
    let emit = Emit::at(op);
    let Some(result) = ir::result(op) else { return Ok(()) };
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let new = match ir::vector(result.r#type()) {
        None => element(op, &operands, library, constants, chip, emit)?,
        Some((shape, of))
            if shape == [2] && ir::bits(of) == Some(16) && intrinsic(ir::name(op)).is_some() =>
        {
            element(op, &operands, library, constants, chip, emit)?
        }
        Some((shape, _)) => {
            let mut made = Vec::new();
            for position in positions(&shape) {
                let parts = operands.iter().map(|v| match ir::vector(v.r#type()) {
                    Some(_) => emit.part(*v, &position),
                    None => Ok(*v),
                });
                let parts = parts.collect::<std::result::Result<Vec<_>, _>>()?;
                made.push(element(op, &parts, library, constants, chip, emit)?);
            }
            emit.value("vector.from_elements", &made, result.r#type(), &[])?
        }
    };
    ir::replace_all_uses(result, new);
    erase(op)
}

/// The intrinsic that an operation is.
fn intrinsic(name: &str) -> Option<&'static str> {
    INTRINSICS.into_iter().find(|(math, _)| *math == name).map(|(_, intrinsic)| intrinsic)
}

/// What an operation computes of one element of each operand, or of a pair.
fn element<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
    library: &Library<'c, '_>,
    constants: &mut Constants<'c, 'a>,
    chip: &Chip,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let name = ir::name(op);
    let of = operands.first().map_or(emit.index_type(), |v| v.r#type());
    let to = match ir::result(op) {
        // (A pair is computed as it is; of other vectors these are elements.)
        Some(result) if ir::vector(of).is_none() => scalar(result.r#type()),
        _ => of,
    };
    if let ("arith.extf" | "arith.truncf", Some(value)) = (name, operands.first()) {
        return narrow::convert(op, *value, to, chip, emit);
    }
    if name == "math.absi" {
        let defined = emit.attribute("false")?;
        return Ok(emit.value("llvm.intr.abs", operands, to, &[("is_int_min_poison", defined)])?);
    }
    let approximate = is_approximate(op) && (name != "math.tanh" || chip.capability >= TANH);
    let (f32, wide) = (Type::float32(emit.context), of.is_f64());
    if let Some(intrinsic) = intrinsic(name) {
        // Upstream's conversion, which runs afterwards, refuses the LLVM dialect's own operations.
        let attributes = [
            ("intrin", emit.attribute(&format!("\"{intrinsic}\""))?),
            ("op_bundle_sizes", emit.attribute("array<i32>")?),
            ("operandSegmentSizes", emit.attribute(&format!("array<i32: {}, 0>", operands.len()))?),
        ];
        return Ok(emit.value("llvm.call_intrinsic", operands, to, &attributes)?);
    }
    let (_, short) = name.split_once('.').unwrap_or_default();
    let function = if wide { library.get(short, OF_F64) } else { library.choose(short, approximate) };
    let Some(function) = function else {
        let mut there = library::names(if wide { OF_F64 } else { "" });
        there.extend(INTRINSICS.iter().filter_map(|(math, _)| math.strip_prefix("math.")));
        let there = there.into_iter().collect::<Vec<_>>().join(", ");
        return Err(Error::NoExpansion { op: name.into(), element: of.to_string(), there });
    };
    let given = operands.iter().map(|v| {
        let narrow = !wide && v.r#type() != f32 && v.r#type().is_float();
        if narrow { emit.cast("arith.extf", *v, f32) } else { Ok(*v) }
    });
    let given = given.collect::<std::result::Result<Vec<_>, _>>()?;
    let made = library.inline(function, &given, constants, emit)?;
    Ok(if made.r#type() == to { made } else { emit.cast("arith.truncf", made, to)? })
}
