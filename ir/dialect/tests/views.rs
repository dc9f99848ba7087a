//! Views of random memrefs, coordinate by coordinate: what their layouts say against what the operations
//! mean, in plain loops.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails where it does not hold")]

use layout_algebra::{Coord, Expr};
use layout_dialect::views::View;
use layout_mlir::ir;
use melior::Context;
use melior::ir::Module;

/// A memref: dimensions of modes, each a size and a stride; what is added; a swizzle. A size or stride
/// that is `unknown` is a symbol in the type.
struct Memory {
    dimensions: Vec<Vec<(i64, i64)>>,
    offset: i64,
    swizzle: (i64, i64, i64),
    unknown: bool,
}

fn digits(mut number: i64, sizes: &[i64]) -> Vec<i64> {
    sizes.iter().map(|n| (number % n, number /= n).0).collect()
}

fn tuple(parts: Vec<String>) -> String {
    if parts.len() == 1 { parts[0].clone() } else { format!("({})", parts.join(",")) }
}

impl Memory {
    fn random(random: &mut fastrand::Rng) -> Self {
        let rank = random.usize(1..4);
        let mut leaves: Vec<(usize, i64)> = Vec::new();
        for d in 0..rank {
            let count = if random.u32(0..3) == 0 { 2 } else { 1 };
            leaves.extend((0..count).map(|_| (d, *random.choice([2, 3, 4, 8].iter()).unwrap())));
        }
        let mut order: Vec<usize> = (0..leaves.len()).collect();
        if random.bool() {
            order.reverse();
        } else {
            random.shuffle(&mut order);
        }
        let (mut strides, mut reach) = (vec![0; leaves.len()], if random.u32(0..6) == 0 { 2 } else { 1 });
        for leaf in order {
            strides[leaf] = reach;
            reach *= leaves[leaf].1;
            if random.u32(0..5) == 0 {
                reach *= 2;
            }
        }
        let mut dimensions = vec![Vec::new(); rank];
        for ((d, size), stride) in leaves.into_iter().zip(strides) {
            dimensions[d].push((size, stride));
        }
        let swizzle = if random.u32(0..3) == 0 { (random.i64(1..3), random.i64(2..5), 3) } else { (0, 4, 3) };
        let offset = if random.u32(0..3) == 0 { 16 * random.i64(1..4) } else { 0 };
        Self { dimensions, offset, swizzle, unknown: swizzle.0 == 0 && random.u32(0..3) == 0 }
    }

    fn sizes(&self) -> Vec<i64> {
        self.dimensions.iter().map(|modes| modes.iter().map(|m| m.0).product()).collect()
    }

    /// Whether a leaf is a symbol in the type: dimensions of one mode, but those of a stride of 1.
    fn is_unknown(&self, d: usize) -> bool {
        self.unknown && self.dimensions[d].len() == 1 && self.dimensions[d][0].1 != 1
    }

    /// The type, and the values of its symbols.
    fn text(&self, element: &str) -> (String, Vec<i64>) {
        let mut symbols = Vec::new();
        let known = |d: usize| !self.is_unknown(d);
        let shape: String = self
            .sizes()
            .iter()
            .enumerate()
            .map(|(d, n)| if known(d) { format!("{n}x") } else { "?x".into() })
            .collect();
        let mut leaf = |d: usize, value: i64| {
            if known(d) {
                return value.to_string();
            }
            symbols.push(value);
            format!("?{{div={value},min={value}}}")
        };
        let modes = |leaf: &mut dyn FnMut(usize, i64) -> String, of: fn(&(i64, i64)) -> i64| {
            let all = self.dimensions.iter().enumerate();
            let all = all.map(|(d, modes)| tuple(modes.iter().map(|m| leaf(d, of(m))).collect()));
            format!("({})", all.collect::<Vec<_>>().join(","))
        };
        let sizes = modes(&mut leaf, |m| m.0);
        let strides = modes(&mut leaf, |m| m.1);
        let (b, m, s) = self.swizzle;
        let layout = format!("S<{b},{m},{s}> o {} o {sizes}:{strides}", self.offset);
        (format!("memref<{shape}{element}, #layout<{layout}>>"), symbols)
    }

