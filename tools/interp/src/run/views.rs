//! `layout.view`, `slice` and `recast` of memrefs by their meaning: each coordinate of the view is one
//! of the memref's, found by division and counting. Types say sizes, layouts nothing.

use std::rc::Rc;

use super::world::{Context, Run};
use crate::fault::Reason;
use crate::read::cursor::Cursor;
use crate::read::layout::{Bound, Layout, Tree};
use crate::read::types::{Element, Memref, Place};
use crate::seen::{Seen, Step, size_of};
use crate::value::{Map, Value, View};

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "layout.view" => view,
        "layout.slice" => slice,
        "layout.recast" => recast,
        _ => return None,
    })
}

type Shape = Tree<i64>;

/// The shapes of a memref's dimensions: a dimension may be a tuple of modes.
fn shapes(view: &View) -> Vec<Shape> {
    match &view.map {
        Map::Layout(layout, _) => match layout.shape() {
            Some(Tree::Tuple(parts)) => parts.clone(),
            Some(leaf) => vec![leaf.clone()],
            None => Vec::new(),
        },
        Map::Seen(seen) => seen.nested.clone(),
        Map::Strided { .. } => view.shape.iter().map(|n| Tree::Leaf(*n)).collect(),
    }
}

/// The view of dimensions of these shapes, whose coordinates are found by `step`.
fn seen(c: &Context<'_>, element: Element, shapes: Vec<Shape>, step: Step) -> Result<Vec<Value>, Reason> {
    let source = c.view(0)?;
    let stated = c.result_type(0)?.memref();
    let stated = stated.ok_or_else(|| Reason::unsupported(format!("{} of no memref", c.op.name)))?;
    let shape: Vec<i64> = shapes.iter().map(size_of).collect();
    let nested = nested(stated, &shape).unwrap_or_else(|| shapes.clone());
    let map = Map::Seen(Rc::new(Seen { source: source.clone(), shapes, nested, step }));
    let (buffer, base, far) = (source.buffer, source.base, source.far);
    let made = View { buffer, base, element, lanes: None, shape, map, far };
    let fits = stated.shape.len() == made.shape.len()
        && stated.shape.iter().zip(&made.shape).all(|(known, n)| known.is_none_or(|known| known == *n))
        && stated.element == element;
    if !fits {
        let (have, want) = (&stated.shape, &made.shape);
        return Err(Reason::undefined(format!("the type of a view says {have:?}, its shape is {want:?}")));
    }
    // Every element must be there. (Threads' programs have few views left, and thousands of threads.)
    let missing = || made.coordinates().find(|at| made.place(at).is_none());
    match if c.world.judged { None } else { missing() } {
        Some(at) => Err(Reason::undefined(format!("a view whose coordinate {at:?} the memref has not"))),
        None => Ok(vec![Value::View(made.into())]),
    }
}

/// How the type nests the modes of dimensions of these sizes; `None` if it says nothing of that.
fn nested(stated: &Memref, sizes: &[i64]) -> Option<Vec<Shape>> {
    let Place::Layout(layout) = &stated.place else { return None };
    // (Strides and where it begins do not matter.)
    let bound = layout.bind(&layout.symbols_of(sizes, &vec![1; layout.symbols()])?)?;
    let Tree::Tuple(shapes) = bound.shape()?.clone() else { return None };
    shapes.iter().map(size_of).eq(sizes.iter().copied()).then_some(shapes)
}

