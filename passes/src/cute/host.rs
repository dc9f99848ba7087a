//! The host's side: how a kernel is launched.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::conversion::Conversion;
use super::meaning::Meaning;
use super::refused;
use super::shared::Shared;
use super::write::Writer;

impl<'c: 'a, 'a> Conversion<'c, 'a> {
    /// An operation of `cuda`.
    pub(super) fn host(&mut self, op: OperationRef<'c, 'a>) {
        match self.launching(op) {
            Ok(true) => self.dead.push(op),
            Ok(false) => self.refuse(op),
            Err(message) => {
                self.error(op, &message);
                self.refuse(op);
            }
        }
    }

    /// Whether it has become something else; not so if what it takes was refused.
    fn launching(&mut self, op: OperationRef<'c, 'a>) -> Result<bool, String> {
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let refused = |v: &Value<'c, 'a>| matches!(self.meanings.get(&ir::key(*v)), Some(Meaning::Refused));
        if operands.iter().any(refused) {
            return Ok(false);
        }
        let result = ir::result(op);
        let writer = Writer { before: op, location: ir::location(op), symbols: &mut self.symbols };
        match ir::name(op) {
            "cuda.return" => {
                writer.op("gpu.return", &[], &[], &[])?;
            }
            // A stream, which the launch here does not name; the result of a launch, which is none here.
            "cuda.cast" => {
                if let Some(result) = result
                    && ir::scalar(result.r#type()).is_some()
                {
                    let r#type = result.r#type();
                    ir::replace_all_uses(result, writer.number(0, r#type)?);
                }
            }
            "cuda.return_if_error" => {}
            "cuda.launch_cfg.create" => {
                let [bx, by, bz, _, gx, gy, gz, ..] = operands[..] else {
                    return Err("has not a block's and a grid's sizes".into());
                };
                if let Some(result) = result {
                    self.launches.insert(ir::key(result), [gx, gy, gz, bx, by, bz]);
                }
            }
            "cuda.launch_cfg.programmatic_stream_serialization_allowed" | "cuda.launch_cfg.cooperative" => {
                if operands.get(1).copied().and_then(ir::constant) != Some(0) {
                    return Err(
                        "asks for a launch that gpu.launch_func is not; launch it from elsewhere".into()
                    );
                }
            }
            "cuda.launch_ex" => return self.launch(op, &operands),
            name => return Err(refused::why(name)),
        }
        Ok(true)
    }

    fn launch(&mut self, op: OperationRef<'c, 'a>, operands: &[Value<'c, 'a>]) -> Result<bool, String> {
        let (configuration, arguments) = operands.split_first().ok_or("has no configuration")?;
        let sizes =
            *self.launches.get(&ir::key(*configuration)).ok_or("has a configuration that is not known")?;
        let Some(arguments) = self.operands_in_parts(op, arguments.iter().copied())? else {
            return Ok(false);
        };
        let kernel = op.attribute("callee").map_err(|_| "names no kernel")?.to_string();
        let path =
            ir::symbol_references(op.attribute("callee").map_err(|_| "names no kernel")?).into_iter().next();
        let shared = path.and_then(|path| self.kernels.get(path.last()?)).and_then(Shared::dynamic);
        let writer = Writer { before: op, location: ir::location(op), symbols: &mut self.symbols };
        let i32 = writer.r#type("i32")?;
        let bytes = shared.map(|bytes| writer.number(bytes, i32)).transpose()?;
        let all: Vec<Value<'c, 'a>> =
            sizes.into_iter().chain(bytes).chain(arguments.iter().copied()).collect();
        let (dynamic, count) = (usize::from(bytes.is_some()), arguments.len());
        let segments = format!("array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, {dynamic}, {count}, 0>");
        let attributes = [("kernel", kernel.as_str()), ("operandSegmentSizes", segments.as_str())];
        writer.op("gpu.launch_func", &all, &attributes, &[])?;
        Ok(true)
    }
}
