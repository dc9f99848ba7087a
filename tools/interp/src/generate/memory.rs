//! Random memory: its type, what a job gives for it, and where boxes of it begin.

use fastrand::Rng;

use super::element::bytes;
use crate::job::Argument;

/// A memref of a program.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub name: String,
    pub r#type: String,
    pub shape: Vec<usize>,
}

/// A box of shared memory of which all that is inside was written.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub memory: Memory,
    pub at: String,
    pub shape: Vec<usize>,
    pub element: &'static str,
}

/// Memory that a caller gives.
pub(super) struct Given {
    pub memory: Memory,
    pub argument: Argument,
    /// What is known to divide its address, beside an element's bytes.
    pub alignment: Option<usize>,
}

/// Where a box begins in a dimension.
pub(super) struct Origin {
    pub at: i64,
    /// Whether some of it is inside.
    pub is_inside: bool,
}

impl Origin {
    /// In a dimension of so many elements, of which the box has `own`, or one.
    pub fn random(extent: usize, own: Option<usize>, random: &mut Rng) -> Self {
        let extent = extent as i64;
        let own_extent = own.map_or(1, |n| n as i64);
        let fits = (extent - own_extent).max(0);
        let all = [0, 0, 0, 0, 0, 1, 4, 8, 8, 16, -1, -2, -8, 3, fits, extent - 1, 100, -100];
        let at = match own {
            None if random.u8(0..8) > 0 => random.i64(0..extent),
            _ => all[random.usize(0..all.len())],
        };
        Self { at, is_inside: at < extent && at + own_extent > 0 }
    }
}

/// The shape of memory into which a box of this shape goes more or less: sizes that fit, that are smaller
/// or larger.
pub(super) fn around(tile: &[usize], random: &mut Rng) -> Vec<usize> {
    let one = |n: &usize| match random.u8(0..6) {
        0 => (n + random.usize(0..8)).saturating_sub(5).max(1),
        1 => n * 2 + random.usize(0..3),
        2 => (n + random.usize(0..9)).next_multiple_of(8),
        _ => *n,
    };
    tile.iter().map(one).collect()
}

/// Memory of a shape, with values or without.
pub(super) fn random(
    name: String,
    shape: Vec<usize>,
    element: &'static str,
    input: Option<u64>,
    random: &mut Rng,
) -> Given {
    let placed = Placed::random(&shape, Wanted { dynamic: true, repeats: input.is_some() }, random);
    given(name, shape, element, input, placed, random)
}

/// Memory with values, of which little is known but facts.
pub(super) fn with_facts(
    name: String,
    shape: Vec<usize>,
    element: &'static str,
    seed: u64,
    random: &mut Rng,
) -> Given {
    let rows: Vec<usize> = (0..shape.len()).rev().collect();
    let placed = Placed::with_facts(&shape, &strides(&shape, &rows, 8), random);
    given(name, shape, element, Some(seed), placed, random)
}

/// Memory with values that the engine that copies boxes knows: elements lie together along a dimension, and the
/// strides of others are multiples of 16 bytes, as the type says.
pub(super) fn boxed(
    name: String,
    shape: Vec<usize>,
    element: &'static str,
    along: usize,
    seed: u64,
    random: &mut Rng,
) -> Given {
    let mut order: Vec<usize> = (0..shape.len()).filter(|d| *d != along).rev().collect();
    order.insert(0, along);
    let div = 16 / bytes(element);
    let steps = strides(&shape, &order, div);
    let mut symbols = Vec::new();
    let known: Vec<bool> = shape.iter().map(|_| random.bool()).collect();
    let size = |(n, known): (&usize, &bool)| if *known { n.to_string() } else { "?".into() };
    let sizes: Vec<String> = shape.iter().zip(&known).map(size).collect();
    let stride = |(d, step): (usize, &usize)| {
        if d == along || random.bool() {
            return step.to_string();
        }
        symbols.push(*step as i64);
        if div > 1 { format!("?{{div={div}}}") } else { "?".into() }
    };
    let steps: Vec<String> = steps.iter().enumerate().map(stride).collect();
    let text = format!(", #layout<{}:{}>", list(&sizes), list(&steps));
    let sizes = shape.iter().zip(&known).map(|(n, known)| known.then_some(*n)).collect();
    let made = given(name, shape, element, Some(seed), Placed { sizes, text, symbols }, random);
    let alignment = [16, 16, 32, 128][random.usize(0..4)];
    let skew = alignment * (1 + 2 * random.usize(0..4));
    Given { alignment: Some(alignment), argument: Argument { skew, ..made.argument }, ..made }
}

