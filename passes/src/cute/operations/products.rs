//! Products of fragments.

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
    if !name.starts_with("UniversalFMA") {
        return Err(format!(
            "multiplies by {name}; the product of fragments is a layout.mma of a program on tiles"
        ));
    }
    let [d, a, b, c] = [1, 2, 3, 4].map(|at| memory(op, at));
    let (d, a, b, c) = (d?, a?, b?, c?);
    let sizes = |of: &Memory<'_, '_>| -> Result<Vec<i64>> {
        of.size()?;
        let modes = of.layout.modes();
        let known = modes.iter().map(|mode| mode.size().ok()?.as_const());
        known.collect::<Option<Vec<_>>>().ok_or_else(|| "multiplies fragments whose size is not known".into())
    };
    let (shape_d, shape_a, shape_b) = (sizes(&d)?, sizes(&a)?, sizes(&b)?);
    let ([1, m, n], [1, rows, ..], [1, columns, ..]) = (&shape_d[..], &shape_a[..], &shape_b[..]) else {
        return Err("multiplies fragments that are not (value, m, n), (value, m, k) and (value, n, k)".into());
    };
    let depth = shape_a.get(2).copied().unwrap_or(1);
    if (m, n) != (rows, columns) || shape_b.get(2).copied().unwrap_or(1) != depth || sizes(&c)? != shape_d {
        return Err(format!(
            "multiplies {} by {} into {}, whose modes do not go together",
            a.layout, b.layout, d.layout
        ));
    }
    let element = d.element_type(&op.writer)?;
    if [&a, &b, &c].iter().any(|x| x.pointer.element != d.pointer.element) {
        return Err("multiplies elements of several types".into());
    }
    for column in 0..*n {
        for row in 0..*m {
            let mut sum = element_value(&c, row + m * column, &mut op.writer)?;
            for k in 0..depth {
                let x = element_value(&a, row + m * k, &mut op.writer)?;
                let y = element_value(&b, column + n * k, &mut op.writer)?;
                sum = op.writer.value("llvm.intr.fma", &[x, y, sum], &[], element)?;
            }
            set_element(&d, row + m * column, sum, &mut op.writer)?;
        }
    }
    Ok(Vec::new())
}
