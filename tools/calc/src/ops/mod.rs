//! What operations take and give; `table.rs` lists them.

mod algebra;
mod mappings;
mod structure;
mod table;
mod tuples;

use layout_algebra::*;

pub use self::table::{OPERATIONS, Operation};
use crate::atoms;
use crate::value::{Notation, Value};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpError {
    /// The operation has no result for these operands.
    #[error("{0}")]
    Refused(String),
    /// There is no such operation, or it does not take such operands.
    #[error("{0}")]
    Unsupported(String),
}

type Result<T> = std::result::Result<T, OpError>;

fn refuse<E: std::fmt::Display>(error: E) -> OpError {
    OpError::Refused(error.to_string())
}

/// The operands of one operation.
pub struct Args<'a> {
    op: &'a str,
    values: &'a [Value],
    params: &'a [i64],
    fit: Option<Fit>,
    notation: Notation,
}

impl Args<'_> {
    fn expected(&self, at: usize, what: &str) -> OpError {
        let found = match self.values.get(at) {
            None => "nothing".into(),
            Some(value) => format!("`{}`", excerpt(&value.named())),
        };
        OpError::Unsupported(format!("{}: operand {} should be {what}, found {found}", self.op, at + 1))
    }

    fn value(&self, at: usize) -> Result<&Value> {
        self.values.get(at).ok_or_else(|| self.expected(at, "a value"))
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn any(&self, at: usize) -> Result<AnyLayout> {
        match self.value(at)? {
            Value::Layout(l) => Ok(l.clone()),
            Value::Tuple(t) => Ok(left(t)?.into()),
            _ => Err(self.expected(at, "a layout")),
        }
    }

    fn layout(&self, at: usize) -> Result<Layout> {
        match self.any(at)? {
            AnyLayout::Plain(l) => Ok(l),
            AnyLayout::Composed(c) => {
                let layout = AnyLayout::Composed(c).named();
                let text = format!("{} is not defined for the composed layout {}", self.op, excerpt(&layout));
                Err(OpError::Unsupported(text))
            }
        }
    }

    fn tuple(&self, at: usize) -> Result<IntTuple> {
        match self.value(at)? {
            Value::Tuple(t) => Ok(t.clone()),
            Value::Layout(AnyLayout::Plain(l)) => Ok(l.shape()),
            _ => Err(self.expected(at, "a tuple of integers")),
        }
    }

    fn integer(&self, at: usize) -> Result<Expr> {
        let tuple = self.tuple(at)?;
        if tuple.profile.is_leaf() {
            Ok(tuple.leaves[0].clone())
        } else {
            Err(self.expected(at, "an integer"))
        }
    }

    fn known(&self, at: usize) -> Result<i64> {
        self.integer(at)?.known().ok_or_else(|| self.expected(at, "a known integer"))
    }

    fn coordinate(&self, at: usize) -> Result<SliceCoord> {
        match self.value(at)? {
            Value::Slice(c) => Ok(c.clone()),
            Value::Tuple(t) => t.try_map(|e| Ok(Some(e.clone()))),
            Value::Tiler(Tiler::Keep) => Ok(IntTuple::single(None)),
            _ => Err(self.expected(at, "a coordinate")),
        }
    }

    fn tiler(&self, at: usize) -> Result<Tiler> {
        fn by_mode(t: &SliceCoord) -> Result<Tiler> {
            if t.profile.is_leaf() {
                return Ok(match &t.leaves[0] {
                    Some(size) => Tiler::Size(size.clone()),
                    None => Tiler::Keep,
                });
            }
            Ok(Tiler::Tuple(t.modes().map(|m| by_mode(&m)).collect::<Result<_>>()?))
        }
        match self.value(at)? {
            Value::Tiler(t) => Ok(t.clone()),
            Value::Layout(AnyLayout::Plain(l)) => Ok(Tiler::Layout(l.clone())),
            Value::Tuple(_) | Value::Slice(_) => by_mode(&self.coordinate(at)?),
            _ => Err(self.expected(at, "a tiler")),
        }
    }

    fn swizzle(&self, at: usize) -> Result<Swizzle> {
        match self.value(at)? {
            Value::Swizzle(s) => Ok(*s),
            _ => Err(self.expected(at, "a swizzle")),
        }
    }

    /// A template argument: given apart, or behind the operands.
    fn param(&self, at: usize) -> Result<i64> {
        self.params
            .get(at)
            .copied()
            .ok_or_else(|| OpError::Unsupported(format!("{} takes a parameter in angle brackets", self.op)))
    }

    fn mode(&self, at: usize) -> Result<usize> {
        let mode = self.param(at)?;
        usize::try_from(mode).map_err(|_| refuse(format!("{mode} is no mode; modes are numbered from 0")))
    }

    fn path(&self) -> Result<Vec<usize>> {
        (0..self.params.len()).map(|i| self.mode(i)).collect()
    }

    fn is_composed(&self, at: usize) -> bool {
        matches!(self.values.get(at), Some(Value::Layout(AnyLayout::Composed(_))))
    }
}

