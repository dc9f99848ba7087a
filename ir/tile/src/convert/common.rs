//! The digits that two encodings of one tile have in common.

use crate::digits::{Place, ThreadDigit, placed};
use crate::tv::Tv;
use layout_target::WARP;

/// A digit of the position, and its place in both encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub size: i64,
    pub from: Place,
    pub to: Place,
}

/// Two encodings cut into the same digits.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    /// The digits of the position, from the smallest stride up.
    pub digits: Vec<Pair>,
    /// The digits of the thread's number on which the first encoding does not depend.
    pub free: Vec<ThreadDigit>,
}

/// A digit while it is cut: its place, and its stride in the position if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    size: i64,
    place: Place,
    stride: Option<i64>,
}

impl Piece {
    /// Cuts at `at`, which is counted like `low`, the digit's own stride or divisor. `None` if
    /// the digit's end or its beginning would not be a multiple.
    fn cut(&self, low: i64, at: i64) -> Option<[Self; 2]> {
        let first = at / low;
        if at % low != 0 || self.size % first != 0 {
            return None;
        }
        let place = match self.place {
            Place::Thread(d) => Place::Thread(d * first),
            Place::Value(d) => Place::Value(d * first),
        };
        let upper = Self { size: self.size / first, place, stride: self.stride.map(|s| s * first) };
        Some([Self { size: first, ..*self }, upper])
    }

    fn divisor(&self) -> Option<i64> {
        match self.place {
            Place::Thread(d) => Some(d),
            Place::Value(_) => None,
        }
    }
}

fn pieces(tv: &Tv) -> Vec<Piece> {
    let position = |stride: i64| (stride != 0).then_some(stride);
    let threads = placed(&tv.thread_modes()).into_iter().map(|(d, m)| (Place::Thread(d), m));
    let values = placed(&tv.value_modes()).into_iter().map(|(d, m)| (Place::Value(d), m));
    let piece = |(place, mode): (Place, crate::digits::Mode)| Piece {
        size: mode.size,
        place,
        stride: position(mode.stride),
    };
    threads.chain(values).map(piece).collect()
}

/// Cuts every piece at `cuts`; whether one was cut. `None` if one cannot be.
fn cut_all(pieces: &mut Vec<Piece>, cuts: &[i64], low: impl Fn(&Piece) -> Option<i64>) -> Option<bool> {
    let mut changed = false;
    let mut at = 0;
    while at < pieces.len() {
        let piece = pieces[at];
        let inside = low(&piece).and_then(|low| {
            let end = low * piece.size;
            cuts.iter().find(|c| low < **c && **c < end).map(|c| (low, *c))
        });
        match inside {
            Some((low, cut)) => {
                let [first, second] = piece.cut(low, cut)?;
                pieces[at] = first;
                pieces.insert(at + 1, second);
                changed = true;
            }
            None => at += 1,
        }
    }
    Some(changed)
}

impl Common {
    /// The coarsest digits of both, except that powers of two are cut into binary digits;
    /// none if a digit of the one ends within a step of the other's, as those of 6 = 2·3
    /// and 3·2 do, or a warp ends within a digit's step.
    pub fn of(a: &Tv, b: &Tv) -> Option<Self> {
        let mut sides = [pieces(a), pieces(b)];
        loop {
            let mut changed = false;
            let [mut positions, mut threads] = [Vec::new(), vec![WARP]];
            for piece in sides.iter().flatten() {
                positions.extend(piece.stride.map(|s| s * piece.size));
                threads.extend(piece.divisor().map(|d| d * piece.size));
            }
            for side in &mut sides {
                changed |= cut_all(side, &positions, |p| p.stride)?;
                changed |= cut_all(side, &threads, Piece::divisor)?;
                let even = |p: &Piece| p.size > 2 && p.size.count_ones() == 1;
                if let Some(at) = side.iter().position(even) {
                    let [low, high] = side[at].cut(1, 2)?;
                    side.splice(at..=at, [low, high]);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let [a, b] = sides;
        let of_position = |side: &[Piece]| -> Vec<Piece> {
            let mut out: Vec<Piece> = side.iter().filter(|p| p.stride.is_some()).copied().collect();
            out.sort_by_key(|p| p.stride);
            out
        };
        let pairs = of_position(&a).into_iter().zip(of_position(&b));
        let free = a.iter().filter(|p| p.stride.is_none());
        Some(Self {
            digits: pairs.map(|(x, y)| Pair { size: x.size, from: x.place, to: y.place }).collect(),
            free: free
                .filter_map(|p| p.divisor().map(|divisor| ThreadDigit { divisor, size: p.size }))
                .collect(),
        })
    }
}
