//! [`Input`]: what a function is run on.

use std::fmt;
use std::str::FromStr;

use layout_interp::{Argument, Environment, Function, Ids, InputKind};

use crate::generate::Rng;

/// A function's name, its arguments, and the rest of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The function.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Everything else; the width of `index` is the pipeline's.
    pub environment: Environment,
}

impl Input {
    /// The same with another width of `index`.
    pub fn with_index_width(&self, index_width: u32) -> Self {
        Self { environment: Environment { index_width, ..self.environment.clone() }, ..self.clone() }
    }

    /// The same for a function whose layouts are the values of their symbols.
    pub fn expanded(&self) -> Self {
        let expand = |a: &Argument| match a {
            Argument::Symbols(values) => values.iter().map(|v| Argument::Int(*v)).collect(),
            other => vec![other.clone()],
        };
        Self { arguments: self.arguments.iter().flat_map(expand).collect(), ..self.clone() }
    }
}

/// Numbers of a program that its inputs should meet, and bounds of ids.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    constants: Vec<i64>,
    /// The least `upper_bound` of any id or size.
    upper_bound: Option<i64>,
}

impl Hints {
    /// Reads them off a module's text.
    pub fn of(text: &str) -> Self {
        let mut hints = Self::default();
        for line in text.lines() {
            let mut words = line.split([' ', ',', '(', ')']);
            if line.contains(".constant ") {
                let number = words.clone().filter_map(|w| w.parse::<i64>().ok()).next_back();
                hints.constants.extend(number);
            }
            if words.any(|w| w == "upper_bound") {
                let bound = words.next().and_then(|w| w.parse().ok());
                hints.upper_bound = hints.upper_bound.into_iter().chain(bound).min();
            }
        }
        hints.constants.sort_unstable();
        hints.constants.dedup();
        hints
    }
}

/// Fuel of one run: enough for any loop that the generator writes.
const FUEL: u64 = 60_000;

/// `count` inputs for a function; none if one of its arguments cannot be made.
pub fn draw(function: &Function, hints: &Hints, count: usize, rng: &mut Rng) -> Vec<Input> {
    let kinds = function.inputs();
    if kinds.iter().any(|k| matches!(k, InputKind::Other(_))) {
        return Vec::new();
    }
    (0..count)
        .map(|number| {
            // The first inputs are mild: most programs are defined on them. On some all
            // numbers are large, since it takes several of them to overflow.
            let mood = match number {
                0 | 1 => Mood::Mild,
                _ if number % 3 == 0 => Mood::Mild,
                _ if number % 5 == 0 => Mood::Large,
                _ => Mood::Mixed,
            };
            let arguments: Vec<Argument> = kinds.iter().map(|k| argument(k, hints, mood, rng)).collect();
            let exits_at = (rng.u32(..5) < 2).then(|| rng.u64(..3));
            let environment = Environment {
                index_width: 64,
                ids: ids(function, hints, rng),
                seed: rng.u64(..),
                exits_at,
                fuel: FUEL,
            };
            Input { function: function.name().into(), arguments, environment }
        })
        .collect()
}

/// What numbers of an input are like.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Mild,
    Mixed,
    Large,
}

fn argument(kind: &InputKind, hints: &Hints, mood: Mood, rng: &mut Rng) -> Argument {
    match kind {
        InputKind::Int(width) => Argument::Int(integer(*width, hints, mood, rng)),
        InputKind::Index => Argument::Int(integer(if rng.u32(..4) == 0 { 32 } else { 64 }, hints, mood, rng)),
        InputKind::Float => Argument::Float(f64::from(rng.i16(..)) / 16.0),
        InputKind::Symbols(facts) => {
            Argument::Symbols(facts.iter().map(|(div, min, max)| symbol(*div, *min, *max, rng)).collect())
        }
        InputKind::Layout => Argument::Layout(layout(rng)),
        InputKind::Memref(sizes) => Argument::Sizes((0..*sizes).map(|_| rng.i64(1..64)).collect()),
        InputKind::Other(_) => Argument::Int(0),
    }
}

/// A number of a width: small, at the ends, near a constant of the program, or any.
fn integer(width: u32, hints: &Hints, mood: Mood, rng: &mut Rng) -> i64 {
    let max = (1i128 << (width - 1)) - 1;
    let kind = match mood {
        Mood::Mild => rng.u32(..6),
        Mood::Mixed => rng.u32(..14),
        Mood::Large => [6, 14, 15][rng.usize(..3)],
    };
    let number = match kind {
        0 => 0,
        1 => 1,
        2 | 3 => i128::from(rng.u8(..)),
        4 | 5 => i128::from(rng.u16(..4096)),
        6 => max - i128::from(rng.u8(..3)),
        7 => -max - 1 + i128::from(rng.u8(..3)),
        8 => -i128::from(rng.u8(1..)),
        9 | 10 if !hints.constants.is_empty() => {
            let constant = hints.constants[rng.usize(..hints.constants.len())];
            i128::from(constant) + i128::from(rng.i8(-1..2))
        }
        11 => (1i128 << rng.u32(..width)) + i128::from(rng.i8(-1..2)),
        12 => i128::from(rng.i64(..)) >> rng.u32(..64),
        14 => 1i128 << rng.u32(width / 2..width.max(2) - 1),
        15 => (max >> rng.u32(..3)) - i128::from(rng.u8(..)),
        _ => i128::from(rng.i64(..)),
    };
    // Modulo the width, read as signed.
    let unused = 64 - width.min(64);
    ((number as i64) << unused) >> unused
}

