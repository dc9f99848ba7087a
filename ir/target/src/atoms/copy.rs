//! Copy instructions: which bit a thread reads and which it writes.

use super::{AtomError, nearest, type_bits};
use crate::feature::Feature;
use layout_algebra::{Layout, upcast};

/// A copy instruction. Each layout maps (thread, bit) to the bit's number in
/// what is moved; `reference` is the one that partitions tensors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyAtom {
    /// CUTLASS's name.
    pub name: String,
    /// The threads that take part.
    pub thr_id: Layout,
    /// What each thread reads.
    pub src: Layout,
    /// What each thread writes.
    pub dst: Layout,
    /// The side whose layout stands for the instruction.
    pub reference: Layout,
    /// What a chip must have; `None` for what every chip has.
    pub needs: Option<Feature>,
}

/// Name, threads, source, destination, and whether the reference is the source.
type Row = (&'static str, &'static str, &'static str, &'static str, bool);

const ROWS8: &str = "((8,4),128):((128,0),1)";
const ROWS16: &str = "((16,2),128):((128,0),1)";
const ROWS32: &str = "(32,128):(128,1)";
const MATRIX1: &str = "(32,32):(32,1)";
const MATRIX2: &str = "(32,(32,2)):(32,(1,1024))";
const MATRIX4: &str = "(32,(32,4)):(32,(1,1024))";
const TRANSPOSED1: &str = "((4,8),(16,2)):((256,16),(1,128))";
const TRANSPOSED2: &str = "((4,8),(16,2,2)):((256,16),(1,128,1024))";
const TRANSPOSED4: &str = "((4,8),(16,2,4)):((256,16),(1,128,1024))";
const BYTES1: &str = "((4,8),(8,2,2)):((256,8),(1,128,64))";
const BYTES2: &str = "((4,8),(8,2,2,2)):((256,8),(1,128,64,1024))";
const BYTES4: &str = "((4,8),(8,2,2,4)):((256,8),(1,128,64,1024))";

/// Warp shuffles that transpose 2 x 2 words.
const SM50: &[Row] = &[
    ("SM50_Shuffle_U32_2x2Trans_XOR1", "32:1", "(32,64):(64,1)", "((2,16),(32,2)):((32,128),(1,64))", true),
    (
        "SM50_Shuffle_U32_2x2Trans_XOR4",
        "32:1",
        "(32,64):(64,1)",
        "((4,2,4),(32,2)):((64,32,512),(1,256))",
        true,
    ),
];

/// `ldmatrix`.
const SM75: &[Row] = &[
    ("SM75_U32x1_LDSM_N", "32:1", ROWS8, MATRIX1, false),
    ("SM75_U32x2_LDSM_N", "32:1", ROWS16, MATRIX2, false),
    ("SM75_U32x4_LDSM_N", "32:1", ROWS32, MATRIX4, false),
    ("SM75_U16x2_LDSM_T", "32:1", ROWS8, TRANSPOSED1, false),
    ("SM75_U16x4_LDSM_T", "32:1", ROWS16, TRANSPOSED2, false),
    ("SM75_U16x8_LDSM_T", "32:1", ROWS32, TRANSPOSED4, false),
    ("SM75_U32x1_MOVM_T", "32:1", MATRIX1, MATRIX1, false),
];

/// `stmatrix`.
const SM90: &[Row] = &[
    ("SM90_U32x1_STSM_N", "32:1", MATRIX1, ROWS8, true),
    ("SM90_U32x2_STSM_N", "32:1", MATRIX2, ROWS16, true),
    ("SM90_U32x4_STSM_N", "32:1", MATRIX4, ROWS32, true),
    ("SM90_U16x2_STSM_T", "32:1", TRANSPOSED1, ROWS8, true),
    ("SM90_U16x4_STSM_T", "32:1", TRANSPOSED2, ROWS16, true),
    ("SM90_U16x8_STSM_T", "32:1", TRANSPOSED4, ROWS32, true),
];

