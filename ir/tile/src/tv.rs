//! [`Tv`]: which thread holds which elements of a tile.

use crate::digits::{Digit, Mode, Place, ThreadDigit, layout_of, modes, placed};
use crate::tv_error::{Holder, TvError};
use layout_algebra::{Layout, coalesce};

/// An encoding `tv<T, V>`: thread `t` holds as its value `v` the element at the position
/// `T(t) + V(v)`.
///
/// Invariants: both layouts are static and coalesced, each by itself, so that equal encodings
/// are equal values; T without its modes of stride 0, times V, is one to one onto the
/// positions from 0 to the [size](Self::size). A mode of stride 0 in T is replication:
/// threads that differ in it hold the same elements.
///
/// | | threads | values | size | replicas |
/// |---|--:|--:|--:|--:|
/// | `tv<32:1, 4:32>` | 32 | 4 | 128 | 1 |
/// | `tv<(4,8):(0,1), 2:8>` | 32 | 2 | 16 | 4 |
/// | `tv<(32,4):(0,1), 1:0>` | 128 | 1 | 4 | 32 |
///
/// ```
/// use layout_tile::Tv;
/// for (text, threads, values, size, replicas) in [
///     ("tv<32:1, 4:32>", 32, 4, 128, 1),
///     ("tv<(4,8):(0,1), 2:8>", 32, 2, 16, 4),
///     ("tv<(32,4):(0,1), 1:0>", 128, 1, 4, 32),
/// ] {
///     let tv: Tv = text.parse().unwrap();
///     assert_eq!((tv.thread_count(), tv.value_count()), (threads, values));
///     assert_eq!((tv.size(), tv.replicas()), (size, replicas));
///     assert_eq!(tv.to_string(), text);
/// }
/// // Written otherwise, the same value.
/// assert_eq!("tv<(2,16):(1,2), ((2,1),2):((32,7),64)>".parse(), "tv<32:1, 4:32>".parse::<Tv>());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tv {
    threads: Layout,
    values: Layout,
}

/// The text of a tile's shape: `128x32`.
pub(crate) fn shape_text(shape: &[i64]) -> String {
    match shape {
        [] => "of one element".into(),
        _ => shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x"),
    }
}

/// The number of elements of a tile.
pub(crate) fn elements(shape: &[i64]) -> Result<i64, TvError> {
    let product = shape.iter().try_fold(1i64, |p, e| p.checked_mul(*e).filter(|_| *e > 0));
    product.ok_or_else(|| TvError::Shape(shape_text(shape)))
}

impl Tv {
    /// The encoding `tv<threads, values>`.
    ///
    /// ```
    /// use layout_tile::Tv;
    /// let error = |t: &str, v: &str| Tv::new(&t.parse().unwrap(), &v.parse().unwrap()).unwrap_err().to_string();
    /// assert_eq!(
    ///     error("(4,8):(1,4)", "4:16"),
    ///     "tv<32:1, 4:16>: position 16 is held twice, by thread 16 as value 0 and by thread 0 as value 1: \
    ///      the stride 16 falls short of 32, what smaller strides reach"
    /// );
    /// assert_eq!(
    ///     error("32:1", "2:64"),
    ///     "tv<32:1, 2:64>: nobody holds position 32: smaller strides reach 32 positions, and the next stride is 64"
    /// );
    /// assert!(error("32:1", "(2,2):(32,0)").contains("a thread holds an element once"));
    /// ```
    ///
    /// # Errors
    /// [`TvError`], naming what is missing or held twice.
    pub fn new(threads: &Layout, values: &Layout) -> Result<Self, TvError> {
        for layout in [threads, values] {
            modes(layout).ok_or_else(|| TvError::NotStatic { layout: layout.named() })?;
        }
        let made = Self { threads: coalesce(threads)?, values: coalesce(values)? };
        for layout in [&made.threads, &made.values] {
            let all = modes(layout).ok_or_else(|| TvError::NotStatic { layout: layout.named() })?;
            if let Some(mode) = all.iter().find(|m| m.stride < 0) {
                return Err(TvError::Negative { layout: layout.named(), stride: mode.stride });
            }
        }
        let repeated = placed(&made.value_modes()).into_iter().find(|(_, m)| m.stride == 0);
        if let Some((again, mode)) = repeated {
            let values = made.values.to_string();
            return Err(TvError::Repeated { values, times: mode.size, again });
        }
        made.check_cover()?;
        Ok(made)
    }

