//! Layouts: static, of dynamic size, swizzled, unknown; their algebra; across functions.

use layout_algebra::{AnyLayout, Layout, Tiler};
use layout_dialect::ops::{Attributes, named};
use layout_dialect::{Known, infer, parse_type};

use super::Rng;
use super::body::{Body, Type, Var};

/// A layout in scope.
#[derive(Clone, Debug)]
struct LayoutVar {
    name: String,
    layout: AnyLayout,
}

impl LayoutVar {
    fn r#type(&self) -> String {
        format!("!layout<{}>", self.layout)
    }
}

/// A module of functions with layouts.
pub fn module(rng: &mut Rng) -> String {
    match rng.u32(..10) {
        0..5 => one_function(rng),
        5 | 6 => across_functions(rng),
        7 => in_memory(rng),
        _ => unknown(rng),
    }
}

/// One function that makes layouts and takes indices.
fn one_function(rng: &mut Rng) -> String {
    let mut body = indices(rng);
    let mut layouts: Vec<LayoutVar> = Vec::new();
    for _ in 0..body.rng.usize(1..4) {
        if body.one_in(4) {
            let condition = body.condition();
            guarded_index(&mut body, &condition);
        }
        let made = body.layout();
        layouts.push(made);
        for _ in 0..body.rng.usize(..4) {
            let a = body.pick(&layouts);
            let b = body.pick(&layouts);
            layouts.extend(body.algebra(&a, &b));
        }
        for _ in 0..body.rng.usize(1..4) {
            let layout = body.pick(&layouts);
            body.take_index(&layout);
            body.statement();
        }
    }
    if body.one_in(3) {
        in_a_loop(&mut body);
    }
    if body.one_in(3) {
        by_hand(&mut body);
    }
    finish(body, "")
}

/// An index of a layout whose size may be anything, kept only where it is positive.
fn guarded_index(body: &mut Body<'_>, condition: &Var) {
    let layout = body.layout();
    let index = body.take_index(&layout);
    let zero = body.literal(Type::Index, 0);
    body.choose(condition, &index, &zero);
}

/// An index of a layout, and the same by hand: the first is poison where a promise is broken.
fn by_hand(body: &mut Body<'_>) {
    let (div, max) = (body.pick(&[1, 3, 4, 8]), body.pick(&[16, 100, i64::MAX]));
    let facts = if max == i64::MAX { format!("div={div}") } else { format!("div={div},max={max}") };
    let (natural, least) = (body.natural(Type::Index, 99), body.literal(Type::Index, div.into()));
    let operation = body.pick(&["arith.maxsi", "arith.addi"]);
    let size = body.binary(operation, &natural, &least, "", (div.into(), 99 + i128::from(div)));
    let (row, column) = (body.natural(Type::Index, 3), body.natural(Type::Index, 8));
    let (layout, index) = (body.fresh(), body.fresh());
    let r#type = format!("!layout<(?{{{facts}}},8):(1,s0)>");
    body.line(&format!("{layout} = layout.make({}) : {type}", size.name));
    body.line(&format!("{index} = layout.crd2idx {layout}({}, {}) : {type}", row.name, column.name));
    let index = body.bind(index, Type::Index, Type::Index.range());
    let product = body.mul(&size, &column);
    let sum = body.add(&product, &row);
    for value in [index, product, sum] {
        if body.rng.bool() {
            body.observe(&[value]);
        }
    }
}