    /// The element at a coordinate, an integer a dimension.
    fn index(&self, at: &[i64]) -> Option<i64> {
        let mut sum = self.offset;
        for (i, modes) in at.iter().zip(&self.dimensions) {
            let sizes: Vec<i64> = modes.iter().map(|m| m.0).collect();
            if !(0..sizes.iter().product()).contains(i) {
                return None;
            }
            sum += digits(*i, &sizes).iter().zip(modes).map(|(digit, m)| digit * m.1).sum::<i64>();
        }
        let (b, m, s) = self.swizzle;
        Some(sum ^ ((sum >> (m + s)) & ((1 << b) - 1)) << m)
    }
}

/// The operation's text behind the memref and its type, its indices, and what it means.
struct Case {
    text: String,
    indices: Vec<i64>,
    sizes: Vec<i64>,
    back: Box<dyn Fn(&[i64]) -> Vec<i64>>,
}

fn divisor(random: &mut fastrand::Rng, of: i64) -> i64 {
    let all: Vec<i64> = (1..=of).filter(|n| of % n == 0).collect();
    *random.choice(all.iter()).unwrap()
}

fn case(memory: &Memory, random: &mut fastrand::Rng) -> (&'static str, Case) {
    let (own, rank) = (memory.sizes(), memory.dimensions.len());
    let colex = |at: &[i64], sizes: &[i64]| {
        at.iter().zip(sizes).fold((0, 1), |(sum, below), (i, n)| (sum + i * below, below * n)).0
    };
    match random.u32(0..7) {
        0 => {
            let mut modes: Vec<usize> = (0..rank).collect();
            random.shuffle(&mut modes);
            let sizes = modes.iter().map(|m| own[*m]).collect();
            let text = format!("select {modes:?}");
            let back = move |at: &[i64]| {
                let mut out = vec![0; at.len()];
                modes.iter().zip(at).for_each(|(m, i)| out[*m] = *i);
                out
            };
            ("view", Case { text, indices: vec![], sizes, back: Box::new(back) })
        }
        1 => {
            let leaves: Vec<Vec<i64>> =
                memory.dimensions.iter().map(|modes| modes.iter().map(|m| m.0).collect()).collect();
            let sizes = leaves.concat();
            let back = move |at: &[i64]| {
                let mut rest = at;
                leaves
                    .iter()
                    .map(|sizes| {
                        let (own, others) = rest.split_at(sizes.len());
                        rest = others;
                        own.iter().zip(sizes).fold((0, 1), |(s, b), (i, n)| (s + i * b, b * n)).0
                    })
                    .collect()
            };
            ("view", Case { text: "flatten".into(), indices: vec![], sizes, back: Box::new(back) })
        }
        2 => {
            // Positions: a part of them, with steps.
            let whole: i64 = own.iter().product();
            let (count, step) = (divisor(random, whole), random.i64(1..3));
            let count = if count * step <= whole { count } else { 1 };
            let back = {
                let own = own.clone();
                move |at: &[i64]| digits(at[0] * step, &own)
            };
            let text = format!("composition by #layout<({count}):({step})>");
            ("view", Case { text, indices: vec![], sizes: vec![count], back: Box::new(back) })
        }
        3 => {
            let tiles: Vec<(i64, i64)> = own
                .iter()
                .map(|n| {
                    let size = divisor(random, *n);
                    (size, divisor(random, n / size))
                })
                .collect();
            let texts: Vec<String> = tiles.iter().map(|(n, d)| format!("{n}:{d}")).collect();
            let sizes = tiles.iter().map(|t| t.0).collect();
            let back = move |at: &[i64]| at.iter().zip(&tiles).map(|(i, t)| i * t.1).collect();
            let text = format!("composition by #layout.tile<[{}]>", texts.join(", "));
            ("view", Case { text, indices: vec![], sizes, back: Box::new(back) })
        }
        4 => {
            let tiles: Vec<i64> = own.iter().map(|n| divisor(random, *n)).collect();
            let texts: Vec<String> = tiles.iter().map(|n| format!("{n}:1")).collect();
            let rests: Vec<i64> = own.iter().zip(&tiles).map(|(n, t)| n / t).collect();
            let together = |at: &[i64], tiles: &[i64], rests: Vec<i64>| {
                digits(at[0], tiles).iter().zip(rests).zip(tiles).map(|((i, r), n)| i + r * n).collect()
            };
            let by = format!("by #layout.tile<[{}]>", texts.join(", "));
            let count = tiles.iter().product();
            match random.u32(0..3) {
                0 => {
                    let back = move |at: &[i64]| at.to_vec();
                    let text = format!("logical_divide {by}");
                    ("view", Case { text, indices: vec![], sizes: own, back: Box::new(back) })
                }
                1 => {
                    let sizes = vec![count, rests.iter().product()];
                    let back = move |at: &[i64]| together(at, &tiles, digits(at[1], &rests));
                    let text = format!("zipped_divide {by}");
                    ("view", Case { text, indices: vec![], sizes, back: Box::new(back) })
                }
                _ => {
                    let sizes = std::iter::once(count).chain(rests).collect();
                    let back = move |at: &[i64]| together(at, &tiles, at[1..].to_vec());
                    let text = format!("tiled_divide {by}");
                    ("view", Case { text, indices: vec![], sizes, back: Box::new(back) })
                }
            }
        }
        _ => {
            // Each part of the coordinate: kept, a number, an index; of a tuple mode by mode or as a whole.
            #[derive(Clone)]
            enum Part {
                Kept,
                Fixed(i64),
            }
            let (mut texts, mut parts, mut indices, mut sizes) = (vec![], vec![], vec![], vec![]);
            for modes in &memory.dimensions {
                let split = modes.len() > 1 && random.bool();
                let whole = [modes.iter().map(|m| m.0).product::<i64>()];
                let leaves: Vec<i64> =
                    if split { modes.iter().map(|m| m.0).collect() } else { whole.to_vec() };
                let mut words = vec![];
                let mut own = vec![];
                for size in leaves {
                    let at = random.i64(0..size);
                    match random.u32(0..3) {
                        0 => {
                            words.push(at.to_string());
                            own.push((Part::Fixed(at), size));
                        }
                        1 => {
                            words.push(format!("%i{}", indices.len()));
                            indices.push(at);
                            own.push((Part::Fixed(at), size));
                        }
                        _ => {
                            words.push("_".into());
                            own.push((Part::Kept, size));
                            sizes.push(size);
                        }
                    }
                }
                texts.push(if split { format!("({})", words.join(", ")) } else { words[0].clone() });
                parts.push(own);
            }
            if sizes.is_empty() {
                return case(memory, random);
            }
            let back = move |at: &[i64]| {
                let mut kept = at.iter();
                let mut of = |own: &Vec<(Part, i64)>| {
                    let own: Vec<(i64, i64)> = own
                        .iter()
                        .map(|(part, size)| match part {
                            Part::Kept => (*kept.next().unwrap(), *size),
                            Part::Fixed(at) => (*at, *size),
                        })
                        .collect();
                    colex(
                        &own.iter().map(|p| p.0).collect::<Vec<_>>(),
                        &own.iter().map(|p| p.1).collect::<Vec<_>>(),
                    )
                };
                parts.iter().map(&mut of).collect()
            };
            ("slice", Case { text: format!("({})", texts.join(", ")), indices, sizes, back: Box::new(back) })
        }
    }
}

