//! Operations that run when all threads of a block or a warp have come to them: barriers,
//! shuffles, and the instructions of matrices.

use super::cluster;
use super::fragments::{self, Operand, Shape};
use super::matrices;
use super::tiles::dot;
use super::vectors::recast;
use super::warpgroup;
use super::world::{Lane, World, decided};
use crate::access::WARP;
use crate::elementwise::Elementwise;
use crate::fault::Reason;
use crate::number::{Float, Format, Int, Scalar};
use crate::read::program::{Function, Op};
use crate::read::types::Element;
use crate::value::{Array, Value};

/// Which operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// All threads of the block.
    Barrier,
    /// All threads of the cluster's blocks: `nvvm.cluster.wait`, for what was done before `nvvm.cluster.arrive`.
    ClusterBarrier,
    /// Lanes of a warp that each other's masks name.
    WarpBarrier,
    /// `nvvm.cluster.arrive` and the relaxed one, where they are `aligned`.
    ClusterArrival,
    /// `nvvm.setmaxregister`, of four warps.
    Registers,
    /// `gpu.shuffle`.
    Shuffle,
    /// `nvvm.shfl.sync`.
    NvvmShuffle,
    /// `nvvm.redux.sync`.
    Redux,
    /// `nvvm.elect.sync`.
    Elect,
    /// `nvgpu.ldmatrix`.
    LoadMatrix,
    /// `nvvm.ldmatrix`.
    NvvmLoadMatrix,
    /// `nvvm.stmatrix`.
    StoreMatrix,
    /// `nvvm.mma.sync`.
    Multiply,
    /// Inline PTX: `mma.sync`.
    Assembly,
    /// `wgmma`, of four warps.
    Warpgroup,
}

impl Kind {
    pub fn of(op: &Op) -> Option<Self> {
        Some(match op.name.as_str() {
            _ if warpgroup::is_one(op) => Self::Warpgroup,
            "gpu.barrier" | "nvvm.barrier0" | "nvvm.barrier" => Self::Barrier,
            "nvvm.cluster.wait" => Self::ClusterBarrier,
            "nvvm.cluster.arrive" | "nvvm.cluster.arrive.relaxed" if is_aligned(op) => Self::ClusterArrival,
            "nvvm.setmaxregister" => Self::Registers,
            "nvvm.bar.warp.sync" | "gpu.subgroup_barrier" => Self::WarpBarrier,
            "gpu.shuffle" => Self::Shuffle,
            "nvvm.shfl.sync" => Self::NvvmShuffle,
            "nvvm.redux.sync" => Self::Redux,
            "nvvm.elect.sync" => Self::Elect,
            "nvgpu.ldmatrix" => Self::LoadMatrix,
            "nvvm.ldmatrix" => Self::NvvmLoadMatrix,
            "nvvm.stmatrix" => Self::StoreMatrix,
            "nvvm.mma.sync" => Self::Multiply,
            "llvm.inline_asm" if !is_comment(op) => Self::Assembly,
            _ => return None,
        })
    }

    /// How many threads run it together, if not all of the block.
    pub fn threads(self) -> usize {
        if matches!(self, Self::Warpgroup | Self::Registers) { warpgroup::THREADS } else { WARP as usize }
    }

    /// Whether it does nothing to values.
    pub fn is_barrier(self) -> bool {
        self.is_of_block() || matches!(self, Self::WarpBarrier | Self::ClusterArrival | Self::Registers)
    }

    /// Whether at least all threads of the block wait.
    pub fn is_of_block(self) -> bool {
        matches!(self, Self::Barrier | Self::ClusterBarrier)
    }
}

