//! Messages of the protocol: a header that says how long they are, and JSON.

use std::io::{self, BufRead, Write};

/// Longer messages are refused: a header that is garbled must not take all memory.
const MOST_BYTES: usize = 1 << 30;

/// Deeper ones too: MLIR's server takes a frame of its stack for each level.
const MOST_LEVELS: usize = 10_000;

/// How deep the arrays and objects of a JSON text nest.
fn levels(body: &[u8]) -> usize {
    let (mut now, mut most, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in body {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                now += 1;
                most = most.max(now);
            }
            b']' | b'}' if !in_string => now = now.saturating_sub(1),
            _ => {}
        }
    }
    most
}

/// The next message; `None` at the end.
///
/// # Errors
/// Those of `input`; a header without a length, a message that nests too deep.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse().ok().filter(|n| *n <= MOST_BYTES);
        }
        match (line.is_empty(), length) {
            (false, _) => {}
            (true, Some(length)) => {
                let mut body = vec![0; length];
                input.read_exact(&mut body)?;
                if levels(&body) > MOST_LEVELS {
                    let what = format!("a message nests deeper than {MOST_LEVELS} levels");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
                return Ok(Some(body));
            }
            (true, None) => {
                let what =
                    "expected a message that begins with `Content-Length: `, its length and an empty line";
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
        }
    }
}

/// Writes a message.
///
/// # Errors
/// Those of `output`.
pub fn write(output: &mut impl Write, body: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(body)?;
    output.flush()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write(&mut bytes, b"{}").unwrap();
        write(&mut bytes, "\"ü\"".as_bytes()).unwrap();
        let mut input = bytes.as_slice();
        assert_eq!(read(&mut input).unwrap().unwrap(), b"{}");
        assert_eq!(read(&mut input).unwrap().unwrap(), "\"ü\"".as_bytes());
        assert!(read(&mut input).unwrap().is_none());
    }

    #[test]
    fn what_nests_too_deep_is_refused() {
        let sent = |body: &str| {
            let mut bytes = Vec::new();
            write(&mut bytes, body.as_bytes()).unwrap();
            read(&mut bytes.as_slice()).map(Option::unwrap)
        };
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(sent(&deep(MOST_LEVELS)).unwrap(), deep(MOST_LEVELS).as_bytes());
        assert!(sent(&deep(MOST_LEVELS + 1)).is_err());
        assert!(sent(&"[{\"\":".repeat(MOST_LEVELS)).is_err());
        // Side by side, and in strings, where a quote may stand too.
        assert!(sent(&"[]".repeat(2 * MOST_LEVELS)).is_ok());
        assert!(sent(&format!("[\"\\\"{}\"]", "[".repeat(2 * MOST_LEVELS))).is_ok());
    }

    #[test]
    fn other_headers_are_passed_over_and_a_length_is_asked_for() {
        let text = "content-type: x\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(read(&mut text.as_bytes()).unwrap().unwrap(), b"{}");
        assert!(read(&mut "no-length: 2\r\n\r\n{}".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 99999999999\r\n\r\n{}".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 5\r\n\r\n{}".as_bytes()).is_err());
    }
}