/// What the layout of the view in a program says, with values for its symbols.
fn seen(
    context: &Context,
    program: &str,
    symbols: &[i64],
    indices: &[i64],
) -> Result<(Vec<i64>, impl Fn(&[i64]) -> i64), String> {
    let module = Module::parse(context, program).ok_or("it is refused")?;
    let op = ir::nested(module.as_operation());
    let op = op.into_iter().find(|op| layout_dialect::views::is_view(ir::name(*op))).unwrap();
    let view = View::of(op).map_err(|e| e.to_string())?;
    let values = view.symbols(symbols, indices).unwrap();
    let layout = view.layout.substitute(&|s| Expr::from(values[s.id as usize])).map_err(|e| e.to_string())?;
    for symbol in view.layout.symbols() {
        assert!(symbol.facts.admit(values[symbol.id as usize]), "{program}: {symbol:?} is {values:?}");
    }
    let sizes = layout.domain().modes().iter().map(|m| m.size().unwrap().as_const().unwrap()).collect();
    let at = move |at: &[i64]| {
        let whole = Coord::Tuple(at.iter().map(|i| Coord::Int(Expr::from(*i))).collect());
        layout.eval_at(&whole).unwrap()
    };
    Ok((sizes, at))
}

fn all(sizes: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let sizes = sizes.to_vec();
    (0..sizes.iter().product()).map(move |n| digits(n, &sizes))
}

