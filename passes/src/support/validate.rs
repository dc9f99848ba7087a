//! Evaluates the IR: a rewritten value must be what it was, for all values of its
//! leaves if they are few, else for a sample of them. Nothing here knows terms or
//! rules, so it checks the whole way there and back.

use std::collections::HashMap;

use layout_algebra::{Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_dialect::ir::{self, Scalar};
use layout_dialect::{AffineExpr, AffineOp, affine_results, coordinate};
use layout_egraph::{Facts, Rng, sample};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::import::{is_layout, operation};
use super::resolve::Resolver;

/// Domains of at most so many points are tried whole.
const WHOLE: i64 = 1 << 16;
/// Points tried of a larger one.
const SAMPLES: usize = 4096;

/// Compares `old` with `new` for values of the leaves that satisfy their facts.
///
/// # Errors
/// A point at which they differ.
pub fn validate<'c: 'a, 'a>(
    leaves: &[Value<'c, 'a>],
    facts: &[Facts],
    old: Value<'c, 'a>,
    new: Value<'c, 'a>,
) -> Result<(), String> {
    let mut resolver = Resolver::default();
    let mut used = Vec::new();
    collect(old, &mut resolver, leaves, &mut used);
    // One value may stand for several leaves, of which each promises something.
    let domains: Vec<(Value<'c, 'a>, Facts)> = used
        .into_iter()
        .map(|value| {
            let promises = leaves.iter().zip(facts).filter(|(l, _)| ir::key(**l) == ir::key(value));
            (value, promises.fold(Facts::UNKNOWN, |all, (_, f)| all.meet(*f)))
        })
        .collect();
    let size = domains.iter().try_fold(1i64, |n, (_, f)| {
        f.hi.checked_sub(f.lo)?.checked_add(1)?.checked_mul(n).filter(|n| *n <= WHOLE)
    });
    let mut rng = Rng::new(1);
    for point in 0..size.unwrap_or(SAMPLES as i64) {
        let mut rest = point;
        let mut known: HashMap<ir::ValueKey, i64> = HashMap::new();
        for (value, f) in &domains {
            let v = if size.is_some() {
                let count = f.hi - f.lo + 1;
                let v = f.lo + rest % count;
                rest /= count;
                v
            } else {
                sample(f, &mut rng)
            };
            known.insert(ir::key(*value), v);
        }
        if domains.iter().any(|(value, f)| !f.admit(known[&ir::key(*value)])) {
            continue;
        }
        let mut evaluator = Evaluator { known, resolver: &resolver };
        for (value, f) in &domains {
            evaluator.inside_loop(*value, *f);
        }
        let Some(want) = evaluator.value(old) else { continue };
        let got = evaluator.value(new);
        if got != Some(want) {
            let at: Vec<String> =
                domains.iter().map(|(v, _)| format!("{v} = {}", evaluator.known[&ir::key(*v)])).collect();
            return Err(format!(
                "a value was {want} and is {} now (please report it): {old}, at {}",
                got.map_or("undefined".into(), |v| v.to_string()),
                at.join("; ")
            ));
        }
    }
    Ok(())
}

/// The leaves that a value is computed from; takes note of layouts on the way.
fn collect<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    resolver: &mut Resolver<'c, 'a>,
    leaves: &[Value<'c, 'a>],
    used: &mut Vec<Value<'c, 'a>>,
) {
    if leaves.iter().any(|l| ir::key(*l) == ir::key(value)) {
        if !used.iter().any(|l| ir::key(*l) == ir::key(value)) {
            used.push(value);
        }
        return;
    }
    if let Some(op) = ir::defining_op(value) {
        op.operands().for_each(|v| collect(v, resolver, leaves, used));
        if is_layout(&ir::name(op)) {
            resolver.visit(op);
        }
    }
}

struct Evaluator<'r, 'c, 'a> {
    known: HashMap<ir::ValueKey, i64>,
    resolver: &'r Resolver<'c, 'a>,
}

