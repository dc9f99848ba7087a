//! CUDA Tile IR's views of memory: `!cuda_tile.tensor_view<?x16xf32, strides=[1,?]>` has a layout, and
//! `!cuda_tile.partition_view<tile=(4x2), …>` cuts it into tiles, a covering divide of it. Facts of what is not known
//! are the predicates of `cuda_tile.assume`.

use std::fmt;
use std::str::FromStr;

use layout_algebra::{
    AnyLayout, Expr, ExprError, IntTuple, Layout, LayoutError, ParseError, Parser, SymbolFacts, Tri,
};

use crate::number::{list, number, positive, shaped, texts};
use crate::strided::{NoStridedLayout, NotStrided, Origin, Strided};

/// A `tensor_view`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorView {
    /// The type of the elements.
    pub element: String,
    /// The extents.
    pub shape: Vec<Option<i64>>,
    /// The strides, in elements.
    pub strides: Vec<Option<i64>>,
}

/// A `partition_view`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionView {
    /// The extents of a tile, powers of two.
    pub tile: Vec<i64>,
    /// What is partitioned.
    pub view: TensorView,
    /// For each dimension of tiles that of the view.
    pub dim_map: Vec<usize>,
    /// What is loaded past the end.
    pub padding: Option<String>,
}

/// A predicate of `cuda_tile.assume`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// `div_by<8>`, a power of two.
    DivBy(i64),
    /// `bounded<1, ?>`, both ends inclusive.
    Bounded(Option<i64>, Option<i64>),
}

/// Why there is no such view or layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// The layout has not one stride a dimension.
    #[error(transparent)]
    NotStrided(#[from] NotStrided),
    /// An offset, which the pointer of a view has.
    #[error("a view begins at its pointer, and the layout at {0}; offset the pointer")]
    Offset(String),
    /// A stride below 1.
    #[error("dimension {dim} has the stride {stride}, and those of a view are known to be at least 1")]
    Stride {
        /// The dimension.
        dim: usize,
        /// Its stride.
        stride: String,
    },
    /// A fact of a number that the view has not.
    #[error("{what} is assumed to be {predicate}, and the view has {dimensions} dimensions, counted from 0")]
    NoSuch {
        /// The number: `stride7`.
        what: String,
        /// What is assumed of it.
        predicate: Predicate,
        /// The dimensions of the view.
        dimensions: usize,
    },
    /// A fact that does not hold of the number that the view says.
    #[error("{what} is assumed to be {predicate}, and the view says that it is {value}")]
    Contradicts {
        /// The number: `stride0`.
        what: String,
        /// What is assumed of it.
        predicate: Predicate,
        /// What it is.
        value: i64,
    },
    /// A partition that the dialect refuses.
    #[error("no partition: {0}")]
    Partition(String),
    /// A layout that is no tiles and their grid.
    #[error("{layout} is no pair of a tile and its grid: {why}")]
    NotTiles {
        /// The layout.
        layout: String,
        /// What is in the way.
        why: String,
    },
    /// See [`NoStridedLayout`].
    #[error(transparent)]
    NoLayout(#[from] NoStridedLayout),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for ViewError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

impl Predicate {
    /// The facts, with others that hold.
    pub fn and(self, facts: SymbolFacts) -> SymbolFacts {
        match self {
            Self::DivBy(div) => {
                SymbolFacts { div: layout_algebra::lcm(div, facts.div).unwrap_or(div), ..facts }
            }
            Self::Bounded(lo, hi) => SymbolFacts {
                min: lo.map_or(facts.min, |lo| lo.max(facts.min)),
                max: hi.map_or(facts.max, |hi| hi.min(facts.max)),
                ..facts
            },
        }
    }

    /// What the facts of an integer are as predicates: powers of two that divide it, and its bounds.
    ///
    /// ```
    /// use layout_algebra::{Expr, Symbol, SymbolFacts};
    /// use layout_upstream::Predicate;
    /// let n = Expr::from(Symbol::new(0, SymbolFacts { div: 24, min: 1, max: i64::MAX }));
    /// let texts: Vec<_> = Predicate::of(&n).iter().map(|p| p.to_string()).collect();
    /// assert_eq!(texts, ["#cuda_tile.div_by<8>", "#cuda_tile.bounded<24, ?>"]);
    /// ```
    pub fn of(integer: &Expr) -> Vec<Self> {
        let mut out = Vec::new();
        let div = 1i64 << integer.content().unsigned_abs().trailing_zeros().min(62);
        if div > 1 {
            out.push(Self::DivBy(div));
        }
        let (lo, hi) = integer.bounds();
        let fits = |end: Option<i128>| end.and_then(|n| i64::try_from(n).ok());
        if fits(lo).is_some() || fits(hi).is_some() {
            out.push(Self::Bounded(fits(lo), fits(hi)));
        }
        out
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DivBy(div) => write!(f, "#cuda_tile.div_by<{div}>"),
            Self::Bounded(lo, hi) => write!(f, "#cuda_tile.bounded<{}>", texts(&[*lo, *hi], ", ")),
        }
    }
}

impl FromStr for Predicate {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser::whole(text, |p| {
            p.eat("#cuda_tile.");
            if p.eat("div_by<") {
                let at = p.clone();
                let div = p.int()?;
                if div < 1 || !(div as u64).is_power_of_two() {
                    return Err(at.clone().expected("a power of two"));
                }
                p.require(">", "`>`")?;
                return Ok(Self::DivBy(div));
            }
            p.require("bounded<", "`div_by<…>` or `bounded<…>`")?;
            let lo = number(p)?;
            p.require(",", "`,`")?;
            let hi = number(p)?;
            if lo.zip(hi).is_some_and(|(lo, hi)| lo > hi) {
                return Err(p.expected("bounds in their order before this"));
            }
            p.require(">", "`>`")?;
            Ok(Self::Bounded(lo, hi))
        })
    }
}

