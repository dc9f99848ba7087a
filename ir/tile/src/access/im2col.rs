//! [`Im2col`]: a matrix whose rows are the places of a filter over images, and whose columns are what lies under it.

use layout_algebra::integers::ExprError;
use layout_algebra::{Expr, Layout, LayoutError, common_divisor};

use super::dimension::{Dimension, bytes, divided};
use super::tensor_map_error::{STEP, TensorMapError as Error, WALKS, furthest};

/// How the engine goes through images (PTX ISA, "im2col mode"), beside the [dimensions](super::TensorMap::dimensions) of the
/// map: channels, then those of an image from the one whose pixels are next to each other on, then images.
///
/// A *pixel* is a coordinate of the matrix in one dimension of memory, a place of the filter; a *column* one in the other, a
/// channel under one of the filter's taps. Modes of pixels and of taps whose strides are known multiples of one number move
/// along the same dimension of the image.
///
/// ```
/// use layout_tile::TensorMap;
/// // 3 by 3 taps that move by 2, over images of 9 by 13 pixels with 64 channels: 4 by 6 places of each image.
/// let matrix = "((6,4,N),(64,3,3)):((128,1664,7488),(1,64,832))";
/// let map = TensorMap::new(&matrix.parse().unwrap(), 16, &"S<3,3,3> o 0 o (128,64):(64,1)".parse().unwrap()).unwrap();
/// let sizes: Vec<_> = map.dimensions.iter().map(|d| d.size.as_const()).collect();
/// assert_eq!(sizes, [Some(64), Some(13), Some(9), None]);
/// let im2col = map.im2col.unwrap();
/// assert_eq!(im2col.walks.iter().map(|walk| (walk.step, walk.upper.as_const())).collect::<Vec<_>>(), [(2, Some(-2)); 2]);
/// assert_eq!(map.extents, [64, 128]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Im2col {
    /// The dimension of memory that counts pixels,
    pub pixels: usize,
    /// and that which counts columns.
    pub columns: usize,
    /// What a pixel says of each dimension of the image, the fastest first; the rest is the image.
    pub walks: Vec<Walk>,
    /// What a column says of the filter when it is divided by the channels, the fastest first.
    pub taps: Vec<Tap>,
}

/// How the filter goes along a dimension of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Places that it has.
    pub count: Expr,
    /// From one to the next: the traversal stride, from 1 to 8.
    pub step: i64,
    /// The upper corner of the bounding box, from the last pixel of the image: as far before it as the last tap is behind the
    /// first.
    pub upper: Expr,
}

/// Taps along a dimension of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tap {
    /// How many there are.
    pub count: Expr,
    /// Number of the [walk](Im2col::walks) along the same dimension.
    pub walk: usize,
    /// From one to the next: what the offset of the instruction grows by.
    pub dilation: i64,
}

/// A mode, in elements.
#[derive(Clone)]
struct Mode {
    size: Expr,
    stride: Expr,
}

/// A dimension of an image: pixels of the result along it, `step` units apart, and taps, with their dilation.
struct Along {
    pixels: Expr,
    step: i64,
    unit: Expr,
    tap: Option<(usize, i64)>,
}

/// The dimensions of an image, and the images.
struct Reading {
    along: Vec<Along>,
    images: Mode,
}

impl Im2col {
    /// The matrix in memory of elements of so many bits, with the dimensions of its map; `None` if memory is no matrix in one
    /// of whose dimensions elements lie together.
    ///
    /// # Errors
    /// [`Error`] for what the engine does not go through so.
    pub(super) fn of(global: &Layout, bits: i64) -> Option<Result<(Self, Vec<Dimension>), Error>> {
        let modes: Vec<Vec<Mode>> = global.modes().iter().map(modes).collect();
        let columns = modes.iter().rposition(|all| all.first().is_some_and(|mode| mode.stride.is(1)))?;
        let ([_, _], [channels, taps @ ..]) = (&modes[..], &modes[columns][..]) else { return None };
        let pixels = &modes[1 - columns];
        let Some(reading) = read(pixels, taps) else {
            let texts =
                |all: &[Mode]| all.iter().map(|mode| mode.stride.named()).collect::<Vec<_>>().join(", ");
            return Some(Err(Error::Image { pixels: texts(pixels), taps: texts(taps) }));
        };
        Some(reading.told(columns, channels, taps, bits))
    }

    /// The number of columns.
    ///
    /// # Errors
    /// [`Error::Layout`] for one beyond 64 bits.
    pub fn count(&self, channels: &Expr) -> Result<Expr, Error> {
        self.taps
            .iter()
            .try_fold(channels.clone(), |all, tap| Ok(all.mul(&tap.count).map_err(LayoutError::from)?))
    }
}

