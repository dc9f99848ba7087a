//! [`TensorMap`]: what `cp.async.bulk.tensor` is told of global memory, from layouts.

use super::dimension::{Dimension, bytes, divided};
use super::im2col::Im2col;
use super::tensor_map_error::{BOX, BYTES, PIXELS, RANK, TensorMapError as Error};
use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, LayoutLike, Outer, Swizzle, coalesce, composition};

/// What divides the shared address of a box that is not swizzled, in bytes.
const SHARED: i64 = 128;
/// Most boxes of a copy.
const COPIES: i64 = 256;

/// The tensor map of a copy from global to shared memory, and the boxes that it takes.
///
/// Dimensions count from the one whose elements lie together. A dimension of memory is one of the map, or as many as
/// its mode has: that of `((4,8),…):((1,64),…)` is two. A matrix that has too many so, or whose modes boxes do not fit, may be
/// one of [im2col](Im2col).
///
/// ```
/// use layout_tile::TensorMap;
/// let map = |global: &str, shared: &str| {
///     TensorMap::new(&global.parse().unwrap(), 16, &shared.parse().unwrap()).unwrap()
/// };
/// // Rows of 128 bytes, and whole tiles of them: one box.
/// let rows = map("(M,K{div=8}):(K,1)", "S<3,3,3> o 0 o (128,64):(64,1)");
/// assert_eq!((&rows.extents[..], rows.span, rows.copies.len()), (&[64, 128][..], 128, 1));
/// assert_eq!(rows.dimensions[1].stride.content(), 16);
/// // Rows of 256 bytes are two chunks, each behind all rows of the other.
/// let chunks = map("(K,N{div=8}):(N,1)", "S<3,3,3> o 0 o (64,(64,2)):(64,(1,4096))");
/// let offsets: Vec<_> = chunks.copies.iter().map(|copy| (copy.coordinate.clone(), copy.offset)).collect();
/// assert_eq!(offsets, [(vec![0, 0], 0), (vec![64, 0], 8192)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// Bits of an element: 8, 16, 32 or 64.
    pub bits: i64,
    /// The dimensions.
    pub dimensions: Vec<Dimension>,
    /// Elements of a box along each; of a map of im2col columns and pixels.
    pub extents: Vec<i64>,
    /// Bytes of the swizzle's rows: 32, 64 or 128; 0 without one.
    pub span: i64,
    /// For each dimension of memory what must divide the coordinate at which the tile begins.
    pub multiples: Vec<i64>,
    /// The boxes, which together are the tile.
    pub copies: Vec<BoxCopy>,
    /// How pixels and columns become coordinates in the dimensions and offsets, of a map of im2col.
    pub im2col: Option<Im2col>,
}

/// A box of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxCopy {
    /// Its coordinate behind that of the tile, by dimension of the map; of one of im2col columns and pixels.
    pub coordinate: Vec<i64>,
    /// Where it begins in shared memory, in bytes.
    pub offset: i64,
}

/// A dimension of the map with its part of the tile.
struct Part {
    dimension: Dimension,
    /// Elements of the tile along it.
    extent: i64,
    /// To elements of shared memory, before the swizzle; sizes and strides.
    shared: Vec<(i64, i64)>,
}

impl TensorMap {
    /// The map by which a tile of memory, whose elements have so many bits, is copied to all of `shared`. The modes of
    /// `shared` are the last dimensions of memory; in others the tile is one element wide.
    ///
    /// # Errors
    /// [`TensorMapError`](Error) for layouts that no map says.
    pub fn new(global: &Layout, bits: i64, shared: &AnyLayout) -> Result<Self, Error> {
        let mut made = Self::of(global, bits, shared);
        if let Err(Error::Row { nearest, .. } | Error::Offset { nearest, .. }) = &mut made {
            *nearest = Self::nearest(global, bits, shared).map(|layout| layout.to_string());
        }
        made
    }