impl TensorView {
    /// Its layout, with a symbol for each number that is not known, of which the predicates hold.
    ///
    /// ```
    /// use layout_upstream::{Origin, Predicate, TensorView};
    /// let view: TensorView = "!cuda_tile.tensor_view<?x16xf32, strides=[1,?]>".parse().unwrap();
    /// let layout = |facts: &[(Origin, Predicate)]| view.to_layout(facts).unwrap().canonical().0.to_string();
    /// assert_eq!(layout(&[]), "(?,16):(1,?{min=1})");
    /// assert_eq!(layout(&[(Origin::Stride(1), Predicate::DivBy(8))]), "(?,16):(1,?{div=8,min=1})");
    /// let wrong = |origin| view.to_layout(&[(origin, Predicate::DivBy(8))]).unwrap_err().to_string();
    /// assert_eq!(
    ///     wrong(Origin::Stride(0)),
    ///     "stride0 is assumed to be #cuda_tile.div_by<8>, and the view says that it is 1"
    /// );
    /// assert!(wrong(Origin::Size(7)).ends_with("and the view has 2 dimensions, counted from 0"));
    /// ```
    ///
    /// # Errors
    /// [`ViewError`]; facts that no integer satisfies.
    pub fn to_layout(&self, facts: &[(Origin, Predicate)]) -> Result<AnyLayout, ViewError> {
        let strided = Strided { sizes: self.shape.clone(), strides: self.strides.clone(), offset: Some(0) };
        let all = |origin: Origin| {
            let own = facts.iter().filter(|(of, _)| *of == origin);
            own.fold(SymbolFacts::SIZE, |facts, (_, predicate)| predicate.and(facts))
        };
        for (origin, predicate) in facts.iter().copied() {
            let (what, number) = match origin {
                Origin::Size(d) => (format!("size{d}"), self.shape.get(d)),
                Origin::Stride(d) => (format!("stride{d}"), self.strides.get(d)),
                Origin::Offset => ("offset".into(), None),
            };
            let Some(number) = number else {
                return Err(ViewError::NoSuch { what, predicate, dimensions: self.shape.len() });
            };
            if let Some(value) = number.filter(|n| !predicate.and(SymbolFacts::NONE).admit(*n)) {
                return Err(ViewError::Contradicts { what, predicate, value });
            }
            if !all(origin).is_satisfiable() {
                let facts = all(origin);
                let (div, min, max) = (facts.div, facts.min, facts.max);
                let why =
                    format!("no positive integer satisfies what is assumed: div={div}, min={min}, max={max}");
                return Err(ViewError::Partition(why));
            }
        }
        Ok(strided.with_symbols(&|origin| Some(all(origin))).to_layout()?)
    }