/// `v` as it is held by a type.
fn wrapped(v: i128, scalar: Scalar) -> i64 {
    match scalar {
        Scalar::Int(1) => (v & 1) as i64,
        Scalar::Int(bits) if bits < 64 => {
            let modulus = 1i128 << bits;
            let low = v.rem_euclid(modulus);
            (if low >= modulus / 2 { low - modulus } else { low }) as i64
        }
        _ => v as i64,
    }
}

/// `v` as an unsigned number of a type.
fn unsigned(v: i64, scalar: Scalar) -> i128 {
    match scalar {
        Scalar::Int(bits) if bits < 64 => i128::from(v).rem_euclid(1 << bits),
        _ => i128::from(v as u64),
    }
}

impl<'c: 'a, 'a> Evaluator<'_, 'c, 'a> {
    /// Brings an induction variable below the upper bound of its loop.
    fn inside_loop(&mut self, value: Value<'c, 'a>, facts: Facts) {
        let Some((block, 0)) = ir::block_argument(value) else { return };
        let Some(parent) = ir::block_parent(block).filter(|p| ir::name(*p) == "scf.for") else { return };
        let (Some(upper), Some(v)) = (self.operand(parent, 1), self.known.get(&ir::key(value)).copied())
        else {
            return;
        };
        if v >= upper {
            let lower = facts.lo.max(0);
            let inside = lower + (v - lower).rem_euclid(upper.saturating_sub(lower).max(1));
            self.known.insert(ir::key(value), inside - (inside - facts.residue).rem_euclid(facts.modulus));
        }
    }

    /// The value; `None` where it is undefined or not computed by known operations.
    fn value(&mut self, value: Value<'c, 'a>) -> Option<i64> {
        if let Some(v) = self.known.get(&ir::key(value)) {
            return Some(*v);
        }
        let op = ir::defining_op(value)?;
        let number = ir::results(op).iter().position(|r| ir::key(*r) == ir::key(value))?;
        let v = self.operation(op, number)?;
        self.known.insert(ir::key(value), v);
        Some(v)
    }

    fn operand(&mut self, op: OperationRef<'c, 'a>, i: usize) -> Option<i64> {
        self.value(ir::operand(op, i)?)
    }

