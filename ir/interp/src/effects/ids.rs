//! Where on the GPU a program runs: `gpu` ids and sizes, and NVIDIA's special registers.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::Effect;
use crate::environment::Ids;
use crate::int::Int;
use crate::machine::World;
use crate::pure::Scalar;
use crate::stop::Stop;
use crate::value::Value;

/// One number, with what the operation says of it.
#[derive(Debug)]
struct Id {
    what: What,
    /// `gpu`: a number not below it, or a size above it, is undefined behaviour.
    upper_bound: Option<i64>,
    /// `nvvm`: a number outside is poison.
    range: Option<(i128, i128)>,
    result: Scalar,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Thread(usize),
    Block(usize),
    BlockDim(usize),
    GridDim(usize),
    Global(usize),
    Lane,
    Warp,
    Warps,
    WarpSize,
}

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Effect>> {
    let (dialect, mnemonic) = name.split_once('.')?;
    let what = match dialect {
        "gpu" => {
            // `#gpu<dim x>`
            let text = op.attribute("dimension").map(|a| a.to_string()).unwrap_or_default();
            let dimension = ["dim x", "dim y", "dim z"].iter().position(|d| text.contains(d));
            match mnemonic {
                "thread_id" => What::Thread(dimension?),
                "block_id" => What::Block(dimension?),
                "block_dim" => What::BlockDim(dimension?),
                "grid_dim" => What::GridDim(dimension?),
                "global_id" => What::Global(dimension?),
                "lane_id" => What::Lane,
                "subgroup_id" => What::Warp,
                "num_subgroups" => What::Warps,
                "subgroup_size" => What::WarpSize,
                _ => return None,
            }
        }
        "nvvm" => {
            let register = mnemonic.strip_prefix("read.ptx.sreg.")?;
            let (register, dimension) = register.split_once('.').unwrap_or((register, "x"));
            let dimension = ["x", "y", "z"].iter().position(|d| *d == dimension)?;
            match register {
                "tid" => What::Thread(dimension),
                "ctaid" => What::Block(dimension),
                "ntid" => What::BlockDim(dimension),
                "nctaid" => What::GridDim(dimension),
                "laneid" => What::Lane,
                "warpsize" => What::WarpSize,
                _ => return None,
            }
        }
        _ => return None,
    };
    let range = match op.attribute("range") {
        Ok(range) => Some(constant_range(&range.to_string())?),
        Err(_) => None,
    };
    let upper_bound = op.attribute("upper_bound").ok().and_then(ir::integer);
    let result = Scalar::of(ir::result(op)?.r#type())?;
    Some(Box::new(Id { what, upper_bound, range, result }))
}

/// `#llvm.constant_range<i32, 0, 64>`, half-open.
fn constant_range(text: &str) -> Option<(i128, i128)> {
    let mut parts = text.split_once('<')?.1.trim_end_matches('>').split(',').skip(1);
    let mut number = || parts.next()?.trim().parse().ok();
    Some((number()?, number()?))
}

impl Effect for Id {
    fn run(&self, _: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        let ids = &world.ids;
        let warps = (ids.threads() + Ids::LANES - 1) / Ids::LANES;
        let limit = self.upper_bound.unwrap_or(i64::MAX);
        // Of an id the bound is exclusive; of a size, and of what counts by it, inclusive.
        let (value, within) = match self.what {
            What::Thread(d) => (ids.thread[d], ids.thread[d] < limit),
            What::Block(d) => (ids.block[d], ids.block[d] < limit),
            What::BlockDim(d) => (ids.block_dim[d], ids.block_dim[d] <= limit),
            What::GridDim(d) => (ids.grid_dim[d], ids.grid_dim[d] <= limit),
            What::Global(d) => {
                let id = ids.block[d] * ids.block_dim[d] + ids.thread[d];
                (id, id < limit)
            }
            What::Lane => (ids.linear_thread() % Ids::LANES, Ids::LANES <= limit),
            What::Warp => (ids.linear_thread() / Ids::LANES, warps <= limit),
            What::Warps => (warps, warps <= limit),
            What::WarpSize => (Ids::LANES, Ids::LANES <= limit),
        };
        if !within {
            return Err(Stop::undefined(format!("{value} where at most {limit} was promised")));
        }
        if self.range.is_some_and(|(low, high)| !(low..high).contains(&value.into())) {
            return Ok(vec![Value::Poison]);
        }
        let width = self.result.int_width(world.index_width());
        let width = width.ok_or_else(|| Stop::unsupported("an id that is no integer"))?;
        Ok(vec![Int::new(width, value.into()).into()])
    }
}
