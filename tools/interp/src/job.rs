//! [`Job`]: what a function is run on.

use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::fault::Reason;
use crate::given::Given;
use crate::memory::Buffer;
use crate::read::program::{Function, Program};
use crate::read::types::{Element, Memref, Type};
use crate::run::Launch;
use crate::value::{Value, View};

/// Most bytes of an argument: each is kept with its history.
const MOST_BYTES: usize = 1 << 26;

/// What a function is run on.
///
/// ```json
/// {"function": "softmax", "grid": [10, 1, 1], "arguments": [
///   {"shape": [37, 5], "symbols": [8], "seed": 3, "low": -4, "high": 4},
///   {"shape": [37, 5], "symbols": [5]},
///   {"value": 12}]}
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Job {
    /// The function; the only one of the module if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// How many blocks there are.
    #[serde(default = "one")]
    pub grid: [i64; 3],
    /// The threads of a block, where the function does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<i64>,
    /// What it is given.
    #[serde(default)]
    pub arguments: Vec<Argument>,
}

fn one() -> [i64; 3] {
    [1; 3]
}

/// What a function is given: memory with what it holds, or a number.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Argument {
    /// The extents of memory; those of the type if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Vec<i64>>,
    /// The values of the symbols of its layout that are no size of a dimension, in order;
    /// of `strided<…>` the dynamic offset and strides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<i64>,
    /// Bytes of other memory before the first element: the memory's address is a multiple of a large
    /// power of two, and these.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skew: usize,
    /// Random values of this seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The least of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The greatest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Only whole ones of them.
    #[serde(default)]
    pub whole: bool,
    /// The values, the last dimension fastest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Given>>,
    /// The value of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Given>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// Why a text is no job.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text itself.
    #[error("the job is not read: {0}")]
    Text(#[from] serde_json::Error),
    /// A field holds what it may not, or is none.
    #[error("the job's `{field}` is not read: {error}")]
    Field {
        /// The field, as `arguments[1].values`.
        field: String,
        /// What it holds, and what it may.
        error: serde_json::Error,
    },
}

/// Why a job does not fit a program.
#[derive(Clone, Debug, thiserror::Error)]
pub enum JobError {
    /// No function of the name.
    #[error("no function @{0}; there are: {1}")]
    Function(String, String),
    /// An argument does not fit.
    #[error("argument {number} of @{function}: {reason}")]
    Argument {
        /// Its number.
        number: usize,
        /// The function.
        function: String,
        /// Why.
        reason: Reason,
    },
    /// The number of arguments.
    #[error("@{function} takes {takes} arguments and the job gives {gives}")]
    Count {
        /// The function.
        function: String,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        gives: usize,
    },
    /// No grid, or one that takes too long.
    #[error("the grid {0:?} is three numbers from 1 on, whose product is at most 65536")]
    Grid([i64; 3]),
    /// Blocks that are in no cluster.
    #[error(
        "the grid {grid:?} has along x no whole clusters of {size} blocks, which @{function} says it has"
    )]
    Cluster {
        /// The function.
        function: String,
        /// The grid.
        grid: [i64; 3],
        /// The blocks of a cluster.
        size: u32,
    },
    /// The number of threads is not known.
    #[error("@{0} does not say how many threads a block has, and the job does not")]
    Threads(String),
}

/// Most blocks of a run.
const BLOCKS: i64 = 65_536;

/// How many operations a run may take.
const FUEL: u64 = 2_000_000_000;

impl Job {
    /// The job that a text of JSON is.
    ///
    /// # Errors
    /// [`ReadError`], which names the field.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        serde_json::from_str(text).map_err(|error| match serde_json::from_str(text) {
            Ok(json) => wrong_field(&json).unwrap_or(error.into()),
            Err(_) => error.into(),
        })
    }

    /// The function that the job is for.
    ///
    /// # Errors
    /// If there is none, or several and the job does not say which.
    pub fn function<'p>(&self, program: &'p Program) -> Result<&'p Rc<Function>, JobError> {
        let all = || program.functions.keys().cloned().collect::<Vec<_>>().join(", ");
        let mut functions = program.functions.values();
        let found = match &self.function {
            // A kernel may have moved into a module of its own.
            Some(name) => functions.find(|f| f.name == *name || f.name.ends_with(&format!("::{name}"))),
            None => functions.next().filter(|_| program.functions.len() == 1),
        };
        found.ok_or_else(|| JobError::Function(self.function.clone().unwrap_or_else(|| "?".into()), all()))
    }

    /// The function's arguments in memory.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn launch(&self, function: &Function, seed: u64) -> Result<Launch, JobError> {
        if self.arguments.len() != function.given() {
            let (takes, gives) = (function.given(), self.arguments.len());
            return Err(JobError::Count { function: function.name.clone(), takes, gives });
        }
        let blocks = self.grid.iter().try_fold(1i64, |all, n| all.checked_mul(*n).filter(|_| *n > 0));
        if blocks.is_none_or(|blocks| blocks > BLOCKS) {
            return Err(JobError::Grid(self.grid));
        }
        if let Some(size) = function.cluster_size().filter(|size| self.grid[0] % i64::from(*size) != 0) {
            return Err(JobError::Cluster { function: function.name.clone(), grid: self.grid, size });
        }
        let slots = function.regions.first().and_then(|r| r.blocks.first()).map(|b| b.arguments.clone());
        let mut buffers = Vec::new();
        let mut arguments = Vec::new();
        for (number, (argument, slot)) in self.arguments.iter().zip(slots.unwrap_or_default()).enumerate() {
            let value = argument.value(&function.types[slot], number, &mut buffers);
            let name = || function.name.clone();
            arguments.push(value.map_err(|reason| JobError::Argument {
                number,
                function: name(),
                reason,
            })?);
        }
        let threads = match (function.group.or(self.threads), function.block) {
            (_, Some(block)) => block,
            (Some(n), None) => [n, 1, 1],
            (None, None) => return Err(JobError::Threads(function.name.clone())),
        };
        Ok(Launch { arguments, buffers, grid: self.grid, threads, seed, fuel: FUEL })
    }
}

