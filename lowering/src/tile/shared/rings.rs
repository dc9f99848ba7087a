//! [`Ring`]: the mbarriers at which what the engine copies arrives.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

/// The attribute of a copy that asks for the engine.
pub const TMA: &str = "layout.tma";
/// The attribute of a copy or a store that asks for the engine without a tensor map.
pub const BULK: &str = "layout.bulk";
/// The attribute of a wait whose tokens of the engine are all of no copies.
pub const NONE: &str = "layout.none";
/// The attribute of a copy, and of a loop for all of its copies, that has warps of their own issue it: producers.
pub const PRODUCER: &str = "layout.producer";
/// The attribute of such a copy that is one for all blocks of the cluster: each issues a share of it, which all get.
pub const MULTICAST: &str = "layout.multicast";
/// The attribute of such a copy that has to wait for nobody: nothing before accesses what it fills.
pub const AT_ONCE: &str = "layout.at_once";
/// The attribute of such a copy in the producers' program, where it is issued; in that of the others its buffer is released.
pub const ISSUED: &str = "layout.issued";
/// The attribute of copies that have a ring in common: its number, and how many mbarriers it has.
pub const RING: &str = "layout.ring";
/// The attribute of a loop that waits for one copy of each ring in each iteration, in the order in which they begin, wherever that is:
/// the token that an iteration waits for is the one that the ring gives behind that of the iteration before.
pub const IN_TURN: &str = "layout.in_turn";
/// The attribute of a copy that arrives at the mbarrier of the one before it.
pub const JOINED: &str = "layout.joined";

/// Whether an operation is a copy by the engine.
pub fn is_copy(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "layout.copy_async" && (op.has_attribute(TMA) || op.has_attribute(BULK))
}

/// Whether an operation asks for the engine without a tensor map.
pub fn is_bulk(op: OperationRef<'_, '_>) -> bool {
    op.has_attribute(BULK) && matches!(ir::name(op), "layout.copy_async" | "layout.store_async")
}

/// Whether producers issue a copy, and this is where the others release its buffer.
pub fn is_produced(op: OperationRef<'_, '_>) -> bool {
    is_copy(op) && op.has_attribute(PRODUCER)
}

/// Whether a copy stands in the producers' program.
pub fn is_issued(op: OperationRef<'_, '_>) -> bool {
    is_copy(op) && op.has_attribute(ISSUED)
}

/// Whether a copy is one for all blocks of the cluster.
pub fn is_multicast(op: OperationRef<'_, '_>) -> bool {
    is_copy(op) && op.has_attribute(MULTICAST)
}

/// Whether an operation begins no copy, and has a token.
pub fn is_none(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "layout.no_copy"
}

/// Gives a token of no copy the ring that a copy has in its place.
pub fn give_none(none: OperationRef<'_, '_>, copy: OperationRef<'_, '_>) {
    if let Ok(ring) = copy.attribute(RING) {
        ir::set_attribute(none, RING, ring);
    }
}

/// Whether a token is a number: of a copy by the engine, or of none in its place.
pub fn is_numbered(op: OperationRef<'_, '_>) -> bool {
    is_copy(op) || is_none(op) && op.has_attribute(RING)
}

/// Those of a function, in program order.
pub fn copies<'c, 'a>(function: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    ir::nested(function).into_iter().filter(|op| is_copy(*op)).collect()
}

/// The mbarriers of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// One of its own, by the key of its token.
    Own(ir::ValueKey),
    /// Those of a number.
    Common(i64),
}

impl Ring {
    /// Of a copy, with the number of mbarriers.
    pub fn of(copy: OperationRef<'_, '_>) -> Option<(Self, i64)> {
        let stated = copy.has_attribute(RING).then(|| copy.attribute(RING).ok()).flatten().map(ir::integers);
        match stated.as_deref() {
            Some([number, count]) => Some((Self::Common(*number), *count)),
            _ => Some((Self::Own(ir::key(ir::result(copy)?)), 1)),
        }
    }

    /// Gives a copy a ring of its own, of so many mbarriers, which what is made of it has in common with it.
    pub fn give(copy: OperationRef<'_, '_>, function: OperationRef<'_, '_>, count: i64) {
        let numbers = copies(function).into_iter().filter_map(|copy| match Self::of(copy)?.0 {
            Self::Common(number) => Some(number),
            Self::Own(_) => None,
        });
        let number = numbers.max().map_or(0, |number| number + 1);
        let attribute = DenseI64ArrayAttribute::new(ir::context(copy), &[number, count]);
        ir::set_attribute(copy, RING, attribute.into());
    }
}

/// The mbarriers of a function: where the ring of each copy begins among them, and how many it has.
pub struct Rings {
    places: FxHashMap<Ring, (i64, i64)>,
    /// All of them.
    pub count: i64,
}

impl Rings {
    /// Of a function, in program order.
    pub fn new(function: OperationRef<'_, '_>) -> Self {
        let mut rings = Self { places: FxHashMap::default(), count: 0 };
        for (ring, count) in copies(function).into_iter().filter_map(Ring::of) {
            if !rings.places.contains_key(&ring) {
                rings.places.insert(ring, (rings.count, count));
                rings.count += count;
            }
        }
        rings
    }

    /// The first mbarrier of a copy, and how many it has.
    pub fn of(&self, copy: OperationRef<'_, '_>) -> Option<(i64, i64)> {
        self.places.get(&Ring::of(copy)?.0).copied()
    }
}
