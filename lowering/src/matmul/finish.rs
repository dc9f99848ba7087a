//! What a kernel does with a product before it stores it, as text.

use std::fmt::Write as _;

use layout_tile::{Mma, Operand, Relation, Tv};

use super::body::{Axis, Input, Name, Source};
use super::kernel::{Kernel, WIDE, memref};
use super::matrix::Matrix;
use super::types::bits;

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

    /// What comes of a product, as it is held: its name.
    pub fn finish(&self, product: &str, out: &mut String) -> Result<String, std::fmt::Error> {
        let Some(epilogue) = &self.problem.epilogue else { return Ok(product.into()) };
        let types = self.inputs();
        for (number, (input, r#type)) in self.problem.inputs().iter().zip(&types).enumerate() {
            match input {
                Input::Scalar(_) => {
                    writeln!(out, "  %e{number} = tensor.splat %E{number} : {}", self.held(r#type))?;
                }
                Input::Memory(matrix, axes) => {
                    self.read(number, (matrix, axes), r#type, self.is_wide(input), out)?
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

    /// Reads an input, for each element of the tile.
    fn read(
        &self,
        number: usize,
        (matrix, axes): (&Matrix<'_, '_>, &[Axis]),
        r#type: &str,
        is_wide: bool,
        out: &mut String,
    ) -> std::fmt::Result {
        let ([rows, columns], element) = (self.tile.finished(), &matrix.element);
        let name = |axis: &Axis| match axis {
            Axis::Batch => "%batch",
            Axis::Row => self.row(),
            Axis::Column => "%j",
        };
        let at = axes.iter().map(name).collect::<Vec<_>>().join(", ");
        let (held, certain) = (self.held(element), self.certain(&matrix.extents));
        let (tile, shape, along) = match (axes.contains(&Axis::Row), axes.contains(&Axis::Column)) {
            (false, false) => {
                writeln!(out, "  %s{number} = memref.load %E{number}[{at}] : {type}")?;
                return writeln!(out, "  %e{number} = tensor.splat %s{number} : {held}");
            }
            (true, true) => {
                let bytes = if is_wide { WIDE } else { 4 };
                let wide = self.tile.wide(bytes, bits(element));
                let spread = self.accessed(matrix.is_transposed(), wide);
                let tile = format!("tensor<{rows}x{columns}x{element}, {spread}>");
                writeln!(out, "  %l{number} = layout.load %E{number}[{at}]{certain} : {type} -> {tile}")?;
                return writeln!(
                    out,
                    "  %e{number} = {}",
                    self.convert(&format!("%l{number}"), &tile, &held)
                );
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