fn view(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.view(0)?;
    let (name, own, element) = (c.op.text("through").unwrap_or_default(), shapes(source), source.element);
    let unread = || Reason::unsupported(format!("a view by {name}"));
    match name {
        "select" => {
            let modes: Vec<usize> =
                c.list("modes")?.iter().filter_map(|m| usize::try_from(*m).ok()).collect();
            let kept: Option<Vec<Shape>> = modes.iter().map(|m| own.get(*m).cloned()).collect();
            return seen(c, element, kept.ok_or_else(unread)?, Step::Select { modes, rank: own.len() });
        }
        "flatten" => {
            let leaves = own.iter().flat_map(Tree::leaves).map(|n| Tree::Leaf(*n)).collect();
            return seen(c, element, leaves, Step::Flatten(own));
        }
        _ => {}
    }
    let by = c.op.text("by").ok_or_else(unread)?;
    if let Some(text) = by.strip_prefix("#layout<").and_then(|t| t.strip_suffix('>')) {
        let positions = Layout::parse(text).ok().and_then(|l| l.bind(&[])).ok_or_else(unread)?;
        let shape = positions.shape().cloned().ok_or_else(unread)?;
        let shapes = if let Tree::Tuple(parts) = shape { parts } else { vec![shape] };
        return seen(c, element, shapes, Step::Positions(positions, own));
    }
    let text = by.strip_prefix("#layout.tile<[").and_then(|t| t.strip_suffix("]>")).ok_or_else(unread)?;
    let mut cursor = Cursor::new(text);
    let mut tiles: Vec<Option<Bound>> = Vec::new();
    while !cursor.is_at_end() {
        if cursor.eat("_") {
            tiles.push(None);
        } else {
            let tile = Layout::read(&mut cursor).ok().and_then(|l| l.bind(&[])).ok_or_else(unread)?;
            tiles.push(Some(tile));
        }
        cursor.eat(",");
    }
    tiles.resize(own.len(), None);
    let tile_shape = |tile: &Option<Bound>, own: &Shape| match tile {
        Some(tile) => tile.shape().cloned().unwrap_or(Tree::Leaf(1)),
        None => own.clone(),
    };
    let inside: Vec<Shape> = tiles.iter().zip(&own).map(|(tile, own)| tile_shape(tile, own)).collect();
    if name == "composition" {
        return seen(c, element, inside, Step::Tiles(tiles));
    }
    let mut rests = Vec::new();
    for (tile, own) in tiles.iter().zip(&own) {
        rests.push(tile.as_ref().map(|tile| rest(tile, size_of(own)).ok_or_else(unread)).transpose()?);
    }
    let count = |rest: &Option<Vec<i64>>| Tree::Leaf(rest.as_ref().map_or(1, |r| r.len() as i64));
    let outside: Vec<Shape> = rests.iter().map(count).collect();
    let divided: Vec<(Option<Bound>, Option<Vec<i64>>)> = tiles.into_iter().zip(rests).collect();
    let pairs = || inside.iter().zip(&outside).map(|(a, b)| Tree::Tuple(vec![a.clone(), b.clone()]));
    // What has no tile stays as it is in a logical divide, and is a rest in the others.
    let tiled: Vec<usize> = (0..divided.len()).filter(|d| divided[*d].0.is_some()).collect();
    let parts = tiled.iter().map(|d| inside[*d].clone()).collect();
    let others = (0..divided.len()).map(|d| if divided[d].0.is_some() { &outside[d] } else { &inside[d] });
    let others: Vec<Shape> = others.cloned().collect();
    let (shapes, zipped) = match name {
        "logical_divide" => {
            let whole = divided.iter().zip(pairs()).zip(&own);
            (whole.map(|((d, pair), own)| if d.0.is_some() { pair } else { own.clone() }).collect(), false)
        }
        "zipped_divide" => (vec![Tree::Tuple(parts), Tree::Tuple(others)], true),
        "tiled_divide" => (std::iter::once(Tree::Tuple(parts)).chain(others).collect(), true),
        _ => return Err(unread()),
    };
    let step = if zipped { Step::Zipped(divided) } else { Step::Divided(divided) };
    seen(c, element, shapes, step)
}

/// Where copies of a tile begin that make up so many positions, in their order.
fn rest(tile: &Bound, size: i64) -> Option<Vec<i64>> {
    let inside: Vec<i64> = tile.indices().collect::<Option<_>>()?;
    let mut covered = vec![false; usize::try_from(size).ok()?];
    let mut begins = Vec::new();
    while let Some(begin) = covered.iter().position(|c| !c) {
        for position in &inside {
            let place = covered.get_mut(begin + usize::try_from(*position).ok()?)?;
            if std::mem::replace(place, true) {
                return None;
            }
        }
        begins.push(begin as i64);
    }
    Some(begins)
}

