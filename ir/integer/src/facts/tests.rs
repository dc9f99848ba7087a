//! Every transfer function against brute force, small and at the ends of the widths.

use super::*;
use fastrand::Rng;

/// What one operation is, as facts and as a value; `None` where it is undefined.
struct Operation {
    name: &'static str,
    facts: fn(&Facts, &Facts) -> Facts,
    value: fn(i128, i128) -> Option<i128>,
}

const OPERATIONS: &[Operation] = &[
    Operation {
        name: "sum",
        facts: |a, b| Facts::sum(3, [(2, *a), (-4, *b)]),
        value: |a, b| Some(3 + 2 * a - 4 * b),
    },
    Operation { name: "add", facts: |a, b| Facts::sum(0, [(1, *a), (1, *b)]), value: |a, b| Some(a + b) },
    Operation {
        name: "scaled",
        facts: |a, b| Facts::sum(0, [(16, *a), (1, *b)]),
        value: |a, b| Some(16 * a + b),
    },
    Operation { name: "mul", facts: |a, b| a.mul(b), value: |a, b| a.checked_mul(b) },
    Operation { name: "div", facts: |a, b| a.div(b), value: |a, b| (b > 0).then(|| a.div_euclid(b)) },
    Operation { name: "rem", facts: |a, b| a.rem(b), value: |a, b| (b > 0).then(|| a.rem_euclid(b)) },
    Operation { name: "xor", facts: |a, b| a.xor(b), value: |a, b| (a >= 0 && b >= 0).then_some(a ^ b) },
    Operation { name: "min", facts: |a, b| a.min(b), value: |a, b| Some(a.min(b)) },
    Operation { name: "max", facts: |a, b| a.max(b), value: |a, b| Some(a.max(b)) },
    Operation {
        name: "xor_field",
        facts: |a, _| a.xor_field(0b1100, 0b11, 2),
        value: |a, _| (a >= 0).then_some(a ^ (a & 0b1100) >> 2),
    },
    Operation {
        name: "xor_field, up",
        facts: |a, _| a.xor_field(0b11, 0b1100, -2),
        value: |a, _| (a >= 0).then_some(a ^ (a & 0b11) << 2),
    },
    Operation { name: "join", facts: |a, b| a.join(b), value: |a, _| Some(a) },
    Operation { name: "join, other", facts: |a, b| a.join(b), value: |_, b| Some(b) },
    Operation { name: "trunc_div", facts: |a, b| a.trunc_div(b), value: |a, b| (b > 0).then(|| a / b) },
    Operation { name: "trunc_rem", facts: |a, b| a.trunc_rem(b), value: |a, b| (b > 0).then(|| a % b) },
    Operation { name: "less", facts: |a, b| a.less(b), value: |a, b| Some((a < b).into()) },
    Operation { name: "less_equal", facts: |a, b| a.less_equal(b), value: |a, b| Some((a <= b).into()) },
    Operation { name: "equal", facts: |a, b| a.equal(b), value: |a, b| Some((a == b).into()) },
    Operation { name: "mul_high", facts: |a, _| a.mul_high(1 << 30), value: |a, _| Some((a << 30) >> 32) },
    Operation { name: "wrapped, 3", facts: |a, _| a.wrapped(3), value: |a, _| Some(wrap(a, 3)) },
    Operation { name: "wrapped, 32", facts: |a, _| a.wrapped(32), value: |a, _| Some(wrap(a, 32)) },
    Operation { name: "wrapped, 64", facts: |a, _| a.wrapped(64), value: |a, _| Some(wrap(a, 64)) },
    Operation { name: "and", facts: |a, _| a.and(12), value: |a, _| Some(a & 12) },
    Operation { name: "and not", facts: |a, _| a.and(-4), value: |a, _| Some(a & -4) },
    Operation { name: "and holes", facts: |a, _| a.and(-11), value: |a, _| Some(a & -11) },
];

/// The low bits of a number, as a signed one.
fn wrap(value: i128, bits: u32) -> i128 {
    value << (128 - bits) >> (128 - bits)
}

fn check(operation: &Operation, fa: &Facts, fb: &Facts, values: impl Iterator<Item = (i128, i128)>) {
    let facts = (operation.facts)(fa, fb);
    for (a, b) in values {
        if let Some(v) = (operation.value)(a, b) {
            assert!(
                facts.admit(v),
                "{}({a}, {b}) = {v} is not in {facts:?} from {fa:?}, {fb:?}",
                operation.name
            );
        }
    }
}

/// Every set of values in a small domain that a description can name.
fn descriptions() -> Vec<(Facts, Vec<i128>)> {
    let mut out = Vec::new();
    for (lo, hi) in [(-9, 9), (0, 15), (0, 7), (3, 12), (-8, -2), (5, 5), (0, 1), (16, 31)] {
        for (m, r) in [(1, 0), (2, 0), (2, 1), (4, 2), (3, 1), (6, 0), (8, 4)] {
            for (zeros, ones) in [(0u64, 0u64), (2, 0), (0, 4), (1, 8)] {
                let facts = Facts { lo, hi, modulus: m, residue: r, zeros, ones };
                let values: Vec<i128> = (-40..40).filter(|v| facts.admit(*v)).collect();
                if !values.is_empty() {
                    let reduced = facts.reduced();
                    assert!(values.iter().all(|v| reduced.admit(*v)), "{facts:?} reduces to {reduced:?}");
                    out.push((reduced, values));
                }
            }
        }
    }
    out
}

