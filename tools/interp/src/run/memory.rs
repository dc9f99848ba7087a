//! Memory: allocation, views, loads and stores of `memref`, and pointers.
//!
//! A pointer is a number: that of the buffer plus one, forty bits up, and the byte.

use std::rc::Rc;

use super::world::{Context, Run, World};
use crate::fault::Reason;
use crate::number::{Int, Scalar};
use crate::read::program::ZEROS;
use crate::read::types::{Element, Memref, Place, Space, Type};
use crate::value::{Map, Value, View};

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "memref.alloc" | "memref.alloca" => allocate,
        "memref.get_global" => |c| {
            let name = c.op.text("name").unwrap_or_default().trim_start_matches('@').to_owned();
            if c.op.int(ZEROS).is_some() { zeros(c, &name) } else { shared_buffer(c, &name) }
        },
        "gpu.dynamic_shared_memory" => dynamic_shared,
        "memref.dealloc" => |_| Ok(Vec::new()),
        "memref.load" => load,
        "memref.store" => store,
        "memref.dim" => |c| {
            let (view, d) = (c.view(0)?, c.int(1)?.signed());
            let size = usize::try_from(d).ok().and_then(|d| view.shape.get(d));
            size.map(|n| vec![Int::index(*n).into()])
                .ok_or_else(|| Reason::undefined("a dimension that is not there"))
        },
        "memref.cast" | "memref.memory_space_cast" => |c| Ok(vec![Value::View(c.view(0)?.clone())]),
        "memref.assume_alignment" => assume_alignment,
        "builtin.unrealized_conversion_cast" => flattened,
        "memref.view" => byte_view,
        "memref.reinterpret_cast" => reinterpret,
        "memref.subview" => subview,
        "memref.extract_strided_metadata" => metadata,
        "memref.extract_aligned_pointer_as_index" => |c| {
            let view = c.view(0)?;
            Ok(vec![Int::index(address(view.buffer, view.base)).into()])
        },
        "llvm.inttoptr" | "llvm.ptrtoint" => |c| Ok(vec![c.scalar(0)?.into()]),
        "llvm.addrspacecast" => |c| Ok(vec![c.scalar(0)?.into()]),
        "llvm.getelementptr" => element_pointer,
        "llvm.load" => |c| {
            let (buffer, place) = pointer(c.scalar(0)?)?;
            let element =
                c.result_type(0)?.element().ok_or_else(|| Reason::unsupported("llvm.load of this"))?;
            Ok(vec![c.load_at(buffer, place, element)?.into()])
        },
        "llvm.store" => |c| {
            let (value, (buffer, place)) = (c.scalar(0)?, pointer(c.scalar(1)?)?);
            let element = c.op.operands.first().and_then(|v| c.function.types[*v].element());
            let element = element.ok_or_else(|| Reason::unsupported("llvm.store of this"))?;
            c.store_at(buffer, place, element, value)?;
            Ok(Vec::new())
        },
        _ => return None,
    })
}

/// The number that a pointer to a byte is.
pub(crate) fn address(buffer: usize, byte: i64) -> i64 {
    ((buffer as i64 + 1) << 40) + byte
}

/// The buffer and the byte that a pointer points at.
pub(crate) fn pointer(value: Scalar) -> Result<(usize, i64), Reason> {
    let bits = super::world::decided(value)?.bits() as i64;
    let byte = (bits << 24) >> 24;
    let buffer = usize::try_from(((bits - byte) >> 40) - 1);
    buffer.map(|b| (b, byte)).map_err(|_| Reason::undefined("an address of no buffer"))
}

fn element_pointer(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let base = super::world::decided(c.scalar(0)?)?;
    let element = c.op.text("elem_type").and_then(Element::named);
    let size =
        element.map(Element::bytes).ok_or_else(|| Reason::unsupported("llvm.getelementptr of this"))?;
    let index = match c.list("rawConstantIndices")? {
        [i] if *i == i64::from(i32::MIN) => c.int(1)?.signed(),
        [i] => i128::from(*i),
        _ => return Err(Reason::unsupported("llvm.getelementptr of several indices")),
    };
    Ok(vec![Int::new(64, base.signed() + index * size as i128).into()])
}

