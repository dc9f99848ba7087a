//! Memory: allocated, loaded, stored, copied.

use layout_algebra::{AnyLayout, Coord, Expr, IntTuple, Layout, Outer, Swizzle, Tri};
use layout_mlir::ir;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::layouts::to_coord;
use super::{Given, Op, Result, Row, one};
use crate::cute::fit;
use crate::cute::meaning::{Leaf, Map, Meaning, Pointer, Start};
use crate::cute::shared::Shared;
use crate::cute::types::{CuteType, Space};
use crate::cute::write::Writer;

pub const TABLE: &[(&str, Row)] = &[
    ("cute.memref.alloca", allocate),
    ("cute.memref.alloc_smem", allocate),
    ("cute.memref.load", load),
    ("cute.memref.store", store),
    ("cute.memref.load_vec", load_vector),
    ("cute.memref.store_vec", store_vector),
    ("cute.ptr.load", load_pointer),
    ("cute.ptr.store", store_pointer),
    ("cute_nvgpu.arch.make_warp_uniform", uniform),
    ("cute.kernel_smem_size", shared_size),
    ("cute.print", print),
];

/// The most elements of a buffer.
const LARGEST: i64 = 1 << 28;
/// More elements than a thread can copy by operations of its own.
const MOST: i64 = 1 << 12;

/// A tensor in memory.
#[derive(Clone)]
pub struct Memory<'c, 'a> {
    pub pointer: Pointer<'c, 'a>,
    pub layout: AnyLayout,
}

impl<'c: 'a, 'a> Memory<'c, 'a> {
    /// The layout behind what swizzles addresses, in elements, and how far all of it is off.
    fn whole(&self) -> Result<(AnyLayout, Expr)> {
        let Some(bytes) = self.pointer.swizzle else {
            return Ok((self.layout.clone(), self.pointer.offset.clone()));
        };
        let swizzle = Outer::Swizzle(in_elements(bytes, self.pointer.bits / 8)?);
        let from = self.pointer.offset.clone();
        let whole = match self.layout.clone() {
            AnyLayout::Plain(layout) => AnyLayout::composed(swizzle, from, layout),
            // What the layout makes of an index is an address only then.
            AnyLayout::Composed(c) => AnyLayout::composed(swizzle.after(from, c.outer), c.offset, c.inner),
        };
        Ok((whole, Expr::ZERO))
    }

    /// The address of the element at a coordinate.
    pub fn at(&self, coord: &Coord<Expr>, writer: &mut Writer<'_, 'c, 'a>) -> Result<Value<'c, 'a>> {
        let (layout, offset) = self.whole()?;
        let index = match (coord, &layout) {
            // A number is its strides' sum, with nothing to divide.
            (Coord::Int(e), AnyLayout::Plain(l)) if e.as_const().is_some() => {
                l.at(e).map_err(|e| e.to_string())?
            }
            _ => writer.crd2idx(&layout, coord)?,
        };
        writer.element_address(&self.pointer, &offset.add(&index).map_err(|e| e.to_string())?)
    }

    pub fn element(&self, number: i64, writer: &mut Writer<'_, 'c, 'a>) -> Result<Value<'c, 'a>> {
        self.at(&Coord::Int(number.into()), writer)
    }

    /// The number of elements, which must be known.
    pub fn size(&self) -> Result<i64> {
        let size = self.layout.size().map_err(|e| e.to_string())?;
        size.as_const().filter(|n| *n <= MOST).ok_or_else(|| {
            format!("moves {size} elements at once; a thread's own are known and at most {MOST}")
        })
    }

    pub fn element_type(&self, writer: &Writer<'_, 'c, 'a>) -> Result<Type<'c>> {
        writer.r#type(&self.pointer.element)
    }

    /// Whether each `count` elements from a multiple on lie behind each other, as aligned as all of them are wide.
    pub fn runs(&self, count: i64, size: i64) -> bool {
        let bytes = self.pointer.bits / 8 * count;
        let natural = self.pointer.bits / 8;
        let mut fits = count == 1 || self.pointer.align.max(natural) % bytes == 0;
        // What a swizzle moves stays whole below its base.
        fits &= self.pointer.swizzle.is_none_or(|s| count == 1 || bytes <= 1 << s.base());
        let at = |i: i64| match &self.layout {
            AnyLayout::Plain(l) => l.at(&i.into()).ok(),
            composed @ AnyLayout::Composed(_) => composed.eval(i).map(Expr::from),
        };
        fits && (0..size / count).all(|run| {
            let Some(first) = at(run * count) else { return false };
            first.divisible_by(&count.into()) == Tri::Yes
                && (1..count).all(|i| {
                    at(run * count + i).and_then(|e| e.sub(&first).ok()).is_some_and(|apart| apart.is(i))
                })
        })
    }
}

