//! [`Cache`]: the kernels that were fastest for products of known sizes, as somebody timed them.
//!
//! `layout-tune` writes such files, in JSON, and `layout-matmul{cache=FILE}` reads them:
//!
//! ```json
//! {"version": 1,
//!  "products": [{"chip": "sm_90a", "a": "memref<512x4096xf16, strided<[4096, 1]>>",
//!    "b": "memref<4096x1024xf16, strided<[1024, 1]>>", "c": "memref<512x1024xf16, strided<[1024, 1]>>",
//!    "element": "f16", "kernel": "128x128x64x6_warpgroups", "microseconds": 14.2}]}
//! ```

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format.
const VERSION: u32 = 1;

/// What was timed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cache {
    /// The version of the format: 1.
    pub version: u32,
    /// The products.
    pub products: Vec<Entry>,
}

/// A product and the kernel that was the fastest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The chip that kernels are made for, such as `sm_90a`.
    pub chip: String,
    /// Whether f32 is multiplied as TF32.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tf32: bool,
    /// The types of A, B and of what is stored, by batch, rows and columns, with their strides.
    pub a: String,
    /// See [`a`](Self::a).
    pub b: String,
    /// See [`a`](Self::a).
    pub c: String,
    /// The elements of the product.
    pub element: String,
    /// Whether it is added to what is there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adds: bool,
    /// What is read beside A and B.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// The kernel, by its name behind that of the product: `128x256x64x4_warpgroups_persistent`.
    pub kernel: String,
    /// How long it took.
    pub microseconds: f64,
}

/// Why a file is no cache.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// It cannot be read.
    #[error("option cache={0}: {1}")]
    Read(PathBuf, std::io::Error),
    /// It is no JSON.
    #[error("option cache={0}: {1}; layout-tune writes such files")]
    Text(PathBuf, serde_json::Error),
    /// It is JSON, and no cache.
    #[error(
        "option cache={0}: expected {{\"version\": {VERSION}, \"products\": […]}} and found {1}; layout-tune writes such files"
    )]
    Form(PathBuf, String),
    /// An entry is not as it should be.
    #[error("option cache={file}: entry {number} of products{of}: {why}; layout-tune writes such files")]
    Entry {
        /// The file.
        file: PathBuf,
        /// Which entry, from 1.
        number: usize,
        /// Its kernel, in parentheses, if it says that.
        of: String,
        /// What is wrong.
        why: String,
    },
    /// It is of another version.
    #[error(
        "option cache={0}: it has version {1}, and this is read: {VERSION}; have layout-tune write it again"
    )]
    Version(PathBuf, Value),
}

impl Default for Cache {
    fn default() -> Self {
        Self { version: VERSION, products: Vec::new() }
    }
}

impl Cache {
    /// Reads a file.
    ///
    /// # Errors
    /// [`CacheError`] for what is no cache.
    pub fn read(file: &Path) -> Result<Self, CacheError> {
        let text = std::fs::read_to_string(file).map_err(|error| CacheError::Read(file.into(), error))?;
        let read: Value =
            serde_json::from_str(&text).map_err(|error| CacheError::Text(file.into(), error))?;
        let form = |found: String| CacheError::Form(file.into(), found);
        let Value::Object(fields) = read else { return Err(form(kind(&read).into())) };
        // (Of another version fields are others too.)
        match fields.get("version") {
            Some(version) if version.as_u64() == Some(VERSION.into()) => {}
            Some(version) => return Err(CacheError::Version(file.into(), version.clone())),
            None => return Err(form("no version".into())),
        }
        if let Some(other) = fields.keys().find(|name| !matches!(name.as_str(), "version" | "products")) {
            return Err(form(format!("{other} beside them")));
        }
        let products = match fields.get("products") {
            Some(Value::Array(products)) => products,
            Some(other) => return Err(form(format!("{} for products", kind(other)))),
            None => return Err(form("no products".into())),
        };
        let products = products.iter().enumerate().map(|(place, entry)| {
            let of = entry.get("kernel").and_then(Value::as_str);
            let of = of.map_or_else(String::new, |kernel| format!(" ({kernel})"));
            let wrong = |why| CacheError::Entry { file: file.into(), number: place + 1, of: of.clone(), why };
            let entry = Entry::deserialize(entry).map_err(|error| wrong(error.to_string()))?;
            if entry.microseconds < 0.0 {
                return Err(wrong(format!("microseconds = {}, and no time is below 0", entry.microseconds)));
            }
            Ok(entry)
        });
        Ok(Self { version: VERSION, products: products.collect::<Result<_, _>>()? })
    }

    /// The entry of a product, whatever its kernel and its time.
    pub fn of(&self, product: &Entry) -> Option<&Entry> {
        self.products.iter().find(|entry| entry.is_of(product))
    }

    /// Puts an entry in the place of that of the same product, if there is one.
    pub fn put(&mut self, entry: Entry) {
        self.products.retain(|old| !old.is_of(&entry));
        self.products.push(entry);
    }
}

/// What a value is, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl Entry {
    /// Whether it is of the same product.
    fn is_of(&self, other: &Self) -> bool {
        let key = |entry: &Self| {
            let Self { chip, tf32, a, b, c, element, adds, beside, .. } = entry.clone();
            (chip, tf32, a, b, c, element, adds, beside)
        };
        key(self) == key(other)
    }
}
