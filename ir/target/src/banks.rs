//! Shared-memory bank conflicts, global-memory coalescing, vector widths.
//!
//! The model is that of NVIDIA GPUs from SM50 on: 32 banks of four bytes; one
//! *wavefront* serves one word of each bank. A warp's accesses of up to four
//! bytes are served together, those of 8 in two halves, of 16 in four quarters;
//! `ldmatrix` and `stmatrix` serve eight 16-byte rows at a time.

use layout_algebra::{AnyLayout, Layout, Swizzle};
use smallvec::SmallVec;

/// Banks, each [`BANK_BYTES`] wide.
pub const BANKS: i64 = 32;
/// Bytes a bank serves in one wavefront.
pub const BANK_BYTES: i64 = 4;
/// Bytes of the smallest piece that global memory moves.
pub const SECTOR_BYTES: i64 = 32;
/// Threads of a warp.
pub const WARP: i64 = 32;
/// Most elements of an access that are looked at: threads times values.
pub const ACCESS_LIMIT: i64 = 1 << 22;

/// Why an access cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// A width that no instruction has.
    #[error("no instruction accesses {0} bytes a thread; 1, 2, 4, 8 and 16 are possible")]
    Width(i64),
    /// Elements that do not fill whole bytes, or more than an access.
    #[error("elements of {bits} bits do not fill an access of {bytes} bytes evenly")]
    Element {
        /// The element's width.
        bits: i64,
        /// The access's.
        bytes: i64,
    },
    /// Threads or values that are not known or do not come in whole accesses.
    #[error("{0}")]
    Shape(String),
    /// A search for a swizzle that would take too long.
    #[error(
        "the accesses take {groups} groups of threads under each of the swizzles tried; after {limit} groups the search is given up: look at a part of the tile"
    )]
    Work {
        /// Groups of threads served together, of all accesses.
        groups: usize,
        /// How many are looked at in a search.
        limit: usize,
    },
    /// A vector whose elements do not lie side by side, or not aligned.
    #[error(
        "thread {lane}, value {value}: the {count} elements of an access start at {first} and reach {last}; they must be contiguous and start at a multiple of {count}"
    )]
    Vector {
        /// The thread.
        lane: i64,
        /// The first value of the access.
        value: i64,
        /// Elements of an access.
        count: i64,
        /// Offset of the first.
        first: i64,
        /// Offset of the last.
        last: i64,
    },
}

/// Which elements of a tile a warp touches, and how wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// What to call it in reports.
    pub name: String,
    /// (thread, value) to the element's number in the tile. Values that follow
    /// one another are moved together, as many as an access holds.
    pub tv: Layout,
    /// Bytes of one thread's access: 1 to 16. The rows of `ldmatrix` and
    /// `stmatrix` are accesses of 16.
    pub bytes: i64,
}

/// What the accesses of a warp cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankReport {
    /// Instructions: values over elements an access.
    pub instructions: i64,
    /// Wavefronts they take.
    pub wavefronts: i64,
    /// Wavefronts they would take without conflicts.
    pub ideal: i64,
    /// The most different words in one bank at once: 1 is free of conflicts.
    pub degree: i64,
}

/// What global memory moves for the accesses of a warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoalescingReport {
    /// Instructions.
    pub instructions: i64,
    /// 32-byte sectors touched.
    pub sectors: i64,
    /// The fewest that hold as many different bytes.
    pub ideal: i64,
}

/// Where the accesses of all threads start, in elements: the threads of the first
/// instruction, then those of the next.
pub(crate) struct Starts {
    elements: Vec<i64>,
    threads: usize,
    bits: i64,
    bytes: i64,
}

