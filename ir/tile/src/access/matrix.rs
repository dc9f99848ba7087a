//! [`MatrixAccess`]: `ldmatrix` and `stmatrix`.

use super::address::{Memory, MemoryError, Term, Terms, is_multiple, of_strides};
use super::vector::first_values;
use crate::digits::ThreadDigit;
use crate::tv::Tv;
use layout_algebra::{Expr, Layout, LayoutError, LayoutLike};
use layout_target::{Access, AccessError, BankReport, WARP, bank_conflicts};

/// Bytes of a row of a matrix.
const ROW: i64 = 16;

/// How the matrices of `ldmatrix` and `stmatrix` lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrices {
    /// Four neighbouring lanes share a row of 16 bytes, 4 bytes each.
    Rows,
    /// `.trans`, of 16 bits, one element or two: eight lanes that are 4 apart share a row, 16 bits each.
    Columns,
}

/// How a warp loads an encoding by `ldmatrix`, or stores it by `stmatrix`: matrices of eight
/// rows of 16 bytes, of which each lane gets 4 bytes.
///
/// The address that thread `t` gives to instruction `i`, in elements behind the tile's first, is
/// `outer(offset + threads(t) + offsets(i))`, that of a row: lane `8·j + r` gives row `r` of
/// matrix `j`.
///
/// ```
/// use layout_tile::{Matrices, MatrixAccess, Memory, Tv};
/// let a: Tv = "frag<mma<m16n8k16, warps=(2,2)>, A, 128x32>".parse().unwrap();
/// let tile = Memory::buffer("S<2,3,3> o 0 o (128,32):(32,1)".parse().unwrap(), 16, 128);
/// let access = MatrixAccess::new(&a, &tile, Matrices::Rows).unwrap();
/// // Four matrices: rows 0 to 7 and 8 to 15 of two times eight columns; the warps along N read the same.
/// assert_eq!((access.matrices, access.count()), (4, 8));
/// assert_eq!(access.threads.to_string(), "(16,2,2,2):(32,8,512,0)");
/// assert_eq!(access.offsets.to_string(), "(4,2):(1024,16)");
/// assert_eq!(access.values(0), [0, 1, 2, 3, 4, 5, 6, 7]);
/// let report = access.bank_conflicts(&tile).unwrap();
/// assert_eq!(report.wavefronts, report.ideal);
/// // B, whose columns are a lane's, from rows: transposed.
/// let b: Tv = "frag<mma<m16n8k16, warps=(2,2)>, B, 32x128>".parse().unwrap();
/// let tile = Memory::buffer("S<3,3,4> o 0 o (32,128):(128,1)".parse().unwrap(), 16, 128);
/// assert!(MatrixAccess::new(&b, &tile, Matrices::Rows).is_err());
/// assert_eq!(MatrixAccess::new(&b, &tile, Matrices::Columns).unwrap().matrices, 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixAccess {
    /// Whether it is the transposed instruction.
    pub matrices_are: Matrices,
    /// Matrices of an instruction: 1, 2 or 4.
    pub matrices: i64,
    /// Bits of an element.
    pub bits: i64,
    /// Thread to the row whose address it gives, in elements behind the tile's first.
    pub threads: Layout,
    /// Instruction to elements behind those of the first.
    pub offsets: Layout,
    /// Digits of the number of the warp in which threads differ that access the same: a store is done by those in
    /// which all are 0. Lanes that hold the same store the same to one place, by one instruction.
    pub replication: Vec<ThreadDigit>,
    /// Element of an instruction, by address in the registers, to the value's number.
    within: Layout,
    /// Instruction to the number of its first value.
    across: Layout,
    /// From (row of an instruction, element of the row) to the position, instructions last.
    positions: Layout,
}

