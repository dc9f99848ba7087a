//! Values put into a symbolic result give the static result, for every
//! operation: the same coordinates have the same index, mode by mode.
//!
//! A random static layout is generalized: some of its integers become symbols
//! with facts that the values keep, equal integers sometimes the same symbol,
//! and strides sometimes products of the sizes before them. What the symbolic
//! operation then says holds for all values, so it holds for these.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Display;

use layout_algebra::{
    Expr, IntTuple, Layout, Symbol, SymbolFacts, blocked_product, coalesce, complement, composition, filter,
    left_inverse, logical_divide, logical_product, max_common_layout, raked_product, right_inverse, upcast,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// How an integer is written in the symbolic layout.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    Static,
    /// A symbol of its own, with facts of a kind.
    Own(u8),
    /// The symbol that all such leaves of the same value share.
    Shared,
}

fn leaf() -> impl Strategy<Value = Leaf> {
    prop_oneof![3 => Just(Leaf::Static), 2 => (0u8..4).prop_map(Leaf::Own), 1 => Just(Leaf::Shared)]
}

/// The symbols made so far and their values.
#[derive(Default)]
struct Symbols {
    values: Vec<i64>,
    shared: BTreeMap<i64, Symbol>,
}

impl Symbols {
    fn fresh(&mut self, value: i64, facts: SymbolFacts) -> Symbol {
        assert!(facts.admit(value));
        self.values.push(value);
        Symbol::new(u32::try_from(self.values.len() - 1).unwrap(), facts)
    }

    fn write(&mut self, value: i64, leaf: Leaf) -> Expr {
        let even = 1 << value.trailing_zeros().min(4);
        let symbol = match leaf {
            Leaf::Static => return Expr::Const(value),
            Leaf::Own(0) => self.fresh(value, SymbolFacts { min: value.min(1), ..SymbolFacts::NONE }),
            Leaf::Own(1) => {
                self.fresh(value, SymbolFacts { min: value.min(1), div: even, ..SymbolFacts::NONE })
            }
            Leaf::Own(2) => self.fresh(value, SymbolFacts { div: even, min: value.min(2), max: value + 5 }),
            Leaf::Own(_) => self.fresh(value, SymbolFacts::exactly(value)),
            Leaf::Shared => match self.shared.get(&value) {
                Some(symbol) => *symbol,
                None => {
                    let symbol =
                        self.fresh(value, SymbolFacts { div: even, min: value.min(1), max: i64::MAX });
                    self.shared.insert(value, symbol);
                    symbol
                }
            },
        };
        Expr::from(symbol)
    }

    /// Results may have symbols of their own, of which the facts say the value.
    fn of(&self, symbol: Symbol) -> i64 {
        let given = self.values.get(symbol.id as usize).copied();
        given.or(symbol.facts.known()).unwrap_or_else(|| panic!("{symbol} has no value"))
    }

    fn value(&self, e: &Expr) -> i64 {
        e.eval(&|s| self.of(s)).unwrap()
    }

    fn substituted(&self, l: &Layout) -> Layout {
        l.substitute(&|s| Expr::Const(self.of(s))).unwrap()
    }
}

/// A mode: size, stride, how each is written, whether the stride is the product
/// of the sizes before it instead.
type Mode = (i64, i64, Leaf, Leaf, bool);

fn modes(sizes: &'static [i64], strides: &'static [i64], rank: usize) -> impl Strategy<Value = Vec<Mode>> {
    let mode = (
        prop::sample::select(sizes),
        prop::sample::select(strides),
        leaf(),
        leaf(),
        prop::bool::weighted(0.4),
    );
    prop::collection::vec(mode, 1..=rank)
}

/// The symbolic layout of the modes, and the static one.
fn layouts(modes: &[Mode], symbols: &mut Symbols) -> (Layout, Layout) {
    let (mut shape, mut stride, mut before) = (Vec::new(), Vec::new(), Expr::Const(1));
    for (size, step, size_as, step_as, compact) in modes {
        let size = symbols.write(*size, *size_as);
        stride.push(if *compact { before.clone() } else { symbols.write(*step, *step_as) });
        before = before.mul(&size).unwrap();
        shape.push(size);
    }
    let symbolic = Layout::new(&IntTuple::flat(shape), &IntTuple::flat(stride)).unwrap();
    let fixed = symbols.substituted(&symbolic);
    (symbolic, fixed)
}

fn table(l: &Layout) -> Vec<i64> {
    (0..l.size().unwrap().as_const().unwrap()).map(|i| l.eval(i).unwrap()).collect()
}

