//! `cf`: branches between blocks.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::{bounds, condition};
use crate::stop::Stop;
use crate::value::Value;

/// A branch, with how its operands belong to its successors.
#[derive(Debug)]
pub(crate) enum Branch {
    Always,
    /// How many operands go to the first successor.
    If(usize),
    /// The cases, and how many operands go to each successor, the default first.
    Switch {
        cases: Vec<i128>,
        operands: Vec<usize>,
    },
}

impl Branch {
    pub fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Self> {
        let integers = |name: &str| op.attribute(name).ok().map(ir::integers);
        let size = |n: &i64| usize::try_from(*n).ok();
        Some(match name {
            "cf.br" => Self::Always,
            "cf.cond_br" => Self::If(size(integers("operandSegmentSizes")?.get(1)?)?),
            "cf.switch" => {
                let to_default = size(integers("operandSegmentSizes")?.get(1)?)?;
                let of_cases = integers("case_operand_segments").unwrap_or_default();
                let operands = std::iter::once(Some(to_default)).chain(of_cases.iter().map(size));
                let cases = match op.attribute("case_values") {
                    Ok(values) => dense(&values.to_string())?,
                    Err(_) => Vec::new(),
                };
                Self::Switch { cases, operands: operands.collect::<Option<_>>()? }
            }
            _ => return None,
        })
    }

    /// The number of the successor, and the operands that it gets.
    pub fn decide(&self, operands: &[Value]) -> Result<(usize, Vec<Value>), Stop> {
        match self {
            Self::Always => Ok((0, operands.to_vec())),
            Self::If(count) => {
                let taken = condition(operands.first())?;
                let (yes, no) =
                    operands[1..].split_at_checked(*count).ok_or_else(|| Stop::unsupported("cf.cond_br"))?;
                Ok(if taken { (0, yes.to_vec()) } else { (1, no.to_vec()) })
            }
            Self::Switch { cases, operands: counts } => {
                let value = bounds(&operands[..1], true)?[0];
                let successor = cases.iter().position(|c| *c == value).map_or(0, |c| c + 1);
                let before: usize = counts.iter().take(successor).sum();
                let count = counts.get(successor).copied().unwrap_or(0);
                let passed = operands.get(1 + before..1 + before + count);
                Ok((successor, passed.ok_or_else(|| Stop::unsupported("cf.switch"))?.to_vec()))
            }
        }
    }
}

/// The numbers of `dense<[1, 2]> : …` or `dense<1> : …`.
fn dense(text: &str) -> Option<Vec<i128>> {
    let body = text.strip_prefix("dense<")?.split('>').next()?;
    body.trim_matches(['[', ']']).split(',').map(|n| n.trim().parse().ok()).collect()
}
