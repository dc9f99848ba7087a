//! `layout-calc convert`: a layout as others write it, and theirs as a layout.

use std::fmt::Display;

use layout_algebra::{AnyLayout, Expr, ParseError, Parser, Symbol, SymbolFacts, with_names};
use layout_tile::Tv;
use layout_upstream::{
    AffineMap, Memref, Origin, PartitionView, Predicate, Sharding, Strided, TensorView, XeLayout, basis_of,
    digit_of, linear_layout,
};

use crate::basis::{Operation, is_operation};
use crate::expression::ExpressionError;
use crate::ops::excerpt;

/// What a text says, and what goes with it.
pub enum Subject {
    /// Where elements lie.
    Layout(AnyLayout),
    /// Who holds which elements of a tensor of a shape.
    Held(Tv, Vec<i64>),
}

/// How a command is asked for more than the text.
pub struct Asked<'t> {
    /// The extents of what the text is about, where it does not say them: `4x8`, `?` for those of run time, with
    /// facts `?{div=4}`.
    pub shape: Option<&'t str>,
    /// Processes along the axes of a grid, for a sharding.
    pub grid: Option<&'t str>,
    /// Lanes of a subgroup.
    pub lanes: i64,
    /// The type of the elements of a view.
    pub element: &'t str,
    /// Facts of a view, such as `stride1=div_by<8>`.
    pub assume: &'t [String],
}

type Result<T> = std::result::Result<T, String>;

/// The forms by the names that `--to` takes.
pub const FORMS: &[&str] = &[
    "layout",
    "strided",
    "affine_map",
    "linearize_index",
    "delinearize_index",
    "tensor_view",
    "partition_view",
    "tv",
    "xegpu",
    "shard",
];

fn message(error: impl Display) -> String {
    error.to_string()
}

/// An error in a text, with the place marked below it.
fn pointed(text: &str) -> impl Fn(ParseError) -> String + '_ {
    |error| ExpressionError { offset: error.offset, message: error.kind.to_string() }.pointed(text)
}

/// `4x?{div=8}`: integers, and `?` with what is known of them.
fn numbers(text: &str, what: &str) -> Result<Vec<Expr>> {
    let read = |p: &mut Parser<'_>| {
        let mut out = Vec::new();
        loop {
            let open = p.clone().eat("?");
            out.push(if open { p.expr(SymbolFacts::SIZE)? } else { p.int()?.into() });
            if !p.eat("x") {
                return Ok(out);
            }
        }
    };
    if text.is_empty() {
        return Ok(Vec::new());
    }
    Parser::whole(text, read).map_err(|e| format!("{what} is written 4x8: {}", pointed(text)(e)))
}

fn known(numbers: &[Expr], what: &str) -> Result<Vec<i64>> {
    numbers.iter().map(|n| n.as_const().ok_or_else(|| format!("{what} must be known here"))).collect()
}

impl Asked<'_> {
    fn shape(&self) -> Result<Vec<Expr>> {
        numbers(self.shape.ok_or("the text does not say the extents; give --shape 4x8")?, "a shape")
    }

    fn known_shape(&self) -> Result<Vec<i64>> {
        known(&self.shape()?, "each extent")
    }

    /// Refuses a shape and facts where they would not be looked at.
    fn unused(&self, what: &str, shape: bool, facts: bool) -> Result<()> {
        if let Some(given) = self.shape.filter(|_| !shape) {
            return Err(format!("--shape {} is of no use: {what} says its extents itself", excerpt(given)));
        }
        match self.assume.first().filter(|_| !facts) {
            Some(fact) => Err(format!(
                "--assume {} is of no use: it is for the `?` of a tensor_view or partition_view, and this is {what}; \
                 a `?` of a layout or of --shape has its facts behind it, `?{{div=8}}`",
                excerpt(fact)
            )),
            None => Ok(()),
        }
    }

    /// `stride1=div_by<8>`.
    fn assumptions(&self) -> Result<Vec<(Origin, Predicate)>> {
        let one = |text: &String| {
            let wrong = || format!("{} is none of size0=…, stride0=…", excerpt(text));
            let (what, predicate) = text.split_once('=').ok_or_else(wrong)?;
            let number = |prefix: &str| what.strip_prefix(prefix).and_then(|n| n.parse::<usize>().ok());
            let origin = number("size").map(Origin::Size).or_else(|| number("stride").map(Origin::Stride));
            Ok((origin.ok_or_else(wrong)?, predicate.parse().map_err(pointed(predicate))?))
        };
        self.assume.iter().map(one).collect()
    }
}