fn left(shape: &IntTuple) -> Result<Layout> {
    Layout::left(shape).map_err(refuse)
}

/// What stands in angle brackets behind an operation's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// CuTe's template arguments.
    pub integers: Vec<i64>,
    /// For divides: what to do with a tile that does not fit. Without it the project's
    /// notation refuses, CuTe's covers.
    pub fit: Option<Fit>,
}

impl Parameters {
    /// Takes a word for one: an integer, `cover` or `exact`.
    ///
    /// # Errors
    /// [`OpError::Unsupported`] for any other.
    pub fn push(&mut self, word: &str) -> Result<()> {
        match word {
            "cover" => self.fit = Some(Fit::Cover),
            "exact" => self.fit = Some(Fit::Exact),
            _ => {
                let bad = || format!("`{}` is no integer, nor `cover` or `exact`", excerpt(word));
                self.integers.push(word.parse().map_err(|_| OpError::Unsupported(bad()))?);
            }
        }
        Ok(())
    }
}

impl Operation {
    /// Refuses a wrong number of operands or parameters.
    ///
    /// # Errors
    /// [`OpError::Unsupported`].
    pub fn check(&self, operands: usize, params: &Parameters) -> Result<()> {
        let count = |n: usize, (least, most): (usize, usize), [one, more]: [&str; 2]| -> Result<()> {
            if (least..=most).contains(&n) {
                return Ok(());
            }
            let range = match (least, most) {
                (1, 1) => format!("1 {one}"),
                (a, b) if a == b => format!("{a} {more}"),
                (a, usize::MAX) => format!("at least {a} {}", if a == 1 { one } else { more }),
                (a, b) => format!("{a} to {b} {more}"),
            };
            Err(OpError::Unsupported(format!("{} takes {range}, found {n}", self.name)))
        };
        count(operands, self.operands, ["operand", "operands"])?;
        let integers = ["integer in angle brackets", "integers in angle brackets"];
        count(params.integers.len(), self.params, integers)?;
        // A factor or width stands behind the operands or in angle brackets.
        if matches!(self.name, "upcast" | "downcast" | "recast_layout") {
            let (given, takes) = (operands - 1 + params.integers.len(), self.params.1);
            if given != takes {
                let many = if takes == 1 { "" } else { "s" };
                let text = format!(
                    "{} takes {takes} integer{many} behind the layout or in angle brackets, found {given}",
                    self.name
                );
                return Err(OpError::Unsupported(text));
            }
        }
        if params.fit.is_some() && !self.name.ends_with("_divide") {
            let text = format!("{} is no divide: it does not take `cover` or `exact`", self.name);
            return Err(OpError::Unsupported(text));
        }
        Ok(())
    }
}

/// Computes one operation.
///
/// # Errors
/// [`OpError`].
pub fn apply(op: &str, values: &[Value], params: &Parameters, notation: Notation) -> Result<Value> {
    let operation = Operation::named(op)
        .ok_or_else(|| OpError::Unsupported(format!("there is no operation `{}`", excerpt(op))))?;
    operation.check(values.len(), params)?;
    let args = Args { op: operation.name, values, params: &params.integers, fit: params.fit, notation };
    let result = (operation.run)(&args)?;
    // A recast keeps even a swizzle of no bits, as CuTe does: its base is the unit.
    let kept = matches!(op, "upcast" | "downcast" | "recast_layout");
    match if kept { result } else { simplified(result) } {
        // Every value of a result fits in 64 bits.
        Value::Layout(AnyLayout::Composed(c)) => {
            let checked = ComposedLayout::new(c.outer, c.offset, c.inner).map_err(refuse)?;
            Ok(Value::Layout(AnyLayout::Composed(checked)))
        }
        other => Ok(other),
    }
}

/// The beginning of a text, for a message.
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MESSAGE_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// The longest operand in a message, in characters.
const MESSAGE_LENGTH: usize = 80;

/// A composed layout whose swizzle does nothing is its inner layout.
fn simplified(value: Value) -> Value {
    match value {
        Value::Layout(AnyLayout::Composed(c)) => AnyLayout::composed(c.outer, c.offset, c.inner).into(),
        other => other,
    }
}

/// Runs the same code for layouts with integer and with basis strides, the
/// former inside a composed layout too.
macro_rules! on_layout {
    ($args:expr, $at:expr, |$layout:ident| $body:expr) => {
        match $args.value($at)? {
            Value::Coord($layout) => $body.map(Value::Coord).map_err(refuse),
            _ => $args.any($at)?.on_domain(|$layout| $body).map(Value::Layout).map_err(refuse),
        }
    };
}
pub(crate) use on_layout;