/// The memory of a type, in a buffer from a byte on; sizes of run time are given.
pub(crate) fn view_of(
    memref: &Memref,
    buffer: usize,
    base: i64,
    sizes: &[i64],
    symbols: &[i64],
) -> Result<View, Reason> {
    let mut sizes = sizes.iter();
    let shape: Option<Vec<i64>> = memref.shape.iter().map(|n| n.or_else(|| sizes.next().copied())).collect();
    let shape = shape.ok_or_else(|| Reason::unsupported("a memref without its sizes"))?;
    let map = match &memref.place {
        Place::RowMajor => Map::row_major(&shape),
        Place::Strided(strides, offset) => {
            let mut given = symbols.iter();
            let offset = offset.or_else(|| given.next().copied());
            let strides: Option<Vec<i64>> =
                strides.iter().map(|s| s.or_else(|| given.next().copied())).collect();
            let missing = || {
                Reason::unsupported(
                    "a memref without its strides: a job gives those that are not known as \"symbols\"",
                )
            };
            Map::Strided { offset: offset.ok_or_else(missing)?, strides: strides.ok_or_else(missing)? }
        }
        Place::Layout(layout) => {
            let values = layout.symbols_of(&shape, symbols);
            let missing = || {
                Reason::unsupported(
                    "a memref without the values of its layout's symbols: a job gives those that are no sizes as \"symbols\"",
                )
            };
            let values = values.ok_or_else(missing)?;
            let bound = layout.bind(&values).ok_or_else(missing)?;
            if bound.sizes() != shape {
                return Err(Reason::undefined(format!(
                    "a memref of shape {shape:?} and a layout of {:?}",
                    bound.sizes()
                )));
            }
            Map::Layout(Rc::new(bound), values)
        }
    };
    let far = memref.space == Space::Cluster;
    Ok(View { buffer, base, element: memref.element, lanes: memref.lanes, shape, map, far })
}

/// How many bytes a memref reaches.
pub(crate) fn extent(view: &View) -> usize {
    let last = match &view.map {
        Map::Layout(layout, _) => layout.extent(),
        Map::Seen(_) => {
            let last = view.coordinates().filter_map(|at| view.place(&at)).max();
            return usize::try_from(last.map_or(0, |last| last + view.bytes() as i64)).unwrap_or(0);
        }
        Map::Strided { offset, strides } => {
            if view.shape.contains(&0) {
                0
            } else {
                offset + view.shape.iter().zip(strides).map(|(n, s)| (n - 1) * s.max(&0)).sum::<i64>() + 1
            }
        }
    };
    usize::try_from(view.base).unwrap_or(0) + usize::try_from(last).unwrap_or(0) * view.bytes()
}

fn result_memref<'a>(c: &Context<'a>) -> Result<&'a Memref, Reason> {
    let memref = match c.result_type(0)? {
        Type::Memref(memref) => Some(memref.as_ref()),
        _ => None,
    };
    memref.ok_or_else(|| Reason::unsupported(format!("{} of no memref", c.op.name)))
}

fn allocate(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let location = c.op.location.to_string();
    shared_buffer(c, &location)
}

/// A promise to the compiler: a broken one is the program's fault.
fn assume_alignment(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (view, alignment) = (c.view(0)?, c.attribute("alignment")?);
    // (It is about the memory, not about the first element, which may be further on.)
    if view.base % alignment != 0 {
        return Err(Reason::undefined(format!(
            "memory that begins at byte {}, which is not aligned to {alignment} as is promised",
            view.base
        )));
    }
    Ok(vec![Value::View(view.clone()); c.op.results.len()])
}

/// What a launch gives: as many bytes as the kernel says, which `layout-shared-globals` has aligned to 1024, and no
/// better.
fn dynamic_shared(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    const ALIGNMENT: i64 = 1024;
    let place = view_of(result_memref(c)?, 0, ALIGNMENT, &[c.function.dynamic_shared], &[])?;
    let buffer = buffer(c.world, "dynamic shared memory", 0, &place, Space::Shared);
    Ok(vec![Value::View(Rc::new(View { buffer, ..place }))])
}