    fn operation(&mut self, op: OperationRef<'c, 'a>, result: usize) -> Option<i64> {
        let name = ir::name(op);
        match name.as_str() {
            "layout.crd2idx" => return self.crd2idx(op),
            "layout.size" | "layout.cosize" => {
                let layout = self.resolver.get(ir::operand(op, 0)?)?.layout;
                let measure = if name == "layout.size" { layout.size() } else { layout.cosize() };
                return measure.ok()?.as_const();
            }
            "affine.delinearize_index" => return self.delinearize(op, result),
            "affine.linearize_index" => return self.linearize(op),
            "affine.apply" | "affine.min" | "affine.max" => {
                let results = affine_results(op.attribute("map").ok()?)?;
                let values = results.iter().map(|e| self.affine(op, e)).collect::<Option<Vec<_>>>()?;
                return match name.as_str() {
                    "affine.min" => values.into_iter().min(),
                    "affine.max" => values.into_iter().max(),
                    _ => values.get(result).copied(),
                };
            }
            "arith.mului_extended" => {
                let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let scalar = ir::scalar(ir::operand(op, 0)?.r#type())?;
                let product = unsigned(a, scalar) * unsigned(b, scalar);
                let Scalar::Int(bits) = scalar else { return None };
                return Some(wrapped(if result == 0 { product } else { product >> bits }, scalar));
            }
            _ => {}
        }
        let scalar = ir::scalar(ir::result(op)?.r#type())?;
        let name = operation(&name)?;
        match name {
            "constant" => return Some(wrapped(ir::integer(op.attribute("value").ok()?)?.into(), scalar)),
            "select" => {
                let arm = if self.operand(op, 0)? & 1 == 0 { 2 } else { 1 };
                return self.operand(op, arm);
            }
            "index_cast" | "extsi" | "trunci" | "index_castui" | "extui" => {
                let from = ir::scalar(ir::operand(op, 0)?.r#type())?;
                let v = self.operand(op, 0)?;
                let signed = matches!(name, "index_cast" | "extsi");
                let v = match (signed, from) {
                    (true, Scalar::Int(1)) => -i128::from(v),
                    (true, _) => i128::from(v),
                    (false, _) if name == "trunci" => i128::from(v),
                    (false, _) => unsigned(v, from),
                };
                return Some(wrapped(v, scalar));
            }
            _ => {}
        }
        let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let of = ir::scalar(ir::operand(op, 0)?.r#type())?;
        if name == "cmpi" {
            return self.compare(op, a, b, of);
        }
        let (x, y) = (i128::from(a), i128::from(b));
        let (ux, uy) = (unsigned(a, of), unsigned(b, of));
        let amount = |y: i64| u32::try_from(y).ok().filter(|k| *k < 64);
        let v = match name {
            "addi" => x + y,
            "subi" => x - y,
            "muli" => x * y,
            "divui" | "remui" | "ceildivui" if uy == 0 => return None,
            "divsi" | "remsi" | "floordivsi" | "ceildivsi" if y == 0 => return None,
            "divui" => ux / uy,
            "remui" => ux % uy,
            "ceildivui" => (ux + uy - 1) / uy,
            "divsi" => x / y,
            "remsi" => x % y,
            "floordivsi" => {
                x.div_euclid(y.abs()) * y.signum() - i128::from(y < 0 && x.rem_euclid(y.abs()) != 0)
            }
            "ceildivsi" if y > 0 => -((-x).div_euclid(y)),
            "shli" => x << amount(b)?,
            "shrui" => ux >> amount(b)?,
            "shrsi" => x >> amount(b)?,
            "andi" => x & y,
            "ori" => x | y,
            "xori" => x ^ y,
            "minsi" => x.min(y),
            "maxsi" => x.max(y),
            "minui" => ux.min(uy),
            "maxui" => ux.max(uy),
            _ => return None,
        };
        let wrapped = wrapped(v, scalar);
        let flags = op.attribute("overflowFlags").map(|f| f.to_string()).unwrap_or_default();
        // Signed overflow is poison where it is promised not to happen.
        (!flags.contains("nsw") || i128::from(wrapped) == v).then_some(wrapped)
    }

    fn compare(&self, op: OperationRef<'c, 'a>, a: i64, b: i64, of: Scalar) -> Option<i64> {
        let (ua, ub) = (unsigned(a, of), unsigned(b, of));
        let predicate = super::import::predicate(op)?;
        Some(i64::from(match predicate {
            "eq" => a == b,
            "ne" => a != b,
            "slt" => a < b,
            "sle" => a <= b,
            "sgt" => a > b,
            "sge" => a >= b,
            "ult" => ua < ub,
            "ule" => ua <= ub,
            "ugt" => ua > ub,
            _ => ua >= ub,
        }))
    }

    fn basis(&mut self, op: OperationRef<'c, 'a>, first: usize) -> Option<Vec<i64>> {
        let mut next = first;
        let mut out = Vec::new();
        for size in ir::integers(op.attribute("static_basis").ok()?) {
            out.push(if size == i64::MIN {
                next += 1;
                self.operand(op, next - 1)?
            } else {
                size
            });
        }
        out.iter().all(|s| *s > 0).then_some(out)
    }

    fn delinearize(&mut self, op: OperationRef<'c, 'a>, result: usize) -> Option<i64> {
        let basis = self.basis(op, 1)?;
        let count = ir::results(op).len();
        let mut rest = self.operand(op, 0)?;
        for (i, size) in (1..count).rev().zip(basis.iter().rev()) {
            if i == result {
                return Some(rest.rem_euclid(*size));
            }
            rest = rest.div_euclid(*size);
        }
        Some(rest)
    }

    fn linearize(&mut self, op: OperationRef<'c, 'a>) -> Option<i64> {
        let segments = op.attribute("operandSegmentSizes").ok().map(ir::integers)?;
        let count = usize::try_from(*segments.first()?).ok()?;
        let basis = self.basis(op, count)?;
        let mut sum = self.operand(op, 0)?;
        for i in 1..count {
            let digit = self.operand(op, i)?;
            sum = sum.checked_mul(*basis.get(basis.len() + i - count)?)?.checked_add(digit)?;
        }
        Some(sum)
    }

    fn affine(&mut self, op: OperationRef<'c, 'a>, e: &AffineExpr) -> Option<i64> {
        Some(match e {
            AffineExpr::Constant(c) => *c,
            AffineExpr::Operand(i) => self.operand(op, *i)?,
            AffineExpr::Binary(operator, sides) => {
                let (a, b) = (self.affine(op, &sides[0])?, self.affine(op, &sides[1])?);
                match operator {
                    AffineOp::Add => a.checked_add(b)?,
                    AffineOp::Mul => a.checked_mul(b)?,
                    _ if b <= 0 => return None,
                    AffineOp::Mod => a.rem_euclid(b),
                    AffineOp::FloorDiv => a.div_euclid(b),
                    AffineOp::CeilDiv => -((-a).div_euclid(b)),
                }
            }
        })
    }

    fn crd2idx(&mut self, op: OperationRef<'c, 'a>) -> Option<i64> {
        let resolved = self.resolver.get(ir::operand(op, 0)?)?;
        let text = StringAttribute::try_from(op.attribute("coord").ok()?).ok()?.value().to_string();
        let coord = coordinate(&text, resolved.layout.domain()).ok()?;
        let indices = op.operands().skip(1).map(|v| self.value(v)).collect::<Option<Vec<_>>>()?;
        let symbols = resolved.symbols.iter().map(|v| self.value(*v)).collect::<Option<Vec<_>>>()?;
        resolved.layout.compute_index(&coord, &mut Numbers { symbols, indices }).ok()
    }
}

/// Layout expressions on numbers.
struct Numbers {
    symbols: Vec<i64>,
    indices: Vec<i64>,
}

impl Arithmetic for Numbers {
    type Value = i64;
    type Error = ();

    fn constant(&mut self, value: i64) -> Result<i64, ()> {
        Ok(value)
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<i64, ()> {
        self.symbols.get(symbol.id as usize).copied().filter(|v| symbol.facts.admit(*v)).ok_or(())
    }

    fn add(&mut self, a: i64, b: i64) -> Result<i64, ()> {
        a.checked_add(b).ok_or(())
    }

    fn mul(&mut self, a: i64, b: i64) -> Result<i64, ()> {
        a.checked_mul(b).ok_or(())
    }

    fn floordiv(&mut self, a: i64, b: i64) -> Result<i64, ()> {
        if b > 0 { Ok(a.div_euclid(b)) } else { Err(()) }
    }

    fn modulo(&mut self, a: i64, b: i64) -> Result<i64, ()> {
        if b > 0 { Ok(a.rem_euclid(b)) } else { Err(()) }
    }

    fn minimum(&mut self, a: i64, b: i64) -> Result<i64, ()> {
        Ok(a.min(b))
    }

    fn maximum(&mut self, a: i64, b: i64) -> Result<i64, ()> {
        Ok(a.max(b))
    }
}

impl IndexArithmetic for Numbers {
    fn swizzle(&mut self, swizzle: Swizzle, value: i64) -> Result<i64, ()> {
        Ok(swizzle.apply(value))
    }

    fn coordinate(&mut self, integer: &Expr, mode: &Layout) -> Result<i64, ()> {
        let mut value = integer.as_const();
        integer.for_each_symbol(&mut |s| value = self.indices.get(s.id as usize).copied());
        let size = mode.size().map_err(drop)?;
        let size =
            size.eval(&|s| self.symbols.get(s.id as usize).copied().unwrap_or(i64::MAX)).map_err(drop)?;
        // Outside its domain a coordinate's index is poison.
        value.filter(|v| (0..size).contains(v)).ok_or(())
    }
}
