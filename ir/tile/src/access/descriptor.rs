//! [`MatrixDescriptor`]: how `wgmma` finds an operand in shared memory.

use super::address::of_strides;
use layout_algebra::{
    AnyLayout, CompositionError, Expr, IntTuple, Layout, LayoutError, LayoutLike, Outer, Swizzle, coalesce,
    composition,
};
use layout_target::{GmmaMajor, Operand};

/// Bytes in which descriptors count, and that no swizzle takes apart.
const UNIT: i64 = 16;
/// Rows or columns of a core matrix, as many as a swizzle repeats after.
const CORE: i64 = 8;
/// The offsets that a descriptor holds, in units.
const LARGEST: i64 = 0x3fff;

/// How `wgmma` finds an operand in shared memory: the fields of its matrix descriptor, and where the
/// parts that single instructions read begin (PTX ISA, "Matrix Descriptor Format"; CuTe's
/// `mma_sm90_desc.hpp` has the layouts).
///
/// An instruction reads an *atom*: 64 rows of A or N columns of B, 32 bytes deep along K. In memory an
/// atom is made of core matrices, eight rows of 16 bytes; of which kind is [`major`](Self::major).
///
/// ```
/// use layout_tile::{MatrixDescriptor, Operand};
/// // Rows of 64 f16, 128 bytes, whose 16-byte parts are swizzled.
/// let a = "S<3,3,3> o 0 o (128,64):(64,1)".parse().unwrap();
/// let found = MatrixDescriptor::new(&a, 16, Operand::A, [64, 16]).unwrap();
/// assert_eq!((found.swizzle, found.leading, found.stride, found.alignment), (128, 16, 1024, 1024));
/// // The next 64 rows, and the next 16 columns.
/// assert_eq!(found.starts.to_string(), "(2,4):(8192,32)");
/// assert_eq!(found.bits(), 1 << 62 | 64 << 32 | 1 << 16);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixDescriptor {
    /// Which mode lies together.
    pub major: GmmaMajor,
    /// Bytes of the rows that are swizzled: 128, 64 or 32; 0 of no swizzle.
    pub swizzle: i64,
    /// The leading dimension byte offset.
    pub leading: i64,
    /// The stride dimension byte offset.
    pub stride: i64,
    /// (Which atom along M or N, which along K) to bytes behind the operand's first.
    pub starts: Layout,
    /// What must divide the address of the operand, in bytes.
    pub alignment: i64,
}

/// Why `wgmma` does not read an operand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescriptorError {
    /// Elements that are not multiplied from shared memory.
    #[error("wgmma reads elements of 8, 16 and 32 bits from shared memory, and not of {0}")]
    Bits(i64),
    /// Not a matrix of known extents.
    #[error("{0} is not a matrix of known extents")]
    NoMatrix(String),
    /// Extents that atoms do not divide.
    #[error(
        "{operand:?} is read in parts of {} by {} elements, which do not divide {have}", .atom[0], .atom[1]
    )]
    Extent {
        /// Which operand.
        operand: Operand,
        /// Extent along M or N, and along K, of an instruction's part.
        atom: [i64; 2],
        /// Those of the operand.
        have: String,
    },
    /// A layout that no descriptor describes.
    #[error("no descriptor of wgmma describes {operand:?} in {layout}: {what}; the nearest is {nearest}")]
    Layout {
        /// Which operand.
        operand: Operand,
        /// Its layout.
        layout: String,
        /// What would have to be.
        what: &'static str,
        /// A layout of the extents that it describes.
        nearest: AnyLayout,
    },
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Invalid(#[from] LayoutError),
}

impl From<layout_algebra::ExprError> for DescriptorError {
    fn from(error: layout_algebra::ExprError) -> Self {
        Self::Invalid(error.into())
    }
}

/// A mode taken apart: the layout of the first so many elements, and of the multiples of that.
fn split(mode: &Layout, first: i64) -> Result<[Layout; 2], DescriptorError> {
    let all = mode.size()?.as_const().unwrap_or(0);
    let part = |size: i64, step: i64| -> Result<Layout, DescriptorError> {
        let by = Layout::new(&Expr::from(size).into(), &Expr::from(step).into())?;
        Ok(coalesce(&composition(mode, &by)?)?)
    };
    Ok([part(first, 1)?, part(all / first.max(1), first)?])
}

/// The stride of a layout that is one mode of `size` elements; 0 of one element.
fn step(layout: &Layout, size: i64) -> Option<i64> {
    match (layout.shape_leaves(), layout.stride_leaves()) {
        _ if size == 1 => Some(0),
        ([s], [d]) if s.is(size) => d.as_const(),
        _ => None,
    }
}

