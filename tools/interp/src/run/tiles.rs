//! The operations on tiles by their meaning: loops over positions. Encodings mean nothing
//! here but that they must be encodings.

use std::rc::Rc;

use super::copies::{Copies, Piece};
use super::world::{Context, Run, zero};
use crate::elementwise::Elementwise;
use crate::fault::Reason;
use crate::number::{Float, Int, Scalar};
use crate::read::program::{Function, Op};
use crate::read::types::Element;
use crate::value::{Array, Value, View, coordinates};

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "layout.load" => load,
        "layout.store" => store,
        "layout.copy_async" => copy_async,
        "layout.store_async" => store_async,
        "layout.no_copy" => |c| {
            c.world.tokens.push(Some(Copies::default()));
            Ok(vec![Value::Token(c.world.tokens.len() - 1)])
        },
        "layout.wait" => wait,
        "layout.broadcast" => |c| reindex(c, |at, dim, _| without(at, dim)),
        "layout.expand_dims" => |c| reindex(c, |at, dim, _| without(at, dim)),
        "layout.transpose" => transpose,
        "layout.reshape" | "layout.convert" => reshape,
        "layout.iota" => iota,
        "layout.mma" => mma,
        // (What is under way is computed when it begins, of what is there then.)
        "layout.wait_mma" => |c| Ok(vec![Value::Array(c.array(0)?.clone())]),
        "tensor.splat" => splat,
        _ => return None,
    })
}

/// The coordinate in memory of an element of a tile at a coordinate of the memref; what is beyond all integers is
/// outside of it too.
fn shifted(at: &[i64], element: &[usize]) -> Vec<i64> {
    let leading = at.len().saturating_sub(element.len());
    let along = |(d, base): (usize, &i64)| match d.checked_sub(leading).and_then(|d| element.get(d)) {
        Some(e) => base.saturating_add(*e as i64),
        None => *base,
    };
    at.iter().enumerate().map(along).collect()
}

/// Whether a view has a coordinate.
///
/// # Errors
/// If it has not, and the program says that it has.
fn contains(c: &Context<'_>, view: &View, at: &[i64]) -> Result<bool, Reason> {
    match view.contains(at) {
        false if c.op.attribute("layout.in_bounds").is_some() => {
            Err(Reason::undefined(format!("layout.in_bounds, and {at:?} is outside")))
        }
        is_inside => Ok(is_inside),
    }
}

fn load(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let rank = view.shape.len();
    let at = c.indices(1, rank)?;
    let (shape, element) = c.result_shape()?;
    let pad = if c.operands.len() > rank + 1 { c.scalar(rank + 1)? } else { zero(element) };
    let mut elements = Vec::new();
    for e in coordinates(shape) {
        let place = shifted(&at, &e);
        elements.push(if contains(c, view, &place)? { c.load(view, &place)? } else { pad });
    }
    Ok(vec![Array { shape: shape.to_vec(), elements }.into()])
}

fn store(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (tile, view) = (c.array(0)?, c.view(1)?);
    let at = c.indices(2, view.shape.len())?;
    for (e, value) in coordinates(&tile.shape).zip(&tile.elements) {
        let place = shifted(&at, &e);
        if contains(c, view, &place)? {
            c.store(view, &place, *value)?;
        }
    }
    Ok(Vec::new())
}

fn copy_async(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.view(0)?;
    let rank = source.shape.len();
    let at = c.indices(1, rank)?;
    let to = c.view(rank + 1)?;
    if to.far {
        return Err(super::blocks::read_only());
    }
    let mut copies = Copies::default();
    for e in to.coordinates() {
        let own: Vec<usize> = e.iter().filter_map(|i| usize::try_from(*i).ok()).collect();
        let from = shifted(&at, &own);
        let place = place(to, &e)?;
        let (value, origin) = if source.contains(&from) {
            (c.load(source, &from)?, Some((source.buffer, self::place(source, &from)?)))
        } else {
            (zero(to.element), None)
        };
        copies.0.push(Piece { buffer: to.buffer, place, element: to.element, value, origin, combine: None });
    }
    c.world.begin(&copies, None)?;
    c.world.tokens.push(Some(copies));
    Ok(vec![Value::Token(c.world.tokens.len() - 1)])
}