    /// Digits of one mixed radix are what covers `0..n` exactly. For 1 is held only if a
    /// stride is 1, and then, from the bottom up: the sums of the digits below reach all of
    /// `0..extent`, so a next stride below `extent` makes a sum twice, and one above it
    /// leaves `extent` out.
    fn check_cover(&self) -> Result<(), TvError> {
        let mut extent = 1i64;
        let digits = self.digits();
        for digit in &digits {
            let position = digit.stride;
            if position > extent {
                let tv = self.to_string();
                return Err(TvError::Missing { tv, position: extent, stride: position });
            }
            if position < extent {
                let below: Vec<Digit> = digits.iter().take_while(|d| *d != digit).copied().collect();
                let own = match digit.place {
                    Place::Thread(divisor) => Holder { thread: divisor, value: 0 },
                    Place::Value(divisor) => Holder { thread: 0, value: divisor },
                };
                let holders = [first_holder(&below, position), own];
                return Err(TvError::HeldTwice { tv: self.to_string(), position, holders, extent });
            }
            let next = extent.checked_mul(digit.size);
            extent = next.ok_or_else(|| TvError::Shape(format!("{} times {extent}", digit.size)))?;
        }
        Ok(())
    }

    /// Checks that this encodes a tile of the shape. The number of threads is checked by
    /// [`check_threads`](Self::check_threads), where it is known.
    ///
    /// ```
    /// use layout_tile::Tv;
    /// let tv: Tv = "tv<32:1, 4:32>".parse().unwrap();
    /// assert!(tv.check_shape(&[16, 8]).is_ok());
    /// assert_eq!(
    ///     tv.check_shape(&[16, 16]).unwrap_err().to_string(),
    ///     "tv<32:1, 4:32> holds 128 of the 256 elements of a tile 16x16: nobody holds position 128, the element (0,8)"
    /// );
    /// assert_eq!(
    ///     tv.check_shape(&[100]).unwrap_err().to_string(),
    ///     "tv<32:1, 4:32> holds 128 elements and a tile 100 has 100: thread 4 holds position 100 as value 3, which is outside"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`TvError::TooSmall`], [`TvError::TooLarge`].
    pub fn check_shape(&self, shape: &[i64]) -> Result<(), TvError> {
        let (have, need) = (self.size(), elements(shape)?);
        let (tv, text) = (|| self.to_string(), || shape_text(shape));
        if have < need {
            let mut rest = have;
            let mut element = Vec::new();
            for extent in shape {
                element.push((rest % extent).to_string());
                rest /= extent;
            }
            let element = format!("({})", element.join(","));
            return Err(TvError::TooSmall { tv: tv(), shape: text(), have, need, element });
        }
        if have > need {
            let holder = first_holder(&self.digits(), need);
            return Err(TvError::TooLarge { tv: tv(), shape: text(), have, need, holder });
        }
        Ok(())
    }

    /// Checks that a group of so many threads has the encoding.
    ///
    /// ```
    /// let tv: layout_tile::Tv = "tv<32:1, 4:32>".parse().unwrap();
    /// assert_eq!(
    ///     tv.check_threads(128).unwrap_err().to_string(),
    ///     "tv<32:1, 4:32> is for 32 threads, and the group has 128; a last mode 4:0 of T would replicate it"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`TvError::Threads`].
    pub fn check_threads(&self, need: i64) -> Result<(), TvError> {
        let have = self.thread_count();
        if have == need { Ok(()) } else { Err(TvError::Threads { tv: self.to_string(), have, need }) }
    }

    /// T: thread to position, coalesced.
    pub fn threads(&self) -> &Layout {
        &self.threads
    }

    /// V: value to position, coalesced.
    pub fn values(&self) -> &Layout {
        &self.values
    }

    pub(crate) fn thread_modes(&self) -> Vec<Mode> {
        modes(&self.threads).unwrap_or_default()
    }

    pub(crate) fn value_modes(&self) -> Vec<Mode> {
        modes(&self.values).unwrap_or_default()
    }

    /// The number of threads.
    pub fn thread_count(&self) -> i64 {
        self.thread_modes().iter().map(|m| m.size).product()
    }

    /// The number of elements that a thread holds.
    pub fn value_count(&self) -> i64 {
        self.value_modes().iter().map(|m| m.size).product()
    }

    /// The number of elements of the tile.
    pub fn size(&self) -> i64 {
        self.digits().iter().map(|d| d.size).product()
    }

    /// How many threads hold each element.
    pub fn replicas(&self) -> i64 {
        self.replication().iter().map(|d| d.size).product()
    }

