//! The layout that an affine map says, for coordinates within extents.
//!
//! The map is written as a sum of digits of its dimensions (`digits.rs`). Those of a dimension must nest: then they
//! are the modes of a layout. A swizzle is no such sum; a static map of few coordinates that is not is evaluated, and
//! its layout found by its values.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, Outer, Swizzle, composition, recover};

use super::digits::{Digit, Digits};
use super::error::NotALayout;
use super::expr::{AffineExpr, AffineMap, AffineOp};

/// Maps of so many coordinates are evaluated where their digits do not nest.
const MOST_EVALUATED: i64 = 1 << 16;

type Result<T> = std::result::Result<T, NotALayout>;

impl AffineMap {
    /// The layout that is this map at all coordinates within the extents. Extents, and the values of the map's
    /// symbols, may be symbols of the layout.
    ///
    /// ```
    /// use layout_upstream::AffineMap;
    /// let layout = |text: &str, extents: &[i64]| {
    ///     let extents: Vec<_> = extents.iter().map(|n| (*n).into()).collect();
    ///     let found = text.parse::<AffineMap>().unwrap().to_layout(&extents, &[]);
    ///     found.map_or_else(|e| e.to_string(), |l| l.to_string())
    /// };
    /// assert_eq!(layout("(i, j) -> (i * 8 + j)", &[4, 8]), "(4,8):(8,1)");
    /// assert_eq!(layout("(i, j) -> (i mod 2 + i floordiv 2 * 16 + j * 2)", &[8, 8]), "((2,4),8):((1,16),2)");
    /// assert_eq!(layout("(i, j) -> ((i * 8 + j) floordiv 16)", &[4, 8]), "((2,2),8):((0,1),0)");
    /// assert_eq!(layout("(i) -> (7 - i)", &[8]), "S<0,4,3> o 7 o (8):(-1)");
    /// assert_eq!(
    ///     layout("(i) -> (i mod 4 + i floordiv 6)", &[12]),
    ///     "digits of d0 do not nest: 4 and 6, of which neither is known to divide the other"
    /// );
    /// assert_eq!(layout("(i) -> (i floordiv 2 * 2 + (i + i floordiv 2) mod 2)", &[4]), "S<1,0,1> o 0 o (4):(1)");
    /// ```
    ///
    /// # Errors
    /// [`NotALayout`].
    pub fn to_layout(&self, extents: &[Expr], symbols: &[Expr]) -> Result<AnyLayout> {
        let [result] = &self.results[..] else { return Err(NotALayout::Results(self.results.len())) };
        let given = (extents.len(), symbols.len()) == (self.dims, self.symbols);
        if !given || !result.is_within(self.dims, self.symbols) {
            let (dims, extents, values) = (self.dims, extents.len(), symbols.len());
            return Err(NotALayout::Rank { dims, symbols: self.symbols, extents, values });
        }
        if let Some((dim, extent)) =
            extents.iter().enumerate().find(|(_, n)| n.as_const().is_some_and(|n| n < 1))
        {
            return Err(NotALayout::Extent { dim, extent: extent.to_string() });
        }
        let found = Reader { extents, symbols }.digits(result).and_then(|digits| layout_of(digits, extents));
        found.or_else(|error| by_values(result, extents, symbols).ok_or(error))
    }
}

struct Reader<'m> {
    extents: &'m [Expr],
    symbols: &'m [Expr],
}

impl Reader<'_> {
    fn digits(&self, e: &AffineExpr) -> Result<Digits> {
        let (op, sides) = match e {
            AffineExpr::Constant(c) => return Ok(Digits::number((*c).into())),
            AffineExpr::Dim(d) => return Ok(Digits::dimension(*d)),
            AffineExpr::Symbol(s) => {
                return Ok(Digits::number(self.symbols.get(*s).cloned().unwrap_or(Expr::ZERO)));
            }
            AffineExpr::Binary(op, sides) => (op, sides),
        };
        let (a, b) = (self.digits(&sides[0])?, self.digits(&sides[1])?);
        match op {
            AffineOp::Add => a.plus(b),
            AffineOp::Mul if b.digits.is_empty() => a.times(&b.offset),
            AffineOp::Mul if a.digits.is_empty() => b.times(&a.offset),
            _ if !b.digits.is_empty() => Err(NotALayout::Product(e.to_string())),
            AffineOp::Mod => Ok(a.cut(&b.offset, self.extents)?.1),
            AffineOp::FloorDiv => Ok(a.cut(&b.offset, self.extents)?.0),
            AffineOp::CeilDiv => {
                let last = Digits::number(b.offset.sub(&Expr::ONE)?);
                Ok(a.plus(last)?.cut(&b.offset, self.extents)?.0)
            }
            AffineOp::Mul => Err(NotALayout::Product(e.to_string())),
        }
    }
}

