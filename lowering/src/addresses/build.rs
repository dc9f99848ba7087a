//! Operations of the LLVM dialect that addresses are made of.

use layout_mlir::ir;
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute, StringAttribute, TypeAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, BlockLike, Identifier, OperationRef, Type, Value, ValueLike};

/// What stands for an index that is a value, among the constants of an address.
const DYNAMIC: i32 = i32::MIN;

/// Most pointers that count from each other that are looked through.
const ORIGIN: usize = 16;

/// A `getelementptr` by one index that is a value.
#[derive(Clone, Copy)]
pub struct Gep<'c, 'a> {
    /// The operation.
    pub op: OperationRef<'c, 'a>,
    /// The pointer that it counts from.
    pub base: Value<'c, 'a>,
    /// How many elements.
    pub index: Value<'c, 'a>,
    /// The bits of the index.
    pub bits: u32,
    /// The type of the elements, an attribute.
    pub element: Attribute<'c>,
}

impl<'c, 'a> Gep<'c, 'a> {
    /// An operation as such an address.
    pub fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        if ir::name(op) != "llvm.getelementptr" || op.operand_count() != 2 {
            return None;
        }
        let (base, index) = (ir::operand(op, 0)?, ir::operand(op, 1)?);
        let bits = match ir::scalar(index.r#type())? {
            ir::Scalar::Int(bits @ (32 | 64)) => bits,
            _ => return None,
        };
        let constants = ir::integers(op.attribute("rawConstantIndices").ok()?);
        let element = op.attribute("elem_type").ok()?;
        (constants == [i64::from(DYNAMIC)]).then_some(Self { op, base, index, bits, element })
    }

    /// Whether the index is natural, or the address is poison.
    pub fn is_natural(&self) -> bool {
        ir::is_unsigned_address(self.op)
    }

    /// The bytes of an element.
    pub fn bytes(&self) -> Option<i64> {
        let element = ir::held_type(self.element)?;
        i64::try_from(ir::bytes(element)?).ok()
    }

    /// Puts a pointer in place of this one, and of what is this one cast to the pointer's type.
    pub fn replace(&self, pointer: Value<'c, 'a>) {
        let Some(old) = ir::result(self.op) else { return };
        for user in ir::users(old).into_iter().filter(|op| ir::name(*op) == "llvm.addrspacecast") {
            if let Some(cast) = ir::result(user).filter(|cast| cast.r#type() == pointer.r#type()) {
                ir::replace_all_uses(cast, pointer);
            }
        }
        for r#use in ir::uses(old)
            .into_iter()
            .filter(|u| ir::name(u.op) != "llvm.addrspacecast" || old.r#type() == pointer.r#type())
        {
            ir::set_operand(r#use, pointer);
        }
    }
}

/// The bytes of a value in memory.
pub fn held_bytes(value: Value<'_, '_>) -> Option<u64> {
    let Some((shape, element)) = ir::vector(value.r#type()) else { return ir::bytes(value.r#type()) };
    let all = shape.into_iter().try_fold(1u64, |all, size| all.checked_mul(u64::try_from(size).ok()?))?;
    ir::bytes(element)?.checked_mul(all)
}

/// Whether a use of a pointer is an access through it, of the memory that it is into or as a global one.
pub fn is_access(place: &ir::Use<'_, '_>) -> bool {
    match ir::name(place.op) {
        "llvm.load" | "llvm.atomicrmw" => place.operand == 0,
        "llvm.store" => place.operand == 1,
        "nvvm.cp.async.shared.global" => place.operand <= 1,
        "llvm.addrspacecast" => ir::result(place.op).is_some_and(|cast| {
            ir::pointer_space(cast.r#type()) == Some(1) && ir::uses(cast).iter().all(is_access)
        }),
        _ => false,
    }
}

/// Whether a pointer is into global memory: a kernel's arguments are, whatever their type says, but for
/// those that are passed by value.
pub fn is_global(pointer: Value<'_, '_>) -> bool {
    match ir::pointer_space(pointer.r#type()) {
        Some(1) => true,
        Some(0) => ir::is_argument(pointer) && ir::argument_attribute(pointer, "llvm.byval").is_none(),
        _ => false,
    }
}

/// What a pointer counts from in the end, if that is not too far away.
pub fn origin<'c: 'a, 'a>(pointer: Value<'c, 'a>) -> Value<'c, 'a> {
    const COUNTS: [&str; 3] = ["llvm.getelementptr", "llvm.addrspacecast", "llvm.intr.strip.invariant.group"];
    let mut origin = pointer;
    for _ in 0..ORIGIN {
        let base = ir::defining_op(origin).filter(|op| COUNTS.contains(&ir::name(*op)));
        match base.and_then(|op| ir::operand(op, 0)) {
            Some(base) => origin = base,
            None => break,
        }
    }
    origin
}

/// A pointer as one into global memory.
pub fn in_global<'c: 'a, 'a>(before: OperationRef<'c, 'a>, pointer: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let global = Type::parse(ir::context(before), "!llvm.ptr<1>")?;
    if pointer.r#type() == global {
        return Some(pointer);
    }
    built(before, "llvm.addrspacecast", &[pointer], global)
}