fn store_async(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let kind = c.op.text("layout.reduce").map(|text| text.trim_matches('"').to_owned());
    let (source, to) = (c.view(0)?, c.view(1)?);
    let at = c.indices(2, to.shape.len())?;
    if to.far {
        return Err(super::blocks::read_only());
    }
    let mut copies = Copies::default();
    for e in source.coordinates() {
        let own: Vec<usize> = e.iter().filter_map(|i| usize::try_from(*i).ok()).collect();
        let there = shifted(&at, &own);
        if to.contains(&there) {
            let value = c.load(source, &e)?;
            let (place, origin) = (place(to, &there)?, Some((source.buffer, place(source, &e)?)));
            let combine = match &kind {
                None => None,
                Some(kind) => Some(
                    Elementwise::of_kind(kind, to.element)
                        .ok_or_else(|| Reason::unsupported(format!("a store by {kind}")))?,
                ),
            };
            copies.0.push(Piece { buffer: to.buffer, place, element: to.element, value, origin, combine });
        }
    }
    c.world.begin(&copies, None)?;
    c.world.tokens.push(Some(copies));
    Ok(vec![Value::Token(c.world.tokens.len() - 1)])
}

fn place(view: &View, coordinate: &[i64]) -> Result<i64, Reason> {
    view.place(coordinate)
        .ok_or_else(|| Reason::undefined(format!("the coordinate {coordinate:?} has no place")))
}

fn wait(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    for token in c.operands {
        let Value::Token(number) = token else { return Err(Reason::unsupported("a wait for no token")) };
        let copies = c.world.tokens.get_mut(*number).and_then(Option::take);
        let copies = copies.ok_or_else(|| Reason::undefined("a token that is waited for twice"))?;
        c.world.complete(&copies, None)?;
    }
    Ok(Vec::new())
}

fn without(at: &[usize], dim: usize) -> Vec<usize> {
    at.iter().enumerate().filter(|(d, _)| *d != dim).map(|(_, i)| *i).collect()
}

/// A tile whose element at a coordinate is the operand's at another one.
fn reindex(
    c: &mut Context<'_>,
    from: impl Fn(&[usize], usize, &[usize]) -> Vec<usize>,
) -> Result<Vec<Value>, Reason> {
    let source = c.array(0)?;
    let dim =
        usize::try_from(c.attribute("dim")?).map_err(|_| Reason::unsupported("a negative dimension"))?;
    let (shape, _) = c.result_shape()?;
    if without(shape, dim) != source.shape {
        return Err(Reason::unsupported(format!("{}: {:?} to {shape:?}", c.op.name, source.shape)));
    }
    Ok(vec![Array::of(shape, |at| source.at(&from(at, dim, shape))).into()])
}

fn transpose(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.array(0)?;
    let order = c.list("permutation")?;
    let (shape, _) = c.result_shape()?;
    let order: Vec<usize> = order.iter().filter_map(|d| usize::try_from(*d).ok()).collect();
    let fits =
        order.len() == shape.len() && order.iter().zip(shape).all(|(d, n)| source.shape.get(*d) == Some(n));
    if !fits {
        return Err(Reason::unsupported(format!("{:?} transposed to {shape:?}", source.shape)));
    }
    let from = |at: &[usize]| {
        let mut own = vec![0; at.len()];
        for (d, i) in order.iter().zip(at) {
            own[*d] = *i;
        }
        source.at(&own)
    };
    Ok(vec![Array::of(shape, from).into()])
}

fn reshape(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.array(0)?;
    let (shape, _) = c.result_shape()?;
    let made = Array { shape: shape.to_vec(), elements: source.elements.clone() };
    if shape.iter().product::<usize>() != made.elements.len() {
        return Err(Reason::unsupported(format!("{}: {:?} to {shape:?}", c.op.name, source.shape)));
    }
    Ok(vec![made.into()])
}