    /// The 32-bit registers of a thread that its elements of `bits` bits fill.
    ///
    /// ```
    /// let tv: layout_tile::Tv = "tv<32:1, 3:32>".parse().unwrap();
    /// assert_eq!([8, 16, 32, 64].map(|bits| tv.register_count(bits)), [1, 2, 3, 6]);
    /// ```
    pub fn register_count(&self, bits: i64) -> i64 {
        self.value_count().saturating_mul(bits).saturating_add(31) / 32
    }

    /// The position's digits, from the smallest stride up, and where each is.
    pub fn digits(&self) -> Vec<Digit> {
        let digit = |place: fn(i64) -> Place| {
            move |(divisor, mode): (i64, Mode)| Digit {
                stride: mode.stride,
                size: mode.size,
                place: place(divisor),
            }
        };
        let threads = placed(&self.thread_modes()).into_iter().filter(|(_, m)| m.stride != 0);
        let values = placed(&self.value_modes());
        let mut out: Vec<Digit> = threads.map(digit(Place::Thread)).collect();
        out.extend(values.into_iter().map(digit(Place::Value)));
        out.sort_unstable();
        out
    }

    /// The digits of a thread's number on which nothing depends: the replication. A thread
    /// in which all of them are 0 is of the *first replica*; those threads together hold
    /// each element once.
    ///
    /// ```
    /// use layout_tile::{ThreadDigit, Tv};
    /// let tv: Tv = "tv<(4,8,2):(0,1,0), 2:8>".parse().unwrap();
    /// let free = [ThreadDigit { divisor: 1, size: 4 }, ThreadDigit { divisor: 32, size: 2 }];
    /// assert_eq!(tv.replication(), free);
    /// assert!(tv.is_first_replica(8) && !tv.is_first_replica(9) && !tv.is_first_replica(40));
    /// ```
    pub fn replication(&self) -> Vec<ThreadDigit> {
        let free = placed(&self.thread_modes()).into_iter().filter(|(_, m)| m.stride == 0);
        free.map(|(divisor, m)| ThreadDigit { divisor, size: m.size }).collect()
    }

    /// Whether a thread is of the first replica.
    pub fn is_first_replica(&self, thread: i64) -> bool {
        self.replication().iter().all(|d| d.of(thread) == 0)
    }

    /// The position of a thread's value; `None` outside.
    pub fn position(&self, thread: i64, value: i64) -> Option<i64> {
        let inside = (0..self.thread_count()).contains(&thread) && (0..self.value_count()).contains(&value);
        if inside { self.threads.eval(thread)?.checked_add(self.values.eval(value)?) } else { None }
    }

    /// All that hold a position, by thread: as many as there are replicas; none outside.
    ///
    /// ```
    /// use layout_tile::{Holder, Tv};
    /// let tv: Tv = "tv<(2,4):(0,1), 2:4>".parse().unwrap();
    /// let holders: Vec<_> = tv.holders(6).into_iter().map(|h| (h.thread, h.value)).collect();
    /// assert_eq!(holders, [(4, 1), (5, 1)]);
    /// assert!(tv.holders(8).is_empty());
    /// ```
    pub fn holders(&self, position: i64) -> Vec<Holder> {
        if !(0..self.size()).contains(&position) {
            return Vec::new();
        }
        let mut out = vec![first_holder(&self.digits(), position)];
        for free in self.replication().into_iter().rev() {
            let again = |h: &Holder| {
                let (h, free) = (*h, free);
                (0..free.size).map(move |k| Holder { thread: h.thread + k * free.divisor, ..h })
            };
            out = out.iter().flat_map(again).collect();
        }
        out.sort_unstable();
        out
    }

    /// The encoding of these modes.
    pub(crate) fn of_modes(threads: &[Mode], values: &[Mode]) -> Result<Self, TvError> {
        Self::new(&layout_of(threads)?, &layout_of(values)?)
    }
}

/// The holder of a position whose digits these are, in the first replica. The last digit
/// takes the whole quotient.
fn first_holder(digits: &[Digit], position: i64) -> Holder {
    let mut out = Holder { thread: 0, value: 0 };
    let mut rest = position;
    for digit in digits.iter().rev() {
        let count = rest / digit.stride;
        rest %= digit.stride;
        match digit.place {
            Place::Thread(divisor) => out.thread += count * divisor,
            Place::Value(divisor) => out.value += count * divisor,
        }
    }
    out
}
