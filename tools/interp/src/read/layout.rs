//! Layouts and encodings from their texts, and what they mean: loops and remainders.
//!
//! `(shape):(stride)` maps a coordinate to the sum of its parts times their strides; an
//! integer for a tuple of modes is taken apart with the leftmost fastest. `f o n o g` maps
//! `c` to `f(n + g(c))`, `S<b,m,s>` an integer `x` to `x xor y`, where `y` has the `b` bits
//! of `x` from `m + max(s, 0)` on, `s` places lower.

use super::cursor::{Cursor, ReadError};

/// An integer over the symbols of a layout.
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Int(i64),
    Symbol(usize),
    Binary(Operator, Box<(Expr, Expr)>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Min,
    Max,
}

/// A leaf, or a tuple of trees.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree<T> {
    /// No tuple.
    Leaf(T),
    /// A tuple, also of one or none.
    Tuple(Vec<Tree<T>>),
}

impl<T> Tree<T> {
    /// The leaves in order.
    pub fn leaves(&self) -> Vec<&T> {
        match self {
            Self::Leaf(leaf) => vec![leaf],
            Self::Tuple(parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    fn map<U>(&self, f: &mut impl FnMut(&T) -> U) -> Tree<U> {
        match self {
            Self::Leaf(leaf) => Tree::Leaf(f(leaf)),
            Self::Tuple(parts) => Tree::Tuple(parts.iter().map(|p| p.map(f)).collect()),
        }
    }
}

/// A coordinate: integers nested like a shape, or less deeply.
pub type Coordinate = Tree<i64>;

#[derive(Clone, Debug, PartialEq)]
enum Part<T> {
    Swizzle { bits: u32, base: u32, shift: i32 },
    Offset(T),
    Modes { shape: Tree<T>, stride: Tree<T> },
}

/// The text of a layout, read: its symbols have no values yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    parts: Vec<Part<Expr>>,
    symbols: usize,
}

/// A layout whose symbols have values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    parts: Vec<Part<i64>>,
}

struct Reader<'c, 't> {
    cursor: &'c mut Cursor<'t>,
    symbols: usize,
}

impl Reader<'_, '_> {
    fn tree(&mut self) -> Result<Tree<Expr>, ReadError> {
        if !self.cursor.eat("(") {
            return Ok(Tree::Leaf(self.sum()?));
        }
        let mut parts = Vec::new();
        if self.cursor.eat(")") {
            return Ok(Tree::Tuple(parts));
        }
        loop {
            parts.push(self.tree()?);
            if self.cursor.eat(")") {
                return Ok(Tree::Tuple(parts));
            }
            self.cursor.need(",")?;
        }
    }

    fn sum(&mut self) -> Result<Expr, ReadError> {
        let mut left = self.product()?;
        loop {
            let operator = match self.cursor.peek() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Sub,
                _ => return Ok(left),
            };
            self.cursor.need(if operator == Operator::Add { "+" } else { "-" })?;
            left = Expr::Binary(operator, Box::new((left, self.product()?)));
        }
    }

