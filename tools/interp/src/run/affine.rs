//! Affine maps and sets, read from their texts, and the operations that compute or decide by them.

use super::world::{Context, Run, decided};
use crate::fault::Reason;
use crate::number::Int;
use crate::read::cursor::{Cursor, ReadError};
use crate::read::program::Op;
use crate::value::Value;

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "affine.apply" => |c| one(c, |all| all.first().copied()),
        "affine.min" => |c| one(c, |all| all.iter().min().copied()),
        "affine.max" => |c| one(c, |all| all.iter().max().copied()),
        "affine.load" => |c| {
            let view = c.view(0)?;
            let at = mapped(c.op, "map", &c.operands[1..])?;
            Ok(vec![c.load(view, &places(&at)?)?.into()])
        },
        "affine.store" => |c| {
            let (value, view) = (c.scalar(0)?, c.view(1)?);
            let at = mapped(c.op, "map", &c.operands[2..])?;
            c.store(view, &places(&at)?, value)?;
            Ok(Vec::new())
        },
        _ => return None,
    })
}

fn places(at: &[i128]) -> Result<Vec<i64>, Reason> {
    let outside = |_| Reason::undefined("a coordinate beyond 64 bits");
    at.iter().map(|i| i64::try_from(*i).map_err(outside)).collect()
}

fn one(c: &Context<'_>, of: impl Fn(&[i128]) -> Option<i128>) -> Result<Vec<Value>, Reason> {
    let results = mapped(c.op, "map", c.operands)?;
    let chosen = of(&results).ok_or_else(|| Reason::unsupported(format!("{} of no results", c.op.name)))?;
    Ok(vec![Int::new(64, chosen).into()])
}

/// The first index and the end of an `affine.for`, and what it begins with.
pub(super) fn bounds(op: &Op, operands: &[Value]) -> Result<(i128, i128, Vec<Value>), Reason> {
    let sizes = op.ints("operandSegmentSizes").unwrap_or_default();
    let [lower, upper, _] = *sizes else {
        return Err(Reason::unsupported("affine.for without its operands"));
    };
    let count = |n: i64| usize::try_from(n).unwrap_or(0).min(operands.len());
    let (lower, rest) = operands.split_at(count(lower));
    let (upper, inits) = rest.split_at(count(upper).min(rest.len()));
    let (from, to) = (mapped(op, "lowerBoundMap", lower)?, mapped(op, "upperBoundMap", upper)?);
    let none = || Reason::unsupported("affine.for without bounds");
    let (from, to) = (from.into_iter().max().ok_or_else(none)?, to.into_iter().min().ok_or_else(none)?);
    Ok((from, to, inits.to_vec()))
}

/// Whether the condition of an `affine.if` holds.
pub(super) fn holds(op: &Op, operands: &[Value]) -> Result<bool, Reason> {
    let (text, values) = given(op, "condition", operands)?;
    let mut c = Cursor::new(text);
    let holds = set(&mut c, &values);
    holds.map_err(unread)?.ok_or_else(|| undefined(op))
}

/// The results of the map that an attribute is.
fn mapped(op: &Op, name: &str, operands: &[Value]) -> Result<Vec<i128>, Reason> {
    let (text, values) = given(op, name, operands)?;
    let mut c = Cursor::new(text);
    let results = map(&mut c, &values);
    results.map_err(unread)?.ok_or_else(|| undefined(op))
}

fn undefined(op: &Op) -> Reason {
    Reason::undefined(format!("{} divides by what is not above 0, or computes beyond 64 bits", op.name))
}

fn unread(error: ReadError) -> Reason {
    Reason::unsupported(error.to_string())
}

fn given<'o>(op: &'o Op, name: &str, operands: &[Value]) -> Result<(&'o str, Vec<i128>), Reason> {
    let text = op.text(name).ok_or_else(|| Reason::unsupported(format!("{} without `{name}`", op.name)))?;
    let value = |v: &Value| match v {
        Value::Scalar(scalar) => Ok(decided(*scalar)?.signed()),
        _ => Err(Reason::unsupported(format!("{} of no numbers", op.name))),
    };
    Ok((text, operands.iter().map(value).collect::<Result<_, _>>()?))
}

/// The values of dimensions and of symbols.
struct Values<'v>([&'v [i128]; 2]);

/// `(d0, d1)[s0]`: what they stand for.
fn names<'v>(c: &mut Cursor<'_>, values: &'v [i128]) -> Result<Values<'v>, ReadError> {
    let mut counts = [0, 0];
    for (count, [open, close]) in counts.iter_mut().zip([["(", ")"], ["[", "]"]]) {
        if !c.eat(open) {
            continue;
        }
        while !c.eat(close) {
            c.word();
            c.eat(",");
            *count += 1;
        }
    }
    let parts = values.split_at_checked(counts[0]).filter(|(_, rest)| rest.len() == counts[1]);
    let (dimensions, symbols) = parts.ok_or_else(|| c.expected("as many names as operands"))?;
    Ok(Values([dimensions, symbols]))
}

