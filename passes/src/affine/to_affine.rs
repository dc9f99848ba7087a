//! `convert-layout-to-affine`: indices of layouts become affine operations, which upstream's passes know.
//!
//! ```mlir
//! // Before:
//! %x = layout.crd2idx %rows(%i, %j) : !layout<(4,8):(8,1)>
//! %y = layout.crd2idx %digit(%t) : !layout<(32,4):(0,1)>
//! %z = layout.crd2idx %any(%i, %j) : !layout<((2,4),?):((1,16),?)>
//! // After:
//! %x = affine.linearize_index disjoint [%i, %j] by (4, 8) : index
//! %y:2 = affine.delinearize_index %t into (4, 32) : index, index
//! %z = affine.apply affine_map<(d0, d1)[s0] -> (d0 mod 2 + (d0 floordiv 2) * 16 + d1 * s0)>(%i, %j)[%s]
//! ```
//!
//! `disjoint` is what a coordinate of a layout is: within its sizes, or its index is poison. A step of `affine.apply`
//! that leaves the width of `index` is poison, and so only indices are converted of which no part is larger than the
//! whole: those whose strides and offset are not below 0, and static ones.
//!
//! # Errors
//! Layouts that cross blocks of which not all symbols have values.

use layout_algebra::{AnyLayout, Coord, Expr, Outer, Tri};
use layout_bridge::boundaries::{Boundaries, carry_layouts};
use layout_bridge::bounds::expand_bounds;
use layout_bridge::facts::Machine;
use layout_bridge::resolve::Resolved;
use layout_bridge::rewrite::Function;
use layout_dialect::ops::{self, Yields};
use layout_dialect::{AffineTerms, Coordinate, Integer, index_number};
use layout_mlir::affine::affine_map_of;
use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_upstream::{AffineTerms as Affine, basis_of, digit_of};
use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, OperationRef, Type, Value};
use rustc_hash::FxHashMap;

use super::numbers::{NoIndex, Number, Numbers};
use super::remark_left;
use crate::simplify::{IndexOptions, any_machine, functions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "convert-layout-to-affine",
    summary: "Convert layout indices to affine operations",
    options: IndexOptions::TABLE,
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let Some(machine) = any_machine(op, options, INFO.name) else { return false };
    expand_bounds(op);
    let resolver = match carry_layouts(op, Boundaries::InsideFunctions) {
        Ok(resolver) => resolver,
        Err(errors) => {
            for (at, error) in errors {
                ir::emit_error(ir::location(at), &error.to_string());
            }
            return false;
        }
    };
    for function in functions(op) {
        let ops = ir::nested(function);
        let integers = |op: &OperationRef<'_, '_>| ops::yields(ir::name(*op)) == Some(Yields::Integer);
        if !ops.iter().any(integers) {
            continue;
        }
        let mut known = Function::new(function);
        known.learn_all(machine);
        let mut writer =
            Writer { known, machine, lowered: FxHashMap::default(), digits: FxHashMap::default() };
        for op in ops.iter().copied().filter(integers) {
            let resolved = ir::operand(op, 0).and_then(|layout| resolver.get(layout));
            let written = match resolved {
                Some(resolved) => writer.integer(op, resolved),
                None => Err(Left::Unknown),
            };
            match written {
                Ok(value) => {
                    if let Some(result) = ir::result(op) {
                        ir::replace_all_uses(result, value);
                        writer.lowered.insert(ir::key(result), value);
                    }
                    let _ = ir::erase(op);
                }
                Err(why) => remark_left(op, INFO.name, &why.to_string()),
            }
        }
        // Layouts that nothing is left of.
        let is_layout = |op: &OperationRef<'_, '_>| {
            matches!(ops::yields(ir::name(*op)), Some(Yields::Made | Yields::Layout))
        };
        for op in ops.iter().copied().filter(is_layout).rev() {
            if ir::results(op).into_iter().all(ir::is_unused) {
                let _ = ir::erase(op);
            }
        }
    }
    true
}

