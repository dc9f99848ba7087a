//! Types of memrefs with layouts, and of the flat memory that they become.

use layout_algebra::{AnyLayout, Expr, Outer, Tri, coalesce};
use layout_dialect::Known;
use layout_mlir::ir;
use melior::Context;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, Type, TypeLike};

use super::error::Error;

/// Static layouts up to this size are enumerated for their least index.
const ENUMERATION: i64 = 1 << 20;

/// A memref type whose layout is `#layout<…>`.
#[derive(Clone)]
pub struct LayoutMemref<'c> {
    /// The type.
    pub memref: MemRefType<'c>,
    /// Its layout, with canonical symbols.
    pub layout: &'c AnyLayout,
}

/// Where elements lie that have one stride a dimension: `offset + Σ index · stride`.
#[derive(Clone, Debug, PartialEq)]
pub struct Strided<T> {
    /// The extents.
    pub sizes: Vec<T>,
    /// The strides, in elements.
    pub strides: Vec<T>,
    /// The index of the first element.
    pub offset: T,
}

impl<T> Strided<T> {
    /// Sizes, strides and the offset, in this order.
    pub fn leaves(&self) -> impl Iterator<Item = &T> {
        self.sizes.iter().chain(&self.strides).chain([&self.offset])
    }
}

impl<'c> LayoutMemref<'c> {
    /// The type as such a memref; `None` for all others.
    pub fn of(r#type: Type<'c>) -> Option<Self> {
        let memref = ir::memref(r#type)?;
        let layout = Known::of_attribute(memref.layout())?;
        Some(Self { memref, layout })
    }

    /// The extents; `None` for those known at run time only.
    pub fn shape(&self) -> Vec<Option<i64>> {
        shape(self.memref)
    }

    /// The number of index values that go with the flat memory.
    pub fn symbols(&self) -> usize {
        self.layout.symbols().len()
    }

    /// The elements that the layout reaches: `memref<64xf32, space>`.
    pub fn flat(&self) -> Type<'c> {
        let cosize = self.layout.cosize().ok().and_then(|e| e.as_const()).unwrap_or(ir::DYNAMIC);
        MemRefType::new(self.memref.element(), &[cosize], None, self.memref.memory_space()).into()
    }