/// What is refused is counted, and need not be read.
fn quiet() -> Context {
    let context = layout_dialect::context();
    context.attach_diagnostic_handler(|_| true);
    context
}

#[test]
fn views_and_slices() {
    let context = quiet();
    let mut random = fastrand::Rng::with_seed(12);
    let (mut made, mut refused) = (0, 0);
    for _ in 0..1500 {
        let memory = Memory::random(&mut random);
        let (name, case) = case(&memory, &mut random);
        let (r#type, symbols) = memory.text("f32");
        let arguments: String = (0..case.indices.len()).map(|k| format!(", %i{k}: index")).collect();
        let line = match name {
            "view" => format!("layout.view %m : {type} {}", case.text),
            _ => format!("layout.slice %m{} : {type}", case.text),
        };
        let program = format!("func.func @f(%m: {type}{arguments}) {{\n %v = {line}\n return }}");
        let (sizes, at) = match seen(&context, &program, &symbols, &case.indices) {
            Ok(seen) => seen,
            // A nested or unknown mode may have no such composition or divide.
            Err(_) => {
                assert!(name == "view" && !line.contains("select") && !line.contains("flatten"), "{program}");
                refused += 1;
                continue;
            }
        };
        made += 1;
        assert_eq!(sizes, case.sizes, "{program}");
        for coordinate in all(&sizes) {
            let expected = memory.index(&(case.back)(&coordinate));
            assert_eq!(Some(at(&coordinate)), expected, "{program}\n at {coordinate:?}");
        }
    }
    assert!(made > 1000, "{made} made, {refused} refused");
}

#[test]
fn recasts() {
    let context = quiet();
    let mut random = fastrand::Rng::with_seed(13);
    let (mut made, mut refused) = (0, 0);
    for _ in 0..800 {
        let memory = Memory { unknown: false, ..Memory::random(&mut random) };
        let [old, new] = [(); 2].map(|()| 1 << random.i64(0..4));
        let (r#type, _) = memory.text(&format!("i{}", 8 * old));
        let program =
            format!("func.func @f(%m: {type}) {{ %v = layout.recast %m : {type} to i{}\n return }}", 8 * new);
        let Ok((sizes, at)) = seen(&context, &program, &[], &[]) else {
            refused += 1;
            continue;
        };
        made += 1;
        // The same bytes in all, and by rows of the dimension that changed.
        let bytes = |memory: &dyn Fn(&[i64]) -> i64, sizes: &[i64], each: i64, along: usize| {
            let mut rows: std::collections::BTreeMap<Vec<i64>, Vec<i64>> = Default::default();
            for at in all(sizes) {
                let mut row = at.clone();
                row.remove(along);
                rows.entry(row).or_default().extend((0..each).map(|b| memory(&at) * each + b));
            }
            // (Within the row in the order of its coordinates.)
            rows
        };
        let own = memory.sizes();
        let along = (0..own.len()).find(|d| own[*d] != sizes[*d]).unwrap_or(0);
        let before = bytes(&|at| memory.index(at).unwrap(), &own, old, along);
        let after = bytes(&at, &sizes, new, along);
        let is_flat = memory.dimensions[along].len() == 1;
        for (row, bytes) in &before {
            let (mut a, mut b) = (bytes.clone(), after[row].clone());
            if !is_flat {
                a.sort_unstable();
                b.sort_unstable();
            }
            assert_eq!(a, b, "{program}\n in row {row:?}");
        }
    }
    assert!(made > 200 && refused > 50, "{made} made, {refused} refused");
}
