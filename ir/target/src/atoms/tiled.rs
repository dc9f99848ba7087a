//! Instructions tiled over threads and values: CuTe's `TiledMMA` and `TiledCopy`.

use super::{AtomError, CopyAtom, MmaAtom};
use layout_algebra::{
    Expr, Fit, Grouping, IntTuple, Layout, Nested, ProductError, Profile, SliceCoord, Stride, Tiler,
    coalesce_by, compact_col_major, complement, composition, divide, filter, left_inverse, logical_product,
    raked_product, right_inverse, slice, tiled_product, upcast,
};

type Result<T> = std::result::Result<T, AtomError>;

/// An operand of `D = A · B + C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// M x K.
    A,
    /// N x K.
    B,
    /// M x N; also D.
    C,
}

/// The compact layout of a shape, as CuTe's `make_layout(shape)`.
fn col_major(shape: &IntTuple) -> Result<Layout> {
    Ok(Layout::new(shape, &compact_col_major(shape, &Expr::ONE)?)?)
}

/// `n:1`, or `1:0`.
fn tile(n: &Expr) -> Result<Tiler> {
    Ok(Tiler::Layout(col_major(&n.clone().into())?))
}

fn known(e: &Expr) -> i64 {
    e.known().unwrap_or(0)
}

/// A matrix multiply-add of many threads: an instruction, how its copies lie
/// over M, N and K, and how the tile's rows and columns are permuted
/// (`cute/atom/mma_atom.hpp`).
///
/// ```
/// use layout_target::{TiledMma, mma_atom};
/// let atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap();
/// let mma = TiledMma::new(&atom, &"(2,2,1):(1,2,0)".parse().unwrap(), &[]).unwrap();
/// assert_eq!(mma.tile_shape().unwrap().to_string(), "(32,16,16)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledMma {
    atom: MmaAtom,
    thr_layout_vmnk: Layout,
    permutation: [Tiler; 3],
}

impl TiledMma {
    /// Copies of `atom` at the places of `threads`, a layout over M, N and K
    /// (missing modes are 1); `permutation` may give a mode's tile, and is `_`
    /// where the copies lie side by side.
    ///
    /// ```
    /// use layout_target::{mma_atom, Operand, TiledMma};
    /// let atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    /// let mma = TiledMma::new(&atom, &"(2,2):(1,2)".parse().unwrap(), &[]).unwrap();
    /// assert_eq!(mma.tile_shape().unwrap().to_string(), "(32,16,16)");
    /// assert_eq!(
    ///     mma.layout_tv(Operand::C).unwrap().to_string(),
    ///     "((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`AtomError::Product`] if the threads overlap.
    pub fn new(atom: &MmaAtom, threads: &Layout, permutation: &[Tiler]) -> Result<Self> {
        let mnk = threads.append_to_rank(3, &Layout::unit())?;
        let mnk = if threads.profile().is_leaf() && mnk.profile().is_leaf() {
            Layout::concat([&mnk])?
        } else {
            mnk
        };
        let thr_layout_vmnk = tiled_product(&atom.thr_id, &mnk)?;
        let mut tiles = [Tiler::Keep, Tiler::Keep, Tiler::Keep];
        for (tile, given) in tiles.iter_mut().zip(permutation) {
            *tile = given.clone();
        }
        let mut made = Self { atom: atom.clone(), thr_layout_vmnk, permutation: tiles };
        for i in 0..3 {
            if made.permutation[i] == Tiler::Keep {
                made.permutation[i] = Tiler::Size(made.threads(i + 1)?.mul(&atom.shape[i].into())?);
            }
        }
        Ok(made)
    }

    /// The name of the instruction.
    pub fn name(&self) -> &str {
        &self.atom.name
    }

    /// The layout (V, M, N, K) of threads: atom's lane and place to thread.
    pub fn thr_layout_vmnk(&self) -> &Layout {
        &self.thr_layout_vmnk
    }

    fn threads(&self, mode: usize) -> Result<Expr> {
        Ok(self.thr_layout_vmnk.get(&[mode])?.size()?)
    }