    /// The map; errors name no other layout.
    fn of(global: &Layout, bits: i64, shared: &AnyLayout) -> Result<Self, Error> {
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return Err(Error::Bits(bits));
        }
        let span = span(shared, bits)?;
        match Self::tiled(global, bits, shared, span) {
            Err(error @ (Error::Hierarchy { .. } | Error::Composition(_) | Error::Rank(_))) => {
                Self::im2col(global, bits, shared, span).unwrap_or(Err(error))
            }
            made => made,
        }
    }

    /// The map whose dimensions are those of memory.
    fn tiled(global: &Layout, bits: i64, shared: &AnyLayout, span: i64) -> Result<Self, Error> {
        let (memory, tile) = (global.modes(), shared.domain().modes());
        let leading = memory.len().checked_sub(tile.len());
        let leading = leading.ok_or(Error::Dimensions { tile: tile.len(), memory: memory.len() })?;
        let (mut parts, mut multiples) = (Vec::new(), vec![1; leading]);
        for (number, mode) in memory.iter().enumerate() {
            let own = number.checked_sub(leading).and_then(|number| tile.get(number));
            let multiple = divide(number, mode, own, bits, &mut parts)?;
            if own.is_some() {
                multiples.push(multiple);
            }
        }
        let parts = ordered(parts, global, bits)?;
        if parts.len() > RANK {
            return Err(Error::Rank(parts.len()));
        }
        let (extents, copies) = boxes(&parts, (bits, span, BOX), shared)?;
        let dimensions = parts.into_iter().map(|part| part.dimension).collect();
        Self { bits, dimensions, extents, span, multiples, copies, im2col: None }.placed()
    }

    /// The map whose dimensions are those of images; `None` if memory and the tile are no matrices.
    fn im2col(global: &Layout, bits: i64, shared: &AnyLayout, span: i64) -> Option<Result<Self, Error>> {
        let tile = shared.domain().modes();
        if tile.len() != 2 {
            return None;
        }
        let made = Im2col::of(global, bits)?.and_then(|(im2col, dimensions)| {
            let part = |memory: usize, dimension: &Dimension| {
                let extent = known(&tile[memory])?;
                let shared = leaves(&tile[memory], &[(extent, 1)])?.concat();
                Ok::<_, Error>(Part { dimension: dimension.clone(), extent, shared })
            };
            let parts = [part(im2col.columns, &dimensions[0])?, part(im2col.pixels, &dimensions[1])?];
            let (extents, copies) = boxes(&parts, (bits, span, PIXELS), shared)?;
            let (mut multiples, channels) = (vec![1; 2], &dimensions[0].size);
            // (The engine takes no channel that is not at a multiple of 16 bytes.)
            multiples[im2col.columns] = extents[0];
            // A box lies under one tap.
            let (row, known) = (extents[0], channels.content());
            if !im2col.taps.is_empty() && known % row != 0 {
                let padded = channels.as_const().map(|n| (n / row + 1) * row);
                return Err(Error::Taps { row, channels: channels.named(), known, padded });
            }
            Self { bits, dimensions, extents, span, multiples, copies, im2col: Some(im2col) }.placed()
        });
        Some(made)
    }

    /// The map, if its boxes begin where they may.
    fn placed(self) -> Result<Self, Error> {
        // (A swizzle counts from where its rows begin anew; of one box that is where the buffer does.)
        match self.copies.iter().find(|copy| copy.offset % self.alignment() != 0) {
            Some(copy) => {
                let (offset, bytes, of) = (copy.offset, self.bytes(), self.alignment());
                Err(Error::Offset { offset, bytes, of, nearest: None })
            }
            None => Ok(self),
        }
    }

    /// Bytes of a box.
    pub fn bytes(&self) -> i64 {
        self.extents.iter().product::<i64>() * self.bits / 8
    }

    /// Bytes of all boxes: what arrives, whether memory has all of it or not.
    pub fn transaction(&self) -> i64 {
        self.bytes() * self.copies.len() as i64
    }

    /// What must divide the address in shared memory: the bytes after which the swizzle repeats.
    pub fn alignment(&self) -> i64 {
        SHARED.max(8 * self.span)
    }

    /// A layout of shared memory of the same extents that there is a map for, under the widest swizzle that does.
    fn nearest(global: &Layout, bits: i64, shared: &AnyLayout) -> Option<AnyLayout> {
        let sizes = shared.domain().modes().into_iter().map(|mode| mode.size().ok()?.as_const());
        Self::widest(global, bits, &sizes.collect::<Option<Vec<i64>>>()?)
    }

    /// The layout of a shared buffer of some extents, under the widest swizzle that there is a map for; or else of rows as they
    /// are, or in pieces of 16 bytes.
    pub fn widest(global: &Layout, bits: i64, shape: &[i64]) -> Option<AnyLayout> {
        let lies_together = |mode: &Layout| {
            mode.shape_leaves()
                .iter()
                .zip(mode.stride_leaves())
                .any(|(size, stride)| stride.is(1) && !size.is(1))
        };
        let along = global.modes().iter().rposition(lies_together)?;
        let along = along.checked_sub(global.modes().len().checked_sub(shape.len())?)?;
        let row = shape.get(along)? * bits / 8;
        let spans = [128, 64, 32].map(|span| (span, true)).into_iter().chain([(row, false), (BYTES, false)]);
        let mut proposed =
            spans.filter_map(|(span, swizzled)| Self::under(shape, along, bits, (span, swizzled)));
        proposed.find(|layout| Self::of(global, bits, layout).is_ok())
    }

    /// A layout of shared memory whose rows of so many bytes lie along a dimension, and may be swizzled. Boxes behind each other
    /// begin where the swizzle repeats.
    fn under(shape: &[i64], along: usize, bits: i64, (span, swizzled): (i64, bool)) -> Option<AnyLayout> {
        let row = shape.get(along)? * bits / 8;
        let rows = shape.iter().product::<i64>() / shape[along].max(1);
        let repeats = if swizzled { 8 * span } else { SHARED };
        if span < 1 || row % span != 0 || row > span && rows * span % repeats != 0 {
            return None;
        }
        let chunk = span * 8 / bits;
        let (mut shapes, mut strides, mut stride) = (Vec::new(), Vec::new(), chunk);
        for (place, extent) in shape.iter().enumerate().rev() {
            let own = if place == along {
                [vec![chunk, extent / chunk], vec![1, chunk * rows]]
            } else {
                stride *= extent;
                [vec![*extent], vec![stride / extent]]
            };
            let [sizes, steps] = own.map(|n| n.into_iter().map(Expr::from).collect::<Vec<_>>());
            let count = if sizes.last().is_some_and(|n| n.is(1)) { 1 } else { sizes.len() };
            shapes.push(tuple(&sizes[..count]));
            strides.push(tuple(&steps[..count]));
        }
        shapes.reverse();
        strides.reverse();
        let layout = Layout::new(&IntTuple::tuple(&shapes), &IntTuple::tuple(&strides)).ok()?;
        if !swizzled {
            return Some(layout.into());
        }
        Some(AnyLayout::composed(Outer::Swizzle(swizzle(span, bits)?), Expr::ZERO, layout))
    }
}

