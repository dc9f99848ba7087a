//! `layout-calc`: evaluates, compares and draws layouts. See `layout-calc --help`.

use std::cell::RefCell;
use std::io::{BufWriter, Write, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser as Cli, Subcommand, ValueEnum};
use layout_algebra::draw::{Tile, Tiles};
use layout_algebra::{AnyLayout, Layout, Parser, with_names};
use layout_calc::atoms;
use layout_calc::convert;
use layout_calc::descriptor;
use layout_calc::encoding;
use layout_calc::expression::{evaluate, evaluate_cute, names_in_shapes};
use layout_calc::jsonl::serve;
use layout_calc::ops::{OPERATIONS, excerpt};
use layout_calc::report::{self, Picture, Report};
use layout_calc::tensor_map;
use layout_calc::value::{self, Notation, Value};
use layout_target::{Access, CHIPS, Chip, Operand};

/// A calculator for CuTe layouts.
///
/// An expression is a layout or an operation: (4,8):(8,1), S<3,4,3> o 0 o 64:1,
/// composition(A, B), zipped_divide(A, [4:1, 8:1]), group<0,2>(A). Sizes and
/// strides may be names with facts: (M{div=8},K):(K,1).
#[derive(Cli)]
#[command(version, after_help = "`layout-calc list` names all operations.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The expression to evaluate.
    #[arg(conflicts_with = "jsonl")]
    expression: Option<String>,
    /// Read operations from standard input, one JSON object a line:
    /// {"op": NAME, "in": [TEXT, …], "params": [INTEGER, …]}.
    #[arg(long)]
    jsonl: bool,
    /// The notation of layouts; in CuTe's, _4 is static and 4 dynamic.
    #[arg(long, value_enum, default_value_t = Style::Own, global = true)]
    notation: Style,
}

#[derive(Clone, Copy, ValueEnum)]
enum Style {
    Own,
    Cute,
}

#[derive(Subcommand)]
enum Command {
    /// Decide whether two layouts are the same function (exit status 0, 1, or 2 if unknown).
    Equal {
        /// A layout or expression.
        a: String,
        /// Another.
        b: String,
    },
    /// Draw a layout or an instruction: a table, or SVG or LaTeX by the file's extension.
    Draw {
        /// The layout, or an encoding of tiles (`tv<…>`, `frag<…>`, `mma<…>`); with --mma or --copy an
        /// instruction or a tiling of one.
        layout: String,
        /// The file; standard output gets a table.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Draw a thread-value layout on a tile of MxN elements.
        #[arg(long, value_name = "MxN", value_parser = extent, group = "picture")]
        tv: Option<[i64; 2]>,
        /// Colour by shared-memory bank, for elements of so many bits.
        #[arg(long, value_name = "BITS", group = "picture")]
        banks: Option<i64>,
        /// Draw the fragments of a matrix multiply-add: NAME, or NAME thr LAYOUT perm TILE.
        #[arg(long, group = "picture")]
        mma: bool,
        /// Draw what threads read and write of a tiled copy: NAME TYPE thr LAYOUT val LAYOUT.
        #[arg(long, group = "picture")]
        copy: bool,
    },
    /// Count bank conflicts and sectors of a warp's access (exit status 1 if it conflicts).
    Banks {
        /// The layout of the tile.
        layout: String,
        /// (thread, value) to the element's number in the tile, or ldmatrix, stmatrix, cp.async.
        #[arg(long, default_value = "ldmatrix")]
        access: String,
        /// Bits of an element.
        #[arg(long, default_value_t = 16)]
        bits: i64,
        /// Bytes of one thread's access.
        #[arg(long, default_value_t = 16)]
        bytes: i64,
    },
    /// Find the swizzle under which accesses to a tile do not conflict.
    Swizzle {
        /// The layout of the tile.
        tile: String,
        /// Accesses as in `banks`; may be repeated.
        #[arg(long, default_values_t = ["ldmatrix".to_owned(), "cp.async".to_owned()])]
        access: Vec<String>,
        /// Bits of an element.
        #[arg(long, default_value_t = 16)]
        bits: i64,
        /// Bytes of one thread's access.
        #[arg(long, default_value_t = 16)]
        bytes: i64,
    },
    /// How wgmma reads a matrix of shared memory: the fields of its descriptor, or the nearest layout that it reads.
    Descriptor {
        /// The layout: A as M x K, B as K x N.
        layout: String,
        /// Which operand it is.
        #[arg(long, default_value = "A", value_parser = descriptor::operand)]
        operand: Operand,
        /// Bits of an element.
        #[arg(long, default_value_t = 16)]
        bits: i64,
        /// Columns of B that an instruction reads, a multiple of 8; as many as it can by default.
        #[arg(long)]
        columns: Option<i64>,
    },
    /// The tensor map of a copy by the engine that copies boxes, and its boxes.
    TensorMap {
        /// The layout of global memory.
        global: String,
        /// That of the shared memory that a tile is copied to; its modes are the last of the other's.
        shared: String,
        /// Bits of an element.
        #[arg(long, default_value_t = 16)]
        bits: i64,
    },
    /// A layout as upstream's dialects and CUDA Tile IR write it, and theirs as a layout: `strided<…>`, affine maps,
    /// `memref<…>`, `affine.linearize_index`, `!cuda_tile.tensor_view<…>`, `#xegpu.layout<…>`, `shard.sharding`.
    Convert {
        /// A layout or expression, an encoding `tv<…>`, or one of these.
        text: String,
        /// The one form to print, by the name that it has without this option; an error where there is none.
        #[arg(long, value_name = "FORM")]
        to: Option<String>,
        /// The extents, where the text does not say them: 4x8, `?` of run time, of which facts may be known: ?{div=4}.
        #[arg(long)]
        shape: Option<String>,
        /// The grid of processes that a sharding is on: 2x4.
        #[arg(long)]
        grid: Option<String>,
        /// Lanes of a subgroup.
        #[arg(long, default_value_t = 16)]
        lanes: i64,
        /// The type of the elements of a view.
        #[arg(long, default_value = "f32")]
        element: String,
        /// A fact of a view's size or stride: stride1=div_by<8>, size0=bounded<1, ?>; may be repeated.
        #[arg(long)]
        assume: Vec<String>,
        /// Draw it as well, by the file's extension: .svg, .tex or .txt.
        #[arg(short, long)]
        output: Option<PathBuf>,
    },
    /// List the operations.
    List,
    /// What a chip has and how much of it; without a name, which chips there are.
    Chip {
        /// The chip, such as sm_90a.
        name: Option<String>,
        /// List the instructions that it has, by the names that operations take.
        #[arg(long, requires = "name")]
        atoms: bool,
    },
}

