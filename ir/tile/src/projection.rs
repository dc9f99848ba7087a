//! [`Projection`]: an encoding whose elements are brought together, by `reduce`, or were one
//! element before, in `broadcast`.

use crate::digits::{Mode, ThreadDigit, layout_of, modes, placed};
use crate::tv::Tv;
use crate::tv_error::TvError;
use layout_algebra::Layout;
use layout_target::WARP;

/// What a relation makes of an encoding of its side with more elements.
///
/// For `reduce`: each thread combines those of its values that [`values`](Self::values) maps to
/// one; then the threads that differ in [`threads`](Self::threads) combine what they have. For
/// `broadcast` from the result to the operand: value `v` of the result is value `values(v)`
/// of the operand, in the same thread.
///
/// ```
/// use layout_tile::{Relation, ThreadDigit, Tv};
/// // Rows of 64 by 4 lanes and 2 warps, 8 values each.
/// let tv: Tv = "tv<(4,8,2):(8,1,256), 8:32>".parse().unwrap();
/// let parts = Relation::reduce(&[8, 64], &[1]).unwrap().project(&tv).unwrap();
/// assert_eq!(parts.combined(), 8);
/// assert_eq!(parts.lane_masks(), [1, 2]);
/// assert_eq!(parts.across_warps(), [ThreadDigit { divisor: 32, size: 2 }]);
/// assert_eq!(parts.encoding.to_string(), "tv<(4,8,2):(0,1,0), 1:0>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The encoding of the side with fewer elements; all replicas have each element.
    pub encoding: Tv,
    /// From values of the given encoding to those of [`encoding`](Self::encoding).
    pub values: Layout,
    /// The digits of the thread's number in which holders of one element differ, other than
    /// replicas of the given encoding.
    pub threads: Vec<ThreadDigit>,
}

impl Projection {
    /// `composed` is a relation's layout after T and V of `tv`, two modes.
    pub(crate) fn new(tv: &Tv, composed: &Layout) -> Result<Self, TvError> {
        let parts = composed.modes();
        let part = |i: usize| parts.get(i).and_then(modes).unwrap_or_default();
        let (thread_modes, value_modes) = (part(0), part(1));
        let kept: Vec<Mode> = value_modes.iter().copied().filter(|m| m.stride != 0).collect();
        let mut number = 1;
        let mut values = Vec::new();
        for mode in &value_modes {
            let stride = if mode.stride == 0 { 0 } else { number };
            values.push(Mode { size: mode.size, stride });
            number *= if mode.stride == 0 { 1 } else { mode.size };
        }
        // A digit that does not move any more, of a mode that did.
        let moved = |divisor: i64| tv.threads().eval(divisor) != Some(0);
        let digits =
            placed(&thread_modes).into_iter().filter(|(divisor, m)| m.stride == 0 && moved(*divisor));
        Ok(Self {
            encoding: Tv::of_modes(&thread_modes, &kept)?,
            values: layout_of(&values)?,
            threads: digits.map(|(divisor, m)| ThreadDigit { divisor, size: m.size }).collect(),
        })
    }

    /// How many values of a thread are one value after.
    pub fn combined(&self) -> i64 {
        let all = modes(&self.values).unwrap_or_default();
        all.iter().filter(|m| m.stride == 0).map(|m| m.size).product()
    }

    /// [`threads`](Self::threads), those within a warp apart from the others. A digit that
    /// goes on beyond the warp is cut there, if it can be.
    fn parts(&self) -> (Vec<ThreadDigit>, Vec<ThreadDigit>) {
        let (mut inside, mut across) = (Vec::new(), Vec::new());
        for digit in &self.threads {
            let reach = if WARP % digit.divisor == 0 { WARP / digit.divisor } else { 0 };
            if reach > 0 && reach % digit.size == 0 {
                inside.push(*digit);
            } else if reach > 1 && digit.size % reach == 0 {
                inside.push(ThreadDigit { size: reach, ..*digit });
                across.push(ThreadDigit { divisor: WARP, size: digit.size / reach });
            } else {
                across.push(*digit);
            }
        }
        (inside, across)
    }

    /// What a lane's number is xored with to reach the others that hold a part, one shuffle each.
    pub fn lane_masks(&self) -> Vec<i64> {
        let bits = |d: ThreadDigit| (0..d.size.ilog2()).map(move |b| d.divisor << b);
        self.parts().0.into_iter().flat_map(bits).collect()
    }

    /// The digits in which threads differ that no shuffle brings together: they are in
    /// different warps, or in digits that the end of a warp cuts.
    pub fn across_warps(&self) -> Vec<ThreadDigit> {
        self.parts().1
    }
}