/// Memory with values that is copied by runs: rows of multiples of `unit` elements, 16 bytes, as the type says.
pub(super) fn rows(
    name: String,
    shape: Vec<usize>,
    element: &'static str,
    unit: usize,
    seed: u64,
    random: &mut Rng,
) -> Given {
    let order: Vec<usize> = (0..shape.len()).rev().collect();
    let steps = if random.bool() {
        strides(&shape, &order, unit)
    } else {
        let mut step = 1;
        let mut all = vec![1; shape.len()];
        for d in order {
            all[d] = step;
            step *= shape[d];
        }
        all
    };
    let (last, mut symbols) = (shape.len() - 1, Vec::new());
    let known: Vec<bool> = shape.iter().map(|_| random.bool()).collect();
    let fact = if unit > 1 { format!("{{div={unit}}}") } else { String::new() };
    let size = |(d, n): (usize, &usize)| match known[d] {
        true => n.to_string(),
        false if d == last => format!("?{fact}"),
        false => "?".into(),
    };
    let sizes: Vec<String> = shape.iter().enumerate().map(size).collect();
    let stride = |(d, step): (usize, &usize)| {
        if d == last || random.bool() {
            return step.to_string();
        }
        symbols.push(*step as i64);
        format!("?{fact}")
    };
    let steps: Vec<String> = steps.iter().enumerate().map(stride).collect();
    let text = format!(", #layout<({}):({})>", sizes.join(","), steps.join(","));
    let sizes = shape.iter().zip(&known).map(|(n, known)| known.then_some(*n)).collect();
    let made = given(name, shape, element, Some(seed), Placed { sizes, text, symbols }, random);
    let alignment = [16, 16, 32, 128][random.usize(0..4)];
    let skew = alignment * (1 + 2 * random.usize(0..4));
    Given { alignment: Some(alignment), argument: Argument { skew, ..made.argument }, ..made }
}

/// Memory without gaps, whose extents the type says or not.
pub(super) fn plain(
    name: String,
    shape: &[usize],
    element: &'static str,
    known: bool,
    input: Option<u64>,
    random: &mut Rng,
) -> Given {
    let sizes = shape.iter().map(|n| known.then_some(*n)).collect();
    let placed = Placed { sizes, text: String::new(), symbols: Vec::new() };
    Given { alignment: None, ..given(name, shape.to_vec(), element, input, placed, random) }
}