/// An operand as it is taken apart.
struct Modes {
    /// Of an atom along M or N, and where the next ones begin.
    outer: [Layout; 2],
    /// The same along K.
    depth: [Layout; 2],
    /// The extents of an atom.
    atom: [i64; 2],
    /// Elements of a row of a core matrix.
    unit: i64,
    /// Elements of a row that is swizzled.
    row: i64,
}

/// The leading and the stride offset in elements.
type Offsets = Result<[i64; 2], &'static str>;

impl Modes {
    /// Rows lie together along K.
    fn along_k(&self) -> Result<Offsets, DescriptorError> {
        let [eight, others] = split(&self.outer[0], CORE)?;
        let [first, second] = split(&self.depth[0], self.unit)?;
        let pitch = self.row;
        if step(&first, self.unit) != Some(1) {
            return Ok(Err("16 bytes along K must lie together"));
        }
        if step(&eight, CORE) != Some(pitch) {
            return Ok(Err("eight rows must follow each other, each as long as the swizzle says"));
        }
        let (leading, stride) = (step(&second, 2), step(&others, self.atom[0] / CORE));
        let (Some(leading), Some(stride)) = (leading, stride) else {
            return Ok(Err("eights of rows, and halves of their 32 bytes, must be a constant apart"));
        };
        if self.row > self.unit && leading != self.unit {
            return Ok(Err("32 bytes along K must lie together"));
        }
        Ok(Ok([leading, stride]))
    }

    /// Rows lie together along M or N.
    fn along_mn(&self) -> Result<Offsets, DescriptorError> {
        if self.atom[0] % self.row != 0 {
            return Ok(Err("rows along M or N must not be longer than an instruction's"));
        }
        let [together, others] = split(&self.outer[0], self.row)?;
        let [eight, second] = split(&self.depth[0], CORE)?;
        if step(&together, self.row) != Some(1) {
            return Ok(Err("as many bytes along M or N as the swizzle says must lie together"));
        }
        if step(&eight, CORE) != Some(self.row) {
            return Ok(Err("eight rows along M or N must follow each other"));
        }
        let (others, second) = (step(&others, self.atom[0] / self.row), step(&second, self.atom[1] / CORE));
        let (Some(others), Some(second)) = (others, second) else {
            return Ok(Err("rows, and eights of them, must be a constant apart"));
        };
        Ok(Ok(if self.row > self.unit { [others, second] } else { [second, others] }))
    }
}

impl MatrixDescriptor {
    /// The descriptor of an operand in shared memory: A as M x K, B as K x N elements. `atom` is what an
    /// instruction reads: 64 or N along M or N, and 32 bytes along K.
    ///
    /// # Errors
    /// [`DescriptorError`], which names the nearest layout that there is a descriptor for.
    pub fn new(
        layout: &AnyLayout,
        bits: i64,
        operand: Operand,
        atom: [i64; 2],
    ) -> Result<Self, DescriptorError> {
        if !matches!(bits, 8 | 16 | 32) {
            return Err(DescriptorError::Bits(bits));
        }
        let none = || DescriptorError::NoMatrix(layout.to_string());
        let modes = layout.domain().modes();
        let [mn, k] = <&[Layout; 2]>::try_from(&modes[..]).map_err(|_| none())?;
        let [mn, k] = if operand == Operand::B { [k, mn] } else { [mn, k] };
        let known = |mode: &Layout| Ok::<_, DescriptorError>(mode.size()?.as_const());
        let (Some(rows), Some(depth)) = (known(mn)?, known(k)?) else { return Err(none()) };
        if atom.iter().any(|n| *n < CORE) || rows % atom[0] != 0 || depth % atom[1] != 0 {
            let have = format!("{rows} by {depth}");
            return Err(DescriptorError::Extent { operand, atom, have });
        }
        let bytes = bits / 8;
        let along_k = mn.stride_leaves().iter().all(|d| !d.is(1)) || bits != 16;
        let wrong = |what| {
            let major = if along_k { GmmaMajor::K } else { GmmaMajor::Mn };
            match nearest_layout([rows, depth], bits, operand, major, atom[0]) {
                Ok(nearest) => DescriptorError::Layout { operand, layout: layout.to_string(), what, nearest },
                Err(error) => error.into(),
            }
        };
        let swizzle = match layout.outer() {
            None => 0,
            Some((Outer::Swizzle(s), offset)) if offset.is(0) => s.bits(),
            Some(_) => return Err(wrong("the layout must be a plain one, or swizzled without an offset")),
        };
        if let Some((Outer::Swizzle(s), _)) = layout.outer()
            && swizzle != 0
            && (swizzle > 3 || s.shift() != 3 || bytes << s.base() != UNIT)
        {
            return Err(wrong(
                "its swizzle must be one of 1, 2 or 3 bits that moves 16 bytes by bits 3 above",
            ));
        }
        let unit = UNIT / bytes;
        let parts =
            Modes { outer: split(mn, atom[0])?, depth: split(k, atom[1])?, atom, unit, row: unit << swizzle };
        let (major, offsets) = match parts.along_k()? {
            Ok(offsets) => (GmmaMajor::K, offsets),
            Err(what) if bits != 16 || along_k => return Err(wrong(what)),
            Err(_) => (GmmaMajor::Mn, parts.along_mn()?.map_err(wrong)?),
        };
        let [leading, stride] = offsets.map(|n| n.saturating_mul(bytes));
        // Behind so many bytes the swizzle repeats.
        let period = if swizzle == 0 { UNIT } else { CORE * parts.row * bytes };
        let starts =
            Layout::concat([&in_bytes(&parts.outer[1], bytes)?, &in_bytes(&parts.depth[1], bytes)?])?;
        let leading_counts = swizzle == 0 || major == GmmaMajor::Mn;
        if stride % period != 0 || leading_counts && leading % period != 0 {
            return Err(wrong("core matrices must begin where the swizzle does"));
        }
        // Within a swizzled row, parts along K may begin; else where the swizzle does.
        let mut inside = parts.atom[1] * bytes;
        for (size, step) in starts.shape_leaves().iter().zip(starts.stride_leaves()) {
            let (size, step) = (size.as_const().unwrap_or(0), step.as_const().unwrap_or(-1));
            if size > 1 && step % period != 0 {
                inside = step.saturating_mul(size - 1).saturating_add(inside);
                if major == GmmaMajor::Mn || step < 0 || step % UNIT != 0 || inside > parts.row * bytes {
                    return Err(wrong(
                        "what instructions read must begin where the swizzle does, or in a row",
                    ));
                }
            }
        }
        if [leading, stride].iter().any(|n| !(0..=LARGEST * UNIT).contains(n)) {
            return Err(wrong("its parts must not be more than 262128 bytes apart"));
        }
        // (Not looked at, but said as CUTLASS says it.)
        let leading = if leading_counts { leading } else { UNIT };
        let swizzle = if swizzle == 0 { 0 } else { parts.row * bytes };
        Ok(Self { major, swizzle, leading, stride, starts, alignment: period })
    }

