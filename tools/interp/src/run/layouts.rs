//! Layouts as SSA values: making them, composing them, and their indices.

use std::rc::Rc;

use super::world::{Context, Run};
use crate::fault::Reason;
use crate::number::{Int, Scalar};
use crate::read::cursor::Cursor;
use crate::read::layout::{Coordinate, Layout, Tree};
use crate::read::types::Type;
use crate::value::{LayoutValue, Value};

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "layout.make" => make,
        "layout.cast" => |c| Ok(vec![Value::Layout(layout(c, 0)?)]),
        "layout.composition" => |c| {
            let made = LayoutValue::Composed(layout(c, 0)?, layout(c, 1)?);
            Ok(vec![Value::Layout(made.into())])
        },
        "layout.size" => |c| Ok(vec![Int::index(layout(c, 0)?.size()).into()]),
        "layout.cosize" => |c| Ok(vec![Int::index(layout(c, 0)?.extent()).into()]),
        "layout.crd2idx" => index,
        _ => return None,
    })
}

fn layout(c: &Context<'_>, i: usize) -> Result<Rc<LayoutValue>, Reason> {
    match c.operands.get(i) {
        Some(Value::Layout(layout)) => Ok(layout.clone()),
        _ => Err(Reason::unsupported(format!("{} of no layout", c.op.name))),
    }
}

fn make(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let symbols = c.indices(0, c.operands.len())?;
    let bound = match c.result_type(0)? {
        Type::Layout(Some(layout)) => Layout::bind(layout, &symbols),
        _ => None,
    };
    let bound = bound.ok_or_else(|| Reason::undefined("a layout whose symbols have no such values"))?;
    Ok(vec![Value::Layout(LayoutValue::Plain(bound).into())])
}

fn index(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let layout = layout(c, 0)?;
    let text = c.op.text("coordinate").or_else(|| c.op.text("coord")).unwrap_or_default();
    let unread = || Reason::unsupported(format!("the coordinate {text}"));
    let inside = text.trim_start_matches("#layout.coord<");
    let mut cursor = Cursor::new(inside);
    let mut next = 1;
    let mut poison = false;
    let coordinate = read(&mut cursor, &mut || {
        next += 1;
        match c.scalar(next - 1).ok()? {
            Scalar::Int(int) if int.unsure => None,
            Scalar::Int(int) => Some(int.signed() as i64),
            Scalar::Poison => {
                poison = true;
                Some(0)
            }
            Scalar::Float(_) => None,
        }
    });
    // A coordinate of one part says the same without the parentheses.
    let coordinate = coordinate.ok_or_else(unread)?;
    let index = layout.index(&coordinate).or_else(|| match &coordinate {
        Tree::Tuple(parts) if parts.len() == 1 => layout.index(&parts[0]),
        _ => None,
    });
    let value = match index {
        Some(index) if !poison => Int::index(index).into(),
        _ => Scalar::Poison,
    };
    Ok(vec![value.into()])
}

fn read(c: &mut Cursor<'_>, next: &mut impl FnMut() -> Option<i64>) -> Option<Coordinate> {
    if c.eat("?") {
        return next().map(Tree::Leaf);
    }
    if !c.eat("(") {
        return c.int().ok().map(Tree::Leaf);
    }
    let mut parts = Vec::new();
    while !c.eat(")") {
        parts.push(read(c, next)?);
        c.eat(",");
    }
    Some(Tree::Tuple(parts))
}
