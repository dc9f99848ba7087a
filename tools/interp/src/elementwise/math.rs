//! The functions of `math`.

use super::{Elementwise, Rule, Undefined, float1, float2, poison};
use crate::number::{Float, Format, Int, Scalar};

/// What a function does.
pub(super) fn rule(name: &str) -> Option<Rule> {
    Some(match name {
        "math.exp" => |_, a| float1(a, |x| x.unary(f64::exp)),
        "math.exp2" => |_, a| float1(a, |x| x.unary(f64::exp2)),
        "math.expm1" => |_, a| float1(a, |x| x.unary(f64::exp_m1)),
        "math.log" => |_, a| float1(a, |x| x.unary(f64::ln)),
        "math.log2" => |_, a| float1(a, |x| x.unary(f64::log2)),
        "math.log10" => |_, a| float1(a, |x| x.unary(f64::log10)),
        "math.log1p" => |_, a| float1(a, |x| x.unary(f64::ln_1p)),
        "math.sqrt" => |_, a| float1(a, |x| x.unary(f64::sqrt)),
        "math.rsqrt" => |_, a| float1(a, |x| x.unary(|v| 1.0 / v.sqrt())),
        "math.cbrt" => |_, a| float1(a, |x| x.unary(f64::cbrt)),
        "math.tanh" => |_, a| float1(a, |x| x.unary(f64::tanh)),
        "math.sinh" => |_, a| float1(a, |x| x.unary(f64::sinh)),
        "math.cosh" => |_, a| float1(a, even(f64::cosh)),
        "math.erf" => |_, a| float1(a, |x| x.unary(libm::erf)),
        "math.erfc" => |_, a| float1(a, |x| x.unary(libm::erfc)),
        "math.atan" => |_, a| float1(a, |x| x.unary(f64::atan)),
        "math.asin" => |_, a| float1(a, |x| x.unary(f64::asin)),
        "math.acos" => |_, a| float1(a, |x| x.unary(f64::acos)),
        "math.asinh" => |_, a| float1(a, |x| x.unary(f64::asinh)),
        "math.acosh" => |_, a| float1(a, |x| x.unary(f64::acosh)),
        "math.atanh" => |_, a| float1(a, |x| x.unary(f64::atanh)),
        "math.tan" => |_, a| float1(a, |x| jumping(x.unary(f64::tan), &[x])),
        "math.absf" => |_, a| float1(a, |x| Float { value: x.value.abs(), exact: x.exact.abs(), ..x }),
        "math.sin" => |_, a| float1(a, |x| wave(x, f64::sin)),
        "math.cos" => |_, a| float1(a, |x| wave(x, f64::cos)),
        "math.floor" => |_, a| float1(a, |x| step(x, f64::floor)),
        "math.ceil" => |_, a| float1(a, |x| step(x, f64::ceil)),
        "math.trunc" => |_, a| float1(a, |x| step(x, f64::trunc)),
        "math.roundeven" => |_, a| float1(a, |x| step(x, f64::round_ties_even)),
        "math.round" => |_, a| float1(a, |x| step(x, f64::round)),
        "math.powf" => |_, a| float2(a, Float::power),
        "math.atan2" => |_, a| float2(a, |y, x| jumping(y.binary(x, f64::atan2), &[x, y])),
        "math.copysign" => |_, a| float2(a, signed),
        "math.clampf" => |_, a| match a {
            [Scalar::Float(x), Scalar::Float(low), Scalar::Float(high)] => {
                Ok(x.extremum(*low, true, true).extremum(*high, false, true).into())
            }
            _ => poison(a),
        },
        "math.fma" => |_, a| match a {
            [Scalar::Float(x), Scalar::Float(y), Scalar::Float(z)] => Ok(x.fma(*y, *z).into()),
            _ => poison(a),
        },
        "math.isnan" => |_, a| asked(a, |x, _| x.is_nan()),
        "math.isinf" => |_, a| asked(a, |x, _| x.is_infinite()),
        "math.isfinite" => |_, a| asked(a, |x, _| x.is_finite()),
        "math.isnormal" => |_, a| asked(a, |x, format| x.is_finite() && x.abs() >= format.limits().1),
        "math.absi" => |o, a| int1(o, a, |x| x.signed().abs()),
        "math.ctpop" => |o, a| int1(o, a, |x| x.bits().count_ones().into()),
        "math.ctlz" => |o, a| int1(o, a, |x| (x.bits().leading_zeros() + x.width - 64).into()),
        "math.cttz" => |o, a| int1(o, a, |x| x.bits().trailing_zeros().min(x.width).into()),
        "math.ipowi" => |o, a| power(o, a),
        _ => return None,
    })
}

