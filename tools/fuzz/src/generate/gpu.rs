//! Kernels: ids within their bounds, and memory.

use super::Rng;
use super::body::{Body, Type, Var};

/// A module of one kernel, or of a function that asks where it runs.
pub fn module(rng: &mut Rng) -> String {
    let mut body = Body::new(rng);
    body.types = vec![Type::Index, Type::Int(32)];
    let kernel = body.rng.bool();
    let known = body.one_in(3);
    let sizes = body.pick(&[[32, 1, 1], [128, 1, 1], [16, 8, 1], [4, 4, 4], [1024, 1, 1]]);
    body.bind("%a0".into(), Type::Index, Type::Index.range());
    body.bind("%a1".into(), Type::Int(32), Type::Int(32).range());
    for _ in 0..body.rng.usize(1..4) {
        body.id(&sizes, known && kernel);
    }
    while body.left > 0 {
        match body.rng.u32(..10) {
            0 => {
                body.id(&sizes, known && kernel);
            }
            1 | 2 => body.memory(64),
            _ => body.statement(),
        }
    }
    body.memory(64);
    let text = std::mem::take(&mut body.text);
    let externals = super::declarations(&body.into_externals());
    let arguments = "%a0: index, %a1: i32, %m: memref<64xi32>";
    if kernel {
        let [x, y, z] = sizes;
        let attributes = if known {
            format!(" attributes {{known_block_size = array<i32: {x}, {y}, {z}>}}")
        } else {
            String::new()
        };
        return format!(
            "module attributes {{gpu.container_module}} {{\ngpu.module @k {{\n{externals}gpu.func @f({arguments}) kernel{attributes} {{\n{text}  gpu.return\n}}\n}}\n}}\n"
        );
    }
    format!("{externals}func.func @f({arguments}) {{\n{text}  return\n}}\n")
}

impl Body<'_> {
    /// The number of a thread or block, or a size.
    fn id(&mut self, sizes: &[i128; 3], known: bool) -> Var {
        let dimension = self.rng.usize(..3);
        let name = ["x", "y", "z"][dimension];
        let most = [1024, 1024, 64][dimension];
        let limit = if known { sizes[dimension] } else { most };
        let upper = |body: &mut Self, n: i128| {
            if body.one_in(3) { format!(" upper_bound {n}") } else { String::new() }
        };
        let int = Type::Int(32);
        match self.rng.u32(..9) {
            0..3 => {
                let bound = upper(self, limit);
                self.define(Type::Index, (0, limit - 1), &format!("gpu.thread_id {name}{bound}"))
            }
            3 => self.define(Type::Index, (0, 65_535), &format!("gpu.block_id {name}")),
            4 => {
                let bound = upper(self, limit);
                self.define(Type::Index, (1, limit), &format!("gpu.block_dim {name}{bound}"))
            }
            5 => self.define(Type::Index, (0, 31), "gpu.lane_id"),
            6 => self.define(int, (0, limit - 1), &format!("nvvm.read.ptx.sreg.tid.{name} : i32")),
            7 => {
                self.define(int, (0, i128::from(i32::MAX)), &format!("nvvm.read.ptx.sreg.ctaid.{name} : i32"))
            }
            _ => self.define(int, (0, 31), "nvvm.read.ptx.sreg.laneid : i32"),
        }
    }
}
