//! `strided<[8, 1], offset: ?>`: one stride a dimension.

use std::fmt;
use std::str::FromStr;

use layout_algebra::{
    AnyLayout, Expr, ExprError, IntTuple, Layout, LayoutError, Outer, ParseError, Parser, Swizzle, Symbol,
    SymbolFacts, coalesce,
};

use crate::number::{list, number, texts};

/// Where elements lie that have one stride a dimension: `offset + Σ index · stride`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strided<T> {
    /// The extents.
    pub sizes: Vec<T>,
    /// The strides, in elements.
    pub strides: Vec<T>,
    /// The index of the first element.
    pub offset: T,
}

/// Why a layout has not one stride a dimension.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotStrided {
    /// A mode with modes that are no one.
    #[error("mode {mode}, {layout}, has no one stride; a dimension for each of its modes has")]
    Hierarchical {
        /// The mode's number.
        mode: usize,
        /// The mode.
        layout: String,
    },
    /// A swizzle, or a layout behind another.
    #[error("{0} is no sum of coordinates times strides; its affine map says it")]
    Composed(String),
    /// Integers past 64 bits.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for NotStrided {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// Why strides are no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStridedLayout {
    /// As many strides as sizes are needed.
    #[error("{strides} strides for {sizes} dimensions; there must be one each")]
    Rank {
        /// Strides given.
        strides: usize,
        /// Dimensions.
        sizes: usize,
    },
    /// A dimension without coordinates.
    #[error("dimension {dim} has no coordinates; the sizes of a layout are at least 1")]
    Empty {
        /// The dimension.
        dim: usize,
    },
    /// Integers past 64 bits.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// Which number of a text an unknown one is, by the number of its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The size of a dimension.
    Size(usize),
    /// Its stride.
    Stride(usize),
    /// The offset.
    Offset,
}

impl Origin {
    /// What symbol number `id` of a [`Strided::to_layout`] of so many dimensions is.
    pub fn of(id: u32, rank: usize) -> Self {
        match id as usize {
            id if id < rank => Self::Size(id),
            id if id < 2 * rank => Self::Stride(id - rank),
            _ => Self::Offset,
        }
    }

    /// The number of its symbol.
    fn id(self, rank: usize) -> usize {
        match self {
            Self::Size(d) => d,
            Self::Stride(d) => rank + d,
            Self::Offset => 2 * rank,
        }
    }
}

impl<T> Strided<T> {
    /// Sizes, strides and the offset, in this order.
    pub fn leaves(&self) -> impl Iterator<Item = &T> {
        self.sizes.iter().chain(&self.strides).chain([&self.offset])
    }

    /// The same of something else.
    pub fn map<U>(&self, f: impl Fn(&T) -> U) -> Strided<U> {
        Strided {
            sizes: self.sizes.iter().map(&f).collect(),
            strides: self.strides.iter().map(&f).collect(),
            offset: f(&self.offset),
        }
    }
}

impl Strided<Expr> {
    /// The sizes and strides of a layout's modes.
    ///
    /// ```
    /// use layout_upstream::Strided;
    /// let strided = |text: &str| Strided::of_layout(&text.parse().unwrap());
    /// let known = |text: &str| strided(text).unwrap().map(|e| e.as_const()).to_string();
    /// assert_eq!(known("(4,8):(16,1)"), "strided<[16, 1]>");
    /// assert_eq!(known("S<0,4,3> o 7 o 8:-1"), "strided<[-1], offset: 7>");
    /// assert_eq!(known("((2,4),?):((1,2),?)"), "strided<[1, ?]>");
    /// assert_eq!(
    ///     strided("(4,(2,4)):(1,(4,16))").unwrap_err().to_string(),
    ///     "mode 1, (2,4):(4,16), has no one stride; a dimension for each of its modes has"
    /// );
    /// assert!(strided("S<1,0,1> o 0 o 4:1").unwrap_err().to_string().contains("affine map"));
    /// ```
    ///
    /// # Errors
    /// [`NotStrided`].
    pub fn of_layout(layout: &AnyLayout) -> Result<Self, NotStrided> {
        let (domain, offset) = match layout {
            AnyLayout::Plain(l) => (l, Expr::ZERO),
            AnyLayout::Composed(c) => match &c.outer {
                Outer::Swizzle(s) if s.bits() == 0 => (&c.inner, c.offset.clone()),
                _ => return Err(NotStrided::Composed(layout.named())),
            },
        };
        let mut out = Self { sizes: Vec::new(), strides: Vec::new(), offset };
        for (number, mode) in domain.modes().iter().enumerate() {
            // Coalescing forgets the stride of a single element, which upstream's types state.
            let one = if mode.stride_leaves().len() == 1 { mode.clone() } else { coalesce(mode)? };
            let [stride] = one.stride_leaves() else {
                return Err(NotStrided::Hierarchical { mode: number, layout: mode.named() });
            };
            out.sizes.push(mode.size()?);
            out.strides.push(stride.clone());
        }
        Ok(out)
    }

