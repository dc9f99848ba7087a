//! Messages of the protocol: a header that says how long they are, and JSON.

use std::io::{self, BufRead, Write};

/// Longer messages are refused: a header that is garbled must not take all memory.
const MOST_BYTES: usize = 1 << 30;

/// The next message; `None` at the end.
///
/// # Errors
/// Those of `input`; a header without a length.
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
    fn other_headers_are_passed_over_and_a_length_is_asked_for() {
        let text = "content-type: x\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(read(&mut text.as_bytes()).unwrap().unwrap(), b"{}");
        assert!(read(&mut "no-length: 2\r\n\r\n{}".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 99999999999\r\n\r\n{}".as_bytes()).is_err());
        assert!(read(&mut "Content-Length: 5\r\n\r\n{}".as_bytes()).is_err());
    }
}
