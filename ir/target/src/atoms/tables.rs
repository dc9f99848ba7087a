//! Matrix multiply-add instructions by CUTLASS's names, out of all tables.

use super::mma::{MmaAtom, Row, widths};
use super::{AtomError, gmma, nearest, sm61, sm70, sm75, sm80, sm89, sm90, sm100, type_bits};
use crate::feature::Feature;

/// The tables, and what a chip must have for each.
fn tables() -> impl Iterator<Item = (Option<Feature>, &'static [Row])> {
    let flat = [
        (None, sm61::TABLE),
        (Some(Feature::MmaSm70), sm70::TABLE),
        (Some(Feature::MmaSm75), sm75::TABLE),
        (Some(Feature::MmaSm80), sm80::HALF),
        (Some(Feature::MmaSm80), sm80::WIDE),
        (Some(Feature::MmaSm80), sm80::BITS),
        (Some(Feature::MmaSm89), sm89::TABLE),
        (Some(Feature::MmaSm90), sm90::TABLE),
    ];
    let nested = sm80::INTEGER.iter().chain(sm80::NIBBLE).map(|rows| (Some(Feature::MmaSm80), *rows));
    flat.into_iter().chain(nested)
}

fn rows() -> impl Iterator<Item = (Option<Feature>, &'static Row)> {
    tables().flat_map(|(needs, rows)| rows.iter().map(move |row| (needs, row)))
}

/// The names of all instructions, the families of `wgmma` at their largest N.
///
/// ```
/// use layout_target::mma_atoms;
/// assert!(mma_atoms().any(|name| name == "SM80_16x8x16_F32F16F16F32_TN"));
/// ```
pub fn mma_atoms() -> impl Iterator<Item = String> {
    let fixed = rows().map(|(_, r)| r.name.to_owned());
    fixed.chain(gmma::names()).chain(["UniversalFMA<float>".to_owned()])
}

/// The instruction with CUTLASS's name: `SM80_16x8x16_F32F16F16F32_TN`,
/// `SM90_64x128x16_F32F16F16_SS`, `UniversalFMA<float>`.
///
/// ```
/// use layout_target::mma_atom;
/// let atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap();
/// assert_eq!(atom.a.to_string(), "((4,8),(2,2,2)):((32,1),(16,8,128))");
/// ```
///
/// # Errors
/// [`AtomError::Unknown`].
pub fn mma_atom(name: &str) -> Result<MmaAtom, AtomError> {
    if let Some(types) = name.strip_prefix("UniversalFMA<").and_then(|t| t.strip_suffix('>')) {
        return universal(name, types);
    }
    if let Some(atom) = gmma::atom(name)? {
        return Ok(atom);
    }
    if let Some(atom) = sm100::atom(name)? {
        return Ok(atom);
    }
    let Some((needs, row)) = rows().find(|(_, r)| r.name == name) else {
        let near = nearest(name, rows().map(|(_, r)| r.name));
        return Err(AtomError::Unknown { name: name.into(), near });
    };
    Ok(MmaAtom {
        name: name.into(),
        shape: row.shape,
        thr_id: row.thr.parse()?,
        a: row.a.parse()?,
        b: row.b.parse()?,
        c: row.c.parse()?,
        e: None,
        bits: widths(row.types)?,
        needs,
    })
}

/// A scalar multiply-add of the types D, A, B, C; the first stands for those left out.
fn universal(name: &str, types: &str) -> Result<MmaAtom, AtomError> {
    let given: Vec<&str> = types.split(',').map(str::trim).collect();
    if given.len() > 4 {
        return Err(AtomError::Type(types.into()));
    }
    let bits = |i: usize| type_bits(given.get(i).copied().unwrap_or(given[0]));
    let [a, b, c] = sm61::UNIVERSAL;
    Ok(MmaAtom {
        name: name.into(),
        shape: [1, 1, 1],
        thr_id: "1:0".parse()?,
        a: a.parse()?,
        b: b.parse()?,
        c: c.parse()?,
        e: None,
        needs: None,
        bits: [bits(0)?, bits(1)?, bits(2)?, bits(3)?],
    })
}
