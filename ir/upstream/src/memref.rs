//! `memref<4x?xf32, strided<[?, 1], offset: 3>, 3>`: a shape and the layout that the type says.

use layout_algebra::{AnyLayout, Expr, ParseError, Parser, Symbol, SymbolFacts};

use crate::affine::{AffineMap, NotALayout, affine_map};
use crate::number::shaped;
use crate::strided::{NoStridedLayout, Strided, rows};

/// What a memref's type says of its layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemrefLayout {
    /// Nothing: rows one behind the other.
    Rows,
    /// `strided<…>`.
    Strided(Strided<Option<i64>>),
    /// An affine map.
    Map(AffineMap),
}

/// A ranked memref with a layout of upstream's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memref {
    /// The extents.
    pub shape: Vec<Option<i64>>,
    /// The type of the elements.
    pub element: String,
    /// Where they lie.
    pub layout: MemrefLayout,
}

/// Why a memref has no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemrefError {
    /// See [`NoStridedLayout`].
    #[error(transparent)]
    Strided(#[from] NoStridedLayout),
    /// See [`NotALayout`].
    #[error(transparent)]
    Map(#[from] NotALayout),
}

impl Memref {
    /// The layout. Sizes that are not known are symbols 0, 1, …, the map's symbols follow them.
    ///
    /// ```
    /// use layout_algebra::Parser;
    /// use layout_upstream::Memref;
    /// let layout = |text| Parser::whole(text, Memref::parse).unwrap().to_layout().unwrap().canonical().0.to_string();
    /// assert_eq!(layout("memref<2x3x4xf32>"), "(2,3,4):(12,4,1)");
    /// assert_eq!(layout("memref<4x?xf32, strided<[?, 1], offset: 3>, 3>"), "S<0,4,3> o 3 o (4,?):(?,1)");
    /// assert_eq!(layout("memref<4x?xf32, affine_map<(i, j)[s] -> (i * s + j)>>"), "(4,?):(?,1)");
    /// ```
    ///
    /// # Errors
    /// [`MemrefError`].
    pub fn to_layout(&self) -> Result<AnyLayout, MemrefError> {
        let rank = self.shape.len();
        let symbol = |id: usize, facts| Expr::from(Symbol::new(id as u32, facts));
        let size = |(d, n): (usize, &Option<i64>)| n.map_or_else(|| symbol(d, SymbolFacts::SIZE), Expr::from);
        let sizes: Vec<Expr> = self.shape.iter().enumerate().map(size).collect();
        Ok(match &self.layout {
            MemrefLayout::Rows => rows(&sizes).map_err(NotALayout::from)?.to_layout()?,
            MemrefLayout::Strided(strided) => strided.with_symbols(&|_| None).to_layout()?,
            MemrefLayout::Map(map) => {
                let values = (0..map.symbols).map(|s| symbol(rank + s, SymbolFacts::NONE));
                map.to_layout(&sizes, &values.collect::<Vec<_>>())?
            }
        })
    }

    /// A memref's type.
    ///
    /// # Errors
    /// What is expected, and where.
    pub fn parse(parser: &mut Parser<'_>) -> Result<Self, ParseError> {
        parser.require("memref<", "`memref<…>`")?;
        let (shape, element) = shaped(parser)?;
        let mut layout = MemrefLayout::Rows;
        if parser.eat(",") {
            if parser.clone().eat("strided") {
                layout = MemrefLayout::Strided(Strided::parse(parser, shape.clone())?);
                parser.eat(",");
            } else if parser.clone().eat("affine_map") {
                layout = MemrefLayout::Map(affine_map(parser)?);
                parser.eat(",");
            }
        }
        space(parser)?;
        Ok(Self { shape, element, layout })
    }
}

/// A memory space, which says nothing of where elements lie in it, and the end of the type.
fn space(parser: &mut Parser<'_>) -> Result<(), ParseError> {
    let mut open = 1;
    while open > 0 {
        if parser.eat(">") {
            open -= 1;
        } else if parser.eat("<") {
            open += 1;
        } else if !(parser.eat("#") || parser.eat(".")) && parser.name().is_empty() && parser.int().is_err() {
            return Err(parser.expected("a memory space, or `>`"));
        }
    }
    Ok(())
}
