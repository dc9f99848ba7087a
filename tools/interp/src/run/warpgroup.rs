//! `wgmma`: products that four warps begin together and that read shared memory until they are waited for.
//!
//! Where an element of an operand is follows from the matrix descriptor by the PTX ISA's text, "Shared Memory Matrix
//! Layout" and "Matrix Descriptor Format". What is read when a product begins is read again when it is waited for: it
//! must be what it was, and nobody may have begun to overwrite it; so must what it takes from registers. The proxy that reads sees what others wrote behind a
//! `fence.proxy.async` of theirs. Registers are fenced before each group: of sums that no one touched between groups,
//! which PTX excepts, nothing is known here.

use std::rc::Rc;

use super::products::Reads;
use super::tiles::dot;
use super::vectors::recast;
use super::world::{Context, Lane, Run, World, decided};
use crate::access::WARP;
use crate::fault::Reason;
use crate::number::{Float, Format, Int, Scalar};
use crate::read::program::{Function, Op};
use crate::read::types::{Element, Space, Type};
use crate::value::Value;

/// Threads of a warpgroup.
pub(super) const THREADS: usize = 128;
/// Rows of an instruction.
const ROWS: usize = 64;

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "nvvm.wgmma.fence.aligned" => |c| {
            c.thread.products.fenced = true;
            Ok(Vec::new())
        },
        "nvvm.wgmma.commit.group.sync.aligned" => |c| {
            c.thread.products.fenced = false;
            let open = std::mem::take(&mut c.thread.products.open);
            c.thread.products.closed.push(open);
            Ok(Vec::new())
        },
        "nvvm.wgmma.wait.group.sync.aligned" => |c| {
            let left = usize::try_from(c.attribute("group")?).unwrap_or(0);
            let done = c.thread.products.closed.len().saturating_sub(left);
            let groups: Vec<_> = c.thread.products.closed.drain(..done).collect();
            groups.iter().flatten().try_for_each(|reads| end(c, reads))?;
            Ok(Vec::new())
        },
        _ => return None,
    })
}

/// A product has read what it read.
fn end(c: &mut Context<'_>, reads: &Reads) -> Result<(), Reason> {
    for (buffer, place, element, value) in reads.memory.iter() {
        if c.load_at(*buffer, *place, *element)? != *value {
            let (name, place) = (&c.world.buffers[*buffer].name, place - c.world.buffers[*buffer].begin);
            return Err(Reason::undefined(format!("byte {place} of {name} changed while a product read it")));
        }
    }
    Ok(())
}

/// What an instruction says.
struct Instruction {
    columns: usize,
    depth: usize,
    types: [Element; 3],
    /// Whether A and B lie together along M and N.
    transposed: [bool; 2],
    /// Registers of A; none in shared memory.
    registers: usize,
    /// The first operands of A, of B and of D.
    operands: [usize; 3],
    /// Whether it adds to what D holds.
    adds: bool,
}

fn element(name: &str) -> Option<Element> {
    Some(match name {
        "s8" => Element::Int(8),
        "s32" => Element::Int(32),
        "tf32" => Element::Float(Format::F32),
        "e4m3" => Element::Float(Format::E4M3),
        "e5m2" => Element::Float(Format::E5M2),
        other => Element::Float(Format::named(other)?),
    })
}

/// Whether inline PTX is one.
pub(super) fn is_one(op: &Op) -> bool {
    op.name == "nvvm.wgmma.mma_async" || op.text("asm_string").is_some_and(|t| t.contains("wgmma.mma_async"))
}

