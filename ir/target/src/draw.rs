//! Pictures of instructions and banks, on the algebra's drawings.

use layout_algebra::draw::{DrawError, Tile, Tiles, svg_classes};
use layout_algebra::{AnyLayout, Expr};

use crate::atoms::{AtomError, MmaAtom, Operand, TiledCopy, TiledMma};
use crate::banks::{BANK_BYTES, BANKS};

impl MmaAtom {
    /// The fragments as they multiply, to be drawn.
    ///
    /// ```
    /// use layout_algebra::draw::{print_latex_tiles, print_tiles, svg_tiles};
    /// let picture = layout_target::mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap().picture();
    /// assert!(svg_tiles(&picture).unwrap().contains("16\u{d7}8\u{d7}16"));
    /// assert!(print_latex_tiles(&picture).unwrap().contains("% A: ((_4,_8),"));
    /// assert!(print_tiles(&picture).unwrap().contains("C (M\u{d7}N)"));
    /// ```
    pub fn picture(&self) -> Tiles {
        Tiles::product(&self.name, self.shape, [&self.a, &self.b, &self.c].map(Clone::clone))
    }
}

impl TiledMma {
    /// The fragments of all threads as they multiply, to be drawn.
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn picture(&self) -> Result<Tiles, AtomError> {
        let tile = self.tile_shape()?;
        let size = |mode: usize| tile.leaves[mode].known().unwrap_or(0);
        let [a, b, c] = [Operand::A, Operand::B, Operand::C].map(|operand| self.layout_tv(operand));
        Ok(Tiles::product(self.name(), [size(0), size(1), size(2)], [a?, b?, c?]))
    }
}

impl TiledCopy {
    /// Which thread reads and which writes each element, to be drawn.
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn picture(&self) -> Result<Tiles, AtomError> {
        let shape = self.tile_shape();
        let known = |size: Expr| size.known().unwrap_or(0);
        // One mode is one column; modes behind the second are columns too.
        let rows = shape.modes().next().map_or(Ok(Expr::ONE), |mode| mode.product())?;
        let columns = shape.product()?.floordiv(&rows)?;
        let (rows, columns) = (known(rows), known(columns));
        let side = |name: &str, tv| Some(Tile::new(name, tv, rows, columns));
        let row = vec![side("source", self.layout_s_tv()?), side("destination", self.layout_d_tv()?)];
        Ok(Tiles { title: String::new(), grid: vec![row] })
    }
}

/// The shared-memory bank of each element of `bits` bits, coloured by bank.
///
/// # Errors
/// [`DrawError`].
pub fn svg_banks(layout: &AnyLayout, bits: i64) -> Result<String, DrawError> {
    if bits < 1 {
        return Err(DrawError::Bits(bits));
    }
    let bank = |value: i64| {
        let byte = value.saturating_mul(bits) / 8;
        let bank = byte.div_euclid(BANK_BYTES).rem_euclid(BANKS);
        (bank, format!("b{bank}"), format!("byte {byte}, bank {bank}"))
    };
    svg_classes(layout, &format!(", banks of {bits}-bit elements"), BANKS, &bank)
}
