//! Coordinates of `layout.crd2idx`: `((?,3),?)`, each `?` an SSA index.

use layout_algebra::{
    Coord, Expr, IntTuple, Layout, LayoutError, ParseError, ParseErrorKind, Parser, Symbol, SymbolFacts,
};

/// A coordinate of integers, of which symbol number `k` is the `k`-th SSA index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    text: String,
    coord: Coord<Expr>,
    arity: usize,
}

impl Coordinate {
    /// The coordinate of a text: integers and `?`, in parentheses.
    ///
    /// # Errors
    /// [`ParseError`] with the offset in `text`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let tuple: IntTuple = Parser::whole(text, |p| p.tuple(SymbolFacts::NONE))?;
        Self::new(convert(&tuple)).ok_or_else(|| ParseError {
            offset: 0,
            kind: ParseErrorKind::Expected {
                expected: "integers and '?' in parentheses, such as (?) or ((?,3),?)",
                found: text.into(),
            },
        })
    }

    /// The coordinate of so many SSA indices, `(?,?)`.
    pub fn of_indices(count: usize) -> Self {
        let coord = Coord::Tuple((0..count).map(|k| Coord::Int(index(k))).collect());
        Self { text: format!("({})", vec!["?"; count].join(",")), coord, arity: count }
    }

    /// `None` for other symbols than the indices in their order, and for one integer without
    /// parentheses.
    fn new(coord: Coord<Expr>) -> Option<Self> {
        let (mut text, mut arity) = (String::new(), 0);
        write(&coord, &mut text, &mut arity)?;
        matches!(coord, Coord::Tuple(_)).then_some(Self { text, coord, arity })
    }

    /// The canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of SSA indices.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The coordinate for a layout of which nothing is known: one integer in parentheses is
    /// that integer.
    pub fn of_unknown(&self) -> &Coord<Expr> {
        match &self.coord {
            Coord::Tuple(parts) if parts.len() == 1 => &parts[0],
            coord => coord,
        }
    }

    /// The coordinate for a layout. One integer in parentheses is an integer coordinate,
    /// unless the layout is a tuple of one mode, where the two are the same.
    ///
    /// # Errors
    /// [`LayoutError::Coordinate`].
    pub fn fit(&self, layout: &Layout) -> Result<&Coord<Expr>, LayoutError> {
        let one_mode = !layout.profile().is_leaf() && layout.rank() == 1;
        let coord = if one_mode { &self.coord } else { self.of_unknown() };
        layout.check_coordinate(coord).map(|()| coord).map_err(|mut error| {
            if let LayoutError::Coordinate { coordinate, found, .. } = &mut error {
                // Its symbols are the indices, which the text has as `?`.
                for text in [coordinate, found] {
                    let numbers = (0..self.arity).rev();
                    *text = numbers.fold(std::mem::take(text), |t, k| t.replace(&format!("s{k}"), "?"));
                }
            }
            error
        })
    }
}

/// SSA index number `k`.
pub(crate) fn index(k: usize) -> Expr {
    Symbol::new(k as u32, SymbolFacts::NONE).into()
}

/// The number of the SSA index that an integer of a coordinate is; `None` for a constant.
pub fn index_number(integer: &Expr) -> Option<usize> {
    let mut number = None;
    integer.for_each_symbol(&mut |s| number = Some(s.id as usize));
    number
}

/// Writes the canonical text and counts the indices; `None` for any other symbol.
fn write(coord: &Coord<Expr>, text: &mut String, arity: &mut usize) -> Option<()> {
    match coord {
        Coord::Int(Expr::Const(c)) => text.push_str(&c.to_string()),
        Coord::Int(e) if *e == index(*arity) => {
            text.push('?');
            *arity += 1;
        }
        Coord::Int(_) => return None,
        Coord::Tuple(parts) => {
            text.push('(');
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                write(part, text, arity)?;
            }
            text.push(')');
        }
    }
    Some(())
}

fn convert(tuple: &IntTuple) -> Coord<Expr> {
    if tuple.profile.is_leaf() {
        return Coord::Int(tuple.leaves[0].clone());
    }
    Coord::Tuple(tuple.modes().map(|m| convert(&m)).collect())
}
