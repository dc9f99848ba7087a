//! `convert-affine-to-layout`: affine index operations, and accesses of memory with strides, become layouts, so that
//! `layout-simplify` sees all of a function's addresses at once.
//!
//! ```mlir
//! // Before:
//! %x:2 = affine.delinearize_index %thread into (4, 32) : index, index
//! %y = affine.linearize_index disjoint [%x#1, %k] by (32, 8) : index
//! %z = affine.apply affine_map<(d0) -> (d0 mod 8 + d0 floordiv 8 * 64)>(%thread)
//! %v = memref.load %m[%y] : memref<?xf32, strided<[2], offset: ?>>
//! // After:
//! %l = layout.make : !layout<(32,4):(0,1)>          %x0 = layout.crd2idx %l(%thread) : …
//! %r = layout.make : !layout<(32,8):(8,1)>          %y = layout.crd2idx %r(%x1, %k) : …
//! %a = layout.make : !layout<((8,16)):((1,64))>     %z = layout.crd2idx %a(%thread) : …
//! %c = memref.cast %m : … to memref<?xf32, #layout<S<0,4,3> o ? o (?):(2)>>
//! %v = memref.load %c[%y] : …
//! ```
//!
//! A layout says nothing of coordinates that it does not have, so these must be known to be within their sizes: by
//! constants, loops, ids, assumptions, or `disjoint`. What is not stays, as does a map that is no layout.

use layout_algebra::{AnyLayout, Expr, Symbol, SymbolFacts};
use layout_bridge::facts::Machine;
use layout_bridge::rewrite::Function;
use layout_dialect::{CoordinateAttribute, LayoutType, build};
use layout_mlir::affine::{self, AffineExpr, affine_operands, affine_results};
use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_upstream as upstream;
use layout_upstream::{AffineMap, digit_layout, linear_layout};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;

use super::remark_left;
use super::strided::see_layouts;
use crate::simplify::{IndexOptions, any_machine, functions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-affine-to-layout",
    summary: "Convert affine index operations, and accesses of memory with strides, to layouts",
    options: IndexOptions::TABLE,
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let Some(machine) = any_machine(op, options, INFO.name) else { return false };
    for function in functions(op) {
        let ops = ir::nested(function);
        let indices: Vec<_> = ops.iter().copied().filter(|op| is_index_operation(ir::name(*op))).collect();
        if !indices.is_empty() {
            let mut known = Function::new(function);
            known.learn_all(machine);
            let facts = Facts { known, machine };
            // What is known is known of the operations as they were.
            let found: Vec<_> = indices.into_iter().map(|op| (op, facts.indices(op))).collect();
            let mut replaced = FxHashMap::default();
            for (op, indices) in found {
                match indices {
                    Ok(indices) => replace(op, &indices, &mut replaced),
                    Err(why) => remark_left(op, INFO.name, &why.to_string()),
                }
            }
        }
        see_layouts(&ops, INFO.name);
    }
    true
}

fn is_index_operation(name: &str) -> bool {
    matches!(name, "affine.apply" | "affine.linearize_index" | "affine.delinearize_index")
}