/// Why matrices do not serve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixError {
    /// An element that the instruction does not have.
    #[error("matrices {0:?} of elements of {1} bits: rows take 8, 16 and 32 bits, columns 8 and 16")]
    Bits(Matrices, i64),
    /// Rows that start at addresses which are not known to be multiples of 16 bytes.
    #[error("{tv} in {memory}: rows of 16 bytes are not known to start at multiples of 16 bytes")]
    Alignment {
        /// The encoding.
        tv: String,
        /// The memory's layout.
        memory: String,
    },
    /// Lanes and values that do not lie as in a matrix.
    #[error("{tv} in {memory}: {what}")]
    Shape {
        /// The encoding.
        tv: String,
        /// The memory's layout.
        memory: String,
        /// What would have to be.
        what: &'static str,
    },
    /// See [`MemoryError`].
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// The five binary digits of the lane, and the digits of the warp.
fn lanes(terms: &[Term]) -> Result<Option<([Term; 5], Vec<Term>)>, LayoutError> {
    let (mut bits, mut warps) = (Vec::new(), Vec::new());
    for term in terms {
        let mut rest = term.clone();
        while rest.divisor() < WARP && rest.size > 1 {
            if rest.size % 2 != 0 {
                return Ok(None);
            }
            let (bit, upper) = rest.split(2)?;
            bits.push(bit);
            rest = upper;
        }
        if rest.size > 1 {
            warps.push(rest);
        }
    }
    Ok(<[Term; 5]>::try_from(bits).ok().map(|bits| (bits, warps)))
}

/// The part of a digit that counts warps; lanes are binary digits.
fn of_warps(digit: ThreadDigit) -> Option<ThreadDigit> {
    let lanes = (WARP / digit.divisor).clamp(1, digit.size);
    let warps = ThreadDigit { divisor: digit.divisor * lanes, size: digit.size / lanes };
    (warps.size > 1).then_some(warps)
}

