//! Random layouts of a shape, as text, by arithmetic of this file's own.

use fastrand::Rng;

/// One mode: sizes and strides of its leaves, leftmost fastest.
type Mode = Vec<(i64, i64)>;

/// A layout of known values.
#[derive(Clone, Debug)]
pub struct Layout {
    pub modes: Vec<Mode>,
    /// What stands before the shape: `S<2,0,3> o 8 o `.
    pub outer: String,
    /// No index is larger.
    pub most: i64,
}

/// The largest index that a layout may reach.
pub const LIMIT: i64 = 2048;

impl Layout {
    /// Some layout of a shape.
    pub fn random(shape: &[i64], rng: &mut Rng) -> Self {
        loop {
            let layout = Self::any(shape, rng);
            if layout.most < LIMIT {
                return layout;
            }
        }
    }

    fn any(shape: &[i64], rng: &mut Rng) -> Self {
        let mut modes: Vec<Mode> = shape.iter().map(|n| split(*n, rng)).collect();
        // Strides in a random order of the leaves, with gaps now and then.
        let mut order: Vec<(usize, usize)> =
            modes.iter().enumerate().flat_map(|(m, mode)| (0..mode.len()).map(move |l| (m, l))).collect();
        match rng.u32(..3) {
            0 => order.reverse(),
            1 => rng.shuffle(&mut order),
            _ => {}
        }
        let mut stride = if rng.u32(..8) == 0 { 2 } else { 1 };
        for (m, l) in order {
            modes[m][l].1 = if rng.u32(..24) == 0 { 0 } else { stride };
            stride *= modes[m][l].0 + if rng.u32(..5) == 0 { rng.i64(1..3) } else { 0 };
        }
        let reach: i64 = modes.iter().flatten().map(|(n, s)| (n - 1) * s).sum();
        let (outer, most) = match rng.u32(..16) {
            0..6 => (String::new(), reach),
            6..13 => {
                let (bits, base) = (rng.i64(1..4), rng.i64(0..4));
                let shift = rng.i64(bits..bits + 2) * if rng.u32(..4) == 0 { -1 } else { 1 };
                let offset = if rng.bool() { 0 } else { rng.i64(0..40) };
                let block = 1i64 << (base + bits + shift.abs());
                (format!("S<{bits},{base},{shift}> o {offset} o "), ((reach + offset) / block + 1) * block)
            }
            13 => {
                modes.iter_mut().flatten().for_each(|leaf| leaf.1 = -leaf.1);
                (format!("({}):(1) o {reach} o ", reach + 1), reach)
            }
            _ => {
                // Another layout behind it: columns of the next multiple of eight.
                let columns = rng.i64(1..4) * 2;
                let rows = reach / columns + 2;
                let offset = rng.i64(0..columns);
                (format!("({columns},{rows}):({rows},1) o {offset} o "), columns * rows)
            }
        };
        Self { modes, outer, most }
    }

    /// A layout of one stride a mode, without anything around it.
    pub fn strided(shape: &[i64], rng: &mut Rng) -> Self {
        loop {
            let layout = Self::random(shape, rng);
            if layout.is_strided() {
                return layout;
            }
        }
    }

    /// Whether each mode has one stride.
    pub fn is_strided(&self) -> bool {
        self.outer.is_empty() && self.modes.iter().all(|m| m.len() == 1)
    }

    /// The text, with some numbers as symbols, and the symbols' values in order; the extents
    /// as they stand in a memref's type.
    pub fn text(&self, dynamic: bool, rng: &mut Rng) -> Text {
        // Nothing measures a dynamic layout behind another.
        let dynamic = dynamic && (self.outer.is_empty() || self.outer.starts_with('S'));
        let mut symbols = Vec::new();
        let mut number = |n: i64, rng: &mut Rng| {
            if dynamic && n > 0 && rng.u32(..2) == 0 {
                symbols.push(n);
                "?".to_string()
            } else {
                n.to_string()
            }
        };
        let tuple = |leaves: Vec<String>| match &leaves[..] {
            [one] => one.clone(),
            all => format!("({})", all.join(",")),
        };
        let mut list = |which: fn(&(i64, i64)) -> i64, rng: &mut Rng| -> Vec<String> {
            let mode = |m: &Mode| tuple(m.iter().map(|leaf| number(which(leaf), rng)).collect());
            self.modes.iter().map(mode).collect()
        };
        let (shape, stride) = (list(|l| l.0, rng), list(|l| l.1, rng));
        let extents: Vec<String> = shape
            .iter()
            .zip(&self.modes)
            .map(|(text, mode)| {
                if text.contains('?') {
                    "?".into()
                } else {
                    mode.iter().map(|l| l.0).product::<i64>().to_string()
                }
            })
            .collect();
        // What is the identity takes its symbols from its size.
        let identity = self.modes.len() == 1 && self.is_strided() && stride[0] == "1";
        let layout = format!("#layout<{}({}):({})>", self.outer, shape.join(","), stride.join(","));
        Text { layout, extents, symbols: if identity { Vec::new() } else { symbols } }
    }
}

/// A layout as it stands in a memref's type.
pub struct Text {
    pub layout: String,
    pub extents: Vec<String>,
    pub symbols: Vec<i64>,
}

fn split(size: i64, rng: &mut Rng) -> Mode {
    let divisors: Vec<i64> = (2..size).filter(|d| size % d == 0).collect();
    if divisors.is_empty() || rng.u32(..3) > 0 {
        return vec![(size, 0)];
    }
    let first = divisors[rng.usize(..divisors.len())];
    vec![(first, 0), (size / first, 0)]
}