/// `ldmatrix` and `stmatrix` of bytes and less.
const SM100_BYTES: &[Row] = &[
    ("SM100_U8x8_LDSM_T", "32:1", "((2,2,4,2),128):((128,1024,256,0),1)", BYTES2, false),
    ("SM100_U8x16_LDSM_T", "32:1", "((2,2,4,2),128):((128,1024,256,2048),1)", BYTES4, false),
    ("SM100_SU4_DU8x16_x1_LDSM_N", "32:1", ROWS8, MATRIX1, false),
    ("SM100_SU6_DU8x16_x1_LDSM_N", "32:1", ROWS8, MATRIX1, false),
    ("SM100_SU4_DU8x16_x2_LDSM_N", "32:1", ROWS16, MATRIX2, false),
    ("SM100_SU6_DU8x16_x2_LDSM_N", "32:1", ROWS16, MATRIX2, false),
    ("SM100_SU4_DU8x16_x4_LDSM_N", "32:1", ROWS32, MATRIX4, false),
    ("SM100_SU6_DU8x16_x4_LDSM_N", "32:1", ROWS32, MATRIX4, false),
    ("SM100_U8x4_STSM_T", "32:1", BYTES1, ROWS8, true),
    ("SM100_U8x8_STSM_T", "32:1", BYTES2, ROWS16, true),
    ("SM100_U8x16_STSM_T", "32:1", BYTES4, ROWS32, true),
];

/// Accesses of 32 bytes.
const SM100_WIDE: &[Row] = &[
    ("SM100_LOAD_256bit_CACHE_NOALLOCATION", "1:0", "(1,256):(0,1)", "(1,256):(0,1)", false),
    ("SM100_STORE_256bit_CACHE_NOALLOCATION", "1:0", "(1,256):(0,1)", "(1,256):(0,1)", false),
];

/// `tcgen05.cp`.
const SM100_TENSOR: &[Row] = &[
    ("SM100_UTCCP_128dp256bit_1cta", "1:0", "(1,32768):(0,1)", "(1,32768):(0,1)", false),
    ("SM100_UTCCP_128dp256bit_2cta", "2:1", "(2,32768):(0,1)", "(2,32768):(0,1)", false),
    ("SM100_UTCCP_128dp128bit_1cta", "1:0", "(1,16384):(0,1)", "(1,16384):(0,1)", false),
    ("SM100_UTCCP_128dp128bit_2cta", "2:1", "(2,16384):(0,1)", "(2,16384):(0,1)", false),
    ("SM100_UTCCP_4dp256bit_1cta", "1:0", "(1,(4,256)):(0,(32,128))", "(1,(4,256)):(0,(32,128))", false),
    ("SM100_UTCCP_4dp256bit_2cta", "2:1", "(2,(4,256)):(0,(32,128))", "(2,(4,256)):(0,(32,128))", false),
    ("SM100_UTCCP_4x32dp128bit_1cta", "1:0", "(1,(32,128,4)):(0,(1,32,0))", "(1,16384):(0,1)", false),
    ("SM100_UTCCP_4x32dp128bit_2cta", "2:1", "(2,(32,128,4)):(0,(1,32,0))", "(2,16384):(0,1)", false),
    ("SM100_UTCCP_2x64dp128bitlw0213_1cta", "1:0", "(1,(64,128,2)):(0,(1,64,0))", "(1,16384):(0,1)", false),
    ("SM100_UTCCP_2x64dp128bitlw0213_2cta", "2:1", "(2,(64,128,2)):(0,(1,64,0))", "(2,16384):(0,1)", false),
    (
        "SM100_UTCCP_2x64dp128bitlw0123_1cta",
        "1:0",
        "(1,(32,128,2,2)):(0,(1,32,4096,0))",
        "(1,16384):(0,1)",
        false,
    ),
    (
        "SM100_UTCCP_2x64dp128bitlw0123_2cta",
        "2:1",
        "(2,(32,128,2,2)):(0,(1,32,4096,0))",
        "(2,16384):(0,1)",
        false,
    ),
];

