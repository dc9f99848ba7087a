//! [`Bytes`]: which bytes of memory a memref is.
//!
//! Of global memory, what two arguments are is taken not to overlap, as each thing is that is not known.

use std::ops::Range;

use layout_algebra::{LayoutLike, Outer};
use layout_dialect::views::is_view;
use layout_mlir::ir;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::attribute;
use super::rings::Ring;
use super::sources::sources;
use crate::convert_layout_memref::types::{LayoutMemref, shape};

/// Memory that is apart from all other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// What an operation allocates, or a buffer that a kernel declares.
    Value(ir::ValueKey),
    /// The global memory that an argument is.
    Argument(ir::ValueKey),
    /// A `memref.global`.
    Global(String),
    /// The shared memory whose size the launch states.
    Launch,
    /// Global memory that no argument is.
    Elsewhere,
    /// The mbarriers of a ring.
    Ring(Ring),
}

/// Bytes of shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Of which memory; `None` if that is not known.
    base: Option<Base>,
    /// Among which of its bytes; `None` if that is not known.
    range: Option<Range<i64>>,
    /// The byte from which the memref's layout counts; `None` if that is not known, and then they are somewhere in
    /// the range, and not all of it.
    begin: Option<i64>,
}

impl Bytes {
    /// Any shared memory.
    pub const ANY: Self = Self { base: None, range: None, begin: None };

    /// The mbarriers of a ring.
    pub fn of_ring(ring: Ring) -> Self {
        Self { base: Some(Base::Ring(ring)), range: None, begin: None }
    }

    /// Whether they are mbarriers, in no memory of the program's.
    pub fn are_of_ring(&self) -> bool {
        matches!(self.base, Some(Base::Ring(_)))
    }

    /// Whether they are of an argument in global memory. (A type without a memory space may be that of shared memory as well.)
    pub fn are_of_argument(&self) -> bool {
        matches!(self.base, Some(Base::Argument(_)))
    }

    /// Whether a byte may be one of both.
    pub fn meet(&self, other: &Self) -> bool {
        match (&self.base, &other.base) {
            (Some(a), Some(b)) if a != b => false,
            (Some(_), Some(_)) => match (&self.range, &other.range) {
                (Some(a), Some(b)) => a.start < b.end && b.start < a.end,
                _ => true,
            },
            _ => true,
        }
    }

    /// Whether it is known which bytes they are.
    pub fn are_known(&self) -> bool {
        self.base.is_some() && self.range.is_some() && self.begin.is_some()
    }

    /// The value whose memory they are, if that is apart from all other: what an operation allocates, a kernel declares, or an argument is.
    pub fn allocation(&self) -> Option<ir::ValueKey> {
        match self.base {
            Some(Base::Value(key) | Base::Argument(key)) => Some(key),
            _ => None,
        }
    }

