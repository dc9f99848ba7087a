//! `layout.convert` within warps: a [`Program`] on words, written so that an element which stays
//! in its thread is no instruction.

use layout_mlir::ir;
use layout_tile::{Instruction, Program, convert_in_registers};
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::group::Group;
use super::packing::{self, as_int, per_word};
use super::positions::{pick, renamed};
use super::registers::Registers;
use super::words::{From, halves, of_int, shuffle, to_int, whole};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};
use crate::tile::exchanged::{self, can_be_written};

/// Lowers it.
///
/// # Errors
/// [`Error::BetweenWarps`] if no exchange within warps does it.
pub fn convert<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let emit = Emit::at(op);
    let (to, result) = registers.result(op)?;
    let from = ir::operand(op, 0).map(|value| registers.tile(value)).transpose()?.flatten();
    let from = from.ok_or_else(|| Error::Unknown(ir::name(op).into()))?;
    let (a, b) = (from.tv()?, to.tv()?);
    let made = match renamed(a, b) {
        Some(numbers) => pick(&registers.operand(op, 0)?.1, numbers)?,
        None => {
            // One bit takes a byte.
            let narrow = from.bits() == 1;
            let bits = exchanged::bits(from.bits());
            let program = convert_in_registers(a, b, bits)?.filter(|program| can_be_written(program, bits));
            let program = program.ok_or_else(|| Error::BetweenWarps {
                op: ir::name(op).into(),
                from: a.to_string(),
                to: b.to_string(),
            })?;
            let (_, values) = registers.operand_words(op, 0)?;
            let i8 = emit.int_type(8);
            let words = values
                .iter()
                .map(|v| Ok(if narrow { emit.cast("arith.extui", *v, i8)? } else { *v }))
                .collect::<Result<Vec<_>>>()?;
            let r#type = if narrow { i8 } else { from.element };
            let count = usize::try_from(b.value_count()).unwrap_or(0);
            let each = if narrow { 1 } else { per_word(r#type, count) };
            let mut code = Code::new(words, r#type, bits, &program, emit, &mut registers.group)?;
            let parts = 0..count / each;
            let made = if each > 1 {
                parts.map(|r| code.packed(r, each)).collect::<Result<Vec<_>>>()?
            } else {
                parts.map(|v| code.element(v)).collect::<Result<Vec<_>>>()?
            };
            made.into_iter()
                .map(|v| Ok(if narrow { emit.cast("arith.trunci", v, from.element)? } else { v }))
                .collect::<Result<Vec<_>>>()?
        }
    };
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}

/// Where a byte of a register is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    /// In an element of the operand.
    Element(usize),
    /// In a word that was made.
    Word(usize),
}

type Bytes = [Option<(Source, usize)>; 4];

/// A program while it is written: its registers as bytes, which become words only where an
/// instruction takes them.
struct Code<'c, 'a, 'g> {
    /// The operand's words, or its elements where these fill none, and how many of them each is.
    operand: Vec<Value<'c, 'a>>,
    each: usize,
    /// What was taken out of them.
    elements: FxHashMap<usize, Value<'c, 'a>>,
    /// The type and the bytes of an element.
    r#type: Type<'c>,
    width: usize,
    /// Whether an element is a word as it is, which takes no cast.
    are_words: bool,
    words: Vec<Value<'c, 'a>>,
    made: FxHashMap<Bytes, Value<'c, 'a>>,
    outputs: Vec<Bytes>,
    emit: Emit<'c, 'a>,
    group: &'g mut Group<'c, 'a>,
}

