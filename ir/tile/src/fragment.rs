//! [`Mma`]: a matrix multiply-add by several warps, and the encodings of its operands.

use crate::tv::{Tv, elements};
use crate::tv_error::TvError;
use layout_algebra::{CompositionError, Expr, IntTuple, Layout, LayoutError, composition};
use layout_target::{AtomError, MmaAtom, Operand, TiledMma, mma_atom, mma_atoms, type_bits};

/// An instruction of matrix multiply-add, tiled over warps: `mma<m16n8k16, warps=(2,2)>`.
/// The first warps lie along M, the next along N. An instruction of a warpgroup, as `m64n256k16`
/// (`wgmma`), is executed by four warps along M, reads B from shared memory, and A from there or from
/// registers.
///
/// ```
/// use layout_tile::{Mma, Operand};
/// let mma: Mma = "mma<m16n8k16, warps=(2,2)>".parse().unwrap();
/// assert_eq!((mma.threads(), mma.tile()), (128, [32, 16, 16]));
/// let a = mma.fragment(Operand::A, 128, 32).unwrap();
/// assert_eq!(a.to_string(), "tv<(4,8,2,2):(256,1,16,0), (2,2,2,4,2):(128,8,1024,32,2048)>");
/// // Two warpgroups along M.
/// let mma: Mma = "mma<m64n256k16, warps=(8,1)>".parse().unwrap();
/// assert_eq!((mma.threads(), mma.tile()), (256, [128, 256, 16]));
/// let c = mma.fragment(Operand::C, 128, 256).unwrap();
/// assert_eq!(c.to_string(), "tv<(4,8,8):(256,1,16), (2,2,32):(128,8,1024)>");
/// assert!(mma.fragment(Operand::B, 64, 256).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mma {
    name: String,
    atom: MmaAtom,
    warps: [i64; 2],
    tiled: TiledMma,
}