/// A value of a symbol, which keeps its facts mostly.
fn symbol(div: i64, min: i64, max: i64, rng: &mut Rng) -> i64 {
    if rng.u32(..8) == 0 {
        return rng.i64(-2..20);
    }
    let first = min.max(1).div_euclid(div) + i64::from(min.max(1).rem_euclid(div) != 0);
    let last = (max / div).min(first + 12).max(first);
    div.saturating_mul(rng.i64(first..=last))
}

/// A static layout of two modes: what a program knows nothing of.
fn layout(rng: &mut Rng) -> String {
    let mut size = || [2i64, 4, 4, 8, 6, 3][rng.usize(..6)];
    let (m, n) = (size(), size());
    match rng.u32(..5) {
        0 => format!("({m},{n}):(1,{m})"),
        1 => format!("({m},{n}):({n},1)"),
        2 => format!("({m},{n}):({},2)", 2 * n),
        3 => format!("(({m},2),{n}):((1,{}),{m})", m * n),
        _ => format!("({m},{n}):(1,{})", m + 3),
    }
}

/// A thread of a launch within what the function and the hardware allow.
fn ids(function: &Function, hints: &Hints, rng: &mut Rng) -> Ids {
    let mut ids = Ids::default();
    let most = hints.upper_bound.unwrap_or(i64::MAX).max(1);
    let [block, grid] = function.launch();
    let threads =
        [[1, 1, 1], [32, 1, 1], [128, 1, 1], [16, 16, 1], [8, 4, 2], [1024, 1, 1], [1, 1, 64], [1, 1024, 1]];
    ids.block_dim = match block {
        Some(known) => known,
        None => threads[rng.usize(..threads.len())].map(|n: i64| n.min(most)),
    };
    let blocks = [[1, 1, 1], [7, 3, 2], [i64::from(i32::MAX), 1, 1], [1, 65_535, 65_535], [4096, 2, 1]];
    ids.grid_dim = match grid {
        Some(known) => known,
        None => blocks[rng.usize(..blocks.len())].map(|n: i64| n.min(most)),
    };
    for d in 0..3 {
        let mut below = |n: i64| match rng.u32(..3) {
            0 => n - 1,
            1 => 0,
            _ => rng.i64(0..n.max(1)),
        };
        ids.thread[d] = below(ids.block_dim[d]);
        ids.block[d] = below(ids.grid_dim[d]);
    }
    ids
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self.arguments.iter().map(Argument::to_string).collect();
        let e = &self.environment;
        write!(f, "{}({}) seed={}", self.function, arguments.join("; "), e.seed)?;
        if let Some(call) = e.exits_at {
            write!(f, " exit={call}")?;
        }
        if e.ids != Ids::default() {
            write!(f, " ids={}", e.ids.to_string().replace(' ', ","))?;
        }
        Ok(())
    }
}

/// The text is no input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no input: expected function(argument; …) seed=N exit=N ids=12 numbers")]
pub struct InputError(String);

impl FromStr for Input {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || InputError(text.into());
        let (function, rest) = text.split_once('(').ok_or_else(error)?;
        // Layouts have parentheses of their own.
        let (arguments, options) = match rest.rfind(") seed=") {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => rest.trim_end().strip_suffix(')').map(|a| (a, "")).ok_or_else(error)?,
        };
        let separator = if arguments.contains(';') || arguments.contains('[') { ';' } else { ',' };
        let arguments: Result<Vec<Argument>, _> =
            arguments.split(separator).filter(|a| !a.trim().is_empty()).map(str::parse).collect();
        let mut environment = Environment { fuel: FUEL, ..Environment::default() };
        for option in options.split_whitespace() {
            let (name, value) = option.split_once('=').ok_or_else(error)?;
            match name {
                "seed" => environment.seed = value.parse().map_err(|_| error())?,
                "exit" => environment.exits_at = Some(value.parse().map_err(|_| error())?),
                "ids" => environment.ids = value.replace(',', " ").parse().map_err(|_| error())?,
                _ => return Err(error()),
            }
        }
        Ok(Self { function: function.trim().into(), arguments: arguments.map_err(|_| error())?, environment })
    }
}