/// An operation without attributes.
pub fn built<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    name: &str,
    operands: &[Value<'c, 'a>],
    result: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let op = OperationBuilder::new(name, ir::location(before)).add_operands(operands).add_results(&[result]);
    ir::inserted_result(before, op.build())
}

/// The pointer to the element that is `index` elements on.
pub fn element<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    pointer: Value<'c, 'a>,
    index: Value<'c, 'a>,
    r#type: Attribute<'c>,
) -> Option<Value<'c, 'a>> {
    gep(before, &[pointer, index], DYNAMIC, r#type)
}

/// The pointer to the element that is a known number of elements on.
pub fn element_at<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    pointer: Value<'c, 'a>,
    index: i64,
    r#type: Attribute<'c>,
) -> Option<Value<'c, 'a>> {
    match i32::try_from(index) {
        Ok(0) => Some(pointer),
        Ok(constant) if constant != DYNAMIC => gep(before, &[pointer], constant, r#type),
        _ => element(before, pointer, number(before, index)?, r#type),
    }
}

fn gep<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
    constant: i32,
    r#type: Attribute<'c>,
) -> Option<Value<'c, 'a>> {
    let context = ir::context(before);
    let constants = DenseI32ArrayAttribute::new(context, &[constant]);
    let gep = OperationBuilder::new("llvm.getelementptr", ir::location(before))
        .add_operands(operands)
        .add_results(&[operands.first()?.r#type()])
        .add_attributes(&[
            (Identifier::new(context, "elem_type"), r#type),
            (Identifier::new(context, "rawConstantIndices"), constants.into()),
        ])
        .build();
    ir::inserted_result(before, gep)
}

/// What an instruction of PTX makes in 64 bits of numbers of 32, such as their product.
pub fn wide_product<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    ptx: &str,
    factors: &[Value<'c, 'a>],
) -> Option<Value<'c, 'a>> {
    let constraints = format!("=l{}", ",r".repeat(factors.len()));
    inline_ptx(before, IntegerType::new(ir::context(before), 64).into(), ptx, &constraints, factors)
}

/// The pointer that is a number of bytes on.
pub fn by_bytes<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    pointer: Value<'c, 'a>,
    bytes: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let byte = TypeAttribute::new(IntegerType::new(ir::context(before), 8).into());
    element(before, pointer, bytes, byte.into())
}

/// A number in 64 bits, with its sign.
pub fn extended<'c: 'a, 'a>(before: OperationRef<'c, 'a>, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    built(before, "llvm.sext", &[value], IntegerType::new(ir::context(before), 64).into())
}

/// A natural number in 64 bits.
pub fn zero_extended<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    built(before, "llvm.zext", &[value], IntegerType::new(ir::context(before), 64).into())
}

/// A natural number in 64 bits, by an instruction of PTX: of what is shifted LLVM makes a product of 64 bits, of which nobody
/// knows the high half any more.
pub fn widened<'c: 'a, 'a>(before: OperationRef<'c, 'a>, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    wide_product(before, "cvt.u64.u32 $0, $1;", &[value])
}

/// The low bits of a number, as many as another one has.
pub fn low_bits<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    if value.r#type() == r#type { Some(value) } else { built(before, "llvm.trunc", &[value], r#type) }
}

/// A pointer of which LLVM does not see how it was computed until it selects instructions; it costs nothing.
pub fn opaque<'c: 'a, 'a>(before: OperationRef<'c, 'a>, pointer: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    built(before, "llvm.intr.strip.invariant.group", &[pointer], pointer.r#type())
}

/// The same for a pointer into global memory, whatever its type says: LLVM sees that it still is.
pub fn opaque_global<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    pointer: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let opaque = opaque(before, in_global(before, pointer)?)?;
    if opaque.r#type() == pointer.r#type() {
        return Some(opaque);
    }
    built(before, "llvm.addrspacecast", &[opaque], pointer.r#type())
}

