//! [`Runs`]: the elements of a tile that lie together both in global and in shared memory, which `cp.async.bulk` copies at
//! once.

use layout_algebra::{AnyLayout, Expr, Layout, LayoutError, LayoutLike, Outer, coalesce, common_divisor};

use super::runs_error::{BYTES, RunsError as Error};

/// The runs of a copy between global and shared memory. Each is copied by one instruction, or less of it where the tile
/// begins before memory or ends behind it.
///
/// ```
/// use layout_tile::Runs;
/// let runs = |global: &str, shared: &str, whole: [bool; 2]| {
///     Runs::new(&global.parse().unwrap(), 16, &shared.parse().unwrap(), &whole).unwrap()
/// };
/// // Rows that are longer in memory than the tile: one run each, here behind each other with 16 bytes between.
/// let rows = runs("(M,N{div=8}):(N,1)", "(32,64):(72,1)", [false, false]);
/// assert_eq!((rows.length, rows.count(), rows.rows[0].bytes), (64, 32, 144));
/// // Whole rows lie together.
/// let whole = runs("(M,64):(64,1)", "(32,64):(64,1)", [false, true]);
/// assert_eq!((whole.length, whole.count(), whole.last), (2048, 1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Bits of an element.
    pub bits: i64,
    /// The dimension of memory along which a run may be cut off; of those before it that it goes along it has all.
    pub last: usize,
    /// The dimensions that a run goes along.
    pub along: Vec<usize>,
    /// Elements of a run.
    pub length: i64,
    /// Elements of a run at one coordinate in its last dimension.
    pub pitch: i64,
    /// The dimensions along which there are several runs.
    pub rows: Vec<Row>,
    /// For each dimension of memory what must divide the coordinate at which the tile begins.
    pub multiples: Vec<i64>,
    /// What must divide the extent of the last dimension, if the tile may end behind it.
    pub ends: i64,
}

/// A dimension along which a tile has several runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The dimension of memory.
    pub dimension: usize,
    /// How many there are.
    pub count: i64,
    /// From one to the next in shared memory.
    pub bytes: i64,
}

