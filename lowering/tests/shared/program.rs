//! [`Program`]: what the judge reads of the text of a program, a statement a line.

use std::collections::BTreeMap;

/// Bytes of a buffer in the memory that it is part of.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Of the one buffer where it begins; of its own 0.
    pub offset: i64,
    /// The memref's type.
    pub r#type: String,
}

impl Buffer {
    /// Rows, and bytes from one to the next.
    fn rows(&self) -> (i64, i64) {
        let padded = if self.r#type.contains("68") { 68 } else { 64 };
        let count = self.r#type.strip_prefix("memref<").and_then(|t| t.split_once("x64x"));
        (count.map_or(1, |(rows, _)| rows.parse().unwrap()), 4 * padded)
    }

    /// All its bytes.
    pub fn bytes(&self) -> i64 {
        let (rows, step) = self.rows();
        (rows - 1) * step + 4 * 64
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A buffer of its own, which holds nothing.
    Allocate(String),
    /// A load or store of a buffer at coordinates.
    Access { buffer: String, coordinate: Vec<String>, tile: String, write: bool },
    /// A copy begins, with its token.
    Copy(String, String),
    /// It ends.
    Wait(Vec<String>),
    /// A barrier; whether it was there before the passes.
    Barrier { kept: bool },
    /// One of two.
    If(Vec<Statement>, Vec<Statement>),
    /// Any number of times, with the name of the index.
    For(String, Vec<Statement>),
    /// The first once more than the second.
    While(Vec<Statement>, Vec<Statement>),
}

/// A program.
#[derive(Clone)]
pub struct Program {
    /// Its statements.
    pub body: Vec<Statement>,
    /// Buffers by name.
    pub buffers: BTreeMap<String, Buffer>,
    /// Other names of buffers.
    names: BTreeMap<String, String>,
    constants: BTreeMap<String, i64>,
    /// Bytes of the one buffer; 0 if there is none.
    pub whole: i64,
}

impl Program {
    /// Reads a function.
    pub fn parse(text: &str) -> Self {
        let mut program = Self {
            body: Vec::new(),
            buffers: BTreeMap::new(),
            names: BTreeMap::new(),
            constants: BTreeMap::new(),
            whole: 0,
        };
        let mut lines = text.lines().map(str::trim).skip_while(|l| !l.starts_with("func.func")).skip(1);
        (program.body, _) = program.block(&mut lines);
        program
    }

    /// Statements up to the line that ends them, which comes with them.
    fn block<'t>(&mut self, lines: &mut impl Iterator<Item = &'t str>) -> (Vec<Statement>, &'t str) {
        let mut out = Vec::new();
        loop {
            let line = lines.next().unwrap_or_else(|| panic!("no end"));
            if line.starts_with('}') {
                return (out, line);
            }
            if line.starts_with("scf.if") {
                let (then, end) = self.block(lines);
                let other = if end == "} else {" { self.block(lines).0 } else { Vec::new() };
                out.push(Statement::If(then, other));
            } else if let Some(rest) = line.strip_prefix("scf.for ") {
                let index = rest.split(' ').next().unwrap().to_string();
                out.push(Statement::For(index, self.block(lines).0));
            } else if line.starts_with("scf.while") {
                let before = self.block(lines).0;
                out.push(Statement::While(before, self.block(lines).0));
            } else {
                out.extend(self.statement(line));
            }
        }
    }

