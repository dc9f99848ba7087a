//! Operations on layouts as terms: sizes, strides and coordinates are integers of 128
//! bits, and an index is poison where the type of indices does not hold it.

use layout_algebra::{AnyLayout, Arithmetic, Coord, Layout, Outer, Symbol};
use layout_dialect::{Coordinate, Known};
use layout_mlir::ir;
use melior::ir::{OperationRef, Type, ValueLike};

use super::super::term::{Bin, Cmp, Term, Terms, Truth};
use super::{Encoded, Encoder, Int, Unsupported};

/// Bits in which sizes and indices are computed: those of two numbers of 64 are exact.
const WIDE: u32 = 128;

/// A layout that its type tells.
#[derive(Clone)]
pub struct LayoutTerms {
    layout: AnyLayout,
    /// The values of its symbols, in their order.
    pub symbols: Vec<Int>,
    /// Whether they are no poison, and keep what the type promises of them.
    kept: Truth,
}

/// Integers in place of symbols and operands.
struct Wide<'t> {
    terms: &'t mut Terms,
    values: Vec<Term>,
    /// Whether an intermediate result is out of reach.
    broken: Truth,
}

impl Wide<'_> {
    fn ring(&mut self, op: Bin, a: Term, b: Term) -> Term {
        let broken = self.terms.overflow(op, true, a, b);
        self.broken = self.terms.or(self.broken, broken);
        self.terms.bin(op, a, b)
    }

    fn number(&mut self, value: i128) -> Term {
        self.terms.constant(WIDE, value)
    }
}

impl Arithmetic for Wide<'_> {
    type Value = Term;
    type Error = Unsupported;

    fn constant(&mut self, value: i64) -> Result<Term, Unsupported> {
        Ok(self.number(value.into()))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Term, Unsupported> {
        let value = usize::try_from(symbol.id).ok().and_then(|i| self.values.get(i));
        value.copied().ok_or_else(|| Unsupported("a symbol without a value".into()))
    }

    fn add(&mut self, a: Term, b: Term) -> Result<Term, Unsupported> {
        Ok(self.ring(Bin::Add, a, b))
    }

    fn mul(&mut self, a: Term, b: Term) -> Result<Term, Unsupported> {
        Ok(self.ring(Bin::Mul, a, b))
    }

    fn floordiv(&mut self, a: Term, b: Term) -> Result<Term, Unsupported> {
        self.divisor(b);
        Ok(self.terms.floor(a, b).0)
    }

    fn modulo(&mut self, a: Term, b: Term) -> Result<Term, Unsupported> {
        self.divisor(b);
        Ok(self.terms.floor(a, b).1)
    }

    fn minimum(&mut self, a: Term, b: Term) -> Result<Term, Unsupported> {
        let less = self.terms.cmp(Cmp::LtS, a, b);
        Ok(self.terms.ite(less, a, b))
    }

    fn maximum(&mut self, a: Term, b: Term) -> Result<Term, Unsupported> {
        let less = self.terms.cmp(Cmp::LtS, a, b);
        Ok(self.terms.ite(less, b, a))
    }
}

impl Wide<'_> {
    fn divisor(&mut self, b: Term) {
        let low = self.terms.cmp_number(Cmp::LeS, b, 0);
        self.broken = self.terms.or(self.broken, low);
    }

    fn size(&mut self, layout: &Layout) -> Result<Term, Unsupported> {
        let mut size = self.number(1);
        for leaf in layout.shape_leaves() {
            let n = leaf.compute(self)?;
            size = self.ring(Bin::Mul, size, n);
        }
        Ok(size)
    }

    /// The sum of digits by strides of the `i`-th coordinate, leftmost mode fastest.
    fn walk(&mut self, layout: &Layout, i: Term, inside: bool) -> Result<Term, Unsupported> {
        if inside {
            let size = self.size(layout)?;
            let (negative, below) =
                (self.terms.cmp_number(Cmp::LtS, i, 0), self.terms.cmp(Cmp::LtS, i, size));
            let beyond = self.terms.not(below);
            self.broken = self.terms.any(&[self.broken, negative, beyond]);
        }
        let (mut rest, mut sum) = (i, self.number(0));
        let last = layout.shape_leaves().len().saturating_sub(1);
        for (k, (size, stride)) in layout.shape_leaves().iter().zip(layout.stride_leaves()).enumerate() {
            let (size, stride) = (size.compute(self)?, stride.compute(self)?);
            let (quotient, digit) = if k == last { (rest, rest) } else { self.terms.floor(rest, size) };
            rest = quotient;
            let term = self.ring(Bin::Mul, digit, stride);
            sum = self.ring(Bin::Add, sum, term);
        }
        Ok(sum)
    }

    fn at(&mut self, layout: &Layout, coord: &Coord<Term>) -> Result<Term, Unsupported> {
        match coord {
            Coord::Int(i) => self.walk(layout, *i, true),
            Coord::Tuple(parts) => {
                let modes = layout.modes();
                if modes.len() != parts.len() {
                    return Err(Unsupported("a coordinate of another nesting".into()));
                }
                let mut sum = self.number(0);
                for (mode, part) in modes.iter().zip(parts) {
                    let term = self.at(mode, part)?;
                    sum = self.ring(Bin::Add, sum, term);
                }
                Ok(sum)
            }
        }
    }

    fn outer(&mut self, outer: &Outer, x: Term) -> Result<Term, Unsupported> {
        match outer {
            Outer::Swizzle(s) => {
                // Bits above the base move down by the shift, or up.
                let low = i64::from(s.base()) + i64::from(s.shift().max(0));
                let mask = self.number(((1i128 << s.bits()) - 1) << low);
                let by = self.number(s.shift().unsigned_abs().into());
                let field = self.terms.bin(Bin::And, x, mask);
                let moved = self.terms.bin(if s.shift() >= 0 { Bin::ShrU } else { Bin::Shl }, field, by);
                Ok(self.terms.bin(Bin::Xor, x, moved))
            }
            Outer::Layout(l) => self.walk(l, x, false),
            Outer::Chain(c) => {
                let inner = self.outer(&c.inner, x)?;
                let offset = c.offset.compute(self)?;
                let moved = self.ring(Bin::Add, inner, offset);
                self.outer(&c.outer, moved)
            }
        }
    }
}