impl Runs {
    /// The runs of a tile of memory, whose elements have so many bits, and of all of `shared`. The modes of `shared` are the last
    /// dimensions of memory; in others the tile is one element wide. `whole` says of which dimensions the tile is known to
    /// have all.
    ///
    /// # Errors
    /// [`RunsError`](Error) for runs that are not of 16 bytes each, at multiples of 16.
    pub fn new(global: &Layout, bits: i64, shared: &AnyLayout, whole: &[bool]) -> Result<Self, Error> {
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return Err(Error::Bits(bits));
        }
        let plain = match shared.outer() {
            None => true,
            Some((Outer::Swizzle(swizzle), offset)) => swizzle.bits() == 0 && offset.is(0),
            Some(_) => false,
        };
        if !plain {
            return Err(Error::Swizzle(shared.to_string()));
        }
        let (memory, tile) = (global.modes(), shared.domain().modes());
        let leading = memory.len().checked_sub(tile.len());
        let leading = leading.ok_or(Error::Dimensions { tile: tile.len(), memory: memory.len() })?;
        let size = bits / 8;
        // Extent, stride in memory and in shared memory of the dimensions that the tile is wide in.
        let (mut wide, mut multiples) = (Vec::new(), Vec::new());
        for (number, mode) in memory.iter().enumerate() {
            let mode = coalesce(mode)?;
            let own = number.checked_sub(leading).and_then(|number| tile.get(number));
            let own = own.map(fixed).transpose()?.filter(|(extent, _)| *extent > 1);
            let leaves = mode.shape_leaves().iter().zip(mode.stride_leaves()).filter(|(n, _)| !n.is(1));
            let strides: Vec<&Expr> = leaves.map(|(_, stride)| stride).collect();
            let step = strides.iter().fold(0, |all, d| common_divisor(all, d.content().saturating_mul(size)));
            multiples.push(BYTES / common_divisor(BYTES, step));
            match (own, &strides[..]) {
                (None, [] | [_]) => {}
                (Some((extent, stride)), [one]) => wide.push((number, extent, (*one).clone(), stride)),
                // (One element of memory, and the others outside.)
                (Some((extent, stride)), []) => wide.push((number, extent, Expr::ONE, stride)),
                (None, _) if multiples[number] == 1 => {}
                _ => return Err(Error::Hierarchy { memory: number, mode: mode.to_string() }),
            }
        }
        let mut runs = Self {
            bits,
            last: 0,
            along: Vec::new(),
            length: 1,
            pitch: 1,
            rows: Vec::new(),
            multiples,
            ends: 1,
        };
        // What lies behind what a run has, as long as that is all of memory there.
        while runs.along.is_empty() || whole.get(runs.last).copied().unwrap_or(false) {
            let next = wide.iter().position(|(_, _, far, near)| far.is(runs.length) && *near == runs.length);
            let Some(next) = next else { break };
            let (number, extent, ..) = wide.remove(next);
            runs.along.push(number);
            (runs.last, runs.pitch) = (number, runs.length);
            runs.length *= extent;
        }
        if runs.along.is_empty() {
            return Err(Error::Together { global: global.to_string(), shared: shared.to_string() });
        }
        if runs.length * size % BYTES != 0 {
            return Err(Error::Length { bytes: runs.length * size, layout: shared.to_string() });
        }
        runs.ends = BYTES / common_divisor(BYTES, runs.pitch * size);
        for (dimension, count, far, near) in wide {
            if runs.multiples[dimension] != 1 {
                let known = far.content().saturating_mul(size);
                return Err(Error::Stride {
                    memory: dimension,
                    stride: far.named(),
                    known,
                    div: BYTES / size,
                });
            }
            if near * size % BYTES != 0 {
                return Err(Error::Shared { dimension, bytes: near * size, layout: shared.to_string() });
            }
            runs.rows.push(Row { dimension, count, bytes: near * size });
        }
        Ok(runs)
    }

    /// How many runs there are.
    pub fn count(&self) -> i64 {
        self.rows.iter().map(|row| row.count).product()
    }

    /// Bytes of a run.
    pub fn bytes(&self) -> i64 {
        self.length * self.bits / 8
    }

    /// Bytes of all runs: what arrives, whether memory has all of it or not.
    pub fn transaction(&self) -> i64 {
        self.bytes() * self.count()
    }

    /// The layout of a shared buffer of some extents whose runs are as long as memory has them: the dimensions as they lie
    /// in memory, nothing between.
    pub fn compact(global: &Layout, shape: &[i64]) -> Option<AnyLayout> {
        let leading = global.modes().len().checked_sub(shape.len())?;
        let step = |number: &usize| {
            let mode = global.modes().get(leading + number).cloned()?;
            mode.stride_leaves().first().map(|stride| stride.as_const().unwrap_or(i64::MAX))
        };
        // (Of strides that are not known the last dimension lies together before others.)
        let mut order: Vec<usize> = (0..shape.len()).rev().collect();
        order.sort_by_key(|number| step(number).unwrap_or(i64::MAX));
        let (mut strides, mut stride) = (vec![Expr::ONE; shape.len()], 1_i64);
        for number in order {
            strides[number] = stride.into();
            stride = stride.checked_mul(shape[number])?;
        }
        let modes = shape.iter().zip(strides).map(|(extent, stride)| Layout::mode1((*extent).into(), stride));
        let modes: Result<Vec<Layout>, LayoutError> = modes.collect();
        match &modes.ok()?[..] {
            [one] => Some(one.clone().into()),
            all => Some(Layout::concat(all).ok()?.into()),
        }
    }
}

/// The extent and the stride of a mode of shared memory.
fn fixed(mode: &Layout) -> Result<(i64, i64), Error> {
    let refuse = || Error::Tile(mode.to_string());
    let one = coalesce(mode)?;
    match (one.shape_leaves(), one.stride_leaves()) {
        ([size], [stride]) => {
            Ok((size.as_const().ok_or_else(refuse)?, stride.as_const().ok_or_else(refuse)?))
        }
        _ => Err(refuse()),
    }
}
