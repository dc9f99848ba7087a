//! The batch protocol: one operation a line in, one result a line out.
//!
//! In: `{"op": …, "in": […], "params": […]}`, further keys ignored; a divide takes
//! `"cover"` or `"exact"` among its parameters. Out:
//! `{"status": "ok", "out": …}` with `"fn"`, the table of values, for layouts of
//! up to 4096 coordinates, and `"offset"` where the operation gives one; or
//! `{"status": "refused" | "unsupported", "reason": …}`.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use layout_algebra::{ParseError, Parser, with_names};
use serde_json::{Value as Json, json};

use crate::expression::role;
use crate::ops::{self, OpError, Operation, Parameters, excerpt};
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
        // Whoever sends one line may wait for its answer.
        output.flush()?;
    }
    Ok(())
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
    let mut params = Parameters::default();
    match &record["params"] {
        Json::Array(list) => list.iter().try_for_each(|p| match (p.as_i64(), p.as_str()) {
            (Some(integer), _) => {
                params.integers.push(integer);
                Ok(())
            }
            (None, Some(word @ ("cover" | "exact"))) => params.push(word),
            _ => Err(bad("`params` must be integers, or for a divide `cover` or `exact`")),
        })?,
        Json::Null => {}
        _ => return Err(bad("`params` must be an array")),
    }
    let mut names = Vec::new();
    let value = evaluate(op, &inputs, &params, notation, &mut names).map_err(|e| match e {
        OpError::Refused(reason) => OpError::Refused(with_names(&reason, &names)),
        OpError::Unsupported(reason) => OpError::Unsupported(with_names(&reason, &names)),
    })?;
    let mut out = json!({"status": "ok", "out": value.json(notation, &names)});
    if let Value::WithOffset(_, offset) = &value {
        out["offset"] = offset.json(notation, &names);
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

/// Parses the operands and computes the operation; `names` gets the names of the
/// unknowns, by number.
///
/// # Errors
/// [`OpError`]; a text that does not parse is refused.
fn evaluate(
    op: &str,
    inputs: &[&str],
    params: &Parameters,
    notation: Notation,
    names: &mut Vec<String>,
) -> Result<Value, OpError> {
    let operation = Operation::named(op)
        .ok_or_else(|| OpError::Unsupported(format!("there is no operation `{}`", excerpt(op))))?;
    operation.check(inputs.len(), params)?;
    let read = |parser: &mut Parser<'_>, i: usize, text: &str| match (operation.takes_names, notation) {
        (true, _) => Ok(Value::Name(text.into())),
        // Unknowns of different operands are different.
        (_, Notation::Cute) => Value::parse_cute(text, (i as u32) << 16),
        (_, Notation::Own) => Value::parse_own(text, parser, role(operation, i)),
    };
    let mut parser = Parser::new("");
    if notation == Notation::Own {
        // Once over all, for the names that stand in shapes; a mistake is found below.
        let mut first = Parser::new("");
        for (i, text) in inputs.iter().enumerate() {
            first.resume(text);
            let _ = read(&mut first, i, text);
        }
        parser.take_for_sizes(first.names_in_shapes());
    }
    let mut values = Vec::with_capacity(inputs.len());
    for (i, text) in inputs.iter().enumerate() {
        parser.resume(text);
        let refused =
            |e: ParseError| OpError::Refused(format!("operand {}: `{}`: {e}", i + 1, excerpt(text)));
        let value = read(&mut parser, i, text).map_err(refused);
        *names = parser.names();
        values.push(value?);
    }
    ops::apply(op, &values, params, notation)
}