    fn statement(&mut self, line: &str) -> Option<Statement> {
        let (result, text) = line.split_once(" = ").map_or(("", line), |(r, t)| (r, t));
        let (operation, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (operands, types) = rest.split_once(" : ").unwrap_or((rest, ""));
        let (memref, coordinate) = indexed(operands);
        match operation {
            "arith.constant" => {
                if types == "index" {
                    self.constants.insert(result.into(), operands.parse().unwrap());
                }
                None
            }
            "memref.alloc()" | "memref.alloc" => {
                let r#type = line.rsplit(" : ").next().unwrap().to_string();
                match r#type.strip_prefix("memref<").and_then(|t| t.split_once("xi8")) {
                    Some((bytes, _)) => {
                        self.whole = bytes.parse().unwrap();
                        self.names.insert(result.into(), "whole".into());
                        None
                    }
                    None => Some(Statement::Allocate(self.define(result, Buffer { offset: 0, r#type }))),
                }
            }
            "memref.memory_space_cast" => self.alias(result, operands),
            "memref.view" => {
                assert_eq!(self.names[&memref], "whole");
                let r#type = types.split_once(" to ").unwrap().1.to_string();
                self.define(result, Buffer { offset: self.constants[&coordinate[0]], r#type });
                None
            }
            "builtin.unrealized_conversion_cast" => {
                let r#type = types.split_once(" to ").unwrap().1.to_string();
                let flat = self.buffers[&self.buffer(operands)].clone();
                self.define(result, Buffer { r#type, ..flat });
                None
            }
            "memref.assume_alignment" => self.alias(result, operands.split(',').next().unwrap()),
            "layout.load" => {
                let tile = types.split_once(" -> ").unwrap().1.into();
                Some(Statement::Access { buffer: self.buffer(&memref), coordinate, tile, write: false })
            }
            "layout.store" => {
                let (_, to) = operands.split_once(", ").unwrap();
                let (memref, coordinate) = indexed(to);
                let tile = types.split_once(", memref").unwrap().0.into();
                Some(Statement::Access { buffer: self.buffer(&memref), coordinate, tile, write: true })
            }
            "layout.copy_async" => {
                let to = operands.rsplit(", ").next().unwrap();
                Some(Statement::Copy(result.into(), self.buffer(to)))
            }
            "layout.wait" => Some(Statement::Wait(operands.split(", ").map(String::from).collect())),
            "gpu.barrier" => Some(Statement::Barrier { kept: rest.contains("kept") }),
            "scf.yield" | "scf.condition(%c)" | "scf.condition(%arg0)" | "return" => None,
            _ => panic!("{line}"),
        }
    }

    /// A buffer under a name of its own: regions beside each other use the same names.
    fn define(&mut self, result: &str, buffer: Buffer) -> String {
        let name = format!("{result}, {}", self.buffers.len());
        self.names.insert(result.into(), name.clone());
        self.buffers.insert(name.clone(), buffer);
        name
    }

    fn alias(&mut self, name: &str, of: &str) -> Option<Statement> {
        let of = self.names.get(of).cloned().unwrap_or_else(|| of.into());
        self.names.insert(name.into(), of);
        None
    }

    fn buffer(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or_else(|| name.into())
    }

    /// The value of a coordinate that is a constant.
    pub fn constant(&self, name: &str) -> Option<i64> {
        self.constants.get(name).copied()
    }

    /// The numbers of the barriers that passes wrote, in the order of the text.
    pub fn inserted(&self) -> Vec<usize> {
        let mut kept = Vec::new();
        visit(&mut self.body.clone(), &mut |statement| {
            if let Statement::Barrier { kept: was } = statement {
                kept.push(*was);
            }
            true
        });
        (0..kept.len()).filter(|n| !kept[*n]).collect()
    }

    /// The program without a barrier.
    pub fn without(&self, barrier: usize) -> Self {
        let (mut program, mut number) = (self.clone(), 0);
        visit(&mut program.body, &mut |statement| {
            let is = matches!(statement, Statement::Barrier { .. });
            number += usize::from(is);
            !is || number != barrier + 1
        });
        program
    }
}

/// `%m[%i, %k]` as its parts.
fn indexed(text: &str) -> (String, Vec<String>) {
    let Some((memref, rest)) = text.split_once('[') else { return (text.into(), Vec::new()) };
    let list = rest.split_once(']').unwrap().0;
    (memref.into(), list.split(", ").map(String::from).collect())
}

/// Visits statements in the order of the text, and keeps those for which the answer is yes.
fn visit(body: &mut Vec<Statement>, keep: &mut impl FnMut(&Statement) -> bool) {
    body.retain_mut(|statement| {
        let kept = keep(statement);
        match statement {
            Statement::If(a, b) | Statement::While(a, b) => {
                visit(a, keep);
                visit(b, keep);
            }
            Statement::For(_, a) => visit(a, keep),
            _ => {}
        }
        kept
    });
}