#[test]
fn transfer_functions_hold_every_value() {
    let all = descriptions();
    for (fa, va) in &all {
        for (fb, vb) in all.iter().step_by(3) {
            for operation in OPERATIONS {
                check(operation, fa, fb, va.iter().flat_map(|a| vb.iter().map(|b| (*a, *b))));
            }
            for v in va.iter().filter(|v| vb.contains(v)) {
                assert!(fa.meet(*fb).admit(*v));
            }
            let implied = va.iter().all(|v| fb.admit(*v));
            assert!(implied || !fa.implies(fb), "{fa:?} does not imply {fb:?}");
            assert!(fa.implies(fa) && fa.implies(&Facts::UNKNOWN));
        }
    }
}

fn pick(rng: &mut Rng, from: &[i64]) -> i64 {
    from[rng.usize(..from.len())]
}

/// Integers at which a width ends, and beyond the widest.
fn edge(rng: &mut Rng) -> i128 {
    let end = 1i128 << pick(rng, &[7, 8, 31, 32, 62, 63, 64, 65]);
    end * i128::from(pick(rng, &[-1, 1])) + i128::from(rng.i64(-3..=3))
}

#[test]
fn transfer_functions_hold_at_the_ends_of_widths() {
    let mut rng = Rng::with_seed(17);
    for _ in 0..20_000 {
        let mut description = || {
            let (a, b) =
                (edge(&mut rng), if rng.i64(0..=2) == 0 { rng.i64(-9..=9).into() } else { edge(&mut rng) });
            let mut facts = match rng.i64(0..=4) {
                0 => Facts::at_least(a.min(b)),
                1 => Facts::at_most(a.max(b)),
                _ => Facts::range(a.min(b), a.max(b)),
            };
            let divisor = pick(&mut rng, &[1, 1, 2, 8, 3, 1 << 40]);
            if divisor > 1 {
                facts = facts.with_divisor(divisor);
            }
            let near = [a, b, a + 1, b - 1, (a + b) / 2, 0, 1, -1]
                .map(|v| v - v.rem_euclid(i128::from(divisor)))
                .into_iter()
                .filter(|v| facts.admit(*v))
                .collect::<Vec<_>>();
            (facts, near)
        };
        let ((fa, va), (fb, vb)) = (description(), description());
        for operation in OPERATIONS {
            check(operation, &fa, &fb, va.iter().flat_map(|a| vb.iter().map(|b| (*a, *b))));
        }
        for v in va.iter().filter(|v| fb.admit(**v)) {
            assert!(fa.meet(fb).admit(*v), "{v} in {fa:?} and {fb:?}");
        }
    }
}

#[test]
fn sums_of_words_have_another_bit() {
    let word = Facts::signed(64);
    let sum = Facts::sum(0, [(1, word), (1, word)]);
    assert!(word.fits(64) && !sum.fits(64) && sum.within(-(1i128 << 64), (1i128 << 64) - 2));
    assert!(Facts::sum(-1, [(-1, word)]).fits(64), "the complement of all bits");
    assert!(!Facts::sum(0, [(-1, word)]).fits(64), "but not the negative");
    assert!(word.div(&Facts::constant(2)).fits(63));
}

#[test]
fn what_wraps_keeps_its_low_bits() {
    let many = Facts::NATURAL;
    assert_eq!(many.mul(&Facts::constant(24)).wrapped(32).modulus, 8, "three does not divide a power of two");
    assert_eq!(Facts::sum(5, [(16, many)]).wrapped(32).residue, 5);
    assert_eq!(Facts::constant(1 << 40).wrapped(32).as_const(), Some(0));
    assert!(many.with_divisor(1 << 40).wrapped(64).divisible_by(1 << 40));
    assert_eq!(Facts::range(0, 96).with_divisor(3).wrapped(8).modulus, 3, "what fits does not wrap");
}

#[test]
fn far_ends_are_unbounded() {
    let far = Facts::range(0, 1i128 << 90);
    assert_eq!(far.mul(&far).hi, i128::MAX);
    assert_eq!(Facts::NATURAL.div(&Facts::constant(4)).lo, 0);
    assert_eq!(Facts::NATURAL.and(-8).lo, 0);
}

#[test]
fn remainders_of_powers_of_two_are_like_others() {
    for value in [0, 1, -1, 5, -5, i128::from(i64::MIN), i128::MAX / 3, i128::MIN / 3] {
        for modulus in [1, 2, 8, 12, 1 << 40, 1 << 62, (1 << 62) - 1] {
            assert_eq!(i128::from(remainder(value, modulus)), value.rem_euclid(modulus.into()));
        }
    }
}
