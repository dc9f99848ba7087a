//! What is to be run: a JSON file, its meaning and its mistakes.

pub mod description;
mod locate;
pub mod parameters;
mod verify;

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use crate::data::fill::FillError;
use description::Job;

/// What is wrong with a job.
#[derive(Debug, Error)]
pub enum JobError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It is no JSON, or a field is missing, unknown or of another type.
    #[error("{}:{line}:{column}: {}{message}", path.display(), in_field(field))]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The field, as `launch.grid[0]`; empty outside of all.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// A field has a value that makes no sense.
    #[error("{}:{line}: {}{fault}", path.display(), in_field(field))]
    Fault {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The field, as `launch.grid[0]`.
        field: String,
        /// What is wrong.
        fault: Fault,
    },
}

fn in_field(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!("{field}: ") }
}

/// Why a value makes no sense.
#[derive(Debug, Error)]
pub enum Fault {
    /// One to three positive sizes are needed.
    #[error("one to three positive numbers are needed: x, y and z")]
    Dimensions,
    /// What a function decides by itself.
    #[error("a `function` says this itself")]
    OfFunction,
    /// A name that no buffer has.
    #[error("there is no buffer `{name}`; there are {known}")]
    UnknownBuffer {
        /// The name.
        name: String,
        /// The buffers' names.
        known: String,
    },
    /// Two things of one name.
    #[error("`{0}` is there twice")]
    Twice(String),
    /// More bytes than a buffer has.
    #[error("this shape has more than 64 GiB, the most that a buffer has: it is filled in memory first")]
    TooLarge,
    /// Elements that cannot be made so.
    #[error(transparent)]
    Fill(#[from] FillError),
    /// Sizes and strides of different number.
    #[error("{sizes} sizes and {strides} strides: a memref has as many of both")]
    Rank {
        /// How many sizes.
        sizes: usize,
        /// How many strides.
        strides: usize,
    },
    /// Strides are row-major if the sizes alone are given; without sizes there is nothing they belong to.
    #[error("strides need `sizes`")]
    StridesAlone,
    /// A memref that reaches beyond its buffer.
    #[error("this memref reaches elements {low} to {high}; the buffer `{buffer}` has {length}")]
    Outside {
        /// The buffer.
        buffer: String,
        /// The first element it reaches.
        low: i128,
        /// The last.
        high: i128,
        /// How many there are.
        length: usize,
    },
    /// A width that `index` does not have, or one too small for a number.
    #[error("`index` is 32 or 64 bits wide, and holds the sizes, the strides and the offset")]
    Index,
    /// A tolerance that is none.
    #[error("a tolerance is finite and not negative")]
    Tolerance,
    /// An output that nothing is done with.
    #[error("nothing is done with this output: give `expect`, `write` or, for the job, `reference`")]
    Idle,
    /// A number that must be positive.
    #[error("at least 1 is needed")]
    Zero,
    /// A sample of several launches, of which the flush would precede the first alone.
    #[error(
        "with `flush_l2` each launch is a sample of its own: leave `repeat` at 1, or set `flush_l2` to false"
    )]
    FlushedRepeats,
}

/// Reads and verifies a job.
///
/// # Errors
///
/// [`JobError`], which names the file, the line and the field.
pub fn read(path: &Path) -> Result<Job, JobError> {
    let text = fs::read_to_string(path).map_err(|error| JobError::Read { path: path.to_owned(), error })?;
    parse(&text, path)
}

/// The job that a text describes; `path` is what errors call it.
///
/// # Errors
///
/// [`JobError`], but not [`JobError::Read`].
pub fn parse(text: &str, path: &Path) -> Result<Job, JobError> {
    let syntax = |error: &serde_json::Error, field: String| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        // Of an unknown field serde's path has what was written, of the whole `.`.
        let field = if field == "." { String::new() } else { field };
        JobError::Syntax { path: path.to_owned(), line, column, field, message: message.to_owned() }
    };
    let mut reader = serde_json::Deserializer::from_str(text);
    let job: Job = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| syntax(error.inner(), error.path().to_string()))?;
    reader.end().map_err(|error| syntax(&error, String::new()))?;
    verify::verify(&job).map_err(|wrong| JobError::Fault {
        path: path.to_owned(),
        line: locate::line_of(text, &wrong.place),
        field: locate::text_of(&wrong.place),
        fault: wrong.fault,
    })?;
    Ok(job)
}