    /// The layout with one mode a dimension.
    ///
    /// # Errors
    /// [`NoStridedLayout`].
    pub fn to_layout(&self) -> Result<AnyLayout, NoStridedLayout> {
        if self.sizes.len() != self.strides.len() {
            let (strides, sizes) = (self.strides.len(), self.sizes.len());
            return Err(NoStridedLayout::Rank { strides, sizes });
        }
        if let Some(dim) = self.sizes.iter().position(|n| n.as_const().is_some_and(|n| n < 1)) {
            return Err(NoStridedLayout::Empty { dim });
        }
        let layout = Layout::new(&IntTuple::flat(self.sizes.clone()), &IntTuple::flat(self.strides.clone()))?;
        let none = Outer::Swizzle(Swizzle::new(0, 4, 3).map_err(|_| NoStridedLayout::Empty { dim: 0 })?);
        Ok(AnyLayout::composed(none, self.offset.clone(), layout))
    }
}

impl Strided<Option<i64>> {
    /// With a symbol for each number that is not known: of a size at least 1, of another nothing else than `facts`
    /// say. [`Origin::of`] says which number a symbol is.
    pub fn with_symbols(&self, facts: &dyn Fn(Origin) -> Option<SymbolFacts>) -> Strided<Expr> {
        let rank = self.sizes.len();
        let expr = |n: &Option<i64>, origin: Origin| {
            let size = matches!(origin, Origin::Size(_));
            let unknown = if size { SymbolFacts::SIZE } else { SymbolFacts::NONE };
            let symbol = || Symbol::new(origin.id(rank) as u32, facts(origin).unwrap_or(unknown));
            n.map_or_else(|| Expr::from(symbol()), Expr::from)
        };
        Strided {
            sizes: self.sizes.iter().enumerate().map(|(d, n)| expr(n, Origin::Size(d))).collect(),
            strides: self.strides.iter().enumerate().map(|(d, n)| expr(n, Origin::Stride(d))).collect(),
            offset: expr(&self.offset, Origin::Offset),
        }
    }

    /// A `strided<…>` of memory of a shape.
    ///
    /// ```
    /// use layout_algebra::Parser;
    /// use layout_upstream::Strided;
    /// let sizes = vec![Some(4), None];
    /// let strided = Parser::whole("strided<[?, 1], offset: 3>", |p| Strided::parse(p, sizes.clone())).unwrap();
    /// let layout = strided.with_symbols(&|_| None).to_layout().unwrap();
    /// assert_eq!(layout.canonical().0.to_string(), "S<0,4,3> o 3 o (4,?):(?,1)");
    /// ```
    ///
    /// # Errors
    /// What is expected, and where.
    pub fn parse(parser: &mut Parser<'_>, sizes: Vec<Option<i64>>) -> Result<Self, ParseError> {
        parser.require("strided", "`strided<[…]>`")?;
        parser.require("<", "`<`")?;
        let strides = list(parser, ["[", "]"], number)?;
        let mut offset = Some(0);
        if parser.eat(",") {
            parser.require("offset", "`offset: …`")?;
            parser.require(":", "`:`")?;
            offset = number(parser)?;
        }
        parser.require(">", "`>`")?;
        Ok(Self { sizes, strides, offset })
    }
}

impl fmt::Display for Strided<Option<i64>> {
    /// As MLIR writes it, without the sizes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strided<[{}]", texts(&self.strides, ", "))?;
        if self.offset != Some(0) {
            write!(f, ", offset: {}", texts(&[self.offset], ""))?;
        }
        f.write_str(">")
    }
}

impl fmt::Display for Strided<Expr> {
    /// The same; what is no constant is `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.map(Expr::as_const).fmt(f)
    }
}

/// Rows of a shape one behind the other: what a memref without a layout is.
pub fn rows(sizes: &[Expr]) -> Result<Strided<Expr>, ExprError> {
    let mut strides = vec![Expr::ONE; sizes.len()];
    for d in (1..sizes.len()).rev() {
        strides[d - 1] = strides[d].mul(&sizes[d])?;
    }
    Ok(Strided { sizes: sizes.to_vec(), strides, offset: Expr::ZERO })
}

impl FromStr for Strided<Option<i64>> {
    type Err = ParseError;

    /// Without sizes, each of which is unknown.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut strided = Parser::whole(text, |p| Self::parse(p, Vec::new()))?;
        strided.sizes = vec![None; strided.strides.len()];
        Ok(strided)
    }
}
