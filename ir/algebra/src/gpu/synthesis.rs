//! Finding the swizzle under which a tile's readers and writers do not collide.

use crate::composed::{AnyLayout, Outer};
use crate::gpu::banks::{Access, AccessError, BankReport, bank_conflicts};
use crate::integer::expr::Expr;
use crate::layout::Layout;
use crate::swizzle::Swizzle;

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
/// use layout_algebra::{synthesize_swizzle, Access};
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
/// unswizzled layout.
pub fn synthesize_swizzle(tile: &Layout, bits: i64, accesses: &[Access]) -> Result<Synthesis, AccessError> {
    let judge = |layout: &AnyLayout| -> Result<Vec<BankReport>, AccessError> {
        accesses.iter().map(|a| bank_conflicts(layout, bits, a)).collect()
    };
    let before: Vec<_> = accesses.iter().map(|a| bank_conflicts(&tile.clone().into(), bits, a)).collect();
    let reach = tile.cosize().ok().and_then(|c| c.as_const()).unwrap_or(1).max(1);
    let top = i64::from(64 - (reach - 1).leading_zeros()).min(30);
    // Bits inside an access stay where they are.
    let least = accesses.iter().map(|a| (a.bytes * 8 / bits.max(1)).max(1).ilog2()).max().unwrap_or(0);
    let mut best: Option<(i64, Swizzle, AnyLayout, Vec<BankReport>)> = None;
    let mut consider = |swizzle: Swizzle| {
        let layout = AnyLayout::composed(Outer::Swizzle(swizzle), Expr::ZERO, tile.clone());
        let Ok(reports) = judge(&layout) else { return };
        let cost: i64 = reports.iter().map(|r| r.wavefronts).sum();
        if best.as_ref().is_none_or(|(c, ..)| cost < *c) {
            best = Some((cost, swizzle, layout, reports));
        }
    };
    let least = i64::from(least);
    for b in 0..=5 {
        for s in b.max(1)..=top {
            for m in least..=(top - b - s).max(least) {
                if let Ok(swizzle) = Swizzle::new(b, m, s) {
                    consider(swizzle);
                }
                if b == 0 {
                    break;
                }
            }
            if b == 0 {
                break;
            }
        }
    }
    match best {
        Some((_, swizzle, layout, after)) => Ok(Synthesis { swizzle, layout, before, after }),
        None => Err(judge(&tile.clone().into()).err().unwrap_or(AccessError::Width(0))),
    }
}