/// The buffer that the `n`-th run of what has this name gives.
pub(crate) fn buffer(world: &mut World, name: &str, run: usize, place: &View, space: Space) -> usize {
    if let Some(buffer) = world.shared.get(&(name.to_owned(), run)) {
        return *buffer;
    }
    let buffer = world.allocate(name, space, place.base, extent(place));
    world.shared.insert((name.to_owned(), run), buffer);
    buffer
}

/// A constant of zeros, in global memory.
fn zeros(c: &mut Context<'_>, name: &str) -> Result<Vec<Value>, Reason> {
    let place = view_of(result_memref(c)?, 0, 0, &[], &[])?;
    let key = format!("the constant {name}");
    let is_new = !c.world.shared.contains_key(&(key.clone(), 0));
    let buffer = buffer(c.world, &key, 0, &place, Space::Global);
    for byte in 0..if is_new { extent(&place) as i64 } else { 0 } {
        c.world.buffers[buffer].write(byte, Int::new(8, 0).into(), Element::Int(8), None)?;
    }
    Ok(vec![Value::View(Rc::new(View { buffer, ..place }))])
}

/// A buffer of the block, one for all its threads, or of the thread.
fn shared_buffer(c: &mut Context<'_>, key: &str) -> Result<Vec<Value>, Reason> {
    let memref = result_memref(c)?;
    let dynamic = memref.shape.iter().filter(|n| n.is_none()).count();
    let sizes = c.indices(0, dynamic)?;
    let symbols = c.indices(dynamic, c.operands.len() - dynamic)?;
    let space = memref.space;
    if space == Space::Cluster {
        return Err(Reason::unsupported("an allocation in another block"));
    }
    // It is aligned no better than is said.
    let base = c.op.int("alignment").unwrap_or(0);
    let place = view_of(memref, 0, base, &sizes, &symbols)?;
    let key = match space {
        Space::Shared => format!("the shared buffer of {key}"),
        _ => format!("the buffer of {key}, thread {}", c.thread.number),
    };
    let runs = c.thread.allocations.entry(key.clone()).or_default();
    let run = *runs;
    // A global is the same whenever it is named.
    *runs += usize::from(c.op.name != "memref.get_global");
    let buffer = buffer(c.world, &key, run, &place, space);
    Ok(vec![Value::View(Rc::new(View { buffer, ..place }))])
}

fn load(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let at = c.indices(1, view.shape.len())?;
    if view.lanes.is_some() {
        return Err(Reason::unsupported("memref.load of a vector"));
    }
    Ok(vec![c.load(view, &at)?.into()])
}

fn store(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (value, view) = (c.scalar(0)?, c.view(1)?);
    let at = c.indices(2, view.shape.len())?;
    c.store(view, &at, value)?;
    Ok(Vec::new())
}

/// A memref with a layout as flat memory and the values of the layout's symbols, or the other way.
fn flattened(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let Map::Layout(layout, symbols) = &view.map else {
        return placed(c);
    };
    let size = match result_memref(c)?.shape.as_slice() {
        [size] => size.unwrap_or_else(|| layout.extent()),
        _ => return Err(Reason::unsupported("a conversion of memory to more than one dimension")),
    };
    let flat = View { shape: vec![size], map: Map::row_major(&[size]), ..**view };
    let mut out = vec![Value::View(flat.into())];
    out.extend(symbols.iter().map(|s| Value::from(Int::index(*s))));
    Ok(out)
}

/// Flat memory as a memref of a static shape, whatever its layout.
fn placed(c: &Context<'_>) -> Result<Vec<Value>, Reason> {
    let (view, memref) = (c.view(0)?, result_memref(c)?);
    if view.shape.len() != 1 || c.operands.len() != 1 {
        return Err(Reason::unsupported("a conversion of memory that is not flat"));
    }
    // Elements of another type: as many as the bytes are.
    let whole = (extent(view) - usize::try_from(view.base).unwrap_or(0)) / memref.element.bytes();
    let sizes = if memref.shape == [None] { vec![whole as i64] } else { Vec::new() };
    let made = view_of(memref, view.buffer, view.base, &sizes, &[])?;
    let made = View { far: view.far, ..made };
    let reach = match &made.map {
        Map::Layout(layout, _) => layout.limit().map(|limit| made.base + limit * made.bytes() as i64),
        _ => None,
    };
    // (It is executed often: each element is looked at only where it has to be.)
    let is_inside =
        reach.and_then(|reach| usize::try_from(reach).ok()).is_some_and(|reach| reach <= extent(view));
    if !is_inside && extent(&made) > extent(view) {
        return Err(Reason::undefined("a conversion to memory beyond that converted"));
    }
    Ok(vec![Value::View(made.into())])
}