/// Instructions of one thread that move as many bits as their type has.
const BY_TYPE: [(&str, Option<Feature>); 5] = [
    ("UniversalCopy", None),
    ("SM80_CP_ASYNC_CACHEALWAYS", Some(Feature::CpAsync)),
    ("SM80_CP_ASYNC_CACHEGLOBAL", Some(Feature::CpAsync)),
    ("SM80_CP_ASYNC_CACHEALWAYS_ZFILL", Some(Feature::CpAsync)),
    ("SM80_CP_ASYNC_CACHEGLOBAL_ZFILL", Some(Feature::CpAsync)),
];

fn rows() -> impl Iterator<Item = (Option<Feature>, &'static Row)> {
    let tables = [
        (None, SM50),
        (Some(Feature::Ldmatrix), SM75),
        (Some(Feature::Stmatrix), SM90),
        (Some(Feature::MatrixBytes), SM100_BYTES),
        (Some(Feature::Vector256), SM100_WIDE),
        (Some(Feature::Tcgen05), SM100_TENSOR),
    ];
    tables.into_iter().flat_map(|(needs, rows)| rows.iter().map(move |row| (needs, row)))
}

/// The names of the copy instructions, those of a type without it.
///
/// ```
/// use layout_target::copy_atoms;
/// assert!(copy_atoms().any(|name| name == "SM75_U32x4_LDSM_N"));
/// ```
pub fn copy_atoms() -> impl Iterator<Item = &'static str> {
    rows().map(|(_, r)| r.0).chain(BY_TYPE.map(|(name, _)| name))
}

/// The copy instruction with CUTLASS's name: `SM75_U32x4_LDSM_N`,
/// `SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>`, `UniversalCopy<float>`,
/// `SM100_TMEM_LOAD_32dp32b4x`.
///
/// ```
/// use layout_target::copy_atom;
/// let ldmatrix = copy_atom("SM75_U32x4_LDSM_N").unwrap();
/// assert_eq!(ldmatrix.dst.to_string(), "(32,(32,4)):(32,(1,1024))");
/// ```
///
/// # Errors
/// [`AtomError::Unknown`].
pub fn copy_atom(name: &str) -> Result<CopyAtom, AtomError> {
    let make = |needs, thr: &str, src: &str, dst: &str, source_is_reference: bool| -> Result<_, AtomError> {
        let (src, dst): (Layout, Layout) = (src.parse()?, dst.parse()?);
        let reference = if source_is_reference { src.clone() } else { dst.clone() };
        Ok(CopyAtom { name: name.into(), thr_id: thr.parse()?, src, dst, reference, needs })
    };
    if let Some((needs, (_, thr, src, dst, source))) = rows().find(|(_, r)| r.0 == name) {
        return make(needs, thr, src, dst, *source);
    }
    if let Some(bits) = assumed_alignment(name) {
        if !ALIGNMENTS.contains(&bits) {
            return Err(AtomError::Alignment(bits.into()));
        }
        return make(None, "1:0", "(1,1):(0,0)", "(1,1):(0,0)", false);
    }
    if let Some((family, types)) = name.strip_suffix('>').and_then(|n| n.split_once('<'))
        && let Some((_, needs)) = BY_TYPE.iter().find(|(name, _)| *name == family)
    {
        // CuTe's second type, that of the destination, is as wide as the first.
        let widths = types.split(',').map(|t| type_bits(t.trim())).collect::<Result<Vec<_>, _>>()?;
        let bits = match widths[..] {
            [bits] => bits,
            [bits, same] if same == bits => bits,
            _ => return Err(AtomError::Type(types.into())),
        };
        let all = format!("(1,{bits}):(0,1)");
        return make(*needs, "1:0", &all, &all, false);
    }
    if let Some((registers, memory, load)) = tensor_memory(name) {
        let (src, dst) = if load { (memory, registers) } else { (registers, memory) };
        return make(Some(Feature::Tcgen05), "32:1", &src, &dst, load);
    }
    Err(AtomError::Unknown { name: name.into(), near: nearest(name, copy_atoms()) })
}

