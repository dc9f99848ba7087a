//! [`Problem`]: which product of matrices an operation is.

use layout_mlir::affine::affine_operands;
use layout_mlir::ir::{self, DYNAMIC};
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};

use super::body::Input;
use super::epilogue::{Epilogue, is_idle};
use super::error::{Apart, Error};
use super::kernel::WIDE;
use super::matrix::{Matrix, dimensions};
use super::types;

/// `C = A B`, or `C += A B`, of matrices or of batches of them.
pub struct Problem<'c, 'a> {
    /// The operation.
    pub op: OperationRef<'c, 'a>,
    /// A, B and C: their rows and columns are M by K, K by N and M by N.
    pub matrices: [Matrix<'c, 'a>; 3],
    /// What zeroes C before, if nothing else happens between.
    pub zero: Option<OperationRef<'c, 'a>>,
    /// Elements of the product.
    pub element: String,
    /// What is done with it before it is stored: the third matrix is what that writes.
    pub epilogue: Option<Epilogue<'c, 'a>>,
    /// The first operation that is done with it behind that, and why it is done apart.
    pub apart: Option<(OperationRef<'c, 'a>, Apart)>,
}

impl<'c: 'a, 'a> Problem<'c, 'a> {
    /// What an operation multiplies; `None` if it is no product.
    ///
    /// # Errors
    /// [`Error`] for a product that has no kernel.
    pub fn of(op: OperationRef<'c, 'a>) -> Option<Result<Self, Error>> {
        if !ir::name(op).starts_with("linalg.") || op.operand_count() != 3 || !multiplies(op) {
            return None;
        }
        let maps = ArrayAttribute::try_from(ir::indexing_maps(op)?).ok()?;
        let (loops, _) = maps.element(0).ok().and_then(affine_operands)?;
        let maps: Vec<Option<Vec<usize>>> = (0..3).map(|n| dimensions(maps.element(n).ok()?)).collect();
        if let Some(number) = maps.iter().position(Option::is_none) {
            // (What goes over no more than it writes is no sum.)
            let is_sum = maps[2].as_ref().is_none_or(|map| map.len() < loops);
            return is_sum.then_some(Err(Error::Map(number)));
        }
        let maps: Vec<Vec<usize>> = maps.into_iter().flatten().collect();
        // Without a sum it is no product of matrices.
        let is_sum = maps.iter().flatten().any(|dimension| !maps[2].contains(dimension));
        is_sum.then(|| Self::read(op, &maps))
    }

    fn read(op: OperationRef<'c, 'a>, maps: &[Vec<usize>]) -> Result<Self, Error> {
        let [a, b, c] = maps else { return Err(Error::Dimensions(String::new())) };
        let count = maps.iter().flatten().max().map_or(0, |most| most + 1);
        let with = |has: [bool; 3]| -> Vec<usize> {
            (0..count).filter(|d| [a, b, c].map(|map| map.contains(d)) == has).collect()
        };
        let wrong = || {
            let text = |map: &Vec<usize>| map.iter().map(|d| format!("d{d}")).collect::<Vec<_>>().join(", ");
            Error::Dimensions(maps.iter().map(text).collect::<Vec<_>>().join("; "))
        };
        let batch = with([true, true, true]);
        let (m, n, k) = (with([true, false, true]), with([false, true, true]), with([true, true, false]));
        // (What vectors have no dimension for has one element.)
        let is_one = [&batch, &m, &n].iter().all(|dimensions| dimensions.len() <= 1);
        let is_once = |map: &Vec<usize>| map.iter().enumerate().all(|(at, d)| !map[..at].contains(d));
        if !is_one
            || !maps.iter().all(is_once)
            || k.len() != 1
            || count != batch.len() + m.len() + n.len() + k.len()
        {
            return Err(wrong());
        }
        let [m, n, k] = [m, n, k].map(|dimensions| dimensions.first().copied());
        let mut matrices = Vec::new();
        for (number, (map, pair)) in maps.iter().zip([[m, k], [k, n], [m, n]]).enumerate() {
            let value = ir::operand(op, number).ok_or_else(wrong)?;
            let dims = batch.iter().copied().map(Some).chain(pair);
            let place = |d: usize| map.iter().position(|at| *at == d).ok_or_else(wrong);
            let order: Result<Vec<_>, Error> = dims.map(|d| d.map(place).transpose()).collect();
            matrices.push(Matrix::of(number, value, order?)?);
        }
        let matrices: [Matrix<'c, 'a>; 3] = matrices.try_into().map_err(|_| wrong())?;
        // (What a cast only types otherwise is the same memory.)
        let memory = |matrix: &Matrix<'c, 'a>| {
            let cast = |value| {
                let op = ir::defining_op(value).filter(|op| ir::name(*op) == "memref.cast")?;
                ir::operand(op, 0)
            };
            std::iter::successors(Some(matrix.value), |value| cast(*value)).last()
        };
        let written = memory(&matrices[2]);
        if let Some(number) = matrices[..2].iter().position(|factor| memory(factor) == written) {
            return Err(Error::Overlap(number));
        }
        let (mut matrices, zero) = (matrices, zeroed(op));
        let element = matrices[2].element.clone();
        let (epilogue, apart) = Epilogue::behind(op, &matrices, zero);
        if let Some(epilogue) = &epilogue {
            matrices[2] = epilogue.result.clone();
        }
        Ok(Self { op, matrices, zero, element, epilogue, apart })
    }

    /// The same product as that of the transposed factors: `C^T = B^T A^T`.
    pub fn turned(&self) -> Self {
        let [a, b, c] = self.matrices.each_ref().map(Matrix::turned);
        Self {
            matrices: [b, a, c],
            element: self.element.clone(),
            epilogue: self.epilogue.as_ref().map(Epilogue::turned),
            apart: self.apart.clone(),
            ..*self
        }
    }

    /// Whether more is done with each element than to round it.
    pub fn computes(&self) -> bool {
        self.epilogue.as_ref().is_some_and(|epilogue| epilogue.body.lines.len() > 1)
    }

    /// Whether all is known of its operands but their addresses, which are as good as those of memory by itself.
    pub fn is_known(&self) -> bool {
        let is_known = |matrix: &Matrix<'_, '_>| {
            let bits = types::bits(&matrix.element);
            matrix.is_known() && matrix.offset != DYNAMIC && matrix.offset * bits % (8 * WIDE) == 0
        };
        self.matrices.iter().chain(self.inputs().iter().filter_map(Input::matrix)).all(is_known)
    }

    /// What is read beside the factors.
    pub fn inputs(&self) -> &[Input<'c, 'a>] {
        self.epilogue.as_ref().map_or(&[], |epilogue| &epilogue.body.inputs)
    }
}