    /// The view that has a layout, of elements of a type.
    ///
    /// ```
    /// use layout_upstream::TensorView;
    /// let view = |text: &str| TensorView::of_layout(&text.parse().unwrap(), "f16").map(|v| v.to_string());
    /// assert_eq!(view("(?,?):(s1,1)").unwrap(), "!cuda_tile.tensor_view<?x?xf16, strides=[?,1]>");
    /// assert_eq!(
    ///     view("(4,8):(0,1)").unwrap_err().to_string(),
    ///     "dimension 0 has the stride 0, and those of a view are known to be at least 1"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn of_layout(layout: &AnyLayout, element: &str) -> Result<Self, ViewError> {
        let strided = Strided::of_layout(layout)?;
        if !strided.offset.is(0) {
            return Err(ViewError::Offset(strided.offset.named()));
        }
        for (dim, stride) in strided.strides.iter().enumerate() {
            if Expr::ONE.le(stride) != Tri::Yes {
                return Err(ViewError::Stride { dim, stride: stride.named() });
            }
        }
        let known = strided.map(Expr::as_const);
        Ok(Self { element: element.into(), shape: known.sizes, strides: known.strides })
    }
}

impl PartitionView {
    /// The layout of tiles: `((tile…), (grid…))`, dimensions as tiles have them. Where a tile is not known to divide its
    /// dimension, the last one reaches past the end; those dimensions, of tiles, are the second part.
    ///
    /// ```
    /// use layout_upstream::PartitionView;
    /// let layout = |text: &str| {
    ///     let (layout, open) = text.parse::<PartitionView>().unwrap().to_layout(&[]).unwrap();
    ///     (layout.canonical().0.to_string(), open)
    /// };
    /// let of = "tensor_view<64x32xf32, strides=[32,1]>";
    /// assert_eq!(
    ///     layout(&format!("!cuda_tile.partition_view<tile=(4x8), {of}>")),
    ///     ("((4,8),(16,4)):((32,1),(128,8))".into(), vec![])
    /// );
    /// assert_eq!(
    ///     layout(&format!("!cuda_tile.partition_view<tile=(8x4), padding_value = zero, {of}, dim_map=[1, 0]>")),
    ///     ("((8,4),(4,16)):((1,32),(8,128))".into(), vec![])
    /// );
    /// assert_eq!(layout("!cuda_tile.partition_view<tile=(8), tensor_view<20xf32, strides=[1]>>").1, [0]);
    /// ```
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn to_layout(&self, facts: &[(Origin, Predicate)]) -> Result<(AnyLayout, Vec<usize>), ViewError> {
        self.check()?;
        let view = Strided::of_layout(&self.view.to_layout(facts)?)?;
        let (mut grid, mut apart, mut within, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (dim, (tile, of)) in self.tile.iter().zip(&self.dim_map).enumerate() {
            let (tile, size, stride) = (Expr::from(*tile), &view.sizes[*of], &view.strides[*of]);
            if size.divisible_by(&tile) != Tri::Yes {
                open.push(dim);
            }
            grid.push(size.ceildiv(&tile)?);
            apart.push(stride.mul(&tile)?);
            within.push(stride.clone());
        }
        let tile =
            Layout::new(&IntTuple::flat(self.tile.iter().map(|n| Expr::from(*n))), &IntTuple::flat(within))?;
        let grid = Layout::new(&IntTuple::flat(grid), &IntTuple::flat(apart))?;
        Ok((Layout::concat([&tile, &grid])?.into(), open))
    }

    /// What the dialect's verifier asks for.
    fn check(&self) -> Result<(), ViewError> {
        let refuse = |why: String| Err(ViewError::Partition(why));
        let rank = self.view.shape.len();
        if self.tile.is_empty() || self.tile.len() != rank {
            return refuse(format!("tiles of {} dimensions of a view of {rank}", self.tile.len()));
        }
        if let Some(size) = self.tile.iter().find(|n| **n < 1 || !(**n as u64).is_power_of_two()) {
            return refuse(format!("{size} elements in a dimension of a tile are no power of two"));
        }
        let mut sorted = self.dim_map.clone();
        sorted.sort_unstable();
        if sorted != (0..rank).collect::<Vec<_>>() {
            return refuse(format!(
                "dim_map={:?} does not name each dimension of the view once",
                self.dim_map
            ));
        }
        let is_integer = self.view.element.starts_with('i');
        match self.padding.as_deref() {
            None | Some("zero") => Ok(()),
            Some(padding @ ("neg_zero" | "nan" | "pos_inf" | "neg_inf")) if is_integer => {
                refuse(format!("elements of {} have no {padding}", self.view.element))
            }
            Some("neg_zero" | "nan" | "pos_inf" | "neg_inf") => Ok(()),
            Some(other) => {
                refuse(format!("padding_value {other} is none of zero, neg_zero, nan, pos_inf and neg_inf"))
            }
        }
    }

    /// The partition whose tiles and grid are the two modes of a layout, such as that of a `zipped_divide`.
    ///
    /// ```
    /// use layout_upstream::PartitionView;
    /// let of = |text: &str| PartitionView::of_layout(&text.parse().unwrap(), "f32").map(|v| v.to_string());
    /// assert_eq!(
    ///     of("((4,8),(16,4)):((32,1),(128,8))").unwrap(),
    ///     "!cuda_tile.partition_view<tile=(4x8), tensor_view<64x32xf32, strides=[32,1]>>"
    /// );
    /// assert!(of("((4,8),(16,4)):((32,1),(64,8))").unwrap_err().to_string().contains("128"));
    /// ```
    ///
    /// # Errors
    /// [`ViewError`].
    pub fn of_layout(layout: &AnyLayout, element: &str) -> Result<Self, ViewError> {
        let refuse = |why: String| ViewError::NotTiles { layout: layout.named(), why };
        let modes = match layout {
            AnyLayout::Plain(l) => l.modes(),
            AnyLayout::Composed(_) => return Err(refuse("it is composed".into())),
        };
        let [tile, grid] = &modes[..] else { return Err(refuse(format!("it has {} modes", modes.len()))) };
        let parts = |l: &Layout| Strided::of_layout(&l.clone().into());
        let (tile, grid) = (parts(tile)?, parts(grid)?);
        if tile.sizes.len() != grid.sizes.len() {
            return Err(refuse("they have different numbers of dimensions".into()));
        }
        let mut shape = Vec::new();
        for (dim, (size, stride)) in tile.sizes.iter().zip(&tile.strides).enumerate() {
            let (apart, count) = (&grid.strides[dim], &grid.sizes[dim]);
            let expected = stride.mul(size)?;
            if !apart.sub(&expected)?.is(0) && !count.is(1) {
                let (apart, expected) = (apart.named(), expected.named());
                return Err(refuse(format!(
                    "tiles are {apart} apart in dimension {dim}, and {expected} would be one behind the other"
                )));
            }
            shape.push(size.mul(count)?);
        }
        let view = Strided { sizes: shape, strides: tile.strides.clone(), offset: Expr::ZERO }.to_layout()?;
        let sizes: Option<Vec<i64>> = tile.sizes.iter().map(Expr::as_const).collect();
        let tile = sizes.ok_or_else(|| refuse("the tile's size is not known".into()))?;
        let dim_map = (0..tile.len()).collect();
        let made = Self { tile, view: TensorView::of_layout(&view, element)?, dim_map, padding: None };
        made.check()?;
        Ok(made)
    }
}

impl fmt::Display for TensorView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = texts(&self.shape, "x");
        let between = if self.shape.is_empty() { "" } else { "x" };
        write!(f, "!cuda_tile.tensor_view<{shape}{between}{}", self.element)?;
        if self.shape.is_empty() {
            f.write_str(">")
        } else {
            write!(f, ", strides=[{}]>", texts(&self.strides, ","))
        }
    }
}

