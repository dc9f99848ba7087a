//! [`Product`]: one multiply-add of tensor cores, `mma.sync`, on registers of 32 bits or doubles.

use std::cell::OnceCell;

use layout_mlir::ir;
use layout_tile::Mma;
use melior::ir::attribute::DenseI64ArrayAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, Identifier, Type, TypeLike, Value, ValueLike};

use super::packing::{as_int, of_int};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};

/// How an instruction is written.
#[derive(Clone, Copy)]
enum Route {
    /// `nvvm.mma.sync` of elements that it calls so.
    Operation(&'static str),
    /// Inline PTX: no operation of MLIR multiplies floats of 8 bits. What PTX calls those of A and B.
    Assembly([&'static str; 2]),
}

/// What PTX calls a float of 8 bits.
fn float8(element: Type<'_>) -> Option<&'static str> {
    match element.to_string().as_str() {
        "f8E4M3FN" => Some("e4m3"),
        "f8E5M2" => Some("e5m2"),
        _ => None,
    }
}

/// The first chip that multiplies such elements, where they decide that.
pub fn since(element: Type<'_>) -> &'static str {
    if float8(element).is_some() { ", which came with sm_89" } else { "" }
}

impl Route {
    fn of(a: Type<'_>, b: Type<'_>) -> Option<Self> {
        if let Some(names) = float8(a).zip(float8(b)) {
            return Some(Self::Assembly(names.into()));
        }
        Some(Self::Operation(match a.to_string().as_str() {
            "f16" => "f16",
            "bf16" => "bf16",
            "f32" => "tf32",
            "f64" => "f64",
            "i8" => "s8",
            _ => return None,
        }))
    }
}

/// An instruction, and the types of its registers.
pub struct Product<'c> {
    shape: [i64; 3],
    route: Route,
    /// The type of the sums' elements.
    sum: Type<'c>,
    /// The type of a word of sums.
    word: Type<'c>,
    /// The type of a register of sums.
    register: Type<'c>,
    /// What all of these instructions have in common.
    call: OnceCell<Call<'c>>,
}

/// An operation without its operands.
struct Call<'c> {
    name: &'static str,
    attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
    result: Type<'c>,
}

impl<'c> Product<'c> {
    /// The instruction for elements of A, B and C.
    ///
    /// # Errors
    /// [`Error::Unknown`] for elements that none multiplies.
    pub fn new(mma: &Mma, [a, b, sum]: [Type<'c>; 3], emit: Emit<'c, '_>) -> Result<Self> {
        let route = Route::of(a, b).ok_or_else(|| Error::Unknown("layout.mma".into()))?;
        let halves = layout_dialect::tile::element_bits(sum) == 16;
        let word = if halves { ir::vector_type(&[2], sum) } else { sum };
        let hidden = halves && matches!(route, Route::Assembly(_));
        let register = if hidden { emit.int_type(32) } else { word };
        Ok(Self { shape: mma.atom().shape, route, sum, word, register, call: OnceCell::new() })
    }

    /// The registers of words of A or B.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn factors<'a>(&self, words: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        match self.route {
            Route::Operation("f16" | "f64") => Ok(words.to_vec()),
            _ => words.iter().map(|word| as_int(*word, emit)).collect(),
        }
    }

    /// The registers of words of C.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn sums<'a>(&self, words: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        let hidden = |word: &Value<'c, 'a>| word.r#type() != self.register;
        words.iter().map(|word| if hidden(word) { as_int(*word, emit) } else { Ok(*word) }).collect()
    }

    /// The words of registers of C: the way back of [`Self::sums`].
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn words<'a>(&self, sums: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>> {
        let hidden = |sum: &Value<'c, 'a>| sum.r#type() != self.word;
        sums.iter().map(|sum| if hidden(sum) { of_int(*sum, self.word, emit) } else { Ok(*sum) }).collect()
    }