    /// What must divide the two modes of an operand's tensor, if every element is to be some
    /// thread's and no thread is to have others: the tile, the instructions side by side, and one.
    ///
    /// # Errors
    /// As [`TiledMma::tile_shape`].
    pub fn operand_tiles(&self, operand: Operand) -> Result<[[Expr; 2]; 3]> {
        let (x, y, _) = self.operand(operand);
        let sizes = self.tile_shape()?.leaves;
        let atom = |mode: usize| Expr::from(self.atom.shape[mode]);
        let all = |mode: usize| -> Result<Expr> { Ok(self.threads(mode + 1)?.mul(&atom(mode))?) };
        Ok([[sizes[x].clone(), sizes[y].clone()], [all(x)?, all(y)?], [atom(x), atom(y)]])
    }

    /// M, N and K of the tile.
    ///
    /// # Errors
    /// As [`Layout::size`].
    pub fn tile_shape(&self) -> Result<IntTuple> {
        let size = |t: &Tiler| -> Result<Expr> {
            Ok(match t {
                Tiler::Layout(l) => l.size()?,
                Tiler::Size(n) => n.clone(),
                _ => Expr::ONE,
            })
        };
        Ok(IntTuple::flat(self.permutation.iter().map(size).collect::<Result<Vec<_>>>()?))
    }

    /// The modes of M, N, K that the operand has, and its fragments.
    fn operand(&self, operand: Operand) -> (usize, usize, &Layout) {
        match operand {
            Operand::A => (0, 2, &self.atom.a),
            Operand::B => (1, 2, &self.atom.b),
            Operand::C => (0, 1, &self.atom.c),
        }
    }

    /// The operand's tensor by threads and fragments:
    /// `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY)))` (CuTe's `thrfrg_A` and so on).
    ///
    /// # Errors
    /// [`AtomError::Divide`] if the tile does not divide the tensor.
    pub fn thrfrg<D: Stride>(&self, operand: Operand, tensor: &Layout<D>) -> Result<Layout<D>> {
        let (x, y, fragments) = self.operand(operand);
        let pair = |x: Tiler, y: Tiler| Tiler::Tuple(vec![x, y]);
        let permuted = pair(self.permutation[x].clone(), self.permutation[y].clone());
        let tensor = divide(tensor, &permuted, Grouping::Logical, Fit::Cover)?;
        let atom = pair(tile(&self.atom.shape[x].into())?, tile(&self.atom.shape[y].into())?);
        let tensor = divide(&tensor, &atom, Grouping::Zipped, Fit::Cover)?;
        let tensor = composition(&tensor, &pair(Tiler::Layout(fragments.clone()), Tiler::Keep))?;
        let threads = pair(tile(&self.threads(x + 1)?)?, tile(&self.threads(y + 1)?)?);
        Ok(divide(&tensor, &pair(Tiler::Keep, threads), Grouping::Zipped, Fit::Cover)?)
    }

    /// (thread, value) to the element's number in the operand's tile,
    /// column-major (CuTe's `get_layoutA_TV` and so on). Threads that share an
    /// operand read the same elements.
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn layout_tv(&self, operand: Operand) -> Result<Layout> {
        let (x, y, _) = self.operand(operand);
        let sizes: Vec<IntTuple> = self.tile_shape()?.modes().collect();
        let reference = col_major(&IntTuple::tuple([&sizes[x], &sizes[y]]))?;
        self.by_thread(&self.fragments(operand, &reference)?)
    }

    /// The operand's tensor by thread and fragment: `(thread, value, (RestX, RestY, …))`. Behind the
    /// thread it is CuTe's `partition_A` and so on, the rest in one mode.
    ///
    /// ```
    /// use layout_algebra::Layout;
    /// use layout_target::{mma_atom, Operand, TiledMma};
    /// let atom = mma_atom("SM80_16x8x16_F32F16F16F32_TN").unwrap();
    /// let mma = TiledMma::new(&atom, &"(2,2,1):(1,2,0)".parse().unwrap(), &[]).unwrap();
    /// let tensor: Layout = "(64,32):(32,1)".parse().unwrap();
    /// let a = mma.partition(Operand::A, &tensor).unwrap();
    /// assert_eq!(a.to_string(), "((4,8,2,2),(2,2,2),(2,2)):((2,32,512,0),(1,256,8),(1024,16))");
    /// // Warps along K hold parts of the same sums.
    /// let mma = TiledMma::new(&atom, &"(1,2,2):(2,2,1)".parse().unwrap(), &[]).unwrap();
    /// let tensor: Layout = "(16,16):(16,1)".parse().unwrap();
    /// assert_eq!(mma.partition(Operand::C, &tensor).unwrap().cosize().unwrap().to_string(), "256");
    /// ```
    ///
    /// # Errors
    /// As [`TiledMma::thrfrg`].
    pub fn partition<D: Stride>(&self, operand: Operand, tensor: &Layout<D>) -> Result<Layout<D>> {
        let fragments = match operand {
            // Threads that share K hold parts of the same sums.
            Operand::C => self.shared(&self.thrfrg(operand, tensor)?, [Tiler::Keep, self.of_first(2, 3)?])?,
            _ => self.fragments(operand, tensor)?,
        };
        let parts = self.by_thread(&fragments)?;
        let [thread, value, rest] = [&[0][..], &[1, 0], &[1, 1]].map(|path| parts.get(path));
        Ok(Layout::concat([&thread?, &value?, &rest?])?)
    }