/// `16x8`.
fn extent(text: &str) -> Result<[i64; 2], String> {
    let numbers: Option<Vec<i64>> = text.split('x').map(|n| n.parse().ok().filter(|n| *n > 0)).collect();
    numbers.and_then(|n| n.try_into().ok()).ok_or_else(|| "write rows and columns, such as 16x8".into())
}

fn main() -> ExitCode {
    // Whatever a line makes panic is answered; nothing is printed over answers.
    std::panic::set_hook(Box::new(|_| {}));
    let arguments = Arguments::parse();
    if arguments.command.is_some() && (arguments.expression.is_some() || arguments.jsonl) {
        let text = "a command takes no expression before it, and no --jsonl";
        Arguments::command().error(ErrorKind::ArgumentConflict, text).exit();
    }
    let result = if arguments.jsonl {
        let notation = if matches!(arguments.notation, Style::Cute) { Notation::Cute } else { Notation::Own };
        match serve(stdin().lock(), BufWriter::new(stdout().lock()), notation) {
            // A reader that has had enough is no error.
            Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("standard input: {e}")),
            _ => return ExitCode::SUCCESS,
        }
    } else {
        let caught = catch_unwind(AssertUnwindSafe(|| run(&arguments)));
        caught.unwrap_or_else(|_| Err("internal error: please report this command".into()))
    };
    match result {
        Ok(Report { text, status }) => {
            let _ = writeln!(stdout(), "{}", text.trim_end_matches('\n'));
            status.into()
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(3)
        }
    }
}

