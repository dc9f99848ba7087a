//! A place in a text: all that the readers of attributes and types need.

/// A text that is none of what was to be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`: expected {expected} at `{rest}`")]
pub struct ReadError {
    text: String,
    expected: String,
    rest: String,
}

/// A place in a text. Spaces before a token are skipped.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    whole: &'t str,
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    /// The beginning of a text.
    pub fn new(whole: &'t str) -> Self {
        Self { whole, rest: whole }
    }

    /// What is left to read.
    pub fn rest(&self) -> &'t str {
        self.rest.trim_start()
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a token if it comes next.
    pub fn eat(&mut self, token: &str) -> bool {
        match self.rest().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a token.
    ///
    /// # Errors
    /// If it does not come next.
    pub fn need(&mut self, token: &str) -> Result<(), ReadError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// Takes characters as long as they are of a kind.
    pub fn take_while(&mut self, kind: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !kind(c)).unwrap_or(rest.len());
        self.rest = &rest[end..];
        &rest[..end]
    }

    /// Takes a name of letters, digits, `_` and `.`; it may be empty.
    pub fn word(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
    }

    /// Takes an integer with an optional sign.
    ///
    /// # Errors
    /// If none comes next, or it has more than 64 bits.
    pub fn int(&mut self) -> Result<i64, ReadError> {
        let before = self.clone();
        let negative = self.eat("-");
        let digits = self.take_while(|c| c.is_ascii_digit());
        let value: Option<i64> = digits.parse().ok();
        match value {
            Some(value) => Ok(if negative { -value } else { value }),
            None => {
                *self = before;
                Err(self.expected("an integer"))
            }
        }
    }

    /// Takes up to the bracket that closes what is open here, and the bracket.
    ///
    /// # Errors
    /// If it is missing.
    pub fn until_closed(&mut self, close: char) -> Result<&'t str, ReadError> {
        let mut depth = 0usize;
        let mut quoted = false;
        let mut last = ' ';
        for (i, c) in self.rest.char_indices() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                _ if depth == 0 && c == close => {
                    let inside = &self.rest[..i];
                    self.rest = &self.rest[i + c.len_utf8()..];
                    return Ok(inside);
                }
                '<' | '(' | '[' | '{' => depth += 1,
                // The arrow of a function type closes nothing.
                '>' if last == '-' => {}
                '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            last = c;
        }
        Err(self.expected(&format!("`{close}`")))
    }

    /// The error that something else was expected here.
    pub fn expected(&self, what: &str) -> ReadError {
        let rest = if self.is_at_end() { "its end" } else { self.rest() };
        ReadError { text: self.whole.into(), expected: what.into(), rest: rest.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_nest() {
        let mut c = Cursor::new("a<(1) -> 2>, \">\"> rest");
        assert_eq!(c.until_closed('>').unwrap(), "a<(1) -> 2>, \">\"");
        assert_eq!(c.rest(), "rest");
        assert!(c.until_closed('>').unwrap_err().to_string().contains("expected `>` at `rest`"));
    }
}
