//! [`Slots`]: the buffers of an iteration, several times behind each other in shared memory.

use layout_mlir::ir;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{Type, Value, ValueLike};

use super::error::{Error, Failure};
use super::plan::Copy;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::shared::PURPOSE;
use crate::tile::view::{space, view};

/// Bytes of all banks: where a buffer begins among them decides which accesses conflict, also those
/// behind a swizzle.
const BANKS: i64 = 128;

/// One allocation in which each slot has all buffers.
pub struct Slots<'c, 'a> {
    bytes: Value<'c, 'a>,
    /// The bytes of a slot.
    pub stride: i64,
    /// For each buffer where in a slot it begins, and what divides its address.
    places: Vec<(i64, i64)>,
}

impl<'c: 'a, 'a> Slots<'c, 'a> {
    /// Allocates so many slots.
    ///
    /// # Errors
    /// [`Error::Large`] at the first copy.
    pub fn new(copies: &[Copy<'c, 'a>], count: i64, emit: Emit<'c, 'a>) -> Result<Self, Failure<'c, 'a>> {
        let (mut places, mut stride, mut most) = (Vec::new(), 0_i64, BANKS);
        let at = copies.first().map_or(emit.before, |copy| copy.op);
        let large = || (at, Error::Large(count));
        for copy in copies {
            let stated = ir::defining_op(copy.buffer)
                .filter(|op| op.has_attribute("alignment"))
                .and_then(|op| op.attribute("alignment").ok())
                .and_then(ir::integer);
            // (No power of two is promised by one that divides it, and dynamic shared memory has 1024 at most.)
            let alignment = stated.map_or(BANKS, |n| BANKS.max(1 << n.max(1).trailing_zeros().min(10)));
            let begin = multiple(stride, alignment).ok_or_else(large)?;
            places.push((begin, alignment));
            stride = begin.checked_add(copy.bytes).ok_or_else(large)?;
            most = most.max(alignment);
        }
        let stride = multiple(stride, most).ok_or_else(large)?;
        let all = stride.checked_mul(count).filter(|n| i32::try_from(*n).is_ok()).ok_or_else(large)?;
        let bytes = Self::allocate(copies, (count, all), most, emit).map_err(|error| (at, error))?;
        Ok(Self { bytes, stride, places })
    }

    fn allocate(
        copies: &[Copy<'c, 'a>],
        (count, bytes): (i64, i64),
        alignment: i64,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let each: Vec<String> = copies.iter().map(|copy| copy.buffer.r#type().to_string()).collect();
        let purpose = format!("layout.stages = {count} of {}", each.join(" and "));
        let byte: Type<'c> = IntegerType::new(emit.context, 8).into();
        let space = copies.first().and_then(|copy| space(copy.buffer));
        let attributes = [
            ("alignment", emit.attribute(&format!("{alignment} : i64"))?),
            ("operandSegmentSizes", emit.attribute("array<i32: 0, 0>")?),
            (PURPOSE, StringAttribute::new(emit.context, &purpose).into()),
        ];
        let r#type = MemRefType::new(byte, &[bytes], None, space).into();
        Ok(emit.value("memref.alloc", &[], r#type, &attributes)?)
    }

    /// The buffer of a copy, by its number, in the slot that begins at a byte.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn buffer(
        &self,
        number: usize,
        copy: &Copy<'c, 'a>,
        slot: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let (begin, alignment) = self.places.get(number).copied().unwrap_or((0, 1));
        // (Where it is known, it is seen which bytes those are.)
        let offset = match ir::constant(slot) {
            Some(slot) => emit.constant(slot + begin)?,
            None => emit.plus(emit.cast("arith.index_castui", slot, emit.index_type())?, begin)?,
        };
        Ok(view(self.bytes, offset, copy.buffer.r#type(), alignment, emit)?)
    }
}

/// The next multiple of a power of two.
fn multiple(bytes: i64, of: i64) -> Option<i64> {
    Some(bytes.checked_add(of - 1)? & -of)
}
