//! [`Body`]: a function that is being written.

use std::collections::BTreeSet;

use super::Rng;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    Int(u32),
    Index,
}

impl Type {
    pub const BOOL: Self = Self::Int(1);

    pub fn width(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Index => 64,
        }
    }

    pub fn min(self) -> i128 {
        -(1i128 << (self.width() - 1))
    }

    pub fn max(self) -> i128 {
        (1i128 << (self.width() - 1)) - 1
    }

    pub fn range(self) -> Range {
        (self.min(), self.max())
    }

    pub fn holds(self, range: Range) -> bool {
        self.min() <= range.0 && range.1 <= self.max()
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(width) => write!(f, "i{width}"),
            Self::Index => f.write_str("index"),
        }
    }
}

/// The least and the greatest value, read as signed.
pub type Range = (i128, i128);

/// A value that can be used.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub r#type: Type,
    pub range: Range,
    /// Whether `affine` admits it as a dimension.
    pub affine: bool,
}

/// A function that is being written: its text so far, and what is in scope.
pub struct Body<'r> {
    pub rng: &'r mut Rng,
    pub text: String,
    pub scope: Vec<Var>,
    /// The types that this function works with.
    pub types: Vec<Type>,
    /// How many operations it may still get.
    pub left: i64,
    /// Whether constants of `index` fit in 32 bits: programs for either width.
    small: bool,
    depth: usize,
    next: usize,
    externals: BTreeSet<String>,
}

impl<'r> Body<'r> {
    pub fn new(rng: &'r mut Rng) -> Self {
        let types = palette(rng);
        let left = match rng.u32(..20) {
            0 => rng.i64(150..600),
            1..5 => rng.i64(60..200),
            _ => rng.i64(5..60),
        };
        let small = rng.u32(..3) > 0;
        Self {
            small,
            rng,
            text: String::new(),
            scope: Vec::new(),
            types,
            left,
            depth: 0,
            next: 0,
            externals: BTreeSet::new(),
        }
    }

    pub fn into_externals(self) -> BTreeSet<String> {
        self.externals
    }