impl Encoder {
    fn wide(&mut self, values: &[Int]) -> Wide<'_> {
        let broken = self.terms.lit(false);
        let values = values.iter().map(|v| self.terms.resize(v.bits, WIDE, true)).collect();
        Wide { terms: &mut self.terms, values, broken }
    }

    /// A layout with its symbols.
    fn layout(&mut self, layout: AnyLayout, symbols: Vec<Int>) -> Result<LayoutTerms, Unsupported> {
        let mut facts = layout.symbols();
        facts.sort_by_key(|s| s.id);
        if facts.len() != symbols.len() {
            return Err(Unsupported("a layout without its symbols".into()));
        }
        let mut wide = self.wide(&symbols);
        let mut broken = Vec::new();
        for (symbol, value) in facts.iter().zip(wide.values.clone()) {
            let f = symbol.facts;
            let div = wide.number(f.div.into());
            let rest = wide.terms.floor(value, div).1;
            let whole = wide.terms.cmp_number(Cmp::Eq, rest, 0);
            broken.push(wide.terms.not(whole));
            broken.push(wide.terms.cmp_number(Cmp::LtS, value, f.min.into()));
            let above = wide.terms.cmp_number(Cmp::LeS, value, f.max.into());
            broken.push(wide.terms.not(above));
        }
        for layout in shapes(&layout) {
            for size in layout.shape_leaves() {
                let size = size.compute(&mut wide)?;
                broken.push(wide.terms.cmp_number(Cmp::LtS, size, 1));
            }
        }
        broken.push(wide.broken);
        broken.extend(symbols.iter().map(|s| s.poison));
        let broken = self.terms.any(&broken);
        Ok(LayoutTerms { layout, symbols, kept: self.terms.not(broken) })
    }

    /// A wide integer as an index: poison where it does not fit.
    fn index(&mut self, value: Term, broken: &[Truth]) -> Encoded {
        let width = self.target.index_bits;
        let bits = self.terms.resize(value, width, true);
        let back = self.terms.resize(bits, WIDE, true);
        let same = self.terms.cmp(Cmp::Eq, back, value);
        let lost = self.terms.not(same);
        let broken = self.terms.any(broken);
        Encoded::Int(Int { bits, poison: self.terms.or(broken, lost) })
    }
}

/// The plain layouts that a layout is made of.
fn shapes(layout: &AnyLayout) -> Vec<&Layout> {
    fn outers<'l>(outer: &'l Outer, out: &mut Vec<&'l Layout>) {
        match outer {
            Outer::Swizzle(_) => {}
            Outer::Layout(l) => out.push(l),
            Outer::Chain(c) => {
                outers(&c.inner, out);
                outers(&c.outer, out);
            }
        }
    }
    match layout {
        AnyLayout::Plain(l) => vec![l],
        AnyLayout::Composed(c) => {
            let mut out = vec![&c.inner];
            outers(&c.outer, &mut out);
            out
        }
    }
}

fn known(r#type: Type<'_>) -> Result<AnyLayout, Unsupported> {
    match Known::of_type(r#type) {
        Some(Known::Layout(layout)) => Ok(layout.clone()),
        _ => Err(Unsupported(format!("a value of type {type}"))),
    }
}