    fn product(&mut self) -> Result<Expr, ReadError> {
        let mut left = self.atom()?;
        while self.cursor.eat("*") {
            left = Expr::Binary(Operator::Mul, Box::new((left, self.atom()?)));
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expr, ReadError> {
        if self.cursor.eat("?") {
            self.symbols += 1;
            if self.cursor.eat("{") {
                self.cursor.until_closed('}')?;
            }
            return Ok(Expr::Symbol(self.symbols - 1));
        }
        for (name, operator) in [
            ("floordiv", Operator::Div),
            ("mod", Operator::Mod),
            ("min", Operator::Min),
            ("max", Operator::Max),
        ] {
            if self.cursor.eat(name) {
                self.cursor.need("(")?;
                let mut left = self.sum()?;
                while self.cursor.eat(",") {
                    left = Expr::Binary(operator, Box::new((left, self.sum()?)));
                }
                self.cursor.need(")")?;
                return Ok(left);
            }
        }
        if self.cursor.eat("(") {
            let inside = self.sum()?;
            self.cursor.need(")")?;
            return Ok(inside);
        }
        if self.cursor.eat("s") {
            let number = self.cursor.int()?;
            let number = usize::try_from(number).ok().filter(|n| *n < self.symbols);
            return number.map(Expr::Symbol).ok_or_else(|| self.cursor.expected("a symbol that was named"));
        }
        Ok(Expr::Int(self.cursor.int()?))
    }

    fn part(&mut self) -> Result<Part<Expr>, ReadError> {
        if self.cursor.eat("S<") {
            let wrong = self.cursor.expected("a swizzle");
            let bits = self.cursor.int()?;
            self.cursor.need(",")?;
            let base = self.cursor.int()?;
            self.cursor.need(",")?;
            let shift = self.cursor.int()?;
            self.cursor.need(">")?;
            let part = || {
                let (bits, base) = (u32::try_from(bits).ok()?, u32::try_from(base).ok()?);
                let shift = i32::try_from(shift).ok()?;
                (bits + base + shift.unsigned_abs() < 63).then_some(Part::Swizzle { bits, base, shift })
            };
            return part().ok_or(wrong);
        }
        let shape = self.tree()?;
        if self.cursor.eat(":") {
            let stride = self.tree()?;
            return Ok(Part::Modes { shape, stride });
        }
        match shape {
            Tree::Leaf(offset) => Ok(Part::Offset(offset)),
            // Without a stride the layout is compact, leftmost fastest.
            shape => {
                let mut next = Expr::Int(1);
                let stride = shape.map(&mut |extent| {
                    let stride = next.clone();
                    next = Expr::Binary(Operator::Mul, Box::new((next.clone(), extent.clone())));
                    stride
                });
                Ok(Part::Modes { shape, stride })
            }
        }
    }
}

impl Layout {
    /// Takes a layout from a text.
    ///
    /// # Errors
    /// If none comes next; strides that are basis elements are none here.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Self, ReadError> {
        let mut reader = Reader { cursor, symbols: 0 };
        let mut parts = vec![reader.part()?];
        while reader.cursor.eat("o ") {
            parts.push(reader.part()?);
        }
        let symbols = reader.symbols;
        if !matches!(parts.last(), Some(Part::Modes { .. })) {
            return Err(cursor.expected("a shape and strides"));
        }
        Ok(Self { parts, symbols })
    }

    /// The layout of a whole text, such as `(4,8):(8,1)`.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        let layout = Self::read(&mut cursor)?;
        if cursor.is_at_end() { Ok(layout) } else { Err(cursor.expected("its end")) }
    }

    /// How many symbols it has, `s0` first.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    /// The layout with values for its symbols; `None` unless there is one for each.
    pub fn bind(&self, symbols: &[i64]) -> Option<Bound> {
        if symbols.len() != self.symbols {
            return None;
        }
        let mut whole = true;
        let mut value = |e: &Expr| {
            e.value(symbols).unwrap_or_else(|| {
                whole = false;
                0
            })
        };
        let parts = self.parts.iter().map(|part| match part {
            Part::Swizzle { bits, base, shift } => Part::Swizzle { bits: *bits, base: *base, shift: *shift },
            Part::Offset(offset) => Part::Offset(value(offset)),
            Part::Modes { shape, stride } => {
                Part::Modes { shape: shape.map(&mut value), stride: stride.map(&mut value) }
            }
        });
        let parts = parts.collect();
        whole.then_some(Bound { parts })
    }

    /// The values of its symbols in a memref of such sizes: a symbol that is the size of a
    /// dimension is that; the others are taken, in order, from those given.
    pub fn symbols_of(&self, sizes: &[i64], others: &[i64]) -> Option<Vec<i64>> {
        let mut values: Vec<Option<i64>> = vec![None; self.symbols];
        if let Some(Part::Modes { shape: Tree::Tuple(modes), .. }) = self.parts.last() {
            for (mode, size) in modes.iter().zip(sizes) {
                if let Tree::Leaf(Expr::Symbol(s)) = mode {
                    values[*s] = Some(*size);
                }
            }
        } else if let (Some(Part::Modes { shape: Tree::Leaf(Expr::Symbol(s)), .. }), [size]) =
            (self.parts.last(), sizes)
        {
            values[*s] = Some(*size);
        }
        let mut others = others.iter();
        values.into_iter().map(|v| v.or_else(|| others.next().copied())).collect()
    }
}

