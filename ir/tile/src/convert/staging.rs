//! [`Staging`]: a conversion through shared memory.
//!
//! Where both encodings are cut into common digits, the buffer's layout is built: the lowest digits are
//! those that an access moves together; above them are the digits of the lanes that are
//! served together. A lane's digit of one side alone shares its place with one of the other
//! side, by a swizzle that xors the two: neither side has two such lanes in one bank, and there is room for
//! all. Otherwise the buffer is the tile itself, with the best swizzle that a search finds.

use super::common::{Common, Pair};
use crate::access::{Matrices, MatrixAccess, Memory, MemoryError, VectorAccess};
use crate::digits::{Mode, Place, layout_of};
use crate::tv::Tv;
use layout_algebra::{AnyLayout, Expr, LayoutError, Outer, Swizzle, coalesce};
use layout_target::{AccessError, BankReport, Chip, Feature, WARP, bank_conflicts, synthesize_swizzle};

/// Bytes of the widest access.
const WIDEST: i64 = 16;
/// The alignment of a buffer: the banks begin anew there.
const ALIGNMENT: i64 = 128;

/// Through shared memory: every thread of the first replica stores what it holds, a barrier, every
/// thread loads what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staging {
    /// The buffer: the position in the tile to elements, aligned to 128 bytes.
    pub memory: Memory,
    /// The stores; done by threads whose digits of the access's replication are 0.
    pub store: SharedAccess,
    /// The loads.
    pub load: SharedAccess,
}

/// An access to shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedAccess {
    /// `ld.shared` or `st.shared`.
    Vectors(VectorAccess),
    /// `ldmatrix` or `stmatrix`.
    Matrices(MatrixAccess),
}

/// Why the buffer cannot be accessed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StagingError {
    /// See [`MemoryError`].
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// See [`AccessError`].
    #[error(transparent)]
    Access(#[from] AccessError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

type Result<T> = std::result::Result<T, StagingError>;

impl SharedAccess {
    /// Instructions of a thread.
    pub fn count(&self) -> i64 {
        match self {
            Self::Vectors(a) => a.count(),
            Self::Matrices(a) => a.count(),
        }
    }

    /// What the first instruction costs a warp. All others cost the same in a buffer that
    /// [`Sides`] makes: what they add to the address is xored into it above the lanes' digits.
    fn first(&self, memory: &Memory) -> Result<BankReport> {
        let access = match self {
            Self::Vectors(a) => a.first()?,
            Self::Matrices(a) => a.first()?,
        };
        Ok(bank_conflicts(&memory.layout, memory.bits, &access)?)
    }

    fn wavefronts(&self, memory: &Memory) -> Result<i64> {
        Ok(match self {
            Self::Vectors(a) => a.bank_conflicts(memory)?,
            Self::Matrices(a) => a.bank_conflicts(memory)?,
        }
        .wavefronts)
    }
}

impl Staging {
    /// The bytes of the buffer.
    pub fn bytes(&self) -> i64 {
        let known = |size: Option<Expr>| size.and_then(|s| s.as_const());
        let layout = &self.memory.layout;
        let cosize = known(layout.cosize().ok()).unwrap_or_else(|| {
            // Too large to look at every element: whole periods of the swizzle.
            let period = layout.swizzle_portion().map_or(1, Swizzle::period);
            let inner = known(layout.domain().cosize().ok()).unwrap_or(0);
            inner.saturating_add(period - 1) / period * period
        });
        cosize.saturating_mul(self.memory.bits) / 8
    }

    /// Loads and stores of a thread.
    pub fn instructions(&self) -> i64 {
        self.store.count() + self.load.count()
    }

    /// The wavefronts of the first warp's loads and stores.
    ///
    /// # Errors
    /// [`StagingError`] if the tile is too large to count them.
    pub fn wavefronts(&self) -> Result<i64> {
        Ok(self.store.wavefronts(&self.memory)? + self.load.wavefronts(&self.memory)?)
    }

    /// The buffer, and the accesses that take the fewest instructions and wavefronts.
    pub(super) fn new(a: &Tv, b: &Tv, bits: i64, chip: &Chip) -> Result<Self> {
        let kinds = |feature| {
            let matrices = [Kind::Matrices(Matrices::Rows), Kind::Matrices(Matrices::Columns)];
            let has = chip.has(feature);
            std::iter::once(Kind::Vectors).chain(matrices.into_iter().filter(move |_| has))
        };
        let mut best: Option<(i64, Self)> = None;
        let widest = |tv: &Tv| (tv.value_count() * bits / 8 + WIDEST - 1) / WIDEST;
        let fewest = widest(a) + widest(b);
        let sides = Common::of(a, b).and_then(|common| Sides::new(common, bits));
        let pairs = kinds(Feature::Stmatrix).flat_map(|s| kinds(Feature::Ldmatrix).map(move |l| (s, l)));
        let Some(sides) = sides else { return Self::searched(a, b, bits) };
        'all: for (store, load) in pairs {
            for granule in sides.granules(store, load) {
                let memory = Memory::buffer(sides.buffer(&granule, store, load)?, bits, ALIGNMENT);
                let (Some(store), Some(load)) = (access(a, &memory, store)?, access(b, &memory, load)?)
                else {
                    continue;
                };
                let count = store.count() + load.count();
                // An access takes a wavefront at least.
                if count != fewest && best.as_ref().is_some_and(|(least, _)| 2 * count >= *least) {
                    continue;
                }
                let (mut cost, mut is_best) = (0, count == fewest);
                for side in [&store, &load] {
                    let report = side.first(&memory)?;
                    cost += side.count() * (1 + report.wavefronts);
                    is_best &= report.wavefronts == report.ideal;
                }
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Self { memory, store, load }));
                }
                if is_best {
                    break 'all;
                }
            }
        }
        match best {
            Some((_, best)) => Ok(best),
            None => Self::searched(a, b, bits),
        }
    }

    /// The tile itself as the buffer, with the best swizzle.
    fn searched(a: &Tv, b: &Tv, bits: i64) -> Result<Self> {
        let tile = layout_of(&[Mode { size: a.size(), stride: 1 }])?;
        let plain = Memory::buffer(AnyLayout::Plain(tile.clone()), bits, ALIGNMENT);
        let both = [VectorAccess::new(a, &plain)?, VectorAccess::new(b, &plain)?];
        let found = synthesize_swizzle(&tile, bits, &both.map(|v| v.access()));
        // Too large for a search: without a swizzle.
        let layout = found.map_or(AnyLayout::Plain(tile), |s| s.layout);
        let memory = Memory::buffer(layout, bits, ALIGNMENT);
        let [store, load] = [VectorAccess::new(a, &memory)?, VectorAccess::new(b, &memory)?];
        Ok(Self { memory, store: SharedAccess::Vectors(store), load: SharedAccess::Vectors(load) })
    }
}