fn iota(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (shape, element) = c.result_shape()?;
    let dim = usize::try_from(c.attribute("dim")?).unwrap_or(usize::MAX);
    if dim >= shape.len() {
        return Err(Reason::unsupported("iota along no dimension"));
    }
    Ok(vec![Array::of(shape, |at| Int::new(element.bits(), at[dim] as i128).into()).into()])
}

fn splat(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (value, (shape, _)) = (c.scalar(0)?, c.result_shape()?);
    Ok(vec![Array::of(shape, |_| value).into()])
}

/// `c + a·b`, in the order of the text where integers are, in any order where floats are. A b in memory may have columns behind those of c.
fn mma(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let is_memory = c.array(1).is_err();
    let (a, b, plus) = (factor(c, 0)?, factor(c, 1)?, c.array(2)?);
    let (shape, element) = c.result_shape()?;
    // (A part of B along K begins there.)
    let from = c.attribute("layout.from").ok().and_then(|from| usize::try_from(from).ok());
    let inner = match (a.shape.as_slice(), b.shape.as_slice(), shape) {
        ([m, k], [l, n], [p, q])
            if (k == l || from.is_some_and(|from| from + k <= *l))
                && m == p
                && (n == q || is_memory && n > q)
                && plus.shape == shape =>
        {
            *k
        }
        _ => return Err(Reason::unsupported("an mma of other shapes")),
    };
    let cell = |at: &[usize]| {
        let pairs = (0..inner).map(|k| (a.at(&[at[0], k]), b.at(&[from.unwrap_or(0) + k, at[1]])));
        dot(plus.at(at), pairs, element)
    };
    Ok(vec![Array::of(shape, cell).into()])
}

/// A tile, or all of a memory.
fn factor(c: &mut Context<'_>, operand: usize) -> Result<Rc<Array>, Reason> {
    if let Ok(array) = c.array(operand) {
        return Ok(array.clone());
    }
    let view = c.view(operand)?.clone();
    let shape = view.shape.iter().map(|n| usize::try_from(*n).unwrap_or(0)).collect::<Vec<_>>();
    let mut elements = Vec::new();
    for at in coordinates(&shape) {
        let at: Vec<i64> = at.into_iter().map(|i| i as i64).collect();
        elements.push(c.load(&view, &at)?);
    }
    Ok(Rc::new(Array { shape, elements }))
}

/// A number plus products of pairs.
pub(crate) fn dot(plus: Scalar, pairs: impl Iterator<Item = (Scalar, Scalar)>, element: Element) -> Scalar {
    let mut whole = 0i128;
    let mut terms = Vec::new();
    for pair in pairs {
        match pair {
            (Scalar::Int(x), Scalar::Int(y)) => whole = whole.wrapping_add(x.signed() * y.signed()),
            (Scalar::Float(x), Scalar::Float(y)) => {
                // f32 operands go as tf32, which has ten bits behind the point.
                let tf32 = x.format == crate::number::Format::F32;
                let (exact, bound) =
                    (x.exact * y.exact, x.bound * (y.exact.abs() + y.bound) + y.bound * x.exact.abs());
                let kept = |v: f64| v == 0.0 || v.to_bits().trailing_zeros() >= 42;
                let loss = if tf32 && !(kept(x.exact) && kept(y.exact)) { exact.abs() / 500.0 } else { 0.0 };
                let number = Float { format: x.format, value: x.value * y.value, exact, bound: bound + loss };
                terms.push(number);
            }
            _ => return Scalar::Poison,
        }
    }
    match (plus, element) {
        (Scalar::Int(start), _) => Int::new(element.bits(), start.signed().wrapping_add(whole)).into(),
        (Scalar::Float(start), Element::Float(format)) => {
            terms.push(start);
            sum(&terms, format).into()
        }
        _ => Scalar::Poison,
    }
}

/// A sum in any order: in float64, rounded once.
fn sum(terms: &[Float], format: crate::number::Format) -> Float {
    let (raw, exact) = terms.iter().fold((0.0, 0.0), |(r, e), t| (r + t.value, e + t.exact));
    let value = format.round(raw);
    with_any_order(Float { format, value, exact, bound: 0.0 }, terms)
}

