//! How `wgmma` reads a matrix of shared memory.

use layout_algebra::AnyLayout;
use layout_tile::{GmmaMajor, MatrixDescriptor, Operand};

/// Rows of A that an instruction reads, and bits along K.
const ATOM: [i64; 2] = [64, 256];
/// Most columns of B.
const COLUMNS: i64 = 256;

/// The fields of the matrix descriptor of an operand, A as M x K and B as K x N; `columns` of B an instruction reads, as
/// many as it can of none.
///
/// # Errors
/// What is wrong with the layout, and the nearest right one.
pub fn report(
    layout: &AnyLayout,
    operand: Operand,
    bits: i64,
    columns: Option<i64>,
) -> Result<String, String> {
    let modes = layout.domain().modes();
    let along = modes.get(usize::from(operand == Operand::B)).and_then(|m| m.size().ok()?.as_const());
    let most = along.unwrap_or(0).min(COLUMNS);
    if let Some(columns) =
        columns.filter(|n| operand != Operand::B || !(8..=COLUMNS).contains(n) || n % 8 != 0)
    {
        return Err(format!(
            "an instruction reads columns of B, multiples of 8 from 8 to {COLUMNS}, and not {columns} of {operand:?}"
        ));
    }
    let first = match (operand, columns) {
        (Operand::B, Some(columns)) => columns,
        (Operand::B, None) => {
            (1..=most / 8).rev().map(|n| 8 * n).find(|n| along.unwrap_or(0) % n == 0).unwrap_or(8)
        }
        _ => ATOM[0],
    };
    let atom = [first, ATOM[1] / bits.max(1)];
    let found = MatrixDescriptor::new(layout, bits, operand, atom).map_err(|e| e.to_string())?;
    let major = match (found.major, operand) {
        (GmmaMajor::K, _) => "K",
        (GmmaMajor::Mn, Operand::B) => "N",
        (GmmaMajor::Mn, _) => "M",
    };
    let swizzle = match found.swizzle {
        0 => "none".into(),
        bytes => format!("rows of {bytes} bytes"),
    };
    let starts = found.starts.modes().iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
    Ok(format!(
        "descriptor     {:#018x} | address >> 4\nmajor          {major}\nswizzle        {swizzle}\nleading offset {} bytes\nstride offset  {} bytes\naligned to     {} bytes\nparts          {} by {}, beginning {starts} bytes behind the first",
        found.bits(),
        found.leading,
        found.stride,
        found.alignment,
        atom[0],
        atom[1]
    ))
}

/// An operand by its name.
///
/// # Errors
/// What there is.
pub fn operand(text: &str) -> Result<Operand, String> {
    match text {
        "A" | "a" => Ok(Operand::A),
        "B" | "b" => Ok(Operand::B),
        _ => Err("the operand is A, as M x K, or B, as K x N".into()),
    }
}
