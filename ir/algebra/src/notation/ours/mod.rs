//! The project's own notation of layouts, tuples, tilers and integer expressions.
//!
//! ```text
//! any     := ((swizzle | layout) `o` expr `o`)* layout
//! swizzle := (`S` | `Sw`) `<` int `,` int `,` int `>`
//! layout  := tuple (`:` tuple)?                  no stride: compact, leftmost fastest
//! tuple   := `(` (tuple (`,` tuple)*)? `)` | expr
//! expr    := [`-`] term ((`+` | `-`) term)*
//! term    := factor ((`*` | `floordiv` | `mod` | `ceildiv`) factor)*
//! factor  := int | `?` facts? | name facts? | function `(` expr `,` expr `)`
//! facts   := `{` (`div` | `min` | `max`) `=` int (`,` …)* `}`
//! tiler   := `[` tiler (`,` tiler)* `]` | `_` | layout | int
//! ```
//! What CuTe's Python DSL prints is read too: `?{i64 div=8}` with the width of an
//! unknown, which integers here do not have, and `[16:1;128:1]`.
//!
//! `?` is a new symbol, `sN` the symbol number `N`, any other name stands for
//! one symbol wherever it occurs. Symbols are numbered as they appear.
//!
//! What stands in a shape is at least 1, unless its facts say otherwise; a name
//! that stands in a shape anywhere is, also where it stands in a stride first.

mod integers;
mod layouts;
pub(crate) mod parser;
mod strides;
mod text;
mod tuples;