impl Expr {
    fn value(&self, symbols: &[i64]) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Symbol(s) => symbols.get(*s).copied(),
            Self::Binary(operator, sides) => {
                let (a, b) = (sides.0.value(symbols)?, sides.1.value(symbols)?);
                match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Sub => a.checked_sub(b),
                    Operator::Mul => a.checked_mul(b),
                    Operator::Div => (b > 0).then(|| a.div_euclid(b)),
                    Operator::Mod => (b > 0).then(|| a.rem_euclid(b)),
                    Operator::Min => Some(a.min(b)),
                    Operator::Max => Some(a.max(b)),
                }
            }
        }
    }
}

fn size(shape: &Tree<i64>) -> i64 {
    match shape {
        Tree::Leaf(n) => *n,
        Tree::Tuple(parts) => parts.iter().fold(1i64, |all, part| all.saturating_mul(size(part))),
    }
}

/// The greatest index of modes of one extent at least and no negative stride.
fn last(shape: &Tree<i64>, stride: &Tree<i64>) -> Option<i64> {
    match (shape, stride) {
        (Tree::Leaf(n), Tree::Leaf(d)) => (*n > 0 && *d >= 0).then(|| (n - 1).checked_mul(*d))?,
        (Tree::Tuple(shapes), Tree::Tuple(strides)) if shapes.len() == strides.len() => {
            let mut each = shapes.iter().zip(strides).map(|(n, d)| last(n, d));
            each.try_fold(0i64, |sum, part| sum.checked_add(part?))
        }
        _ => None,
    }
}

/// The sum of a coordinate's parts times strides; `None` if it is outside the shape or of
/// another nesting.
fn index(shape: &Tree<i64>, stride: &Tree<i64>, coordinate: &Coordinate) -> Option<i64> {
    match (shape, stride, coordinate) {
        (Tree::Leaf(n), Tree::Leaf(d), Tree::Leaf(c)) => (0..*n).contains(c).then(|| c.checked_mul(*d))?,
        (Tree::Tuple(shapes), Tree::Tuple(strides), Tree::Tuple(parts)) => {
            let alike = shapes.len() == parts.len() && shapes.len() == strides.len();
            let mut each = shapes.iter().zip(strides).zip(parts).map(|((n, d), c)| index(n, d, c));
            if alike { each.try_fold(0i64, |sum, part| sum.checked_add(part?)) } else { None }
        }
        (Tree::Tuple(shapes), Tree::Tuple(strides), Tree::Leaf(whole)) => {
            if !(0..size(shape)).contains(whole) || shapes.len() != strides.len() {
                return None;
            }
            let mut rest = *whole;
            let mut total = 0;
            for (n, d) in shapes.iter().zip(strides) {
                total = i64::checked_add(total, index(n, d, &Tree::Leaf(rest % size(n)))?)?;
                rest /= size(n);
            }
            Some(total)
        }
        // A parenthesis around one mode means nothing.
        (n, d, Tree::Tuple(one)) if one.len() == 1 => index(n, d, &one[0]),
        (Tree::Tuple(n), d, c) if n.len() == 1 => index(&n[0], d, c),
        (n, Tree::Tuple(d), c) if d.len() == 1 => index(n, &d[0], c),
        _ => None,
    }
}

impl Bound {
    /// The index of a coordinate; `None` outside the domain.
    pub fn index(&self, coordinate: &Coordinate) -> Option<i64> {
        let mut value: Option<i64> = None;
        for part in self.parts.iter().rev() {
            value = Some(match (part, value) {
                (Part::Modes { shape, stride }, None) => index(shape, stride, coordinate)?,
                (Part::Modes { shape, stride }, Some(x)) => index(shape, stride, &Tree::Leaf(x))?,
                (Part::Offset(offset), Some(x)) => x + offset,
                (Part::Swizzle { bits, base, shift }, Some(x)) => {
                    let field = x >> (*base as i32 + shift.max(&0)) & ((1 << bits) - 1);
                    x ^ field << (*base as i32 - shift.min(&0))
                }
                (_, None) => return None,
            });
        }
        value
    }