    /// `(thread, (value, rest))` of an operand's fragments.
    fn by_thread<D: Stride>(&self, fragments: &Layout<D>) -> Result<Layout<D>> {
        let by_thread = Tiler::Tuple(vec![Tiler::Layout(self.thread_to_vmnk()?), Tiler::Keep]);
        Ok(composition(fragments, &by_thread)?)
    }

    /// An operand's fragments by the places of all threads: copies along the missing mode see what the
    /// first one sees.
    fn fragments<D: Stride>(&self, operand: Operand, tensor: &Layout<D>) -> Result<Layout<D>> {
        let fragments = self.thrfrg(operand, tensor)?;
        match operand {
            Operand::C => Ok(fragments),
            Operand::A => self.shared(&fragments, [self.of_first(1, 2)?, Tiler::Keep]),
            Operand::B => self.shared(&fragments, [self.of_second(1, 2)?, Tiler::Keep]),
        }
    }

    /// The places along two modes of threads, by the place in the first one.
    fn of_first(&self, first: usize, second: usize) -> Result<Tiler> {
        self.places(first, second, [1, 0])
    }

    /// The places along two modes of threads, by the place in the second one.
    fn of_second(&self, first: usize, second: usize) -> Result<Tiler> {
        self.places(first, second, [0, 1])
    }

    fn places(&self, first: usize, second: usize, strides: [i64; 2]) -> Result<Tiler> {
        let shape = IntTuple::flat([self.threads(first)?, self.threads(second)?]);
        Ok(Tiler::Layout(Layout::new(&shape, &IntTuple::flat(strides.map(Expr::from)))?))
    }

    /// Fragments with other places for the threads.
    fn shared<D: Stride>(&self, fragments: &Layout<D>, places: [Tiler; 2]) -> Result<Layout<D>> {
        let threads = Tiler::Tuple(vec![Tiler::Keep, Tiler::Tuple(places.into())]);
        Ok(composition(fragments, &Tiler::Tuple(vec![threads, Tiler::Keep]))?)
    }

    /// Thread number to place in the thread layout.
    fn thread_to_vmnk(&self) -> Result<Layout> {
        let threads = &self.thr_layout_vmnk;
        let all =
            Layout::concat([threads, &complement(threads, &threads.cosize()?).map_err(ProductError::from)?])?;
        let order = right_inverse(&all)?;
        let line = Layout::new(
            &IntTuple::flat([threads.size()?, Expr::ONE]),
            &IntTuple::flat([Expr::ONE, Expr::ZERO]),
        )?;
        Ok(composition(&line, &order)?)
    }
}

/// A copy of many threads: an instruction, which element each (thread, value)
/// takes, and the tile they fill (`cute/atom/copy_atom.hpp`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledCopy {
    values: [Layout; 3],
    layout_tv: Layout,
    tiler: Tiler,
    shape: IntTuple,
}

impl TiledCopy {
    /// The copy with `atom`, for elements of `bits` bits, of the tile `tiler`,
    /// of which `layout_tv` says who takes what.
    ///
    /// # Errors
    /// [`AtomError::TooFew`] if the instruction takes more threads or values.
    pub fn new(atom: &CopyAtom, bits: i64, layout_tv: &Layout, tiler: &Tiler) -> Result<Self> {
        let values = atom.values(bits)?;
        for (mode, what) in [(0, "threads"), (1, "values")] {
            let (have, need) =
                (known(&layout_tv.get(&[mode])?.size()?), known(&values[2].get(&[mode])?.size()?));
            if need == 0 || have % need != 0 {
                return Err(AtomError::TooFew { what, have, need });
            }
        }
        let shape = tiler_shape(tiler)?;
        Ok(Self { values, layout_tv: layout_tv.clone(), tiler: tiler.clone(), shape })
    }

