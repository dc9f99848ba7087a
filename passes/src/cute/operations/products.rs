//! Products of fragments.

use layout_mlir::ir;
use melior::ir::{Type, Value};

use super::memory::{Memory, element_value, memory, set_element};
use super::tiled::mma_name;
use super::{Given, Op, Result, Row};
use crate::cute::types::Instruction;

pub const TABLE: &[(&str, Row)] = &[("cute.gemm", gemm), ("cute.mma_atom_call", gemm)];

/// `D(m,n) = C(m,n) + A(m,k) B(n,k)`, a fragment having `(value, m, k)`.
fn gemm<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let atom = match op.instruction(0)? {
        Instruction::Mma(atom, ..) => *atom,
        other => other,
    };
    let name = mma_name(&atom)?;
    if op.operands.len() != 5 {
        return Err("multiplies several tensors at once; D, A, B and C are understood".into());
    }
    let [d, a, b, c] = [1, 2, 3, 4].map(|at| memory(op, at));
    let (d, a, b, c) = (d?, a?, b?, c?);
    let sizes = |of: &Memory<'_, '_>| -> Result<Vec<i64>> {
        of.size()?;
        let modes = of.layout.domain().modes();
        let known = modes.iter().map(|mode| mode.size().ok()?.as_const());
        known.collect::<Option<Vec<_>>>().ok_or_else(|| "multiplies fragments whose size is not known".into())
    };
    let (shape_d, shape_a, shape_b) = (sizes(&d)?, sizes(&a)?, sizes(&b)?);
    let ([_, m, n], [_, rows, ..], [_, columns, ..]) = (&shape_d[..], &shape_a[..], &shape_b[..]) else {
        return Err("multiplies fragments that are not (value, m, n), (value, m, k) and (value, n, k)".into());
    };
    let depth = shape_a.get(2).copied().unwrap_or(1);
    if (m, n) != (rows, columns) || shape_b.get(2).copied().unwrap_or(1) != depth || sizes(&c)? != shape_d {
        return Err(format!(
            "multiplies {} by {} into {}, whose modes do not go together",
            a.layout, b.layout, d.layout
        ));
    }
    let factors = Factors { d: &d, a: &a, b: &b, c: &c, m: *m, n: *n, depth };
    if !name.starts_with("UniversalFMA") {
        return matrix_product(op, &name, &factors);
    }
    let element = d.element_type(&op.writer)?;
    if [&a, &b, &c].iter().any(|x| x.pointer.element != d.pointer.element) {
        return Err("multiplies elements of several types".into());
    }
    if (shape_d[0], shape_a[0], shape_b[0]) != (1, 1, 1) {
        return Err("multiplies several values at once by an instruction of one".into());
    }
    for (row, column) in (0..*n).flat_map(|column| (0..*m).map(move |row| (row, column))) {
        let mut sum = element_value(&c, row + m * column, &mut op.writer)?;
        for k in 0..depth {
            let x = element_value(&a, row + m * k, &mut op.writer)?;
            let y = element_value(&b, column + n * k, &mut op.writer)?;
            sum = op.writer.value("llvm.intr.fma", &[x, y, sum], &[], element)?;
        }
        set_element(&d, row + m * column, sum, &mut op.writer)?;
    }
    Ok(Vec::new())
}

/// The fragments `(value, m, n)`, `(value, m, k)` and `(value, n, k)` of a product.
struct Factors<'f, 'c, 'a> {
    d: &'f Memory<'c, 'a>,
    a: &'f Memory<'c, 'a>,
    b: &'f Memory<'c, 'a>,
    c: &'f Memory<'c, 'a>,
    m: i64,
    n: i64,
    depth: i64,
}