fn int1(o: &Elementwise, a: &[Scalar], f: impl Fn(Int) -> i128) -> Result<Scalar, Undefined> {
    match a {
        [Scalar::Int(x)] => Ok(o.make(f(*x), x.unsure)),
        _ => poison(a),
    }
}

/// A power of integers, in their width; one of 1 over a number is 0 but for those of 1 and -1.
fn power(o: &Elementwise, a: &[Scalar]) -> Result<Scalar, Undefined> {
    let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
    let (base, exponent) = (x.signed(), y.signed());
    if exponent < 0 {
        if base == 0 {
            return Err(Undefined("a division by zero".into()));
        }
        let value = match base {
            1 => 1,
            -1 => 1 - 2 * (exponent & 1),
            _ => 0,
        };
        return Ok(o.make(value, x.unsure || y.unsure));
    }
    let (mut value, mut square, mut left) = (1u64, x.bits(), y.bits());
    while left > 0 {
        if left & 1 == 1 {
            value = value.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        left >>= 1;
    }
    Ok(o.make(value.into(), x.unsure || y.unsure))
}

/// Whether a number is of a kind; nobody knows where its bound is none.
fn asked(a: &[Scalar], f: impl Fn(f64, Format) -> bool) -> Result<Scalar, Undefined> {
    let [Scalar::Float(x)] = a else { return poison(a) };
    let (low, high) = x.interval();
    let truth = f(x.value, x.format);
    let unsure = x.bound == f64::INFINITY || f(low, x.format) != truth || f(high, x.format) != truth;
    Ok(Int::truth(truth).with_unsure(unsure).into())
}

/// A function that is the same of a number and its negative, and grows with its size.
fn even(f: impl Fn(f64) -> f64) -> impl Fn(Float) -> Float {
    move |x| Float { value: x.value.abs(), exact: x.exact.abs(), ..x }.unary(&f)
}

/// The first number with the sign of the second.
fn signed(x: Float, y: Float) -> Float {
    let (value, exact) = (x.value.copysign(y.value), x.exact.copysign(y.exact));
    let made = Float { value, exact, ..x };
    if y.bound > 0.0 && y.exact.abs() <= 2.0 * y.bound { made.or(made.negated()) } else { made }
}

/// Without a bound unless what it is computed of is known: the function jumps somewhere.
fn jumping(made: Float, of: &[Float]) -> Float {
    let known = of.iter().all(|x| x.bound == 0.0);
    if known { made } else { Float { bound: f64::INFINITY, ..made } }
}

/// A function of slope at most 1.
fn wave(x: Float, f: impl Fn(f64) -> f64) -> Float {
    let here = Float::given(x.format, x.value).unary(&f);
    let bound = x.bound.min(2.0) + here.bound;
    Float { exact: f(x.exact), bound, ..here }
}

/// A function that jumps.
fn step(x: Float, f: impl Fn(f64) -> f64) -> Float {
    let (low, high) = x.interval();
    let exact = f(x.exact);
    let bound = (f(low) - exact).abs().max((f(high) - exact).abs());
    let bound = if bound.is_nan() { 0.0 } else { bound };
    Float { format: x.format, value: f(x.value), exact, bound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::types::Element;

    fn of(name: &str, element: Element, operands: &[Scalar]) -> Scalar {
        let o = Elementwise::plain(rule(name).unwrap(), element);
        o.apply(operands).unwrap()
    }

    #[test]
    fn integers() {
        let int = |width: u32, value: i128| Scalar::from(Int::new(width, value));
        let byte = |name, value| of(name, Element::Int(8), &[int(8, value)]);
        assert_eq!(
            [byte("math.ctlz", 3), byte("math.ctlz", 0), byte("math.ctlz", -1)],
            [6, 8, 0].map(|n| int(8, n))
        );
        assert_eq!([byte("math.cttz", 12), byte("math.cttz", 0)], [2, 8].map(|n| int(8, n)));
        let wide = |x, y| of("math.ipowi", Element::Int(64), &[int(64, x), int(64, y)]);
        assert_eq!([wide(3, 39), wide(-1, -3), wide(7, -2)], [3i128.pow(39), -1, 0].map(|n| int(64, n)));
    }

    /// What leaves a function's domain within the bound is not known.
    #[test]
    fn near_the_end_of_a_domain() {
        let near = Float { bound: 1e-3, ..Float::given(Format::F32, 1e-4) };
        for name in ["math.log", "math.sqrt", "math.rsqrt"] {
            let Scalar::Float(made) = of(name, Element::Float(Format::F32), &[near.into()]) else { panic!() };
            assert_eq!(made.bound, f64::INFINITY, "{name}");
        }
        let Scalar::Float(made) = of(
            "math.copysign",
            Element::Float(Format::F32),
            &[Float::given(Format::F32, 2.0).into(), near.into()],
        ) else {
            panic!()
        };
        assert!(made.admits(-2.0) && made.admits(2.0));
    }
}