    /// The copy in which thread `threads(m,n)` takes the values `values(m',n')`
    /// of its own block (CuTe's `make_tiled_copy`).
    ///
    /// ```
    /// use layout_target::{copy_atom, TiledCopy};
    /// let atom = copy_atom("UniversalCopy<uint128_t>").unwrap();
    /// let [threads, values] = ["(32,8):(8,1)", "(1,4):(1,1)"].map(|t| t.parse().unwrap());
    /// let copy = TiledCopy::of_threads(&atom, 32, &threads, &values).unwrap();
    /// assert_eq!(copy.layout_tv().to_string(), "((8,32),4):((128,1),32)");
    /// ```
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn of_threads(atom: &CopyAtom, bits: i64, threads: &Layout, values: &Layout) -> Result<Self> {
        let both = raked_product(threads, values)?;
        let shape = col_major(&IntTuple::flat([threads.size()?, values.size()?]))?;
        let layout_tv = composition(&right_inverse(&both)?, &shape)?;
        let sizes = both.modes().iter().map(|m| Ok(Tiler::Size(m.size()?))).collect::<Result<Vec<_>>>()?;
        Self::new(atom, bits, &layout_tv, &Tiler::Tuple(sizes))
    }

    /// The copy that fills (or empties) an operand's fragments (CuTe's
    /// `make_tiled_copy_A` and so on).
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn of_operand(atom: &CopyAtom, bits: i64, mma: &TiledMma, operand: Operand) -> Result<Self> {
        let (x, y, _) = mma.operand(operand);
        let sizes: Vec<IntTuple> = mma.tile_shape()?.modes().collect();
        let tiler = Tiler::Tuple([x, y].iter().map(|i| Tiler::Size(sizes[*i].leaves[0].clone())).collect());
        Self::new(atom, bits, &mma.layout_tv(operand)?, &tiler)
    }

    /// The copy for which (thread, value) to *address* is given, of data laid
    /// out by `data` (CuTe's `make_cotiled_copy`).
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn of_addresses(atom: &CopyAtom, bits: i64, addresses: &Layout, data: &Layout) -> Result<Self> {
        let inverse = Layout::concat([&left_inverse(data)?, &Layout::unit()])?;
        let coordinates = composition(&inverse, addresses)?;
        let sizes: Vec<Expr> =
            data.modes().iter().map(Layout::size).collect::<std::result::Result<_, _>>()?;
        let shape = IntTuple::flat(sizes.clone());
        let mut tilers = Vec::new();
        for i in 0..sizes.len() {
            let unit = (0..sizes.len()).map(|j| Expr::from(i64::from(i == j)));
            let along = Layout::new(&shape, &IntTuple::flat(unit))?;
            tilers.push(Tiler::Layout(filter(&composition(&along, &coordinates)?)?));
        }
        let tiler = Tiler::Tuple(tilers);
        let tile_to_data = composition(&col_major(&shape)?, &tiler)?;
        let layout_tv = composition(&left_inverse(&tile_to_data)?, &coordinates)?;
        Self::new(atom, bits, &layout_tv, &tiler)
    }

    /// (thread, value) to the element's number in the tile.
    pub fn layout_tv(&self) -> &Layout {
        &self.layout_tv
    }

    /// The shape of the tile.
    pub fn tile_shape(&self) -> &IntTuple {
        &self.shape
    }

    /// From (thread, value) of the reference to those of one side.
    fn side(&self, source: bool) -> Result<Layout> {
        let [src, dst, reference] = &self.values;
        Ok(composition(&right_inverse(reference)?, if source { src } else { dst })?)
    }

