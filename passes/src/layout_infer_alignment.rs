//! `layout-infer-alignment`: accesses say how their addresses are aligned.
//!
//! A vector is one instruction where its address is a multiple of its size, and one for each
//! element where nobody says so. The memory says how it is aligned (`memref.assume_alignment`,
//! `alignment` of an allocation or a global, `llvm.align` of an argument), the layout and its facts
//! say what divides the index, and no access has to repeat it.
//!
//! ```mlir
//! // Before:
//! %p = memref.assume_alignment %m, 16 : memref<?xf16>
//! %l = layout.make(%n) : !layout<(16,?):(8,?{div=8})>
//! %i = layout.crd2idx %l(%a, %b) : …
//! %x = vector.load %p[%i] : memref<?xf16>, vector<8xf16>
//! // After:
//! %x = vector.load %p[%i] {alignment = 16 : i64} : memref<?xf16>, vector<8xf16>
//! ```

use layout_bridge::rewrite::Function;
use layout_egraph::Facts;
use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};

use crate::simplify::{IndexOptions, any_machine, functions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-infer-alignment",
    summary: "State at vector accesses the alignment that memory, layouts and facts prove",
    options: IndexOptions::TABLE,
    statistics: &[],
    run,
};

/// The largest alignment that an access profits from: a vector instruction's, in bytes.
const MOST: u64 = 32;
/// The most low bits of an index that it takes: elements have a byte at least.
const ZEROS: u32 = MOST.trailing_zeros();

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let Some(machine) = any_machine(op, options, INFO.name) else { return false };
    for function in functions(op) {
        let accesses = ir::nested(function).into_iter().filter_map(Access::of);
        let accesses: Vec<_> = accesses.filter(Access::is_open).collect();
        if accesses.is_empty() {
            continue;
        }
        let mut known = Function::new(function);
        known.learn_all(machine);
        let facts = |value| known.facts(value, &machine);
        for access in accesses {
            access.state(&facts);
        }
    }
    true
}

/// A vector that is loaded or stored.
struct Access<'c, 'a> {
    op: OperationRef<'c, 'a>,
    memory: Value<'c, 'a>,
    indices: Vec<Value<'c, 'a>>,
    /// Bytes of an element.
    element: u64,
    /// The alignment that is of use: the size of the vector, rounded up to a power of two.
    wanted: u64,
}

impl<'c: 'a, 'a> Access<'c, 'a> {
    fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let (vector, address) = match ir::name(op) {
            "vector.load" => (ir::result(op)?.r#type(), operands.as_slice()),
            "vector.store" => (operands.first()?.r#type(), operands.get(1..)?),
            _ => return None,
        };
        let (memory, indices) = address.split_first()?;
        let (shape, element) = ir::vector(vector)?;
        let bytes = ir::bytes(element)?;
        // A memref of vectors has its own alignment.
        if ir::element_type(memory.r#type())? != element {
            return None;
        }
        let length = shape.iter().try_fold(bytes, |n, s| n.checked_mul(u64::try_from(*s).ok()?))?;
        let wanted = length.checked_next_power_of_two()?.min(MOST);
        Some(Self { op, memory: *memory, indices: indices.to_vec(), element: bytes, wanted })
    }

    /// The largest power of two that divides the address, as far as is known.
    fn proved(&self, facts: &impl Fn(Value<'c, 'a>) -> Facts) -> u64 {
        let (strides, offset) = match ir::strides(self.memory.r#type()) {
            Some((strides, offset)) if strides.len() == self.indices.len() => (strides, offset),
            _ => return self.element,
        };
        let of_constant = |n: i64| if n == ir::DYNAMIC { 0 } else { n.trailing_zeros().min(ZEROS) };
        let of_indices = self
            .indices
            .iter()
            .zip(strides)
            .map(|(index, stride)| facts(*index).zeros.trailing_ones() + of_constant(stride));
        let zeros = of_indices.fold(of_constant(offset), u32::min).min(ZEROS);
        ir::base_alignment(self.memory).min(self.element << zeros).max(self.element)
    }

    /// The alignment that is written at the access, no less than an element's.
    fn stated(&self) -> u64 {
        let stated = self.op.attribute("alignment").ok().and_then(ir::integer);
        stated.and_then(|n| u64::try_from(n).ok()).unwrap_or(0).max(self.element)
    }

    /// Whether more than what is written may be proved.
    fn is_open(&self) -> bool {
        ir::base_alignment(self.memory).min(self.wanted) > self.stated()
    }

    /// Writes the alignment at the access if it is more than what is there.
    fn state(&self, facts: &impl Fn(Value<'c, 'a>) -> Facts) {
        let alignment = self.proved(facts).min(self.wanted);
        if alignment > self.stated() {
            let wide: Type<'c> = IntegerType::new(ir::context(self.op), 64).into();
            let value: Attribute<'c> = IntegerAttribute::new(wide, alignment as i64).into();
            ir::set_attribute(self.op, "alignment", value);
        }
    }
}
