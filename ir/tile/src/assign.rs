//! [`shared_layout`]: the layout of a buffer in shared memory, by what is done to it.
//!
//! Candidates are the orders of dimensions, the one with neighbouring elements first, each with the
//! swizzle under which all accesses together take the fewest wavefronts; where conflicts are left, rows
//! that are a little longer are tried too. The accesses are simulated on the banks, lane by lane.

use crate::access::{Matrices, MatrixAccess, Memory, MemoryError, VectorAccess};
use crate::digits::{Mode, layout_of};
use crate::tv::Tv;
use crate::tv_error::TvError;
use layout_algebra::{AnyLayout, CompositionError, Expr, Layout, LayoutError, composition};
use layout_target::{
    Access, AccessError, BankReport, Chip, Feature, WARP, bank_conflicts, synthesize_swizzle,
};

/// The alignment of a buffer: the banks begin anew there.
const ALIGNMENT: i64 = 128;
/// By how many bytes rows are made longer.
const PADS: [i64; 5] = [4, 8, 16, 32, 64];

/// What is done to a buffer by all threads of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferUse {
    /// Who accesses what of the part of the buffer that is accessed.
    pub tv: Tv,
    /// The extents of that part, along the last dimensions of the buffer.
    pub shape: Vec<i64>,
    /// What is done.
    pub kind: UseKind,
}

/// What is done to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// Loads, by vectors or, of what is known to be inside of the buffer, by matrices.
    Load {
        /// Whether it is.
        is_inside: bool,
    },
    /// Stores, by vectors.
    Store,
    /// Copies from global memory that has so many bytes together.
    Copy {
        /// How many.
        bytes: i64,
    },
}

/// A layout, and what the accesses of a warp cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedLayout {
    /// From coordinates to elements of the buffer, aligned to 128 bytes.
    pub layout: AnyLayout,
    /// The instructions of the first warp.
    pub instructions: i64,
    /// The wavefronts that they take.
    pub wavefronts: i64,
    /// Those that they would take without conflicts.
    pub ideal: i64,
}