    /// The sizes of its modes at the top.
    pub fn sizes(&self) -> Vec<i64> {
        match self.parts.last() {
            Some(Part::Modes { shape: Tree::Tuple(modes), .. }) => modes.iter().map(size).collect(),
            Some(Part::Modes { shape, .. }) => vec![size(shape)],
            _ => Vec::new(),
        }
    }

    /// The shape.
    pub fn shape(&self) -> Option<&Tree<i64>> {
        match self.parts.last() {
            Some(Part::Modes { shape, .. }) => Some(shape),
            _ => None,
        }
    }

    /// How many coordinates it has.
    pub fn size(&self) -> i64 {
        self.sizes().into_iter().fold(1, i64::saturating_mul)
    }

    /// Each index that it has, by coordinate, leftmost fastest.
    pub fn indices(&self) -> impl Iterator<Item = Option<i64>> + '_ {
        (0..self.size()).map(|i| self.index(&Tree::Leaf(i)))
    }

    /// A number that all indices are below, which is close to the greatest, where that is seen without looking at each.
    pub fn limit(&self) -> Option<i64> {
        let mut parts = self.parts.iter().rev();
        let Some(Part::Modes { shape, stride }) = parts.next() else { return None };
        parts.try_fold(last(shape, stride)?.checked_add(1)?, |limit, part| match part {
            Part::Modes { .. } => None,
            Part::Offset(offset) if *offset >= 0 => limit.checked_add(*offset),
            Part::Offset(_) => None,
            // What it changes are bits of one block.
            Part::Swizzle { bits, base, shift } => {
                let block = 1i64.checked_shl(bits + base + shift.unsigned_abs())?;
                limit.checked_add(block - 1).map(|limit| limit / block * block)
            }
        })
    }

    /// One more than the greatest index; 0 of none.
    pub fn extent(&self) -> i64 {
        let is_swizzled = self.parts.iter().any(|part| matches!(part, Part::Swizzle { .. }));
        if let Some(limit) = self.limit().filter(|_| !is_swizzled) {
            return limit;
        }
        self.indices().flatten().max().map_or(0, |last| last + 1)
    }
}

/// An encoding `tv<T, V>`: thread `t` holds as its value `v` the position `T(t) + V(v)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding {
    threads: Bound,
    values: Bound,
}

