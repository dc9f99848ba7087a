//! `ldmatrix` and `stmatrix`, by the PTX ISA's figures: lanes 8j to 8j+7 say where the rows of matrix j are, each
//! 16 bytes. Lane l has of each matrix the 4 bytes l % 4 of row l / 4; transposed, of 16-bit elements, the
//! rows 2 (l % 4) and the next of column l / 4.

use super::vectors::recast;
use super::world::{Context, Lane, World};
use crate::fault::Reason;
use crate::number::Scalar;
use crate::read::program::{Function, Op};
use crate::read::types::Element;
use crate::value::{Array, Value};

/// Memory is read and written by these, the elements of a matrix.
const HALF: Element = Element::Int(16);

/// The rows and columns of the two elements that a lane has of a matrix.
fn held(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    let (g, t) = (lane / 4, lane % 4);
    [2 * t, 2 * t + 1].map(|i| if transposed { (i, g) } else { (g, i) })
}

/// Whether there is a warp, and so many matrices.
fn check(op: &Op, number: i64, lanes: usize) -> Result<usize, Reason> {
    let matrices = usize::try_from(number).ok().filter(|n| [1, 2, 4].contains(n));
    let matrices = matrices.ok_or_else(|| Reason::unsupported(format!("{} of {number}", op.name)))?;
    if lanes != 32 {
        return Err(Reason::undefined(format!("{} in a warp of fewer than 32 threads", op.name)));
    }
    Ok(matrices)
}

fn aligned(op: &Op, place: i64) -> Result<i64, Reason> {
    if place % 16 != 0 {
        let what = format!("{} of a row at byte {place}, which is not aligned to 16", op.name);
        return Err(Reason::undefined(what));
    }
    Ok(place)
}

/// `nvgpu.ldmatrix`, or `nvvm.ldmatrix`: the registers of each lane.
pub(super) fn load(
    nvvm: bool,
    op: &Op,
    function: &Function,
    lanes: &mut [Lane<'_>],
    world: &mut World,
) -> Result<Vec<Vec<Value>>, Reason> {
    let number = if nvvm { op.int("num") } else { op.int("numTiles") }.unwrap_or(0);
    let transposed = if nvvm {
        op.text("layout").is_some_and(|l| l.contains("col"))
    } else {
        op.int("transpose") == Some(1)
    };
    let matrices = check(op, number, lanes.len())?;
    // Each row by its 16-bit halves, which its lane reads.
    let mut rows = Vec::new();
    for lane in lanes.iter_mut().take(8 * matrices) {
        let operands = lane.operands.clone();
        let mut c = Context { op, function, operands: &operands, world, thread: lane.identity };
        let (buffer, place) = if nvvm {
            super::memory::pointer(c.scalar(0)?)?
        } else {
            let view = c.view(0)?;
            let at = c.indices(1, view.shape.len())?;
            let place = view.contains(&at).then(|| view.place(&at)).flatten();
            (
                view.buffer,
                place.ok_or_else(|| Reason::undefined(format!("the coordinate {at:?}, which is outside")))?,
            )
        };
        let place = aligned(op, place)?;
        let row: Result<Vec<Scalar>, _> = (0..8).map(|i| c.load_at(buffer, place + 2 * i, HALF)).collect();
        rows.push(row?);
    }
    let result = op.results.first().map(|r| &function.types[*r]);
    let mut out = Vec::new();
    for lane in lanes.iter() {
        let places = held(lane.lane, transposed);
        let halves: Vec<Scalar> =
            rows.chunks(8).flat_map(|matrix| places.map(|(row, column)| matrix[row][column])).collect();
        out.push(vec![match result.and_then(|r| Some((r.shape()?, r.element()?))) {
            Some((shape, element)) => {
                Array { shape: shape.to_vec(), elements: recast(&halves, element) }.into()
            }
            None => {
                let words = recast(&halves, Element::Int(32));
                match words.as_slice() {
                    [one] => (*one).into(),
                    _ => Value::Struct(std::rc::Rc::new(words.into_iter().map(Value::Scalar).collect())),
                }
            }
        }]);
    }
    Ok(out)
}

/// `nvvm.stmatrix %pointer, %register…`: the same the other way, written by the lanes that say where.
pub(super) fn store(
    op: &Op,
    function: &Function,
    lanes: &mut [Lane<'_>],
    world: &mut World,
) -> Result<Vec<Vec<Value>>, Reason> {
    let number = op.operands.len() as i64 - 1;
    let matrices = check(op, number, lanes.len())?;
    let named = |name: &str, what: &str| op.text(name).is_none_or(|text| text.contains(what));
    if !named("eltType", "b16") || !named("shape", "m = 8, n = 8") {
        return Err(Reason::unsupported("stmatrix of other matrices than 8 by 8 of 16 bits"));
    }
    let transposed = op.text("layout").is_some_and(|l| l.contains("col"));
    let mut rows = vec![[Scalar::Poison; 8]; 8 * matrices];
    for lane in lanes.iter() {
        for matrix in 0..matrices {
            let halves = recast(&[lane.scalar(1 + matrix)?], HALF);
            for ((row, column), half) in held(lane.lane, transposed).into_iter().zip(halves) {
                rows[8 * matrix + row][column] = half;
            }
        }
    }
    for (lane, row) in lanes.iter_mut().zip(rows) {
        let operands = lane.operands.clone();
        let mut c = Context { op, function, operands: &operands, world, thread: lane.identity };
        let (buffer, place) = super::memory::pointer(c.scalar(0)?)?;
        let place = aligned(op, place)?;
        for (i, half) in (0..).zip(row) {
            c.store_at(buffer, place + 2 * i, HALF, half)?;
        }
    }
    Ok(vec![Vec::new(); lanes.len()])
}