/// An instruction's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Vectors,
    Matrices(Matrices),
}

/// The access of a kind, if the encoding has it in this buffer.
fn access(tv: &Tv, memory: &Memory, kind: Kind) -> Result<Option<SharedAccess>> {
    Ok(match kind {
        Kind::Vectors => Some(SharedAccess::Vectors(VectorAccess::new(tv, memory)?)),
        Kind::Matrices(kind) => MatrixAccess::new(tv, memory, kind).ok().map(SharedAccess::Matrices),
    })
}

/// The digits of both encodings, by number.
struct Sides {
    digits: Vec<Pair>,
    bits: i64,
}

/// Which side of a [`Pair`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    From,
    To,
}

impl Sides {
    /// None if a lane's digit is not binary, or less than a byte.
    fn new(common: Common, bits: i64) -> Option<Self> {
        let binary = |p: &Pair, place| match place {
            Place::Thread(d) if d < WARP => p.size == 2 && d.count_ones() == 1,
            _ => true,
        };
        let fits = common.digits.iter().all(|p| binary(p, p.from) && binary(p, p.to));
        fits.then_some(Self { digits: common.digits, bits })
    }

    fn place(&self, digit: usize, end: End) -> Place {
        let pair = self.digits[digit];
        if end == End::From { pair.from } else { pair.to }
    }

    /// The binary digits of the values, those of neighbouring values first.
    fn values(&self, end: End) -> Vec<usize> {
        let mut out: Vec<(i64, usize)> = (0..self.digits.len())
            .filter_map(|i| match self.place(i, end) {
                Place::Value(d) if self.digits[i].size == 2 => Some((d, i)),
                _ => None,
            })
            .collect();
        out.sort_unstable();
        out.into_iter().map(|(_, i)| i).collect()
    }

    /// The digit at a binary digit of the lane; none of a replica.
    fn lane(&self, bit: usize, end: End) -> Option<usize> {
        (0..self.digits.len()).find(|i| self.place(*i, end) == Place::Thread(1 << bit))
    }

    /// How many binary digits of elements `bytes` hold.
    fn digits_of(&self, bytes: i64) -> usize {
        (bytes * 8 / self.bits).max(1).ilog2() as usize
    }

