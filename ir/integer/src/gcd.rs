//! Common divisors.

/// The greatest common divisor; `gcd(0, n) = n`.
pub fn gcd(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

/// A common divisor of two integers, the greatest that is an `i64`.
pub fn common_divisor(a: i64, b: i64) -> i64 {
    i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).unwrap_or(1 << 62)
}