/// Why an operation is no index of a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Left {
    /// A coordinate that may be outside.
    #[error(
        "coordinate {coordinate} is between {lo} and {hi} as far as is known, and must be within [0, {size})"
    )]
    Outside { coordinate: usize, lo: String, hi: String, size: String },
    /// A size of run time, without a promise.
    #[error(
        "coordinate {coordinate} is not known to be below its size, which run time tells; `disjoint` promises it"
    )]
    Promise { coordinate: usize },
    /// A map that is no layout.
    #[error(transparent)]
    Map(#[from] upstream::NotALayout),
    /// Sizes past 64 bits.
    #[error(transparent)]
    Layout(#[from] layout_algebra::LayoutError),
    /// An operation that MLIR would not read.
    #[error("the operation is not as it should be")]
    Malformed,
}

/// The index of a layout that is a result of an operation.
struct Index<'c, 'a> {
    result: Value<'c, 'a>,
    layout: AnyLayout,
    /// The values of the layout's symbols, by number.
    symbols: Vec<Value<'c, 'a>>,
    coordinate: Vec<Value<'c, 'a>>,
}

struct Facts<'c, 'a> {
    known: Function<'c, 'a>,
    machine: Machine,
}

/// Largest size of a mode that is made up.
const MOST: i128 = 1 << 62;

impl<'c: 'a, 'a> Facts<'c, 'a> {
    /// The indices of layouts that an operation's results are.
    fn indices(&self, op: OperationRef<'c, 'a>) -> Result<Vec<Index<'c, 'a>>, Left> {
        match ir::name(op) {
            "affine.apply" => self.apply(op),
            "affine.linearize_index" => self.linearize(op),
            _ => self.delinearize(op),
        }
    }

    /// The least and the greatest value.
    fn range(&self, value: Value<'c, 'a>) -> (i128, i128) {
        let facts = self.known.facts(value, &self.machine);
        (facts.lo, facts.hi)
    }

    /// How many values a coordinate has from 0 on.
    fn extent(&self, coordinate: usize, value: Value<'c, 'a>) -> Result<i64, Left> {
        let (lo, hi) = self.range(value);
        let extent = i64::try_from(hi.saturating_add(1)).ok().filter(|_| lo >= 0 && hi < MOST);
        extent.ok_or_else(|| outside(coordinate, (lo, hi), "2^62"))
    }

    fn apply(&self, op: OperationRef<'c, 'a>) -> Result<Vec<Index<'c, 'a>>, Left> {
        let attribute = op.attribute("map").map_err(|_| Left::Malformed)?;
        let (dims, symbols) = affine_operands(attribute).ok_or(Left::Malformed)?;
        let results = affine_results(attribute).ok_or(Left::Malformed)?;
        let results = results.iter().map(|e| expression(e, dims)).collect();
        let map = AffineMap { dims, symbols, results };
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let (coordinate, values) = operands.split_at_checked(dims).ok_or(Left::Malformed)?;
        let extents = coordinate.iter().enumerate().map(|(k, v)| self.extent(k, *v));
        let extents: Vec<i64> = extents.collect::<Result<_, _>>()?;
        let number = |(k, value): (usize, &Value<'c, 'a>)| match ir::constant(*value) {
            Some(number) => Expr::from(number),
            None => {
                let facts = if self.range(*value).0 >= 1 { SymbolFacts::SIZE } else { SymbolFacts::NONE };
                Symbol::new(k as u32, facts).into()
            }
        };
        let numbers: Vec<Expr> = values.iter().enumerate().map(number).collect();
        let layout = |extent: fn(i64) -> i64| {
            map.to_layout(&extents.iter().map(|n| extent(*n).into()).collect::<Vec<_>>(), &numbers)
        };
        // A layout of more coordinates has these too.
        let layout = layout(|n| n).or_else(|error| layout(rounded).map_err(|_| error))?;
        let (symbols, coordinate) = (values.to_vec(), coordinate.to_vec());
        let result = ir::result(op).ok_or(Left::Malformed)?;
        if coordinate.is_empty() {
            return Err(Left::Malformed);
        }
        Ok(vec![Index { result, layout, symbols, coordinate }])
    }

    fn linearize(&self, op: OperationRef<'c, 'a>) -> Result<Vec<Index<'c, 'a>>, Left> {
        let segments = op.attribute("operandSegmentSizes").map(ir::integers).map_err(|_| Left::Malformed)?;
        let count = segments.first().and_then(|n| usize::try_from(*n).ok()).ok_or(Left::Malformed)?;
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let (coordinate, dynamic) = operands.split_at_checked(count).ok_or(Left::Malformed)?;
        if coordinate.is_empty() {
            return Err(Left::Malformed);
        }
        let disjoint = ir::is_disjoint(op);
        let (basis, symbols) = basis(op, dynamic)?;
        let mut sizes = Vec::with_capacity(count);
        for (k, value) in coordinate.iter().enumerate() {
            let size = (basis.len() + k).checked_sub(count).map(|at| &basis[at]);
            let (lo, hi) = self.range(*value);
            // All but the first are promised to be natural.
            if lo < 0 && !(disjoint && k > 0) {
                let size = size.map_or("its size".into(), Expr::named);
                return Err(outside(k, (lo, hi), &size));
            }
            sizes.push(match size {
                Some(size) if disjoint => size.clone(),
                Some(Expr::Const(size)) if hi < i128::from(*size) => Expr::Const(*size),
                Some(Expr::Const(size)) => return Err(outside(k, (lo, hi), &size.to_string())),
                Some(_) => return Err(Left::Promise { coordinate: k }),
                None => self.extent(k, *value)?.into(),
            });
        }
        let result = ir::result(op).ok_or(Left::Malformed)?;
        let (layout, coordinate) = (linear_layout(&sizes)?.into(), coordinate.to_vec());
        Ok(vec![Index { result, layout, symbols, coordinate }])
    }

    fn delinearize(&self, op: OperationRef<'c, 'a>) -> Result<Vec<Index<'c, 'a>>, Left> {
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let (index, dynamic) = operands.split_first().ok_or(Left::Malformed)?;
        let results = ir::results(op);
        let (basis, symbols) = basis(op, dynamic)?;
        let inner = basis.len().checked_sub(results.len().saturating_sub(1)).ok_or(Left::Malformed)?;
        let (outer, inner) = basis.split_at(inner);
        // The outermost digit is a quotient whatever its bound: a size is made up that has them all.
        let extent = self.extent(0, *index)?;
        let within = inner.iter().try_fold(1i64, |n, size| n.checked_mul(size.as_const()?)).unwrap_or(1);
        let count = (extent - 1) / within + 1;
        let bound = outer.first().and_then(Expr::as_const).filter(|bound| *bound >= count);
        let sizes: Vec<Expr> =
            [Expr::from(bound.unwrap_or(count))].into_iter().chain(inner.iter().cloned()).collect();
        let used = results.into_iter().enumerate().filter(|(_, result)| !ir::is_unused(*result));
        used.map(|(k, result)| {
            let layout = digit_layout(&sizes, k)?.into();
            Ok(Index { result, layout, symbols: symbols.clone(), coordinate: vec![*index] })
        })
        .collect()
    }
}

