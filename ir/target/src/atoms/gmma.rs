//! SM90's warpgroup instructions, and the shared-memory layouts they read.

use super::mma::{MmaAtom, split, widths};
use super::{AtomError, nearest, type_bits};
use crate::feature::Feature;
use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, Outer, RecastError, Swizzle, tile_to_shape, upcast};

/// Types of A and B, width, and the types D may have.
const TYPES: &[(&str, &[&str])] = &[
    ("F16F16", &["F16", "F32"]),
    ("BF16BF16", &["F32"]),
    ("TF32TF32", &["F32"]),
    ("E4M3E4M3", &["F16", "F32"]),
    ("E4M3E5M2", &["F16", "F32"]),
    ("E5M2E4M3", &["F16", "F32"]),
    ("E5M2E5M2", &["F16", "F32"]),
    ("S8S8", &["S32"]),
    ("S8U8", &["S32"]),
    ("U8S8", &["S32"]),
    ("U8U8", &["S32"]),
];

/// The names of all families at N = 256.
pub(super) fn names() -> impl Iterator<Item = String> {
    let dense = TYPES.iter().flat_map(|(ab, ds)| ds.iter().map(move |d| format!("{d}{ab}")));
    dense.flat_map(|types| {
        let bits = widths(&types).map_or(16, |w| w[1]);
        let suffix = if bits == 16 { "" } else { "_TN" };
        let integer = if types.starts_with("S32") { vec!["", "_SATURATE"] } else { vec![""] };
        let mut out = Vec::new();
        for (prefix, k) in [("SM90", 256 / bits), ("SPARSE::GMMA", 512 / bits)] {
            for operands in ["SS", "RS"] {
                for saturate in &integer {
                    out.push(format!("{prefix}_64x256x{k}_{types}_{operands}{suffix}{saturate}"));
                }
            }
        }
        out
    })
}

/// The instruction `SM90_64xNxK_types_SS` or `SPARSE::GMMA_…`, if `name` has that form.
pub(super) fn atom(name: &str) -> Result<Option<MmaAtom>, AtomError> {
    let (sparse, rest) = match name.strip_prefix("SPARSE::GMMA_64x") {
        Some(rest) => (true, rest),
        None => match name.strip_prefix("SM90_64x") {
            Some(rest) => (false, rest),
            None => return Ok(None),
        },
    };
    let unknown = || {
        let all: Vec<String> = names().collect();
        AtomError::Unknown { name: name.into(), near: nearest(name, all.iter().map(String::as_str)) }
    };
    let mut parts = rest.splitn(3, '_');
    let (Some(shape), Some(types), Some(operands)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(unknown());
    };
    let numbers: Option<Vec<i64>> = shape.split('x').map(|n| n.parse().ok()).collect();
    let Some([n, k]) = numbers.as_deref() else { return Err(unknown()) };
    let (n, k) = (*n, *k);
    let known_types = split(types).filter(|t| t.len() == 3).is_some_and(|t| {
        let ab = &types[t[0].len()..];
        TYPES.iter().any(|(name, ds)| *name == ab && ds.contains(&t[0]))
    });
    if !known_types {
        return Err(unknown());
    }
    let bits = widths(types)?;
    let dense = if sparse { k / 2 } else { k };
    let ending = if bits[1] == 16 { "" } else { "_TN" };
    let forms = ["SS", "RS"].map(|o| [format!("{o}{ending}"), format!("{o}{ending}_SATURATE")]);
    let saturates = operands.ends_with("_SATURATE");
    let valid = forms.iter().flatten().any(|f| f == operands)
        && (!saturates || types.starts_with("S32"))
        && (8..=256).contains(&n)
        && n % 8 == 0
        && dense * bits[1] == 256;
    if !valid {
        return Err(unknown());
    }
    let shared = |rows: i64| format!("(128,({rows},{k})):(0,(1,{rows}))");
    let c = format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", n / 8);
    let a = match operands.starts_with("SS") {
        true => shared(64),
        false => registers(k),
    };
    let e = if sparse { Some(metadata(k).parse()?) } else { None };
    Ok(Some(MmaAtom {
        name: name.into(),
        shape: [64, n, k],
        thr_id: "128:1".parse()?,
        a: a.parse()?,
        b: shared(n).parse()?,
        c: c.parse()?,
        e,
        bits,
        needs: Some(Feature::Wgmma),
    }))
}

/// A in registers: 64 rows of `k` elements over 128 threads, `k / 8` of them
/// side by side.
fn registers(k: i64) -> String {
    match k / 8 {
        1 => "((4,8,4),(2,2)):((64,1,16),(8,256))".into(),
        side => format!("((4,8,4),({side},2,2)):(({},1,16),(64,8,{}))", 64 * side, 256 * side),
    }
}