/// A layout made in a loop that may not run.
fn in_a_loop(body: &mut Body<'_>) {
    let (n, m) = (body.value(Type::Index), body.value(Type::Index));
    let (zero, one) = (body.literal(Type::Index, 0), body.literal(Type::Index, 4));
    let count = body.binary("arith.minsi", &n, &one, "", (-4, 4));
    let step = body.literal(Type::Index, 1);
    let (variable, layout, index) = (body.fresh(), body.fresh(), body.fresh());
    let r#type = "!layout<(?,?):(s1,1)>";
    body.line(&format!("scf.for {variable} = {} to {} step {} {{", zero.name, count.name, step.name));
    body.region(|body| {
        body.line(&format!("{layout} = layout.make({}, {}) : {type}", n.name, m.name));
        body.line(&format!("{index} = layout.crd2idx {layout}({}) : {type}", step.name));
        let index = body.bind(index, Type::Index, Type::Index.range());
        body.observe(&[index]);
    });
    body.line("}");
}

/// Layouts as arguments and results, by calls, by pointers, by launches.
fn across_functions(rng: &mut Rng) -> String {
    let mut body = indices(rng);
    let layout = body.layout();
    let (r#type, coord) = (layout.r#type(), "(%i)");
    let callee = format!(
        "func.func @callee(%l: {type}, %i: index) -> index {{\n  %c = layout.crd2idx %l{coord} : {type}\n  return %c : index\n}}\n\
         func.func @same(%l: {type}) -> {type} {{\n  return %l : {type}\n}}\n"
    );
    let signature = format!("({type}, index) -> index");
    let index = body.natural(Type::Index, 8);
    let mut other = layout.clone();
    if body.rng.bool() {
        other.name = body.fresh();
        body.line(&format!("{} = func.call @same({}) : ({type}) -> {type}", other.name, layout.name));
    }
    let (mut outside, mut kernel) = (String::new(), String::new());
    match body.rng.u32(..6) {
        0..3 => {
            let text = format!("func.call @callee({}, {}) : {signature}", other.name, index.name);
            body.define(Type::Index, Type::Index.range(), &text);
        }
        3 => {
            let pointer = body.fresh();
            body.line(&format!("{pointer} = func.constant @callee : {signature}"));
            let text = format!("func.call_indirect {pointer}({}, {}) : {signature}", other.name, index.name);
            body.define(Type::Index, Type::Index.range(), &text);
        }
        4 => {
            outside = format!("func.func private @outside({type}, index)\n");
            body.line(&format!("func.call @outside({}, {}) : ({type}, index) -> ()", other.name, index.name));
        }
        _ => {
            kernel = format!(
                "gpu.module @k {{\ngpu.func @kern(%l: {type}, %m: memref<64xindex>) kernel {{\n  %t = gpu.thread_id x\n  \
                 %c = layout.crd2idx %l(%t) : {type}\n  memref.store %c, %m[%t] : memref<64xindex>\n  gpu.return\n}}\n}}\n"
            );
            let one = body.literal(Type::Index, 1);
            let one = one.name;
            body.line(&format!(
                "gpu.launch_func @k::@kern blocks in ({one}, {one}, {one}) threads in ({one}, {one}, {one}) args({} : {type}, %m : memref<64xindex>)",
                other.name
            ));
        }
    }
    body.take_index(&other);
    if kernel.is_empty() {
        outside + &callee + &finish(body, "")
    } else {
        let text = finish(body, ", %m: memref<64xindex>");
        format!("module attributes {{gpu.container_module}} {{\n{kernel}{callee}{text}}}\n")
    }
}

/// Memrefs with a layout of the dialect, read and written at computed indices.
fn in_memory(rng: &mut Rng) -> String {
    let mut body = indices(rng);
    let layout =
        body.pick(&["(8,16):(16,1)", "(8,16):(1,8)", "(8,(2,8)):(2,(1,16))", "S<2,1,3> o 0 o (8,16):(16,1)"]);
    let r#type = format!("memref<8x16xi32, #layout<{layout}>>");
    body.types.push(Type::Int(32));
    for _ in 0..body.rng.usize(1..5) {
        let (i, j) = (body.natural(Type::Index, 8), body.natural(Type::Index, 16));
        let value = body.value(Type::Int(32));
        let within = i.range.1 < 8 && j.range.1 < 16;
        if !within && !body.one_in(8) {
            continue;
        }
        body.line(&format!("memref.store {}, %m[{}, {}] : {type}", value.name, i.name, j.name));
        let load = format!("memref.load %m[{}, {}] : {type}", i.name, j.name);
        body.define(Type::Int(32), Type::Int(32).range(), &load);
        body.statement();
    }
    finish(body, &format!(", %m: {type}"))
}

/// Operations on a layout of which nothing is known.
fn unknown(rng: &mut Rng) -> String {
    let mut body = indices(rng);
    let mut name = "%u".to_string();
    for _ in 0..body.rng.usize(1..4) {
        let next = body.fresh();
        let (operation, coordinate) = match body.rng.u32(..8) {
            0 => (format!("layout.coalesce {name} : !layout<*>"), 1),
            1 => (format!("layout.flatten {name} : !layout<*>"), 1),
            2 => {
                let inverse = body.fresh();
                body.line(&format!("{inverse} = layout.right_inverse {name} : !layout<*>"));
                (format!("layout.composition {name}, {inverse} : !layout<*>, !layout<*>"), 1)
            }
            3 => (format!("layout.right_inverse {name} : !layout<*>"), 1),
            4 => {
                let by = body.fresh();
                let layout = body.pick(&["(4,2):(2,1)", "8:1", "(2,4):(1,2)"]);
                body.line(&format!("{by} = layout.make : !layout<{layout}>"));
                (format!("layout.composition {name}, {by} : !layout<*>, !layout<{layout}>"), 1)
            }
            5 => (format!("layout.composition {name} : !layout<*> by #layout.tile<[4:1, 2:1]>"), 2),
            6 => (format!("layout.logical_divide {name} : !layout<*> by #layout.tile<[4:1, _]>"), 2),
            _ => (format!("layout.zipped_divide {name} : !layout<*> by #layout.tile<[4:1, 2:1]>"), 4),
        };
        body.line(&format!("{next} = {operation}"));
        name = next;
        // After an operation of one mode the nesting is not known; stay at integers.
        for _ in 0..body.rng.usize(1..3) {
            let index: Vec<Var> = (0..coordinate).map(|_| body.natural(Type::Index, 2)).collect();
            let n = |i: usize| index[i].name.clone();
            let coord = match coordinate {
                1 => format!("({})", n(0)),
                2 => format!("({}, {})", n(0), n(1)),
                _ => format!("(({}, {}), ({}, {}))", n(0), n(1), n(2), n(3)),
            };
            let text = format!("layout.crd2idx {name}{coord} : !layout<*>");
            body.define(Type::Index, Type::Index.range(), &text);
        }
        if coordinate != 1 {
            break;
        }
    }
    body.statement();
    finish(body, ", %u: !layout<*>")
}

/// A function over indices, with three of them as arguments.
fn indices(rng: &mut Rng) -> Body<'_> {
    let mut body = Body::new(rng);
    body.types = vec![Type::Index];
    for i in 0..3 {
        body.bind(format!("%a{i}"), Type::Index, Type::Index.range());
    }
    body
}

