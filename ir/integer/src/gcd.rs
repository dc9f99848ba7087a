//! Common divisors and multiples, powers of two.

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

/// The least common multiple of two positive integers; `None` past 64 bits.
pub fn lcm(a: i64, b: i64) -> Option<i64> {
    (a / common_divisor(a, b).max(1)).checked_mul(b)
}

/// `k` if `n = 2^k`.
pub fn log2(n: i64) -> Option<u32> {
    (n > 0 && n.count_ones() == 1).then(|| n.trailing_zeros())
}