    /// Whether something happens that does so once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(..n) == 0
    }

    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.rng.usize(..list.len())].clone()
    }

    pub fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// Writes a line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth + 1));
        self.text.push_str(line);
        self.text.push('\n');
        self.left -= 1;
    }

    /// Writes an operation with one result, which comes into scope.
    pub fn define(&mut self, r#type: Type, range: Range, operation: &str) -> Var {
        let name = self.fresh();
        self.line(&format!("{name} = {operation}"));
        self.bind(name, r#type, range)
    }

    /// Brings a value into scope. What is defined at the top of a function, `affine`
    /// admits as a dimension.
    pub fn bind(&mut self, name: String, r#type: Type, range: Range) -> Var {
        let range = if r#type.holds(range) && range.0 <= range.1 { range } else { r#type.range() };
        let affine = r#type == Type::Index && self.depth == 0;
        let var = Var { name, r#type, range, affine };
        self.scope.push(var.clone());
        var
    }

    /// Writes the body of a region; what it defines goes out of scope.
    pub fn region(&mut self, write: impl FnOnce(&mut Self)) {
        let visible = self.scope.len();
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.scope.truncate(visible);
    }

    /// How many regions are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// A type of the function's.
    pub fn a_type(&mut self) -> Type {
        let types = self.types.clone();
        self.pick(&types)
    }

    /// A value of a type that is in scope, recent ones more often.
    pub fn existing(&mut self, r#type: Type) -> Option<Var> {
        let count = self.scope.iter().filter(|v| v.r#type == r#type).count();
        if count == 0 {
            return None;
        }
        let mut all = self.scope.iter().filter(|v| v.r#type == r#type).rev();
        let reach = if self.rng.bool() { count.min(4) } else { count };
        all.nth(self.rng.usize(..reach)).cloned()
    }

    /// An argument of the function, about which least is known; else any value.
    pub fn unknown(&mut self, r#type: Type) -> Var {
        let all: Vec<Var> =
            self.scope.iter().filter(|v| v.r#type == r#type && v.name.starts_with("%a")).cloned().collect();
        if all.is_empty() || self.one_in(3) { self.value(r#type) } else { self.pick(&all) }
    }

    /// A value of a type: one in scope mostly, else a constant or a cast of another.
    pub fn value(&mut self, r#type: Type) -> Var {
        if !self.one_in(7)
            && let Some(var) = self.existing(r#type)
        {
            return var;
        }
        if self.one_in(3)
            && let Some(var) = self.cast_to(r#type)
        {
            return var;
        }
        self.constant(r#type)
    }

    /// A constant that leans to the interesting ones.
    pub fn constant(&mut self, r#type: Type) -> Var {
        let number = self.number(r#type);
        self.literal(r#type, number)
    }

    /// The constant of a number.
    pub fn literal(&mut self, r#type: Type, number: i128) -> Var {
        let narrow = Type::Int(32);
        let number = match r#type {
            Type::Index if self.small => number.clamp(narrow.min(), narrow.max()),
            _ => number,
        };
        let operation = match r#type {
            Type::BOOL => format!("arith.constant {}", number != 0),
            Type::Index if self.one_in(3) => format!("index.constant {number}"),
            _ => format!("arith.constant {number} : {type}"),
        };
        let var = self.define(r#type, (number, number), &operation);
        // Most are used where they were made, so that not everything is of constants.
        if !self.one_in(6) {
            self.scope.pop();
        }
        var
    }

    fn number(&mut self, r#type: Type) -> i128 {
        let width = r#type.width();
        let number = match self.rng.u32(..12) {
            0 => 0,
            1 => 1,
            2 => -1,
            3..6 => 1i128 << self.rng.u32(..width.min(8)),
            6 => (1i128 << self.rng.u32(..width)) + self.rng.i128(-1..=1),
            7 => r#type.max() - self.rng.i128(0..2),
            8 => r#type.min() + self.rng.i128(0..2),
            9 => -(1i128 << self.rng.u32(..width.min(16))),
            _ => self.rng.i128(-3..200),
        };
        number.clamp(r#type.min(), r#type.max())
    }

    /// A small positive constant.
    pub fn divisor(&mut self, r#type: Type) -> Var {
        let number = match self.rng.u32(..6) {
            0..4 => 1i128 << self.rng.u32(..r#type.width().min(8)),
            4 => self.rng.i128(1..12),
            _ => self.rng.i128(1..1000),
        };
        let number = number.clamp(1, r#type.max().max(1));
        self.literal(r#type, number)
    }

    /// A value that is positive: a constant, or made so, or (rarely) just any.
    pub fn positive(&mut self, r#type: Type) -> Var {
        match self.rng.u32(..12) {
            0 => self.value(r#type),
            1 | 2 => {
                let (value, one) = (self.value(r#type), self.literal(r#type, 1));
                let range = (1, value.range.1.max(1));
                self.binary("arith.maxsi", &value, &one, "", range)
            }
            3 => {
                let (value, mask) = (self.value(r#type), self.divisor(r#type));
                let rest = self.binary("arith.remui", &value, &mask, "", (0, mask.range.1 - 1));
                let one = self.literal(r#type, 1);
                let range = (1, mask.range.1);
                self.binary("arith.addi", &rest, &one, "", range)
            }
            _ => self.divisor(r#type),
        }
    }

    /// A value between 0 and a small number.
    pub fn natural(&mut self, r#type: Type, most: i128) -> Var {
        let known = self.scope.iter().filter(|v| v.r#type == r#type && v.range.0 >= 0 && v.range.1 <= most);
        let known: Vec<Var> = known.cloned().collect();
        if !known.is_empty() && !self.one_in(3) {
            return self.pick(&known);
        }
        let value = self.value(r#type);
        let most = most.min(r#type.max());
        if self.rng.bool() && (most & (most + 1)) == 0 {
            let mask = self.literal(r#type, most);
            return self.binary("arith.andi", &value, &mask, "", (0, most));
        }
        let bound = self.literal(r#type, most.max(1));
        self.binary("arith.remui", &value, &bound, "", (0, (most - 1).max(0)))
    }

    /// `op a, b flags : type`.
    pub fn binary(&mut self, op: &str, a: &Var, b: &Var, flags: &str, range: Range) -> Var {
        let text = format!("{op} {}, {}{flags} : {}", a.name, b.name, a.r#type);
        self.define(a.r#type, range, &text)
    }

    /// A comparison, of any two values of one type.
    pub fn condition(&mut self) -> Var {
        if self.one_in(5)
            && let Some(var) = self.existing(Type::BOOL)
        {
            return var;
        }
        let r#type = self.a_type();
        let (a, b) = (self.value(r#type), self.value(r#type));
        self.compare(&a, &b)
    }

    pub fn compare(&mut self, a: &Var, b: &Var) -> Var {
        let predicate = self.pick(&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]);
        self.compare_by(predicate, a, b)
    }

    pub fn compare_by(&mut self, predicate: &str, a: &Var, b: &Var) -> Var {
        let text = match a.r#type {
            Type::Index if self.one_in(4) => format!("index.cmp {predicate}({}, {})", a.name, b.name),
            r#type => format!("arith.cmpi {predicate}, {}, {} : {type}", a.name, b.name),
        };
        self.define(Type::BOOL, (-1, 0), &text)
    }

    /// Another type's value as one of `to`.
    pub fn cast_to(&mut self, to: Type) -> Option<Var> {
        let others: Vec<Var> = self.scope.iter().filter(|v| v.r#type != to).cloned().collect();
        if others.is_empty() {
            return None;
        }
        let from = self.pick(&others);
        Some(self.cast(&from, to))
    }

    pub fn cast(&mut self, from: &Var, to: Type) -> Var {
        let (signed, unsigned) =
            (from.range, if from.range.0 >= 0 { from.range } else { (0, unsigned_max(from)) });
        let (name, range) = match (from.r#type, to) {
            (a, b) if a == b => return from.clone(),
            (Type::Index, _) | (_, Type::Index) => match self.rng.u32(..8) {
                0 | 1 => ("arith.index_castui", unsigned),
                2 => ("index.casts", signed),
                3 => ("index.castu", unsigned),
                _ => ("arith.index_cast", signed),
            },
            (Type::Int(a), Type::Int(b)) if a < b => {
                if self.rng.bool() {
                    ("arith.extsi", signed)
                } else {
                    ("arith.extui", unsigned)
                }
            }
            _ => ("arith.trunci", signed),
        };
        let safe = name == "arith.trunci" && to.holds(from.range);
        let flags = if (safe && self.rng.bool()) || (name == "arith.trunci" && self.one_in(20)) {
            " overflow<nsw>"
        } else {
            ""
        };
        let text = format!("{name} {}{flags} : {} to {to}", from.name, from.r#type);
        self.define(to, range, &text)
    }

    /// Declares an external function that takes and returns numbers, and returns its name.
    pub fn external(&mut self, takes: &[Type], returns: Option<Type>) -> String {
        let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>();
        let name = format!("@ext_{}", list(takes).join("_"));
        let name = returns.map_or(name.clone(), |r| format!("{name}_to_{type}", r#type = r));
        let result = returns.map_or(String::new(), |r| format!(" -> {type}", r#type = r));
        self.externals.insert(format!("{name}({}){result}", list(takes).join(", ")));
        name
    }

    /// Passes values to an external function, which makes them visible.
    pub fn observe(&mut self, values: &[Var]) {
        let types: Vec<Type> = values.iter().map(|v| v.r#type).collect();
        let name = self.external(&types, None);
        let names: Vec<&str> = values.iter().map(|v| v.name.as_str()).collect();
        let types: Vec<String> = types.iter().map(Type::to_string).collect();
        self.line(&format!("func.call {name}({}) : ({}) -> ()", names.join(", "), types.join(", ")));
    }

    /// Assumes a condition.
    pub fn assume(&mut self, condition: &Var) {
        self.line(&format!("llvm.intr.assume {} : i1", condition.name));
    }
}

/// The greatest value when read as unsigned.
fn unsigned_max(var: &Var) -> i128 {
    (1i128 << var.r#type.width()) - 1
}

/// One to three types, the common ones more often.
fn palette(rng: &mut Rng) -> Vec<Type> {
    let mut types = Vec::new();
    for _ in 0..rng.usize(1..4) {
        types.push(match rng.u32(..16) {
            0..5 => Type::Index,
            5..9 => Type::Int(32),
            9..12 => Type::Int(64),
            12 => Type::Int(16),
            13 => Type::Int(8),
            14 => Type::Int(33),
            _ => Type::Int(5),
        });
    }
    types
}