/// `mma.sync` of f16 and bf16: a lane's values, in their order, are registers of two.
fn matrix_product<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    name: &str,
    factors: &Factors<'_, 'c, 'a>,
) -> Result<Vec<Given<'c, 'a>>> {
    let Factors { d, a, b, c, m, n, depth } = *factors;
    let (shape, counts, types) = match name {
        "SM80_16x8x16_F32F16F16F32_TN" => ("m = 16, n = 8, k = 16", (4, 2), "f16"),
        "SM80_16x8x8_F32F16F16F32_TN" => ("m = 16, n = 8, k = 8", (2, 1), "f16"),
        "SM80_16x8x16_F32BF16BF16F32_TN" => ("m = 16, n = 8, k = 16", (4, 2), "bf16"),
        "SM80_16x8x8_F32BF16BF16F32_TN" => ("m = 16, n = 8, k = 8", (2, 1), "bf16"),
        _ => {
            return Err(format!(
                "multiplies by {name}, which is not understood here; those of f16 and bf16 with sums in f32 are, and others as \
                 a layout.mma of a program on tiles"
            ));
        }
    };
    let each = |of: &Memory<'c, 'a>, count: i64| of.size().is_ok_and(|size| size % count == 0);
    let sizes = (a.size()?, b.size()?, d.size()?, c.size()?);
    if sizes != (2 * counts.0 * m * depth, 2 * counts.1 * n * depth, 4 * m * n, 4 * m * n) || !each(d, 4) {
        return Err(format!("multiplies fragments of {sizes:?} elements by {name}, which has others"));
    }
    let f32 = op.writer.r#type("f32")?;
    let sums = op.writer.r#type("!llvm.struct<(f32, f32, f32, f32)>")?;
    let (segments, shape) =
        (format!("array<i32: {}, {}, 4>", counts.0, counts.1), format!("#nvvm.shape<{shape}>"));
    let kind = format!("#nvvm.mma_type<{types}>");
    let attributes = [
        ("layoutA", "#nvvm.mma_layout<row>"),
        ("layoutB", "#nvvm.mma_layout<col>"),
        ("multiplicandAPtxType", kind.as_str()),
        ("multiplicandBPtxType", kind.as_str()),
        ("operandSegmentSizes", segments.as_str()),
        ("shape", shape.as_str()),
    ];
    for (row, column) in (0..n).flat_map(|column| (0..m).map(move |row| (row, column))) {
        let first = 4 * (row + m * column);
        let mut sum =
            (first..first + 4).map(|i| element_value(c, i, &mut op.writer)).collect::<Result<Vec<_>>>()?;
        for k in 0..depth {
            let mut operands = registers(op, a, counts.0, row + m * k)?;
            operands.extend(registers(op, b, counts.1, column + n * k)?);
            operands.extend(&sum);
            let product = op.writer.value("nvvm.mma.sync", &operands, &attributes, sums)?;
            for (i, part) in sum.iter_mut().enumerate() {
                let position = format!("array<i64: {i}>");
                *part = op.writer.value("llvm.extractvalue", &[product], &[("position", &position)], f32)?;
            }
        }
        for (i, part) in (first..).zip(sum) {
            set_element(d, i, part, &mut op.writer)?;
        }
    }
    Ok(Vec::new())
}

/// The registers of a fragment's part: two elements each.
fn registers<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    of: &Memory<'c, 'a>,
    count: i64,
    part: i64,
) -> Result<Vec<Value<'c, 'a>>> {
    let element = of.element_type(&op.writer)?;
    let pair: Type<'c> = ir::vector_type(&[2], element);
    let mut out = Vec::new();
    for register in 0..count {
        let first = 2 * (count * part + register);
        let values =
            [element_value(of, first, &mut op.writer)?, element_value(of, first + 1, &mut op.writer)?];
        let register = op.writer.value("vector.from_elements", &values, &[], pair)?;
        out.push(if of.pointer.element == "f16" {
            register
        } else {
            let i32 = op.writer.r#type("i32")?;
            op.writer.value("llvm.bitcast", &[register], &[], i32)?
        });
    }
    Ok(out)
}
