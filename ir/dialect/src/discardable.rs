//! The attributes of the dialect that stand on operations of any dialect: which there are, what they take, and where each
//! does something.
//!
//! An attribute that is misspelt, or on an operation that nothing looks for it at, would be as if it were not there. So MLIR's
//! verifier refuses it.

use layout_mlir::ir;
use melior::ir::attribute::AttributeLike as _;
use melior::ir::{Attribute, OperationRef, ValueLike as _};

use crate::attributes::Known;
use crate::tile::verify_group;

/// What an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is there or not.
    Unit,
    /// An integer, as a rule of 64 bits.
    Number,
    /// A text.
    Text,
    /// What L2 does with a line when others need its place.
    Eviction,
    /// Nothing, or a layout of ranks.
    Ranks,
    /// Integers of 64 bits, as `array<i64: 0, 2>`.
    Numbers,
    /// Something of a form of its own.
    Form,
}

impl Takes {
    /// As documentation and errors have it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Unit => "no value",
            Self::Number => "an i64",
            Self::Text => "a text",
            Self::Eviction => "\"evict_first\" or \"evict_last\"",
            Self::Ranks => "no value, or the ranks of some blocks as a layout, #layout<2:1>",
            Self::Numbers => "an array<i64>",
            Self::Form => "a form of its own",
        }
    }

    fn is(self, value: Attribute<'_>) -> bool {
        match self {
            Self::Unit => value.is_unit(),
            Self::Number => ir::integer(value).is_some(),
            Self::Text => ir::text(value).is_some(),
            Self::Eviction => ir::text(value).is_some_and(|text| Eviction::named(&text).is_some()),
            Self::Ranks => value.is_unit() || Known::of_attribute(value).is_some(),
            Self::Numbers => value.to_string().starts_with("array<i64"),
            Self::Form => true,
        }
    }
}

/// What L2 does with lines that a copy brought there, or took from there, when others need their place (PTX ISA, cache eviction
/// priorities).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// They go before others: what nobody reads again.
    First,
    /// They go behind others: what is read again and again.
    Last,
}

impl Eviction {
    /// That of a name, `evict_first` or `evict_last`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "evict_first" => Some(Self::First),
            "evict_last" => Some(Self::Last),
            _ => None,
        }
    }
}

/// An attribute of the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discardable {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// The operations that it stands on; none where passes write it, and leave it on what becomes of an operation.
    pub on: &'static [&'static str],
}

/// Functions, by all the names that they have on their way to LLVM.
const FUNCTIONS: &[&str] = &["func.func", "gpu.func", "llvm.func"];

/// All of them, those that programs say first.
pub const DISCARDABLE: &[Discardable] = &[
    says("layout.threads", Takes::Number, &["func.func", "gpu.func"]),
    says("layout.stages", Takes::Number, &["scf.for"]),
    says("layout.across", Takes::Unit, &["scf.for"]),
    says("layout.disjoint", Takes::Unit, &["scf.for"]),
    says("layout.producer", Takes::Unit, &["layout.copy_async", "scf.for"]),
    says("layout.multicast", Takes::Ranks, &["layout.copy_async"]),
    // (Stores are by the engine in any case.)
    says("layout.tma", Takes::Unit, &["layout.copy_async", "layout.store_async"]),
    says("layout.bulk", Takes::Unit, &["layout.copy_async", "layout.store_async"]),
    says("layout.l2", Takes::Eviction, &["layout.copy_async", "layout.store_async"]),
    says("layout.reduce", Takes::Text, &["layout.store_async"]),
    says("layout.auto", Takes::Unit, &["memref.alloc"]),
    says("layout.in_bounds", Takes::Unit, &["layout.load", "layout.store"]),
    says("layout.in_registers", Takes::Unit, &["layout.convert"]),
    says("layout.from", Takes::Number, &["layout.mma"]),
    says("layout.launches", Takes::Unit, FUNCTIONS),
    writes("layout.dynamic_shared_memory", Takes::Form),
    writes("layout.producers", Takes::Number),
    writes("layout.matmul", Takes::Unit),
    writes("layout.tensor_maps", Takes::Form),
    writes("layout.tensor_map_parameters", Takes::Numbers),
    writes("layout.noalias", Takes::Numbers),
    writes("layout.own", Takes::Unit),
    writes("layout.synchronized", Takes::Unit),
    writes("layout.purpose", Takes::Text),
    writes("layout.barriers", Takes::Unit),
    writes("layout.ring", Takes::Numbers),
    writes("layout.in_turn", Takes::Unit),
    writes("layout.joined", Takes::Unit),
    writes("layout.none", Takes::Unit),
    writes("layout.at_once", Takes::Unit),
    writes("layout.issued", Takes::Unit),
    writes("layout.roles", Takes::Unit),
];