/// A swizzle of addresses as one of the numbers of elements.
fn in_elements(bytes: Swizzle, size: i64) -> Result<Swizzle> {
    let by = i64::from(size.trailing_zeros());
    Swizzle::new(bytes.bits().into(), i64::from(bytes.base()) - by, bytes.shift().into()).map_err(|_| {
        let (bits, base, shift) = (bytes.bits(), bytes.base(), bytes.shift());
        format!("swizzles addresses by S<{bits},{base},{shift}>, which takes elements of {size} bytes apart")
    })
}

/// The tensor in memory that an operand is.
pub fn memory<'c: 'a, 'a>(op: &Op<'_, 'c, 'a>, at: usize) -> Result<Memory<'c, 'a>> {
    match op.meaning(at)? {
        Meaning::Tensor(Start::Memory(pointer), Map::Index(layout)) => {
            Ok(Memory { pointer: pointer.clone(), layout: layout.clone() })
        }
        _ => Err(format!("takes a tensor in memory as operand number {at}")),
    }
}

/// A buffer of a thread, or of a block.
fn allocate<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (to, map) = match op.result(0)? {
        (_, Some(CuteType::View(to, text))) => (to, fit::layout(&text, &mut fit::nothing)),
        (_, Some(CuteType::ComposedView(to, text))) => (to, fit::composed(&text, &mut fit::nothing)),
        _ => return Err("yields a tensor in memory".into()),
    };
    let map = map
        .map_err(|_| "allocates a buffer whose size is not known; sizes and strides are static".to_owned())?;
    let Map::Index(layout) = &map else { return Err("allocates a buffer of coordinates".into()) };
    let pointer = buffer(op, &to, layout)?;
    one(op, Meaning::Tensor(Start::Memory(pointer), map))
}

/// The pointer to a new buffer for a layout.
pub fn buffer<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    to: &crate::cute::types::PointerType,
    layout: &AnyLayout,
) -> Result<Pointer<'c, 'a>> {
    let count = layout.cosize().map_err(|e| e.to_string())?.as_const();
    let count = count
        .filter(|n| *n <= LARGEST)
        .ok_or("allocates a buffer whose size is not known, or beyond 2^28")?;
    let bits = fit::element_bits(to, op.writer.context())?;
    let align = to.align.max(bits / 8).max(16);
    let base = match to.space {
        Space::Register => own_buffer(op, &to.element, count, align)?,
        Space::Shared => shared_buffer(op, &to.element, count, bits, align)?,
        Space::Global | Space::Generic => {
            return Err("allocates memory that is neither a thread's (rmem) nor a block's (smem)".into());
        }
    };
    Ok(Pointer {
        base,
        offset: Expr::ZERO,
        element: to.element.clone(),
        bits,
        space: to.space,
        align,
        swizzle: to.swizzle,
    })
}

fn function<'c, 'a>(op: &Op<'_, 'c, 'a>) -> Result<OperationRef<'c, 'a>> {
    op.function.ok_or_else(|| "stands in no function".into())
}

