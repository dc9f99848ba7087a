//! One term to its operations.

use egg::Language;
use layout_dialect::ir;
use layout_egraph::{Facts, Node, Predicate, TileOp};
use melior::ir::attribute::{IntegerAttribute, StringAttribute};
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, OperationRef, Type, Value};

use super::{Export, NoOperation, Result};

impl<'c: 'a, 'a> Export<'_, 'c, 'a> {
    pub(super) fn compute(
        &mut self,
        i: usize,
        r#type: Type<'c>,
        user: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let node = self.terms.nodes[i].node.clone();
        let facts = self.facts(i);
        let children = self.terms.children(i);
        if node.sort() != layout_egraph::Sort::Idx || matches!(node, Node::App(_) | Node::At(..)) {
            return self.layout(&node, &children, user);
        }
        if let Some(value) = self.choice(&node, &children, r#type, user)? {
            return Ok(value);
        }
        let mut values = Vec::with_capacity(children.len());
        for c in &children {
            // Constants are made where they are used, in this term's width.
            values.push((self.value(*c, r#type, user)?, self.facts(*c)));
        }
        let with =
            |export: &mut Self, name: &str, a: (Value<'c, 'a>, Facts), c: i64| -> Result<Value<'c, 'a>> {
                let constant = (export.number(c, r#type, user)?, Facts::constant(c));
                export.binary(name, a, constant, &facts, user, r#type)
            };
        match node {
            Node::Sum(sum) => self.sum(&sum, &values, r#type, user),
            Node::Mul(_) => self.binary("arith.muli", values[0], values[1], &facts, user, r#type),
            Node::Div(_) | Node::Mod(_) => {
                let remainder = matches!(node, Node::Mod(_));
                self.divide(values[0], values[1], remainder, r#type, user)
            }
            Node::TruncDiv(_) => self.binary("arith.divsi", values[0], values[1], &facts, user, r#type),
            Node::TruncRem(_) => self.binary("arith.remsi", values[0], values[1], &facts, user, r#type),
            Node::MulHigh(c, _) => self.mul_high(values[0].0, c, r#type, user),
            Node::Xor(_) => {
                // Constants stand on the right, as MLIR writes them.
                let swap = usize::from(values[0].1.as_const().is_some());
                self.binary("arith.xori", values[swap], values[1 - swap], &facts, user, r#type)
            }
            Node::Min(_) => self.binary("arith.minsi", values[0], values[1], &facts, user, r#type),
            Node::Max(_) => self.binary("arith.maxsi", values[0], values[1], &facts, user, r#type),
            Node::Swz(s, _) => {
                // Shift, mask, exclusive-or: the last two are one three-input operation.
                let name = if s.shift() >= 0 { "arith.shrui" } else { "arith.shli" };
                let shifted = with(self, name, values[0], i64::from(s.shift().abs()))?;
                let moved = with(self, "arith.andi", (shifted, facts), s.target_mask())?;
                self.binary("arith.xori", values[0], (moved, facts), &facts, user, r#type)
            }
            // A product by a power of two: LLVM makes it a shift, and sees the flags.
            Node::Shl(k, _) => with(self, "arith.muli", values[0], 1 << k),
            Node::Shr(k, _) => {
                let name = if values[0].1.non_negative() { "arith.shrui" } else { "arith.shrsi" };
                with(self, name, values[0], k.into())
            }
            Node::And(mask, _) => with(self, "arith.andi", values[0], mask),
            Node::Offset(c, _) => with(self, "arith.addi", values[0], c),
            _ => Err(NoOperation),
        }
    }

    /// Comparisons and choices, whose operands have a type of their own.
    fn choice(
        &mut self,
        node: &Node,
        children: &[usize],
        r#type: Type<'c>,
        user: OperationRef<'c, 'a>,
    ) -> Result<Option<Value<'c, 'a>>> {
        match node {
            Node::Compare(predicate, [a, _]) => {
                let of = self.common_type(usize::from(*a), node.children());
                let (a, b) = (self.value(children[0], of, user)?, self.value(children[1], of, user)?);
                // The numbers of `arith::CmpIPredicate`.
                let number = match predicate {
                    Predicate::Eq => 0,
                    Predicate::Ne => 1,
                    Predicate::Lt => 2,
                };
                let i64 = IntegerType::new(self.context, 64).into();
                let attribute = IntegerAttribute::new(i64, number).into();
                self.insert("arith.cmpi", &[a, b], self.i1(), &[("predicate", attribute)], user).map(Some)
            }
            Node::Select(_) => {
                let condition = self.value(children[0], self.i1(), user)?;
                let (a, b) = (self.value(children[1], r#type, user)?, self.value(children[2], r#type, user)?);
                self.insert("arith.select", &[condition, a, b], r#type, &[], user).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The high word of the product of unsigned 32-bit numbers.
    fn mul_high(
        &mut self,
        a: Value<'c, 'a>,
        c: i64,
        r#type: Type<'c>,
        before: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        if r#type != self.i32() {
            return Err(NoOperation);
        }
        let c = self.number(c, r#type, before)?;
        let op = OperationBuilder::new("arith.mului_extended", self.location)
            .add_operands(&[a, c])
            .add_results(&[r#type, r#type])
            .build()
            .map_err(|_| NoOperation)?;
        let op = ir::insert_before(before, op).ok_or(NoOperation)?;
        ir::results(op).get(1).copied().ok_or(NoOperation)
    }

    fn divide(
        &mut self,
        a: (Value<'c, 'a>, Facts),
        b: (Value<'c, 'a>, Facts),
        remainder: bool,
        r#type: Type<'c>,
        user: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let facts = if remainder { a.1.rem(&b.1) } else { a.1.div(&b.1) };
        if a.1.non_negative() {
            let name = if remainder { "arith.remui" } else { "arith.divui" };
            return self.binary(name, a, b, &facts, user, r#type);
        }
        if let Some(d) = b.1.as_const().filter(|d| d.count_ones() == 1) {
            let (name, operand) = if remainder {
                ("arith.andi", d - 1)
            } else {
                ("arith.shrsi", i64::from(d.trailing_zeros()))
            };
            let operand = (self.number(operand, r#type, user)?, Facts::UNKNOWN);
            return self.binary(name, a, operand, &facts, user, r#type);
        }
        let quotient = self.binary("arith.floordivsi", a, b, &facts, user, r#type)?;
        if !remainder {
            return Ok(quotient);
        }
        let whole =
            self.binary("arith.muli", (quotient, Facts::UNKNOWN), b, &Facts::UNKNOWN, user, r#type)?;
        self.binary("arith.subi", a, (whole, Facts::UNKNOWN), &Facts::UNKNOWN, user, r#type)
    }

    /// Scaled terms first, then plain ones, then negative ones, then the constant.
    fn sum(
        &mut self,
        sum: &layout_egraph::Linear,
        values: &[(Value<'c, 'a>, Facts)],
        r#type: Type<'c>,
        user: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let mut terms: Vec<(i64, (Value<'c, 'a>, Facts))> =
            sum.coefficients.iter().copied().zip(values.iter().copied()).collect();
        terms.sort_by_key(|(c, _)| (*c < 0, *c == 1));
        let mut total: Option<(Value<'c, 'a>, Facts)> = None;
        for (c, (value, facts)) in terms {
            let subtract = c < 0 && total.is_some();
            let factor = if subtract { -c } else { c };
            let scaled = Facts::sum(0, [(factor, facts)]);
            let term = if factor == 1 {
                value
            } else {
                let constant = (self.number(factor, r#type, user)?, Facts::constant(factor));
                self.binary("arith.muli", (value, facts), constant, &scaled, user, r#type)?
            };
            total = Some(match total {
                None => (term, scaled),
                Some(so_far) => {
                    let (name, sign) = if subtract { ("arith.subi", -1) } else { ("arith.addi", 1) };
                    let facts = Facts::sum(0, [(1, so_far.1), (sign, scaled)]);
                    // A subtraction that may go below zero has no unsigned flag.
                    let right = if subtract { (term, Facts::UNKNOWN) } else { (term, scaled) };
                    (self.binary(name, so_far, right, &facts, user, r#type)?, facts)
                }
            });
        }
        let Some(total) = total else { return self.number(sum.constant, r#type, user) };
        if sum.constant == 0 {
            return Ok(total.0);
        }
        let constant = (self.number(sum.constant, r#type, user)?, Facts::constant(sum.constant));
        let facts = Facts::sum(sum.constant, [(1, total.1)]);
        self.binary("arith.addi", total, constant, &facts, user, r#type)
    }

    /// Operations on layouts that stay: their operands are not fully known.
    fn layout(
        &mut self,
        node: &Node,
        children: &[usize],
        user: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let name = match node {
            Node::Arg(v) => return Ok(self.layouts[*v as usize]),
            Node::Lit(l) => {
                let layout = self.graph.interned(*l).ok_or(NoOperation)?;
                let r#type = Type::parse(self.context, &format!("!layout<{layout}>")).ok_or(NoOperation)?;
                return self.insert("layout.make", &[], r#type, &[], user);
            }
            Node::App([f, _]) => {
                let Node::Fn([l]) = self.terms.nodes[usize::from(*f)].node else { return Err(NoOperation) };
                return self.index_of("(?)", usize::from(l), &children[1..], user);
            }
            Node::At(profile, _) => {
                let text = self.graph.profile(*profile).ok_or(NoOperation)?;
                return self.index_of(text, children[0], &children[1..], user);
            }
            Node::Compose(_) => "layout.composition",
            Node::Complement(_) => "layout.complement",
            Node::Divide(_) => "layout.logical_divide",
            Node::Product(_) => "layout.logical_product",
            Node::Coalesce(_) => "layout.coalesce",
            Node::Flatten(_) => "layout.flatten",
            Node::RightInverse(_) => "layout.right_inverse",
            Node::LeftInverse(_) => "layout.left_inverse",
            Node::ByTile(TileOp::Composition, ..) => "layout.composition",
            Node::ByTile(TileOp::LogicalDivide, ..) => "layout.logical_divide",
            Node::ByTile(TileOp::ZippedDivide, ..) => "layout.zipped_divide",
            _ => return Err(NoOperation),
        };
        let mut attributes = Vec::new();
        if let Node::ByTile(_, tile, _) = node {
            let tile = self.graph.tile(*tile).ok_or(NoOperation)?;
            let attribute = Attribute::parse(self.context, &format!("#layout.tile<{tile}>"));
            attributes.push((Identifier::new(self.context, "tile"), attribute.ok_or(NoOperation)?));
        }
        let mut operands = Vec::with_capacity(children.len());
        for c in children {
            operands.push(self.layout_value(*c, user)?);
        }
        let op = OperationBuilder::new(name, self.location)
            .add_operands(&operands)
            .add_attributes(&attributes)
            .enable_result_type_inference();
        ir::inserted_result(user, op.build()).ok_or(NoOperation)
    }

    /// The index of a coordinate of a layout that is not known.
    fn index_of(
        &mut self,
        coord: &str,
        layout: usize,
        leaves: &[usize],
        user: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let mut operands = vec![self.layout_value(layout, user)?];
        for leaf in leaves {
            operands.push(self.value(*leaf, self.index(), user)?);
        }
        let coord = StringAttribute::new(self.context, coord).into();
        self.insert("layout.crd2idx", &operands, self.index(), &[("coord", coord)], user)
    }

    fn layout_value(&mut self, i: usize, user: OperationRef<'c, 'a>) -> Result<Value<'c, 'a>> {
        let node = self.terms.nodes[i].node.clone();
        let children = self.terms.children(i);
        self.layout(&node, &children, user)
    }
}
