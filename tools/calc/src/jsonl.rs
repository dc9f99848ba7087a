//! The batch protocol: one operation a line in, one result a line out.
//!
//! In: `{"op": …, "in": […], "params": […]}`, further keys ignored. Out:
//! `{"status": "ok", "out": …}` with `"fn"`, the table of values, for layouts of
//! up to 4096 coordinates, and `"offset"` where the operation gives one; or
//! `{"status": "refused" | "unsupported", "reason": …}`.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use layout_algebra::Parser;
use serde_json::{Value as Json, json};

use crate::ops::{self, OpError};
use crate::value::{Notation, Value};

/// Answers every line of `input`.
///
/// # Errors
/// Those of reading and writing.
pub fn serve(input: impl BufRead, mut output: impl Write, notation: Notation) -> std::io::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        writeln!(output, "{}", answer(&text, notation))?;
    }
    output.flush()
}

/// The answer to one line, whatever it is.
pub fn answer(line: &str, notation: Notation) -> Json {
    let result = catch_unwind(AssertUnwindSafe(|| compute(line, notation)));
    match result {
        Ok(Ok(answer)) => answer,
        Ok(Err(OpError::Refused(reason))) => json!({"status": "refused", "reason": reason}),
        Ok(Err(OpError::Unsupported(reason))) => json!({"status": "unsupported", "reason": reason}),
        Err(_) => json!({"status": "unsupported", "reason": "internal error: please report this line"}),
    }
}

fn compute(line: &str, notation: Notation) -> Result<Json, OpError> {
    let bad = |what: &str| OpError::Unsupported(format!("the line is no request: {what}"));
    let record: Json = serde_json::from_str(line).map_err(|e| bad(&e.to_string()))?;
    let op = record["op"].as_str().ok_or_else(|| bad("`op` must be a text"))?;
    let inputs: Vec<&str> = match &record["in"] {
        Json::Array(inputs) => inputs
            .iter()
            .map(|i| i.as_str().ok_or_else(|| bad("`in` must be texts")))
            .collect::<Result<_, _>>()?,
        Json::Null => Vec::new(),
        _ => return Err(bad("`in` must be an array")),
    };
    let params: Vec<i64> = match &record["params"] {
        Json::Array(params) => params
            .iter()
            .map(|p| p.as_i64().ok_or_else(|| bad("`params` must be integers")))
            .collect::<Result<_, _>>()?,
        Json::Null => Vec::new(),
        _ => return Err(bad("`params` must be an array")),
    };
    let value = evaluate(op, &inputs, &params, notation)?;
    let mut out = json!({"status": "ok", "out": value.json(notation)});
    if let Value::WithOffset(_, offset) = &value {
        out["offset"] = offset.json(notation);
    }
    if let Value::Fields(fields) = &value {
        let tables: serde_json::Map<String, Json> =
            fields.iter().filter_map(|(k, v)| Some((k.clone(), v.table()?))).collect();
        if !tables.is_empty() {
            out["fn"] = tables.into();
        }
    } else if let Some(table) = value.table() {
        out["fn"] = table;
    }
    Ok(out)
}

/// Parses the operands and computes the operation.
///
/// # Errors
/// [`OpError`]; a text that does not parse is refused.
pub fn evaluate(op: &str, inputs: &[&str], params: &[i64], notation: Notation) -> Result<Value, OpError> {
    let mut parser = Parser::new("");
    let mut values = Vec::with_capacity(inputs.len());
    for (i, text) in inputs.iter().enumerate() {
        let value = if ops::takes_names(op) {
            Ok(Value::Name((*text).into()))
        } else if notation == Notation::Cute {
            // Unknowns of different operands are different.
            Value::parse_cute(text, (i as u32) << 16)
        } else {
            parser.resume(text);
            Value::parse_own(text, &mut parser)
        };
        let refused = |e| OpError::Refused(format!("operand {}: `{text}`: {e}", i + 1));
        values.push(value.map_err(refused)?);
    }
    ops::apply(op, &values, params, notation)
}
