//! A plan to operations of MLIR.

use layout_dialect::Coordinate;
use layout_egraph::{Node, Predicate, Terms};
use layout_mlir::ir::{self, CmpIPredicate, Scalar};
use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Location, OperationRef, Type, Value, ValueLike};

use super::{Cast, Flags, Op, Plan, Planned, Source};
use crate::import::Import;
use crate::layout_nodes::LayoutNode;
use crate::order::Order;

/// A planned operation could not be built: MLIR refused it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} could not be built")]
pub struct NotBuilt(String);

/// The operations of a plan, inserted and used by nothing yet.
pub struct Emitted<'c, 'a> {
    /// New operations, operands first.
    pub ops: Vec<OperationRef<'c, 'a>>,
    values: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Emitted<'c, 'a> {
    /// The value of a source.
    pub fn value(&self, import: &Import<'_, 'c, 'a>, source: Source) -> Option<Value<'c, 'a>> {
        match source {
            Source::Item(i) => import.items.get(i as usize).map(|item| item.value),
            Source::Layout(l) => import.layouts.get(l as usize).copied(),
            Source::New(n) => self.values.get(n as usize).copied(),
        }
    }

    /// Removes the operations again; nothing else uses them.
    pub fn undo(self) {
        // Were one used, it would be right where it stands.
        let _ = ir::erase_all(&self.ops);
    }
}

/// Inserts the operations of a plan.
///
/// # Errors
/// [`NotBuilt`]; nothing is left of the plan then.
pub fn emit<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    order: &Order<'c, 'a>,
    plan: &Plan,
) -> Result<Emitted<'c, 'a>, NotBuilt> {
    let mut emitted = Emitted { ops: Vec::new(), values: Vec::new() };
    for planned in &plan.ops {
        let built = operation(import, terms, order, planned, &emitted);
        let Some((op, value)) = built else {
            let name = format!("{:?}", planned.op);
            emitted.undo();
            return Err(NotBuilt(name));
        };
        emitted.ops.push(op);
        emitted.values.push(value);
    }
    Ok(emitted)
}

fn r#type<'c>(context: &'c Context, scalar: Scalar) -> Type<'c> {
    match scalar {
        Scalar::Index => Type::index(context),
        Scalar::Int(bits) => IntegerType::new(context, bits).into(),
    }
}

fn operation<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    order: &Order<'c, 'a>,
    planned: &Planned,
    emitted: &Emitted<'c, 'a>,
) -> Option<(OperationRef<'c, 'a>, Value<'c, 'a>)> {
    let before = order.op(planned.place)?;
    let context = ir::context(before);
    let value = import.items.get(planned.for_item as usize)?.value;
    let location = ir::defining_op(value).map_or_else(|| ir::location(before), ir::location);
    let operands: Vec<Value<'c, 'a>> =
        planned.operands.iter().map(|s| emitted.value(import, *s)).collect::<Option<_>>()?;
    let result = planned.scalar.map(|s| r#type(context, s));
    let build = |name: &str, attributes: Vec<(&str, Attribute<'c>)>| {
        let attributes: Vec<_> =
            attributes.into_iter().map(|(n, a)| (Identifier::new(context, n), a)).collect();
        OperationBuilder::new(name, location)
            .add_operands(&operands)
            .add_results(&result.into_iter().collect::<Vec<_>>())
            .add_attributes(&attributes)
            .build()
            .ok()
    };
    let (op, number) = match &planned.op {
        Op::Constant(c) => {
            (build("arith.constant", vec![("value", IntegerAttribute::new(result?, *c).into())])?, 0)
        }
        Op::Binary(binary, flags) => (build(binary.name(), overflow(context, *flags))?, 0),
        Op::Compare(predicate) => {
            let predicate = match predicate {
                Predicate::Eq => CmpIPredicate::Eq,
                Predicate::Ne => CmpIPredicate::Ne,
                Predicate::Lt => CmpIPredicate::Slt,
                Predicate::Le => CmpIPredicate::Sle,
            };
            (build("arith.cmpi", vec![("predicate", predicate.attribute(context))])?, 0)
        }
        Op::Select => (build("arith.select", Vec::new())?, 0),
        Op::Cast(cast) => {
            let index = ir::is_index(operands.first()?.r#type()) || ir::is_index(result?);
            let name = match (cast, index) {
                (Cast::Zero, true) => "arith.index_castui",
                (Cast::Sign | Cast::Low, true) => "arith.index_cast",
                (Cast::Zero, false) => "arith.extui",
                (Cast::Sign, false) => "arith.extsi",
                (Cast::Low, false) => "arith.trunci",
            };
            (build(name, Vec::new())?, 0)
        }
        Op::MulHigh => {
            let op = OperationBuilder::new("arith.mului_extended", location)
                .add_operands(&operands)
                .add_results(&[result?, result?]);
            (op.build().ok()?, 1)
        }
        Op::Layout(term) => (layout(import, terms, *term, context, location, &operands, result)?, 0),
    };
    let op = ir::insert_before(before, op)?;
    let value = ir::results(op).get(number).copied()?;
    Some((op, value))
}

fn overflow<'c>(context: &'c Context, flags: Flags) -> Vec<(&'static str, Attribute<'c>)> {
    let text = match (flags.nsw, flags.nuw) {
        (true, true) => "#arith.overflow<nsw, nuw>",
        (true, false) => "#arith.overflow<nsw>",
        (false, true) => "#arith.overflow<nuw>",
        (false, false) => return Vec::new(),
    };
    Attribute::parse(context, text).map(|a| ("overflowFlags", a)).into_iter().collect()
}

/// Operations on layouts that stay: their operands are not fully known.
fn layout<'c: 'a, 'a>(
    import: &Import<'_, 'c, 'a>,
    terms: &Terms,
    term: usize,
    context: &'c Context,
    location: Location<'c>,
    operands: &[Value<'c, 'a>],
    index: Option<Type<'c>>,
) -> Option<melior::ir::Operation<'c>> {
    let node = &terms.nodes[term].node;
    let coordinate = |text: &str| {
        let attribute = Coordinate::parse(text).ok()?.attribute(context);
        OperationBuilder::new("layout.crd2idx", location)
            .add_operands(operands)
            .add_results(&[index?])
            .add_attributes(&[(Identifier::new(context, "coord"), attribute)])
            .build()
            .ok()
    };
    let name = match node {
        Node::Lit(l) => {
            let layout = import.graph.interned(*l)?;
            let r#type = Type::parse(context, &format!("!layout<{layout}>"))?;
            return OperationBuilder::new("layout.make", location).add_results(&[r#type]).build().ok();
        }
        Node::App(_) => return coordinate("(?)"),
        Node::At(profile, _) => return coordinate(import.graph.profile(*profile)?),
        _ => format!("layout.{}", LayoutNode::of_node(node)?.name),
    };
    let mut attributes = Vec::new();
    if let Node::ByTile(_, tile, _) = node {
        let attribute = Attribute::parse(context, &format!("#layout.tile<{}>", import.graph.tile(*tile)?));
        attributes.push((Identifier::new(context, "tile"), attribute?));
    }
    OperationBuilder::new(&name, location)
        .add_operands(operands)
        .add_attributes(&attributes)
        .enable_result_type_inference()
        .build()
        .ok()
}