/// The layout of a sum of digits, one mode a dimension.
fn layout_of(digits: Digits, extents: &[Expr]) -> Result<AnyLayout> {
    let mut modes = Vec::new();
    for (dim, extent) in extents.iter().enumerate() {
        let own: Vec<&Digit> = digits.digits.iter().filter(|digit| digit.dim == dim).collect();
        modes.push(mode(dim, extent, &own)?);
    }
    let layout = Layout::concat(&modes)?;
    let none = Outer::Swizzle(Swizzle::new(0, 4, 3).map_err(|_| NotALayout::Results(0))?);
    Ok(AnyLayout::composed(none, digits.offset, layout))
}

/// The mode of a dimension.
fn mode(dim: usize, extent: &Expr, digits: &[&Digit]) -> Result<Layout> {
    // Where digits begin and end, each a multiple of those before it.
    let mut ends = vec![Expr::ONE];
    let mut add = |end: Expr| -> Result<()> {
        let mut at = ends.len();
        while let Some(before) = at.checked_sub(1).map(|k| &ends[k]) {
            if *before == end {
                return Ok(());
            }
            if end.div_exact(before).is_some() {
                break;
            }
            if before.div_exact(&end).is_none() {
                return Err(NotALayout::Nest { dim, a: before.named(), b: end.named() });
            }
            at -= 1;
        }
        ends.insert(at, end);
        Ok(())
    };
    for digit in digits {
        add(digit.divisor.clone())?;
        if let Some(modulus) = &digit.modulus {
            add(digit.divisor.mul(modulus)?)?;
        }
    }
    add(extent.clone())?;
    let (mut sizes, mut strides): (Vec<Expr>, Vec<Expr>) = (Vec::new(), Vec::new());
    let nest = |a: &Expr, b: &Expr| NotALayout::Nest { dim, a: a.named(), b: b.named() };
    for pair in ends.windows(2) {
        let [begin, end] = pair else { continue };
        // Digits past the extent are those of no coordinate.
        if begin == extent {
            break;
        }
        let size = end.div_exact(begin).ok_or_else(|| nest(begin, end))?;
        let mut stride = Expr::ZERO;
        for digit in digits {
            let Some(step) = begin.div_exact(&digit.divisor) else { continue };
            let within = match &digit.modulus {
                Some(modulus) => digit.divisor.mul(modulus)?.div_exact(end).is_some(),
                None => true,
            };
            if within {
                stride = stride.add(&digit.stride.mul(&step)?)?;
            }
        }
        // What goes on with the same step is one mode.
        match (sizes.last_mut(), strides.last()) {
            (Some(before), Some(step)) if step.mul(before).ok().as_ref() == Some(&stride) => {
                *before = before.mul(&size)?;
            }
            _ => {
                sizes.push(size);
                strides.push(stride);
            }
        }
    }
    if sizes.is_empty() {
        // A single coordinate; the stride of the whole dimension is kept.
        let whole = digits.iter().find(|digit| digit.divisor.is(1));
        return Ok(Layout::mode1(Expr::ONE, whole.map_or(Expr::ZERO, |digit| digit.stride.clone()))?);
    }
    if let ([size], [stride]) = (&sizes[..], &strides[..]) {
        return Ok(Layout::mode1(size.clone(), stride.clone())?);
    }
    Ok(Layout::new(&IntTuple::flat(sizes), &IntTuple::flat(strides))?)
}

/// The layout with the values of a static map of few coordinates, if it is a swizzled one.
fn by_values(e: &AffineExpr, extents: &[Expr], symbols: &[Expr]) -> Option<AnyLayout> {
    let extents: Vec<i64> = extents.iter().map(Expr::as_const).collect::<Option<_>>()?;
    let symbols: Vec<i64> = symbols.iter().map(Expr::as_const).collect::<Option<_>>()?;
    let size = extents.iter().try_fold(1i64, |n, e| n.checked_mul(*e)).filter(|n| *n <= MOST_EVALUATED)?;
    let value = |number: i64| {
        let mut rest = number;
        let digit = |extent: &i64| {
            let digit = rest % extent;
            rest /= extent;
            digit
        };
        e.eval(&extents.iter().map(digit).collect::<Vec<_>>(), &symbols)
    };
    let values: Vec<i64> = (0..size).map(value).collect::<Option<_>>()?;
    let shape = Layout::left(&IntTuple::flat(extents.iter().map(|n| Expr::from(*n)))).ok()?;
    let found = composition(&recover(&values).ok()?, &shape).ok()?;
    let same = found.domain().rank() == extents.len()
        && values.iter().enumerate().all(|(i, v)| found.eval(i as i64) == Some(*v));
    same.then_some(found)
}