/// The next power of two, or the number itself where there is none.
fn rounded(n: i64) -> i64 {
    let next = u64::try_from(n).ok().and_then(u64::checked_next_power_of_two);
    next.and_then(|n| i64::try_from(n).ok()).unwrap_or(n)
}

fn outside(coordinate: usize, (lo, hi): (i128, i128), size: &str) -> Left {
    Left::Outside { coordinate, lo: lo.to_string(), hi: hi.to_string(), size: size.into() }
}

/// The sizes of a basis, a symbol for each that run time tells, and the values of these.
fn basis<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    dynamic: &[Value<'c, 'a>],
) -> Result<(Vec<Expr>, Vec<Value<'c, 'a>>), Left> {
    let sizes = op.attribute("static_basis").map(ir::integers).map_err(|_| Left::Malformed)?;
    let mut values = Vec::new();
    let mut size = |size: i64| -> Result<Expr, Left> {
        if size != ir::DYNAMIC {
            return Ok(Expr::from(size));
        }
        let value = *dynamic.get(values.len()).ok_or(Left::Malformed)?;
        values.push(value);
        let number = values.len() - 1;
        // A basis that is constant by now is one that nobody has folded.
        Ok(ir::constant(value)
            .map_or_else(|| Symbol::new(number as u32, SymbolFacts::SIZE).into(), Expr::from))
    };
    let sizes = sizes.into_iter().map(&mut size).collect::<Result<Vec<_>, _>>()?;
    if sizes.iter().any(|size| size.as_const().is_some_and(|size| size < 1)) {
        return Err(Left::Malformed);
    }
    Ok((sizes, values))
}

/// An affine expression as a tree of its own.
fn expression(e: &AffineExpr, dims: usize) -> upstream::AffineExpr {
    use upstream::AffineOp as To;
    match e {
        AffineExpr::Constant(c) => upstream::AffineExpr::Constant(*c),
        AffineExpr::Operand(k) if *k < dims => upstream::AffineExpr::Dim(*k),
        AffineExpr::Operand(k) => upstream::AffineExpr::Symbol(*k - dims),
        AffineExpr::Binary(op, sides) => {
            let op = match op {
                affine::AffineOp::Add => To::Add,
                affine::AffineOp::Mul => To::Mul,
                affine::AffineOp::Mod => To::Mod,
                affine::AffineOp::FloorDiv => To::FloorDiv,
                affine::AffineOp::CeilDiv => To::CeilDiv,
            };
            upstream::AffineExpr::binary(op, expression(&sides[0], dims), expression(&sides[1], dims))
        }
    }
}

/// Writes the indices in place of an operation's results; `replaced` are those of earlier ones.
fn replace<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    indices: &[Index<'c, 'a>],
    replaced: &mut FxHashMap<ValueKey, Value<'c, 'a>>,
) {
    for index in indices {
        let now = |values: &[Value<'c, 'a>]| {
            values.iter().map(|v| replaced.get(&ir::key(*v)).copied().unwrap_or(*v)).collect::<Vec<_>>()
        };
        let (symbols, coordinate) = (now(&index.symbols), now(&index.coordinate));
        if let Some(value) = written(op, &index.layout, &symbols, &coordinate) {
            ir::replace_all_uses(index.result, value);
            replaced.insert(ir::key(index.result), value);
        }
    }
    // (A result without uses has no index.)
    let _ = ir::erase(op);
}

fn written<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    layout: &AnyLayout,
    values: &[Value<'c, 'a>],
    coordinate: &[Value<'c, 'a>],
) -> Option<Value<'c, 'a>> {
    let (context, location) = (ir::context(op), ir::location(op));
    let (layout, origin) = layout.canonical();
    let symbols = origin.iter().map(|s| values.get(s.id as usize).copied());
    let symbols: Vec<_> = symbols.collect::<Option<_>>()?;
    let make = build::make(location, &symbols, LayoutType::new(context, &layout)).ok()?;
    let layout = ir::result(ir::insert_before(op, make)?)?;
    let coord = CoordinateAttribute::of_indices(context, coordinate.len());
    let crd2idx = build::crd2idx(location, layout, coordinate, coord).ok()?;
    ir::result(ir::insert_before(op, crd2idx)?)
}
