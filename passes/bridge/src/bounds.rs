//! `layout.in_bounds` as comparisons of coordinates that other operations of the dialect yield.
//!
//! ```mlir
//! // Before:
//! %p = layout.in_bounds %a((%i, %j), (%m, %n)) : !layout<(?,64):(64,1)> zipped_divide by #layout.tile<[128:1, 64:1]>
//! // After; the second mode is divided without rest:
//! %r = layout.coordinate %a [0] : !layout<(?,64):(64,1)>
//! %t = layout.zipped_divide %r : !layout<(?,64):(1,0)> by #layout.tile<[128:1, 64:1]> cover
//! %x = layout.crd2idx %t((%i, %j), (%m, %n)) : …
//! %s = layout.select %a [0] : !layout<(?,64):(64,1)>
//! %n = layout.size %s : !layout<(?):(64)>
//! %p = arith.cmpi slt, %x, %n : index
//! ```

use layout_dialect::ops::{divide_of, open_modes};
use layout_dialect::{Coordinate, Known};
use layout_mlir::ir::{self, CmpIPredicate};
use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, OperationRef, Type, Value, ValueLike};

/// Expands every `layout.in_bounds` below an operation. One that is not well formed stays; of an
/// unknown layout every mode of the tile is compared.
pub fn expand_bounds<'c: 'a, 'a>(root: OperationRef<'c, 'a>) {
    for op in ir::nested(root) {
        if ir::name(op) == "layout.in_bounds"
            && let (Some(inside), Some(result)) = (comparisons(op), ir::result(op))
        {
            ir::replace_all_uses(result, inside);
            // Nothing uses it any more.
            let _ = ir::erase(op);
        }
    }
}

/// Whether the coordinate is below the size, in each mode where it may be otherwise.
fn comparisons<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let (context, location) = (ir::context(op), ir::location(op));
    let layout = ir::operand(op, 0)?;
    let tile_attribute = op.attribute("tile").ok()?;
    let tile = Known::tile_of_attribute(tile_attribute)?;
    let divide = format!("layout.{}", divide_of(op)?);
    let truth = Type::from(IntegerType::new(context, 1));
    let named = |name, attribute: Attribute<'c>| (Identifier::new(context, name), attribute);
    let insert = |name: &str, operands: &[Value<'c, 'a>], attributes: &[(Identifier<'c>, Attribute<'c>)]| {
        let new = OperationBuilder::new(name, location).add_operands(operands).add_attributes(attributes);
        ir::inserted_result(op, new.enable_result_type_inference().build())
    };
    let of_type =
        |name: &str, operands: &[Value<'c, 'a>], r#type, attributes: &[(Identifier<'c>, Attribute<'c>)]| {
            let new = OperationBuilder::new(name, location).add_operands(operands).add_attributes(attributes);
            ir::inserted_result(op, new.add_results(&[r#type]).build())
        };
    let mut inside: Option<Value<'c, 'a>> = None;
    let modes = match Known::of_type(layout.r#type())?.layout() {
        Some(known) => open_modes(known, tile),
        None => return None,
    };
    for mode in modes {
        let mode_attribute = DenseI64ArrayAttribute::new(context, &mode).into();
        let coordinates = insert("layout.coordinate", &[layout], &[named("modes", mode_attribute)])?;
        let cover = [named("tile", tile_attribute), named("cover", Attribute::unit(context))];
        let divided = insert(&divide, &[coordinates], &cover)?;
        let mut operands = vec![divided];
        operands.extend(op.operands().skip(1));
        let coordinate = Coordinate::of(op)?.attribute(context);
        let index = Type::index(context);
        let at = of_type("layout.crd2idx", &operands, index, &[named("coord", coordinate)])?;
        let part = match mode.is_empty() {
            true => layout,
            false => insert("layout.select", &[layout], &[named("modes", mode_attribute)])?,
        };
        let size = of_type("layout.size", &[part], index, &[])?;
        let below = named("predicate", CmpIPredicate::Slt.attribute(context));
        let below = of_type("arith.cmpi", &[at, size], truth, &[below])?;
        inside = Some(match inside {
            Some(others) => of_type("arith.andi", &[others, below], truth, &[])?,
            None => below,
        });
    }
    match inside {
        Some(inside) => Some(inside),
        None => {
            let value = named("value", IntegerAttribute::new(truth, 1).into());
            of_type("arith.constant", &[], truth, &[value])
        }
    }
}