impl Instruction {
    fn of(op: &Op) -> Option<Self> {
        let inside = |name: &str| {
            let text = op.text(name)?;
            Some(text.rsplit('<').next()?.trim_end_matches('>').trim().to_owned())
        };
        let numbers = |text: &str| -> Vec<usize> {
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse().ok()).collect()
        };
        if op.name == "nvvm.wgmma.mma_async" {
            let [rows, columns, depth] = numbers(op.text("shape")?)[..] else { return None };
            let types = [inside("typeA")?, inside("typeB")?, inside("typeD")?].map(|t| element(&t));
            let [Some(a), Some(b), Some(d)] = types else { return None };
            let one = |name: &str, what: &str| inside(name).as_deref() == Some(what);
            if rows != ROWS || !one("scaleA", "one") || !one("scaleB", "one") {
                return None;
            }
            let adds = one("scaleD", "one");
            if !adds && !one("scaleD", "zero") {
                return None;
            }
            let transposed = [one("layoutA", "col"), one("layoutB", "row")];
            let types = [a, b, d];
            return Some(Self { columns, depth, types, transposed, registers: 0, operands: [1, 2, 0], adds });
        }
        // `{ … wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, …}, {$4, …}, $8, p, 1, 1, 0; }`
        let text = op.text("asm_string")?.split("wgmma.mma_async.sync.aligned.").nth(1)?;
        let (name, rest) = text.split_once(' ')?;
        let [shape, d, a, b] = name.split('.').collect::<Vec<_>>()[..] else { return None };
        let [_, columns, depth] = numbers(shape)[..] else { return None };
        let types = [element(a)?, element(b)?, element(d)?];
        let lists: Vec<&str> = rest.split(['{', '}']).collect();
        let [_, sums, _, factors, scalars, ..] = lists[..] else { return None };
        let (sums, factors) = (numbers(sums), numbers(factors));
        let last = numbers(scalars.split(';').next()?);
        // Results come first in the text; what is tied to them comes last.
        let first = sums.len();
        let transposed = [false, last.len() == 4 && last[3] == 1];
        let operands = [factors.first()? - first, last.first()? - first, last.first()? - first + 1];
        let adds = op.text("asm_string")?.contains("setp.ne.b32 p, 1, 0;");
        Some(Self { columns, depth, types, transposed, registers: factors.len(), operands, adds })
    }

    /// The row and the column of a lane's element of A in registers: the ISA's figure of `m64k…`.
    fn of_a(&self, thread: usize, i: usize) -> (usize, usize) {
        let (warp, lane) = (thread / 32, thread % 32);
        let each = 4 / self.types[0].bytes();
        let (word, within) = (i / each, i % each);
        (16 * warp + lane / 4 + 8 * (word % 2), (lane % 4) * each + within + 4 * each * (word / 2))
    }

    /// The row and the column of a lane's element of D.
    fn of_d(thread: usize, i: usize) -> (usize, usize) {
        let (warp, lane) = (thread / 32, thread % 32);
        (16 * warp + lane / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (lane % 4) + i % 2)
    }
}

/// Where in shared memory a descriptor has an element: `r` along M or N, `k` along K.
fn place(descriptor: u64, element: Element, transposed: bool, r: usize, k: usize) -> i64 {
    let field = |from: u32| ((descriptor >> from & 0x3fff) << 4) as i64;
    let (start, leading, stride) = (field(0), field(16), field(32));
    let (bytes, r, k) = (element.bytes() as i64, r as i64, k as i64);
    let core = 16 / bytes;
    // Bytes of a row that is swizzled, and the bits of it that are.
    let (row, mask) = match descriptor >> 62 {
        0 => (16, 0),
        1 => (128, 7),
        2 => (64, 3),
        _ => (32, 1),
    };
    let of_row = row / bytes;
    let linear = match (transposed, mask) {
        (false, 0) => (k / core) * leading + (r / 8) * stride + (r % 8) * 16 + (k % core) * bytes,
        (false, _) => (r / 8) * stride + (r % 8) * row + k * bytes,
        (true, 0) => (r / core) * stride + (k / 8) * leading + (k % 8) * 16 + (r % core) * bytes,
        (true, _) => (r / of_row) * leading + (k / 8) * stride + (k % 8) * row + (r % of_row) * bytes,
    };
    let address = start + linear;
    address ^ (address >> 7 & mask) << 4
}

/// The shared buffer that descriptors are about: they have no more than a place.
fn shared(world: &World) -> Result<usize, Reason> {
    let is_own = |b: &usize| world.buffers[*b].space == Space::Shared && !world.is_far(*b);
    let mut all = (0..world.buffers.len()).filter(is_own);
    match (all.next(), all.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(Reason::unsupported("wgmma with other than one shared buffer: run layout-place first")),
    }
}

/// A matrix that a descriptor describes, `rows` along M or N; what is read is noted.
fn matrix(
    c: &mut Context<'_>,
    (descriptor, element, transposed): (u64, Element, bool),
    [rows, depth]: [usize; 2],
    reads: &mut Vec<(usize, i64, Element, Scalar)>,
) -> Result<Vec<Scalar>, Reason> {
    let buffer = shared(c.world)?;
    let mut out = Vec::new();
    for r in 0..rows {
        for k in 0..depth {
            let at = place(descriptor, element, transposed, r, k);
            seen(c, buffer, at, element)?;
            let value = c.load_at(buffer, at, element)?;
            reads.push((buffer, at, element, value));
            out.push(value);
        }
    }
    Ok(out)
}

/// Whether the asynchronous proxy sees what was written: the thread that did has fenced it, before the barrier that
/// orders the two.
fn seen(c: &Context<'_>, buffer: usize, at: i64, element: Element) -> Result<(), Reason> {
    for byte in at..at + element.bytes() as i64 {
        let memory = &c.world.buffers[buffer];
        let Some(writer) = memory.last_write(byte) else { continue };
        let fences = c.world.engine.fences.get(&writer.thread);
        let fence = fences.and_then(|fences| fences.get(writer.fences as usize));
        let near = writer.thread / WARP == c.thread.number / WARP;
        if !fence.is_some_and(|fence| near || fence.is_before(writer.thread, c.thread.when)) {
            let (name, byte) = (&memory.name, byte - memory.begin);
            return Err(Reason::undefined(format!(
                "wgmma reads byte {byte} of {name}, which {writer} wrote without a fence.proxy.async between"
            )));
        }
    }
    Ok(())
}