impl Reading {
    /// What the engine is told.
    fn told(
        self,
        columns: usize,
        channels: &Mode,
        taps: &[Mode],
        bits: i64,
    ) -> Result<(Im2col, Vec<Dimension>), Error> {
        let (pixels, rank) = (1 - columns, self.along.len());
        let dimension = |memory, size: Expr, unit: &Expr| {
            let stride = bytes(memory, unit, &size, bits)?;
            let dimension = Dimension { memory, divisor: 1, modulus: None, size, stride };
            if memory == pixels {
                divided(&dimension, &unit.named(), bits)?;
            }
            Ok::<_, Error>(dimension)
        };
        let mut dimensions = vec![dimension(columns, channels.size.clone(), &channels.stride)?];
        let mut walks = Vec::new();
        for along in &self.along {
            if along.step > STEP {
                return Err(Error::Step { step: along.step, unit: along.unit.named() });
            }
            let (beyond, size) = along.sizes(taps).map_err(LayoutError::from)?;
            if beyond.as_const().is_some_and(|n| n > furthest(rank)) {
                return Err(Error::Reach { reach: beyond.named(), rank });
            }
            dimensions.push(dimension(pixels, size, &along.unit)?);
            let upper = Expr::ZERO.sub(&beyond).map_err(LayoutError::from)?;
            walks.push(Walk { count: along.pixels.clone(), step: along.step, upper });
        }
        dimensions.push(dimension(pixels, self.images.size, &self.images.stride)?);
        let tap = |(number, mode): (usize, &Mode)| {
            let found = self.along.iter().enumerate().find_map(|(walk, along)| {
                along.tap.filter(|tap| tap.0 == number).map(|(_, dilation)| (walk, dilation))
            });
            found.map(|(walk, dilation)| Tap { count: mode.size.clone(), walk, dilation })
        };
        let taps = taps.iter().enumerate().filter_map(tap).collect();
        Ok((Im2col { pixels, columns, walks, taps }, dimensions))
    }

    /// Whether the engine does not go so, how many dimensions it goes along, and in which steps: less is better.
    fn cost(&self, taps: &[Mode]) -> (bool, usize, i64) {
        let rank = self.along.len();
        let goes = |along: &Along| {
            let beyond = along.sizes(taps).map(|(beyond, _)| beyond.as_const().unwrap_or(0));
            along.step <= STEP && beyond.is_ok_and(|n| n <= furthest(rank))
        };
        let steps =
            self.along.iter().map(|along| along.step.saturating_add(along.tap.map_or(0, |tap| tap.1)));
        (!self.along.iter().all(goes), rank, steps.fold(0, i64::saturating_add))
    }
}

impl Along {
    /// How far the last tap is from the first, and how many pixels of the image there are: those that are ever under the
    /// filter.
    fn sizes(&self, taps: &[Mode]) -> Result<(Expr, Expr), ExprError> {
        let reach = match self.tap.and_then(|(tap, dilation)| Some((taps.get(tap)?, dilation))) {
            Some((tap, dilation)) => tap.size.sub(&Expr::ONE)?.mul(&dilation.into())?,
            None => Expr::ZERO,
        };
        let places = self.pixels.sub(&Expr::ONE)?.mul(&self.step.into())?;
        let size = places.add(&reach)?.add(&Expr::ONE)?;
        Ok((reach, size))
    }
}

/// The modes of a dimension of memory that have several elements.
fn modes(layout: &Layout) -> Vec<Mode> {
    let all = layout.shape_leaves().iter().zip(layout.stride_leaves());
    all.filter(|(size, _)| !size.is(1))
        .map(|(size, stride)| Mode { size: size.clone(), stride: stride.clone() })
        .collect()
}

/// The best reading as images of at most three dimensions. All are right: what is left to choose is along which mode of
/// pixels each mode of taps goes, if along any.
fn read(pixels: &[Mode], taps: &[Mode]) -> Option<Reading> {
    if pixels.len() > WALKS + 1 || taps.len() > WALKS {
        return None;
    }
    let choices = pixels.len() + 1;
    let all = (0..choices.pow(taps.len() as u32)).filter_map(|number| {
        let digit = |tap: usize| number / choices.pow(tap as u32) % choices;
        let places: Vec<usize> = (0..taps.len()).map(digit).collect();
        reading(pixels, taps, &places).filter(|reading| reading.along.len() <= WALKS)
    });
    all.min_by_key(|reading| reading.cost(taps))
}

/// The reading where each mode of taps goes along the mode of pixels of a number, or along none if there is none of it;
/// `None` where two go along one, or no number is known of which both strides are multiples.
fn reading(pixels: &[Mode], taps: &[Mode], places: &[usize]) -> Option<Reading> {
    let (mut along, mut images) = (Vec::new(), None);
    for (number, mode) in pixels.iter().enumerate() {
        let mut own = places.iter().enumerate().filter(|(_, place)| **place == number);
        let (step, tap) = match (own.next(), own.next()) {
            (None, _) => (1, None),
            (Some((tap, _)), None) => {
                let (step, dilation) = ratio(&mode.stride, &taps[tap].stride)?;
                (step, Some((tap, dilation)))
            }
            _ => return None,
        };
        // The last mode counts images if the filter does not reach from one to the next.
        if tap.is_none() && number + 1 == pixels.len() {
            images = Some(mode.clone());
            break;
        }
        let unit = mode.stride.div_exact(&step.into())?;
        along.push(Along { pixels: mode.size.clone(), step, unit, tap });
    }
    let alone = places.iter().enumerate().filter(|(_, place)| **place >= pixels.len());
    along.extend(alone.map(|(tap, _)| {
        let unit = taps[tap].stride.clone();
        Along { pixels: Expr::ONE, step: 1, unit, tap: Some((tap, 1)) }
    }));
    // An image has a dimension.
    if along.is_empty() {
        along.push(Along { pixels: Expr::ONE, step: 1, unit: Expr::ONE, tap: None });
    }
    let one = Mode { size: Expr::ONE, stride: Expr::ONE };
    Some(Reading { along, images: images.unwrap_or(one) })
}

/// The least numbers that are as two strides, if they are known.
fn ratio(a: &Expr, b: &Expr) -> Option<(i64, i64)> {
    let (of_a, of_b) = (a.content(), b.content());
    let alike = a.div_exact(&of_a.into())? == b.div_exact(&of_b.into())?;
    let common = common_divisor(of_a, of_b);
    (alike && common > 0).then(|| (of_a / common, of_b / common))
}