/// `affine_map<(d0)[s0] -> (d0 + s0, 3)>`; `None` where a result is not defined.
fn map(c: &mut Cursor<'_>, values: &[i128]) -> Result<Option<Vec<i128>>, ReadError> {
    c.need("affine_map<")?;
    let values = names(c, values)?;
    c.need("->")?;
    c.need("(")?;
    let mut all = Some(Vec::new());
    while !c.eat(")") {
        let value = sum(c, &values)?.filter(|v| i64::try_from(*v).is_ok());
        all = all.zip(value).map(|(mut all, value)| {
            all.push(value);
            all
        });
        c.eat(",");
    }
    Ok(all)
}

/// `affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == 0)>`.
fn set(c: &mut Cursor<'_>, values: &[i128]) -> Result<Option<bool>, ReadError> {
    c.need("affine_set<")?;
    let values = names(c, values)?;
    c.need(":")?;
    c.need("(")?;
    let mut all = Some(true);
    while !c.eat(")") {
        let value = sum(c, &values)?;
        let equal = c.eat("==");
        if !equal {
            c.need(">=")?;
        }
        c.need("0")?;
        all = all.zip(value).map(|(all, v)| all && if equal { v == 0 } else { v >= 0 });
        c.eat(",");
    }
    Ok(all)
}

/// Sums and differences of products.
fn sum(c: &mut Cursor<'_>, values: &Values<'_>) -> Result<Option<i128>, ReadError> {
    let mut total = product(c, values)?;
    loop {
        let minus = if c.eat("+") {
            false
        } else if c.eat("-") {
            true
        } else {
            return Ok(total);
        };
        let next = product(c, values)?;
        total = total.zip(next).and_then(|(a, b)| if minus { a.checked_sub(b) } else { a.checked_add(b) });
    }
}

/// Products, quotients and remainders: these of what is above 0.
fn product(c: &mut Cursor<'_>, values: &Values<'_>) -> Result<Option<i128>, ReadError> {
    let mut total = part(c, values)?;
    loop {
        let op: fn(i128, i128) -> Option<i128> = if c.eat("*") {
            i128::checked_mul
        } else if c.eat("floordiv") {
            |a, b| (b > 0).then(|| a.div_euclid(b))
        } else if c.eat("ceildiv") {
            |a, b| (b > 0).then(|| -(-a).div_euclid(b))
        } else if c.eat("mod") {
            |a, b| (b > 0).then(|| a.rem_euclid(b))
        } else {
            return Ok(total);
        };
        let next = part(c, values)?;
        total = total.zip(next).and_then(|(a, b)| op(a, b));
    }
}

fn part(c: &mut Cursor<'_>, values: &Values<'_>) -> Result<Option<i128>, ReadError> {
    if c.eat("(") {
        let inside = sum(c, values)?;
        c.need(")")?;
        return Ok(inside);
    }
    if c.eat("-") {
        return Ok(part(c, values)?.and_then(i128::checked_neg));
    }
    let known = match c.peek() {
        Some('d') => Some(0),
        Some('s') => Some(1),
        _ => None,
    };
    let Some(kind) = known else { return Ok(Some(c.int()?.into())) };
    let name = c.word();
    let value = name[1..].parse().ok().and_then(|n: usize| values.0[kind].get(n));
    value.map(|v| Some(*v)).ok_or_else(|| c.expected("a name that there is"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps() {
        let of = |text: &str, values: &[i128]| map(&mut Cursor::new(text), values).unwrap();
        let text = "affine_map<(d0, d1)[s0] -> (d0 * 3 - s0, (d1 + 1) floordiv 2, -d0 mod 4, d1 ceildiv 2)>";
        assert_eq!(of(text, &[5, -4, 7]), Some(vec![8, -2, 3, -2]));
        assert_eq!(of("affine_map<() -> (7)>", &[]), Some(vec![7]));
        assert_eq!(of("affine_map<(d0)[s0] -> (d0 floordiv s0)>", &[1, 0]), None);
        assert_eq!(of("affine_map<(d0) -> (d0 * 2)>", &[i128::from(i64::MAX)]), None);
        let holds = |values: &[i128]| {
            let text = "affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 - 2 == 0)>";
            set(&mut Cursor::new(text), values).unwrap()
        };
        assert_eq!([holds(&[2, 2]), holds(&[1, 2]), holds(&[5, 3])], [Some(true), Some(false), Some(false)]);
    }
}
