//! A document as an editor has it, and which types and attributes stand at a place of it.
//!
//! Read from the text alone, so that a layout can be asked about while the document around it
//! has errors.

use std::collections::HashMap;
use std::ops::Range;

/// Aliases within aliases are written out so deeply, and into texts of so many bytes.
const DEEPEST: usize = 32;
const LONGEST: usize = 1 << 16;

/// A place as the protocol counts: lines, and UTF-16 units of a line, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The unit.
    pub character: usize,
}

/// A type or an attribute where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its bytes in the document.
    pub range: Range<usize>,
    /// Its text, with aliases written out.
    pub text: String,
}

/// The text of a document.
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
}

impl Document {
    /// A document of this text.
    pub fn new(text: String) -> Self {
        Self { text }
    }

    /// The byte at a place; `None` behind the last line.
    pub fn offset(&self, at: Position) -> Option<usize> {
        let mut begin = 0;
        for line in self.text.split_inclusive('\n').take(at.line) {
            begin += line.len();
        }
        if self.text.split_inclusive('\n').count() < at.line {
            return None;
        }
        let line = self.text[begin..].split('\n').next().unwrap_or_default();
        let mut units = 0;
        let within = line.char_indices().find(|(_, c)| {
            let found = units >= at.character;
            units += c.len_utf16();
            found
        });
        Some(begin + within.map_or(line.len(), |(i, _)| i))
    }

    /// The place of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let before = &self.text[..offset];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Position { line: before.matches('\n').count(), character: line.encode_utf16().count() }
    }

    /// The types and attributes that a byte stands in, innermost first.
    pub fn around(&self, offset: usize) -> Vec<Written> {
        let chunk = self.chunk(offset);
        let aliases = aliases(&self.text[chunk.clone()]);
        let mut found: Vec<Written> = constructs(&self.text[chunk.clone()])
            .map(|range| range.start + chunk.start..range.end + chunk.start)
            .take_while(|range| range.start <= offset)
            .filter(|range| offset < range.end)
            .map(|range| {
                let text = written_out(&self.text[range.clone()], &aliases, 0);
                Written { range, text }
            })
            .collect();
        found.reverse();
        found
    }

    /// The part between `// -----` that a byte stands in: each is a module with aliases of its own.
    fn chunk(&self, offset: usize) -> Range<usize> {
        let (mut begin, mut at) = (0, 0);
        for line in self.text.split_inclusive('\n') {
            if line.starts_with("// -----") {
                if at > offset {
                    return begin..at;
                }
                begin = at;
            }
            at += line.len();
        }
        begin..self.text.len()
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// Where the name that begins at `at` ends.
fn name_end(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|b| is_name(**b)).count()
}

/// Where attributes, types of dialects, aliases, memrefs and tensors stand, in the order in which they begin.
fn constructs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let begins = move |at: &usize| {
        let first = at.checked_sub(1).is_none_or(|before| !is_name(bytes[before]));
        match bytes[*at] {
            b'#' | b'!' => bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_'),
            b'm' | b't' => first && ["memref<", "tensor<"].iter().any(|w| text[*at..].starts_with(w)),
            _ => false,
        }
    };
    (0..bytes.len()).filter(|at| text.is_char_boundary(*at)).filter(begins).map(move |at| {
        let name = name_end(text, at + 1);
        at..if bytes.get(name) == Some(&b'<') { closed(text, name) } else { name }
    })
}

/// Where the `<` at `at` is closed; the end of the text if it is not.
fn closed(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut quoted) = (0, false);
    for i in at..bytes.len() {
        match bytes[i] {
            b'"' if bytes[i - 1] != b'\\' => quoted = !quoted,
            _ if quoted => {}
            b'<' | b'>' if bytes.get(i + 1) == Some(&b'=') => {}
            b'<' => depth += 1,
            b'>' if bytes[i - 1] != b'-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    bytes.len()
}

/// What is written `#name = …` or `!name = …`, by the name with its sign.
fn aliases(text: &str) -> HashMap<&str, &str> {
    let mut found = HashMap::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        let at = begin + line.len() - line.trim_start().len();
        begin += line.len();
        if !text[at..].starts_with(['#', '!']) {
            continue;
        }
        let name = name_end(text, at + 1);
        let rest = text[name..].trim_start();
        let Some(value) = rest.strip_prefix('=') else { continue };
        let value = value.trim_start();
        let start = text.len() - value.len();
        found.insert(&text[at..name], &text[start..definition_end(text, start)]);
    }
    found
}