fn slice(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.view(0)?;
    let text = c.op.text("coord").unwrap_or_default();
    let unread = || Reason::unsupported(format!("the coordinate {text}"));
    let mut next = 1;
    let mut cursor = Cursor::new(text);
    let mut value = || {
        next += 1;
        c.int(next - 1).map(|int| int.signed() as i64)
    };
    let Tree::Tuple(coordinate) = read(&mut cursor, &mut value)?.ok_or_else(unread)? else {
        return Err(unread());
    };
    let (own, mut kept) = (shapes(source), Vec::new());
    if coordinate.len() != own.len() {
        return Err(unread());
    }
    for (part, shape) in coordinate.iter().zip(&own) {
        keep(part, shape, &mut kept).ok_or_else(|| {
            Reason::undefined(format!("the coordinate {text} of a slice, which {:?} has not", source.shape))
        })?;
    }
    seen(c, source.element, kept, Step::Slice(coordinate, own))
}

/// The shapes that a coordinate keeps; `None` where the shape has no such coordinate.
fn keep(part: &Tree<Option<i64>>, shape: &Shape, kept: &mut Vec<Shape>) -> Option<()> {
    match (part, shape) {
        (Tree::Leaf(None), _) => kept.push(shape.clone()),
        (Tree::Leaf(Some(at)), _) => return (0..size_of(shape)).contains(at).then_some(()),
        (Tree::Tuple(parts), Tree::Tuple(shapes)) if parts.len() == shapes.len() => {
            return parts.iter().zip(shapes).try_for_each(|(part, shape)| keep(part, shape, kept));
        }
        _ => return None,
    }
    Some(())
}

fn read(
    c: &mut Cursor<'_>,
    next: &mut impl FnMut() -> Result<i64, Reason>,
) -> Result<Option<Tree<Option<i64>>>, Reason> {
    if c.eat("_") {
        return Ok(Some(Tree::Leaf(None)));
    }
    if c.eat("?") {
        return next().map(|value| Some(Tree::Leaf(Some(value))));
    }
    if !c.eat("(") {
        return Ok(c.int().ok().map(|value| Tree::Leaf(Some(value))));
    }
    let mut parts = Vec::new();
    while !c.eat(")") {
        let Some(part) = read(c, next)? else { return Ok(None) };
        parts.push(part);
        c.eat(",");
    }
    Ok(Some(Tree::Tuple(parts)))
}

fn recast(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let source = c.view(0)?;
    let stated = c.result_type(0)?.memref();
    let stated = stated.ok_or_else(|| Reason::unsupported("layout.recast of no memref"))?;
    let (old, new) = (source.element.bytes(), stated.element.bytes());
    let mut own = shapes(source);
    // The dimension in which a step is that of an element of the memref.
    let origin = vec![0; own.len()];
    let along = (0..own.len()).find(|d| {
        let mut next = origin.clone();
        next[*d] = 1;
        let (from, to) = (source.place(&origin), source.place(&next));
        source.shape[*d] > 1 && from.zip(to).is_some_and(|(a, b)| b - a == old as i64)
    });
    let along = match along {
        _ if old == new => 0,
        Some(along) => along,
        None => return Err(Reason::unsupported("layout.recast where no elements lie together")),
    };
    let Some(Tree::Leaf(size)) =
        own.get_mut(along).filter(|shape| old == new || matches!(shape, Tree::Leaf(_)))
    else {
        return if old == new {
            seen(c, stated.element, own, Step::Recast { along: 0, narrow: 1, wide: 1, bytes: new as i64 })
        } else {
            Err(Reason::unsupported("layout.recast of a nested mode"))
        };
    };
    let (narrow, wide) = ((old / new).max(1) as i64, (new / old).max(1) as i64);
    *size = *size * narrow / wide;
    seen(c, stated.element, own, Step::Recast { along, narrow, wide, bytes: new as i64 })
}