/// The first field of a job that is not read, by itself.
fn wrong_field(job: &Json) -> Option<ReadError> {
    let arguments = job.get("arguments").and_then(Json::as_array).into_iter().flatten();
    let in_arguments = arguments.enumerate().find_map(|(number, argument)| {
        let (name, error) = wrong::<Argument>(argument)?;
        Some(ReadError::Field { field: format!("arguments[{number}]{name}"), error })
    });
    let field =
        |(name, error): (String, _)| ReadError::Field { field: name.trim_start_matches('.').into(), error };
    in_arguments.or_else(|| wrong::<Job>(job).map(field))
}

/// The field of an object that is not read, after a point, or the object itself.
fn wrong<T: DeserializeOwned>(json: &Json) -> Option<(String, serde_json::Error)> {
    let read = |json: Json| serde_json::from_value::<T>(json).err();
    let fields = json.as_object().into_iter().flatten();
    let mut each = fields.map(|(name, value)| (name, Json::from_iter([(name.clone(), value.clone())])));
    let found = each.find_map(|(name, alone)| Some((format!(".{name}"), read(alone)?)));
    found.or_else(|| Some((String::new(), read(json.clone())?)))
}

impl Argument {
    fn value(&self, r#type: &Type, number: usize, buffers: &mut Vec<Buffer>) -> Result<Value, Reason> {
        match r#type {
            Type::Scalar(element) => {
                let value = self.value.ok_or_else(|| Reason::undefined("a number without `value`"))?;
                Ok(value.scalar(*element)?.into())
            }
            Type::Memref(memref) => {
                let view = self.view(memref, buffers.len())?;
                let bytes = crate::run::extent(&view);
                if bytes > MOST_BYTES {
                    return Err(Reason::unsupported(format!(
                        "memory of {bytes} bytes, of which at most {MOST_BYTES} can be judged byte by byte"
                    )));
                }
                let mut buffer = Buffer::new(&format!("argument {number}"), memref.space, bytes);
                buffer.begin = view.base;
                self.fill(&view, &mut buffer)?;
                buffers.push(buffer);
                Ok(Value::View(view.into()))
            }
            other => Err(Reason::unsupported(format!("an argument of type {other:?}"))),
        }
    }

    fn view(&self, memref: &Memref, buffer: usize) -> Result<View, Reason> {
        let shape = match &self.shape {
            Some(shape) => shape.clone(),
            None => memref.shape.iter().map(|n| n.unwrap_or(1)).collect(),
        };
        let fits = shape.len() == memref.shape.len()
            && shape.iter().zip(&memref.shape).all(|(n, of)| of.is_none_or(|of| of == *n));
        if !fits {
            let of = memref.shape.iter().map(|n| n.map_or_else(|| "?".to_owned(), |n| n.to_string()));
            let of = of.collect::<Vec<_>>().join("x");
            return Err(Reason::undefined(format!("the shape {shape:?}, of a memref of {of}")));
        }
        let dynamic = shape.iter().zip(&memref.shape).filter(|(_, of)| of.is_none());
        let sizes: Vec<i64> = dynamic.map(|(n, _)| *n).collect();
        crate::run::view_of(memref, buffer, self.skew as i64, &sizes, &self.symbols)
    }

    /// Writes the values; memory without any stays as if nobody had written it.
    fn fill(&self, view: &View, buffer: &mut Buffer) -> Result<(), Reason> {
        let mut random = fastrand::Rng::with_seed(self.seed.unwrap_or(0));
        for (i, at) in view.coordinates().enumerate() {
            let value = match &self.values {
                Some(values) => match values.as_slice() {
                    [one] => *one,
                    _ => *values.get(i).ok_or_else(|| Reason::undefined("fewer values than elements"))?,
                },
                None if self.seed.is_some() => self.random(view.element, &mut random),
                None => return Ok(()),
            };
            let place = view.place(&at).ok_or_else(|| Reason::undefined("a coordinate without a place"))?;
            buffer.write(place, value.scalar(view.element)?, view.element, None)?;
        }
        Ok(())
    }

    /// A number between the two ends; each integer between them, where there are more than a double tells apart.
    fn random(&self, element: Element, random: &mut fastrand::Rng) -> Given {
        let (low, high) = (self.low.unwrap_or(-8.0), self.high.unwrap_or(8.0));
        let is_float = matches!(element, Element::Float(_));
        if !is_float && high - low >= 2f64.powi(f64::MANTISSA_DIGITS as i32) {
            return Given::Whole(random.i64(low as i64..=high as i64));
        }
        let value = low + (high - low) * random.f64();
        Given::Real(if self.whole || !is_float { value.round() } else { value })
    }
}
