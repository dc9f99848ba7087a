//! `layout-lower-vector`: vectors of any shape to what has a counterpart in LLVM.
//!
//! Loads and stores go row by row. The rest are upstream's own rewrites of shape casts,
//! strided slices, transposes, contractions and transfers, which upstream offers within
//! `convert-vector-to-llvm` only.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};

use crate::positions::{insert, positions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-lower-vector",
    summary: "Rewrite vectors of any shape into what has a counterpart in LLVM",
    options: &[],
    statistics: &[],
    run,
};

/// Most rows of a load or store; more would not fit a register file by far.
const ROWS: i64 = 1024;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for access in ir::nested(op) {
        // An access that cannot be taken apart stays, for whoever looks at the result.
        let _ = match ir::name(access) {
            "vector.load" => load_rows(access),
            "vector.store" => store_rows(access),
            _ => None,
        };
    }
    ir::lower_vectors(op);
    true
}

/// `vector.load` of rows, which are put together.
fn load_rows<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<()> {
    let result = ir::result(op)?;
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let rows = Rows::of(op, result.r#type(), operands.split_first()?)?;
    let mut whole = rows.build("ub.poison", &[], result.r#type(), None)?;
    for position in positions(&rows.outer) {
        let row = rows.build("vector.load", &rows.address(&position)?, rows.row, None)?;
        whole = rows.build("vector.insert", &[row, whole], result.r#type(), Some(&position))?;
    }
    ir::replace_all_uses(result, whole);
    ir::erase(op).ok()
}

/// `vector.store` of rows, which are taken out.
fn store_rows<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<()> {
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let (whole, address) = operands.split_first()?;
    let rows = Rows::of(op, whole.r#type(), address.split_first()?)?;
    for position in positions(&rows.outer) {
        let row = rows.build("vector.extract", &[*whole], rows.row, Some(&position))?;
        let operands = [vec![row], rows.address(&position)?].concat();
        let store = OperationBuilder::new("vector.store", ir::location(op)).add_operands(&operands).build();
        ir::insert_before(op, store.ok()?)?;
    }
    ir::erase(op).ok()
}

/// The rows of an access.
struct Rows<'c, 'a> {
    before: OperationRef<'c, 'a>,
    row: Type<'c>,
    /// The extents of the vector but for the last.
    outer: Vec<i64>,
    base: Value<'c, 'a>,
    indices: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Rows<'c, 'a> {
    fn of(
        before: OperationRef<'c, 'a>,
        vector: Type<'c>,
        (base, indices): (&Value<'c, 'a>, &[Value<'c, 'a>]),
    ) -> Option<Self> {
        let row = ir::row(vector)?;
        let mut outer = ir::extents(vector);
        let rank = outer.len();
        outer.pop();
        // (A vector may also be the element of a memref of vectors: it has no rows there.)
        let few = outer.iter().try_fold(1i64, |n, extent| n.checked_mul(*extent)).is_some_and(|n| n <= ROWS);
        let elements = ir::element_type(base.r#type()) == ir::element_type(vector);
        (few && elements && rank <= indices.len()).then(|| Self {
            before,
            row,
            outer,
            base: *base,
            indices: indices.to_vec(),
        })
    }

    /// The memref and the indices of a row.
    fn address(&self, position: &[i64]) -> Option<Vec<Value<'c, 'a>>> {
        let index = Type::index(ir::context(self.before));
        let mut out = vec![self.base];
        // The vector's dimensions are the last of the memref's.
        let first = self.indices.len() - self.outer.len() - 1;
        for (i, value) in self.indices.iter().enumerate() {
            let step = i.checked_sub(first).and_then(|d| position.get(d)).copied().unwrap_or(0);
            out.push(if step == 0 {
                *value
            } else {
                let step = ir::insert_index(self.before, ir::location(self.before), step)?;
                self.build("arith.addi", &[*value, step], index, None)?
            });
        }
        Some(out)
    }

    fn build(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        r#type: Type<'c>,
        position: Option<&[i64]>,
    ) -> Option<Value<'c, 'a>> {
        insert(self.before, name, operands, r#type, position.map(|p| ("static_position", p)))
    }
}
