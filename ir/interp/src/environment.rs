//! What a run depends on besides the program: arguments, where on the GPU it runs,
//! and what external functions do.

use std::fmt;
use std::str::FromStr;

/// Everything outside the program that decides a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment {
    /// Bits of `index`: 32 or 64.
    pub index_width: u32,
    /// The thread that runs.
    pub ids: Ids,
    /// Decides the results of external functions and the contents of memory.
    pub seed: u64,
    /// The number of the external call that does not return, counted from 0.
    pub exits_at: Option<u64>,
    /// Most operations that run.
    pub fuel: u64,
}

impl Default for Environment {
    fn default() -> Self {
        Self { index_width: 64, ids: Ids::default(), seed: 0, exits_at: None, fuel: 1_000_000 }
    }
}

/// One argument of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// An integer or an index.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// The symbols of a layout that its type tells.
    Symbols(Vec<i64>),
    /// A static layout where the type tells nothing.
    Layout(String),
    /// The sizes of a memref's dynamic dimensions.
    Sizes(Vec<i64>),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |n: &[i64]| n.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        match self {
            Self::Int(i) => i.fmt(f),
            Self::Float(x) => write!(f, "{x:?}"),
            Self::Symbols(n) => write!(f, "symbols[{}]", list(n)),
            Self::Layout(text) => write!(f, "layout[{text}]"),
            Self::Sizes(n) => write!(f, "memref[{}]", list(n)),
        }
    }
}

/// The text is no argument.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no argument: expected a number, symbols[…], layout[…] or memref[…]")]
pub struct ArgumentError(String);

impl FromStr for Argument {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let error = || ArgumentError(text.into());
        let inside = |name: &str| text.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']');
        let list = |inside: &str| {
            inside.split_whitespace().map(|n| n.parse().map_err(|_| error())).collect::<Result<Vec<i64>, _>>()
        };
        if let Some(symbols) = inside("symbols") {
            return Ok(Self::Symbols(list(symbols)?));
        }
        if let Some(sizes) = inside("memref") {
            return Ok(Self::Sizes(list(sizes)?));
        }
        if let Some(layout) = inside("layout") {
            return Ok(Self::Layout(layout.into()));
        }
        match text {
            "true" => Ok(Self::Int(1)),
            "false" => Ok(Self::Int(0)),
            _ => text.parse().map(Self::Int).or_else(|_| text.parse().map(Self::Float)).map_err(|_| error()),
        }
    }
}

/// A thread, its block and its grid, each along x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// The number of the thread in its block.
    pub thread: [i64; 3],
    /// The number of the block in its grid.
    pub block: [i64; 3],
    /// The threads of a block.
    pub block_dim: [i64; 3],
    /// The blocks of the grid.
    pub grid_dim: [i64; 3],
}

impl Default for Ids {
    fn default() -> Self {
        Self { thread: [0; 3], block: [0; 3], block_dim: [1; 3], grid_dim: [1; 3] }
    }
}

impl Ids {
    /// Lanes of a warp.
    pub const LANES: i64 = 32;

    /// The number of the thread in its block, x fastest.
    pub fn linear_thread(&self) -> i64 {
        let ([x, y, z], [w, h, _]) = (self.thread, self.block_dim);
        x + w * (y + h * z)
    }

    /// The threads of the block.
    pub fn threads(&self) -> i64 {
        self.block_dim.iter().product()
    }
}

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, [x, y, z]) in [self.thread, self.block_dim, self.block, self.grid_dim].iter().enumerate() {
            write!(f, "{}{x} {y} {z}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// The text is no twelve numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}': expected the numbers of the thread, its block's size, the block, and the grid's size, three each"
)]
pub struct IdsError(String);

impl FromStr for Ids {
    type Err = IdsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Result<Vec<i64>, _> = text.split_whitespace().map(str::parse).collect();
        match numbers.as_deref() {
            Ok([a, b, c, d, e, f, g, h, i, j, k, l]) => Ok(Self {
                thread: [*a, *b, *c],
                block_dim: [*d, *e, *f],
                block: [*g, *h, *i],
                grid_dim: [*j, *k, *l],
            }),
            _ => Err(IdsError(text.into())),
        }
    }
}

/// A well-mixed number from another (the finalizer of SplitMix64).
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in ["-5", "1.5", "symbols[4 8]", "layout[(4,8):(8,1)]", "memref[]", "memref[16 2]"] {
            let argument: Argument = text.parse().unwrap();
            assert_eq!(argument.to_string(), text);
        }
        assert_eq!("true".parse(), Ok(Argument::Int(1)));
        assert!("memref".parse::<Argument>().is_err());
        let ids = "1 2 3 4 5 6 7 8 9 10 11 12".parse::<Ids>().unwrap();
        assert_eq!(
            (ids.to_string(), ids.linear_thread()),
            ("1 2 3 4 5 6 7 8 9 10 11 12".into(), 1 + 4 * (2 + 5 * 3))
        );
        assert!("1 2".parse::<Ids>().is_err());
    }
}
