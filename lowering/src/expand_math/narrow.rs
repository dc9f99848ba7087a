//! Numbers of 8 bits to wider ones and back, which upstream has no instruction for (PTX ISA, `cvt.rn.f16x2.e4m3x2` and
//! `cvt.rn.satfinite.e4m3x2.f32`).
//!
//! The instruction keeps what is too large at the largest number. `arith.truncf` makes an infinity of it, or in `f8E4M3FN`,
//! which has none, what is no number; so it is chosen here.

use layout_mlir::ir;
use layout_target::Chip;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike};

use super::{Error, Result, scalar};
use crate::convert_layout_memref::emit::Emit;

/// The first chips with the instructions.
const SINCE: (u32, u32) = (8, 9);

/// A format of 8 bits.
struct Format {
    name: &'static str,
    /// The bits in `f32` of the first number that is beyond it, of those before which all are rounded to its largest.
    beyond: i64,
    /// Those of the last one: numbers without bound, or what are none as well.
    last: i64,
    /// What they become, but for the sign.
    becomes: i64,
}

/// The magnitude of an infinity in `f32`.
const INFINITY: i64 = 0x7f80_0000;
const FORMATS: [Format; 2] = [
    // The largest number is 448; halfway to the next, 464, it is still rounded to, since its last digit is even.
    Format { name: "f8E4M3FN", beyond: 0x43e8_0001, last: 0x7fff_ffff, becomes: 0x7f },
    // The largest is 57344, whose last digit is odd: from halfway to the next on, 61440, it is infinity.
    Format { name: "f8E5M2", beyond: 0x4770_0000, last: INFINITY, becomes: 0x7c },
];

fn format(r#type: Type<'_>) -> Option<&'static Format> {
    // (Texts of types are made for those alone that may be meant.)
    let narrow = ir::scalar(r#type).is_none() && ir::bits(r#type) == Some(8);
    let text = narrow.then(|| r#type.to_string())?;
    FORMATS.iter().find(|format| format.name == text)
}

/// Whether an operation converts to or from a format of 8 bits, as this does.
pub fn is_conversion(op: OperationRef<'_, '_>) -> bool {
    let wide = |r#type: Type<'_>| r#type.is_f16() || r#type.is_bf16() || r#type.is_f32();
    let types = || Some((scalar(ir::operand(op, 0)?.r#type()), scalar(ir::result(op)?.r#type())));
    match ir::name(op) {
        "arith.extf" => types().is_some_and(|(from, to)| format(from).is_some() && (wide(to) || to.is_f64())),
        "arith.truncf" => {
            let rounding = op.attribute("roundingmode").map(|mode| mode.to_string());
            rounding.map_or(true, |mode| mode.starts_with("0 ") || mode.contains("to_nearest_even"))
                && types().is_some_and(|(from, to)| wide(from) && format(to).is_some())
        }
        _ => false,
    }
}

/// What it gives of an element.
///
/// # Errors
/// [`Error::Since`] on chips without the instructions.
pub fn convert<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
    to: Type<'c>,
    chip: &Chip,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let (from, name) = (value.r#type(), ir::name(op).to_owned());
    if chip.capability < SINCE {
        return Err(Error::Since { op: name, from: from.to_string(), to: to.to_string(), chip: chip.name });
    }
    match (format(from), format(to)) {
        (Some(format), _) => widen(value, format, to, emit),
        (_, Some(format)) => narrow(value, format, to, emit),
        _ => Ok(emit.cast(&name, value, to)?),
    }
}

fn widen<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    format: &Format,
    to: Type<'c>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let byte = emit.cast("arith.bitcast", value, emit.int_type(8))?;
    let word = emit.cast("arith.extui", byte, emit.int_type(16))?;
    let pair = emit.value("llvm.bitcast", &[word], Type::vector(&[2], emit.int_type(8)), &[])?;
    let half = Type::float16(emit.context);
    let source = [("srcType", emit.attribute(format.name)?)];
    let pair = emit.value("nvvm.convert.f8x2.to.f16x2", &[pair], Type::vector(&[2], half), &source)?;
    let number = emit.part(pair, &[0])?;
    let single = Type::float32(emit.context);
    Ok(match () {
        () if to == half => number,
        // (Its digits are enough.)
        () if to.is_bf16() => emit.cast("arith.truncf", emit.cast("arith.extf", number, single)?, to)?,
        () => emit.cast("arith.extf", number, to)?,
    })
}

fn narrow<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    format: &Format,
    to: Type<'c>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let (single, word, byte) = (Type::float32(emit.context), emit.int_type(32), emit.int_type(8));
    let number = if value.r#type() == single { value } else { emit.cast("arith.extf", value, single)? };
    let zero = emit.value("arith.constant", &[], single, &[("value", emit.attribute("0.0 : f32")?)])?;
    let how = [
        ("rnd", emit.attribute("#nvvm.fp_rnd_mode<rn>")?),
        ("sat", emit.attribute("#nvvm.sat_mode<satfinite>")?),
        ("dstTy", emit.attribute(format.name)?),
    ];
    // The second operand is the lower byte.
    let pair = emit.value("nvvm.convert.f32x2.to.f8x2", &[zero, number], emit.int_type(16), &how)?;
    let near = emit.cast("arith.trunci", pair, byte)?;
    let bits = emit.cast("arith.bitcast", number, word)?;
    let magnitude = emit.binary("arith.andi", bits, emit.number(0x7fff_ffff, word)?)?;
    let from_first = emit.binary("arith.subi", magnitude, emit.number(format.beyond, word)?)?;
    let until_last = emit.number(format.last - format.beyond, word)?;
    let predicate = [("predicate", emit.attribute("7 : i64")?)];
    let is_beyond = emit.value("arith.cmpi", &[from_first, until_last], emit.int_type(1), &predicate)?;
    let high = emit.binary("arith.shrui", bits, emit.number(24, word)?)?;
    let sign = emit.binary("arith.andi", high, emit.number(0x80, word)?)?;
    let far = emit.binary("arith.ori", sign, emit.number(format.becomes, word)?)?;
    let far = emit.cast("arith.trunci", far, byte)?;
    Ok(emit.cast("arith.bitcast", emit.select(is_beyond, far, near)?, to)?)
}
