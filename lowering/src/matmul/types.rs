//! [`Types`]: what is multiplied, what it is added up in, and what is stored.

use layout_target::{Chip, Feature};

use super::body::Input;
use super::error::Error;
use super::problem::Problem;

/// The element types of a product, as MLIR calls them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    /// Of A and B.
    pub factors: [String; 2],
    /// Of the sum.
    pub sum: &'static str,
    /// Of the product.
    pub result: String,
    /// Of what is stored.
    pub stored: String,
    /// Bits of a factor's element.
    pub bits: i64,
    /// How deep an instruction of a warp is, and its rows and columns.
    pub warp: [i64; 3],
    /// Whether warpgroups multiply such, and the product transposed: shared memory gives them elements that lie together along K, those
    /// of 16 bits also along the other dimension, and threads may hand them an A of words that they loaded.
    pub warpgroups: [bool; 2],
    /// Whether elements of A lie together along its columns, and those of B along its rows: not along K.
    pub rows_of_a: bool,
    pub rows_of_b: bool,
    /// Bytes that what lies together in A and in B is known to begin at multiples of: a line of L2 at most, which is taken for
    /// granted where strides are not known.
    pub lines: [i64; 2],
    /// Bytes that the chip's L2 holds.
    pub l2: i64,
    /// Bits that are read of each element of C and of matrices as large: where it is added to, and what is done with the product.
    pub read: i64,
}

/// Bytes of a line of L2.
pub const LINE: i64 = 128;

/// Bits of elements that a thread loads one by one as instructions take them.
const WORD: i64 = 32;

/// What multiplies elements of some types.
pub struct Kind {
    /// Bits of a factor's element.
    bits: i64,
    /// What it is added up in.
    sum: &'static str,
    /// How deep an instruction of a warp is, and its rows and columns.
    warp: [i64; 3],
}

impl Kind {
    /// Of factors and their product, by their names.
    ///
    /// # Errors
    /// [`Error::Types`] for those that the chip's tensor cores do not multiply.
    pub fn of([a, b, c]: [&str; 3], chip: &Chip, tf32: bool) -> Result<Self, Error> {
        let eights = ["f8E4M3FN", "f8E5M2"];
        let is_float = matches!(c, "f16" | "bf16" | "f32");
        let unknown = |tf32: &'static str| {
            let [a, b, c] = [a, b, c].map(String::from);
            Error::Types { a, b, c, chip: chip.name, tf32 }
        };
        let (bits, sum, warp, needs) = match (a, b) {
            ("f16", "f16") | ("bf16", "bf16") if is_float => (16, "f32", [16, 8, 16], Feature::MmaSm80),
            (x, y) if eights.contains(&x) && eights.contains(&y) && is_float => {
                (8, "f32", [16, 8, 32], Feature::MmaSm89)
            }
            ("i8", "i8") if c == "i32" => (8, "i32", [16, 8, 32], Feature::MmaSm80),
            ("f64", "f64") if c == "f64" => (64, "f64", [8, 8, 4], Feature::MmaSm80),
            ("f32", "f32") if c == "f32" && tf32 => (32, "f32", [16, 8, 8], Feature::MmaSm80),
            _ if a == "f32" => return Err(unknown("; f32 is multiplied as TF32 with option tf32")),
            _ => return Err(unknown("")),
        };
        if chip.has(needs) { Ok(Self { bits, sum, warp }) } else { Err(unknown("")) }
    }
}

impl Types {
    /// Of a product.
    ///
    /// # Errors
    /// [`Error::Types`] for those that the chip's tensor cores do not multiply.
    pub fn of(problem: &Problem<'_, '_>, chip: &Chip, tf32: bool) -> Result<Self, Error> {
        let [a, b, stored] = problem.matrices.each_ref().map(|matrix| matrix.element.clone());
        let c = problem.element.clone();
        let Kind { bits, sum, warp } = Kind::of([&a, &b, &c], chip, tf32)?;
        // (Of such that lie together nowhere each is as good.)
        let along_k = |number: usize| {
            let matrix = &problem.matrices[number];
            matrix.along().is_none() || matrix.is_transposed() == (number == 1)
        };
        let takes = |[a, b]: [bool; 2]| bits == 16 || bits < 64 && b && (a || bits == WORD);
        let [a_deep, b_deep] = [0, 1].map(along_k);
        let warpgroups = [takes([a_deep, b_deep]), takes([b_deep, a_deep])];
        let lines = [0, 1].map(|number| problem.matrices[number].begins(bits, LINE));
        let beside =
            problem.inputs().iter().filter_map(Input::matrix).map(|input| self::bits(&input.element));
        let read = beside.sum::<i64>() + if problem.zero.is_none() { self::bits(&stored) } else { 0 };
        let (factors, result, l2) = ([a, b], c, chip.l2());
        Ok(Self {
            factors,
            sum,
            result,
            stored,
            bits,
            warp,
            warpgroups,
            rows_of_a: !a_deep,
            rows_of_b: !b_deep,
            lines,
            l2,
            read,
        })
    }

    /// Whether threads put together 8-bit floats of rows along K from bytes. (Warps of Hopper multiply them as 16-bit ones besides.)
    pub fn are_put_together(&self) -> bool {
        self.bits == 8 && self.sum == "f32" && self.warpgroups == [false; 2]
    }

    /// Whether threads load what warpgroups have of A, or of B if C is computed transposed, and hand it to them.
    pub fn is_handed(&self) -> bool {
        self.bits == WORD && self.rows_of_a != self.rows_of_b
    }

    /// Bits of an element of what is stored.
    pub fn result_bits(&self) -> i64 {
        bits(&self.stored)
    }
}

#[cfg(test)]
impl Types {
    /// Those of f16 into f16 on a chip, for tests.
    pub fn halves(rows: [bool; 2], lines: [i64; 2], chip: &Chip) -> Self {
        Self {
            factors: ["f16", "f16"].map(String::from),
            sum: "f32",
            result: "f16".into(),
            stored: "f16".into(),
            bits: 16,
            warp: [16, 8, 16],
            warpgroups: [true; 2],
            rows_of_a: rows[0],
            rows_of_b: rows[1],
            lines,
            l2: chip.l2(),
            read: 0,
        }
    }
}

/// Bits of an element by the name of its type.
pub fn bits(element: &str) -> i64 {
    let digits: String = element.trim_start_matches(|c: char| !c.is_ascii_digit()).chars().collect();
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    // (Of `index`.)
    digits.parse().unwrap_or(64)
}
