//! Who a thread is.

use super::world::{Context, Run};
use crate::access::WARP;
use crate::fault::Reason;
use crate::number::Int;
use crate::value::Value;

pub(crate) fn run(name: &str) -> Option<Run> {
    Some(match name {
        "gpu.thread_id" => |c| id(c, "gpu.thread_id", thread),
        "gpu.block_id" => |c| id(c, "gpu.block_id", |c, d| c.world.block[d]),
        "gpu.block_dim" => |c| id(c, "gpu.block_dim", |c, d| c.world.threads[d]),
        "gpu.grid_dim" => |c| id(c, "gpu.grid_dim", |c, d| c.world.grid[d]),
        "gpu.global_id" => {
            |c| id(c, "gpu.global_id", |c, d| c.world.block[d] * c.world.threads[d] + thread(c, d))
        }
        "gpu.cluster_block_id" => {
            |c| id(c, "gpu.cluster_block_id", |c, d| along(d, c.world.cluster.rank(), 0))
        }
        "gpu.cluster_dim_blocks" => {
            |c| id(c, "gpu.cluster_dim_blocks", |c, d| along(d, c.world.cluster.size.into(), 1))
        }
        "nvvm.read.ptx.sreg.cluster.ctarank" => |c| number(c, c.world.cluster.rank()),
        "nvvm.read.ptx.sreg.cluster.nctarank" => |c| number(c, c.world.cluster.size.into()),
        "gpu.lane_id" | "nvvm.read.ptx.sreg.laneid" => |c| {
            let lane = c.thread.number % WARP;
            number(c, lane.into())
        },
        "gpu.subgroup_id" | "nvvm.read.ptx.sreg.warpid" => |c| {
            let warp = c.thread.number / WARP;
            number(c, warp.into())
        },
        "gpu.num_subgroups" => |c| {
            let threads: i64 = c.world.threads.iter().product();
            number(c, (threads + i64::from(WARP) - 1) / i64::from(WARP))
        },
        "gpu.subgroup_size" | "nvvm.read.ptx.sreg.warpsize" => |c| number(c, WARP.into()),
        "nvvm.read.ptx.sreg.tid.x" => |c| number(c, thread(c, 0)),
        "nvvm.read.ptx.sreg.tid.y" => |c| number(c, thread(c, 1)),
        "nvvm.read.ptx.sreg.tid.z" => |c| number(c, thread(c, 2)),
        "nvvm.read.ptx.sreg.ctaid.x" => |c| number(c, c.world.block[0]),
        "nvvm.read.ptx.sreg.ctaid.y" => |c| number(c, c.world.block[1]),
        "nvvm.read.ptx.sreg.ctaid.z" => |c| number(c, c.world.block[2]),
        "nvvm.read.ptx.sreg.ntid.x" => |c| number(c, c.world.threads[0]),
        "nvvm.read.ptx.sreg.nctaid.x" => |c| number(c, c.world.grid[0]),
        "nvvm.read.ptx.sreg.nctaid.y" => |c| number(c, c.world.grid[1]),
        "nvvm.nanosleep" => |_| Ok(Vec::new()),
        // (What is no comment the warp does together.)
        "llvm.inline_asm" => |c| match c.op.results[..] {
            [] => Ok(Vec::new()),
            _ => Ok(vec![c.scalar(0)?.into()]),
        },
        // Promises to the compiler: a broken one is the program's fault.
        "llvm.intr.assume" | "cf.assert" => |c| {
            if c.int(0)?.is_true() {
                Ok(Vec::new())
            } else {
                Err(Reason::undefined("what is promised here does not hold"))
            }
        },
        _ => return None,
    })
}

fn thread(c: &Context<'_>, d: usize) -> i64 {
    let [x, y, _] = c.world.threads;
    let number = i64::from(c.thread.number);
    [number % x, number / x % y, number / (x * y)][d]
}

/// Something along x, and what it is along the others.
fn along(d: usize, x: i64, other: i64) -> i64 {
    if d == 0 { x } else { other }
}

fn number(c: &Context<'_>, value: i64) -> Result<Vec<Value>, Reason> {
    let bits = c.result_type(0)?.element().map_or(64, |e| e.bits());
    Ok(vec![Int::new(bits, value.into()).into()])
}

fn id(c: &Context<'_>, name: &str, of: impl Fn(&Context<'_>, usize) -> i64) -> Result<Vec<Value>, Reason> {
    if !c.world.judged && matches!(name, "gpu.thread_id" | "gpu.global_id") {
        return Err(Reason::undefined(format!("{name} in a tile program")));
    }
    let text = c.op.text("dimension").unwrap_or_default();
    let d = ["x", "y", "z"].iter().position(|d| text.contains(&format!("dim {d}")));
    let d = d.ok_or_else(|| Reason::unsupported(format!("{name} {text}")))?;
    number(c, of(c, d))
}
