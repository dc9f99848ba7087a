//! Operations that are written: integers, indices of layouts, addresses.

use layout_algebra::{AnyLayout, Arithmetic, Coord, Expr, ExprError, Layout, Symbol, SymbolFacts, Tri};
use layout_dialect::{Coordinate, CoordinateAttribute, LayoutType, build};
use layout_mlir::ir::{self, Scalar};
use melior::Context;
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Location, OperationRef, Type, Value, ValueLike};

use super::meaning::Pointer;
use super::symbols::Symbols;
use super::types::Space;

/// Where operations are written, and which value a symbol is.
pub struct Writer<'w, 'c, 'a> {
    pub before: OperationRef<'c, 'a>,
    pub location: Location<'c>,
    pub symbols: &'w mut Symbols<'c, 'a>,
}

type Result<T> = std::result::Result<T, String>;

impl<'c: 'a, 'a> Writer<'_, 'c, 'a> {
    pub fn context(&self) -> &'c Context {
        ir::context(self.before)
    }

    pub fn r#type(&self, text: &str) -> Result<Type<'c>> {
        Type::parse(self.context(), text).ok_or_else(|| format!("{text} is no type of MLIR"))
    }

    /// An operation with attributes as text.
    pub fn op(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, &str)],
        results: &[Type<'c>],
    ) -> Result<OperationRef<'c, 'a>> {
        let context = self.context();
        let named = attributes.iter().map(|(name, text)| {
            let attribute =
                Attribute::parse(context, text).ok_or_else(|| format!("{text} is no attribute"))?;
            Ok((Identifier::new(context, name), attribute))
        });
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_attributes(&named.collect::<Result<Vec<_>>>()?)
            .add_results(results)
            .build();
        self.insert(op.map_err(|e| e.to_string())?)
    }

    fn insert(&self, op: melior::ir::Operation<'c>) -> Result<OperationRef<'c, 'a>> {
        ir::insert_before(self.before, op).ok_or_else(|| "an operation stands in no block".into())
    }

    /// The result of such an operation.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        attributes: &[(&str, &str)],
        result: Type<'c>,
    ) -> Result<Value<'c, 'a>> {
        ir::result(self.op(name, operands, attributes, &[result])?).ok_or_else(|| "no result".into())
    }

    pub fn number(&self, value: i64, r#type: Type<'c>) -> Result<Value<'c, 'a>> {
        let text = match ir::scalar(r#type) {
            Some(Scalar::Int(1)) => (value != 0).to_string(),
            _ => format!("{value} : {}", r#type),
        };
        self.value("arith.constant", &[], &[("value", &text)], r#type)
    }

    /// An integer in another width, with its sign.
    pub fn cast(&self, value: Value<'c, 'a>, to: Type<'c>) -> Result<Value<'c, 'a>> {
        let from = value.r#type();
        if from == to {
            return Ok(value);
        }
        let name = match (ir::scalar(from), ir::scalar(to)) {
            (Some(Scalar::Index), Some(_)) | (Some(_), Some(Scalar::Index)) => "arith.index_cast",
            (Some(Scalar::Int(a)), Some(Scalar::Int(b))) if a < b => "arith.extsi",
            (Some(Scalar::Int(_)), Some(Scalar::Int(_))) => "arith.trunci",
            _ => return Err(format!("{from} is no integer as wide as {to} is made of")),
        };
        self.value(name, &[value], &[], to)
    }

    /// An integer as `index`.
    pub fn index(&mut self, e: &Expr) -> Result<Value<'c, 'a>> {
        e.compute(self)
    }

    /// A quotient, rounded down. Of a divisor whose sign is not known nothing can be stated in CuTe, which divides by it as
    /// it is: by 0 neither says what comes out.
    pub fn quotient(&mut self, a: &Expr, b: &Expr) -> Result<Expr> {
        if Expr::ONE.le(b) != Tri::Unknown {
            return a.floordiv(b).map_err(|e| e.to_string());
        }
        let (a, b) = (self.index(a)?, self.index(b)?);
        let quotient = self.value("arith.floordivsi", &[a, b], &[], a.r#type())?;
        Ok(self.symbols.of(quotient, SymbolFacts::NONE).into())
    }

    /// What is left of a quotient.
    pub fn remainder(&mut self, a: &Expr, b: &Expr) -> Result<Expr> {
        if Expr::ONE.le(b) != Tri::Unknown {
            return a.modulo(b).map_err(|e| e.to_string());
        }
        let whole = self.quotient(a, b)?.mul(b);
        whole.and_then(|whole| a.sub(&whole)).map_err(|e| e.to_string())
    }

    /// An integer as a type of integers.
    pub fn integer(&mut self, e: &Expr, r#type: Type<'c>) -> Result<Value<'c, 'a>> {
        if let Some(value) = e.as_const() {
            return self.number(value, r#type);
        }
        if let Some(symbol) = only_symbol(e)
            && let Some(value) = self.symbols.value(symbol)
        {
            return self.cast(value, r#type);
        }
        let index = self.index(e)?;
        self.cast(index, r#type)
    }

    /// The index of a coordinate, of a layout that is CuTe's own for every integer: a number where all is static, strides times
    /// integers where the coordinate has one for each, and a `layout.crd2idx` where an integer counts several modes.
    pub fn crd2idx(&mut self, layout: &AnyLayout, coord: &Coord<Expr>) -> Result<Expr> {
        let is_static = layout.symbols().is_empty() && coord.leaves().iter().all(|e| e.as_const().is_some());
        if is_static {
            return layout.eval_at(coord).map(Expr::from).map_err(|e| e.to_string());
        }
        layout.domain().check_coordinate(coord).map_err(|e| e.to_string())?;
        let AnyLayout::Composed(composed) = layout else { return self.sum(layout.domain(), coord) };
        // What stands behind the function is its offset.
        let inner = self.sum(&composed.inner, coord)?;
        let offset = composed.offset.add(&inner).map_err(|e| e.to_string())?;
        let index = self.index(&offset)?;
        let offset = self.symbols.of(index, SymbolFacts::NONE).into();
        let function = AnyLayout::composed(composed.outer.clone(), offset, Layout::unit_mode());
        self.operation(&function, &Expr::ZERO)
    }

    /// The sum over modes, each of which has an integer of the coordinate, or shares one with others.
    fn sum(&mut self, layout: &Layout, coord: &Coord<Expr>) -> Result<Expr> {
        let refused = |e: ExprError| e.to_string();
        match coord {
            Coord::Tuple(parts) => {
                let mut sum = Expr::ZERO;
                for (mode, part) in layout.modes().iter().zip(parts) {
                    sum = sum.add(&self.sum(mode, part)?).map_err(refused)?;
                }
                Ok(sum)
            }
            Coord::Int(e) if layout.profile().is_leaf() => {
                layout.stride_leaves().first().map_or(Ok(Expr::ZERO), |stride| e.mul(stride)).map_err(refused)
            }
            Coord::Int(e) if e.as_const().is_some() => layout.at(e).map_err(refused),
            Coord::Int(e) => match &layout.modes()[..] {
                [mode] => self.sum(mode, coord),
                _ => self.operation(&layout.clone().into(), e),
            },
        }
    }

    /// A `layout.crd2idx` of an integer: the symbol of its index.
    fn operation(&mut self, layout: &AnyLayout, integer: &Expr) -> Result<Expr> {
        let (canonical, symbols) = layout.canonical();
        let operands = symbols.iter().map(|s| self.index(&(*s).into())).collect::<Result<Vec<_>>>()?;
        let refused = |e: build::BuildError| e.to_string();
        let r#type = LayoutType::new(self.context(), &canonical);
        let made = self.insert(build::make(self.location, &operands, r#type).map_err(refused)?)?;
        let made = ir::result(made).ok_or("no layout")?;
        let (text, indices) = match integer.as_const() {
            Some(number) => (format!("({number})"), Vec::new()),
            None => ("(?)".to_owned(), vec![self.index(integer)?]),
        };
        let coordinate = Coordinate::parse(&text).map_err(|e| e.to_string())?;
        let coordinate = CoordinateAttribute::new(self.context(), &coordinate);
        let index = build::crd2idx(self.location, made, &indices, coordinate).map_err(refused)?;
        let index = ir::result(self.insert(index)?).ok_or("no index")?;
        Ok(self.symbols.of(index, SymbolFacts::NONE).into())
    }

    /// The address of so many elements behind the base.
    pub fn element_address(&mut self, pointer: &Pointer<'c, 'a>, index: &Expr) -> Result<Value<'c, 'a>> {
        if index.is(0) {
            return Ok(pointer.base);
        }
        let element = pointer.element.as_str();
        let narrow = i32::try_from(index.as_const().unwrap_or(i64::MAX)).ok().filter(|n| *n != i32::MIN);
        let (indices, constant) = match narrow {
            Some(n) => (None, n),
            None => {
                let i64 = IntegerType::new(self.context(), 64).into();
                (Some(self.integer(index, i64)?), i32::MIN)
            }
        };
        let operands: Vec<_> = std::iter::once(pointer.base).chain(indices).collect();
        let constants = format!("array<i32: {constant}>");
        let attributes = [("elem_type", element), ("rawConstantIndices", constants.as_str())];
        let r#type = self.pointer_type(pointer.space)?;
        self.value("llvm.getelementptr", &operands, &attributes, r#type)
    }

    /// The type of pointers to a space, as NVVM numbers them.
    pub fn pointer_type(&self, space: Space) -> Result<Type<'c>> {
        self.r#type(match space {
            Space::Generic | Space::Register => "!llvm.ptr",
            Space::Global => "!llvm.ptr<1>",
            Space::Shared => "!llvm.ptr<3>",
        })
    }
}

/// The symbol that an integer is.
fn only_symbol(e: &Expr) -> Option<Symbol> {
    let mut symbols = Vec::new();
    e.for_each_symbol(&mut |s| symbols.push(s));
    symbols.pop().filter(|s| *e == Expr::from(*s))
}

/// Integers as operations of `arith` on `index`.
impl<'c: 'a, 'a> Arithmetic for Writer<'_, 'c, 'a> {
    type Value = Value<'c, 'a>;
    type Error = String;

    fn constant(&mut self, value: i64) -> Result<Self::Value> {
        Writer::number(self, value, Type::index(self.context()))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Self::Value> {
        let value = self.symbols.value(symbol).ok_or("a symbol without a value")?;
        self.cast(value, Type::index(self.context()))
    }

    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        self.value("arith.addi", &[a, b], &[], a.r#type())
    }

    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        self.value("arith.muli", &[a, b], &[], a.r#type())
    }

    fn floordiv(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        // A divisor that is positive as far as is promised must not trap where the promise is broken.
        let b = match ir::constant(b) {
            Some(_) => b,
            None => {
                let one = Writer::number(self, 1, b.r#type())?;
                self.maximum(b, one)?
            }
        };
        self.value("arith.floordivsi", &[a, b], &[], a.r#type())
    }

    fn modulo(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        let quotient = self.floordiv(a, b)?;
        let whole = self.mul(quotient, b)?;
        self.value("arith.subi", &[a, whole], &[], a.r#type())
    }

    fn minimum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        self.value("arith.minsi", &[a, b], &[], a.r#type())
    }

    fn maximum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value> {
        self.value("arith.maxsi", &[a, b], &[], a.r#type())
    }
}