impl Encoding {
    /// The encoding of a text such as `#layout.tv<32:1, 4:32>`.
    ///
    /// # Errors
    /// If the text is another, or has symbols.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut cursor = Cursor::new(text);
        cursor.eat("#layout.");
        cursor.need("tv<")?;
        let threads = Layout::read(&mut cursor)?;
        cursor.need(",")?;
        let values = Layout::read(&mut cursor)?;
        cursor.need(">")?;
        let dynamic = cursor.expected("no symbols");
        let bound = |l: Layout| l.bind(&[]).ok_or(dynamic.clone());
        Ok(Self { threads: bound(threads)?, values: bound(values)? })
    }

    /// Why it does not encode a tile of so many elements over a group of so many threads.
    pub fn fault(&self, elements: i64, threads: i64) -> Option<String> {
        if self.threads.size() != threads {
            return Some(format!("an encoding of {} threads in a group of {threads}", self.threads.size()));
        }
        let mut holders = vec![0i64; usize::try_from(elements).unwrap_or(0)];
        for t in self.threads.indices() {
            let mut own: Vec<i64> = self.values.indices().filter_map(|v| Some(t? + v?)).collect();
            own.sort_unstable();
            if own.windows(2).any(|w| w[0] == w[1]) {
                return Some("a thread that holds an element twice".into());
            }
            for position in own {
                match usize::try_from(position).ok().and_then(|p| holders.get_mut(p)) {
                    Some(count) => *count += 1,
                    None => return Some(format!("position {position} of a tile of {elements} elements")),
                }
            }
        }
        let replicas = holders.first().copied().unwrap_or(1);
        let odd = holders.iter().position(|n| *n != replicas || *n == 0)?;
        Some(format!("position {odd} is held {} times, position 0 {replicas} times", holders[odd]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, symbols: &[i64], coordinate: &[i64]) -> Option<i64> {
        let bound = Layout::parse(text).unwrap().bind(symbols).unwrap();
        bound.index(&Tree::Tuple(coordinate.iter().map(|c| Tree::Leaf(*c)).collect()))
    }

    #[test]
    fn indices() {
        assert_eq!(at("(4,8):(8,1)", &[], &[2, 3]), Some(19));
        assert_eq!(at("(4,8):(8,1)", &[], &[4, 0]), None);
        assert_eq!(at("(4,8):(8,1)", &[], &[0, -1]), None);
        // 5 in (2,4) is (1,2).
        assert_eq!(at("((2,4),3):((1,10),100)", &[], &[5, 2]), Some(221));
        assert_eq!(at("(4,8)", &[], &[1, 2]), Some(9));
        // (2,9) is 137 = 0b10001001: its bits 6 to 8 are 2, xored at 3 to 5: 153.
        assert_eq!(at("S<3,3,3> o 0 o (8,64):(64,1)", &[], &[2, 9]), Some(153));
        assert_eq!(at("S<1,0,-2> o 1 o 8:1", &[], &[2]), Some(7));
        assert_eq!(at("(?,?{div=8}):(s1,1)", &[3, 16], &[2, 5]), Some(37));
        assert_eq!(at("(?,?):(1,2*s0+s0*s1+2*s1+4)", &[3, 5], &[1, 2]), Some(1 + 2 * 35));
        assert_eq!(at("(20):(3) o 2 o (5):(3)", &[], &[4]), Some(42));
    }

    #[test]
    fn extents_and_symbols() {
        let layout = Layout::parse("(?,?):(?{div=8},1)").unwrap();
        assert_eq!(layout.symbols_of(&[5, 7], &[16]), Some(vec![5, 7, 16]));
        assert_eq!(layout.symbols_of(&[5, 7], &[]), None);
        assert_eq!(layout.bind(&[5, 7, 16]).unwrap().extent(), 71);
        assert!(Layout::parse("(4,8):(e0,1)").is_err());
        assert!(Layout::parse("S<3,3,3>").is_err());
    }

    #[test]
    fn limits() {
        let bound = |text: &str| Layout::parse(text).unwrap().bind(&[]).unwrap();
        for plain in ["(4,8):(8,1)", "((2,3),4):((0,5),20)", "(1,1):(9,9)"] {
            let layout = bound(plain);
            let greatest = layout.indices().flatten().max().map(|last| last + 1);
            assert_eq!([layout.limit(), Some(layout.extent())], [greatest; 2], "{plain}");
        }
        for swizzled in [
            "S<3,3,3> o 0 o (8,64):(64,1)",
            "S<3,4,3> o 5 o (3,7):(70,9)",
            "S<1,0,-2> o 1 o 8:1",
            "S<2,3,3> o 0 o (5):(1)",
        ] {
            let layout = bound(swizzled);
            let limit = layout.limit().unwrap();
            assert!(limit >= layout.extent(), "{swizzled}: {limit}, {}", layout.extent());
        }
        // Nothing is said where it is not seen.
        for other in ["(4,8):(-8,1)", "(20):(3) o 2 o (5):(3)", "S<3,3,3> o -1 o (8):(1)"] {
            assert_eq!(bound(other).limit(), None, "{other}");
        }
    }

    #[test]
    fn encodings() {
        let fault = |text: &str, n, t| Encoding::parse(text).unwrap().fault(n, t);
        assert_eq!(fault("#layout.tv<32:1, 4:32>", 128, 32), None);
        assert_eq!(fault("tv<(4,8):(0,1), 2:8>", 16, 32), None);
        assert!(fault("tv<32:1, 4:32>", 128, 64).unwrap().contains("a group of 64"));
        assert!(fault("tv<32:1, 4:32>", 127, 32).unwrap().contains("position 127"));
        assert!(fault("tv<32:1, 4:16>", 80, 32).unwrap().contains("position 16 is held 2 times"));
        assert!(fault("tv<32:1, (2,2):(32,0)>", 64, 32).unwrap().contains("twice"));
    }
}