fn byte_view(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let (view, shift) = (c.view(0)?, c.int(1)?.signed() as i64);
    let sizes = c.indices(2, c.operands.len() - 2)?;
    let memref = result_memref(c)?;
    let base = view.place(&vec![0; view.shape.len()]).unwrap_or(view.base);
    let made = view_of(memref, view.buffer, base + shift, &sizes, &[])?;
    let made = View { far: view.far, ..made };
    if extent(&made) > c.world.buffers[made.buffer].len() {
        return Err(Reason::undefined("a view beyond its buffer"));
    }
    Ok(vec![Value::View(made.into())])
}

/// Offsets, sizes and strides: constants, or the operands from one on.
fn triple(c: &Context<'_>) -> Result<[Vec<i64>; 3], Reason> {
    let mut next = 1;
    let mut read = |name: &str| -> Result<Vec<i64>, Reason> {
        let mut out = Vec::new();
        for n in c.list(name)? {
            out.push(if *n == i64::MIN {
                next += 1;
                c.int(next - 1)?.signed() as i64
            } else {
                *n
            });
        }
        Ok(out)
    };
    Ok([read("static_offsets")?, read("static_sizes")?, read("static_strides")?])
}

fn reinterpret(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let [offsets, shape, strides] = triple(c)?;
    let memref = result_memref(c)?;
    let offset = offsets.first().copied().unwrap_or(0);
    let map = match &memref.place {
        Place::Layout(layout) => {
            let unknown = || Reason::unsupported("reinterpret_cast to this layout");
            let values = layout.symbols_of(&shape, &[]).ok_or_else(unknown)?;
            Map::Layout(Rc::new(layout.bind(&values).ok_or_else(unknown)?), values)
        }
        _ => Map::Strided { offset, strides },
    };
    let made = View { element: memref.element, lanes: memref.lanes, shape, map, ..**view };
    Ok(vec![Value::View(made.into())])
}

fn subview(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let [offsets, sizes, steps] = triple(c)?;
    let Map::Strided { offset, strides } = &view.map else {
        return Err(Reason::unsupported("memref.subview of a layout"));
    };
    let inside = offsets.iter().zip(&sizes).zip(&steps).zip(&view.shape);
    for (((o, n), s), extent) in inside {
        if *o < 0 || *n > 0 && o + (n - 1) * s >= *extent {
            return Err(Reason::undefined("a subview outside"));
        }
    }
    let offset = offset + offsets.iter().zip(strides).map(|(o, s)| o * s).sum::<i64>();
    let all = strides.iter().zip(&steps).map(|(d, s)| d * s);
    let rank = result_memref(c)?.shape.len();
    let mut kept: Vec<(i64, i64)> = sizes.iter().copied().zip(all).collect();
    // What the result leaves out has one element.
    while kept.len() > rank {
        let one = kept.iter().position(|(n, _)| *n == 1);
        let one = one.ok_or_else(|| Reason::unsupported("a subview of this rank"))?;
        kept.remove(one);
    }
    let (shape, strides) = kept.into_iter().unzip();
    let made = View { shape, map: Map::Strided { offset, strides }, ..**view };
    Ok(vec![Value::View(made.into())])
}

fn metadata(c: &mut Context<'_>) -> Result<Vec<Value>, Reason> {
    let view = c.view(0)?;
    let Map::Strided { offset, strides } = &view.map else {
        return Err(Reason::unsupported("memref.extract_strided_metadata of a layout"));
    };
    let base = View { shape: Vec::new(), map: Map::row_major(&[]), ..**view };
    let mut out = vec![Value::View(base.into()), Int::index(*offset).into()];
    out.extend(view.shape.iter().chain(strides).map(|n| Value::from(Int::index(*n))));
    Ok(out)
}
