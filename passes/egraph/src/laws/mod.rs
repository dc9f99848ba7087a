//! Coordinates of layouts that are not known: what an index of a composed or
//! divided layout is in terms of the layout it was made from.
//!
//! A node stands for an operation of a program, so the composition or divide is
//! defined and the coordinate fits it. The laws V1 to V6 are stated in [`law`] and always
//! applied, unlike the [rules](crate::rules), among which they are not counted;
//! `passes/egraph/tests/views.rs` tries them on layouts put in for the unknown ones.

use egg::Id;
use layout_algebra::{Arithmetic, Coord, Layout, Symbol, Tiler, digits};

use crate::graph::Graph;
use crate::language::{Node, TileOp};

/// The profile of a coordinate, as the key it is interned by: `((?,?),?)`.
fn profile(coord: &Coord<Id>) -> String {
    match coord {
        Coord::Int(_) => "?".into(),
        Coord::Tuple(parts) => {
            format!("({})", parts.iter().map(profile).collect::<Vec<_>>().join(","))
        }
    }
}

/// Puts the leaves into a profile.
fn fill(profile: &mut std::str::Chars<'_>, leaves: &mut std::slice::Iter<'_, Id>) -> Option<Coord<Id>> {
    match profile.next()? {
        '?' => leaves.next().map(|id| Coord::Int(*id)),
        '(' => {
            let mut parts = Vec::new();
            loop {
                parts.push(fill(profile, leaves)?);
                if profile.next()? == ')' {
                    return Some(Coord::Tuple(parts));
                }
            }
        }
        _ => None,
    }
}

impl Graph {
    /// The index of a coordinate of a layout; an integer coordinate is the argument
    /// of the layout's function.
    pub fn at(&mut self, layout: Id, coord: &Coord<Id>) -> Id {
        match coord {
            Coord::Int(i) => self.app(layout, *i),
            Coord::Tuple(parts) if parts.len() == 1 => self.at(layout, &parts[0]),
            Coord::Tuple(_) => {
                let number = self.egraph.analysis.intern_profile(profile(coord));
                let children = std::iter::once(layout).chain(coord.leaves().into_iter().copied()).collect();
                self.egraph.add(Node::At(number, children))
            }
        }
    }

    /// A layout composed with or divided by a tiler.
    pub fn by_tile(&mut self, op: TileOp, layout: Id, tile: Tiler) -> Id {
        let number = self.egraph.analysis.intern_tile(tile);
        self.egraph.add(Node::ByTile(op, number, [layout]))
    }

    /// The profile of a [`Node::At`] as text: a `?` for each integer.
    pub fn profile(&self, number: u32) -> Option<&str> {
        self.egraph.analysis.profiles.get(number as usize).map(String::as_str)
    }

    /// The tiler of a [`Node::ByTile`].
    pub fn tile(&self, number: u32) -> Option<&Tiler> {
        self.egraph.analysis.tiles.get(number as usize)
    }

    /// A literal layout at a coordinate: its digits times its strides.
    fn literal_at(&mut self, layout: &Layout, coord: &Coord<Id>) -> Option<Id> {
        let parts = match coord {
            Coord::Int(i) => return self.literal_app(layout, *i),
            Coord::Tuple(parts) => parts,
        };
        let modes = layout.modes();
        if layout.profile().is_leaf() || modes.len() != parts.len() {
            return None;
        }
        let mut terms = Vec::with_capacity(parts.len());
        for (mode, part) in modes.iter().zip(parts) {
            terms.push((1, self.literal_at(mode, part)?));
        }
        self.sum(0, terms)
    }

    /// A literal layout at an integer.
    pub(crate) fn literal_app(&mut self, layout: &Layout, i: Id) -> Option<Id> {
        let (shape, stride) = (layout.shape_leaves(), layout.stride_leaves());
        let mut terms = Vec::with_capacity(shape.len());
        let size = |graph: &mut Self, k: usize| shape[k].as_const().map(|n| graph.num(n)).ok_or(());
        digits(shape.len(), i, self, size, |_, k, digit| {
            terms.push((stride[k].as_const().ok_or(())?, digit));
            Ok(())
        })
        .ok()?;
        self.sum(0, terms)
    }
}