fn tuple(numbers: &[Expr]) -> IntTuple {
    match numbers {
        [one] => one.clone().into(),
        _ => IntTuple::flat(numbers.to_vec()),
    }
}

/// The swizzle of elements whose rows have so many bytes.
fn swizzle(span: i64, bits: i64) -> Option<Swizzle> {
    let chunk = 8 * BYTES / bits;
    Swizzle::new((span / BYTES).ilog2().into(), chunk.ilog2().into(), 3).ok()
}

/// Bytes of the rows of a layout's swizzle; 0 without one.
fn span(shared: &AnyLayout, bits: i64) -> Result<i64, Error> {
    let refuse = || {
        let legal = [128, 64, 32].map(|span| swizzle(span, bits).map_or_else(String::new, |s| s.to_string()));
        Error::Swizzle { layout: shared.to_string(), legal: legal.join(", "), bits }
    };
    match shared.outer() {
        None => Ok(0),
        Some((Outer::Swizzle(found), offset)) if offset.is(0) => {
            if found.bits() == 0 {
                return Ok(0);
            }
            let is = |span: &i64| swizzle(*span, bits) == Some(*found);
            [128, 64, 32].into_iter().find(is).ok_or_else(refuse)
        }
        Some(_) => Err(refuse()),
    }
}