/// A number of 64 bits times a constant.
pub fn scaled<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
    factor: i64,
) -> Option<Value<'c, 'a>> {
    built(before, "llvm.mul", &[value, number(before, factor)?], value.r#type())
}

/// A product.
pub fn multiplied<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    a: Value<'c, 'a>,
    b: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    built(before, "llvm.mul", &[a, b], a.r#type())
}

/// A number shifted to the right, without its sign.
pub fn shifted_right<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    number: Value<'c, 'a>,
    by: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    built(before, "llvm.lshr", &[number, by], number.r#type())
}

/// A number by an instruction of PTX.
pub fn inline_ptx<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    r#type: Type<'c>,
    ptx: &str,
    constraints: &str,
    operands: &[Value<'c, 'a>],
) -> Option<Value<'c, 'a>> {
    let context = ir::context(before);
    let attribute = |name, text| (Identifier::new(context, name), StringAttribute::new(context, text).into());
    let op = OperationBuilder::new("llvm.inline_asm", ir::location(before))
        .add_operands(operands)
        .add_results(&[r#type])
        .add_attributes(&[attribute("asm_string", ptx), attribute("constraints", constraints)]);
    ir::inserted_result(before, op.build())
}

/// Has LLVM compute a pointer where this stands: an intrinsic of no instruction uses it, which accesses no memory that a
/// program sees, and does not keep the pointer.
pub fn kept_here<'c: 'a, 'a>(before: OperationRef<'c, 'a>, pointer: Value<'c, 'a>) {
    let context = ir::context(before);
    let Some(argument) = Attribute::parse(context, "[{llvm.nocapture}]") else { return };
    let segments = |name, sizes: &[i32]| {
        (Identifier::new(context, name), DenseI32ArrayAttribute::new(context, sizes).into())
    };
    let op = OperationBuilder::new("llvm.call_intrinsic", ir::location(before))
        .add_operands(&[pointer])
        .add_attributes(&[
            (Identifier::new(context, "intrin"), StringAttribute::new(context, "llvm.fake.use").into()),
            (Identifier::new(context, "arg_attrs"), argument),
            segments("op_bundle_sizes", &[]),
            segments("operandSegmentSizes", &[1, 0]),
        ]);
    if let Ok(op) = op.build() {
        ir::insert_before(before, op);
    }
}

/// The operation before which a value is there everywhere where it is used.
pub fn place<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    match ir::defining_op(value) {
        Some(op) => op.next_in_block(),
        None => ir::block_argument(value)?.0.first_operation(),
    }
}

/// A sum.
pub fn add<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    a: Value<'c, 'a>,
    b: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    built(before, "llvm.add", &[a, b], a.r#type())
}

/// The sum of two numbers that have no bit in common.
pub fn disjoint<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    a: Value<'c, 'a>,
    b: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let context = ir::context(before);
    let op = OperationBuilder::new("llvm.or", ir::location(before))
        .add_operands(&[a, b])
        .add_results(&[a.r#type()])
        .add_attributes(&[(Identifier::new(context, "isDisjoint"), Attribute::unit(context))]);
    ir::inserted_result(before, op.build())
}

/// The pointer whose address has other bits where `mask` has ones.
pub fn with_bits_flipped<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    pointer: Value<'c, 'a>,
    mask: i64,
) -> Option<Value<'c, 'a>> {
    let wide = IntegerType::new(ir::context(before), 64).into();
    let address = built(before, "llvm.ptrtoint", &[pointer], wide)?;
    let flipped = built(before, "llvm.xor", &[address, number(before, mask)?], wide)?;
    built(before, "llvm.inttoptr", &[flipped], pointer.r#type())
}

/// A constant of 64 bits.
fn number<'c: 'a, 'a>(before: OperationRef<'c, 'a>, value: i64) -> Option<Value<'c, 'a>> {
    number_of(before, value, IntegerType::new(ir::context(before), 64).into())
}

/// A constant of the type of another number.
pub fn constant_like<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    other: Value<'c, 'a>,
    value: i64,
) -> Option<Value<'c, 'a>> {
    number_of(before, value, other.r#type())
}

fn number_of<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    value: i64,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let value = (Identifier::new(ir::context(before), "value"), IntegerAttribute::new(r#type, value).into());
    let op = OperationBuilder::new("llvm.mlir.constant", ir::location(before))
        .add_results(&[r#type])
        .add_attributes(&[value]);
    ir::inserted_result(before, op.build())
}
