//! [`View`]: a memref as flat memory, a layout, and what is known of where it begins.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, Symbol, SymbolFacts, common_divisor};
use layout_dialect::views::{self, is_view};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error as MemrefError;
use crate::convert_layout_memref::seen::flat_as;
use crate::convert_layout_memref::types::{LayoutMemref, shape};
use crate::tile::error::{Error, Result};

/// The alignment of a buffer that a kernel allocates in shared memory, in bytes: the banks begin
/// anew there.
pub const SHARED: i64 = 128;

/// A memref.
#[derive(Clone)]
pub struct View<'c, 'a> {
    /// Memory of one dimension.
    pub flat: Value<'c, 'a>,
    /// From coordinates to elements of [`flat`](Self::flat), a mode a dimension.
    pub layout: AnyLayout,
    /// The values of the layout's symbols.
    pub symbols: Vec<Value<'c, 'a>>,
    /// The type of the elements.
    pub element: Type<'c>,
    /// Bytes by which the address of the flat memory is divisible; 1 if nothing is known.
    pub alignment: i64,
}

impl<'c: 'a, 'a> View<'c, 'a> {
    /// The view of a memref, for an operation.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a memref without strides or layout.
    pub fn of(memref: Value<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<Self> {
        if let Some(seen) = Self::seen(memref, op)? {
            return Ok(seen);
        }
        let emit = Emit::at(op);
        let unsupported = |why: &str| Error::Unsupported { op: ir::name(op).into(), why: why.into() };
        let r#type = ir::memref(memref.r#type()).ok_or_else(|| unsupported("no ranked memref"))?;
        let element = r#type.element();
        let bytes = ir::bytes(element).unwrap_or(1) as i64;
        let alignment = (ir::base_alignment(memref) as i64).max(bytes);
        if let Some(known) = LayoutMemref::of(memref.r#type()) {
            known.check()?;
            let parts = emit.op(CAST, &[memref], &known.expanded(emit.context), &[])?;
            let mut parts = ir::results(parts).into_iter();
            let flat = parts.next().ok_or_else(|| Error::Unknown(CAST.into()))?;
            return Ok(Self {
                flat,
                layout: known.layout.clone(),
                symbols: parts.collect(),
                element,
                alignment,
            });
        }
        let sizes = shape(r#type);
        let Some((strides, offset)) = ir::strides(memref.r#type()) else {
            return Err(unsupported("the memref has neither strides nor a #layout"));
        };
        // What is stated is of the memory from which the offset counts.
        let alignment = match offset {
            ir::DYNAMIC => bytes,
            n => common_divisor(alignment, n.saturating_mul(bytes)),
        };
        let strides: Vec<Option<i64>> =
            strides.into_iter().map(|s| (s != ir::DYNAMIC).then_some(s)).collect();
        let mut symbols = Vec::new();
        let metadata = if sizes.iter().chain(&strides).any(Option::is_none) || offset == ir::DYNAMIC {
            let index = emit.index_type();
            let scalar = MemRefType::new(element, &[], None, r#type.memory_space()).into();
            let types = [vec![scalar], vec![index; 1 + 2 * sizes.len()]].concat();
            ir::results(emit.op("memref.extract_strided_metadata", &[memref], &types, &[])?)
        } else {
            Vec::new()
        };
        let mut symbol = |known: Option<i64>, number: usize, facts: SymbolFacts| match known {
            Some(number) => Expr::from(number),
            None => {
                symbols.extend(metadata.get(number));
                Symbol::new(symbols.len() as u32 - 1, facts).into()
            }
        };
        let rank = sizes.len();
        let extents: Vec<Expr> =
            sizes.iter().enumerate().map(|(d, n)| symbol(*n, 2 + d, SymbolFacts::SIZE)).collect();
        let steps: Vec<Expr> =
            strides.iter().enumerate().map(|(d, n)| symbol(*n, 2 + rank + d, SymbolFacts::NONE)).collect();
        let layout = Layout::new(&IntTuple::flat(extents), &IntTuple::flat(steps))?;
        let flat = flat(memref, r#type, &layout, &symbols, offset, metadata.get(1).copied(), emit)?;
        Ok(Self { flat, layout: layout.into(), symbols, element, alignment })
    }

    /// The view of a memref that an operation makes of another one, of whose memory it is;
    /// `None` for others.
    fn seen(memref: Value<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<Option<Self>> {
        let by = ir::defining_op(memref).filter(|by| is_view(ir::name(*by)));
        let Some(by) = by else { return Ok(None) };
        let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(by).into()));
        let operands: Vec<Value<'c, 'a>> = by.operands().collect();
        let (source, indices) = operands.split_first().ok_or_else(unknown)?;
        let from = Self::of(*source, op)?;
        let view = views::View::of(by).map_err(MemrefError::from)?;
        // Of rows one behind the other the symbols are the sizes, here of strides as well.
        let symbols = if LayoutMemref::of(source.r#type()).is_some() {
            from.symbols.clone()
        } else {
            let dynamic = (0..from.rank()).filter(|d| ir::extents(source.r#type())[*d] == ir::DYNAMIC);
            dynamic.map(|d| from.size_value(d, emit)).collect::<Result<_>>()?
        };
        let symbols = view.symbols(&symbols, indices).ok_or_else(unknown)?;
        let (layout, element) = (view.layout, view.element);
        let mut flat = from.flat;
        if element != from.element {
            let to = LayoutMemref::of(memref.r#type()).ok_or_else(unknown)?.flat();
            flat = flat_as(flat, to, emit)?;
        }
        let alignment = from.alignment.max(ir::bytes(element).unwrap_or(1) as i64);
        Ok(Some(Self { flat, layout, symbols, element, alignment }))
    }

    /// A dimension's extent.
    ///
    /// # Errors
    /// [`Error::Layout`].
    pub fn size(&self, dimension: usize) -> Result<Expr> {
        let modes = self.layout.domain().modes();
        let mode = modes.get(dimension).ok_or_else(|| Error::Unknown("a dimension".into()))?;
        Ok(mode.size().map_err(layout_algebra::LayoutError::from)?)
    }

    /// A dimension's extent as a value.
    ///
    /// # Errors
    /// [`Error::Layout`].
    pub fn size_value(&self, dimension: usize, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let size = self.size(dimension)?;
        let symbols = self.layout.symbols();
        let symbol = symbols.iter().find(|s| Expr::from(**s) == size);
        match symbol.and_then(|s| self.symbols.get(s.id as usize)) {
            Some(value) => Ok(*value),
            None => Ok(emit.expr(&size, &self.symbols)?),
        }
    }

    /// The dimensions.
    pub fn rank(&self) -> usize {
        self.layout.domain().modes().len()
    }
}

/// What takes a memref with a layout apart: `convert-layout-memref` resolves it.
const CAST: &str = "builtin.unrealized_conversion_cast";

/// The memory of a memref with strides as one dimension.
fn flat<'c: 'a, 'a>(
    memref: Value<'c, 'a>,
    r#type: MemRefType<'c>,
    layout: &Layout,
    symbols: &[Value<'c, 'a>],
    offset: i64,
    begin: Option<Value<'c, 'a>>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let one = |d: &Expr| d.is(1);
    if let ([_], [stride], 0) = (layout.shape_leaves(), layout.stride_leaves(), offset)
        && one(stride)
    {
        return Ok(memref);
    }
    let cosize = layout.cosize().map_err(layout_algebra::LayoutError::from)?;
    let size = cosize.as_const().unwrap_or(ir::DYNAMIC);
    let strided = match offset {
        0 => None,
        ir::DYNAMIC => Some(emit.attribute("strided<[1], offset: ?>")?),
        n => Some(emit.attribute(&format!("strided<[1], offset: {n}>"))?),
    };
    let to = MemRefType::new(r#type.element(), &[size], strided, r#type.memory_space());
    let mut operands = vec![memref];
    operands.extend(begin.filter(|_| offset == ir::DYNAMIC));
    if size == ir::DYNAMIC {
        operands.push(emit.cosize(&layout.clone().into(), symbols)?);
    }
    let counts = [1, i32::from(offset == ir::DYNAMIC), i32::from(size == ir::DYNAMIC), 0];
    let list = |n: i64| emit.attribute(&format!("array<i64: {n}>"));
    let sizes =
        emit.attribute(&format!("array<i32: {}, {}, {}, {}>", counts[0], counts[1], counts[2], counts[3]))?;
    let attributes = [
        ("operandSegmentSizes", sizes),
        ("static_offsets", list(offset)?),
        ("static_sizes", list(size)?),
        ("static_strides", list(1)?),
    ];
    Ok(emit.value("memref.reinterpret_cast", &operands, to.into(), &attributes)?)
}

/// The memory that a memref is a view of, and how many bytes behind its first, where that is not known before the kernel runs.
pub fn offset<'c: 'a, 'a>(memref: Value<'c, 'a>) -> Option<(Value<'c, 'a>, Value<'c, 'a>)> {
    let op = ir::defining_op(memref)?;
    let below = ir::operand(op, 0).filter(|below| ir::is_memref(below.r#type()))?;
    match ir::name(op) {
        "memref.assume_alignment" | "builtin.unrealized_conversion_cast" => offset(below),
        "memref.view" => ir::operand(op, 1).filter(|at| ir::constant(*at).is_none()).map(|at| (below, at)),
        _ => None,
    }
}

/// The pointer to so many bytes behind another one.
///
/// # Errors
/// [`Error::Emit`].
pub fn behind<'c: 'a, 'a>(
    pointer: Value<'c, 'a>,
    bytes: Value<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let attributes = [
        ("rawConstantIndices", emit.attribute(&format!("array<i32: {}>", i32::MIN))?),
        ("elem_type", emit.attribute("i8")?),
    ];
    Ok(emit.value("llvm.getelementptr", &[pointer, bytes], pointer.r#type(), &attributes)?)
}