/// The elements of a mode of a tile.
fn known(tile: &Layout) -> Result<i64, Error> {
    tile.size().ok().and_then(|n| n.as_const()).ok_or_else(|| Error::Tile(tile.to_string()))
}

/// The dimensions of the map that a dimension of memory is, with what a tile that has `tile` of it in shared memory
/// takes of each; and what must divide the coordinate at which it begins.
fn divide(
    memory: usize,
    mode: &Layout,
    tile: Option<&Layout>,
    bits: i64,
    parts: &mut Vec<Part>,
) -> Result<i64, Error> {
    let extent = tile.map_or(Ok(1), known)?;
    let mode = coalesce(mode)?;
    let refuse = |why| Error::Hierarchy { memory, mode: mode.to_string(), extent, why };
    let (sizes, strides) = (mode.shape_leaves(), mode.stride_leaves());
    let (mut divisor, mut below, mut multiple) = (1, 1, 1);
    let (mut dimensions, mut pieces) = (Vec::new(), Vec::new());
    for (leaf, (size, stride)) in sizes.iter().zip(strides).enumerate() {
        let modulus = if leaf + 1 == sizes.len() { None } else { Some(size.as_const()) };
        let modulus =
            modulus.map(|n| n.ok_or_else(|| refuse("the size of an inner mode is not known"))).transpose()?;
        // What is left of the tile when the modes before have theirs.
        let left = extent / below;
        let own = match modulus {
            Some(size) if left % size == 0 => size,
            Some(size) if size % left == 0 => left,
            Some(_) => return Err(refuse("its inner modes and the extent do not divide each other")),
            None => left,
        };
        // The tile begins where its last part does.
        if sizes.len() > 1 && extent > 1 && (own > 1 || below < extent) {
            multiple = if modulus.is_some() { below * own } else { below };
        }
        let size = size.clone();
        let stride = bytes(memory, stride, &size, bits)?;
        dimensions.push(Dimension { memory, divisor, modulus, size, stride });
        pieces.push((own, below));
        divisor *= modulus.unwrap_or(1);
        below *= own;
    }
    let shared = tile.map_or_else(|| Ok(vec![Vec::new(); pieces.len()]), |tile| leaves(tile, &pieces))?;
    let own = dimensions.into_iter().zip(pieces).zip(shared);
    parts.extend(own.map(|((dimension, (extent, _)), shared)| Part { dimension, extent, shared }));
    Ok(multiple)
}

/// For each piece of a mode of shared memory, so many elements so far apart, where they lie. (Together: what one of them adds to
/// a place must not depend on the others.)
fn leaves(mode: &Layout, pieces: &[(i64, i64)]) -> Result<Vec<Vec<(i64, i64)>>, Error> {
    let each = pieces.iter().map(|(count, step)| Layout::mode1(Expr::from(*count), Expr::from(*step)));
    let all = composition(mode, &Layout::concat(&each.collect::<Result<Vec<_>, _>>()?)?)?;
    let number = |e: &Expr| e.as_const().ok_or_else(|| Error::Tile(mode.to_string()));
    let piece = |part: &Layout| {
        let part = coalesce(part)?;
        let several = part.shape_leaves().iter().zip(part.stride_leaves()).filter(|(n, _)| !n.is(1));
        several.map(|(n, d)| Ok((number(n)?, number(d)?))).collect()
    };
    all.modes().iter().map(piece).collect()
}