impl<'c: 'a, 'a, 'g> Code<'c, 'a, 'g> {
    fn new(
        operand: Vec<Value<'c, 'a>>,
        r#type: Type<'c>,
        bits: i64,
        program: &Program,
        emit: Emit<'c, 'a>,
        group: &'g mut Group<'c, 'a>,
    ) -> Result<Self> {
        let width = usize::try_from(bits / 8).unwrap_or(1);
        let is_packed = operand.first().is_some_and(|value| ir::vector(value.r#type()).is_some());
        let each = if is_packed { 4 / width } else { 1 };
        let count = operand.len() * each * width;
        let byte = |at: usize| (at < count).then_some((Source::Element(at / width), at % width));
        let mut registers: Vec<Bytes> =
            (0..program.inputs).map(|r| [0, 1, 2, 3].map(|k| byte(4 * r + k))).collect();
        let (words, made, outputs) = (Vec::new(), FxHashMap::default(), Vec::new());
        let elements = FxHashMap::default();
        let are_words = width == 4 && !ir::is_index(r#type);
        let mut code =
            Self { operand, each, elements, r#type, width, are_words, words, made, outputs, emit, group };
        for instruction in &program.code {
            let next = match instruction {
                Instruction::Pack { bytes } => {
                    bytes.map(|b| b.and_then(|(register, k)| registers.get(register)?[usize::from(k)]))
                }
                Instruction::Select { digit, equal, when, otherwise } => {
                    let (when, otherwise) = (code.word(registers[*when])?, code.word(registers[*otherwise])?);
                    let is = code.group.is(*digit, *equal)?;
                    let word = emit.select(is, when, otherwise)?;
                    code.keep(word)
                }
                Instruction::Shuffle { register, from } => {
                    let word = code.word(registers[*register])?;
                    let from = match from.mask() {
                        Some(mask) => From::Xor(mask),
                        None => From::Lane(code.group.lane(*from)?),
                    };
                    let word = shuffle(word, from, code.group, emit)?;
                    code.keep(word)
                }
            };
            registers.push(next);
        }
        code.outputs = program.outputs.iter().map(|r| registers[*r]).collect();
        Ok(code)
    }

    /// The register that a word is.
    fn keep(&mut self, word: Value<'c, 'a>) -> Bytes {
        self.words.push(word);
        let source = Source::Word(self.words.len() - 1);
        [0, 1, 2, 3].map(|k| Some((source, k)))
    }

    /// An element of the operand.
    fn own(&mut self, number: usize) -> Result<Value<'c, 'a>> {
        if self.each == 1 {
            return Ok(self.operand[number]);
        }
        if let Some(element) = self.elements.get(&number) {
            return Ok(*element);
        }
        let element = self.emit.element(self.operand[number / self.each], (number % self.each) as i64)?;
        self.elements.insert(number, element);
        Ok(element)
    }

    /// The elements of the operand that the bytes of a register are, if they are whole ones.
    fn owns(&self, bytes: &Bytes) -> Option<Vec<usize>> {
        let own = |part: &[Option<(Source, usize)>]| match part[0] {
            Some((Source::Element(number), 0)) => Some(number),
            _ => None,
        };
        bytes.chunks(self.width.min(4)).map(own).collect()
    }

    /// The word of the operand that some of its elements are.
    fn own_word(&self, numbers: &[usize]) -> Option<Value<'c, 'a>> {
        let first = *numbers.first().filter(|n| self.each > 1 && n.is_multiple_of(self.each))?;
        let is_whole = numbers.iter().enumerate().all(|(k, n)| *n == first + k);
        self.operand.get(first / self.each).copied().filter(|_| is_whole)
    }

    /// Bytes that are one piece of an element or a word, as an integer.
    fn piece(&mut self, source: Source, first: usize, bytes: usize) -> Result<Value<'c, 'a>> {
        let emit = self.emit;
        let int = emit.int_type(8 * bytes as i64);
        match source {
            Source::Element(number) if self.are_words => self.own(number),
            Source::Element(number) => {
                let whole = to_int(self.own(number)?, emit)?;
                if self.width == 8 {
                    return Ok(halves(whole, self.group, emit)?[first / 4]);
                }
                Ok(whole)
            }
            Source::Word(number) if bytes == 4 => Ok(self.words[number]),
            Source::Word(number) => {
                let vector = emit.vector(&[self.words[number]])?;
                let parts = emit.recast(vector, 4 / bytes as i64, int)?;
                Ok(emit.element(parts, (first / bytes) as i64)?)
            }
        }
    }

    /// The word that a register is.
    fn word(&mut self, bytes: Bytes) -> Result<Value<'c, 'a>> {
        if let Some(word) = self.made.get(&bytes) {
            return Ok(*word);
        }
        let (emit, unit) = (self.emit, self.width.min(4));
        if let Some((Source::Word(number), 0)) = bytes[0]
            && (1..4).all(|k| bytes[k].is_none_or(|b| b == (Source::Word(number), k)))
        {
            return Ok(self.words[number]);
        }
        let owns = self.owns(&bytes).filter(|owns| owns.len() > 1);
        if let Some(word) = owns.as_ref().and_then(|owns| self.own_word(owns)) {
            let word = as_int(word, emit)?;
            self.made.insert(bytes, word);
            return Ok(word);
        }
        let mut pieces = Vec::new();
        for part in bytes.chunks(unit) {
            pieces.push(match part[0] {
                Some((source, first)) => self.piece(source, first, unit)?,
                // It may be anything.
                None if self.are_words => {
                    let zero = self.group.number(0, emit.int_type(32))?;
                    of_int(zero, self.r#type, emit)?
                }
                None => self.group.number(0, emit.int_type(8 * unit as i64))?,
            });
        }
        let word = match pieces[..] {
            [word] => word,
            _ => {
                let vector = emit.vector(&pieces)?;
                emit.element(emit.recast(vector, 1, emit.int_type(32))?, 0)?
            }
        };
        self.made.insert(bytes, word);
        Ok(word)
    }

    /// A word of the result, which holds some elements.
    fn packed(&mut self, number: usize, each: usize) -> Result<Value<'c, 'a>> {
        let bytes = *self.outputs.get(number).ok_or_else(|| Error::Unknown("layout.convert".into()))?;
        let emit = self.emit;
        if let Some(owns) = self.owns(&bytes) {
            if let Some(word) = self.own_word(&owns) {
                return Ok(word);
            }
            let elements = owns.into_iter().map(|n| self.own(n)).collect::<Result<Vec<_>>>()?;
            return Ok(emit.vector(&elements)?);
        }
        let word = self.word(bytes)?;
        packing::of_int(word, ir::vector_type(&[each as i64], self.r#type), emit)
    }

    /// An element of the result.
    fn element(&mut self, number: usize) -> Result<Value<'c, 'a>> {
        let first = number * self.width;
        let byte = |at: usize| self.outputs.get(at / 4).and_then(|bytes| bytes[at % 4]);
        let bytes: Option<Vec<(Source, usize)>> = (first..first + self.width).map(byte).collect();
        let bytes = bytes.ok_or_else(|| Error::Unknown("layout.convert".into()))?;
        if let (Source::Element(own), 0) = bytes[0] {
            return self.own(own);
        }
        let emit = self.emit;
        if self.are_words {
            return self.piece(bytes[0].0, bytes[0].1, 4);
        }
        let int = if self.width == 8 {
            let (low, high) = (bytes[0], bytes[4]);
            let words = [self.piece(low.0, low.1, 4)?, self.piece(high.0, high.1, 4)?];
            whole(words, self.group, emit)?
        } else {
            self.piece(bytes[0].0, bytes[0].1, self.width)?
        };
        debug_assert_eq!(layout_dialect::tile::element_bits(int.r#type()), 8 * self.width as i64);
        of_int(int, self.r#type, emit)
    }
}
