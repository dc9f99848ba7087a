//! Functions, loops, branches and assumptions.

use super::body::{Body, Range, Type, Var};

/// Deepest nesting of regions.
const DEEPEST: usize = 3;

impl Body<'_> {
    /// A function of arguments of its types, whose results are some of its values.
    pub fn function(&mut self, name: &str) -> String {
        let arguments = self.arguments();
        let header: Vec<String> = arguments.iter().map(|a| format!("{}: {}", a.name, a.r#type)).collect();
        self.assume_about_arguments(&arguments);
        while self.left > 0 {
            self.statement();
        }
        if self.one_in(12) && self.depth() == 0 {
            self.blocks();
        }
        let results = self.results();
        let names: Vec<&str> = results.iter().map(|r| r.name.as_str()).collect();
        let types: Vec<String> = results.iter().map(|r| r.r#type.to_string()).collect();
        self.line(&format!("return {} : {}", names.join(", "), types.join(", ")));
        let body = std::mem::take(&mut self.text);
        format!("func.func @{name}({}) -> ({}) {{\n{body}}}\n", header.join(", "), types.join(", "))
    }

    fn arguments(&mut self) -> Vec<Var> {
        let count = self.rng.usize(1..5);
        (0..count)
            .map(|i| {
                let r#type = if self.one_in(12) { Type::BOOL } else { self.a_type() };
                self.bind(format!("%a{i}"), r#type, r#type.range())
            })
            .collect()
    }

    /// Some values that are worth returning: recent ones, and comparisons of them.
    pub fn results(&mut self) -> Vec<Var> {
        let count = self.rng.usize(1..4);
        (0..count)
            .map(|_| {
                let r#type = if self.one_in(4) { Type::BOOL } else { self.a_type() };
                match self.existing(r#type) {
                    Some(var) => var,
                    None => self.constant(r#type),
                }
            })
            .collect()
    }

    /// Bounds of arguments, assumed where they come in: most inputs keep them.
    fn assume_about_arguments(&mut self, arguments: &[Var]) {
        for argument in arguments {
            if argument.r#type == Type::BOOL || !self.one_in(5) {
                continue;
            }
            let (predicate, number) = match self.rng.u32(..6) {
                0..3 => ("sge", self.pick(&[0, 0, 1, -8])),
                3 => ("sgt", self.pick(&[0, 0, -1])),
                4 => ("slt", argument.r#type.max() / 2),
                _ => ("ult", argument.r#type.max() / 2),
            };
            let number = number.clamp(argument.r#type.min(), argument.r#type.max());
            let bound = self.literal(argument.r#type, number);
            let condition = self.compare_by(predicate, argument, &bound);
            self.assume(&condition);
            let range = match predicate {
                "sge" => (number, argument.range.1),
                "sgt" => (number + 1, argument.range.1),
                "slt" => (argument.range.0, number - 1),
                _ => (0, number - 1),
            };
            for var in &mut self.scope {
                if var.name == argument.name && range.0 <= range.1 {
                    var.range = range;
                }
            }
        }
    }

    /// One statement: an operation mostly.
    pub fn statement(&mut self) {
        let nested = self.depth() < DEEPEST;
        match self.rng.u32(..100) {
            0..52 => {
                let r#type = if self.one_in(15) { Type::BOOL } else { self.a_type() };
                self.arithmetic(r#type);
            }
            52..74 => self.idiom(),
            74..79 if nested => self.branch(),
            79..84 if nested => self.counted_loop(),
            84..87 if nested => self.affine_loop(),
            87 if nested => self.while_loop(),
            88 if nested => self.switch(),
            89 if nested => self.guarded(),
            90 => self.late_assumption(),
            91 => self.sure_assumption(),
            92..95 => {
                let r#type = self.a_type();
                let value = self.value(r#type);
                self.observe(&[value]);
            }
            95 => self.ask(),
            _ => {
                self.condition();
            }
        }
    }

    fn statements(&mut self) {
        for _ in 0..self.rng.usize(1..6) {
            if self.left > 0 {
                self.statement();
            }
        }
    }

    /// A number from outside.
    fn ask(&mut self) {
        let r#type = self.a_type();
        let value = self.value(r#type);
        let name = self.external(&[r#type], Some(r#type));
        let text = format!("func.call {name}({}) : ({type}) -> {type}", value.name);
        self.define(r#type, r#type.range(), &text);
    }

    /// `scf.if`, with or without results.
    fn branch(&mut self) {
        let condition = self.condition();
        let carried = if self.one_in(3) { None } else { Some(self.a_type()) };
        self.scf_if(&condition, carried, |body| body.statements());
    }

    fn scf_if(
        &mut self,
        condition: &Var,
        carried: Option<Type>,
        mut write: impl FnMut(&mut Self),
    ) -> Option<Var> {
        let result = self.fresh();
        let Some(r#type) = carried else {
            self.line(&format!("scf.if {} {{", condition.name));
            self.region(|body| {
                write(body);
                body.observe_something();
            });
            self.line("}");
            return None;
        };
        self.line(&format!("{result} = scf.if {} -> ({type}) {{", condition.name));
        let mut range = (i128::MAX, i128::MIN);
        for arm in 0..2 {
            self.region(|body| {
                write(body);
                let value = body.value(r#type);
                range = (range.0.min(value.range.0), range.1.max(value.range.1));
                body.line(&format!("scf.yield {} : {type}", value.name));
            });
            self.line(if arm == 0 { "} else {" } else { "}" });
        }
        Some(self.bind(result, r#type, range))
    }

    fn observe_something(&mut self) {
        let r#type = self.a_type();
        if let Some(value) = self.existing(r#type) {
            self.observe(&[value]);
        }
    }

    /// Lower bound, upper bound and step of a loop of few iterations.
    fn bounds(&mut self, r#type: Type, unsigned: bool) -> ([Var; 3], Range) {
        let step = self.pick(&[1, 1, 1, 2, 3, 4]).min(r#type.max().max(1));
        let long = (r#type.max() / 8).max(1);
        match self.rng.u32(..10) {
            // An unknown bound, and steps so large that there are few.
            0 | 1 => {
                let (lower, upper) = (self.literal(r#type, 0), self.value(r#type));
                let step = self.literal(r#type, long);
                let range = if unsigned { r#type.range() } else { (0, upper.range.1 - 1) };
                ([lower, upper, step], range)
            }
            // Up to the end of the type.
            2 => {
                let end = r#type.max() - self.rng.i128(0..2);
                let start = (end - self.rng.i128(1..12)).max(r#type.min());
                let bounds = [start, end, step].map(|n| self.literal(r#type, n));
                (bounds, (start, end - 1))
            }
            // Over the sign, as an unsigned number.
            3..6 if unsigned => {
                let start = r#type.max() - self.rng.i128(0..4).min(r#type.max());
                let end = r#type.min() + self.rng.i128(0..6).min(r#type.max());
                (([start, end, step]).map(|n| self.literal(r#type, n)), r#type.range())
            }
            4..7 => {
                let lower = self.natural(r#type, 8);
                let upper = self.natural(r#type, 16);
                let step = self.literal(r#type, step);
                let range = (lower.range.0, (upper.range.1 - 1).max(lower.range.0));
                ([lower, upper, step], range)
            }
            _ => {
                let start = self.pick(&[0, 0, 0, 1, -4, 5]).clamp(r#type.min(), r#type.max());
                let start = if unsigned { start.max(0) } else { start };
                let end = (start + self.rng.i128(0..14)).min(r#type.max());
                let bounds = [start, end, step].map(|n| self.literal(r#type, n));
                (bounds, (start, (end - 1).max(start)))
            }
        }
    }

    /// `scf.for`, carrying a value mostly; sometimes `scf.parallel` or `scf.forall`.
    fn counted_loop(&mut self) {
        let r#type = if self.rng.bool() { Type::Index } else { self.a_type() };
        let unsigned = self.one_in(4);
        let (bounds, range) = self.bounds(r#type, unsigned);
        let [lower, upper, step] = &bounds;
        let variable = self.fresh();
        if r#type == Type::Index && !unsigned && self.one_in(5) {
            let head = match self.rng.bool() {
                true => format!(
                    "scf.parallel ({variable}) = ({}) to ({}) step ({}) {{",
                    lower.name, upper.name, step.name
                ),
                false => format!(
                    "scf.forall ({variable}) = ({}) to ({}) step ({}) {{",
                    lower.name, upper.name, step.name
                ),
            };
            self.line(&head);
            self.region(|body| {
                body.bind(variable, r#type, range);
                body.statements();
                body.observe_something();
            });
            self.line("}");
            return;
        }
        let carried = self.a_type();
        let initial = self.value(carried);
        let (result, argument) = (self.fresh(), self.fresh());
        let kind = if r#type == Type::Index { String::new() } else { format!(" : {type}") };
        self.line(&format!(
            "{result} = scf.for {}{variable} = {} to {} step {} iter_args({argument} = {}) -> ({carried}){kind} {{",
            if unsigned { "unsigned " } else { "" },
            lower.name,
            upper.name,
            step.name,
            initial.name
        ));
        self.loop_body(&variable, r#type, range, &argument, carried, "scf.yield");
        self.line("}");
        self.bind(result, carried, carried.range());
    }

    fn loop_body(
        &mut self,
        variable: &str,
        r#type: Type,
        range: Range,
        argument: &str,
        carried: Type,
        end: &str,
    ) {
        self.region(|body| {
            let mut variable = body.bind(variable.into(), r#type, range);
            // The variable of an affine loop is a dimension.
            variable.affine = end.starts_with("affine");
            if let Some(last) = body.scope.last_mut() {
                last.affine = variable.affine;
            }
            let argument = body.bind(argument.into(), carried, carried.range());
            if body.rng.bool() {
                let value = body.cast(&variable, carried);
                body.bitwise("xori", &argument, &value);
            }
            if body.one_in(3) {
                // What is folded if the variable's range is taken wrong.
                let zero = body.literal(r#type, 0);
                let negative = body.compare_by("slt", &variable, &zero);
                body.observe(&[negative]);
            }
            body.statements();
            let value = body.value(carried);
            body.line(&format!("{end} {} : {carried}", value.name));
        });
    }

    /// `affine.for`, `affine.parallel` or `affine.if`.
    fn affine_loop(&mut self) {
        let operands = self.affine_operands();
        let Some(operand) = operands.first().cloned() else { return self.counted_loop() };
        let (variable, result, argument) = (self.fresh(), self.fresh(), self.fresh());
        let (low, high, step) = (self.rng.i128(-2..3), self.rng.i128(3..12), self.rng.i128(1..4));
        match self.rng.u32(..6) {
            0 => {
                let set = self.pick(&["d0 - 3 >= 0", "d0 mod 2 == 0", "d0 >= 0, 16 - d0 >= 0"]);
                let carried = self.a_type();
                self.line(&format!(
                    "{result} = affine.if affine_set<(d0) : ({set})>({}) -> {carried} {{",
                    operand.name
                ));
                for arm in 0..2 {
                    self.region(|body| {
                        body.statements();
                        let value = body.value(carried);
                        body.line(&format!("affine.yield {} : {carried}", value.name));
                    });
                    self.line(if arm == 0 { "} else {" } else { "}" });
                }
                self.bind(result, carried, carried.range());
            }
            1 => {
                self.line(&format!("affine.parallel ({variable}) = ({low}) to ({high}) step ({step}) {{"));
                self.region(|body| {
                    let bound = body.bind(variable, Type::Index, (low, high - 1));
                    if let Some(last) = body.scope.last_mut() {
                        *last = Var { affine: true, ..bound };
                    }
                    body.statements();
                    body.observe_something();
                });
                self.line("}");
            }
            kind => {
                let upper = match kind {
                    2 => format!("min affine_map<(d0) -> (d0, {high})>({})", operand.name),
                    3 => format!("min affine_map<(d0) -> (d0 floordiv 4, {high})>({})", operand.name),
                    _ => high.to_string(),
                };
                let carried = self.a_type();
                let initial = self.value(carried);
                self.line(&format!(
                    "{result} = affine.for {variable} = {low} to {upper} step {step} iter_args({argument} = {}) -> ({carried}) {{",
                    initial.name
                ));
                self.loop_body(&variable, Type::Index, (low, high - 1), &argument, carried, "affine.yield");
                self.line("}");
                self.bind(result, carried, carried.range());
            }
        }
    }

    /// `scf.while` that halves or counts down.
    fn while_loop(&mut self) {
        let r#type = self.a_type();
        let start = self.natural(r#type, 31);
        let (result, argument) = (self.fresh(), self.fresh());
        self.line(&format!("{result} = scf.while ({argument} = {}) : ({type}) -> {type} {{", start.name));
        self.region(|body| {
            let argument = body.bind(argument.clone(), r#type, r#type.range());
            let zero = body.literal(r#type, 0);
            let condition = body.compare_by("sgt", &argument, &zero);
            body.line(&format!("scf.condition({}) {} : {type}", condition.name, argument.name));
        });
        self.line("} do {");
        let inner = self.fresh();
        self.line(&format!("^bb0({inner}: {type}):"));
        self.region(|body| {
            let variable = body.bind(inner, r#type, (1, r#type.max()));
            body.statements();
            let by = body.literal(r#type, 2.min(r#type.max()));
            let next = body.divide("divsi", &variable, &by);
            body.line(&format!("scf.yield {} : {type}", next.name));
        });
        self.line("}");
        self.bind(result, r#type, r#type.range());
    }

    fn switch(&mut self) {
        let index = self.natural(Type::Index, 3);
        let carried = self.a_type();
        let result = self.fresh();
        self.line(&format!("{result} = scf.index_switch {} -> {carried}", index.name));
        for head in ["case 0 {", "case 2 {", "default {"] {
            self.line(head);
            self.region(|body| {
                body.statements();
                let value = body.value(carried);
                body.line(&format!("scf.yield {} : {carried}", value.name));
            });
            self.line("}");
        }
        self.bind(result, carried, carried.range());
    }

    /// Promises that only a branch keeps: `if x < n { … nsw … }`.
    fn guarded(&mut self) {
        let r#type = self.a_type();
        if r#type == Type::BOOL {
            return;
        }
        let x = self.value(r#type);
        let limit = self.literal(r#type, r#type.max() / 8);
        let condition = self.compare_by("ult", &x, &limit);
        self.scf_if(&condition, Some(r#type), |body| {
            let factor = body.literal(r#type, 3.min(r#type.max()));
            let product = body.binary("arith.muli", &x, &factor, " overflow<nsw>", r#type.range());
            let quotient = body.divide("floordivsi", &product, &factor);
            body.compare(&x, &quotient);
        });
    }

    /// What a value is compared by, then something that may not come back, then an
    /// assumption about the value.
    fn late_assumption(&mut self) {
        let r#type = self.a_type();
        let x = self.value(r#type);
        let bound = self.literal(r#type, 0);
        let condition = self.compare_by("slt", &x, &bound);
        let flag = self.cast(&condition, Type::Int(32));
        let variable = self.fresh();
        let head = match self.rng.u32(..4) {
            0 => format!("affine.for {variable} = 0 to 2 {{"),
            1 => format!("affine.parallel ({variable}) = (0) to (2) {{"),
            2 => {
                let [low, high, step] = [0, 2, 1].map(|n| self.literal(Type::Index, n));
                format!("scf.for {variable} = {} to {} step {} {{", low.name, high.name, step.name)
            }
            _ => "scf.execute_region {".into(),
        };
        let execute = head.starts_with("scf.execute");
        self.line(&head);
        self.region(|body| {
            body.observe(std::slice::from_ref(&flag));
            if execute {
                body.line("scf.yield");
            }
        });
        self.line("}");
        let predicate = self.pick(&["sge", "sgt", "sge", "slt"]);
        let condition = self.compare_by(predicate, &x, &bound);
        self.assume(&condition);
    }

    /// An assumption that always holds, or (rarely) not.
    fn sure_assumption(&mut self) {
        let r#type = self.a_type();
        let x = self.value(r#type);
        let rash = self.one_in(6);
        let number = if rash { x.range.1 / 2 } else { x.range.1 };
        let bound = self.literal(r#type, number);
        let condition = self.compare_by("sle", &x, &bound);
        self.assume(&condition);
    }

    /// Blocks and branches between them, after which the function goes on in the last.
    fn blocks(&mut self) {
        let r#type = self.a_type();
        let (start, condition) = (self.value(r#type), self.condition());
        let labels = [self.fresh(), self.fresh(), self.fresh()].map(|l| l.replace('%', "^b"));
        let [left, right, end] = &labels;
        let (l, r, e) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!(
            "cf.cond_br {}, {left}({} : {type}), {right}({} : {type})",
            condition.name, start.name, start.name
        ));
        for (label, argument) in [(left, l), (right, r)] {
            self.line(&format!("{label}({argument}: {type}):"));
            self.region(|body| {
                body.bind(argument, r#type, r#type.range());
                for _ in 0..3 {
                    body.arithmetic(r#type);
                }
                let value = body.value(r#type);
                body.line(&format!("cf.br {end}({} : {type})", value.name));
            });
        }
        self.line(&format!("{end}({e}: {type}):"));
        self.bind(e, r#type, r#type.range());
        self.arithmetic(r#type);
    }
}