    /// One instruction: the registers of `c` with the product of those of `a` and `b` added.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn apply<'a>(
        &self,
        a: &[Value<'c, 'a>],
        b: &[Value<'c, 'a>],
        c: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>>
    where
        'c: 'a,
    {
        let call = match self.call.get() {
            Some(call) => call,
            None => {
                let call = self.call([a, b, c].map(<[_]>::len), emit)?;
                self.call.get_or_init(|| call)
            }
        };
        let name = call.name;
        let op = OperationBuilder::new(name, emit.location)
            .add_operands(&[a, b, c].concat())
            .add_results(&[call.result])
            .add_attributes(&call.attributes);
        let made = ir::result(emit.insert(name, op)?).ok_or_else(|| Error::Unknown(name.into()))?;
        (0..c.len())
            .map(|number| {
                let position = DenseI64ArrayAttribute::new(emit.context, &[number as i64]).into();
                Ok(emit.value("llvm.extractvalue", &[made], self.register, &[("position", position)])?)
            })
            .collect()
    }

    /// How it is written, with so many registers of A, B and C.
    fn call(&self, counts: [usize; 3], emit: Emit<'c, '_>) -> Result<Call<'c>> {
        let (name, texts) = match self.route {
            Route::Operation(factor) => ("nvvm.mma.sync", self.operation(factor, counts)),
            Route::Assembly(factors) => ("llvm.inline_asm", self.assembly(factors, counts)),
        };
        let attributes = texts
            .into_iter()
            .map(|(name, text)| Ok((Identifier::new(emit.context, name), emit.attribute(&text)?)))
            .collect::<Result<_>>()?;
        let text = format!("!llvm.struct<({})>", vec![self.register.to_string(); counts[2]].join(", "));
        let result = Type::parse(emit.context, &text).ok_or(Error::Unknown(text))?;
        Ok(Call { name, attributes, result })
    }

    /// The attributes of `nvvm.mma.sync`.
    fn operation(&self, factor: &str, [a, b, c]: [usize; 3]) -> Vec<(&'static str, String)> {
        let [m, n, k] = self.shape;
        let mut attributes = vec![
            ("shape", format!("#nvvm.shape<m = {m}, n = {n}, k = {k}>")),
            ("layoutA", "#nvvm.mma_layout<row>".into()),
            ("layoutB", "#nvvm.mma_layout<col>".into()),
            ("multiplicandAPtxType", format!("#nvvm.mma_type<{factor}>")),
            ("multiplicandBPtxType", format!("#nvvm.mma_type<{factor}>")),
            ("operandSegmentSizes", format!("array<i32: {a}, {b}, {c}>")),
        ];
        // A product of tiles wraps.
        if factor == "s8" {
            attributes.push(("intOverflowBehavior", "#nvvm.mma_int_overflow<wrapped>".into()));
        }
        attributes
    }

    /// The attributes of `llvm.inline_asm`: registers are numbered through, results first.
    fn assembly(&self, [x, y]: [&str; 2], [a, b, c]: [usize; 3]) -> Vec<(&'static str, String)> {
        let mut next = 0;
        let mut group = |count: usize| {
            let all: Vec<String> = (next..next + count).map(|n| format!("${n}")).collect();
            next += count;
            format!("{{{}}}", all.join(", "))
        };
        let operands = [c, a, b, c].map(&mut group).join(", ");
        let ([m, n, k], sum) = (self.shape, self.sum);
        let text = format!("mma.sync.aligned.m{m}n{n}k{k}.row.col.{sum}.{x}.{y}.{sum} {operands};");
        let kind = if self.register.is_f32() { "f" } else { "r" };
        let result = format!("={kind}");
        let constraints = [vec![&result[..]; c], vec!["r"; a + b], vec![kind; c]].concat().join(",");
        vec![
            ("asm_string", format!("{text:?}")),
            ("constraints", format!("{constraints:?}")),
            // All lanes of a warp do it together, wherever it stands.
            ("has_side_effects", "unit".into()),
        ]
    }
}
