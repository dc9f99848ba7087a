//! What a kernel does with a product before it stores it, as text.

use std::fmt::Write as _;

use layout_tile::{Mma, Operand, Relation, Tv};

use super::body::{Axis, Input, Name, Source};
use super::kernel::{Kernel, WIDE, memref};
use super::matrix::Matrix;
use super::types::bits;

/// Memory that is read beside the product.
pub struct Beside<'p, 'c, 'a> {
    /// Which input it is.
    pub number: usize,
    /// The memory, and which axes of C it has.
    pub matrix: &'p Matrix<'c, 'a>,
    pub axes: &'p [Axis],
    /// Its type as an argument.
    pub r#type: &'p str,
    /// Whether its rows are accessed by 16 bytes.
    pub is_wide: bool,
}

impl Kernel<'_, '_, '_> {
    /// The types of what is read beside the product.
    pub fn inputs(&self) -> Vec<String> {
        let text = |input: &Input<'_, '_>| match input {
            // (No layout is of no dimensions.)
            Input::Memory(matrix, _) if matrix.order.is_empty() => matrix.value_type(),
            Input::Memory(matrix, _) => {
                memref(matrix, if self.is_wide(input) { WIDE * 8 / bits(&matrix.element) } else { 1 }, true)
            }
            Input::Scalar(value) => melior::ir::ValueLike::r#type(value).to_string(),
        };
        self.problem.inputs().iter().map(text).collect()
    }

    /// Whether rows of an input are taken to begin and end at multiples of 16 bytes.
    pub fn is_wide(&self, input: &Input<'_, '_>) -> bool {
        self.result && input.matrix().is_some()
    }

    /// They as arguments, behind others.
    pub fn input_arguments(&self) -> String {
        let mut out = String::new();
        for (number, (r#type, input)) in self.inputs().into_iter().zip(self.problem.inputs()).enumerate() {
            let aligned =
                if self.is_wide(input) { format!(" {{llvm.align = {WIDE} : i64}}") } else { String::new() };
            out.push_str(&format!(", %E{number}: {type}{aligned}", type = r#type));
        }
        out
    }

    /// What comes of a product, as it is held: its name. Matrices beside it are loaded already if they are held.
    pub fn finish(&self, product: &str, is_held: bool, out: &mut String) -> Result<String, std::fmt::Error> {
        let Some(epilogue) = &self.problem.epilogue else { return Ok(product.into()) };
        let types = self.inputs();
        for (number, (input, r#type)) in self.problem.inputs().iter().zip(&types).enumerate() {
            match input {
                Input::Scalar(_) => {
                    writeln!(out, "  %e{number} = tensor.splat %E{number} : {}", self.held(r#type))?;
                }
                Input::Memory(matrix, axes) => {
                    let beside = Beside { number, matrix, axes, r#type, is_wide: self.is_wide(input) };
                    self.read(&beside, is_held, out)?;
                }
            }
        }
        let named = |source: &Source| match source {
            Source::Product => (product.to_string(), self.held(&self.types.result)),
            Source::Input(number, element) => (format!("%e{number}"), self.held(element)),
            Source::Line(number, element) => (format!("%f{number}"), self.held(element)),
        };
        for (number, line) in epilogue.body.lines.iter().enumerate() {
            let to = self.held(&line.element);
            match &line.name {
                Name::Constant(value) => {
                    writeln!(out, "  %f{number} = arith.constant dense<{value}> : {to}")?
                }
                Name::Operation(name) => {
                    let (values, from): (Vec<_>, Vec<_>) = line.operands.iter().map(named).unzip();
                    let (values, from) = (values.join(", "), from.join(", "));
                    writeln!(
                        out,
                        "  %f{number} = \"{name}\"({values}) {{{}}} : ({from}) -> {to}",
                        line.attributes
                    )?;
                }
            }
        }
        Ok(named(&epilogue.gives).0)
    }

    /// The coordinate of an input.
    fn coordinate(&self, axes: &[Axis]) -> String {
        let name = |axis: &Axis| match axis {
            Axis::Batch => "%batch",
            Axis::Row => self.row(),
            Axis::Column => "%j",
        };
        axes.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// A tile of a matrix beside the product, as it is loaded.
    fn tile_of(&self, Beside { matrix, is_wide, .. }: &Beside<'_, '_, '_>) -> String {
        let ([rows, columns], element) = (self.tile.finished(), &matrix.element);
        let wide = self.tile.wide(if *is_wide { WIDE } else { 4 }, bits(element));
        format!("tensor<{rows}x{columns}x{element}, {}>", self.accessed(matrix.is_transposed(), wide))
    }

    /// Loads it.
    pub fn load(&self, beside: &Beside<'_, '_, '_>, out: &mut String) -> std::fmt::Result {
        let Beside { number, matrix, axes, r#type, .. } = beside;
        let (at, certain) = (self.coordinate(axes), self.certain(&matrix.extents));
        let tile = self.tile_of(beside);
        writeln!(out, "  %l{number} = layout.load %E{number}[{at}]{certain} : {type} -> {tile}")
    }

    /// Reads an input, for each element of the tile; a matrix may be loaded already.
    fn read(&self, beside: &Beside<'_, '_, '_>, is_loaded: bool, out: &mut String) -> std::fmt::Result {
        let Beside { number, matrix, axes, r#type, .. } = beside;
        let ([rows, columns], element) = (self.tile.finished(), &matrix.element);
        let (at, held, certain) = (self.coordinate(axes), self.held(element), self.certain(&matrix.extents));
        let (tile, shape, along) = match (axes.contains(&Axis::Row), axes.contains(&Axis::Column)) {
            (false, false) => {
                writeln!(out, "  %s{number} = memref.load %E{number}[{at}] : {type}")?;
                return writeln!(out, "  %e{number} = tensor.splat %s{number} : {held}");
            }
            (true, true) => {
                if !is_loaded {
                    self.load(beside, out)?;
                }
                let tile = self.convert(&format!("%l{number}"), &self.tile_of(beside), &held);
                return writeln!(out, "  %e{number} = {tile}");
            }
            (true, false) => (rows, columns, 1),
            (false, true) => (columns, rows, 0),
        };
        let sum = self.sum().ok_or(std::fmt::Error)?;
        let relation = Relation::broadcast(&[tile], along, shape).map_err(|_| std::fmt::Error)?;
        let encoding = relation.operand_encoding(&sum).map_err(|_| std::fmt::Error)?;
        let part = format!("tensor<{tile}x{element}, #layout.{encoding}>");
        writeln!(out, "  %l{number} = layout.load %E{number}[{at}]{certain} : {type} -> {part}")?;
        writeln!(out, "  %e{number} = layout.broadcast %l{number} dim {along} : {part} -> {held}")
    }

    /// How sums are held.
    fn sum(&self) -> Option<Tv> {
        if self.engine.is_none() || self.tile.split > 1 || self.tile.is_vector() {
            return self.rows().strip_prefix("#layout.")?.parse().ok();
        }
        let text = self.instruction();
        let name = text.strip_prefix("#layout.mma<")?.split(',').next()?;
        let mma = Mma::named(name, &self.tile.warps).ok()?;
        mma.fragment(Operand::C, self.tile.rows, self.tile.columns).ok()
    }
}
