//! `layout.mma` of factors in shared memory: `wgmma`, by the descriptors that their layouts give.
//!
//! ```mlir
//! nvvm.wgmma.fence.aligned
//! %d = nvvm.wgmma.mma_async %a, %b, %c, <m = 64, n = 256, k = 16>, …    // one for each 32 bytes along K
//! nvvm.wgmma.commit.group.sync.aligned
//! nvvm.wgmma.wait.group.sync.aligned 0                                  // or what `under_way` says
//! ```

use layout_algebra::{AnyLayout, Expr, Layout, composition};
use layout_dialect::tile::{Tile, Warpgroup, under_way, warpgroup_of};
use layout_mlir::ir;
use layout_target::Feature;
use layout_tile::{GmmaMajor, MatrixDescriptor, ThreadDigit};
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Attribute, BlockLike, OperationRef, Type, TypeLike, Value, ValueLike};

use super::beside;
use super::memory;
use super::packing::{self, as_int, of_int, settled};
use super::registers::Registers;
use super::window::Window;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::build::Part;
use crate::tile::error::{Error, Result};
use crate::tile::handed::{self, Until};

/// Threads of a warpgroup.
const THREADS: i64 = 128;
/// What descriptors count addresses in.
const UNIT: i64 = 16;
/// The bits of a descriptor that hold the address.
const ADDRESS: i64 = 0x3fff;

/// How the parts of an operand that a warpgroup's instructions read lie behind the descriptor.
struct Parts<'c, 'a> {
    /// The descriptor of the warpgroup's first part.
    first: Value<'c, 'a>,
    /// Where the operand's parts begin, in bytes.
    starts: Layout,
    /// Parts along M or N of all, and of which each warpgroup has one after another.
    along: i64,
    groups: i64,
}

impl<'c: 'a, 'a> Parts<'c, 'a> {
    /// Those of an operand, of which warpgroups that differ in a digit have different parts in turn.
    fn new(
        memref: Value<'c, 'a>,
        descriptor: &MatrixDescriptor,
        digit: ThreadDigit,
        op: OperationRef<'c, 'a>,
        registers: &mut Registers<'c, 'a>,
    ) -> Result<Self> {
        let (emit, i64, i32) = (Emit::at(op), Emit::at(op).int_type(64), Emit::at(op).int_type(32));
        let unsupported = |why: String| Error::Unsupported { op: ir::name(op).into(), why };
        let base = ir::base_alignment(memref) as i64;
        if base % descriptor.alignment != 0 {
            return Err(unsupported(format!(
                "its factor in {} must be aligned to {} bytes, and is known to be to {base}: layout-select does that, or {{alignment = {} : i64}} on its allocation",
                memref.r#type(),
                descriptor.alignment,
                descriptor.alignment
            )));
        }
        let group = &mut registers.group;
        let zero = group.number(0, emit.index_type())?;
        let extents = ir::extents(memref.r#type());
        let window = Window::new(memref, &vec![zero; extents.len()], &extents, op, group)?;
        let modes = descriptor.starts.modes();
        let along = modes.first().map(Layout::size).transpose().map_err(layout_algebra::LayoutError::from)?;
        let along = along.and_then(|n| n.as_const()).unwrap_or(1);
        let (memory, offset) = memory::offset(window.flat())
            .filter(|(memory, _)| ir::base_alignment(*memory) as i64 % UNIT == 0)
            .unzip();
        let memory = memory.unwrap_or_else(|| window.flat());
        let mut address =
            emit.value("memref.extract_aligned_pointer_as_index", &[memory], emit.index_type(), &[])?;
        let mut starts =
            Self { first: address, starts: descriptor.starts.clone(), along, groups: digit.size };
        if digit.size > 1 {
            let of_group = composition(&descriptor.starts, &Layout::mode1(digit.size.into(), Expr::ONE)?)?;
            if !starts.is_sum(&of_group) {
                return Err(unsupported(format!(
                    "the parts of {} that its warpgroups read in turn are no constant apart",
                    memref.r#type()
                )));
            }
            let number = registers.group.uniform(digit)?;
            let behind = emit.index(&AnyLayout::from(of_group), &[], &[Part::Index(number)])?;
            address = emit.binary("arith.addi", address, behind)?;
        }
        let address = emit.cast("arith.index_castui", address, i64)?;
        let address = emit.cast("arith.trunci", address, i32)?;
        let units = emit.binary("arith.shrui", address, emit.number(UNIT.ilog2().into(), i32)?)?;
        let units = emit.binary("arith.andi", units, emit.number(ADDRESS, i32)?)?;
        let [lower, upper] = [0, 32].map(|shift| (descriptor.bits() >> shift) as u32 as i32);
        starts.first = emit.binary("arith.ori", units, emit.number(lower.into(), i32)?)?;
        // What a loop changes is added to the rest, which is the same for all of it.
        if let Some((changes, more)) = offset.map(plus) {
            let more = emit.number(more / UNIT, i32)?;
            let changes = emit.cast("arith.index_castui", changes, i32)?;
            let changes = emit.binary("arith.shrui", changes, emit.number(UNIT.ilog2().into(), i32)?)?;
            starts.first =
                emit.binary("arith.addi", emit.binary("arith.addi", starts.first, more)?, changes)?;
        }
        // (The word of the address is computed by itself: the assembler has uniform registers for that, where descriptors are.)
        starts.first = emit.cast("arith.extui", starts.first, i64)?;
        starts.first = emit.binary("arith.ori", starts.first, emit.number(i64::from(upper) << 32, i64)?)?;
        Ok(starts)
    }

    /// The bytes behind the operand's first at which a part begins.
    fn start(&self, part: i64, step: i64) -> i64 {
        self.starts.eval(part + self.along * step).unwrap_or(0)
    }

    /// Whether each warpgroup's parts are as far behind its first as those of the first one.
    fn is_sum(&self, of_group: &Layout) -> bool {
        (0..self.along).all(|part| {
            let (group, first) = (part % self.groups, part - part % self.groups);
            of_group.eval(group).is_some_and(|g| self.start(part, 0) == g + self.start(first, 0))
        })
    }

    /// The descriptor of one of a warpgroup's parts, and of a step along K.
    fn descriptor(&self, part: i64, step: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        match self.start(part * self.groups, step) / UNIT {
            0 => Ok(self.first),
            units => Ok(emit.binary("arith.addi", self.first, emit.number(units, emit.int_type(64))?)?),
        }
    }
}

