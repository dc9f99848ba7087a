//! [`Shares`]: the boxes of a tile, the same number of them for each of some blocks.

use super::tensor_map::{BoxCopy, TensorMap};
use super::tensor_map_error::TensorMapError as Error;

/// What each of some blocks copies of a tile that all of them get.
///
/// ```
/// use layout_tile::{Shares, TensorMap};
/// let map = |global: &str, shared: &str| {
///     TensorMap::new(&global.parse().unwrap(), 16, &shared.parse().unwrap()).unwrap()
/// };
/// // Of two boxes each of two blocks copies one.
/// let chunks = map("(K,N{div=8}):(N,1)", "S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))");
/// let shares = Shares::new(&chunks, 2).unwrap();
/// assert_eq!((shares.boxes, &shares.coordinate[..], shares.offset), (1, &[64, 0][..], 8192));
/// assert_eq!(shares.map, chunks);
/// // Of one each copies half of the rows.
/// let rows = map("(M,K{div=8}):(K,1)", "S<3,3,3> o 0 o (128,64):(64,1)");
/// let shares = Shares::new(&rows, 2).unwrap();
/// assert_eq!((shares.boxes, &shares.coordinate[..], shares.offset), (1, &[0, 64][..], 8192));
/// assert_eq!((&shares.map.extents[..], shares.map.transaction()), (&[64, 64][..], rows.transaction()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The map, whose boxes are those of the first block, then those of the second, and so on.
    pub map: TensorMap,
    /// Boxes of a block.
    pub boxes: usize,
    /// How much further on than those of the block before they are, by dimension of the map,
    pub coordinate: Vec<i64>,
    /// and in shared memory, in bytes.
    pub offset: i64,
}

impl Shares {
    /// Those of so many blocks: some of the boxes, or else a part of each box, along the dimension that is outermost in it.
    ///
    /// # Errors
    /// [`Error::Shares`] if no such part begins where boxes may.
    pub fn new(map: &TensorMap, blocks: i64) -> Result<Self, Error> {
        if let Some(shares) = Self::of(map, blocks) {
            return Ok(shares);
        }
        let outer = map.extents.iter().rposition(|extent| *extent > 1).unwrap_or(0);
        let extent = map.extents.get(outer).copied().unwrap_or(1);
        let bytes = map.bytes() / extent;
        // A part begins at a multiple of so much.
        let least = map.alignment() / divisor(map.alignment(), bytes);
        let refuse = || {
            let memory = map.dimensions.get(outer).map_or(0, |dimension| dimension.memory);
            let step = blocks * least;
            // (A row of the swizzle's is whole.)
            let is_row = outer == 0 && map.span > 0;
            let nearest = (!is_row).then(|| ((extent + step / 2) / step * step).max(step));
            Error::Shares { extent, memory, blocks, least, nearest }
        };
        if extent % (blocks * least) != 0 || outer == 0 && map.span > 0 {
            return Err(refuse());
        }
        let (own, mut parts) = (extent / blocks, map.clone());
        parts.extents[outer] = own;
        let offset = own * bytes;
        let part = |rank: i64| {
            map.copies.iter().map(move |copy| {
                let mut coordinate = copy.coordinate.clone();
                coordinate[outer] += rank * own;
                BoxCopy { coordinate, offset: copy.offset + rank * offset }
            })
        };
        parts.copies = (0..blocks).flat_map(part).collect();
        Self::of(&parts, blocks).ok_or_else(refuse)
    }

    /// Equally many of the boxes, in order, if those of a block are as far from those of the one before for all blocks.
    fn of(map: &TensorMap, blocks: i64) -> Option<Self> {
        let boxes = map.copies.len() / usize::try_from(blocks).ok()?;
        let (first, next) = (map.copies.first()?, map.copies.get(boxes)?);
        let ahead = |a: &BoxCopy, b: &BoxCopy| -> (Vec<i64>, i64) {
            (b.coordinate.iter().zip(&a.coordinate).map(|(b, a)| b - a).collect(), b.offset - a.offset)
        };
        let (coordinate, offset) = ahead(first, next);
        let alike = map.copies.iter().zip(map.copies.get(boxes..)?);
        let alike = alike.into_iter().all(|(a, b)| ahead(a, b) == (coordinate.clone(), offset));
        let whole = map.copies.len() as i64 % blocks == 0 && offset % map.alignment() == 0;
        (whole && alike).then(|| Self { map: map.clone(), boxes, coordinate, offset })
    }
}

/// The greatest common divisor of two positive numbers.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