/// The parts in the order of a map: that whose elements lie together, and then as they lie in shared memory.
fn ordered(mut parts: Vec<Part>, global: &Layout, bits: i64) -> Result<Vec<Part>, Error> {
    let is_first = |part: &Part| {
        let mode = global.modes().get(part.dimension.memory).and_then(|mode| coalesce(mode).ok());
        // The leaf with the same divisor.
        let mut divisor = 1;
        mode.is_some_and(|mode| {
            mode.shape_leaves().iter().zip(mode.stride_leaves()).any(|(size, stride)| {
                let own = divisor == part.dimension.divisor;
                divisor = divisor.saturating_mul(size.as_const().unwrap_or(1));
                own && stride.is(1) && !size.is(1)
            })
        })
    };
    let first = parts.iter().rposition(is_first).ok_or_else(|| Error::Together(global.to_string()))?;
    let mut out = vec![parts.remove(first)];
    for part in &parts {
        let element = global.modes().get(part.dimension.memory).map(|mode| mode.stride().named());
        divided(&part.dimension, &element.unwrap_or_default(), bits)?;
    }
    let nearest = |part: &Part| part.shared.first().map_or(i64::MAX, |(_, stride)| *stride);
    let memory = |part: &Part| std::cmp::Reverse(part.dimension.memory);
    parts.sort_by_key(|part| (nearest(part), memory(part)));
    out.extend(parts);
    Ok(out)
}

/// The extents of a box, with at most so many elements along a dimension but the first, and the boxes that together are the
/// tile.
fn boxes(
    parts: &[Part],
    (bits, span, most): (i64, i64, i64),
    shared: &AnyLayout,
) -> Result<(Vec<i64>, Vec<BoxCopy>), Error> {
    let extents = extents(parts, bits, span, most);
    let row = extents.first().map_or(0, |n| n * bits / 8);
    let fits = if span > 0 { row == span } else { row > 0 && row % BYTES == 0 };
    if !fits {
        return Err(Error::Row { row, span, layout: shared.to_string(), nearest: None });
    }
    let copies = copies(parts, &extents, bits)?;
    let mut offsets: Vec<i64> = copies.iter().map(|copy| copy.offset).collect();
    offsets.sort_unstable();
    let bytes = extents.iter().product::<i64>() * bits / 8;
    if offsets.windows(2).any(|pair| pair[1] - pair[0] < bytes) {
        return Err(Error::Common(shared.to_string()));
    }
    Ok((extents, copies))
}

/// The box: as much along each dimension as lies behind what the dimensions before have.
fn extents(parts: &[Part], bits: i64, span: i64, most: i64) -> Vec<i64> {
    let mut pitch = 1;
    let row = if span > 0 { span * 8 / bits } else { BOX };
    let mut out = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let most = if number == 0 { row.min(BOX) } else { most };
        let extent = match part.shared.first() {
            Some((size, stride)) if *stride == pitch => {
                (1..=most.min(*size)).rev().find(|n| size % n == 0).unwrap_or(1)
            }
            _ => 1,
        };
        pitch *= extent;
        out.push(extent);
    }
    out
}

/// The boxes of a tile, the first dimension fastest.
fn copies(parts: &[Part], extents: &[i64], bits: i64) -> Result<Vec<BoxCopy>, Error> {
    let counts: Vec<i64> = parts.iter().zip(extents).map(|(part, extent)| part.extent / extent).collect();
    let count = counts.iter().try_fold(1_i64, |all, n| all.checked_mul(*n)).unwrap_or(i64::MAX);
    if count > COPIES {
        let extents: Vec<_> = extents.iter().map(i64::to_string).collect();
        return Err(Error::Copies { count, most: COPIES, extents: extents.join("x") });
    }
    let copy = |number: i64| {
        let (mut rest, mut offset, mut coordinate) = (number, 0, Vec::new());
        for ((part, extent), count) in parts.iter().zip(extents).zip(&counts) {
            let at = rest % count * extent;
            rest /= count;
            let mut left = at;
            for (size, stride) in &part.shared {
                offset += left % size * stride;
                left /= size;
            }
            coordinate.push(at);
        }
        BoxCopy { coordinate, offset: offset * bits / 8 }
    };
    Ok((0..count).map(copy).collect())
}
