//! Which lane holds which element of the operands of `mma.sync`, from the tables of the PTX
//! ISA, "Matrix Fragments for mma.m…n…k…". `g` is `lane / 4` and `t` is `lane % 4` there.

use crate::read::types::Element;

/// The shape of an instruction: M, N, K.
pub(crate) type Shape = [usize; 3];

/// Which operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    A,
    B,
    C,
}

/// The row and the column of a lane's element `i`; `None` for an instruction that there is
/// not. `bits` is the width of A's and B's elements.
pub(crate) fn place(
    shape: Shape,
    bits: u32,
    operand: Operand,
    lane: usize,
    i: usize,
) -> Option<(usize, usize)> {
    let (g, t) = (lane / 4, lane % 4);
    let high = |condition: bool| if condition { 8 } else { 0 };
    Some(match (shape, bits, operand) {
        // Accumulators: two neighbours of a row; rows 8 apart in those of 16 rows.
        ([16, 8, _], _, Operand::C) => (g + high(i >= 2), 2 * t + i % 2),
        ([8, 8, _], _, Operand::C) => (g, 2 * t + i),
        ([16, 8, 16], 16, Operand::A) => (g + high(i / 2 % 2 == 1), 2 * t + i % 2 + high(i >= 4)),
        ([16, 8, 16], 16, Operand::B) => (2 * t + i % 2 + high(i >= 2), g),
        ([16, 8, 8], 16, Operand::A) => (g + high(i >= 2), 2 * t + i % 2),
        ([16, 8, 8], 16, Operand::B) => (2 * t + i, g),
        ([16, 8, 8], 32, Operand::A) => (g + high(i % 2 == 1), t + high(i >= 2) / 2),
        ([16, 8, 8], 32, Operand::B) => (t + 4 * i, g),
        ([16, 8, 4], 32, Operand::A) => (g + high(i == 1), t),
        ([16, 8, 4], 32, Operand::B) => (t, g),
        ([16, 8, 32], 8, Operand::A) => (g + high(i / 4 % 2 == 1), 4 * t + i % 4 + 2 * high(i >= 8)),
        ([16, 8, 32], 8, Operand::B) => (4 * t + i % 4 + 2 * high(i >= 4), g),
        ([16, 8, 16], 8, Operand::A) => (g + high(i >= 4), 4 * t + i % 4),
        ([16, 8, 16], 8, Operand::B) => (4 * t + i, g),
        ([8, 8, 16], 8, Operand::A) => (g, 4 * t + i),
        ([8, 8, 16], 8, Operand::B) => (4 * t + i, g),
        ([8, 8, 4], 64, Operand::A) => (g, t),
        ([8, 8, 4], 64, Operand::B) => (t, g),
        ([16, 8, 4 | 8 | 16], 64, Operand::A) => (g + high(i % 2 == 1), t + 4 * (i / 2)),
        ([16, 8, 4 | 8 | 16], 64, Operand::B) => (t + 4 * i, g),
        _ => return None,
    })
}

/// How many elements of an operand a lane holds.
pub(crate) fn count(shape: Shape, operand: Operand) -> usize {
    let [m, n, k] = shape;
    match operand {
        Operand::A => m * k / 32,
        Operand::B => k * n / 32,
        Operand::C => m * n / 32,
    }
}

/// Bits of A's and B's elements.
pub(crate) fn bits(element: Element) -> u32 {
    element.bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_is_held_once() {
        let shapes: [(Shape, u32); 11] = [
            ([16, 8, 16], 16),
            ([16, 8, 8], 16),
            ([16, 8, 8], 32),
            ([16, 8, 4], 32),
            ([16, 8, 32], 8),
            ([16, 8, 16], 8),
            ([8, 8, 16], 8),
            ([8, 8, 4], 64),
            ([16, 8, 4], 64),
            ([16, 8, 8], 64),
            ([16, 8, 16], 64),
        ];
        for (shape, bits) in shapes {
            let [m, n, k] = shape;
            for (operand, rows, columns) in [(Operand::A, m, k), (Operand::B, k, n), (Operand::C, m, n)] {
                let mut held = vec![0; rows * columns];
                for lane in 0..32 {
                    for i in 0..count(shape, operand) {
                        let (row, column) = place(shape, bits, operand, lane, i).unwrap();
                        held[row * columns + column] += 1;
                    }
                }
                assert!(held.iter().all(|n| *n == 1), "{shape:?} {bits} {operand:?}");
            }
        }
    }

    /// Single entries of the ISA's figures.
    #[test]
    fn entries() {
        assert_eq!(place([16, 8, 16], 16, Operand::A, 5, 3), Some((9, 3)));
        assert_eq!(place([16, 8, 16], 16, Operand::A, 5, 4), Some((1, 10)));
        assert_eq!(place([16, 8, 16], 16, Operand::B, 6, 2), Some((12, 1)));
        assert_eq!(place([16, 8, 16], 16, Operand::C, 31, 2), Some((15, 6)));
        assert_eq!(place([16, 8, 32], 8, Operand::A, 1, 9), Some((0, 21)));
        assert_eq!(place([16, 8, 8], 32, Operand::A, 2, 1), Some((8, 2)));
        assert_eq!(place([16, 8, 8], 32, Operand::A, 2, 2), Some((0, 6)));
    }
}
