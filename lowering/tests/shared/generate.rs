//! Random programs: loads, stores and copies of a few buffers, in branches and loops.

use std::fmt::Write;

use fastrand::Rng;

/// Encodings of 64 elements by 32 threads: by pairs, by other pairs, all held twice, by `ldmatrix` too.
const ENCODINGS: [&str; 4] =
    ["tv<32:2, 2:1>", "tv<(2,16):(1,4), 2:2>", "tv<(16,2):(4,0), 4:1>", "tv<32:1, 2:32>"];
/// Types of buffers: of one row, and of several.
const ROWS: [&str; 5] = [
    "memref<64xf32, #layout<64:1>, 3>",
    "memref<64xf32, 3>",
    "memref<64xf32, #layout<S<2,2,2> o 0 o 64:1>, 3>",
    "memref<3x64xf32, #layout<(3,64):(68,1)>, 3>",
    "memref<2x64xf32, #gpu.address_space<workgroup>>",
];

#[derive(Clone)]
struct Buffer {
    name: String,
    r#type: &'static str,
}

struct Generator {
    random: Rng,
    text: String,
    names: usize,
    /// Statements that may still be written.
    left: usize,
}

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let random = Rng::with_seed(seed);
    let mut generator = Generator { random, text: String::new(), names: 0, left: 0 };
    generator.left = generator.random.usize(4..16);
    generator.line(1, "%c0 = arith.constant 0 : index");
    generator.line(1, "%c1 = arith.constant 1 : index");
    for encoding in ENCODINGS {
        let r#type = format!("tensor<64xf32, #layout.{encoding}>");
        let name = value_of(encoding);
        generator.line(1, &format!("{name} = arith.constant dense<1.0> : {type}"));
    }
    let mut buffers = Vec::new();
    for _ in 0..generator.random.usize(1..5) {
        buffers.push(generator.allocate(1));
    }
    generator.block(1, &buffers, &["%c0".into(), "%c1".into()]);
    let body = generator.text;
    format!(
        "func.func @f(%c: i1, %lo: index, %hi: index, %g: memref<3x64xf32>) attributes {{layout.threads = 32 : i64}} {{\n{body}  return\n}}\n"
    )
}

fn value_of(encoding: &str) -> String {
    format!("%t{}", ENCODINGS.iter().position(|e| *e == encoding).unwrap())
}

impl Generator {
    fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.text, "{}{text}", "  ".repeat(depth)).unwrap();
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn allocate(&mut self, depth: usize) -> Buffer {
        let buffer = Buffer { name: self.name(), r#type: self.random.choice(ROWS).unwrap() };
        self.line(depth, &format!("{} = memref.alloc() : {}", buffer.name, buffer.r#type));
        buffer
    }

    /// Statements that touch these buffers and use these coordinates.
    fn block(&mut self, depth: usize, buffers: &[Buffer], rows: &[String]) {
        let mut buffers = buffers.to_vec();
        for _ in 0..self.random.usize(2..6) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            match self.random.u32(0..if depth > 3 { 9 } else { 14 }) {
                0..=2 => self.access(depth, &buffers, rows, true),
                3..=5 => self.access(depth, &buffers, rows, false),
                6 => self.copy(depth, &buffers, rows),
                7 => buffers.push(self.allocate(depth)),
                8 => self.line(depth, "gpu.barrier {kept}"),
                9..=10 => {
                    self.line(depth, "scf.if %c {");
                    self.block(depth + 1, &buffers, rows);
                    if self.random.bool() {
                        self.line(depth, "} else {");
                        self.block(depth + 1, &buffers, rows);
                    }
                    self.line(depth, "}");
                }
                11..=12 => {
                    let index = self.name();
                    self.line(depth, &format!("scf.for {index} = %lo to %hi step %c1 {{"));
                    self.block(depth + 1, &buffers, &[rows, &[index]].concat());
                    self.line(depth, "}");
                }
                _ => {
                    self.line(depth, "scf.while : () -> () {");
                    self.block(depth + 1, &buffers, rows);
                    self.line(depth + 1, "scf.condition(%c)");
                    self.line(depth, "} do {");
                    self.block(depth + 1, &buffers, rows);
                    self.line(depth + 1, "scf.yield");
                    self.line(depth, "}");
                }
            }
        }
    }

    fn access(&mut self, depth: usize, buffers: &[Buffer], rows: &[String], write: bool) {
        let Some(Buffer { name, r#type }) = self.random.choice(buffers).cloned() else { return };
        let has_rows = r#type.contains("x64x");
        let row = self.random.choice(rows).cloned().unwrap();
        let at = if has_rows { format!("{row}, %c0") } else { row };
        // Often the same encoding, so that threads meet what they wrote themselves.
        let encoding = ENCODINGS[self.random.usize(0..8).saturating_sub(4)];
        let tile = format!("tensor<64xf32, #layout.{encoding}>");
        if write {
            let value = value_of(encoding);
            self.line(depth, &format!("layout.store {value}, {name}[{at}] : {tile}, {type}"));
        } else {
            let result = self.name();
            self.line(depth, &format!("{result} = layout.load {name}[{at}] : {type} -> {tile}"));
        }
    }

    /// One or two copies, something else while they are under way, and the wait.
    fn copy(&mut self, depth: usize, buffers: &[Buffer], rows: &[String]) {
        let (mut rest, mut tokens) = (buffers.to_vec(), Vec::new());
        for _ in 0..self.random.usize(1..3) {
            if rest.is_empty() {
                break;
            }
            let buffer = rest.swap_remove(self.random.usize(0..rest.len()));
            let token = self.name();
            let (name, r#type) = (&buffer.name, buffer.r#type);
            self.line(
                depth,
                &format!("{token} = layout.copy_async %g[%c0, %c0], {name} : memref<3x64xf32>, {type}"),
            );
            tokens.push(token);
        }
        if self.left > 0 && self.random.bool() && !rest.is_empty() {
            self.block(depth, &rest, rows);
        }
        if !tokens.is_empty() {
            self.line(depth, &format!("layout.wait {}", tokens.join(", ")));
        }
    }
}