/// Integers as terms of the graph. Symbols of layouts have no terms here.
impl Arithmetic for Graph {
    type Value = Id;
    type Error = ();

    fn constant(&mut self, value: i64) -> Result<Id, ()> {
        Ok(self.num(value))
    }

    fn symbol(&mut self, _: Symbol) -> Result<Id, ()> {
        Err(())
    }

    fn add(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.sum(0, [(1, a), (1, b)]).ok_or(())
    }

    fn mul(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        Self::mul(self, a, b).ok_or(())
    }

    fn floordiv(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.div(a, b).ok_or(())
    }

    fn modulo(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        self.rem(a, b).ok_or(())
    }

    fn minimum(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        Self::add(self, Node::Min([a, b])).ok_or(())
    }

    fn maximum(&mut self, a: Id, b: Id) -> Result<Id, ()> {
        Self::add(self, Node::Max([a, b])).ok_or(())
    }
}

/// A tile of the first `m` elements of a mode, `m:1`: its `m`.
fn prefix(tile: &Tiler) -> Option<i64> {
    match tile {
        Tiler::Size(n) => n.as_const(),
        Tiler::Layout(l) => prefix_layout(l),
        _ => None,
    }
}

fn prefix_layout(l: &Layout) -> Option<i64> {
    let ([size], [stride]) = (l.shape_leaves(), l.stride_leaves()) else { return None };
    let (size, stride) = (size.as_const()?, stride.as_const()?);
    (stride == 1 || size == 1).then_some(size)
}

fn tuple(coord: &Coord<Id>) -> Option<&[Coord<Id>]> {
    if let Coord::Tuple(parts) = coord { Some(parts) } else { None }
}

fn pair(coord: &Coord<Id>) -> Option<(Id, Id)> {
    match tuple(coord)? {
        [Coord::Int(a), Coord::Int(b)] => Some((*a, *b)),
        _ => None,
    }
}

/// An index in terms of the layout that the layout was made from, and the law's name.
pub fn law(graph: &mut Graph, number: u32, children: &[Id]) -> Option<(Id, &'static str)> {
    let (layout, leaves) = children.split_first()?;
    let text = graph.profile(number)?.to_string();
    let coord = fill(&mut text.chars(), &mut leaves.iter())?;
    let nodes = graph.egraph[*layout].nodes.clone();
    nodes.into_iter().find_map(|node| match node {
        Node::Lit(_) => {
            let literal = graph.literal(*layout)?.clone();
            Some((graph.literal_at(&literal, &coord)?, "V1: a known layout"))
        }
        Node::Compose([a, b]) => {
            let b = graph.literal(b)?.clone();
            let inner = graph.literal_at(&b, &coord)?;
            Some((graph.app(a, inner), "V2: R(c) = A(B(c))"))
        }
        Node::Divide([a, b]) => {
            let m = prefix_layout(graph.literal(b)?)?;
            let (i, k) = pair(&coord)?;
            let whole = graph.sum(0, [(1, i), (m, k)])?;
            Some((graph.app(a, whole), "V3: element i of tile k is element i + k·m"))
        }
        Node::ByTile(op, tile, [a]) => {
            let Tiler::Tuple(tiles) = graph.tile(tile)?.clone() else { return None };
            let (coord, name) = match op {
                // Modes of A beyond the tiles are not those of the composition.
                TileOp::Composition if rank(graph, a) != Some(tiles.len()) => return None,
                TileOp::Composition => (composed(graph, &tiles, &coord)?, "V4: R(c) = A(B(c)) in each mode"),
                TileOp::LogicalDivide => (
                    divided(graph, &tiles, &coord)?,
                    "V5: element i of tile k is element i + k·m, in each mode",
                ),
                TileOp::ZippedDivide => (
                    zipped(graph, &tiles, &coord)?,
                    "V6: element i of tile k is element i + k·m, in each mode",
                ),
            };
            Some((graph.at(a, &coord), name))
        }
        _ => None,
    })
}

