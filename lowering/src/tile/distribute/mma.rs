//! `layout.mma`: one instruction of tensor cores after another, on the registers that the fragments are.

use layout_dialect::tile::multiplies_of;
use layout_mlir::ir;
use layout_tile::Mma;
use melior::ir::{OperationRef, Type, Value};

use super::products::{self, Product};
use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};

/// Lowers it.
///
/// # Errors
/// [`Error::Multiply`] where the encodings are no fragments of an instruction, [`Error::Unsupported`]
/// where the chip has none of the instructions.
pub fn multiply<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let (a, of_a) = registers.operand_words(op, 0)?;
    let (b, of_b) = registers.operand_words(op, 1)?;
    let (c, of_c) = registers.operand_words(op, 2)?;
    let result = ir::result(op).ok_or_else(unknown)?;
    let all = multiplies_of(op)?;
    let names = all.iter().map(Mma::to_string).collect::<Vec<_>>().join(", ");
    let any_of_chip = all.iter().any(|mma| registers.group.has(mma.atom().needs));
    let mma = all.into_iter().find(|mma| registers.group.has(mma.atom().needs) && has_operation(mma));
    let mma = mma.ok_or_else(|| {
        let chip = registers.group.chip.name;
        let why = match any_of_chip {
            true => format!("the NVVM dialect has no operation for its instruction, {names}"),
            false => format!("{chip} does not have its instruction, {names}{}", products::since(a.element)),
        };
        Error::Unsupported { op: ir::name(op).into(), why }
    })?;
    let product = Product::new(&mma, [a.element, b.element, c.element], emit)?;
    let ([m, n, k], [rows, columns, depth]) = (mma.atom().shape, mma.tile());
    let count = |all: i64, part: i64| usize::try_from(all / part.max(1)).unwrap_or(0);
    let (Some(whole_m), Some(whole_n), Some(whole_k)) = (a.shape.first(), b.shape.get(1), b.shape.first())
    else {
        return Err(unknown());
    };
    let times = [count(*whole_m, rows), count(*whole_n, columns), count(*whole_k, depth)];
    // Values of one instruction, then along the dimension that warps share, then along the other.
    let of_a = fragments(product.factors(&of_a, emit)?, count(m * k, 32), a.element);
    let of_b = fragments(product.factors(&of_b, emit)?, count(n * k, 32), b.element);
    let mut of_c = fragments(product.sums(&of_c, emit)?, count(m * n, 32), c.element);
    for step in 0..times[2] {
        for column in 0..times[1] {
            for row in 0..times[0] {
                let (a, b) = (of_a.get(row + times[0] * step), of_b.get(column + times[1] * step));
                let place = of_c.get_mut(row + times[0] * column).ok_or_else(unknown)?;
                *place = product.apply(a.ok_or_else(unknown)?, b.ok_or_else(unknown)?, place, emit)?;
            }
        }
    }
    let made = product.words(&of_c.concat(), emit)?;
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}

/// Whether upstream has an operation for an instruction: of doubles it has the smallest alone.
fn has_operation(mma: &Mma) -> bool {
    let atom = mma.atom();
    atom.bits[1] != 64 || atom.shape == [8, 8, 4]
}

/// Registers as fragments of `count` elements each.
fn fragments<'c, 'a>(
    registers: Vec<Value<'c, 'a>>,
    count: usize,
    element: Type<'c>,
) -> Vec<Vec<Value<'c, 'a>>> {
    let each = super::packing::per_word(element, count);
    registers.chunks((count / each).max(1)).map(<[_]>::to_vec).collect()
}