impl Starts {
    /// Checks that the elements of each access lie side by side, aligned.
    pub fn new(layout: &AnyLayout, bits: i64, access: &Access) -> Result<Self, AccessError> {
        if !matches!(access.bytes, 1 | 2 | 4 | 8 | 16) {
            return Err(AccessError::Width(access.bytes));
        }
        let count = access.bytes * 8 / bits.max(1);
        if bits < 1 || count < 1 || count * bits != access.bytes * 8 {
            return Err(AccessError::Element { bits, bytes: access.bytes });
        }
        let shape = |text: String| AccessError::Shape(text);
        let [threads, values] = match access.tv.modes().as_slice() {
            [t, v] => [t, v].map(|m| m.size().ok().and_then(|s| s.as_const()).unwrap_or(0)),
            _ => return Err(shape(format!("{} is no pair of threads and values", access.tv.named()))),
        };
        if threads < 1 || values < 1 || values % count != 0 {
            let text = format!("{values} values a thread do not come in accesses of {count} elements");
            return Err(shape(text));
        }
        if threads > 1024 || values > ACCESS_LIMIT / threads {
            let text = format!(
                "{threads} threads of {values} values are too many to look at; at most 1024 threads and {ACCESS_LIMIT} values together"
            );
            return Err(shape(text));
        }
        // The element of a thread's value is the sum of what both say.
        let inside = |number: i64| access.tv.eval(number);
        let lanes: Vec<Option<i64>> = (0..threads).map(inside).collect();
        let steps: Vec<Option<i64>> = (0..values).map(|value| inside(threads * value)).collect();
        let offset = |lane: i64, value: i64| -> Result<i64, AccessError> {
            let element = || lanes[lane as usize]?.checked_add(steps[value as usize]?);
            let inside = element().and_then(|i| layout.eval(i));
            let unknown =
                || format!("{} has no known value for thread {lane}, value {value}", layout.named());
            inside.ok_or_else(|| shape(unknown()))
        };
        let mut elements = Vec::with_capacity((threads * values / count) as usize);
        for value in (0..values).step_by(count as usize) {
            for lane in 0..threads {
                let first = offset(lane, value)?;
                for k in 1..count {
                    let last = offset(lane, value + k)?;
                    if first.checked_add(k) != Some(last) || first % count != 0 {
                        return Err(AccessError::Vector { lane, value, count, first, last });
                    }
                }
                elements.push(first);
            }
        }
        let outside = elements.iter().any(|e| e.checked_mul(bits).is_none());
        if outside {
            return Err(shape(format!("the addresses of {} leave 64 bits", layout.named())));
        }
        Ok(Self { elements, threads: threads as usize, bits, bytes: access.bytes })
    }

    /// Byte addresses by instruction, each thread's.
    fn addresses(&self, swizzle: Option<Swizzle>) -> impl Iterator<Item = Lanes> + '_ {
        let address = move |e: &i64| swizzle.map_or(*e, |s| s.apply(*e)) * self.bits / 8;
        self.elements.chunks(self.threads).map(move |lanes| lanes.iter().map(address).collect())
    }

    /// How many groups of threads are served together, over all instructions.
    pub fn groups(&self) -> usize {
        self.elements.len() / self.threads * self.threads.div_ceil(self.together())
    }

    /// Threads served together.
    fn together(&self) -> usize {
        (BANKS * BANK_BYTES / self.bytes.max(BANK_BYTES)).min(WARP) as usize
    }

    /// The bank conflicts under a swizzle of elements; `None` once there are more
    /// wavefronts than `most`.
    pub fn conflicts(&self, swizzle: Option<Swizzle>, most: i64) -> Option<BankReport> {
        let instructions = (self.elements.len() / self.threads) as i64;
        let mut report = BankReport { instructions, wavefronts: 0, ideal: 0, degree: 1 };
        for lanes in self.addresses(swizzle) {
            for group in lanes.chunks(self.together()) {
                let (degree, words) = served(group, self.bytes);
                report.wavefronts += degree;
                report.ideal += (words + BANKS - 1) / BANKS;
                report.degree = report.degree.max(degree);
            }
            if report.wavefronts > most {
                return None;
            }
        }
        Some(report)
    }
}

/// Addresses of one instruction.
type Lanes = SmallVec<[i64; 32]>;

/// The most different words in one bank, and how many different words there are.
fn served(group: &[i64], bytes: i64) -> (i64, i64) {
    let words = |address: i64| {
        (0..bytes).step_by(BANK_BYTES as usize).map(move |b| (address + b).div_euclid(BANK_BYTES))
    };
    let mut touched: SmallVec<[i64; 128]> = group.iter().flat_map(|a| words(*a)).collect();
    touched.sort_unstable();
    touched.dedup();
    let mut banks = [0i64; BANKS as usize];
    touched.iter().for_each(|word| banks[word.rem_euclid(BANKS) as usize] += 1);
    (banks.into_iter().max().unwrap_or(1), touched.len() as i64)
}