/// How many modes a layout has, if the operation that makes it says so.
fn rank(graph: &Graph, layout: Id) -> Option<usize> {
    if let Some(literal) = graph.literal(layout) {
        return Some(literal.rank());
    }
    graph.egraph[layout].nodes.iter().find_map(|n| match n {
        Node::Divide(_) | Node::Product(_) | Node::ByTile(TileOp::ZippedDivide, ..) => Some(2),
        Node::ByTile(TileOp::Composition, tile, _) => match graph.tile(*tile)? {
            Tiler::Tuple(tiles) => Some(tiles.len()),
            _ => None,
        },
        _ => None,
    })
}

/// The coordinate of A that a coordinate of `composition(A, tiles)` is.
fn composed(graph: &mut Graph, tiles: &[Tiler], coord: &Coord<Id>) -> Option<Coord<Id>> {
    let parts = tuple(coord)?;
    if parts.len() != tiles.len() {
        return None;
    }
    let mut out = parts.to_vec();
    for (part, tile) in out.iter_mut().zip(tiles) {
        *part = match tile {
            Tiler::Keep => part.clone(),
            Tiler::Layout(l) => Coord::Int(graph.literal_at(l, part)?),
            Tiler::Size(_) if matches!(part, Coord::Int(_)) => part.clone(),
            _ => return None,
        };
    }
    Some(Coord::Tuple(out))
}

/// The same of `logical_divide(A, tiles)`: each mode is a tile and the tiles.
fn divided(graph: &mut Graph, tiles: &[Tiler], coord: &Coord<Id>) -> Option<Coord<Id>> {
    let parts = tuple(coord)?;
    if parts.len() < tiles.len() {
        return None;
    }
    let mut out = parts.to_vec();
    for (part, tile) in out.iter_mut().zip(tiles) {
        let m = prefix(tile)?;
        // An integer counts through the tile and then the tiles: it is the element.
        if let Some((i, k)) = pair(part) {
            *part = Coord::Int(graph.sum(0, [(1, i), (m, k)])?);
        } else if !matches!(part, Coord::Int(_)) {
            return None;
        }
    }
    Some(Coord::Tuple(out))
}

/// The same of `zipped_divide(A, tiles)`: the tile of every mode, then the tiles of
/// every mode and the modes beyond.
fn zipped(graph: &mut Graph, tiles: &[Tiler], coord: &Coord<Id>) -> Option<Coord<Id>> {
    let [tile, rest] = tuple(coord)? else { return None };
    let sizes = tiles.iter().map(prefix).collect::<Option<Vec<i64>>>()?;
    let inner: Vec<Id> = match tile {
        Coord::Tuple(parts) => parts
            .iter()
            .map(|p| if let Coord::Int(i) = p { Some(*i) } else { None })
            .collect::<Option<_>>()?,
        // An integer counts through the tile, its last mode without end.
        Coord::Int(c) => {
            let mut inner = Vec::with_capacity(sizes.len());
            let size = |graph: &mut Graph, k: usize| Ok(graph.num(sizes[k]));
            digits(sizes.len(), *c, graph, size, |_, _, digit| {
                inner.push(digit);
                Ok(())
            })
            .ok()?;
            inner
        }
    };
    let mut out = tuple(rest)?.to_vec();
    if inner.len() != sizes.len() || out.len() < sizes.len() {
        return None;
    }
    for ((part, i), m) in out.iter_mut().zip(inner).zip(sizes) {
        let Coord::Int(k) = part else { return None };
        *part = Coord::Int(graph.sum(0, [(1, i), (m, *k)])?);
    }
    Some(Coord::Tuple(out))
}