impl fmt::Display for PartitionView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tile = self.tile.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        write!(f, "!cuda_tile.partition_view<tile=({tile}), ")?;
        if let Some(padding) = &self.padding {
            write!(f, "padding_value = {padding}, ")?;
        }
        f.write_str(self.view.to_string().trim_start_matches("!cuda_tile."))?;
        if !self.dim_map.iter().copied().eq(0..self.tile.len()) {
            write!(f, ", dim_map={:?}", self.dim_map)?;
        }
        f.write_str(">")
    }
}

impl FromStr for TensorView {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser::whole(text, tensor_view)
    }
}

impl FromStr for PartitionView {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser::whole(text, partition_view)
    }
}

fn tensor_view(parser: &mut Parser<'_>) -> Result<TensorView, ParseError> {
    parser.eat("!cuda_tile.");
    parser.require("tensor_view<", "`tensor_view<…>`")?;
    let (shape, element) = shaped(parser)?;
    if shape.iter().any(|n| n.is_some_and(|n| n < 1)) {
        return Err(parser.expected("sizes of at least 1 before this"));
    }
    let mut strides = Vec::new();
    if !shape.is_empty() {
        parser.require(",", "`, strides=[…]`")?;
        parser.require("strides", "`strides=[…]`")?;
        parser.require("=", "`=`")?;
        strides = list(parser, ["[", "]"], |p| positive(p, "a stride of at least 1, or `?`"))?;
        if strides.len() != shape.len() {
            return Err(parser.expected("a stride for each dimension before this"));
        }
    }
    parser.require(">", "`>`")?;
    Ok(TensorView { element, shape, strides })
}

