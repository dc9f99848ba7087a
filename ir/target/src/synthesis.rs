//! Finding the swizzle under which a tile's readers and writers do not collide.

use crate::banks::{Access, AccessError, BankReport, Starts, bank_conflicts};
use layout_algebra::{AnyLayout, Expr, Layout, Outer, Swizzle};

/// Most groups of threads looked at in a search, over all swizzles.
const SEARCH_GROUPS: usize = 1 << 21;

/// A swizzle and what the accesses cost under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synthesis {
    /// The swizzle, in elements; of no bits if none is needed or helps.
    pub swizzle: Swizzle,
    /// The swizzled layout.
    pub layout: AnyLayout,
    /// Each access without a swizzle; an error if it is impossible.
    pub before: Vec<Result<BankReport, AccessError>>,
    /// Each access with it.
    pub after: Vec<BankReport>,
}

impl Synthesis {
    /// Whether no access has a conflict.
    pub fn is_free(&self) -> bool {
        self.after.iter().all(|r| r.wavefronts == r.ideal)
    }
}

/// The swizzle of a tile in shared memory for which all accesses together take
/// the fewest wavefronts; of these the one with the fewest bits, then the
/// smallest shift. Elements that one access moves together stay together.
///
/// All swizzles within the tile's address bits are tried, and each is judged by
/// the addresses themselves, so the tile's rows need not be powers of two.
///
/// ```
/// use layout_target::{synthesize_swizzle, Access};
/// // Eight rows of 64 halves, read by ldmatrix (a row of 16 bytes a thread).
/// let tile = "(8,64):(64,1)".parse().unwrap();
/// let rows = Access { name: "ldmatrix".into(), tv: "((8,4),8):((1,64),8)".parse().unwrap(), bytes: 16 };
/// let found = synthesize_swizzle(&tile, 16, &[rows]).unwrap();
/// assert_eq!(found.swizzle.to_string(), "S<3,3,3>");
/// assert!(found.is_free());
/// ```
///
/// # Errors
/// [`AccessError`] if an access is impossible under every swizzle: that of the
/// unswizzled layout. [`AccessError::Work`] if there are too many to try swizzles on.
pub fn synthesize_swizzle(tile: &Layout, bits: i64, accesses: &[Access]) -> Result<Synthesis, AccessError> {
    let plain = AnyLayout::Plain(tile.clone());
    let before = accesses.iter().map(|a| bank_conflicts(&plain, bits, a)).collect();
    // Elements that are accessed together stay together: what is impossible without a
    // swizzle is so under every one.
    let starts: Vec<Starts> =
        accesses.iter().map(|a| Starts::new(&plain, bits, a)).collect::<Result<_, _>>()?;
    let groups: usize = starts.iter().map(Starts::groups).sum();
    let reach = tile.cosize().ok().and_then(|c| c.as_const()).unwrap_or(1).max(1);
    let top = i64::from(64 - (reach - 1).leading_zeros()).min(30);
    // Bits inside an access stay where they are.
    let least = accesses.iter().map(|a| (a.bytes * 8 / bits.max(1)).max(1).ilog2()).max().unwrap_or(0);
    let least = i64::from(least);
    let mut best: Option<(i64, Swizzle, Vec<BankReport>)> = None;
    let mut looked_at = 0;
    for swizzle in candidates(least, top) {
        // No better than without a conflict.
        if best.as_ref().is_some_and(|(_, _, reports)| reports.iter().all(|r| r.wavefronts == r.ideal)) {
            break;
        }
        looked_at += groups;
        if looked_at > SEARCH_GROUPS {
            return Err(AccessError::Work { groups, limit: SEARCH_GROUPS });
        }
        let mut left = best.as_ref().map_or(i64::MAX, |(cost, ..)| *cost - 1);
        let mut reports = Vec::with_capacity(starts.len());
        for start in &starts {
            let Some(report) = start.conflicts(Some(swizzle), left) else { break };
            left -= report.wavefronts;
            reports.push(report);
        }
        if reports.len() == starts.len() {
            best = Some((reports.iter().map(|r| r.wavefronts).sum(), swizzle, reports));
        }
    }
    let Some((_, swizzle, after)) = best else {
        return Err(AccessError::Work { groups, limit: SEARCH_GROUPS });
    };
    let layout = AnyLayout::composed(Outer::Swizzle(swizzle), Expr::ZERO, tile.clone());
    Ok(Synthesis { swizzle, layout, before, after })
}

/// The swizzles of bits from `least` to `top`: fewest bits first, then the smallest shift.
fn candidates(least: i64, top: i64) -> impl Iterator<Item = Swizzle> {
    let none = Swizzle::new(0, least, 1).ok();
    let some = (1..=5i64).flat_map(move |b| {
        (b..=top).flat_map(move |s| {
            (least..=(top - b - s).max(least)).filter_map(move |m| Swizzle::new(b, m, s).ok())
        })
    });
    none.into_iter().chain(some)
}
