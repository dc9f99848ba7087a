//! `layout.mma`: one instruction of tensor cores after another, on the registers that the fragments are.

use layout_dialect::tile::multiplies_of;
use layout_mlir::ir;
use layout_tile::Mma;
use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Identifier, OperationRef, Type, TypeLike, Value, ValueLike};

use super::registers::Registers;
use super::{f8, products};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::element_bits;

/// Lowers it.
///
/// # Errors
/// [`Error::Multiply`] where the encodings are no fragments of an instruction, [`Error::Unsupported`]
/// where the chip has none of the instructions.
pub fn multiply<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op)));
    let (a, a_values) = registers.operand(op, 0)?;
    let (b, b_values) = registers.operand(op, 1)?;
    let (c, c_values) = registers.operand(op, 2)?;
    let result = ir::result(op).ok_or_else(unknown)?;
    let all = multiplies_of(op)?;
    let names = all.iter().map(Mma::to_string).collect::<Vec<_>>().join(", ");
    let mma = all.into_iter().find(|mma| registers.group.has(mma.atom().needs) && has_operation(mma));
    let mma = mma.ok_or_else(|| Error::Unsupported {
        op: ir::name(op),
        why: format!(
            "{} does not have its instruction, {names}{}",
            registers.group.chip.name,
            since(a.element)
        ),
    })?;
    let instruction = Instruction::new(&mma, [a.element, b.element], emit)?;
    let ([m, n, k], [rows, columns, depth]) = (mma.atom().shape, mma.tile());
    let count = |all: i64, part: i64| usize::try_from(all / part.max(1)).unwrap_or(0);
    let (Some(whole_m), Some(whole_n), Some(whole_k)) = (a.shape.first(), b.shape.get(1), b.shape.first())
    else {
        return Err(unknown());
    };
    let times = [count(*whole_m, rows), count(*whole_n, columns), count(*whole_k, depth)];
    // Values of one instruction, then along the dimension that warps share, then along the other.
    let of_a = fragments(&a_values, count(m * k, 32), 32 / element_bits(a.element), emit)?;
    let of_b = fragments(&b_values, count(n * k, 32), 32 / element_bits(b.element), emit)?;
    let mut of_c = fragments(&c_values, count(m * n, 32), 2, emit)?;
    for step in 0..times[2] {
        for column in 0..times[1] {
            for row in 0..times[0] {
                let (a, b) = (of_a.get(row + times[0] * step), of_b.get(column + times[1] * step));
                let place = of_c.get_mut(row + times[0] * column).ok_or_else(unknown)?;
                *place = instruction.apply(*a.ok_or_else(unknown)?, *b.ok_or_else(unknown)?, *place, emit)?;
            }
        }
    }
    let mut made = Vec::new();
    for fragment in of_c {
        let (shape, _) = ir::vector(fragment.r#type()).ok_or_else(unknown)?;
        for position in 0..shape.iter().product::<i64>() {
            made.push(emit.part(fragment, &[position / 2, position % 2])?);
        }
    }
    debug_assert_eq!(made.len() as i64, c.tv()?.value_count());
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}

/// Whether upstream has an operation for an instruction: of doubles it has the smallest alone.
fn has_operation(mma: &Mma) -> bool {
    let atom = mma.atom();
    atom.bits[1] != 64 || atom.shape == [8, 8, 4]
}

/// The first chip that multiplies such elements, where they decide that.
fn since(element: Type<'_>) -> &'static str {
    if f8::name(element).is_some() { ", which came with sm_89" } else { "" }
}

/// The values as fragments of `count` values each, rows of `each`.
fn fragments<'c: 'a, 'a>(
    values: &[Value<'c, 'a>],
    count: usize,
    each: i64,
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>> {
    let each = usize::try_from(each).unwrap_or(1).max(1);
    let is_f8 = values.first().is_some_and(|value| f8::name(value.r#type()).is_some());
    let fragment = |values| if is_f8 { f8::fragment(values, emit) } else { fragment(values, each, emit) };
    values.chunks(count.max(1)).map(fragment).collect()
}

/// One fragment, put together row by row.
fn fragment<'c: 'a, 'a>(values: &[Value<'c, 'a>], each: usize, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let element = values.first().ok_or_else(|| Error::Unknown("layout.mma".into()))?.r#type();
    let r#type = ir::vector_type(&[(values.len() / each) as i64, each as i64], element);
    let zero = if element.is_float() { "0.0" } else { "0" };
    let zero = emit.attribute(&format!("dense<{zero}> : {type}"))?;
    let mut whole = emit.value("arith.constant", &[], r#type, &[("value", zero)])?;
    for (number, row) in values.chunks(each).enumerate() {
        let row = emit.vector(row)?;
        let position = DenseI64ArrayAttribute::new(emit.context, &[number as i64]).into();
        whole = emit.value("vector.insert", &[row, whole], r#type, &[("static_position", position)])?;
    }
    Ok(whole)
}

/// `mma.sync`.
struct Instruction<'c, 'm> {
    mma: &'m Mma,
    /// What NVVM calls the elements, where its own operation is needed.
    direct: Option<&'static str>,
    /// What PTX calls floats of 8 bits, if these are multiplied.
    f8: Option<[&'static str; 2]>,
    attributes: Vec<(Identifier<'c>, melior::ir::Attribute<'c>)>,
}

impl<'c, 'm> Instruction<'c, 'm> {
    fn new(mma: &'m Mma, [a, b]: [Type<'c>; 2], emit: Emit<'c, '_>) -> Result<Self> {
        let [m, n, k] = mma.atom().shape;
        let f8 = f8::name(a).zip(f8::name(b)).map(<[_; 2]>::from);
        let mut attributes = vec![(
            Identifier::new(emit.context, "mmaShape"),
            emit.attribute(&format!("[{m} : i64, {n} : i64, {k} : i64]"))?,
        )];
        if a.is_f32() {
            attributes.push((Identifier::new(emit.context, "tf32Enabled"), emit.attribute("unit")?));
        }
        Ok(Self { mma, direct: products::name(a), f8, attributes })
    }

    fn apply<'a>(
        &self,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
        c: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>>
    where
        'c: 'a,
    {
        if let Some(name) = self.direct {
            return fragment(&products::multiply(self.mma, name, [a, b, c], emit)?, 2, emit);
        }
        if let Some(names) = self.f8 {
            return fragment(&f8::multiply(self.mma, names, [a, b, c], emit)?, 2, emit);
        }
        let op = OperationBuilder::new("nvgpu.mma.sync", emit.location)
            .add_operands(&[a, b, c])
            .add_results(&[c.r#type()])
            .add_attributes(&self.attributes);
        let op = emit.insert("nvgpu.mma.sync", op)?;
        ir::result(op).ok_or_else(|| Error::Unknown("nvgpu.mma.sync".into()))
    }
}