/// A buffer of the thread: allocated once, at the beginning.
fn own_buffer<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    element: &str,
    count: i64,
    align: i64,
) -> Result<Value<'c, 'a>> {
    let function = function(op)?;
    let first = ir::blocks(function).first().and_then(melior::ir::BlockLike::first_operation);
    let before = std::mem::replace(&mut op.writer.before, first.ok_or("stands in an empty function")?);
    let allocated = (|| {
        let i32 = op.writer.r#type("i32")?;
        let count = op.writer.number(count, i32)?;
        let align = format!("{align} : i64");
        let r#type = op.writer.pointer_type(Space::Register)?;
        op.writer.value("llvm.alloca", &[count], &[("elem_type", element), ("alignment", &align)], r#type)
    })();
    op.writer.before = before;
    allocated
}

/// A buffer of the block: a variable of the GPU module.
fn shared_buffer<'c: 'a, 'a>(
    op: &mut Op<'_, 'c, 'a>,
    element: &str,
    count: i64,
    bits: i64,
    align: i64,
) -> Result<Value<'c, 'a>> {
    let function = function(op)?;
    let kernel = ir::symbol(function).ok_or("stands in a function without a name")?;
    let shared = op.kernels.entry(kernel).or_default();
    let name = shared.variable(function, element, count, bits, align, &mut op.writer)?;
    let r#type = op.writer.pointer_type(Space::Shared)?;
    op.writer.value("llvm.mlir.addressof", &[], &[("global_name", &format!("@{name}"))], r#type)
}

fn whole_coordinate<'c: 'a, 'a>(op: &Op<'_, 'c, 'a>, at: usize) -> Result<Coord<Expr>> {
    let coord: IntTuple<Leaf> = op.leaves(at)?;
    if coord.leaves.contains(&Leaf::Keep) {
        return Err("accesses one element, and its coordinate keeps a mode (`_`)".into());
    }
    to_coord(&coord)
}

