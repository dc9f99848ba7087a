//! [`Problem`]: which product of matrices an operation is.

use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir::{self, DYNAMIC};
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Attribute, BlockLike, OperationRef, Value, ValueLike};

use super::epilogue::Epilogue;
use super::error::Error;
use crate::convert_layout_memref::types::LayoutMemref;

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
}

/// An operand: a matrix, or one for each of a batch.
#[derive(Clone)]
pub struct Matrix<'c, 'a> {
    /// The memref.
    pub value: Value<'c, 'a>,
    /// Its elements.
    pub element: String,
    /// Which dimension of the memref is the batch, if there is one, the rows and the columns.
    pub order: Vec<usize>,
    /// Extents of batch, rows and columns.
    pub extents: Vec<i64>,
    /// Their strides, in elements.
    pub strides: Vec<i64>,
    /// The offset of its first element.
    pub offset: i64,
    /// The memory space, as its type says it.
    pub space: Option<String>,
}

impl Matrix<'_, '_> {
    /// The type of the memref.
    pub fn value_type(&self) -> String {
        self.value.r#type().to_string()
    }

    /// Whether it has one matrix for each of a batch.
    pub fn is_batch(&self) -> bool {
        self.order.len() == 3
    }

    /// Whether elements are known to lie together along columns, or along rows: as a place in `extents`.
    pub fn along(&self) -> Option<usize> {
        let rank = self.strides.len();
        [rank - 1, rank - 2].into_iter().find(|place| self.strides[*place] == 1)
    }

    /// Whether it lies together along rows (the dimension K of B, or M of A and C).
    pub fn is_transposed(&self) -> bool {
        self.along() == Some(self.strides.len() - 2)
    }
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
        let maps = ArrayAttribute::try_from(op.attribute("indexing_maps").ok()?).ok()?;
        let maps: Option<Vec<Vec<usize>>> = (0..3).map(|n| dimensions(maps.element(n).ok()?)).collect();
        Some(Self::read(op, &maps?))
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
        let ([m], [n], [k]) = (&m[..], &n[..], &k[..]) else { return Err(wrong()) };
        if batch.len() > 1 || count != batch.len() + 3 {
            return Err(wrong());
        }
        let mut matrices = Vec::new();
        for (number, (map, pair)) in maps.iter().zip([[m, k], [k, n], [m, n]]).enumerate() {
            let value = ir::operand(op, number).ok_or_else(wrong)?;
            let dims = batch.iter().chain(pair).copied();
            let order: Option<Vec<usize>> = dims.map(|d| map.iter().position(|at| *at == d)).collect();
            matrices.push(Matrix::of(number, value, order.ok_or_else(wrong)?)?);
        }
        let matrices: [Matrix<'c, 'a>; 3] = matrices.try_into().map_err(|_| wrong())?;
        if let Some(number) = matrices[..2].iter().position(|factor| factor.value == matrices[2].value) {
            return Err(Error::Overlap(number));
        }
        let (mut matrices, zero) = (matrices, zeroed(op));
        let element = matrices[2].element.clone();
        let epilogue = Epilogue::behind(op, &matrices[2], zero.is_some());
        if let Some(epilogue) = &epilogue {
            matrices[2] = epilogue.result.clone();
        }
        Ok(Self { op, matrices, zero, element, epilogue })
    }
}

impl<'c: 'a, 'a> Matrix<'c, 'a> {
    /// Of an operand, by which of its dimensions are batch, rows and columns.
    ///
    /// # Errors
    /// [`Error`] for memory that kernels do not take.
    pub fn of(number: usize, value: Value<'c, 'a>, order: Vec<usize>) -> Result<Self, Error> {
        let r#type = value.r#type();
        let memref = ir::memref(r#type).ok_or(Error::Tensors)?;
        let is_global = |space: Attribute<'_>| match ir::integer(space) {
            Some(number) => (0..=1).contains(&number),
            None => space.to_string() == "#gpu.address_space<global>",
        };
        if memref.memory_space().is_some_and(|space| !is_global(space)) {
            return Err(Error::Space(number, r#type.to_string()));
        }
        let known =
            ir::strides(r#type).filter(|(strides, _)| strides.iter().all(|n| *n == DYNAMIC || *n >= 0));
        let is_layout = LayoutMemref::of(r#type).is_some();
        // What is written has each element once.
        let known = known.filter(|(strides, _)| !is_layout && (number < 2 || !strides.contains(&0)));
        let (strides, offset) = known.ok_or_else(|| Error::Strides(number, r#type.to_string()))?;
        let extents = ir::extents(r#type);
        Ok(Self {
            value,
            element: memref.element().to_string(),
            extents: order.iter().map(|d| extents[*d]).collect(),
            strides: order.iter().map(|d| strides[*d]).collect(),
            order,
            offset,
            space: memref.memory_space().map(|space| space.to_string()),
        })
    }
}

/// The dimensions that a map takes, each by itself.
pub fn dimensions(map: Attribute<'_>) -> Option<Vec<usize>> {
    let each = |result| match result {
        AffineExpr::Operand(dimension) => Some(dimension),
        _ => None,
    };
    affine_results(map)?.into_iter().map(each).collect()
}

/// Whether an operation adds the product of its first two operands' elements to the third's.
fn multiplies(op: OperationRef<'_, '_>) -> bool {
    let Some(block) = ir::blocks(op).first().copied() else { return false };
    let [a, b, c] = &ir::arguments(block)[..] else { return false };
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
    let fill = before.into_iter().rev().find(|op| !is_idle(*op)).filter(|op| ir::name(*op) == "linalg.fill")?;
    let is_zero = |value: Value<'c, 'a>| {
        let constant = ir::defining_op(value).and_then(|op| op.attribute("value").ok());
        constant.is_some_and(
            |value| matches!(number(&value.to_string()), Some(n) if n == 0.0 && n.is_sign_positive()),
        )
    };
    (ir::operand(fill, 1) == Some(target) && ir::operand(fill, 0).is_some_and(is_zero)).then_some(fill)
}

/// Whether an operation does nothing to memory that there was.
pub fn is_idle(op: OperationRef<'_, '_>) -> bool {
    ir::effects(op) == ir::Effects::None && op.region_count() == 0 || ir::name(op) == "memref.alloc"
}

/// The number that a text such as `0.000000e+00 : f32` begins with.
fn number(text: &str) -> Option<f64> {
    text.split(' ').next()?.parse().ok()
}

/// A number of a type's text: `?` if it is known at run time only.
pub fn text(number: i64) -> String {
    if number == DYNAMIC { "?".into() } else { number.to_string() }
}