/// The sparsity metadata of 64 rows of `k` elements.
fn metadata(k: i64) -> String {
    match k {
        64 => "((2,2,8,4),(32)):((8,2048,1,16),(64))".into(),
        k => format!("((2,2,8,4),({},2)):(({},0,1,16),(64,8))", k / 2, 32 * k),
    }
}

/// The mode of a shared-memory tile that is contiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GmmaMajor {
    /// M or N.
    Mn,
    /// K.
    K,
}

/// A shared-memory layout that `wgmma` reads: rows of 16 to 128 bytes, swizzled
/// in units of 16 (`cute/atom/mma_traits_sm90_gmma.hpp`). Its swizzle acts on
/// *byte addresses*; [`SmemAtom::position_independent`] is that of elements from
/// a base aligned to the swizzle's period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmemAtom {
    /// The swizzle of byte addresses.
    pub swizzle: Swizzle,
    /// The width of an element.
    pub bits: i64,
    /// The layout of a tile, or of tiles of it, in elements.
    pub layout: Layout,
}

const SMEM: &[(&str, GmmaMajor, [i64; 3], i64, i64)] = &[
    ("GMMA::Layout_MN_INTER_Atom", GmmaMajor::Mn, [0, 4, 3], 128, 8),
    ("GMMA::Layout_MN_SW32_Atom", GmmaMajor::Mn, [1, 4, 3], 256, 8),
    ("GMMA::Layout_MN_SW64_Atom", GmmaMajor::Mn, [2, 4, 3], 512, 8),
    ("GMMA::Layout_MN_SW128_Atom", GmmaMajor::Mn, [3, 4, 3], 1024, 8),
    ("GMMA::Layout_K_INTER_Atom", GmmaMajor::K, [0, 4, 3], 128, 8),
    ("GMMA::Layout_K_SW32_Atom", GmmaMajor::K, [1, 4, 3], 256, 8),
    ("GMMA::Layout_K_SW64_Atom", GmmaMajor::K, [2, 4, 3], 512, 8),
    ("GMMA::Layout_K_SW128_Atom", GmmaMajor::K, [3, 4, 3], 1024, 8),
    ("UMMA::Layout_MN_SW128_32B_Atom", GmmaMajor::Mn, [2, 5, 2], 1024, 4),
];

/// The names of the shared-memory layouts.
///
/// ```
/// use layout_target::gmma_smem_atoms;
/// assert!(gmma_smem_atoms().any(|name| name.contains("K_SW128")));
/// ```
pub fn gmma_smem_atoms() -> impl Iterator<Item = &'static str> {
    SMEM.iter().map(|row| row.0)
}

/// The shared-memory layout of a name for elements of a type.
///
/// ```
/// use layout_target::gmma_smem_atom;
/// let atom = gmma_smem_atom("GMMA::Layout_K_SW128_Atom", "half_t").unwrap();
/// assert_eq!(atom.position_independent().unwrap().to_string(), "S<3,3,3> o 0 o (8,64):(64,1)");
/// ```
///
/// # Errors
/// [`AtomError::Unknown`], [`AtomError::Type`].
pub fn gmma_smem_atom(name: &str, element: &str) -> Result<SmemAtom, AtomError> {
    // UMMA's layouts of the same names are the same.
    let plain = name.replace("UMMA::", "GMMA::");
    let Some((_, major, [b, m, s], row, rows)) =
        SMEM.iter().find(|r| r.0 == name).or_else(|| SMEM.iter().find(|r| r.0 == plain))
    else {
        let near = nearest(name, gmma_smem_atoms());
        return Err(AtomError::Unknown { name: name.into(), near });
    };
    let bits = type_bits(element)?;
    let text = match major {
        GmmaMajor::Mn => format!("({row},{rows}):(1,{row})"),
        GmmaMajor::K => format!("({rows},{row}):({row},1)"),
    };
    let layout = upcast(&text.parse()?, bits)?;
    let swizzle = Swizzle::new(*b, *m, *s).map_err(RecastError::from)?;
    Ok(SmemAtom { swizzle, bits, layout })
}

impl SmemAtom {
    /// The swizzled layout in elements, right wherever the base address is
    /// aligned to the swizzle's period.
    ///
    /// # Errors
    /// [`AtomError::Recast`] for elements that are no power of two wide.
    pub fn position_independent(&self) -> Result<AnyLayout, AtomError> {
        let bits = self.swizzle.downcast(8)?.upcast(self.bits)?;
        Ok(AnyLayout::composed(Outer::Swizzle(bits), Expr::ZERO, self.layout.clone()))
    }

    /// The layout of `shape` filled with this one's tiles (CuTe's `tile_to_shape`).
    ///
    /// # Errors
    /// [`AtomError::Construct`] unless the tile divides the shape.
    pub fn tile_to_shape(&self, shape: &IntTuple, order: Option<&IntTuple>) -> Result<Self, AtomError> {
        Ok(Self { layout: tile_to_shape(&self.layout, shape, order)?, ..self.clone() })
    }
}