    /// `(thread, (value, copies), rests…)` of a tensor already cut into tiles.
    fn tile_to_thrfrg<D: Stride>(&self, tensor: &Layout<D>, to_target: &Layout) -> Result<Layout<D>> {
        let reference = &self.values[2];
        let counts = [0, 1].map(|mode| reference.get(&[mode]).map(|l| l.size()));
        let [threads, values] = counts;
        let atom = Tiler::Tuple(vec![Tiler::Size(threads??), Tiler::Size(values??)]);
        let by_atom = divide(&self.layout_tv, &atom, Grouping::Zipped, Fit::Cover)?;
        let by_atom =
            composition(&by_atom, &Tiler::Tuple(vec![Tiler::Layout(to_target.clone()), Tiler::Keep]))?;
        let pairs = Profile::tuple([&Profile::leaf(), &Profile::flat(2)]);
        let to_tile = coalesce_by(&by_atom.zip()?, &pairs)?;
        let tensor = composition(tensor, &Tiler::Tuple(vec![Tiler::Layout(to_tile), Tiler::Keep]))?;
        let keep = |n: usize| IntTuple::flat(std::iter::repeat_n(None::<Expr>, n));
        let coord: SliceCoord = IntTuple::tuple([&keep(2), &IntTuple::single(None)]);
        Ok(slice(&coord, &tensor)?)
    }

    /// The tensor by threads and values of the source (CuTe's `tidfrg_S`).
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn tidfrg_s<D: Stride>(&self, tensor: &Layout<D>) -> Result<Layout<D>> {
        self.tile_to_thrfrg(&divide(tensor, &self.tiler, Grouping::Zipped, Fit::Cover)?, &self.side(true)?)
    }

    /// The tensor by threads and values of the destination (CuTe's `tidfrg_D`).
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn tidfrg_d<D: Stride>(&self, tensor: &Layout<D>) -> Result<Layout<D>> {
        self.tile_to_thrfrg(&divide(tensor, &self.tiler, Grouping::Zipped, Fit::Cover)?, &self.side(false)?)
    }

    /// (thread, value) of the source to the element's number in the tile
    /// (CuTe's `get_layoutS_TV`).
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn layout_s_tv(&self) -> Result<Layout> {
        self.side_tv(true)
    }

    /// (thread, value) of the destination to the element's number in the tile.
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn layout_d_tv(&self) -> Result<Layout> {
        self.side_tv(false)
    }

    fn side_tv(&self, source: bool) -> Result<Layout> {
        let one = IntTuple::from(1);
        let reference = col_major(&IntTuple::tuple([&self.shape, &one]))?;
        let fragments = self.tile_to_thrfrg(&reference, &self.side(source)?)?;
        let coord: SliceCoord = IntTuple::flat([None, None, Some(Expr::ZERO)]);
        Ok(slice(&coord, &fragments)?)
    }

    /// A tensor of another copy's or multiply's fragments, `(V, rests…)`, cut
    /// into the values of this one (CuTe's `retile_S`, `retile_D`).
    ///
    /// # Errors
    /// [`AtomError`].
    pub fn retile<D: Stride>(&self, tensor: &Layout<D>) -> Result<Layout<D>> {
        let modes = tensor.modes();
        let values = modes.first().map_or(Ok(Expr::ONE), Layout::size)?;
        let threads = self.layout_tv.get(&[0])?.size()?;
        let inverse = composition(&right_inverse(&self.layout_tv)?, &col_major(&self.shape)?)?;
        let fragments = upcast(&inverse, known(&threads.mul(&values)?))?;
        let line = Layout::mode1(values.clone(), Expr::ONE)?;
        let by_value = logical_product(&line, &right_inverse(&fragments)?)?;
        let own = self.values[2].get(&[1])?.size()?;
        let by_value = divide(&by_value, &tile(&own)?, Grouping::Zipped, Fit::Cover)?;
        let mut tiles = vec![Tiler::Size(values)];
        for mode in fragments.modes() {
            tiles.push(Tiler::Size(mode.size()?));
        }
        let cut = divide(tensor, &Tiler::Tuple(tiles), Grouping::Zipped, Fit::Cover)?;
        let cut = composition(&cut, &Tiler::Tuple(vec![Tiler::Layout(by_value), Tiler::Keep]))?;
        let parts = cut.modes();
        let inner = parts.first().map(Layout::modes).unwrap_or_default();
        let rest = parts.get(1).cloned().unwrap_or_else(Layout::unit_mode);
        let spread: Vec<Layout<D>> = inner.into_iter().chain([rest]).collect();
        Ok(Layout::concat(&spread)?)
    }
}

fn tiler_shape(tiler: &Tiler) -> Result<IntTuple> {
    Ok(match tiler {
        Tiler::Keep => Expr::ONE.into(),
        Tiler::Size(n) => n.clone().into(),
        Tiler::Layout(l) => l.shape(),
        Tiler::Tuple(parts) => IntTuple::tuple(&parts.iter().map(tiler_shape).collect::<Result<Vec<_>>>()?),
    })
}