impl MatrixAccess {
    /// The matrices of an encoding in memory, four at a time where there are as many.
    ///
    /// # Errors
    /// [`MatrixError`], which says what does not fit.
    pub fn new(tv: &Tv, memory: &Memory, matrices_are: Matrices) -> Result<Self, MatrixError> {
        let bits = memory.bits;
        let fits = match matrices_are {
            Matrices::Rows => matches!(bits, 8 | 16 | 32),
            Matrices::Columns => matches!(bits, 8 | 16),
        };
        if !fits {
            return Err(MatrixError::Bits(matrices_are, bits));
        }
        let wrong = |what| MatrixError::Shape { tv: tv.to_string(), memory: memory.layout.to_string(), what };
        let mut terms = Terms::new(tv, memory)?;
        let lanes_of_a_warp = "the lanes of each warp must be five binary digits";
        let (lane, warps) = lanes(&terms.threads)?.ok_or_else(|| wrong(lanes_of_a_warp))?;
        let row = ROW * 8 / bits;
        // What a lane has of a row.
        let unit = if matrices_are == Matrices::Rows { 32 / bits } else { 16 / bits };
        // Elements in a lane's register, the digits along a row of memory, and those of its number.
        let (register, along, rows) = match matrices_are {
            Matrices::Rows => {
                let missing = "each lane must hold 4 bytes that lie together";
                let register = terms.take_run(unit)?;
                if register.iter().map(|t| t.size).product::<i64>() != unit {
                    return Err(wrong(missing));
                }
                (
                    register,
                    [&lane[0], &lane[1]].to_vec(),
                    [&lane[2], &lane[3], &lane[4]].map(Clone::clone).to_vec(),
                )
            }
            Matrices::Columns => {
                let mut register = terms.take_run(unit)?;
                if register.iter().map(|t| t.size).product::<i64>() != unit {
                    return Err(wrong("each lane must hold 2 bytes that lie together"));
                }
                let at = terms.values.iter().position(|t| t.size % 2 == 0);
                let at = at.ok_or_else(|| wrong("each lane must hold two elements of a column"))?;
                let (pair, rest) = terms.values[at].split(2)?;
                terms.values[at] = rest;
                let rows = [pair.clone(), lane[0].clone(), lane[1].clone()].to_vec();
                register.push(pair);
                (register, [&lane[2], &lane[3], &lane[4]].to_vec(), rows)
            }
        };
        let mut reach = unit;
        for term in &along {
            if !term.stride.is(reach) {
                return Err(wrong("lanes that share a row must hold its elements in their order"));
            }
            reach *= 2;
        }
        terms.values.retain(|t| t.size > 1);
        let others = rows.iter().chain(&warps).chain(&terms.values);
        let aligned = memory.alignment % ROW == 0
            && memory.granule() % row == 0
            && memory.layout.outer().is_none_or(|(_, offset)| is_multiple(offset, row))
            && others.clone().all(|t| is_multiple(&t.stride, row));
        if !aligned {
            let (tv, memory) = (tv.to_string(), memory.layout.to_string());
            return Err(MatrixError::Alignment { tv, memory });
        }
        // Up to two binary digits of the values count the matrices of an instruction.
        let mut which = Vec::new();
        while which.len() < 2
            && let Some(at) = terms.values.iter().position(|t| t.size % 2 == 0)
        {
            let (bit, rest) = terms.values.remove(at).split(2)?;
            which.push(bit);
            if rest.size > 1 {
                terms.values.insert(at, rest);
            }
        }
        let matrices = 1 << which.len();
        let idle = (matrices < 4).then_some((4 / matrices, Expr::ZERO));
        let addresses = |t: &Term| (t.size, t.stride.clone());
        let numbers = |t: &Term| (t.size, Expr::from(t.divisor()));
        let in_tile = |t: &Term| (t.size, Expr::from(t.position));
        let givers = rows.iter().chain(&which);
        // (The last digit of a register of columns counts rows.)
        let of_row = register.len() - usize::from(matrices_are == Matrices::Columns);
        let elements: Vec<Term> = register[..of_row].iter().chain(along.iter().copied()).cloned().collect();
        let flat = |modes: Vec<(i64, Expr)>| of_strides(modes.into_iter());
        let positions = Layout::concat([
            &flat(givers.clone().map(in_tile).collect())?,
            &flat(elements.iter().chain(&terms.values).map(in_tile).collect())?,
        ])?;
        Ok(Self {
            matrices_are,
            matrices,
            bits,
            threads: of_strides(givers.map(addresses).chain(idle).chain(warps.iter().map(addresses)))?,
            offsets: of_strides(terms.values.iter().map(addresses))?,
            replication: tv.replication().into_iter().filter_map(of_warps).collect(),
            within: of_strides(register.iter().chain(&which).map(numbers))?,
            across: of_strides(terms.values.iter().map(numbers))?,
            positions,
        })
    }

    /// Instructions of a warp.
    pub fn count(&self) -> i64 {
        self.across.size().ok().and_then(|s| s.as_const()).unwrap_or(0)
    }

    /// The values of an instruction, matrix by matrix, those of one 32-bit register together.
    pub fn values(&self, instruction: i64) -> Vec<i64> {
        let first = self.across.eval(instruction).unwrap_or(0);
        let elements = self.matrices * 32 / self.bits;
        (0..elements).map(|e| first + self.within.eval(e).unwrap_or(0)).collect()
    }

    /// The rows that a warp accesses, as accesses of 16 bytes: those of the first instruction, then
    /// of the next.
    pub fn access(&self) -> Access {
        Access { name: "matrices".into(), tv: self.positions.clone(), bytes: ROW }
    }

    /// The first instruction of [`access`](Self::access) alone.
    pub(crate) fn first(&self) -> Result<Access, LayoutError> {
        first_values(&self.access(), ROW * 8 / self.bits)
    }

    /// The bank conflicts of a warp in shared memory, of a static layout: eight rows are served at a
    /// time.
    ///
    /// # Errors
    /// [`AccessError`].
    pub fn bank_conflicts(&self, memory: &Memory) -> Result<BankReport, AccessError> {
        bank_conflicts(&memory.layout, self.bits, &self.access())
    }
}