fn partition_view(parser: &mut Parser<'_>) -> Result<PartitionView, ParseError> {
    parser.eat("!cuda_tile.");
    parser.require("partition_view<", "`partition_view<…>`")?;
    parser.require("tile", "`tile=(…)`")?;
    parser.require("=", "`=`")?;
    parser.require("(", "`(` and the sizes of a tile")?;
    let mut tile = Vec::new();
    loop {
        tile.push(parser.int()?);
        if !parser.eat("x") {
            break;
        }
    }
    parser.require(")", "`x` or `)`")?;
    parser.require(",", "`,`")?;
    let mut padding = None;
    if parser.eat("padding_value") {
        parser.require("=", "`=`")?;
        padding = Some(parser.name().to_owned());
        parser.require(",", "`,`")?;
    }
    // The specification writes a name here, the dialect none.
    parser.eat("tensor_view=");
    let view = tensor_view(parser)?;
    let mut dim_map = (0..tile.len()).collect();
    if parser.eat(",") {
        parser.require("dim_map", "`dim_map=[…]`")?;
        parser.require("=", "`=`")?;
        dim_map = list(parser, ["[", "]"], |p| {
            let found = p.int()?;
            usize::try_from(found).map_err(|_| p.expected("a dimension from 0 on before this"))
        })?;
    }
    parser.require(">", "`>`")?;
    Ok(PartitionView { tile, view, dim_map, padding })
}
