//! [`Case`]: a failing program as a file: what was run, what was expected, the module.

use std::fmt;

use crate::inputs::Input;
use crate::judge::Failure;
use crate::pipelines::Pipeline;

/// A program with what is known of its failure.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The pipeline; any, if the file does not say.
    pub pipeline: Option<Pipeline>,
    /// The input that shows the fault.
    pub input: Option<Input>,
    /// The module, without the header.
    pub text: String,
}

impl Case {
    /// Reads a file: with the header that [`write()`] makes, with a line
    /// `// fuzz: diff PIPELINE WIDTH FUNCTION(ARGUMENT,…)`, or without either.
    pub fn parse(text: &str) -> Self {
        let mut case = Self { text: text.into(), ..Self::default() };
        for line in text.lines().map_while(|l| l.strip_prefix("//")) {
            let line = line.trim();
            if let Some(pipeline) = line.strip_prefix("pipeline:") {
                case.pipeline = pipeline.parse().ok();
            } else if let Some(input) = line.strip_prefix("input:") {
                case.input = input.trim().parse().ok();
            } else if let Some(rest) = line.strip_prefix("fuzz:") {
                let mut words = rest.split_whitespace().skip(1);
                case.pipeline = words.next().and_then(|p| p.parse().ok());
                case.input = words.nth(1).and_then(|input| input.parse().ok());
            }
        }
        case
    }
}

/// The file of a failing program.
pub fn write(failure: &Failure, origin: &str, text: &str) -> String {
    let pipeline: Result<Pipeline, _> = failure.pipeline.parse();
    let width = pipeline.map_or(64, |p| p.index_width());
    let line = |name: &str, value: &str| {
        if value.is_empty() { String::new() } else { format!("// {name}: {}\n", shorten(value)) }
    };
    [
        line("kind", &failure.kind.to_string()),
        line("pipeline", &failure.pipeline),
        line("index", &format!("{width} bits")),
        line("input", failure.input.as_deref().unwrap_or_default()),
        line("expected", &failure.expected),
        line("observed", &failure.observed),
        line("from", origin),
        text.lines().filter(|l| !l.starts_with("//")).fold(String::new(), |all, l| all + l + "\n"),
    ]
    .concat()
}

/// One line of bearable length.
fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(400) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.pipeline)?;
        if let Some(input) = &self.input {
            write!(f, "\n  input     {input}")?;
        }
        write!(f, "\n  expected  {}\n  observed  {}", shorten(&self.expected), shorten(&self.observed))
    }
}