/// The results of an operation of a warp, lane by lane.
pub(crate) fn run(
    kind: Kind,
    op: &Op,
    function: &Function,
    lanes: &mut [Lane<'_>],
    world: &mut World,
) -> Result<Vec<Vec<Value>>, Reason> {
    match kind {
        Kind::Barrier | Kind::ClusterBarrier | Kind::WarpBarrier => Ok(vec![Vec::new(); lanes.len()]),
        Kind::ClusterArrival => {
            lanes.iter_mut().map(|lane| cluster::arrive(op, lane.identity).map(|()| Vec::new())).collect()
        }
        // How many registers a thread has: it keeps its values.
        Kind::Registers if lanes.len() == warpgroup::THREADS => Ok(vec![Vec::new(); lanes.len()]),
        Kind::Registers => {
            let count = lanes.len();
            let what = "which all 128 threads of a warpgroup run together";
            Err(Reason::undefined(format!("{count} threads of a warpgroup run {}, {what}", op.name)))
        }
        Kind::Shuffle => shuffle(op, lanes),
        Kind::NvvmShuffle => nvvm_shuffle(op, function, lanes),
        Kind::Redux => redux(op, lanes),
        Kind::Elect => elect(op, lanes),
        Kind::LoadMatrix => matrices::load(false, op, function, lanes, world),
        Kind::NvvmLoadMatrix => matrices::load(true, op, function, lanes, world),
        Kind::StoreMatrix => matrices::store(op, function, lanes, world),
        Kind::Warpgroup => warpgroup::multiply(op, function, lanes, world),
        Kind::Multiply | Kind::Assembly => multiply(kind, op, function, lanes),
    }
}

/// Whether all threads of a warp run it together.
pub(super) fn is_aligned(op: &Op) -> bool {
    op.attribute("aligned").is_some()
}

/// Whether inline PTX is a comment, and its result, if there is one, the operand, in one register: what only compilers see.
fn is_comment(op: &Op) -> bool {
    let text = op.text("asm_string").unwrap_or_default();
    let constraints = op.text("constraints").unwrap_or_default();
    let is_same = || matches!(constraints, "=r,0" | "=l,0" | "=f,0");
    let is_nothing = || op.results.is_empty() && constraints.split(',').all(|each| each == "r");
    text.starts_with("//") && !text.contains('\n') && (is_same() || is_nothing())
}

/// The lane that `shfl.sync` reads from, and whether it is in range: the definition of the
/// PTX ISA. Lanes in groups of a width, of which `clamp` is the last.
fn source(mode: &str, lane: usize, offset: u64, low: usize, clamp: usize) -> Option<(usize, bool)> {
    let offset = usize::try_from(offset & 31).ok()?;
    let group = lane & !low;
    let (first, last) = (group, group | (clamp & low));
    let (from, inside) = match mode {
        "up" => (lane as i64 - offset as i64, lane as i64 - offset as i64 >= first as i64),
        "down" => ((lane + offset) as i64, lane + offset <= last),
        "xor" | "bfly" => ((lane ^ offset) as i64, (lane ^ offset) <= last),
        "idx" => ((group | offset & low) as i64, (group | offset & low) <= last),
        _ => return None,
    };
    Some(if inside { (usize::try_from(from).ok()?, true) } else { (lane, false) })
}

fn word<'t>(op: &'t Op, name: &str, words: &[&'t str]) -> Option<&'t str> {
    let text = op.text(name)?;
    let inside = text.rsplit(['<', ' ']).next().unwrap_or(text).trim_end_matches('>');
    words.iter().find(|w| **w == inside).copied()
}

fn shuffle(op: &Op, lanes: &[Lane<'_>]) -> Result<Vec<Vec<Value>>, Reason> {
    let mode = word(op, "mode", &["up", "down", "xor", "idx"]);
    let mode = mode.ok_or_else(|| Reason::unsupported("gpu.shuffle of another mode"))?;
    let mut out = Vec::new();
    for lane in lanes {
        let offset = decided(lane.scalar(1)?)?;
        let width = decided(lane.scalar(2)?)?.unsigned();
        // All lanes of the width take part.
        let there = (1..=lanes.len() as i128).contains(&width);
        if !there || width & (width - 1) != 0 || offset.unsigned() >= 32 {
            return Err(Reason::undefined(format!("a shuffle by {} of {width}", offset.unsigned())));
        }
        let low = usize::try_from(width - 1).unwrap_or(31);
        let (from, valid) = source(mode, lane.lane, offset.bits(), low, low)
            .ok_or_else(|| Reason::unsupported("gpu.shuffle of another mode"))?;
        out.push(vec![taken(lanes, from, 0)?, Int::truth(valid).into()]);
    }
    Ok(out)
}

fn taken(lanes: &[Lane<'_>], from: usize, operand: usize) -> Result<Value, Reason> {
    match lanes.iter().find(|l| l.lane == from) {
        Some(lane) => Ok(lane.scalar(operand)?.into()),
        // A lane that is not there: what is read is not defined.
        None => Ok(Scalar::Poison.into()),
    }
}

/// `nvvm.shfl.sync kind %mask, %value, %offset, %mask_and_clamp`.
fn nvvm_shuffle(op: &Op, function: &Function, lanes: &[Lane<'_>]) -> Result<Vec<Vec<Value>>, Reason> {
    let mode = word(op, "kind", &["up", "down", "bfly", "idx"]);
    let mode = mode.ok_or_else(|| Reason::unsupported("nvvm.shfl.sync of another kind"))?;
    let pair = op.results.first().is_some_and(|r| function.types[*r].element().is_none());
    let mut out = Vec::new();
    for lane in lanes {
        let mask = decided(lane.scalar(0)?)?.bits();
        if mask >> lane.lane & 1 == 0 {
            return Err(Reason::undefined(format!("lane {} runs a shuffle of others", lane.lane)));
        }
        let offset = decided(lane.scalar(2)?)?.bits();
        let control = decided(lane.scalar(3)?)?.bits() as usize;
        let (low, clamp) = (!(control >> 8) & 31, control & 31);
        // `up` counts its clamp from below.
        let (from, valid) = if mode == "up" {
            source(mode, lane.lane, offset, low, low)
        } else {
            source(mode, lane.lane, offset, low, clamp)
        }
        .ok_or_else(|| Reason::unsupported("nvvm.shfl.sync of another kind"))?;
        let value = taken(lanes, from, 1)?;
        out.push(vec![if pair {
            Value::Struct(vec![value, Int::truth(valid).into()].into())
        } else {
            value
        }]);
    }
    Ok(out)
}

/// `nvvm.redux.sync kind %value, %mask`.
fn redux(op: &Op, lanes: &[Lane<'_>]) -> Result<Vec<Vec<Value>>, Reason> {
    let words = ["add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax"];
    let rule = match word(op, "kind", &words) {
        Some("add") => "addi",
        Some("and") => "andi",
        Some("or") => "ori",
        Some("xor") => "xori",
        Some("max") => "maxsi",
        Some("min") => "minsi",
        Some("umax") => "maxui",
        Some("umin") => "minui",
        _ => return Err(Reason::unsupported("nvvm.redux.sync of another kind")),
    };
    let rule = Elementwise::of_kind(rule, Element::Int(32)).ok_or_else(|| Reason::unsupported("redux"))?;
    let mut out = Vec::new();
    for lane in lanes.iter() {
        let mask = decided(lane.scalar(1)?)?.bits();
        let there = lanes.iter().fold(0, |there, other| there | 1u64 << other.lane);
        if mask >> lane.lane & 1 == 0 || mask & !there != 0 {
            return Err(Reason::undefined(format!("lane {} of {mask:#x} in a reduction", lane.lane)));
        }
        let mut total: Option<Scalar> = None;
        for other in lanes.iter().filter(|l| mask >> l.lane & 1 == 1) {
            let value = other.scalar(0)?;
            total = Some(match total {
                None => value,
                Some(total) => rule.apply(&[total, value])?,
            });
        }
        out.push(vec![total.unwrap_or(Scalar::Poison).into()]);
    }
    Ok(out)
}

/// `nvvm.elect.sync`: one lane of all, always the same. Which one nobody says; it is not the first.
fn elect(op: &Op, lanes: &[Lane<'_>]) -> Result<Vec<Vec<Value>>, Reason> {
    if !op.operands.is_empty() || lanes.len() != WARP as usize {
        return Err(Reason::unsupported("nvvm.elect.sync of some lanes"));
    }
    Ok((1..=lanes.len()).map(|lane| vec![Int::truth(lane == lanes.len()).into()]).collect())
}

/// The elements of registers, in order.
fn flat(values: &[Value], element: Element) -> Vec<Scalar> {
    let mut all = Vec::new();
    for value in values {
        match value {
            Value::Array(array) => all.extend(&array.elements),
            Value::Scalar(scalar) => all.push(*scalar),
            Value::Struct(fields) => all.extend(flat(fields, element)),
            _ => {}
        }
    }
    recast(&all, element)
}

/// tf32 leaves out the low 13 bits.
fn operand_value(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Float(f) if f.format == Format::F32 => {
            let bits = f.format.to_bits(f.value) & !0x1fff;
            Float::given(f.format, f.format.from_bits(bits)).into()
        }
        other => other,
    }
}

/// `mma.sync`: what each lane holds is gathered to matrices by the ISA's tables.
fn multiply(kind: Kind, op: &Op, function: &Function, lanes: &[Lane<'_>]) -> Result<Vec<Vec<Value>>, Reason> {
    if lanes.len() != 32 {
        return Err(Reason::undefined("mma.sync in a warp of fewer than 32 threads"));
    }
    let assembly = if kind == Kind::Assembly { Some(Assembly::of(op)?) } else { None };
    let shape = assembly.as_ref().map_or_else(|| stated_shape(op), |assembly| Some(assembly.shape));
    let shape = shape.ok_or_else(|| Reason::unsupported(format!("{} of this shape", op.name)))?;
    let counts: Vec<usize> = if let Some(assembly) = &assembly {
        assembly.registers().to_vec()
    } else {
        let sizes = op.ints("operandSegmentSizes").unwrap_or_default();
        sizes.iter().filter_map(|n| usize::try_from(*n).ok()).collect()
    };
    let [a, b, c] = counts.as_slice() else { return Err(Reason::unsupported("mma.sync of these operands")) };
    let starts = [0, *a, a + b];
    let ends = [*a, a + b, a + b + c];
    let of = |i: usize| op.operands.get(starts[i]).and_then(|v| function.types[*v].element());
    let (input, output) = (stated_input(op, of(0)), result_element(op, function));
    let (Some(input), Some(output)) = (input, output) else {
        return Err(Reason::unsupported(format!("{} of these types", op.name)));
    };
    let (input, second, output) = match &assembly {
        Some(assembly) => (assembly.inputs[0], assembly.inputs[1], assembly.output),
        None => (input, input, output),
    };
    let bits = fragments::bits(input);
    let unknown = || Reason::unsupported(format!("{} {shape:?} of {bits} bits", op.name));
    let gather = |operand: Operand, rows: usize, columns: usize, element: Element, i: usize| {
        let mut matrix = vec![Scalar::Poison; rows * columns];
        for lane in lanes {
            let held = flat(&lane.operands[starts[i]..ends[i]], element);
            for (e, value) in held.into_iter().enumerate() {
                let (row, column) =
                    fragments::place(shape, bits, operand, lane.lane, e).ok_or_else(unknown)?;
                let place = matrix.get_mut(row * columns + column).ok_or_else(unknown)?;
                *place = value;
            }
        }
        Ok::<_, Reason>(matrix)
    };
    let [m, n, k] = shape;
    let (a, b) = (gather(Operand::A, m, k, input, 0)?, gather(Operand::B, k, n, second, 1)?);
    let c = gather(Operand::C, m, n, output, 2)?;
    let mut out = Vec::new();
    for lane in lanes {
        let mut held = Vec::new();
        for e in 0..fragments::count(shape, Operand::C) {
            let (row, column) =
                fragments::place(shape, bits, Operand::C, lane.lane, e).ok_or_else(unknown)?;
            let pairs = (0..k).map(|i| (operand_value(a[row * k + i]), operand_value(b[i * n + column])));
            let value = match dot(c[row * n + column], pairs, output) {
                // What the lane computes is judged by the tile program's bounds, not by its own.
                Scalar::Float(f) => Float::given(f.format, f.value).into(),
                other => other,
            };
            held.push(value);
        }
        // Registers of inline PTX may hold two.
        let held = match (&assembly, result_element(op, function)) {
            (Some(_), Some(register)) => recast(&held, register),
            _ => held,
        };
        out.push(vec![packed(held, op, function)?]);
    }
    Ok(out)
}

/// What `mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32` says.
struct Assembly {
    shape: Shape,
    inputs: [Element; 2],
    output: Element,
}

impl Assembly {
    fn of(op: &Op) -> Result<Self, Reason> {
        let text = op.text("asm_string").unwrap_or_default();
        let read = || {
            let mut words = text.strip_prefix("mma.sync.aligned.")?.split_whitespace().next()?.split('.');
            let sizes = words.next()?.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
            let shape: Shape = sizes.collect::<Vec<usize>>().try_into().ok()?;
            let ["row", "col", d, a, b, c] = words.collect::<Vec<_>>()[..] else { return None };
            let element = |name: &str| match name {
                "e4m3" => Some(Element::Float(Format::E4M3)),
                "e5m2" => Some(Element::Float(Format::E5M2)),
                other => Format::named(other).map(Element::Float),
            };
            (c == d).then_some(())?;
            Some(Self { shape, inputs: [element(a)?, element(b)?], output: element(d)? })
        };
        read().ok_or_else(|| Reason::unsupported(format!("the inline PTX {text:?}")))
    }

    /// Registers of A, B and C.
    fn registers(&self) -> [usize; 3] {
        let of =
            |operand, element: Element| fragments::count(self.shape, operand) * element.bits() as usize / 32;
        [of(Operand::A, self.inputs[0]), of(Operand::B, self.inputs[1]), of(Operand::C, self.output)]
    }
}

/// `#nvvm.shape<m = 16, n = 8, k = 16>`.
fn stated_shape(op: &Op) -> Option<Shape> {
    let text = op.text("shape")?;
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse().ok());
    numbers.collect::<Vec<usize>>().try_into().ok()
}

/// The type of A's elements, where registers hide it.
fn stated_input(op: &Op, register: Option<Element>) -> Option<Element> {
    let text = op.text("multiplicandAPtxType").unwrap_or_default();
    let inside = text.rsplit('<').next().unwrap_or_default().trim_end_matches('>');
    match inside {
        "s8" | "u8" => Some(Element::Int(8)),
        "bf16" => Some(Element::Float(Format::BF16)),
        "tf32" => Some(Element::Float(Format::F32)),
        "f16" => Some(Element::Float(Format::F16)),
        "f64" => Some(Element::Float(Format::F64)),
        _ => register,
    }
}

fn result_element(op: &Op, function: &Function) -> Option<Element> {
    use crate::read::types::Type;
    let result = op.results.first().map(|r| &*function.types[*r])?;
    match result {
        Type::Struct(fields) => fields.first()?.element(),
        other => other.element(),
    }
}

fn packed(held: Vec<Scalar>, op: &Op, function: &Function) -> Result<Value, Reason> {
    use crate::read::types::Type;
    let result = op.results.first().map(|r| &*function.types[*r]);
    match result {
        Some(Type::Vector { shape, .. }) => Ok(Array { shape: shape.clone(), elements: held }.into()),
        Some(Type::Struct(fields)) => {
            let mut rest = held.into_iter();
            let field = |f: &Type| match f.shape() {
                Some(shape) => Array::of(shape, |_| rest.next().unwrap_or(Scalar::Poison)).into(),
                None => rest.next().unwrap_or(Scalar::Poison).into(),
            };
            Ok(Value::Struct(std::rc::Rc::new(fields.iter().map(field).collect())))
        }
        _ => Err(Reason::unsupported("mma.sync with this result")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        assert_eq!(source("xor", 5, 1, 31, 31), Some((4, true)));
        assert_eq!(source("down", 30, 3, 31, 31), Some((30, false)));
        assert_eq!(source("down", 3, 2, 7, 7), Some((5, true)));
        assert_eq!(source("down", 6, 2, 7, 7), Some((6, false)));
        assert_eq!(source("up", 9, 2, 7, 7), Some((9, false)));
        assert_eq!(source("idx", 13, 2, 7, 7), Some((10, true)));
    }
}