/// The results of the instruction, thread by thread.
pub(super) fn multiply(
    op: &Op,
    function: &Function,
    lanes: &mut [Lane<'_>],
    world: &mut World,
) -> Result<Vec<Vec<Value>>, Reason> {
    let unknown = || Reason::unsupported(format!("{} of this kind", op.name));
    let instruction = Instruction::of(op).ok_or_else(unknown)?;
    if lanes.len() != THREADS {
        return Err(Reason::undefined("wgmma by fewer than the 128 threads of a warpgroup"));
    }
    if lanes.iter().any(|lane| !lane.identity.products.fenced) {
        return Err(Reason::undefined("wgmma with no wgmma.fence of its registers since the group before"));
    }
    let Instruction { columns, depth, types: [x, y, z], transposed, .. } = instruction;
    let [at_a, at_b, at_d] = instruction.operands;
    let descriptor = |lane: &Lane<'_>, at: usize| Ok::<_, Reason>(decided(lane.scalar(at)?)?.bits());
    for at in [at_b].into_iter().chain((instruction.registers == 0).then_some(at_a)) {
        let first = descriptor(&lanes[0], at)?;
        if lanes.iter().any(|lane| descriptor(lane, at) != Ok(first)) {
            return Err(Reason::undefined("wgmma with descriptors that differ within a warpgroup"));
        }
    }
    let (mut a, mut b) = (vec![Scalar::Poison; ROWS * depth], Vec::new());
    // Each warp reads, as far as others have to wait for it.
    for lane in lanes.iter_mut().step_by(WARP as usize) {
        let operands = lane.operands.clone();
        let (of_a, of_b) = (descriptor(lane, at_a), descriptor(lane, at_b)?);
        let mut c = Context { op, function, operands: &operands, world, thread: lane.identity };
        let mut reads = Vec::new();
        b = matrix(&mut c, (of_b, y, transposed[1]), [columns, depth], &mut reads)?;
        if instruction.registers == 0 {
            a = matrix(&mut c, (of_a?, x, transposed[0]), [ROWS, depth], &mut reads)?;
        }
        if let (Some(by), Some(log)) = (c.access(), &mut c.world.log) {
            let bytes = reads.iter().map(|(buffer, at, element, _)| (*buffer, *at, element.bytes()));
            log.product(by.who(), bytes);
        }
        let registers = op.operands.get(at_a..at_a + instruction.registers).unwrap_or_default();
        c.thread.products.open.push(Reads { memory: Rc::new(reads), registers: registers.into() });
    }
    if instruction.registers > 0 {
        for (thread, lane) in lanes.iter().enumerate() {
            let words: Result<Vec<Scalar>, _> =
                (at_a..at_a + instruction.registers).map(|r| lane.scalar(r)).collect();
            for (i, value) in recast(&words?, x).into_iter().enumerate() {
                let (row, column) = instruction.of_a(thread, i);
                *a.get_mut(row * depth + column).ok_or_else(unknown)? = value;
            }
        }
    }
    let result = op.results.first().map(|r| &*function.types[*r]);
    let Some(Type::Struct(fields)) = result else { return Err(unknown()) };
    let register = fields.first().and_then(|f| f.element()).ok_or_else(unknown)?;
    let mut out = Vec::new();
    for (thread, lane) in lanes.iter().enumerate() {
        let words: Vec<Scalar> = match lane.operands.get(at_d) {
            Some(Value::Struct(fields)) => fields
                .iter()
                .map(|f| match f {
                    Value::Scalar(s) => Ok(*s),
                    _ => Err(unknown()),
                })
                .collect::<Result<_, _>>()?,
            _ => (at_d..at_d + fields.len()).map(|r| lane.scalar(r)).collect::<Result<_, _>>()?,
        };
        let mut held = Vec::new();
        for (i, sum) in recast(&words, z).into_iter().enumerate() {
            let (row, column) = Instruction::of_d(thread, i);
            let pairs = (0..depth).map(|k| (cut(a[row * depth + k]), cut(b[column * depth + k])));
            let sum = if instruction.adds { sum } else { nothing(z) };
            held.push(match dot(sum, pairs, z) {
                // What the lane computes is judged by the tile program's bounds, not by its own.
                Scalar::Float(f) => Float::given(f.format, f.value).into(),
                other => other,
            });
        }
        let fields = recast(&held, register).into_iter().map(Value::Scalar).collect();
        out.push(vec![Value::Struct(Rc::new(fields))]);
    }
    Ok(out)
}

/// What is added to where an instruction does not look.
fn nothing(element: Element) -> Scalar {
    match element {
        Element::Float(format) => Float::given(format, 0.0).into(),
        Element::Int(width) => Int::new(width, 0).into(),
        Element::Index => Int::index(0).into(),
    }
}

/// tf32 leaves out the low 13 bits.
fn cut(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Float(f) if f.format == Format::F32 => {
            Float::given(f.format, f.format.from_bits(f.format.to_bits(f.value) & !0x1fff)).into()
        }
        other => other,
    }
}