fn run(arguments: &Arguments) -> Result<Report, String> {
    let yes = |text: String| Ok(Report { text, status: 0 });
    let style = arguments.notation;
    // One for all texts of a command: the same name is the same unknown.
    let parser = RefCell::new(Parser::new(""));
    let layout = |text| layout(text, &mut parser.borrow_mut(), style, &mut 0);
    let named = |message: String| with_names(&message, &parser.borrow().names());
    let Some(command) = &arguments.command else {
        let text = arguments.expression.as_deref().ok_or("give an expression, or see --help")?;
        if let Style::Cute = style {
            let value = evaluate_cute(text, &mut 0).map_err(|e| e.pointed(text))?;
            return yes(value.text(Notation::Cute));
        }
        let mut parser = Parser::new(text);
        let value = evaluate(text, &mut parser).map_err(|e| e.pointed(text))?;
        return yes(value.text_with(&parser.names()));
    };
    match command {
        Command::Equal { a, b } => {
            let (mut parser, mut operands) = (Parser::new(a), 0);
            if let Style::Own = style {
                parser.take_for_sizes([names_in_shapes(a), names_in_shapes(b)].concat());
            }
            let mut read = |text| {
                let layout = self::layout(text, &mut parser, style, &mut operands)?;
                value::known(&layout).map_err(|e| e.to_string())
            };
            let (x, y) = (read(a)?, read(b)?);
            Ok(report::equal(&x, &y, &parser.names()))
        }
        Command::Draw { layout: text, output, tv, banks, mma, copy } => {
            let alone = !mma && !copy && banks.is_none();
            let encoding = alone.then(|| encoding::picture(text, *tv)).flatten().transpose()?;
            let picture = match (mma, copy, tv, banks, encoding) {
                (.., Some(tiles)) => Picture::Tiles(tiles),
                (true, ..) => Picture::Tiles(atoms::mma_picture(text)?),
                (_, true, ..) => Picture::Tiles(atoms::copy_picture(text)?),
                (_, _, Some([rows, columns]), ..) => {
                    let tile = Tile::new("", plain(layout(text)?)?, *rows, *columns);
                    Picture::Tiles(Tiles::one(tile))
                }
                (.., Some(bits), _) => Picture::Banks(layout(text)?, *bits),
                _ => Picture::Layout(layout(text)?),
            };
            let drawn = report::draw(&picture, output.as_deref()).map_err(named)?;
            match output {
                None => yes(drawn),
                Some(file) => {
                    std::fs::write(file, drawn).map_err(|e| format!("{}: {e}", file.display()))?;
                    yes(format!("drawn: {}", file.display()))
                }
            }
        }
        Command::Banks { layout: text, access, bits, bytes } => {
            let value = layout(text)?;
            let access = accessed(access, value.domain(), *bits, *bytes, &layout).map_err(named)?;
            report::banks(&value, *bits, &access).map_err(named)
        }
        Command::Swizzle { tile, access: accesses, bits, bytes } => {
            let tile = plain(layout(tile)?)?;
            let access = |a| accessed(a, &tile, *bits, *bytes, &layout);
            let accesses: Result<Vec<_>, _> = accesses.iter().map(String::as_str).map(access).collect();
            accesses.and_then(|accesses| report::swizzle(&tile, *bits, &accesses)).map_err(named)
        }
        Command::Descriptor { layout: text, operand, bits, columns } => {
            descriptor::report(&layout(text)?, *operand, *bits, *columns).map_err(named).and_then(yes)
        }
        Command::TensorMap { global, shared, bits } => {
            let (global, shared) = (plain(layout(global)?)?, layout(shared)?);
            yes(tensor_map::describe(&global, &shared, *bits, &parser.borrow().names())?)
        }
        Command::Convert { text, to, shape, grid, lanes, element, assume, output } => {
            let (shape, grid) = (shape.as_deref(), grid.as_deref());
            let asked = convert::Asked { shape, grid, lanes: *lanes, element, assume };
            let own = |text: &str| self::layout(text, &mut Parser::new(""), style, &mut 0);
            let subject = convert::read(text, &asked, &own)?;
            if let Some(file) = output {
                let picture = match &subject {
                    convert::Subject::Layout(layout) => Picture::Layout(layout.clone()),
                    convert::Subject::Held(tv, shape) => Picture::Tiles(encoding::held(tv, shape)?),
                };
                let drawn = report::draw(&picture, Some(file))?;
                std::fs::write(file, drawn).map_err(|e| format!("{}: {e}", file.display()))?;
            }
            yes(match to {
                Some(form) => convert::write(&subject, form, &asked)?,
                None => convert::all(&subject, &asked, &[]),
            })
        }
        Command::List => yes(OPERATIONS.iter().map(|o| o.name).collect::<Vec<_>>().join("\n")),
        Command::Chip { name: None, .. } => yes(CHIPS.iter().map(|c| c.name).collect::<Vec<_>>().join("\n")),
        Command::Chip { name: Some(name), atoms } => {
            let chip = Chip::named(name).map_err(|e| e.to_string())?;
            yes(if *atoms { chip.atoms().collect::<Vec<_>>().join("\n") } else { chip.to_string() })
        }
    }
}

/// The layout that an expression gives; `operands` is that of [`evaluate_cute`].
fn layout<'a>(
    text: &'a str,
    parser: &mut Parser<'a>,
    style: Style,
    operands: &mut u32,
) -> Result<AnyLayout, String> {
    let value = match style {
        Style::Own => evaluate(text, parser),
        Style::Cute => evaluate_cute(text, operands),
    };
    match value.map_err(|e| e.pointed(text))? {
        Value::Layout(l) => Ok(l),
        Value::Tuple(shape) => Layout::left(&shape).map(Into::into).map_err(|e| e.to_string()),
        other => Err(format!("`{}` is no layout but {other}", excerpt(text))),
    }
}

fn plain(layout: AnyLayout) -> Result<Layout, String> {
    match layout {
        AnyLayout::Plain(l) => Ok(l),
        AnyLayout::Composed(c) => Err(format!("{c} is composed; a plain layout is needed here")),
    }
}

/// An access by its usual name, or by its thread-value layout, which `layout` reads.
fn accessed<'a>(
    text: &'a str,
    tile: &Layout,
    bits: i64,
    bytes: i64,
    layout: &dyn Fn(&'a str) -> Result<AnyLayout, String>,
) -> Result<Access, String> {
    if !text.contains(':') {
        return report::usual_access(text, tile, bits);
    }
    Ok(Access { name: text.into(), tv: plain(layout(text)?)?, bytes })
}