/// A layout that nothing here computes: any values for its symbols.
pub(super) fn argument(encoder: &mut Encoder, r#type: Type<'_>) -> Result<LayoutTerms, Unsupported> {
    let layout = known(r#type)?;
    let width = encoder.target.index_bits;
    let count = layout.symbols().len();
    let symbol = |_| Int { bits: encoder.terms.var(width), poison: encoder.terms.flag() };
    let symbols = (0..count).map(symbol).collect();
    encoder.layout(layout, symbols)
}

/// An operation of the dialect; `symbols` names the operand's symbol that each symbol of
/// a result is.
pub(super) fn operation(
    encoder: &mut Encoder,
    op: OperationRef<'_, '_>,
    mnemonic: &str,
    symbols: Option<&[(usize, usize)]>,
    operands: &[Encoded],
) -> Result<Encoded, Unsupported> {
    let unsupported = || Unsupported(format!("layout.{mnemonic}"));
    let layouts: Vec<&LayoutTerms> =
        operands.iter().filter_map(|o| if let Encoded::Layout(l) = o { Some(&**l) } else { None }).collect();
    let ints: Vec<Int> =
        operands.iter().filter_map(|o| if let Encoded::Int(i) = o { Some(*i) } else { None }).collect();
    match (mnemonic, layouts.as_slice()) {
        ("make", []) => {
            let layout = known(ir::result(op).ok_or_else(unsupported)?.r#type())?;
            encoder.layout(layout, ints).map(|l| Encoded::Layout(l.into()))
        }
        ("size", [l]) => {
            let mut wide = encoder.wide(&l.symbols);
            let size = wide.size(domain(&l.layout))?;
            let broken = wide.broken;
            let lost = encoder.terms.not(l.kept);
            Ok(encoder.index(size, &[broken, lost]))
        }
        ("cosize", [l]) => {
            let AnyLayout::Plain(plain) = &l.layout else { return Err(unsupported()) };
            let mut wide = encoder.wide(&l.symbols);
            let mut sum = wide.number(1);
            for (size, stride) in plain.shape_leaves().iter().zip(plain.stride_leaves()) {
                let (size, stride, one, zero) =
                    (size.compute(&mut wide)?, stride.compute(&mut wide)?, wide.number(1), wide.number(0));
                let last = wide.ring(Bin::Sub, size, one);
                let negated = wide.ring(Bin::Sub, zero, stride);
                let positive = wide.maximum(stride, negated)?;
                let term = wide.ring(Bin::Mul, last, positive);
                sum = wide.ring(Bin::Add, sum, term);
            }
            let broken = wide.broken;
            let lost = encoder.terms.not(l.kept);
            Ok(encoder.index(sum, &[broken, lost]))
        }
        ("crd2idx", [l]) => {
            let coord = Coordinate::of(op).ok_or_else(unsupported)?;
            let coord = coord.fit(domain(&l.layout)).map_err(|e| Unsupported(e.to_string()))?;
            let coord = coord_terms(&mut encoder.wide(&ints), coord)?;
            let mut wide = encoder.wide(&l.symbols);
            let mut index = wide.at(domain(&l.layout), &coord)?;
            if let AnyLayout::Composed(c) = &l.layout {
                let offset = c.offset.compute(&mut wide)?;
                index = wide.ring(Bin::Add, index, offset);
                index = wide.outer(&c.outer, index)?;
            }
            let mut broken = vec![wide.broken];
            broken.extend(ints.iter().map(|i| i.poison));
            broken.push(encoder.terms.not(l.kept));
            Ok(encoder.index(index, &broken))
        }
        _ => {
            let layout = known(ir::result(op).ok_or_else(unsupported)?.r#type())?;
            let of = symbols.ok_or_else(unsupported)?;
            let values: Option<Vec<Int>> =
                of.iter().map(|(o, s)| layouts.get(*o)?.symbols.get(*s).copied()).collect();
            let mut result = encoder.layout(layout, values.ok_or_else(unsupported)?)?;
            // A symbol that the result does not mention may break its promise all the same.
            let mut kept: Vec<Truth> = layouts.iter().map(|l| l.kept).collect();
            kept.push(result.kept);
            result.kept = encoder.terms.all(&kept);
            Ok(Encoded::Layout(result.into()))
        }
    }
}

/// Shape and strides.
fn domain(layout: &AnyLayout) -> &Layout {
    match layout {
        AnyLayout::Plain(l) => l,
        AnyLayout::Composed(c) => &c.inner,
    }
}

fn coord_terms(wide: &mut Wide<'_>, coord: &Coord<layout_algebra::Expr>) -> Result<Coord<Term>, Unsupported> {
    Ok(match coord {
        Coord::Int(e) => Coord::Int(e.compute(wide)?),
        Coord::Tuple(parts) => {
            Coord::Tuple(parts.iter().map(|p| coord_terms(wide, p)).collect::<Result<_, _>>()?)
        }
    })
}