    /// The descriptor but for the address, which is in its lowest 14 bits in units of 16 bytes.
    pub fn bits(&self) -> u64 {
        let field = |bytes: i64| (bytes / UNIT).unsigned_abs();
        let mode: u64 = match self.swizzle {
            128 => 1,
            64 => 2,
            32 => 3,
            _ => 0,
        };
        mode << 62 | field(self.stride) << 32 | field(self.leading) << 16
    }
}

/// A layout to elements as one to bytes.
fn in_bytes(layout: &Layout, bytes: i64) -> Result<Layout, DescriptorError> {
    let strides = layout.stride_leaves().iter().map(|d| d.mul(&bytes.into()));
    let strides = strides.collect::<Result<Vec<_>, _>>().map_err(LayoutError::from)?;
    let sizes = layout.shape_leaves().iter().filter_map(Expr::as_const);
    Ok(of_strides(sizes.zip(strides))?)
}

/// A layout of an operand that [`MatrixDescriptor`] describes, with the widest swizzle that its extents allow;
/// `atom` is what an instruction reads along M or N.
///
/// # Errors
/// [`LayoutError`] of extents that are too large.
pub fn nearest_layout(
    [rows, depth]: [i64; 2],
    bits: i64,
    operand: Operand,
    major: GmmaMajor,
    atom: i64,
) -> Result<AnyLayout, LayoutError> {
    let unit = UNIT * 8 / bits;
    let along = if major == GmmaMajor::K { depth } else { atom };
    let swizzle = (0..=3).rev().find(|b| along % (unit << b) == 0).unwrap_or(0);
    let row = unit << swizzle;
    let flat = |a: [i64; 2]| IntTuple::flat(a.map(Expr::from));
    let mode = |size: i64, step: i64| Layout::new(&Expr::from(size).into(), &Expr::from(step).into());
    let rows_of = |size: i64, others: i64| match size / row {
        1 => mode(row, 1),
        more => Layout::new(&flat([row, more]), &flat([1, others * row])),
    };
    let [mn, k] = match major {
        GmmaMajor::K => [mode(rows, row)?, rows_of(depth, rows)?],
        GmmaMajor::Mn => [rows_of(rows, depth)?, mode(depth, row)?],
    };
    let layout = if operand == Operand::B { Layout::concat([&k, &mn])? } else { Layout::concat([&mn, &k])? };
    match Swizzle::new(swizzle, unit.ilog2().into(), 3) {
        Ok(s) if swizzle > 0 => Ok(AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, layout)),
        _ => Ok(layout.into()),
    }
}