/// What a comparison found, counted so that the test cannot pass on refusals.
#[derive(Default)]
struct Tally {
    compared: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Compares results. `whole`: the result's modes are those of an operand,
    /// so each must have the same size in both.
    fn check<E: Display, F: Display>(
        &mut self,
        name: &'static str,
        symbols: &Symbols,
        symbolic: Result<Layout, E>,
        fixed: Result<Layout, F>,
        operands: &dyn Display,
    ) -> Result<(), TestCaseError> {
        let Ok(symbolic) = symbolic else { return Ok(()) };
        let with_values = symbols.substituted(&symbolic);
        let fixed = match fixed {
            Ok(fixed) => fixed,
            Err(why) => {
                prop_assert!(false, "{name} {operands}: {symbolic} though the static one is refused: {why}");
                unreachable!()
            }
        };
        let (ours, expected) = (table(&with_values), table(&fixed));
        // What is contiguous for all values is at most what is for these.
        let expected =
            if name == "right_inverse" { &expected[..ours.len().min(expected.len())] } else { &expected };
        prop_assert_eq!(&ours, expected, "{} {}: {} but {}", name, operands, symbolic, fixed);
        *self.compared.entry(name).or_default() += 1;
        Ok(())
    }
}

/// Whether an unknown size has the value one, or an unknown stride the value
/// zero. Such a mode counts as the mode that it is for other values: a filter
/// keeps it, a complement keeps clear of it, and what is made of complements does.
fn degenerate(symbolic: &Layout, fixed: &Layout) -> bool {
    let hides = |unknown: &[Expr], value: &[Expr], special: i64| {
        unknown.iter().zip(value).any(|(u, v)| u.as_const().is_none() && v.is(special))
    };
    hides(symbolic.shape_leaves(), fixed.shape_leaves(), 1)
        || hides(symbolic.stride_leaves(), fixed.stride_leaves(), 0)
}

const SIZES: &[i64] = &[1, 2, 3, 4, 6, 8];
const STRIDES: &[i64] = &[0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

#[test]
fn values_in_symbolic_results_give_the_static_results() {
    let mut tally = Tally::default();
    let config = ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(7),
        ..ProptestConfig::default()
    };
    let tally_cell = std::cell::RefCell::new(&mut tally);
    let strategy = (modes(SIZES, STRIDES, 3), modes(SIZES, STRIDES, 2), 1i64..100, leaf());
    proptest::test_runner::TestRunner::new(config)
        .run(&strategy, |(a, b, range, range_as)| {
            let tally = &mut *tally_cell.borrow_mut();
            let mut symbols = Symbols::default();
            let (a, a0) = layouts(&a, &mut symbols);
            let (b, b0) = layouts(&b, &mut symbols);
            let range = symbols.write(range, range_as);
            let range0 = Expr::Const(symbols.value(&range));
            let one = format!("{a}");
            let two = format!("{a} and {b}");

            tally.check("coalesce", &symbols, coalesce(&a), coalesce(&a0), &one)?;
            // Several inverses may be as long, so those of the values go through the layout.
            let through = |inverse: Result<Layout, _>| {
                inverse.map(|r| composition(&a0, &symbols.substituted(&r)).unwrap())
            };
            tally.check(
                "right_inverse",
                &symbols,
                through(right_inverse(&a)),
                through(right_inverse(&a0)),
                &one,
            )?;
            // A stride known only at run time is divided down, as CuTe does.
            if a.stride_leaves()
                .iter()
                .all(|d| d.as_const().is_some() || d.known().is_none_or(|d| d % 2 == 0))
            {
                tally.check("upcast", &symbols, upcast(&a, 2), upcast(&a0, 2), &one)?;
            }
            if !degenerate(&b, &b0) {
                tally.check(
                    "logical_divide",
                    &symbols,
                    logical_divide(&a, &b),
                    logical_divide(&a0, &b0),
                    &two,
                )?;
            }
            if !degenerate(&a, &a0) {
                tally.check(
                    "logical_product",
                    &symbols,
                    logical_product(&a, &b),
                    logical_product(&a0, &b0),
                    &two,
                )?;
                tally.check(
                    "blocked_product",
                    &symbols,
                    blocked_product(&a, &b),
                    blocked_product(&a0, &b0),
                    &two,
                )?;
                tally.check(
                    "raked_product",
                    &symbols,
                    raked_product(&a, &b),
                    raked_product(&a0, &b0),
                    &two,
                )?;
                tally.check(
                    "complement",
                    &symbols,
                    complement(&a, &range),
                    complement(&a0, &range0),
                    &one,
                )?;
                tally.check("filter", &symbols, filter(&a), filter(&a0), &one)?;
                tally.check("left_inverse", &symbols, left_inverse(&a), left_inverse(&a0), &one)?;
            }
            tally.check("composition", &symbols, composition(&a, &b), composition(&a0, &b0), &two)?;
            if let Ok(common) = max_common_layout(&a, &b) {
                let common = symbols.substituted(&common);
                for l in [&a0, &b0] {
                    let reached = table(&composition(l, &common).unwrap());
                    prop_assert!(
                        reached.iter().zip(0..).all(|(x, i)| *x == i),
                        "common {}: {} of {}",
                        two,
                        common,
                        l
                    );
                }
            }
            Ok(())
        })
        .unwrap();
    for (name, compared) in &tally.compared {
        assert!(*compared > 500, "{name}: only {compared} of 20000 comparisons");
    }
    assert_eq!(tally.compared.len(), 11, "{:?}", tally.compared.keys());
}
