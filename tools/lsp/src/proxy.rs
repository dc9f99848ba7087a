//! Between an editor and MLIR's server: every message goes on as it is, but for answers about
//! what stands at a place, which say what the layout there is.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};

use crate::document::{Document, Position};
use crate::message;
use crate::report::report;
use crate::subject::{read, subject};

/// What is known of the editor.
#[derive(Debug, Default)]
pub struct Session {
    documents: HashMap<String, Document>,
    /// What to add to answers that are awaited, by the number of their question.
    hovers: HashMap<String, Option<Hover>>,
}

/// What there is to say about a place.
#[derive(Clone, Debug)]
struct Hover {
    text: String,
    range: Value,
}

/// Hands on what the editor says, and what the server answers, until the server ends.
///
/// # Errors
/// Those of the server's output and the editor's input.
pub fn run(
    mut editor: impl BufRead + Send + 'static,
    mut server: impl Write + Send + 'static,
    mut answers: impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let session: &'static Mutex<Session> = Box::leak(Box::default());
    let lock = || session.lock().unwrap_or_else(PoisonError::into_inner);
    // Not joined: it may wait for an editor that has nothing more to say.
    thread::spawn(move || -> io::Result<()> {
        while let Some(body) = message::read(&mut editor).inspect_err(|error| eprintln!("error: {error}"))? {
            session.lock().unwrap_or_else(PoisonError::into_inner).asked(&body);
            message::write(&mut server, &body)?;
        }
        Ok(())
    });
    while let Some(body) = message::read(&mut answers)? {
        let more = lock().answered(&body);
        message::write(output, more.as_deref().unwrap_or(&body))?;
    }
    Ok(())
}

impl Session {
    /// Takes note of what the editor says.
    pub fn asked(&mut self, body: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(body) else { return };
        let parameters = &message["params"];
        let Some(uri) = parameters["textDocument"]["uri"].as_str() else { return };
        match message["method"].as_str() {
            Some("textDocument/didOpen") => self.open(uri, &parameters["textDocument"]["text"]),
            // MLIR's server asks for whole texts.
            Some("textDocument/didChange") => {
                let changes = parameters["contentChanges"].as_array();
                self.open(uri, changes.and_then(|c| c.last()).map_or(&Value::Null, |c| &c["text"]));
            }
            Some("textDocument/didClose") => drop(self.documents.remove(uri)),
            Some("textDocument/hover") => {
                let hover = catch_unwind(AssertUnwindSafe(|| self.hover(uri, &parameters["position"])));
                self.hovers.insert(message["id"].to_string(), hover.ok().flatten());
            }
            _ => {}
        }
    }

    fn open(&mut self, uri: &str, text: &Value) {
        if let Some(text) = text.as_str() {
            self.documents.insert(uri.into(), Document::new(text.into()));
        }
    }

    fn hover(&self, uri: &str, position: &Value) -> Option<Hover> {
        let document = self.documents.get(uri)?;
        let number = |name: &str| usize::try_from(position[name].as_u64()?).ok();
        let offset = document.offset(Position { line: number("line")?, character: number("character")? })?;
        let around = document.around(offset);
        let (found, holder, written) = subject(&around)?;
        let place = |offset| {
            let Position { line, character } = document.position(offset);
            json!({ "line": line, "character": character })
        };
        let range = json!({ "start": place(written.range.start), "end": place(written.range.end) });
        Some(Hover { text: report(&found, holder.as_ref()), range })
    }

    /// What to tell the editor instead of an answer of the server; `None` if it stays as it is.
    pub fn answered(&mut self, body: &[u8]) -> Option<Vec<u8>> {
        let mut message = serde_json::from_slice::<Value>(body).ok()?;
        let ours = self.hovers.remove(&message.get("id")?.to_string())?;
        let result = message.get_mut("result")?;
        let theirs = result["contents"]["value"].as_str().map(str::to_owned);
        let text = match (ours, &theirs) {
            (Some(Hover { text, range }), theirs) => {
                if theirs.is_none() {
                    *result = json!({ "contents": { "kind": "markdown" }, "range": range });
                }
                text
            }
            (None, Some(theirs)) => {
                let told = || read(type_told(theirs)?).map(|(found, holder)| report(&found, holder.as_ref()));
                catch_unwind(AssertUnwindSafe(told)).ok().flatten()?
            }
            (None, None) => return None,
        };
        let whole = theirs.map_or(text.clone(), |theirs| format!("{}\n\n---\n\n{text}", theirs.trim_end()));
        result["contents"]["value"] = whole.into();
        serde_json::to_vec(&message).ok()
    }
}

/// The type of the value, or of the operation's result, that an answer of MLIR's server is about.
fn type_told(answer: &str) -> Option<&str> {
    if let Some((_, rest)) = answer.rsplit_once("Type: `") {
        return rest.split('`').next();
    }
    let (_, generic) = answer.split_once("Generic Form:")?;
    let (_, results) = generic.lines().find(|line| line.contains(") -> "))?.rsplit_once(") -> ")?;
    Some(results.trim())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn session(text: &str, line: usize, character: usize) -> Session {
        let mut session = Session::default();
        let document = json!({ "uri": "u", "text": text });
        let position = json!({ "line": line, "character": character });
        for (method, parameters) in [
            ("textDocument/didOpen", json!({ "textDocument": document })),
            ("textDocument/hover", json!({ "textDocument": { "uri": "u" }, "position": position })),
        ] {
            session.asked(
                &serde_json::to_vec(&json!({ "id": 7, "method": method, "params": parameters })).unwrap(),
            );
        }
        session
    }

    fn answer(session: &mut Session, result: Value) -> Option<String> {
        let body = serde_json::to_vec(&json!({ "id": 7, "result": result })).unwrap();
        let answer: Value = serde_json::from_slice(&session.answered(&body)?).unwrap();
        answer["result"]["contents"]["value"].as_str().map(str::to_owned)
    }

    #[test]
    fn what_upstream_says_comes_first() {
        let mut session = session("!layout<(2,3):(3,1)>", 0, 3);
        let theirs = json!({ "contents": { "kind": "markdown", "value": "Theirs\n\n" } });
        assert!(answer(&mut session, theirs).unwrap().starts_with("Theirs\n\n---\n\nLayout `(2,3):(3,1)`"));
        // An answer to another question of the same number is not touched.
        assert_eq!(answer(&mut session, Value::Null), None);
    }

    #[test]
    fn values_are_of_the_type_that_upstream_tells() {
        let theirs = json!({ "contents": { "kind": "markdown", "value": "Result #0\n\nType: `!layout<(2,3):(3,1)>`\n\n" } });
        assert!(answer(&mut session("%a", 0, 0), theirs).unwrap().contains("Layout `(2,3):(3,1)`"));
        assert_eq!(answer(&mut session("%a", 0, 0), Value::Null), None);
        let generic = "Generic Form:\n\n```mlir\n%0 = \"layout.make\"() : () -> !layout<4:1>\n```\n";
        assert_eq!(type_told(generic), Some("!layout<4:1>"));
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        let mut session = Session::default();
        for body in [&b"{"[..], b"[]", b"1", b"{\"params\": {\"textDocument\": 3}}", b"\xff"] {
            session.asked(body);
            assert!(session.answered(body).is_none());
        }
    }
}