const fn says(name: &'static str, takes: Takes, on: &'static [&'static str]) -> Discardable {
    Discardable { name, takes, on }
}

const fn writes(name: &'static str, takes: Takes) -> Discardable {
    Discardable { name, takes, on: &[] }
}

/// What is wrong with an attribute of an operation. The message stands behind "'…' op".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiscardableError {
    /// There is none of the name.
    #[error("has {name}, which is no attribute of the layout dialect: {nearest} is")]
    Unknown {
        /// The name.
        name: String,
        /// That which is most like it.
        nearest: &'static str,
    },
    /// It stands where nothing looks for it.
    #[error("has {name}, which does nothing there: it stands on {}", .on.join(" and "))]
    Place {
        /// The attribute.
        name: &'static str,
        /// Where it stands.
        on: &'static [&'static str],
    },
    /// It has another value.
    #[error("has {name}{value}, which takes {takes}")]
    Value {
        /// The attribute.
        name: &'static str,
        /// What it has, behind a `=`; nothing where it has no value.
        value: String,
        /// What it takes, as [`Takes::text`] says it.
        takes: &'static str,
    },
    /// A copy that no producer could issue.
    #[error(
        "has layout.producer, and is a copy by the threads themselves: producers issue copies by the engine, which layout.tma and layout.bulk ask for"
    )]
    ByThreads,
    /// A copy that tells L2 nothing.
    #[error(
        "has layout.l2, and is a copy by the threads themselves: the engine tells L2 so, which layout.tma and layout.bulk ask for"
    )]
    Untold,
    /// A product of other factors than a part has.
    #[error(
        "has layout.from, which takes an A in registers and a B in shared memory: it says where the part of B begins"
    )]
    Factors,
}

/// Checks an attribute of the dialect on an operation; that of functions with `layout.threads`, and what is in them, too.
/// Emits an error, and returns whether there was none.
pub(crate) fn verify(op: OperationRef<'_, '_>, name: &str, value: Attribute<'_>) -> bool {
    if name == crate::tile::THREADS {
        return verify_group(op);
    }
    if let Err(error) = check(op, name, value) {
        ir::emit_error(ir::location(op), &format!("'{}' op {error}", ir::name(op)));
        return false;
    }
    true
}

fn check(op: OperationRef<'_, '_>, name: &str, value: Attribute<'_>) -> Result<(), DiscardableError> {
    let Some(known) = DISCARDABLE.iter().find(|known| known.name == name) else {
        let nearest = DISCARDABLE.iter().min_by_key(|known| distance(known.name, name));
        let nearest = nearest.map_or("", |known| known.name);
        return Err(DiscardableError::Unknown { name: name.into(), nearest });
    };
    if !known.on.is_empty() && !known.on.contains(&ir::name(op)) {
        return Err(DiscardableError::Place { name: known.name, on: known.on });
    }
    if !known.takes.is(value) {
        let (name, takes) = (known.name, known.takes.text());
        let value = if value.is_unit() { String::new() } else { format!(" = {value}") };
        return Err(DiscardableError::Value { name, value, takes });
    }
    let is_memory = |number| ir::operand(op, number).is_some_and(|factor| ir::is_memref(factor.r#type()));
    if name == "layout.from" && (is_memory(0) || !is_memory(1)) {
        return Err(DiscardableError::Factors);
    }
    let has = |name| super::tile::attribute(op, name).is_some();
    let by_engine = || has("layout.tma") || has("layout.bulk");
    if ir::name(op) != "layout.copy_async" || by_engine() {
        return Ok(());
    }
    match name {
        "layout.producer" => Err(DiscardableError::ByThreads),
        "layout.l2" => Err(DiscardableError::Untold),
        _ => Ok(()),
    }
}

/// How many letters two names have to change, be given or lose until they are one (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut before = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn letters_between_names() {
        for (a, b, far) in
            [("stage", "stages", 1), ("tmaa", "tma", 1), ("", "abc", 3), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(a, b), far, "{a} {b}");
            assert_eq!(distance(b, a), far, "{b} {a}");
        }
    }
}