/// The instruction, and the types of its registers.
struct Instruction<'c> {
    shape: [i64; 3],
    /// What PTX calls the elements of A, B and D.
    types: [&'static str; 3],
    /// Whether A and B lie together along M and N.
    transposed: [bool; 2],
    /// The type of a register of D, and of all.
    register: Type<'c>,
    all: Type<'c>,
    count: usize,
}

/// A number of bytes, which is not negative, as another such plus units.
fn plus<'c: 'a, 'a>(bytes: Value<'c, 'a>) -> (Value<'c, 'a>, i64) {
    let parts = || {
        let sum = ir::defining_op(bytes).filter(|op| ir::name(*op) == "arith.addi")?;
        let more = ir::operand(sum, 1).and_then(ir::constant).filter(|more| more % UNIT == 0)?;
        let rest = ir::operand(sum, 0)?;
        let is_natural = ir::defining_op(rest).is_some_and(|op| ir::name(op) == "arith.index_castui");
        is_natural.then_some((rest, more))
    };
    parts().unwrap_or((bytes, 0))
}

/// Whether a warpgroup multiplies integers by so many columns (PTX ISA, "Matrix Shape" of `wgmma.mma_async`); floats by any multiple of 8.
pub fn takes_integers(columns: i64) -> bool {
    columns <= 32 || columns % 16 == 0
}