/// Where what an alias stands for ends: with its line, or with the line that closes its brackets.
fn definition_end(text: &str, start: usize) -> usize {
    let mut at = start;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '<' => at = closed(text, at),
            '\n' => break,
            '/' if text[at..].starts_with("//") => break,
            c => at += c.len_utf8(),
        }
    }
    start + text[start..at].trim_end().len()
}

/// The text with each alias as what it stands for.
fn written_out(text: &str, aliases: &HashMap<&str, &str>, depth: usize) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let end = if matches!(c, '#' | '!') { name_end(text, at + 1) } else { at + c.len_utf8() };
        let word = &text[at..end];
        let body = text[end..].starts_with('<');
        match aliases.get(word) {
            Some(value) if !body && depth < DEEPEST && out.len() < LONGEST => {
                out += &written_out(value, aliases, depth + 1);
            }
            _ => out += word,
        }
        at = end;
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const TEXT: &str = "\
#m = #layout.mma<m16n8k16>
#a = #layout<(8,64)
  :(64,1)>  // rows
!t = memref<8x64xf16, #a, 3>
// ä𝄞 #a
func.func @f(%x: !t, %y: tensor<16x16xf16, #layout.frag<#m, A, 16x16>>) -> i1
// -----
#a = #layout<4:1>
";

    fn at(needle: &str, within: usize) -> Vec<String> {
        let offset = TEXT.find(needle).unwrap() + within;
        Document::new(TEXT.into()).around(offset).into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn places_count_utf16_units() {
        let document = Document::new(TEXT.into());
        let place = Position { line: 4, character: 7 };
        let offset = document.offset(place).unwrap();
        assert_eq!(&TEXT[offset..offset + 2], "#a");
        assert_eq!(document.position(offset), place);
        // Within a surrogate pair is behind it; behind a line is its end; there is no line 99.
        assert_eq!(document.offset(Position { line: 4, character: 5 }), Some(offset - 1));
        assert!(TEXT[document.offset(Position { line: 0, character: 999 }).unwrap()..].starts_with('\n'));
        assert_eq!(document.offset(Position { line: 99, character: 0 }), None);
    }

    #[test]
    fn aliases_are_written_out() {
        let rows = "#layout<(8,64)\n  :(64,1)>";
        assert_eq!(at("#a, 3", 1), [rows.to_owned(), format!("memref<8x64xf16, {rows}, 3>")]);
        assert_eq!(at("!t,", 0), [format!("memref<8x64xf16, {rows}, 3>")]);
        assert_eq!(at("A, 16", 0)[0], "#layout.frag<#layout.mma<m16n8k16>, A, 16x16>");
        assert_eq!(at("#m, A", 0)[0], "#layout.mma<m16n8k16>");
        assert_eq!(at(":(64", 2), [rows]);
        assert!(at("-> i1", 1).is_empty());
    }

    #[test]
    fn each_module_of_a_file_has_its_aliases() {
        assert_eq!(at("#a = #layout<4", 0), ["#layout<4:1>"]);
    }

    #[test]
    fn what_is_not_finished_ends_somewhere() {
        for text in ["#a = #a", "!b = memref<#b\n#b = !b", "#layout<(8,", "#", "memref<\"", "#x<->", "!é"] {
            let document = Document::new(text.into());
            (0..=text.len()).for_each(|i| drop(document.around(i)));
        }
    }

    #[test]
    fn aliases_of_aliases_stay_small() {
        let doubled = |i: usize| format!("#a{} = f<#a{i}, #a{i}>\n", i + 1);
        let text: String = (0..40).map(doubled).collect();
        let document = Document::new(text.clone());
        assert!(document.around(text.find("#a40").unwrap())[0].text.len() < 4 * LONGEST);
    }
}