/// Why an index stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Left {
    #[error("the layout is not known here")]
    Unknown,
    #[error(
        "{0} may have a part that is larger than the whole index, or below 0, which affine.apply takes for poison; \
         strides and offset that are known to be natural (min=0) decide it"
    )]
    Parts(String),
    #[error(transparent)]
    Index(#[from] NoIndex),
    #[error(transparent)]
    Integer(#[from] layout_dialect::IntegerError),
}

struct Writer<'c, 'a> {
    known: Function<'c, 'a>,
    machine: Machine,
    /// What the results of converted operations are now.
    lowered: FxHashMap<ir::ValueKey, Value<'c, 'a>>,
    /// The digits of integers that were taken apart, by the integer, the basis and the block.
    digits: FxHashMap<(ir::ValueKey, Vec<i64>, usize), Vec<Value<'c, 'a>>>,
}

impl<'c: 'a, 'a> Writer<'c, 'a> {
    /// The value of what an operation yields.
    fn integer(
        &mut self,
        op: OperationRef<'c, 'a>,
        mut resolved: Resolved<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Left> {
        let known = ops::find(ir::name(op)).ok_or(Left::Unknown)?;
        for symbol in &mut resolved.symbols {
            *symbol = self.lowered.get(&ir::key(*symbol)).copied().unwrap_or(*symbol);
        }
        let coordinate: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
        let integer = known.integer(&resolved.layout, Coordinate::of(op))?;
        if let Integer::Index(layout, coord) = &integer {
            if !self.is_natural(layout) {
                return Err(Left::Parts(layout.named()));
            }
            let value = self.digit(op, layout, coord, &coordinate);
            if let Some(value) =
                value.or_else(|| self.linear(op, layout, coord, &resolved.symbols, &coordinate))
            {
                return Ok(value);
            }
        }
        let positive = |value| self.known.facts(value, &self.machine).lo >= 1;
        let context = ir::context(op);
        let mut numbers = Numbers {
            before: op,
            symbols: &resolved.symbols,
            coordinate: &coordinate,
            positive: &positive,
            affine: Affine { layout: &resolved.layout, build: AffineTerms(context) },
            operands: Vec::new(),
        };
        let term = match integer.compute(&mut numbers)? {
            Number::Affine(term) => term,
            number => return Ok(numbers.value(&number)?),
        };
        let map = affine_map_of(context, coordinate.len(), numbers.operands.len(), term);
        let operands = [coordinate.as_slice(), &numbers.operands].concat();
        let results = build(op, "affine.apply", &operands, 1, &[("map", map)])?;
        results.first().copied().ok_or(Left::Unknown)
    }

    /// Whether no part of an index is below 0 or larger than the index.
    fn is_natural(&self, layout: &AnyLayout) -> bool {
        let natural = |e: &Expr| Expr::ZERO.le(e) == Tri::Yes;
        let outer = match layout {
            AnyLayout::Plain(_) => true,
            AnyLayout::Composed(c) => matches!(c.outer, Outer::Swizzle(_)) && natural(&c.offset),
        };
        if outer && layout.domain().stride_leaves().iter().all(natural) {
            return true;
        }
        // Parts that cancel: all of them together are no more than this.
        let offset = match layout {
            AnyLayout::Plain(_) => Some(0),
            AnyLayout::Composed(c) => match &c.outer {
                Outer::Swizzle(swizzle) if swizzle.bits() == 0 => c.offset.as_const(),
                _ => None,
            },
        };
        let sum = layout.domain().cosize().ok().and_then(|e| e.as_const());
        let all =
            sum.zip(offset.and_then(i64::checked_abs)).and_then(|(sum, offset)| sum.checked_add(offset));
        all.is_some_and(|all| all <= i64::MAX >> (64 - self.machine.index_bits))
    }

    /// A digit of an integer.
    fn digit(
        &mut self,
        op: OperationRef<'c, 'a>,
        layout: &AnyLayout,
        coord: &Coord<Expr>,
        coordinate: &[Value<'c, 'a>],
    ) -> Option<Value<'c, 'a>> {
        let (Coord::Int(integer), (basis, digit)) = (coord, digit_of(layout)?) else { return None };
        let index = *coordinate.get(index_number(integer)?)?;
        let basis: Vec<i64> = basis.iter().map(Expr::as_const).collect::<Option<_>>()?;
        if basis.len() < 2 || !self.fits(&basis) {
            return None;
        }
        let block = op.block()?.to_raw().ptr as usize;
        let key = (ir::key(index), basis.clone(), block);
        if !self.digits.contains_key(&key) {
            let sizes = DenseI64ArrayAttribute::new(ir::context(op), &basis).into();
            let found =
                build(op, "affine.delinearize_index", &[index], basis.len(), &[("static_basis", sizes)]);
            self.digits.insert(key.clone(), found.ok()?);
        }
        self.digits.get(&key)?.get(digit).copied()
    }

    /// A coordinate of a compact layout.
    fn linear(
        &self,
        op: OperationRef<'c, 'a>,
        layout: &AnyLayout,
        coord: &Coord<Expr>,
        symbols: &[Value<'c, 'a>],
        coordinate: &[Value<'c, 'a>],
    ) -> Option<Value<'c, 'a>> {
        let (Coord::Tuple(parts), basis) = (coord, basis_of(layout).ok()?) else { return None };
        if basis.len() < 2 || parts.len() != basis.len() {
            return None;
        }
        // Upstream multiplies the sizes behind the first: at most one of them may be large.
        let known: Option<Vec<i64>> = basis.iter().map(Expr::as_const).collect();
        match known {
            Some(known) if !self.fits(&known) => return None,
            None if basis.len() > 2 => return None,
            _ => {}
        }
        let (mut sizes, mut dynamic) = (Vec::new(), Vec::new());
        for size in &basis {
            if let Some(size) = size.as_const() {
                sizes.push(size);
                continue;
            }
            let number = index_number(size).filter(|n| is_symbol(size, *n))?;
            sizes.push(ir::DYNAMIC);
            dynamic.push(*symbols.get(number)?);
        }
        let indices = parts.iter().map(|part| match part {
            Coord::Int(Expr::Const(c)) => ir::insert_index(op, ir::location(op), *c),
            Coord::Int(integer) => coordinate.get(index_number(integer)?).copied(),
            Coord::Tuple(_) => None,
        });
        let indices: Vec<Value<'c, 'a>> = indices.collect::<Option<_>>()?;
        let context = ir::context(op);
        let segments = DenseI32ArrayAttribute::new(context, &[indices.len() as i32, dynamic.len() as i32]);
        let attributes: [(&str, Attribute<'c>); 2] = [
            ("static_basis", DenseI64ArrayAttribute::new(context, &sizes).into()),
            ("operandSegmentSizes", segments.into()),
        ];
        let operands = [indices, dynamic].concat();
        let value = *build(op, "affine.linearize_index", &operands, 1, &attributes).ok()?.first()?;
        // A coordinate of a layout is within its sizes.
        ir::make_disjoint(ir::defining_op(value)?);
        Some(value)
    }

    /// Whether the product of sizes fits in `index`.
    fn fits(&self, sizes: &[i64]) -> bool {
        let product = sizes.iter().try_fold(1i64, |n, size| n.checked_mul(*size));
        product.is_some_and(|n| n <= i64::MAX >> (64 - self.machine.index_bits))
    }
}

/// Whether an expression is a symbol and nothing else.
fn is_symbol(e: &Expr, number: usize) -> bool {
    let mut found = None;
    e.for_each_symbol(&mut |s| found = Some(s));
    found.is_some_and(|s| s.id as usize == number && *e == Expr::from(s))
}

/// Writes an operation with results of type `index`.
fn build<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    name: &'static str,
    operands: &[Value<'c, 'a>],
    results: usize,
    attributes: &[(&str, Attribute<'c>)],
) -> Result<Vec<Value<'c, 'a>>, NoIndex> {
    let context = ir::context(before);
    let attributes: Vec<_> = attributes.iter().map(|(n, a)| (Identifier::new(context, n), *a)).collect();
    let op = OperationBuilder::new(name, ir::location(before))
        .add_operands(operands)
        .add_results(&vec![Type::index(context); results])
        .add_attributes(&attributes);
    let op = op.build().ok().and_then(|op| ir::insert_before(before, op));
    op.map(ir::results).ok_or(NoIndex::Build(name))
}