fn load<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (memory, coord) = (memory(op, 0)?, whole_coordinate(op, 1)?);
    let (element, (r#type, _)) = (memory.element_type(&op.writer)?, op.result(0)?);
    if r#type != element {
        return Err(format!("loads a {} where elements are {}", r#type, memory.pointer.element));
    }
    let address = memory.at(&coord, &mut op.writer)?;
    Ok(vec![Given::Value(loaded(&op.writer, address, r#type, memory.pointer.bits / 8)?)])
}

fn store<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let (memory, coord, value) = (memory(op, 0)?, whole_coordinate(op, 1)?, op.value(2)?);
    if value.r#type() != memory.element_type(&op.writer)? {
        return Err(format!("stores a {} where elements are {}", value.r#type(), memory.pointer.element));
    }
    let address = memory.at(&coord, &mut op.writer)?;
    stored(&op.writer, value, address, memory.pointer.bits / 8)?;
    Ok(Vec::new())
}

/// At an address, aligned so.
pub fn loaded<'c: 'a, 'a>(
    writer: &Writer<'_, 'c, 'a>,
    address: Value<'c, 'a>,
    r#type: Type<'c>,
    align: i64,
) -> Result<Value<'c, 'a>> {
    writer.value("llvm.load", &[address], &[("alignment", &format!("{align} : i64"))], r#type)
}

/// At an address, aligned so.
pub fn stored<'c: 'a, 'a>(
    writer: &Writer<'_, 'c, 'a>,
    value: Value<'c, 'a>,
    address: Value<'c, 'a>,
    align: i64,
) -> Result<()> {
    writer.op("llvm.store", &[value, address], &[("alignment", &format!("{align} : i64"))], &[]).map(drop)
}

/// The elements of a tensor as a vector, in the order of its coordinates.
fn load_vector<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    if op.operands.len() > 1 {
        return Err("loads what a predicate says; branches around cute.memref.load are understood".into());
    }
    let memory = memory(op, 0)?;
    let (size, (vector, _)) = (memory.size()?, op.result(0)?);
    let element = memory.element_type(&op.writer)?;
    if ir::vector(vector) != Some((vec![size], element)) {
        return Err(format!("loads {size} elements of {element} as {vector}"));
    }
    let elements =
        (0..size).map(|i| element_value(&memory, i, &mut op.writer)).collect::<Result<Vec<_>>>()?;
    Ok(vec![Given::Value(op.writer.value("vector.from_elements", &elements, &[], vector)?)])
}

/// The value of an element.
pub fn element_value<'c: 'a, 'a>(
    memory: &Memory<'c, 'a>,
    number: i64,
    writer: &mut Writer<'_, 'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let address = memory.element(number, writer)?;
    loaded(writer, address, memory.element_type(writer)?, memory.pointer.bits / 8)
}

/// Gives an element a value.
pub fn set_element<'c: 'a, 'a>(
    memory: &Memory<'c, 'a>,
    number: i64,
    value: Value<'c, 'a>,
    writer: &mut Writer<'_, 'c, 'a>,
) -> Result<()> {
    let address = memory.element(number, writer)?;
    stored(writer, value, address, memory.pointer.bits / 8)
}

fn store_vector<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    if op.operands.len() > 2 {
        return Err("stores what a predicate says; branches around cute.memref.store are understood".into());
    }
    let (vector, memory) = (op.value(0)?, memory(op, 1)?);
    let (size, element) = (memory.size()?, memory.element_type(&op.writer)?);
    if ir::vector(vector.r#type()) != Some((vec![size], element)) {
        return Err(format!("stores {} to {size} elements of {element}", vector.r#type()));
    }
    for i in 0..size {
        let position = format!("array<i64: {i}>");
        let value =
            op.writer.value("vector.extract", &[vector], &[("static_position", &position)], element)?;
        set_element(&memory, i, value, &mut op.writer)?;
    }
    Ok(Vec::new())
}

/// The memory that a pointer points to, as one element.
fn pointed<'c: 'a, 'a>(op: &Op<'_, 'c, 'a>, at: usize) -> Result<Memory<'c, 'a>> {
    let Start::Memory(pointer) = op.start(at)? else { return Err("takes a pointer to memory".into()) };
    Ok(Memory { pointer, layout: Layout::unit_mode().into() })
}

fn load_pointer<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let memory = pointed(op, 0)?;
    let (r#type, _) = op.result(0)?;
    if r#type != memory.element_type(&op.writer)? {
        return Err(format!("loads a {} where elements are {}", r#type, memory.pointer.element));
    }
    let address = memory.element(0, &mut op.writer)?;
    Ok(vec![Given::Value(loaded(&op.writer, address, r#type, memory.pointer.bits / 8)?)])
}

fn store_pointer<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    // Either order is met: (value, pointer) and (pointer, value).
    let at = usize::from(!matches!(op.operands.first(), Some((_, Some(Meaning::Start(_))))));
    let (memory, value) = (pointed(op, at)?, op.value(1 - at)?);
    if value.r#type() != memory.element_type(&op.writer)? {
        return Err(format!("stores a {} where elements are {}", value.r#type(), memory.pointer.element));
    }
    let address = memory.element(0, &mut op.writer)?;
    stored(&op.writer, value, address, memory.pointer.bits / 8)?;
    Ok(Vec::new())
}

/// The same number, which all lanes of a warp have.
fn uniform<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    Ok(vec![Given::Value(op.value(0)?)])
}

/// The bytes of shared memory that a kernel has.
fn shared_size<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let kernel = op.symbol("kernel_name").and_then(|path| path.last().cloned()).ok_or("names no kernel")?;
    let shared = op.kernels.get(&kernel);
    let bytes = shared.map(Shared::bytes).ok_or_else(|| format!("asks for @{kernel}, which is no kernel"))?;
    let (r#type, _) = op.result(0)?;
    Ok(vec![Given::Value(op.writer.number(bytes, r#type)?)])
}

/// What the host says before it launches: nothing here.
fn print<'c, 'a>(op: &mut Op<'_, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    if function(op).is_ok_and(|f| ir::name(f) == "func.func") {
        return Ok(Vec::new());
    }
    Err("prints in a kernel; gpu.printf does, of scalars".into())
}