/// Why there is no such instruction, or no such fragment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FragmentError {
    /// A name without an instruction.
    #[error(
        "no instruction of a warp or a warpgroup is called `{name}`; names are `m16n8k16` for operands with rows of 32 bytes, `m16n8k8.f16` for others, `m64n256k16` by warpgroups with N a multiple of 8 up to 256, or CUTLASS's{near}"
    )]
    Unknown {
        /// The name.
        name: String,
        /// Names of the same shape.
        near: String,
    },
    /// An instruction that takes integers without signs, or sums that stay at the ends: a fragment does not say so.
    #[error(
        "{0} multiplies integers without signs, or its sums stay at the ends of their type; a fragment says nothing of that, and what multiplies it takes integers with signs, whose sums wrap: name the fragments as those of S8 or S4 are, such as `m16n8k32`"
    )]
    Unsigned(String),
    /// An instruction whose operands do not lie in the registers of a warp.
    #[error(
        "{0} is no instruction of one warp with its operands in registers, nor of a warpgroup with A there"
    )]
    NotOfAWarp(String),
    /// Counts of warps that are none.
    #[error("warps=({0}): one or two counts of at least 1 along M and N, at most 32 together")]
    Warps(String),
    /// Warps of parts of warpgroups.
    #[error("{name} is executed by four warps along M: warps=({m},{n}) has {m}, the nearest are {}", nearest(*.m, 4))]
    Warpgroups {
        /// The instruction.
        name: String,
        /// Warps along M.
        m: i64,
        /// Warps along N.
        n: i64,
    },
    /// An operand that is not in registers.
    #[error("{0} reads B from shared memory, where a memref with a layout has it, and not from registers")]
    Shared(String),
    /// A tile that is no multiple of what the warps compute at once.
    #[error(
        "{mma} takes {operand:?} in pieces of {need} {dimension}: a tile {rows}x{columns} has {have}, the nearest multiples are {}",
        nearest(*.have, *.need)
    )]
    Extent {
        /// The instruction.
        mma: String,
        /// The operand.
        operand: Operand,
        /// `rows` or `columns`.
        dimension: &'static str,
        /// Rows of the tile.
        rows: i64,
        /// Columns of the tile.
        columns: i64,
        /// The extent.
        have: i64,
        /// What must divide it.
        need: i64,
    },
    /// See [`AtomError`].
    #[error(transparent)]
    Atom(#[from] AtomError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

fn nearest(have: i64, need: i64) -> String {
    let below = have / need * need;
    if below > 0 { format!("{below} and {}", below.saturating_add(need)) } else { need.to_string() }
}

/// M, N and K of a name such as `m16n8k16`.
fn shape_of(name: &str) -> Option<[i64; 3]> {
    let (m, rest) = name.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
}

/// The name of the fragments of an instruction: PTX's shape, and a type of the operands'
/// width unless a row of A has 32 bytes.
fn short_name(atom: &MmaAtom) -> String {
    let ([m, n, k], bits) = (atom.shape, atom.bits[1]);
    let shape = format!("m{m}n{n}k{k}");
    match bits {
        _ if k * bits == 256 => shape,
        1 => format!("{shape}.b1"),
        4 => format!("{shape}.s4"),
        8 => format!("{shape}.s8"),
        16 => format!("{shape}.f16"),
        32 => format!("{shape}.tf32"),
        _ => format!("{shape}.f64"),
    }
}

/// How many warps execute it: one with A and B in its registers, or a warpgroup's four with A there.
fn warps_of(atom: &MmaAtom) -> Option<i64> {
    let lanes = atom.thr_id.size().ok().and_then(|s| s.as_const());
    let moves = |l: &Layout| l.modes().first().is_some_and(|t| t.stride_leaves().iter().any(|d| !d.is(0)));
    match lanes.filter(|_| atom.e.is_none() && moves(&atom.a)) {
        Some(32) if moves(&atom.b) => Some(1),
        Some(128) => Some(4),
        _ => None,
    }
}

/// An instruction of a warpgroup by its shape: those of other elements of the width have the same fragments.
fn of_a_warpgroup([m, n, k]: [i64; 3], bits: i64) -> Option<MmaAtom> {
    // (Of a name that there is not the nearest are looked for, which takes longer than all else.)
    if m != 64 {
        return None;
    }
    let types = match bits {
        8 => "S32S8S8_RS_TN",
        16 => "F32F16F16_RS",
        32 => "F32TF32TF32_RS_TN",
        _ => return None,
    };
    mma_atom(&format!("SM90_{m}x{n}x{k}_{types}")).ok()
}

impl Mma {
    /// The instruction of this name, by `warps` along M and N; one warp of none.
    ///
    /// `m16n8k16` names fragments by the shape in PTX's `mma.sync`, of operands as wide as
    /// makes a row of A 32 bytes: 16 bits here, 32 in `m16n8k8`, 8 in `m16n8k32`, 64 in
    /// `m8n8k4`. Others say a type: `m16n8k8.f16`, `m16n8k16.s8`. `m64n256k16` names those of
    /// `wgmma` likewise. CUTLASS's names are read too. Instructions that differ in types alone have the
    /// same fragments.
    ///
    /// ```
    /// use layout_tile::Mma;
    /// for (name, short) in [
    ///     ("m16n8k16.bf16", "mma<m16n8k16, warps=(1,1)>"),
    ///     ("m16n8k8.f16", "mma<m16n8k8.f16, warps=(1,1)>"),
    ///     ("SM80_16x8x8_F32TF32TF32F32_TN", "mma<m16n8k8, warps=(1,1)>"),
    /// ] {
    ///     assert_eq!(Mma::named(name, &[]).unwrap().to_string(), short);
    /// }
    /// assert!(Mma::named("m16n8k17", &[]).is_err());
    /// // What multiplies these fragments takes bytes with signs.
    /// assert!(Mma::named("SM80_16x8x32_S32U8U8S32_TN", &[]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`FragmentError`].
    pub fn named(name: &str, warps: &[i64]) -> Result<Self, FragmentError> {
        let (shape, kind) = name.split_once('.').map_or((name, None), |(s, t)| (s, Some(t)));
        let Some([m, n, k]) = shape_of(shape) else {
            let atom = mma_atom(name)?;
            let other =
                name.split('_').any(|part| part.contains("U8") || part.contains("U4") || part == "SATURATE");
            return if other { Err(FragmentError::Unsigned(name.into())) } else { Self::new(&atom, warps) };
        };
        let unknown = |near| FragmentError::Unknown { name: name.into(), near };
        let bits = match kind {
            None => 256 / k.max(1),
            Some(t) => {
                type_bits(t).or_else(|_| type_bits(&t.to_uppercase())).map_err(|_| unknown(String::new()))?
            }
        };
        if let Some(atom) = of_a_warpgroup([m, n, k], bits) {
            return Self::new(&atom, warps);
        }
        let part = format!("_{m}x{n}x{k}_");
        let mut others = Vec::new();
        for candidate in mma_atoms().filter(|c| c.contains(&part)) {
            let atom = mma_atom(&candidate)?;
            if warps_of(&atom).is_none() {
                continue;
            }
            if atom.bits[1] == bits && atom.bits[2] == bits {
                return Self::new(&atom, warps);
            }
            others.push(short_name(&atom));
        }
        others.sort_unstable();
        others.dedup();
        let near =
            if others.is_empty() { String::new() } else { format!("; there is {}", others.join(", ")) };
        Err(unknown(near))
    }

    /// `atom`, by `warps` along M and N; one warp of none.
    ///
    /// # Errors
    /// [`FragmentError::NotOfAWarp`], [`FragmentError::Warps`], [`FragmentError::Warpgroups`].
    pub fn new(atom: &MmaAtom, warps: &[i64]) -> Result<Self, FragmentError> {
        let of_one = warps_of(atom).ok_or_else(|| FragmentError::NotOfAWarp(atom.name.clone()))?;
        let counts = match *warps {
            [] => [of_one, 1],
            [m] => [m, 1],
            [m, n] => [m, n],
            _ => [0, 0],
        };
        if counts.iter().any(|c| !(1..=32).contains(c)) || counts[0] * counts[1] > 32 {
            let text: Vec<String> = warps.iter().map(i64::to_string).collect();
            return Err(FragmentError::Warps(text.join(",")));
        }
        let [m, n] = counts;
        if m % of_one != 0 {
            return Err(FragmentError::Warpgroups { name: short_name(atom), m, n });
        }
        let copies = IntTuple::flat([m / of_one, n].map(Expr::from));
        let tiled = TiledMma::new(atom, &Layout::left(&copies)?, &[])?;
        Ok(Self { name: short_name(atom), atom: atom.clone(), warps: counts, tiled })
    }

    /// The name of its fragments, such as `m16n8k16`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An instruction with these fragments.
    pub fn atom(&self) -> &MmaAtom {
        &self.atom
    }

    /// The warps along M and along N.
    pub fn warps(&self) -> [i64; 2] {
        self.warps
    }

    /// The warps that execute an instruction together: one, or the four of a warpgroup.
    pub fn warps_of_one(&self) -> i64 {
        warps_of(&self.atom).unwrap_or(1)
    }

    /// The threads of all warps.
    pub fn threads(&self) -> i64 {
        32 * self.warps[0] * self.warps[1]
    }

    /// M, N and K of what all warps compute by one instruction each.
    pub fn tile(&self) -> [i64; 3] {
        let [m, n, k] = self.atom.shape;
        [m * self.warps[0] / self.warps_of_one(), n * self.warps[1], k]
    }

    /// The encoding of an operand that is a tile of `rows` by `columns`: A is M x K, B is
    /// K x N, C (and D) is M x N. The values are those of one instruction, then its
    /// repetitions along the dimension that the warps share (M of A and C, N of B), then
    /// along the other.
    ///
    /// ```
    /// use layout_tile::{Mma, Operand};
    /// let mma = Mma::named("m16n8k16", &[2, 2]).unwrap();
    /// assert_eq!(
    ///     mma.fragment(Operand::B, 24, 128).unwrap_err().to_string(),
    ///     "mma<m16n8k16, warps=(2,2)> takes B in pieces of 16 rows: a tile 24x128 has 24, the nearest multiples are 16 and 32"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`FragmentError::Extent`] unless the tile is a multiple of [`tile`](Self::tile),
    /// [`FragmentError::Shared`] of what a warpgroup reads from shared memory.
    pub fn fragment(&self, operand: Operand, rows: i64, columns: i64) -> Result<Tv, FragmentError> {
        if operand == Operand::B && self.warps_of_one() > 1 {
            return Err(FragmentError::Shared(self.name.clone()));
        }
        elements(&[rows, columns])?;
        let [m, n, k] = self.tile();
        // The instruction's operand is X x Y; B's is N x K, a transposed tile.
        let ([x, y], [along_x, along_y]) = match operand {
            Operand::A => ([m, k], [1, rows]),
            Operand::B => ([n, k], [rows, 1]),
            Operand::C => ([m, n], [1, rows]),
        };
        let [need_rows, need_columns] = if operand == Operand::B { [y, x] } else { [x, y] };
        for (dimension, have, need) in [("rows", rows, need_rows), ("columns", columns, need_columns)] {
            if have < 1 || have % need != 0 {
                let mma = self.to_string();
                return Err(FragmentError::Extent { mma, operand, dimension, rows, columns, have, need });
            }
        }
        let flat = |sizes: [i64; 2], strides: [i64; 2]| {
            Layout::new(&IntTuple::flat(sizes.map(Expr::from)), &IntTuple::flat(strides.map(Expr::from)))
        };
        let tile = flat([x, y], [along_x, along_y])?;
        let one = composition(&tile, &self.tiled.layout_tv(operand)?)?.modes();
        let [x_times, y_times] =
            if operand == Operand::B { [columns / x, rows / y] } else { [rows / x, columns / y] };
        let again = flat([x_times, y_times], [along_x * x, along_y * y])?;
        match one.as_slice() {
            [threads, values] => Ok(Tv::new(threads, &Layout::concat([values, &again])?)?),
            _ => Err(FragmentError::NotOfAWarp(self.atom.name.clone())),
        }
    }
}