fn ptx_name(element: Type<'_>, is_sum: bool) -> Option<&'static str> {
    Some(match element.to_string().as_str() {
        "f16" => "f16",
        "bf16" => "bf16",
        "f32" if is_sum => "f32",
        "f32" => "tf32",
        "f8E4M3FN" => "e4m3",
        "f8E5M2" => "e5m2",
        "i8" => "s8",
        "i32" => "s32",
        _ => return None,
    })
}

impl<'c> Instruction<'c> {
    fn new(product: &Warpgroup, elements: [Type<'c>; 3], emit: Emit<'c, '_>) -> Result<Self> {
        let unknown = || Error::Unknown("layout.mma".into());
        let [a, b, d] = elements;
        let types = [ptx_name(a, false), ptx_name(b, false), ptx_name(d, true)];
        let [Some(a), Some(b), Some(d)] = types else { return Err(unknown()) };
        let shape = product.mma.atom().shape;
        let [_, columns, _] = shape;
        if d == "s32" && !takes_integers(columns) {
            let (less, more) = (columns / 16 * 16, columns / 16 * 16 + 16);
            return Err(Error::Unsupported {
                op: "layout.mma".into(),
                why: format!(
                    "of integers a warpgroup multiplies multiples of 16 columns beyond 32, and not {columns}: take {less} or {more}"
                ),
            });
        }
        let halves = d == "f16";
        let register = if halves { emit.int_type(32) } else { elements[2] };
        let count = usize::try_from(shape[1] / if halves { 4 } else { 2 }).unwrap_or(0);
        let text = format!("!llvm.struct<({})>", vec![register.to_string(); count].join(", "));
        let all = Type::parse(emit.context, &text).ok_or(Error::Unknown(text))?;
        let is_mn = |d: Option<&MatrixDescriptor>| d.is_some_and(|d| d.major == GmmaMajor::Mn);
        let transposed = [is_mn(product.a.as_ref()), is_mn(Some(&product.b))];
        Ok(Self { shape, types: [a, b, d], transposed, register, all, count })
    }

    /// Registers that hold anything.
    fn nothing<'a>(&self, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>>
    where
        'c: 'a,
    {
        Ok(emit.value("llvm.mlir.undef", &[], self.all, &[])?)
    }

    /// Registers as one value.
    fn gathered<'a>(&self, words: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>>
    where
        'c: 'a,
    {
        let mut all = emit.value("llvm.mlir.poison", &[], self.all, &[])?;
        for (number, word) in words.iter().enumerate() {
            let register = if word.r#type() == self.register { *word } else { as_int(*word, emit)? };
            let position = emit.attribute(&format!("array<i64: {number}>"))?;
            all = emit.value("llvm.insertvalue", &[all, register], self.all, &[("position", position)])?;
        }
        Ok(all)
    }

    /// The registers of one value, as words of a type.
    fn scattered<'a>(
        &self,
        all: Value<'c, 'a>,
        word: Type<'c>,
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>>
    where
        'c: 'a,
    {
        let register = |number: usize| {
            let position = emit.attribute(&format!("array<i64: {number}>"))?;
            let made = emit.value("llvm.extractvalue", &[all], self.register, &[("position", position)])?;
            if word == self.register { Ok(made) } else { of_int(made, word, emit) }
        };
        (0..self.count).map(register).collect()
    }

    /// `wgmma` of A in shared memory; what is added to is zero, if there is none.
    fn of_memory<'a>(
        &self,
        [a, b]: [Value<'c, 'a>; 2],
        d: Option<Value<'c, 'a>>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>>
    where
        'c: 'a,
    {
        let ([m, n, k], [x, y, z]) = (self.shape, self.types);
        let major = |is_column: bool| {
            emit.attribute(if is_column { "#nvvm.mma_layout<col>" } else { "#nvvm.mma_layout<row>" })
        };
        let r#type = |name: &str| emit.attribute(&format!("#nvvm.wgmma_type<{name}>"));
        let one = emit.attribute("#nvvm.wgmma_scale_in<one>")?;
        let scale = if d.is_some() { "one" } else { "zero" };
        let d = d.map_or_else(|| self.nothing(emit), Ok)?;
        let mut attributes = vec![
            ("shape", emit.attribute(&format!("#nvvm.shape<m = {m}, n = {n}, k = {k}>"))?),
            ("typeA", r#type(x)?),
            ("typeB", r#type(y)?),
            ("typeD", r#type(z)?),
            ("scaleD", emit.attribute(&format!("#nvvm.wgmma_scale_out<{scale}>"))?),
            ("scaleA", one),
            ("scaleB", one),
            ("layoutA", major(self.transposed[0])?),
            ("layoutB", major(!self.transposed[1])?),
        ];
        if z == "s32" {
            attributes.push(("satfinite", emit.attribute("#nvvm.mma_int_overflow<wrapped>")?));
        }
        Ok(emit.value("nvvm.wgmma.mma_async", &[d, a, b], self.all, &attributes)?)
    }

    /// `wgmma` of A in registers, for which MLIR has no operation.
    fn of_registers<'a>(
        &self,
        a: &[Value<'c, 'a>],
        b: Value<'c, 'a>,
        d: Option<Value<'c, 'a>>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>>
    where
        'c: 'a,
    {
        let adds = i32::from(d.is_some());
        let d = d.map_or_else(|| self.nothing(emit), Ok)?;
        let d = self.scattered(d, self.register, emit)?;
        let ([m, n, k], [x, y, z], count) = (self.shape, self.types, self.count);
        let list =
            |range: std::ops::Range<usize>| range.map(|n| format!("${n}")).collect::<Vec<_>>().join(", ");
        // Results, then A, B's descriptor, and D again.
        let (factors, descriptor) = (list(count..count + a.len()), count + a.len());
        let scales = match x {
            "f16" | "bf16" => format!("p, 1, 1, {}", i32::from(self.transposed[1])),
            "s8" => "p".into(),
            _ => "p, 1, 1".into(),
        };
        let text = format!(
            "{{ .reg .pred p; setp.ne.b32 p, {adds}, 0; wgmma.mma_async.sync.aligned.m{m}n{n}k{k}.{z}.{x}.{y} {{{}}}, {{{factors}}}, ${descriptor}, {scales}; }}",
            list(0..count)
        );
        let kind = if self.register.is_f32() { "=f" } else { "=r" };
        let ties: Vec<String> = (0..count).map(|n| n.to_string()).collect();
        let ties = ties.iter().map(String::as_str);
        let constraints: Vec<&str> =
            std::iter::repeat_n(kind, count).chain(a.iter().map(|_| "r")).chain(["l"]).chain(ties).collect();
        let quoted = |text: &str| -> Attribute<'c> { StringAttribute::new(emit.context, text).into() };
        let attributes = [
            ("asm_string", quoted(&text)),
            ("constraints", quoted(&constraints.join(","))),
            ("has_side_effects", emit.attribute("unit")?),
        ];
        let operands = [a, &[b], &d].concat();
        Ok(emit.value("llvm.inline_asm", &operands, self.all, &attributes)?)
    }
}

/// Lowers it.
///
/// # Errors
/// [`Error::Multiply`] where encodings or layouts are none of an instruction, [`Error::Unsupported`] where
/// the chip has none, or where a factor is not aligned.
pub fn multiply<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let (c, of_c) = registers.operand_words(op, 2)?;
    let product = warpgroup_of(op)?.ok_or_else(unknown)?;
    if !registers.group.has(Some(Feature::Wgmma)) {
        let (chip, mma) = (registers.group.chip.name, &product.mma);
        let why = format!(
            "{chip} does not have its instruction, {mma}, which sm_90a has; load the factors from shared memory as fragments of an instruction of warps"
        );
        return Err(Error::Unsupported { op: ir::name(op).into(), why });
    }
    let result = ir::result(op).ok_or_else(unknown)?;
    let operand = |number: usize| ir::operand(op, number).ok_or_else(unknown);
    let (a, b) = (operand(0)?, operand(1)?);
    let [groups_m, groups_n] = [product.mma.warps()[0] / product.mma.warps_of_one(), product.mma.warps()[1]];
    let along_m = ThreadDigit { divisor: THREADS, size: groups_m };
    let along_n = ThreadDigit { divisor: THREADS * groups_m, size: groups_n };
    let element = |value: Value<'c, 'a>| {
        let of_tile = || Tile::of(value).map(|tile| tile.element);
        ir::memref(value.r#type()).map(|m| m.element()).or_else(of_tile).ok_or_else(unknown)
    };
    let elements = [element(a)?, element(b)?, c.element];
    let instruction = Instruction::new(&product, elements, emit)?;
    let of_b = Parts::new(b, &product.b, along_n, op, registers)?;
    let of_a = match &product.a {
        Some(descriptor) => Ok(Parts::new(a, descriptor, along_m, op, registers)?),
        None => {
            let words = registers.operand_words(op, 0)?.1;
            let registers = words.into_iter().map(|word| as_int(word, behind(word).map_or(emit, Emit::at)));
            Err(registers.collect::<Result<Vec<_>>>()?)
        }
    };
    let times: Vec<i64> = product.shape.iter().zip(product.mma.tile()).map(|(all, one)| all / one).collect();
    let [rows, columns, steps] = times[..] else { return Err(unknown()) };
    let count = instruction.count.max(1);
    let word = of_c.first().ok_or_else(unknown)?.r#type();
    let mut sums = of_c
        .chunks(count)
        .map(|words| {
            let is_zero = words.iter().all(|word| is_zero(*word));
            if is_zero { Ok(None) } else { instruction.gathered(words, emit).map(Some) }
        })
        .collect::<Result<Vec<Option<Value<'c, 'a>>>>>()?;
    emit.op("nvvm.wgmma.fence.aligned", &[], &[], &[])?;
    let first = product.mma.tile().get(2).map_or(0, |depth| product.from / depth);
    for step in 0..steps {
        for column in 0..columns {
            let b = of_b.descriptor(column, first + step, emit)?;
            for row in 0..rows {
                let place = usize::try_from(row + rows * column).unwrap_or(0);
                let sum = sums.get_mut(place).ok_or_else(unknown)?;
                *sum = Some(match &of_a {
                    Ok(parts) => {
                        instruction.of_memory([parts.descriptor(row, step, emit)?, b], *sum, emit)?
                    }
                    Err(words) => {
                        // Four registers an instruction: along M, then along K.
                        let first = usize::try_from(4 * (row + rows * step)).unwrap_or(0);
                        let a = words.get(first..first + 4).ok_or_else(unknown)?;
                        instruction.of_registers(a, b, *sum, emit)?
                    }
                });
            }
        }
    }
    emit.op("nvvm.wgmma.commit.group.sync.aligned", &[], &[], &[])?;
    let until = handed::until(op, |op| under_way(op).unwrap_or(0));
    let left = under_way(op).filter(|_| !matches!(until, Until::Rewritten)).unwrap_or(0);
    wait_for(left, emit)?;
    if let (Err(words), Until::Awaited(by), true) = (&of_a, until, left > 0)
        && handed::is_carried(op, by)
        && let Some(behind) = by.next_in_block()
    {
        packing::used(words, "handed", Emit::at(behind))?;
    }
    let mut made = Vec::new();
    for sum in sums {
        let sum = sum.ok_or_else(unknown)?;
        made.extend(instruction.scattered(sum, word, emit)?);
    }
    let made = if left == 0 { done(made, emit)? } else { made };
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}

/// What stands behind the computation of a word: there it is made a register, once, and not for each product of a loop, of which the one
/// before may read that.
fn behind<'c: 'a, 'a>(word: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    match ir::block_argument(word) {
        Some((block, _)) => block.first_operation(),
        None => ir::defining_op(word)?.next_in_block(),
    }
}

/// `layout.wait_mma`.
///
/// # Errors
/// [`Error::Emit`].
pub fn wait<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (_, words) = registers.operand_words(op, 0)?;
    let emit = Emit::at(op);
    beside::stay(op, registers)?;
    wait_for(under_way(op).unwrap_or(0), emit)?;
    if let Some(result) = ir::result(op) {
        registers.replace(result, done(words, emit)?);
    }
    registers.remove(op);
    Ok(())
}

/// The words of a product that has been waited for: registers say nothing of the wait, and what computes with them would
/// move before it.
fn done<'c: 'a, 'a>(words: Vec<Value<'c, 'a>>, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
    words.into_iter().map(|word| settled(word, "done", emit)).collect()
}

/// Whether a word is the constant 0: an instruction adds to that without reading it.
fn is_zero(word: Value<'_, '_>) -> bool {
    let constant = ir::defining_op(word).filter(|op| ir::name(*op) == "arith.constant");
    let value = constant.and_then(|op| op.attribute("value").ok());
    // (A sum of nothing but -0 is -0 then.)
    let is_float = || value.is_some_and(|value| value.to_string().starts_with("0.000000e+00 : "));
    ir::constant(word) == Some(0) || is_float()
}

fn wait_for<'c: 'a, 'a>(left: i64, emit: Emit<'c, 'a>) -> Result<()> {
    let left = emit.attribute(&format!("{left} : i64"))?;
    emit.op("nvvm.wgmma.wait.group.sync.aligned", &[], &[], &[("group", left)])?;
    Ok(())
}