    /// The types that stand for this one: the flat memory and an index for each symbol.
    pub fn expanded(&self, context: &'c Context) -> Vec<Type<'c>> {
        let mut types = vec![self.flat()];
        types.resize(self.symbols() + 1, Type::index(context));
        types
    }

    /// Whether strides and offset alone say that no index is below 0. (A swizzle exchanges natural numbers.)
    fn is_natural(&self) -> bool {
        let natural = |e: &Expr| e.as_const().is_some_and(|n| n >= 0);
        let outer = match self.layout {
            AnyLayout::Plain(_) => true,
            AnyLayout::Composed(c) => matches!(c.outer, Outer::Swizzle(_)) && natural(&c.offset),
        };
        outer && self.layout.domain().stride_leaves().iter().all(natural)
    }

    /// Refuses a layout with an index below 0, which memory has no place for.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::Sign`].
    pub fn check(&self) -> Result<(), Error> {
        let r#type = || self.memref.to_string();
        let size = self.layout.size()?.as_const().filter(|_| self.layout.symbols().is_empty());
        if self.is_natural() {
            return Ok(());
        }
        if let Some(size) = size.filter(|n| *n <= ENUMERATION) {
            let values = (0..size).filter_map(|i| self.layout.eval(i));
            let (least, most) = values.fold((0, 0), |(a, b), v| (v.min(a), v.max(b)));
            if least < 0 {
                let (offset, span) = (-least, most - least + 1);
                let inner = self.layout.to_string();
                return Err(Error::Negative { memref: r#type(), least, offset, span, inner });
            }
            return Ok(());
        }
        let inner = match self.layout {
            // An offset is there to make up for what is below zero.
            AnyLayout::Composed(c) if !c.offset.is(0) => return Ok(()),
            AnyLayout::Composed(c) => &c.inner,
            AnyLayout::Plain(l) => l,
        };
        let negative = inner.stride_leaves().iter().any(|s| s.as_const().is_some_and(|s| s < 0));
        if negative { Err(Error::Sign { memref: r#type() }) } else { Ok(()) }
    }

    /// The same function with one stride a dimension, if it is one.
    pub fn strided(&self) -> Option<Strided<Expr>> {
        let (domain, offset) = match self.layout {
            AnyLayout::Plain(l) => (l, Expr::Const(0)),
            AnyLayout::Composed(c) => match &c.outer {
                Outer::Swizzle(s) if s.bits() == 0 => (&c.inner, c.offset.clone()),
                _ => return None,
            },
        };
        let mut out = Strided { sizes: Vec::new(), strides: Vec::new(), offset };
        for mode in domain.modes() {
            // Coalescing forgets the stride of a single element, which upstream's types state.
            let mode = if mode.stride_leaves().len() == 1 { mode } else { coalesce(&mode).ok()? };
            let [stride] = mode.stride_leaves() else { return None };
            out.sizes.push(mode.size().ok()?);
            out.strides.push(stride.clone());
        }
        Some(out)
    }

    /// Whether each element of the flat memory belongs to exactly one coordinate.
    pub fn is_compact(&self) -> bool {
        let Some(size) = self.layout.size().ok().and_then(|n| n.as_const()) else { return false };
        if size > ENUMERATION || !self.layout.symbols().is_empty() {
            return false;
        }
        let mut seen = vec![false; usize::try_from(size).unwrap_or(0)];
        (0..size).all(|i| {
            let at = self.layout.eval(i).and_then(|v| usize::try_from(v).ok());
            at.and_then(|at| seen.get_mut(at)).is_some_and(|place| !std::mem::replace(place, true))
        })
    }

    /// A type with upstream's `strided<…>` layout in place of this one.
    pub fn with_strides(&self, context: &'c Context, strided: &Strided<Expr>) -> Option<Type<'c>> {
        strided_type(context, self.memref, &strided.map(|e| e.as_const()))
    }
}

impl Strided<Expr> {
    /// The same of something else.
    pub fn map<T>(&self, f: impl Fn(&Expr) -> T) -> Strided<T> {
        Strided {
            sizes: self.sizes.iter().map(&f).collect(),
            strides: self.strides.iter().map(&f).collect(),
            offset: f(&self.offset),
        }
    }
}

/// The extents; `None` for those known at run time only.
pub fn shape(memref: MemRefType<'_>) -> Vec<Option<i64>> {
    (0..memref.rank())
        .map(|i| match memref.dim_size(i) {
            Ok(DimSize::Static(n)) => i64::try_from(n).ok(),
            _ => None,
        })
        .collect()
}

/// A memref type like `like` with other sizes, strides and offset; `None`s are dynamic.
pub fn strided_type<'c>(
    context: &'c Context,
    like: MemRefType<'c>,
    strided: &Strided<Option<i64>>,
) -> Option<Type<'c>> {
    let text = |n: &Option<i64>| n.map_or("?".into(), |n| n.to_string());
    let strides = strided.strides.iter().map(text).collect::<Vec<String>>().join(", ");
    let layout = format!("strided<[{strides}], offset: {}>", text(&strided.offset));
    let layout = Attribute::parse(context, &layout)?;
    let sizes: Vec<i64> = strided.sizes.iter().map(|n| n.unwrap_or(ir::DYNAMIC)).collect();
    Some(MemRefType::new(like.element(), &sizes, Some(layout), like.memory_space()).into())
}

/// Whether a type contains such a memref in a way that is not lowered: the type of a
/// function, say, or of elements.
pub fn hides_layout(r#type: Type<'_>) -> bool {
    let nested = r#type.is_function() || r#type.is_tuple() || ir::is_memref(r#type);
    nested && {
        let text = r#type.to_string();
        text.match_indices("memref<").any(|(at, _)| text[at..].contains("#layout<"))
    }
}

/// Whether an integer is known to be a multiple of another, positive one.
pub fn divides(divisor: i64, e: &Expr) -> bool {
    match e.as_const() {
        Some(n) => n % divisor == 0,
        None => matches!(e.divisible_by(&Expr::Const(divisor)), Tri::Yes),
    }
}