fn finish(mut body: Body<'_>, more: &str) -> String {
    let results = body.results();
    let types: Vec<String> = results.iter().map(|r| r.r#type.to_string()).collect();
    let names: Vec<&str> = results.iter().map(|r| r.name.as_str()).collect();
    body.line(&format!("return {} : {}", names.join(", "), types.join(", ")));
    let text = std::mem::take(&mut body.text);
    let function = format!(
        "func.func @f(%a0: index, %a1: index, %a2: index{more}) -> ({}) {{\n{text}}}\n",
        types.join(", ")
    );
    super::declarations(&body.into_externals()) + &function
}

impl Body<'_> {
    /// A layout, with values for its symbols.
    fn layout(&mut self) -> LayoutVar {
        let layout = loop {
            let text = if self.rng.bool() { self.static_text() } else { self.dynamic_text() };
            if let Ok(Known::Layout(layout)) = parse_type(&text) {
                break layout;
            }
        };
        let symbols = layout.symbols();
        let values: Vec<String> = symbols
            .iter()
            .map(|s| {
                let (div, min, max) = (s.facts.div, s.facts.min.max(1), s.facts.max);
                self.symbol(div.into(), min.into(), max.into()).name
            })
            .collect();
        let name = self.fresh();
        let operands = if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) };
        self.line(&format!("{name} = layout.make{operands} : !layout<{layout}>"));
        LayoutVar { name, layout }
    }

    /// A value that keeps a symbol's facts, or (less often) any.
    fn symbol(&mut self, div: i128, min: i128, max: i128) -> Var {
        let first = (min + div - 1) / div * div;
        match self.rng.u32(..8) {
            0 => self.value(Type::Index),
            1..4 => {
                let number = first + div * self.rng.i128(0..6);
                self.literal(Type::Index, if number <= max { number } else { first })
            }
            _ => {
                let natural = self.natural(Type::Index, 15);
                let factor = self.literal(Type::Index, div);
                let multiple = self.mul(&natural, &factor);
                let first = self.literal(Type::Index, first);
                let value = self.add(&multiple, &first);
                if value.range.1 <= max { value } else { first }
            }
        }
    }

    fn static_text(&mut self) -> String {
        let size =
            |body: &mut Self| body.pick(&["1", "2", "2", "3", "4", "4", "5", "8", "16", "32"]).to_string();
        let mode = |body: &mut Self| match body.rng.u32(..4) {
            0 => format!("({},{})", size(body), size(body)),
            _ => size(body),
        };
        let modes: Vec<String> = (0..self.rng.usize(1..4)).map(|_| mode(self)).collect();
        let shape = if modes.len() == 1 { modes[0].clone() } else { format!("({})", modes.join(",")) };
        let swizzle = match self.rng.u32(..5) {
            0 => self.pick(&[
                "S<1,0,1> o 0 o ",
                "S<2,0,3> o 0 o ",
                "S<3,3,3> o 0 o ",
                "S<1,1,-2> o 0 o ",
                "S<2,1,4> o 8 o ",
            ]),
            _ => "",
        };
        match self.rng.u32(..3) {
            0 => format!("{swizzle}{shape}"),
            1 => {
                // The same nesting, with other numbers.
                let numbers = ["0", "1", "2", "4", "8", "16", "32", "64", "3", "10"];
                let mut stride = String::new();
                let mut in_number = false;
                for c in shape.chars() {
                    let digit = c.is_ascii_digit();
                    if digit && !in_number {
                        stride.push_str(self.pick(&numbers));
                    } else if !digit {
                        stride.push(c);
                    }
                    in_number = digit;
                }
                format!("{swizzle}{shape}:{stride}")
            }
            _ => {
                let tuple: Result<layout_algebra::IntTuple, _> =
                    layout_algebra::Parser::whole(&shape, |p| p.tuple(layout_algebra::SymbolFacts::SIZE));
                let right = tuple.ok().and_then(|t| Layout::right(&t).ok());
                right.map_or_else(|| format!("{swizzle}{shape}"), |l| format!("{swizzle}{l}"))
            }
        }
    }

    fn dynamic_text(&mut self) -> String {
        self.pick(&[
            "(?,?):(s1,1)",
            "(?,?):(1,s0)",
            "(?{div=8},?):(1,s0)",
            "(?,4):(4,1)",
            "(4,?):(1,4)",
            "(?{div=16},?{div=8}):(s1,1)",
            "(8,?):(?,1)",
            "((2,?),4):((1,8),2)",
            "(?{max=64},?{min=2}):(s1,1)",
            "?:1",
            "?{div=4}:2",
            "(?,?,?):(s1*s2,s2,1)",
            "(?,(4,?)):((s1),(1,4))",
            "S<2,0,3> o 0 o (?,8):(8,1)",
            "S<3,3,3> o 0 o (8,?{div=64}):(s0,1)",
            "(?{div=4,max=1024},2):(2,1)",
        ])
        .to_string()
    }

    /// The result of an operation, if the algebra has one.
    fn algebra(&mut self, a: &LayoutVar, b: &LayoutVar) -> Option<LayoutVar> {
        let known = Known::Layout(a.layout.clone());
        let of_type = a.r#type();
        let tile =
            self.pick(&["[4:1]", "[2:1, 2:1]", "[2:1, _]", "[_, 4:1]", "[2:2, 3:1]", "4:1", "[8:1, 8:1]"]);
        let parsed: Option<Tiler> = tile.parse().ok();
        let alone = Attributes::default();
        // Four threads of a pair of elements, as wide as the instruction moves at once.
        let [threads, values] = ["(2,2):(2,1)", "(1,2):(1,1)"].map(|text| text.parse::<AnyLayout>().ok());
        let by_tile = Attributes { tile: parsed.as_ref(), ..Attributes::default() };
        let divided = Attributes { cover: self.one_in(3), ..by_tile.clone() };
        let (op, second, attributes) = match self.rng.u32(..20) {
            0 | 1 => ("coalesce", false, alone),
            2 => ("flatten", false, alone),
            3 => ("right_inverse", false, alone),
            4 => ("left_inverse", false, alone),
            5 => ("complement", false, Attributes { range: Some(64), ..alone }),
            6 => ("composition", true, alone),
            7 => ("composition", false, by_tile),
            8 => ("logical_divide", false, divided),
            9 | 10 => ("zipped_divide", false, divided),
            11 => ("tiled_divide", false, divided),
            12 => ("logical_product", true, alone),
            13 => ("blocked_product", true, alone),
            14 => ("raked_product", true, alone),
            15 => {
                let rank = a.layout.domain().rank() as i64;
                let modes = (0..self.rng.usize(1..4)).map(|_| self.rng.i64(0..rank.max(1))).collect();
                ("select", false, Attributes { modes: Some(modes), ..alone })
            }
            19 => {
                let part = self.pick(&["source", "destination"]).to_string();
                let stated = Attributes {
                    part: Some(part),
                    atom: Some("UniversalCopy<uint32_t>".into()),
                    bits: Some(16),
                    threads: threads.as_ref(),
                    values: values.as_ref(),
                    cover: self.one_in(3),
                    ..alone
                };
                ("tiled_copy", false, stated)
            }
            18 => {
                let rank = a.layout.domain().rank() as i64;
                ("coordinate", false, Attributes { modes: Some(vec![self.rng.i64(0..rank.max(1))]), ..alone })
            }
            number => {
                let order = self.pick(&[None, Some([0, 1]), Some([1, 0])]).map(|o| o.to_vec());
                let shape = self.pick(&[[4, 4], [8, 16], [16, 32], [12, 20], [64, 64]]).to_vec();
                let shape = (number == 16).then_some(shape);
                ("tile_to_shape", shape.is_none(), Attributes { shape, order, ..alone })
            }
        };
        let mut operands = vec![known];
        if second {
            operands.push(Known::Layout(b.layout.clone()));
        }
        let same = second && a.name == b.name;
        let inferred = infer(named(op)?, &operands.iter().collect::<Vec<_>>(), same, &attributes).ok()??;
        let name = self.fresh();
        let list = |open: &str, numbers: &[i64], close: &str| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("{open}{}{close}", numbers.join(", "))
        };
        let part = attributes.part.as_ref().map_or(String::new(), |part| format!("{part} "));
        let mut text = format!("layout.{op} {part}{}", a.name);
        match (second, op) {
            (true, "tile_to_shape") => text += &format!(" to {}", b.name),
            (true, _) => text += &format!(", {}", b.name),
            _ => {}
        }
        text += &attributes.range.map_or(String::new(), |range| format!(" in {range}"));
        text += &attributes.modes.map_or(String::new(), |modes| list(" [", &modes, "]"));
        text += &attributes.shape.map_or(String::new(), |shape| list(" to (", &shape, ")"));
        text += &attributes.order.map_or(String::new(), |order| list(" order (", &order, ")"));
        text += &format!(" : {of_type}");
        if second {
            text += &format!(", {}", b.r#type());
        }
        if attributes.tile.is_some() {
            text += &format!(" by #layout.tile<{tile}>");
        }
        if op == "tiled_copy" {
            text += " by \"UniversalCopy<uint32_t>\" of f16 threads #layout<(2,2):(2,1)> values #layout<(1,2):(1,1)>";
        }
        if attributes.cover {
            text += " cover";
        }
        if attributes.cover && attributes.tile.is_some() {
            self.compare_bounds(a, op, tile, &inferred.layout);
        }
        self.line(&format!("{name} = {text}"));
        Some(LayoutVar { name, layout: inferred.layout })
    }

    /// Whether a coordinate of a covering divide is in bounds, as a number.
    fn compare_bounds(&mut self, a: &LayoutVar, divide: &str, tile: &str, covering: &AnyLayout) {
        let coord = self.coordinate(covering.domain(), 0);
        let coord = if coord.starts_with('(') { coord } else { format!("({coord})") };
        let (inside, of_type) = (self.fresh(), a.r#type());
        let by = format!("{divide} by #layout.tile<{tile}>");
        self.line(&format!("{inside} = layout.in_bounds {}{coord} : {of_type} {by}", a.name));
        self.define(Type::Index, (0, 1), &format!("arith.index_castui {inside} : i1 to index"));
    }

    /// The index of a coordinate, mostly of one in the domain; or a size.
    fn take_index(&mut self, layout: &LayoutVar) -> Var {
        let plain = matches!(layout.layout, AnyLayout::Plain(_));
        if self.one_in(10) {
            let name = if plain && self.rng.bool() { "cosize" } else { "size" };
            let text = format!("layout.{name} {} : {}", layout.name, layout.r#type());
            return self.define(Type::Index, (0, Type::Index.max()), &text);
        }
        let mut coord = self.coordinate(layout.layout.domain(), 0);
        if !coord.starts_with('(') {
            coord = format!("({coord})");
        }
        let (mut name, mut r#type) = (layout.name.clone(), layout.r#type());
        // Programs whose layouts are all known go through more pipelines.
        if self.one_in(64) {
            let unknown = self.fresh();
            self.line(&format!("{unknown} = layout.cast {name} : {type} to !layout<*>"));
            (name, r#type) = (unknown, "!layout<*>".into());
        }
        let text = format!("layout.crd2idx {name}{coord} : {type}");
        self.define(Type::Index, Type::Index.range(), &text)
    }

    fn coordinate(&mut self, layout: &Layout, depth: usize) -> String {
        let nested = !layout.profile().is_leaf() && layout.profile().rank() > 0;
        if nested && (depth == 0 || self.rng.bool()) && !self.one_in(5) {
            let modes: Vec<String> = layout.modes().iter().map(|m| self.coordinate(m, depth + 1)).collect();
            return format!("({})", modes.join(", "));
        }
        let size = layout.size().ok().and_then(|s| s.as_const());
        if self.one_in(6) {
            return self.rng.i64(0..size.unwrap_or(2).max(1)).to_string();
        }
        if self.one_in(10) {
            return self.value(Type::Index).name;
        }
        let most = size.map_or(3, |s| i128::from(s) - 1).max(0);
        let natural = self.natural(Type::Index, most.max(1));
        if natural.range.1 <= most { natural.name } else { "0".into() }
    }
}