/// What a text in one of the forms says; `layout` reads our own.
///
/// # Errors
/// What is wrong with the text, or why it is no layout.
pub fn read(text: &str, asked: &Asked<'_>, layout: &dyn Fn(&str) -> Result<AnyLayout>) -> Result<Subject> {
    let text = text.trim();
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| text.starts_with(prefix));
    let parse = |parser: fn(&mut Parser<'_>) -> std::result::Result<Memref, ParseError>| {
        Parser::whole(text, parser).map_err(pointed(text))
    };
    let subject = if begins(&["memref<"]) {
        asked.unused("a memref", false, false)?;
        parse(Memref::parse)?.to_layout().map_err(message)?
    } else if begins(&["strided<"]) {
        asked.unused("`strided`", true, false)?;
        let shape = asked.shape()?;
        let sizes: Vec<_> = shape.iter().map(Expr::as_const).collect();
        let strided = Parser::whole(text, |p| Strided::parse(p, sizes.clone())).map_err(pointed(text))?;
        Strided { sizes: shape, ..strided.with_symbols(&|_| None) }.to_layout().map_err(message)?
    } else if begins(&["affine_map<", "("]) && text.contains("->") {
        asked.unused("an affine map", true, false)?;
        let map: AffineMap = text.parse().map_err(pointed(text))?;
        let shape = asked.shape()?;
        let symbol = |k: usize| Symbol::new((shape.len() + k) as u32, SymbolFacts::NONE).into();
        let symbols: Vec<Expr> = (0..map.symbols).map(symbol).collect();
        map.to_layout(&shape, &symbols).map_err(message)?
    } else if is_operation(text) {
        asked.unused("the operation", false, false)?;
        let operation = Parser::whole(text, Operation::parse).map_err(pointed(text))?;
        linear_layout(&operation.basis()?).map_err(message)?.into()
    } else if begins(&["!cuda_tile.tensor_view<", "tensor_view<"]) {
        asked.unused("a view", false, true)?;
        let view: TensorView = text.parse().map_err(pointed(text))?;
        view.to_layout(&asked.assumptions()?).map_err(message)?
    } else if begins(&["!cuda_tile.partition_view<", "partition_view<"]) {
        asked.unused("a view", false, true)?;
        let view: PartitionView = text.parse().map_err(pointed(text))?;
        view.to_layout(&asked.assumptions()?).map_err(message)?.0
    } else if begins(&["#xegpu."]) {
        asked.unused("an encoding", true, false)?;
        let layout: XeLayout = text.parse().map_err(pointed(text))?;
        let shape = asked.known_shape()?;
        return Ok(Subject::Held(layout.to_tv(&shape).map_err(message)?, shape));
    } else if begins(&["shard.sharding"]) {
        asked.unused("a sharding", true, false)?;
        let sharding: Sharding = text.parse().map_err(pointed(text))?;
        let shape = asked.known_shape()?;
        return Ok(Subject::Held(sharding.to_tv(&shape).map_err(message)?, shape));
    } else if begins(&["tv<", "frag<", "#layout.tv<", "#layout.frag<"]) {
        asked.unused("an encoding", true, false)?;
        let tv: Tv = text.trim_start_matches("#layout.").parse().map_err(message)?;
        return Ok(Subject::Held(tv, asked.known_shape()?));
    } else {
        asked.unused("a layout", false, false)?;
        let own = text.strip_prefix("#layout<").or_else(|| text.strip_prefix("!layout<"));
        layout(own.and_then(|own| own.strip_suffix('>')).unwrap_or(text))?
    };
    Ok(Subject::Layout(subject.canonical().0))
}

/// A subject in one form, or why it has none.
///
/// # Errors
/// That, or a form that there is not.
pub fn write(subject: &Subject, form: &str, asked: &Asked<'_>) -> Result<String> {
    match subject {
        Subject::Layout(layout) => of_layout(layout, form, asked),
        Subject::Held(tv, shape) => of_held(tv, shape, form, asked),
    }
}