    /// The digits along a row of a matrix, for each choice of the values in a register.
    fn rows(&self, matrices: Matrices, end: End) -> Vec<Vec<usize>> {
        let (bits, bytes): (&[usize], i64) = match matrices {
            Matrices::Columns => (&[2, 3, 4], 2),
            Matrices::Rows => (&[0, 1], 4),
        };
        let lanes: Option<Vec<usize>> = bits.iter().map(|b| self.lane(*b, end)).collect();
        let Some(lanes) = lanes else { return Vec::new() };
        let values = self.values(end);
        // What a lane has of a row.
        let units: Vec<Vec<usize>> = match self.digits_of(bytes) {
            0 => vec![Vec::new()],
            1 => values.iter().map(|v| vec![*v]).collect(),
            _ => {
                let pairs = values.iter().flat_map(|x| values.iter().map(move |y| vec![*x, *y]));
                pairs.filter(|p| p[0] != p[1]).collect()
            }
        };
        units.into_iter().map(|unit| [unit, lanes.clone()].concat()).collect()
    }

    /// What the lowest digits of the buffer may be.
    fn granules(&self, store: Kind, load: Kind) -> Vec<Vec<usize>> {
        match (store, load) {
            (Kind::Vectors, Kind::Vectors) => {
                let (of_a, of_b) = (self.values(End::From), self.values(End::To));
                let common: Vec<usize> = of_a.iter().copied().filter(|i| of_b.contains(i)).collect();
                // One side may move more at once, the other's lanes side by side.
                let more = |values: &[usize], other: End| {
                    let mut rest: Vec<usize> =
                        values.iter().copied().filter(|i| !common.contains(i)).collect();
                    rest.sort_by_key(|i| self.place(*i, other));
                    [common.clone(), rest].concat()
                };
                let most = self.digits_of(WIDEST);
                let mut out = vec![common.clone(), more(&of_a, End::To), more(&of_b, End::From)];
                out.iter_mut().for_each(|granule| granule.truncate(most));
                out.dedup();
                out
            }
            (Kind::Matrices(m), Kind::Vectors) => self.rows(m, End::From),
            (Kind::Vectors, Kind::Matrices(m)) => self.rows(m, End::To),
            (Kind::Matrices(m), Kind::Matrices(n)) => {
                let others = self.rows(n, End::To);
                self.rows(m, End::From).into_iter().filter(|row| others.contains(row)).collect()
            }
        }
    }

    /// The digits, other than the granule's, of the lanes or rows that are served together.
    fn together(&self, granule: &[usize], kind: Kind, end: End) -> Vec<usize> {
        let lanes = |bits: std::ops::Range<usize>| bits.filter_map(|b| self.lane(b, end)).collect::<Vec<_>>();
        let all = match kind {
            Kind::Vectors => {
                let values = self.values(end);
                let width = granule.iter().take_while(|i| values.contains(i)).count();
                let bytes = (self.bits / 8) << width;
                lanes(0..(128 / bytes.clamp(4, 128)).ilog2() as usize)
            }
            Kind::Matrices(Matrices::Rows) => lanes(2..5),
            Kind::Matrices(Matrices::Columns) => {
                let mut others = self.values(end).into_iter().filter(|i| !granule.contains(i));
                others.next().into_iter().chain(lanes(0..2)).collect()
            }
        };
        all.into_iter().filter(|i| !granule.contains(i)).collect()
    }

    /// The buffer over `granule`: see the head of the file.
    fn buffer(&self, granule: &[usize], store: Kind, load: Kind) -> Result<AnyLayout> {
        let of_a = self.together(granule, store, End::From);
        let of_b = self.together(granule, load, End::To);
        let (both, only_a): (Vec<usize>, Vec<usize>) = of_a.iter().partition(|i| of_b.contains(i));
        let only_b: Vec<usize> = of_b.iter().copied().filter(|i| !both.contains(i)).collect();
        let shared = only_a.len().min(only_b.len());
        let (sources, more) = only_b.split_at(shared);
        let mut order = [granule, &both, &only_a, more, sources].concat();
        order.extend((0..self.digits.len()).filter(|i| !order.contains(i)).collect::<Vec<_>>());
        let mut strides = vec![0; self.digits.len()];
        let mut next = 1;
        for digit in order {
            strides[digit] = next;
            next *= self.digits[digit].size;
        }
        let modes: Vec<Mode> =
            self.digits.iter().zip(strides).map(|(p, stride)| Mode { size: p.size, stride }).collect();
        let plain = coalesce(&layout_of(&modes)?)?;
        let base = granule.len() + both.len();
        let distance = only_a.len() + more.len();
        let swizzle = Swizzle::new(shared as i64, base as i64, distance as i64);
        Ok(match swizzle {
            Ok(swizzle) if shared > 0 => AnyLayout::composed(Outer::Swizzle(swizzle), Expr::ZERO, plain),
            _ => plain.into(),
        })
    }
}