/// The bits to which a copy that chooses its own width may assume memory to be aligned.
const ALIGNMENTS: [&str; 5] = ["8", "16", "32", "64", "128"];

/// What such a copy assumes, in bits, as its name says it: 128 where it says nothing.
fn assumed_alignment(name: &str) -> Option<&str> {
    match name.strip_prefix("AutoVectorizingCopy")? {
        "" => Some("128"),
        rest => match rest.strip_prefix("WithAssumedAlignment<")?.strip_suffix('>')?.trim() {
            "" => Some("128"),
            bits => Some(bits),
        },
    }
}

/// `tcgen05.ld` and `tcgen05.st`: registers, tensor memory, and whether it loads.
/// The name says data paths, bits a path, and repetitions.
fn tensor_memory(name: &str) -> Option<(String, String, bool)> {
    let (load, rest) = match name.strip_prefix("SM100_TMEM_LOAD_") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("SM100_TMEM_STORE_")?),
    };
    let rest = rest.strip_suffix("_16b").unwrap_or(rest);
    let (shape, times) = rest.strip_suffix('x')?.rsplit_once('b')?;
    let n: i64 = times.parse().ok().filter(|n: &i64| (1..=128).contains(n) && n & (n - 1) == 0)?;
    let (most, registers, bits) = match shape {
        "16dp256" => {
            (32, values(&format!("((4,8),(64,2*)):((64,{}),(1,{}*))", 256 * n, 2048 * n), n, 256), 4096)
        }
        "16dp128" => {
            (64, values(&format!("((4,8),(32,2*)):((32,{}),(1,{}*))", 128 * n, 1024 * n), n, 128), 2048)
        }
        "16dp64" if n == 1 => (128, "((2,2,8),32):((512,32,64),1)".into(), 1024),
        "16dp64" => (128, format!("((2,2,8),(32,{n})):(({},32,{}),(1,64))", 512 * n, 64 * n), 1024),
        "16dp32" => (128, format!("((16,2),{}):(({},{}),1)", 32 * n, 64 * n, 32 * n), 1024),
        "32dp32" => (128, format!("(32,{}):({},1)", 32 * n, 32 * n), 1024),
        _ => return None,
    };
    (n <= most).then(|| (registers, format!("(32,{}):(0,1)", bits * n), load))
}

/// Fills in the repetitions, of which one is no mode.
fn values(pattern: &str, n: i64, stride: i64) -> String {
    let (shape, rest) = pattern.split_once(':').unwrap_or((pattern, ""));
    match n {
        1 => pattern.replace('*', ""),
        n => format!("{}:{}", shape.replace('*', &format!(",{n}")), rest.replace('*', &format!(",{stride}"))),
    }
}

impl CopyAtom {
    /// Source, destination and reference in elements of `bits` bits.
    ///
    /// # Errors
    /// [`AtomError::Width`] if a piece that a thread moves holds no whole element.
    pub fn values(&self, bits: i64) -> Result<[Layout; 3], AtomError> {
        let threads = self.thr_id.size()?;
        let of = |layout: &Layout| -> Result<Layout, AtomError> {
            let width = || AtomError::Width { atom: self.name.clone(), bits };
            let layout = upcast(layout, bits).map_err(|_| width())?;
            let first = layout.modes()[0].size()?;
            if first == threads { Ok(layout) } else { Err(width()) }
        };
        Ok([of(&self.src)?, of(&self.dst)?, of(&self.reference)?])
    }
}