/// A sum of terms with the bound of any order: each of the additions rounds a sum of at most
/// the terms' absolute values. Where those are multiples of one power of two and fit the
/// format together, no order rounds.
fn with_any_order(total: Float, terms: &[Float]) -> Float {
    let own: f64 = terms.iter().map(|t| t.bound).sum();
    let size: f64 = terms.iter().map(|t| t.exact.abs() + t.bound).sum();
    if !size.is_finite() {
        let alike = total.value == total.exact || total.value.is_nan() && total.exact.is_nan();
        return Float { bound: if alike && own == 0.0 { 0.0 } else { f64::INFINITY }, ..total };
    }
    let rounding = total.format.rounding(size);
    let quantum =
        terms.iter().filter(|t| t.exact != 0.0).map(|t| quantum(t.exact)).fold(f64::INFINITY, f64::min);
    // `p` bits hold all multiples of the quantum up to 2^p times it.
    let exactly = size == 0.0 || rounding <= quantum;
    let bound = if exactly && own == 0.0 { 0.0 } else { own + 2.0 * rounding * terms.len() as f64 };
    // Some order may overflow on the way.
    let fits = total.value.is_finite() && size <= total.format.limits().0;
    Float { bound: if fits { bound } else { f64::INFINITY }, ..total }
}

/// A product of factors in any order: no bound where some order overflows on the way, or loses digits.
fn in_any_order(total: Float, factors: &[Float]) -> Float {
    let sizes = || factors.iter().map(|f| f.exact.abs() + f.bound).filter(|size| *size != 0.0);
    let (greatest, least) = total.format.limits();
    let (most, fewest): (f64, f64) =
        (sizes().map(|s| s.max(1.0)).product(), sizes().map(|s| s.min(1.0)).product());
    if most <= greatest && fewest >= least { total } else { Float { bound: f64::INFINITY, ..total } }
}

/// The power of two of a number's last bit.
fn quantum(value: f64) -> f64 {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let zeros = (bits | 1 << 52).trailing_zeros() as i32;
    f64::from(exponent.max(1) - 1075 + zeros).exp2()
}

/// A reduction: what is combined with what.
#[derive(Debug)]
pub(crate) struct Reduction {
    tiles: Vec<Rc<Array>>,
    dim: usize,
    /// The combination, if no region says it.
    pub kind: Option<Elementwise>,
    adds: bool,
    multiplies: bool,
}

impl Reduction {
    pub fn new(op: &Op, function: &Function, operands: &[Value]) -> Result<Self, Reason> {
        let tile = |v: &Value| match v {
            Value::Array(array) => Ok(array.clone()),
            _ => Err(Reason::unsupported("a reduction of no tile")),
        };
        let tiles: Vec<_> = operands.iter().map(tile).collect::<Result<_, _>>()?;
        let shape = tiles.first().map(|t| t.shape.clone()).unwrap_or_default();
        let dim = op.int("dim").and_then(|d| usize::try_from(d).ok()).filter(|d| *d < shape.len());
        let dim = dim.ok_or_else(|| Reason::unsupported("a reduction along no dimension"))?;
        if tiles.iter().any(|t| t.shape != shape) || shape[dim] == 0 {
            return Err(Reason::unsupported("a reduction of tiles of several shapes, or of nothing"));
        }
        let element = op.results.first().and_then(|r| function.types[*r].element());
        let name = op.text("kind");
        let kind = name.zip(element).and_then(|(k, e)| Elementwise::of_kind(k, e));
        if name.is_some() && kind.is_none() {
            return Err(Reason::unsupported(format!("a reduction by {}", name.unwrap_or_default())));
        }
        Ok(Self { tiles, dim, kind, adds: name == Some("addf"), multiplies: name == Some("mulf") })
    }

