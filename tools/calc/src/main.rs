//! `layout-calc`: see `layout-calc --help`.

use std::io::{BufWriter, stdin, stdout};

use layout_calc::jsonl::serve;
use layout_calc::value::Notation;

fn main() -> std::io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    serve(stdin().lock(), BufWriter::new(stdout().lock()), Notation::Cute)
}