/// Whether an operation goes over the indices of a product of matrices, whatever it computes there: its first two operands have one that its
/// last one has not, and with that each has one that the other has not.
pub fn is_alike(op: OperationRef<'_, '_>) -> bool {
    let is_linalg = ir::name(op).starts_with("linalg.");
    let maps =
        ir::indexing_maps(op).filter(|_| is_linalg).and_then(|maps| ArrayAttribute::try_from(maps).ok());
    let Some(maps) = maps.filter(|maps| maps.len() > 2) else { return false };
    let of = |number: usize| maps.element(number).ok().and_then(dimensions);
    let (Some(a), Some(b), Some(c)) = (of(0), of(1), of(maps.len() - 1)) else { return false };
    let both = |x: &[usize], y: &[usize], but: &[usize]| x.iter().any(|d| y.contains(d) && !but.contains(d));
    both(&a, &b, &c) && both(&a, &c, &b) && both(&b, &c, &a)
}

/// Whether an operation adds the product of its first two operands' elements to the third's.
fn multiplies(op: OperationRef<'_, '_>) -> bool {
    let Some(block) = ir::blocks(op).first().copied() else { return false };
    let [a, b, c] = &ir::arguments(block)[..] else { return false };
    // (Nothing else happens there.)
    let first = block.first_operation();
    let mut all = std::iter::successors(first, |op| op.next_in_block());
    if !all.all(|op| ir::effects(op) == ir::Effects::None || ir::name(op) == "linalg.yield") {
        return false;
    }
    // Through a cast that changes no value.
    let plain = |value| {
        let cast = ir::defining_op(value).filter(|op| matches!(ir::name(*op), "arith.extf" | "arith.extsi"));
        cast.and_then(|op| ir::operand(op, 0)).unwrap_or(value)
    };
    let of = |value, names: [&str; 2]| {
        let op = ir::defining_op(value).filter(|op| names.contains(&ir::name(*op)))?;
        Some((ir::operand(op, 0)?, ir::operand(op, 1)?))
    };
    let sum = ir::terminator(block).and_then(|end| ir::operand(end, 0));
    let Some((x, y)) = sum.and_then(|sum| of(sum, ["arith.addf", "arith.addi"])) else { return false };
    let product = if x == *c {
        y
    } else if y == *c {
        x
    } else {
        return false;
    };
    let factors = of(product, ["arith.mulf", "arith.muli"]).map(|(x, y)| [plain(x), plain(y)]);
    factors.is_some_and(|factors| factors == [*a, *b] || factors == [*b, *a])
}

/// The `linalg.fill` by zero of the last operand of an operation, if nothing but what computes stands between.
fn zeroed<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let target = op.operands().last()?;
    let first = op.block()?.first_operation();
    let before = std::iter::successors(first, |op| op.next_in_block()).take_while(|before| *before != op);
    let before: Vec<_> = before.collect();
    let fill =
        before.into_iter().rev().find(|op| !is_idle(*op)).filter(|op| ir::name(*op) == "linalg.fill")?;
    let is_zero = |value: Value<'c, 'a>| {
        let constant = ir::defining_op(value).and_then(|op| op.attribute("value").ok());
        constant.is_some_and(
            |value| matches!(number(&value.to_string()), Some(n) if n == 0.0 && n.is_sign_positive()),
        )
    };
    (ir::operand(fill, 1) == Some(target) && ir::operand(fill, 0).is_some_and(is_zero)).then_some(fill)
}

/// The number that a text such as `0.000000e+00 : f32` begins with.
fn number(text: &str) -> Option<f64> {
    text.split(' ').next()?.parse().ok()
}