    /// Combines elements from the first to the last, and from the last to the first to see
    /// how much the order matters; `combine` takes what was accumulated and what is new.
    pub fn run(
        &self,
        mut combine: impl FnMut(&[Scalar], &[Scalar]) -> Result<Vec<Scalar>, Reason>,
    ) -> Result<Vec<Value>, Reason> {
        let whole = &self.tiles[0].shape;
        let shape = without(whole, self.dim);
        let mut out = vec![Vec::new(); self.tiles.len()];
        for at in coordinates(&shape) {
            let one = |k: usize| -> Vec<Scalar> {
                let mut own = at.clone();
                own.insert(self.dim, k);
                self.tiles.iter().map(|t| t.at(&own)).collect()
            };
            let count = whole[self.dim];
            let mut forwards = one(0);
            for k in 1..count {
                forwards = combine(&forwards, &one(k))?;
            }
            if self.adds || self.multiplies {
                let terms: Option<Vec<Float>> = (0..count)
                    .map(|k| match one(k)[0] {
                        Scalar::Float(f) => Some(f),
                        _ => None,
                    })
                    .collect();
                if let (Some(terms), Some(Scalar::Float(total))) = (terms, forwards.first_mut()) {
                    *total =
                        if self.adds { with_any_order(*total, &terms) } else { in_any_order(*total, &terms) };
                }
            } else if self.kind.is_none() {
                let mut backwards = one(count - 1);
                for k in (0..count - 1).rev() {
                    backwards = combine(&backwards, &one(k))?;
                }
                forwards = forwards.into_iter().zip(backwards).map(|(f, b)| either(f, b)).collect();
            }
            for (results, value) in out.iter_mut().zip(forwards) {
                results.push(value);
            }
        }
        let value = |elements: Vec<Scalar>| match (shape.is_empty(), elements.first()) {
            (true, Some(one)) => (*one).into(),
            _ => Array { shape: shape.clone(), elements }.into(),
        };
        Ok(out.into_iter().map(value).collect())
    }
}

/// One of two results of different orders.
fn either(a: Scalar, b: Scalar) -> Scalar {
    match (a, b) {
        (Scalar::Float(x), Scalar::Float(y)) => {
            let both = x.or(y);
            Float { bound: 2.0 * both.bound, ..both }.into()
        }
        (Scalar::Int(x), Scalar::Int(y)) => {
            x.with_unsure(x.unsure || y.unsure || x.bits() != y.bits()).into()
        }
        _ => Scalar::Poison,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Format;

    #[test]
    fn quanta() {
        assert_eq!((quantum(1.0), quantum(6.0), quantum(0.375)), (1.0, 2.0, 0.125));
    }

    #[test]
    fn sums_of_small_integers_are_exact_in_any_order() {
        let given = |v: f64| Float::given(Format::F16, v);
        let exact = sum(&[given(1000.0), given(24.0), given(-3.0)], Format::F16);
        assert_eq!((exact.value, exact.bound), (1021.0, 0.0));
        // 2048 + 3 is no f16: some order rounds.
        let some = sum(&[given(2048.0), given(3.0), given(-3.0)], Format::F16);
        assert!(some.bound >= 1.0 && some.bound < 20.0, "{some:?}");
    }

    #[test]
    fn orders_that_overflow_are_not_bound() {
        let given = |v: f64| Float::given(Format::F16, v);
        // 300 times 300 is no f16, but 0 times 300 is.
        assert_eq!(in_any_order(given(0.0), &[300.0, 0.0, 300.0].map(given)).bound, f64::INFINITY);
        assert_eq!(in_any_order(given(8.0), &[4.0, -1.0, -2.0].map(given)).bound, 0.0);
        assert_eq!(sum(&[60000.0, -60000.0, 60000.0].map(given), Format::F16).bound, f64::INFINITY);
    }

    #[test]
    fn coordinates_in_memory() {
        assert_eq!(shifted(&[5, -1, 7], &[2, 3]), [5, 1, 10]);
        assert_eq!(crate::value::coordinate(7, &[2, 4]), [1, 3]);
        assert_eq!(crate::value::number(&[1, 3], &[2, 4]), 7);
    }
}