fn of_layout(layout: &AnyLayout, form: &str, asked: &Asked<'_>) -> Result<String> {
    let sizes = |basis: &[Expr]| {
        let size = |e: &Expr| e.as_const().map_or_else(|| "?".into(), |n| n.to_string());
        basis.iter().map(size).collect::<Vec<String>>().join(", ")
    };
    match form {
        "layout" => Ok(layout.to_string()),
        "strided" => Ok(Strided::of_layout(layout).map_err(message)?.map(Expr::as_const).to_string()),
        "affine_map" => AffineMap::of_layout(layout).map(|map| map.to_string()).map_err(message),
        "linearize_index" => {
            let basis = basis_of(layout).map_err(message)?;
            let indices: Vec<String> = (0..basis.len()).map(|k| format!("%{k}")).collect();
            Ok(format!(
                "affine.linearize_index disjoint [{}] by ({}) : index",
                indices.join(", "),
                sizes(&basis)
            ))
        }
        "delinearize_index" => match digit_of(layout) {
            Some((basis, digit)) if basis.len() > 1 => {
                Ok(format!("result {digit} of affine.delinearize_index %0 into ({})", sizes(&basis)))
            }
            _ => Ok(format!(
                "affine.delinearize_index %0 into ({}), whose results it takes back",
                sizes(&basis_of(layout).map_err(message)?)
            )),
        },
        "tensor_view" => {
            let view = TensorView::of_layout(layout, asked.element).map_err(message)?;
            let strided = Strided::of_layout(layout).map_err(message)?;
            Ok(format!("{view}{}", assumptions(&strided)))
        }
        "partition_view" => {
            PartitionView::of_layout(layout, asked.element).map(|v| v.to_string()).map_err(message)
        }
        "tv" | "xegpu" | "shard" => Err("a layout says where elements lie, and not who holds them".into()),
        other => Err(no_form(other)),
    }
}

/// What is known of numbers that a view writes `?`.
fn assumptions(strided: &Strided<Expr>) -> String {
    let sizes = strided.sizes.iter().enumerate().map(|(d, e)| (format!("size{d}"), e));
    let strides = strided.strides.iter().enumerate().map(|(d, e)| (format!("stride{d}"), e));
    let mut out = String::new();
    for (name, e) in sizes.chain(strides).filter(|(_, e)| e.as_const().is_none()) {
        for predicate in Predicate::of(e) {
            // The view says as much itself.
            if predicate != Predicate::Bounded(Some(1), None) {
                out += &format!("\n  {name}: {predicate}");
            }
        }
    }
    out
}

fn of_held(tv: &Tv, shape: &[i64], form: &str, asked: &Asked<'_>) -> Result<String> {
    match form {
        "tv" => Ok(tv.to_string()),
        "xegpu" => XeLayout::of_tv(tv, shape, asked.lanes).map(|l| l.to_string()).map_err(message),
        "shard" => {
            let grid = asked.grid.ok_or("give the grid that a sharding is on: --grid 2x4")?;
            let grid = known(&numbers(grid, "a grid")?, "each axis")?;
            Sharding::of_tv(tv, shape, &grid).map(|s| s.to_string()).map_err(message)
        }
        "layout" | "strided" | "affine_map" | "linearize_index" | "delinearize_index" | "tensor_view"
        | "partition_view" => Err("it says who holds elements, and not where they lie".into()),
        other => Err(no_form(other)),
    }
}

fn no_form(form: &str) -> String {
    format!("there is no form {}; there are {}", excerpt(form), FORMS.join(", "))
}

/// A subject in all forms that it has, and why it has not the others, with the names of symbols.
pub fn all(subject: &Subject, asked: &Asked<'_>, names: &[String]) -> String {
    let held = matches!(subject, Subject::Held(..));
    let forms = FORMS.iter().filter(|form| matches!(**form, "tv" | "xegpu" | "shard") == held);
    let line = |form: &&str| match write(subject, form, asked) {
        Ok(text) => format!("{form:18} {text}"),
        Err(why) => format!("{form:18} none: {}", with_names(&why, names)),
    };
    forms.map(line).collect::<Vec<_>>().join("\n")
}