/// Why a buffer has no layout for its accesses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AssignError {
    /// See [`MemoryError`].
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// See [`AccessError`].
    #[error(transparent)]
    Access(#[from] AccessError),
    /// See [`TvError`].
    #[error(transparent)]
    Tv(#[from] TvError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// More dimensions than the buffer has.
    #[error("an access of {access} dimensions to a buffer of {buffer}")]
    Rank {
        /// Those of the access.
        access: usize,
        /// Those of the buffer.
        buffer: usize,
    },
}

/// The layout of a buffer of such extents, its elements of so many bits, for which the accesses take the
/// fewest instructions and wavefronts together; of these the one without padding, then the one with
/// the fewest bits of a swizzle, then the one whose later dimension has its elements together.
///
/// ```
/// use layout_target::Chip;
/// use layout_tile::{BufferUse, Tv, UseKind, shared_layout};
/// let chip = Chip::named("sm_90a").unwrap();
/// // The left operand of a product: copied by rows, loaded as fragments.
/// let shape = vec![128, 32];
/// let rows = Tv::blocked(&shape, &[1, 0], 16, 128).unwrap();
/// let copy = BufferUse { tv: rows, shape: shape.clone(), kind: UseKind::Copy { bytes: 16 } };
/// let a: Tv = "frag<mma<m16n8k16, warps=(2,2)>, A, 128x32>".parse().unwrap();
/// let load = BufferUse { tv: a, shape: shape.clone(), kind: UseKind::Load { is_inside: true } };
/// let found = shared_layout(&shape, 16, &[copy, load], chip).unwrap();
/// assert_eq!(found.layout.to_string(), "S<2,3,3> o 0 o (128,32):(32,1)");
/// assert_eq!(found.wavefronts, found.ideal);
/// ```
///
/// An access of a part that is larger than the buffer is not looked at: some of its places are none of the buffer's.
///
/// # Errors
/// [`AssignError`].
pub fn shared_layout(
    shape: &[i64],
    bits: i64,
    uses: &[BufferUse],
    chip: &Chip,
) -> Result<SharedLayout, AssignError> {
    let is_larger =
        |u: &&BufferUse| u.shape.iter().rev().zip(shape.iter().rev()).any(|(part, all)| part > all);
    let uses: Vec<&BufferUse> = uses.iter().filter(|u| !is_larger(u)).collect();
    let mut best: Option<(Key, SharedLayout)> = None;
    let mut take = |key: Key, found: SharedLayout| {
        if best.as_ref().is_none_or(|(least, _)| key < *least) {
            best = Some((key, found));
        }
    };
    for (number, first) in (0..shape.len()).rev().enumerate() {
        let mut is_free = false;
        for pad in std::iter::once(0).chain(PADS) {
            if is_free || pad * 8 % bits != 0 {
                continue;
            }
            let plain = order(shape, first, pad * 8 / bits)?;
            let accesses =
                uses.iter().map(|u| u.access(&plain, bits, chip)).collect::<Result<Vec<_>, _>>()?;
            let (swizzle_bits, found) = if pad == 0 {
                swizzled(&plain, bits, &accesses)?
            } else {
                let reports = accesses.iter().map(|a| bank_conflicts(&plain.clone().into(), bits, a));
                (0, SharedLayout::of(plain.clone().into(), &reports.collect::<Result<Vec<_>, _>>()?))
            };
            is_free = found.wavefronts == found.ideal;
            take((found.instructions + found.wavefronts, pad, swizzle_bits, number), found);
        }
    }
    let Some((_, found)) = best else { return Err(AssignError::Rank { access: 0, buffer: 0 }) };
    Ok(found)
}

/// Instructions and wavefronts, bytes of padding, bits of the swizzle, the number of the order.
type Key = (i64, i64, u32, usize);

impl SharedLayout {
    fn of(layout: AnyLayout, reports: &[BankReport]) -> Self {
        let sum = |of: fn(&BankReport) -> i64| reports.iter().map(of).sum();
        Self {
            layout,
            instructions: sum(|r| r.instructions),
            wavefronts: sum(|r| r.wavefronts),
            ideal: sum(|r| r.ideal),
        }
    }
}

/// The layout with the best swizzle, and the swizzle's bits; without one if there are too many to try.
fn swizzled(plain: &Layout, bits: i64, accesses: &[Access]) -> Result<(u32, SharedLayout), AssignError> {
    match synthesize_swizzle(plain, bits, accesses) {
        Ok(found) => Ok((found.swizzle.bits(), SharedLayout::of(found.layout, &found.after))),
        Err(AccessError::Work { .. }) => {
            let plain = AnyLayout::from(plain.clone());
            let reports = accesses.iter().map(|a| bank_conflicts(&plain, bits, a));
            let reports = reports.collect::<Result<Vec<_>, _>>()?;
            Ok((0, SharedLayout::of(plain, &reports)))
        }
        Err(error) => Err(error.into()),
    }
}

/// The buffer with the elements of dimension `first` together, `pad` more of them a row, and the others
/// in row-major order.
fn order(shape: &[i64], first: usize, pad: i64) -> Result<Layout, LayoutError> {
    let mut strides = vec![1; shape.len()];
    let mut reach = shape[first] + pad;
    for dimension in (0..shape.len()).rev().filter(|d| *d != first) {
        strides[dimension] = reach;
        reach *= shape[dimension];
    }
    let modes: Vec<Layout> = shape
        .iter()
        .zip(strides)
        .map(|(size, stride)| Layout::mode1(Expr::from(*size), Expr::from(stride)))
        .collect::<Result<_, _>>()?;
    Layout::concat(&modes)
}

impl BufferUse {
    /// The access to a buffer of a layout, of positions in the buffer.
    fn access(&self, buffer: &Layout, bits: i64, chip: &Chip) -> Result<Access, AssignError> {
        let modes = buffer.modes();
        let leading = modes.len().checked_sub(self.shape.len());
        let leading = leading.ok_or(AssignError::Rank { access: self.shape.len(), buffer: modes.len() })?;
        let (mut window, mut positions, mut below) = (Vec::new(), Vec::new(), 1);
        for (dimension, mode) in modes.iter().enumerate() {
            if let Some(extent) = dimension.checked_sub(leading).and_then(|d| self.shape.get(d)) {
                let stride = mode.stride_leaves().first().cloned().unwrap_or(Expr::ONE);
                window.push(Layout::mode1(Expr::from(*extent), stride)?);
                positions.push(Mode { size: *extent, stride: below });
            }
            below *= mode.size().map_err(LayoutError::from)?.as_const().unwrap_or(1);
        }
        let memory = Memory::buffer(Layout::concat(&window)?.into(), bits, ALIGNMENT);
        let access = self.within(&memory, chip)?;
        Ok(Access { tv: composition(&layout_of(&positions)?, &access.tv)?, ..access })
    }

    /// The instructions that lowering takes: matrices where they are fewer than vectors.
    fn within(&self, memory: &Memory, chip: &Chip) -> Result<Access, AssignError> {
        let bytes = if let UseKind::Copy { bytes } = self.kind { bytes } else { i64::MAX };
        let vectors = VectorAccess::up_to(&self.tv, memory, bytes)?;
        let by_matrices = self.kind == UseKind::Load { is_inside: true }
            && chip.has(Feature::Ldmatrix)
            && self.tv.thread_count() % WARP == 0;
        let matrices = [Matrices::Rows, Matrices::Columns]
            .into_iter()
            .filter(|_| by_matrices)
            .filter_map(|kind| MatrixAccess::new(&self.tv, memory, kind).ok())
            .filter(|m| m.count() < vectors.count())
            .min_by_key(MatrixAccess::count);
        Ok(matrices.map_or_else(|| vectors.access(), |m| m.access()))
    }
}