/// The bank conflicts of a warp's accesses to a tile in shared memory whose
/// elements of `bits` bits lie as `layout` says.
///
/// ```
/// use layout_algebra::AnyLayout;
/// use layout_target::{bank_conflicts, Access};
/// // A column of a 32 x 32 tile of floats: all in one bank.
/// let tile: AnyLayout = "(32,32):(32,1)".parse().unwrap();
/// let column = Access { name: "column".into(), tv: "(32,1):(1,0)".parse().unwrap(), bytes: 4 };
/// assert_eq!(bank_conflicts(&tile, 32, &column).unwrap().wavefronts, 32);
/// let padded: AnyLayout = "(32,32):(33,1)".parse().unwrap();
/// assert_eq!(bank_conflicts(&padded, 32, &column).unwrap().degree, 1);
/// ```
///
/// # Errors
/// [`AccessError`].
pub fn bank_conflicts(layout: &AnyLayout, bits: i64, access: &Access) -> Result<BankReport, AccessError> {
    let report = Starts::new(layout, bits, access)?.conflicts(None, i64::MAX);
    Ok(report.unwrap_or(BankReport { instructions: 0, wavefronts: 0, ideal: 0, degree: 1 }))
}

/// The sectors of global memory that a warp's accesses touch, from a base that
/// is aligned to a sector.
///
/// ```
/// use layout_algebra::AnyLayout;
/// use layout_target::{coalescing, Access};
/// let rows: AnyLayout = "(32,1024):(1024,1)".parse().unwrap();
/// let down = Access { name: "down".into(), tv: "(32,1):(1,0)".parse().unwrap(), bytes: 4 };
/// let along = Access { name: "along".into(), tv: "(32,1):(32,0)".parse().unwrap(), bytes: 4 };
/// assert_eq!(coalescing(&rows, 32, &down).unwrap().sectors, 32);
/// assert_eq!(coalescing(&rows, 32, &along).unwrap().sectors, 4);
/// ```
///
/// # Errors
/// [`AccessError`].
pub fn coalescing(layout: &AnyLayout, bits: i64, access: &Access) -> Result<CoalescingReport, AccessError> {
    let starts = Starts::new(layout, bits, access)?;
    let instructions = (starts.elements.len() / starts.threads) as i64;
    let mut report = CoalescingReport { instructions, sectors: 0, ideal: 0 };
    for mut lanes in starts.addresses(None) {
        lanes.sort_unstable();
        lanes.dedup();
        let ends = |a: &i64| [a.div_euclid(SECTOR_BYTES), (a + access.bytes - 1).div_euclid(SECTOR_BYTES)];
        let mut sectors: Lanes = lanes.iter().flat_map(ends).collect();
        sectors.sort_unstable();
        sectors.dedup();
        report.sectors += sectors.len() as i64;
        report.ideal += (lanes.len() as i64 * access.bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    }
    Ok(report)
}

/// The widest access, in bytes, that every thread can make: its consecutive
/// values contiguous and aligned, at most 16 bytes and the base's alignment.
///
/// ```
/// use layout_algebra::AnyLayout;
/// use layout_target::widest_access;
/// let tile: AnyLayout = "(128,64):(64,1)".parse().unwrap();
/// // 32 threads, eight values of a row each.
/// let tv = "((8,4),8):((1024,1),128)".parse().unwrap();
/// assert_eq!(widest_access(&tile, 16, &tv, 16), 16);
/// assert_eq!(widest_access(&tile, 16, &tv, 4), 4);
/// ```
pub fn widest_access(layout: &AnyLayout, bits: i64, tv: &Layout, base_alignment: i64) -> i64 {
    let mut best = 0;
    for bytes in [1, 2, 4, 8, 16] {
        let access = Access { name: String::new(), tv: tv.clone(), bytes };
        if base_alignment % bytes == 0 && Starts::new(layout, bits, &access).is_ok() {
            best = bytes;
        }
    }
    best
}