fn given(
    name: String,
    shape: Vec<usize>,
    element: &'static str,
    input: Option<u64>,
    placed: Placed,
    random: &mut Rng,
) -> Given {
    let r#type = placed.memref(element, "");
    let sizes: Vec<i64> = shape.iter().map(|n| *n as i64).collect();
    let alignment = (random.u8(0..4) > 0)
        .then(|| [4, 8, 16, 16, 32, 128][random.usize(0..6)])
        .filter(|n| *n > bytes(element));
    // It is aligned no better than is said.
    let skew = alignment.unwrap_or(bytes(element)) * (1 + 2 * random.usize(0..4));
    let symbols = placed.symbols;
    let mut argument = Argument { shape: Some(sizes), symbols, seed: input, skew, ..Argument::default() };
    if input.is_some() {
        argument.whole = random.bool();
        (argument.low, argument.high) = match element {
            "i1" => (Some(0.0), Some(1.0)),
            "i8" if random.bool() => (Some(-128.0), Some(127.0)),
            // Such that each word of them counts.
            "i64" | "index" if random.bool() => (Some(-(2f64.powi(63))), Some(2f64.powi(63))),
            "i32" | "i16" if random.u8(0..4) == 0 => (Some(-30_000.0), Some(30_000.0)),
            _ if argument.whole => (Some(-4.0), Some(4.0)),
            _ => (Some(-2.0), Some(3.0)),
        };
    }
    Given { memory: Memory { name, r#type, shape }, argument, alignment }
}

/// Where elements lie: what stands behind the sizes in the type of a memref.
pub(super) struct Placed {
    sizes: Vec<Option<usize>>,
    text: String,
    /// The values of symbols, offsets and strides that are known at run time alone.
    symbols: Vec<i64>,
}

/// What a place may have.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Sizes and strides that are known at run time.
    pub dynamic: bool,
    /// Several coordinates in one place.
    pub repeats: bool,
}

fn list<T: ToString>(values: &[T]) -> String {
    format!("({})", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

/// Strides, the first dimension of `order` fastest, with steps of the others from it on a multiple of `pad`.
fn strides(shape: &[usize], order: &[usize], pad: usize) -> Vec<usize> {
    let mut out = vec![0; shape.len()];
    let mut step = 1;
    for (i, d) in order.iter().enumerate() {
        out[*d] = step;
        step *= shape[*d];
        if i == 0 {
            step = step.next_multiple_of(pad);
        }
    }
    out
}

impl Placed {
    /// A random place of a shape.
    pub fn random(shape: &[usize], wanted: Wanted, random: &mut Rng) -> Self {
        let rows: Vec<usize> = (0..shape.len()).rev().collect();
        let pad = [1, 2, 4, 8, 8, 16][random.usize(0..6)];
        match random.u8(0..12) {
            0..=2 => {
                let known = |n: &usize| (!wanted.dynamic || random.bool()).then_some(*n);
                Self { sizes: shape.iter().map(known).collect(), text: String::new(), symbols: Vec::new() }
            }
            3 => Self::of_strides(shape, &strides(shape, &rows, pad), wanted, random),
            4 => Self::fixed(shape, &strides(shape, &rows, pad)),
            5 => {
                let mut order = rows;
                random.shuffle(&mut order);
                Self::fixed(shape, &strides(shape, &order, pad))
            }
            6 if wanted.repeats && random.bool() => {
                let mut all = strides(shape, &rows, pad);
                all[random.usize(0..shape.len())] = 0;
                Self::fixed(shape, &all)
            }
            6 | 7 => Self::nested(shape, random),
            8 => {
                let bits = random.usize(1..4);
                let (base, shift) = (random.usize(0..5), random.usize(bits..5));
                let at = Self::fixed(shape, &strides(shape, &rows, pad));
                let text =
                    at.text.replacen("#layout<", &format!("#layout<S<{bits},{base},{shift}> o 0 o "), 1);
                Self { text, ..at }
            }
            _ if wanted.dynamic => Self::with_facts(shape, &strides(shape, &rows, pad), random),
            _ => Self::fixed(shape, &strides(shape, &rows, 8)),
        }
    }

    /// The type of a memref.
    pub fn memref(&self, element: &str, space: &str) -> String {
        let sizes = self.sizes.iter().map(|n| n.map_or("?x".into(), |n| format!("{n}x")));
        format!("memref<{}{element}{}{space}>", sizes.collect::<String>(), self.text)
    }

    /// A layout without anything that is known at run time alone.
    fn fixed(shape: &[usize], strides: &[usize]) -> Self {
        let text = format!(", #layout<{}:{}>", list(shape), list(strides));
        Self { sizes: shape.iter().map(|n| Some(*n)).collect(), text, symbols: Vec::new() }
    }

    /// Upstream's strides.
    fn of_strides(shape: &[usize], strides: &[usize], wanted: Wanted, random: &mut Rng) -> Self {
        let offset = random.usize(0..3) * 4;
        let mut symbols = Vec::new();
        let mut text = |value: usize, random: &mut Rng| {
            if wanted.dynamic && random.bool() {
                symbols.push(value as i64);
                "?".to_owned()
            } else {
                value.to_string()
            }
        };
        let offset = text(offset, random);
        let steps: Vec<String> = strides.iter().map(|s| text(*s, random)).collect();
        let text = format!(", strided<[{}], offset: {offset}>", steps.join(", "));
        let known = |n: &usize| (!wanted.dynamic || random.bool()).then_some(*n);
        Self { sizes: shape.iter().map(known).collect(), text, symbols }
    }

    /// A dimension in parts that lie apart.
    fn nested(shape: &[usize], random: &mut Rng) -> Self {
        let mut parts: Vec<Vec<usize>> = shape.iter().map(|n| vec![*n]).collect();
        for (part, n) in parts.iter_mut().zip(shape) {
            let inner: Vec<usize> = (2..*n).filter(|f| n.is_multiple_of(*f)).collect();
            if let Some(first) = random.choice(&inner) {
                *part = vec![*first, n / first];
            }
        }
        let flat: Vec<usize> = parts.concat();
        let mut order: Vec<usize> = (0..flat.len()).rev().collect();
        random.shuffle(&mut order);
        let mut steps = strides(&flat, &order, 1).into_iter();
        let text = |all: &[usize]| if let [one] = all { one.to_string() } else { list(all) };
        let sizes: Vec<String> = parts.iter().map(|p| text(p)).collect();
        let steps: Vec<String> =
            parts.iter().map(|p| text(&steps.by_ref().take(p.len()).collect::<Vec<_>>())).collect();
        let text = format!(", #layout<{}:{}>", list(&sizes), list(&steps));
        Self { sizes: shape.iter().map(|n| Some(*n)).collect(), text, symbols: Vec::new() }
    }

    /// A layout of which some is known at run time alone, with facts that are true.
    fn with_facts(shape: &[usize], strides: &[usize], random: &mut Rng) -> Self {
        let unknown = |value: usize, random: &mut Rng| {
            let divisor = 1 << value.trailing_zeros().min(random.u32(0..5));
            let mut facts = Vec::new();
            if divisor > 1 {
                facts.push(format!("div={divisor}"));
            }
            if random.u8(0..4) == 0 {
                facts.push(format!("max={}", value.next_multiple_of(16)));
            }
            if facts.is_empty() { "?".to_owned() } else { format!("?{{{}}}", facts.join(",")) }
        };
        let known: Vec<bool> = shape.iter().map(|_| random.u8(0..4) == 0).collect();
        let pairs = shape.iter().zip(&known);
        let sizes: Vec<String> = pairs
            .clone()
            .map(|(n, known)| if *known { n.to_string() } else { unknown(*n, random) })
            .collect();
        let same = known.iter().all(|k| !k) && shape.len() == 2 && strides[0] == shape[1] && random.bool();
        let mut symbols = Vec::new();
        let steps: Vec<String> = strides
            .iter()
            .enumerate()
            .map(|(d, step)| {
                if same && d == 0 {
                    return "s1".into();
                }
                if *step == 1 || random.u8(0..4) == 0 {
                    return step.to_string();
                }
                symbols.push(*step as i64);
                unknown(*step, random)
            })
            .collect();
        let text = format!(", #layout<{}:{}>", list(&sizes), list(&steps));
        Self { sizes: pairs.map(|(n, known)| known.then_some(*n)).collect(), text, symbols }
    }
}