    /// Each of the bytes that a memref in shared memory may be.
    pub fn of<'c: 'a, 'a>(memref: Value<'c, 'a>) -> Vec<Self> {
        Self::within(memref, &mut Vec::new())
    }

    /// As [`of`](Self::of), on the way through views of `seen`; a loop may shift one again and again.
    fn within<'c: 'a, 'a>(memref: Value<'c, 'a>, seen: &mut Vec<ir::ValueKey>) -> Vec<Self> {
        let mut bytes = Vec::new();
        for source in sources(memref) {
            if seen.contains(&ir::key(source)) {
                return vec![Self::ANY];
            }
            seen.push(ir::key(source));
            bytes.extend(Self::of_source(source, seen));
            seen.pop();
        }
        bytes
    }

    fn of_source<'c: 'a, 'a>(memref: Value<'c, 'a>, seen: &mut Vec<ir::ValueKey>) -> Vec<Self> {
        let is_global = !ir::is_shared(memref.r#type()) && !ir::is_of_cluster(memref.r#type());
        let unknown =
            || vec![if is_global { Self { base: Some(Base::Elsewhere), ..Self::ANY } } else { Self::ANY }];
        let whole = |base| {
            vec![Self { base: Some(base), range: size(memref.r#type()).map(|n| 0..n), begin: Some(0) }]
        };
        let Some(op) = ir::defining_op(memref) else {
            let key = ir::key(memref);
            return match () {
                () if is_declared(memref) => whole(Base::Value(key)),
                () if is_global && is_argument(memref) => whole(Base::Argument(key)),
                () => unknown(),
            };
        };
        let below = || ir::operand(op, 0).filter(|v| ir::is_memref(v.r#type()));
        match ir::name(op) {
            "memref.alloc" | "memref.alloca" => whole(Base::Value(ir::key(memref))),
            "memref.get_global" => match attribute(op, "name") {
                Some(name) => whole(Base::Global(name.to_string())),
                None => vec![Self::ANY],
            },
            // Its size is that of the launch, and it begins where every other one does.
            "gpu.dynamic_shared_memory" => {
                vec![Self { base: Some(Base::Launch), range: Some(0..i64::MAX), begin: Some(0) }]
            }
            "memref.view" => below().map_or(vec![Self::ANY], |below| {
                let shift = ir::operand(op, 1).and_then(ir::constant);
                let part = |b: Self| match shift {
                    Some(shift) => b.part(shift, size(memref.r#type())),
                    // A view is inside of what it views.
                    None => Self { begin: None, ..b },
                };
                Self::within(below, seen).into_iter().map(part).collect()
            }),
            "memref.reinterpret_cast" => below().map_or(vec![Self::ANY], |below| {
                let reach = reach(op, memref);
                // It may reach beyond what it is made of.
                let part = |b: Self| match b.begin.and(reach) {
                    Some(_) => b.part(0, reach),
                    None => Self { range: None, begin: None, ..b },
                };
                Self::within(below, seen).into_iter().map(part).collect()
            }),
            // Its layout counts from where that of the memref does.
            name if is_view(name) => below().map_or(vec![Self::ANY], |below| {
                let span = span(memref.r#type());
                Self::within(below, seen).into_iter().map(|b| b.spanned(span.clone())).collect()
            }),
            // What makes a memref of another and computes nothing is about the same bytes.
            _ if ir::effects(op) == ir::Effects::None => {
                below().map_or_else(unknown, |below| Self::within(below, seen))
            }
            _ => unknown(),
        }
    }

    /// So many bytes behind the first ones.
    fn part(self, shift: i64, size: Option<i64>) -> Self {
        let Some(begin) = self.begin else { return self };
        match begin.checked_add(shift) {
            Some(begin) => Self { begin: Some(begin), ..self }.spanned(size.map(|size| 0..size)),
            None => Self::ANY,
        }
    }

    /// These bytes, counted from where the layout does: some of those that there are, if that is not known.
    fn spanned(self, span: Option<Range<i64>>) -> Self {
        let Some(begin) = self.begin else { return self };
        let at = |n: i64| begin.checked_add(n);
        let range = span.and_then(|span| Some(at(span.start)?..at(span.end)?));
        Self { range, ..self }
    }
}

/// The bytes from the beginning of the memory up to the last that a `memref.reinterpret_cast`
/// reaches; `None` if its offset or its size are not known.
fn reach(op: OperationRef<'_, '_>, memref: Value<'_, '_>) -> Option<i64> {
    let offsets = ir::integers(attribute(op, "static_offsets")?);
    size(memref.r#type()).filter(|_| offsets.iter().all(|o| *o != ir::DYNAMIC))
}

/// The bytes that a view reaches, from where its layout counts; `None` if they are not known before
/// the program runs.
fn span(r#type: Type<'_>) -> Option<Range<i64>> {
    let layout = LayoutMemref::of(r#type)?.layout;
    let (mut least, mut most) = (0, 0);
    let domain = layout.domain();
    for (size, stride) in domain.shape_leaves().iter().zip(domain.stride_leaves()) {
        let reach = (size.as_const()? - 1).checked_mul(stride.as_const()?)?;
        (least, most) = (least + reach.min(0), most + reach.max(0));
    }
    if let Some((outer, offset)) = layout.outer() {
        let (offset, Outer::Swizzle(swizzle)) = (offset.as_const()?, outer) else { return None };
        // It exchanges elements within blocks of its period.
        let period = if swizzle.bits() == 0 { 1 } else { swizzle.period() };
        least = (least + offset).div_euclid(period) * period;
        most = (most + offset).div_euclid(period) * period + period - 1;
    }
    let bytes = element_bytes(ir::memref(r#type)?.element())?;
    Some(least.checked_mul(bytes)?..(most + 1).checked_mul(bytes)?)
}

/// Whether a value is a buffer that a kernel declares, which no other one overlaps.
fn is_declared(memref: Value<'_, '_>) -> bool {
    let declared = || {
        let (block, number) = ir::block_argument(memref)?;
        let function = ir::block_parent(block)?;
        Some(ir::name(function) == "gpu.func" && number >= ir::function_type(function)?.input_count())
    };
    declared().unwrap_or(false)
}

/// Whether a value is an argument of a function.
fn is_argument(memref: Value<'_, '_>) -> bool {
    let function = ir::block_argument(memref).and_then(|(block, _)| ir::block_parent(block));
    function.is_some_and(|op| matches!(ir::name(op), "func.func" | "gpu.func"))
}

/// The bytes of an element in memory.
pub fn element_bytes(r#type: Type<'_>) -> Option<i64> {
    if ir::is_index(r#type) {
        return Some(8);
    }
    ir::bits(r#type).map(|bits| i64::from(bits.div_ceil(8)))
}

/// The bytes from the beginning of a memref to the end of the last element that it reaches;
/// `None` if that is not known before the program runs.
pub fn size(r#type: Type<'_>) -> Option<i64> {
    let memref = ir::memref(r#type)?;
    let elements = match LayoutMemref::of(r#type) {
        Some(layout) => layout.layout.cosize().ok()?.as_const()?,
        None => {
            let extents = shape(memref).into_iter().collect::<Option<Vec<i64>>>()?;
            let (strides, offset) =
                ir::strides(r#type).filter(|(s, o)| s.iter().chain([o]).all(|n| *n != ir::DYNAMIC))?;
            if extents.contains(&0) {
                return Some(0);
            }
            let last = extents.iter().zip(&strides).try_fold(offset, |sum, (extent, stride)| {
                sum.checked_add(extent.checked_sub(1)?.checked_mul(*stride)?)
            })?;
            last.checked_add(1)?
        }
    };
    elements.checked_mul(element_bytes(memref.element())?)
}
