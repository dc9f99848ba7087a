//! A builder for each operation of the dialect: `build::crd2idx(location, layout, &[i, j], coordinate)`.
//!
//! Parameters are those of the operation's definition, under its names: operands, then attributes, then the types of
//! results that are not inferred. What an operation means,
//! `docs/dialect.md` of the repository says.
//!
//! An operation whose result type is inferred is checked when it is built, by the algebra: what it refuses is a
//! [`BuildError`], and a diagnostic at the location that names the mode, the numbers and what would do. The others are
//! checked when the module is verified, as all operations are.

mod parts;

use layout_mlir::ir::context_of;
use melior::ir::operation::Operation;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Location, Region, Type, Value, ValueLike};

pub use parts::BuildError;
use parts::Parts;

use crate::typed::{CoordinateAttribute, LayoutAttribute, LayoutType, TileAttribute, TokenType};

/// Functions that build operations, and the list of them for the test that none is missing.
macro_rules! operations {
    ($($(#[$meta:meta])* $function:ident = $name:literal
        ($($part:ident: $Type:ty),*) $([$segmented:ident])? => $results:tt $(($result:ident: $Result:ty))?;)+) => {
        $($(#[$meta])*
        ///
        /// # Errors
        /// [`BuildError`].
        #[allow(clippy::too_many_arguments, reason = "as many as the definition has")]
        pub fn $function<'c>(
            location: Location<'c>,
            $($part: $Type,)*
            $($result: $Result,)?
        ) -> Result<Operation<'c>, BuildError> {
            let types = operations!(@types context_of(location), $results $($part)* $(; $result)?);
            let parts = Parts::new(concat!("layout.", $name), location)
                $(.with(stringify!($part), $part))* $(.$segmented())?;
            match types {
                Some(types) => parts.results(&types).build(),
                None => parts.inferred().build(),
            }
        })+

        /// The name of each operation that has a builder, and those of its parameters.
        pub const BUILDERS: &[(&str, &[&str])] = &[$((concat!("layout.", $name), &[$(stringify!($part)),*])),+];
    };
    (@types $context:expr, inferred $($part:ident)*) => { None::<Vec<Type<'c>>> };
    (@types $context:expr, none $($part:ident)*) => { Some(Vec::<Type<'c>>::new()) };
    (@types $context:expr, index $($part:ident)*) => { Some(vec![Type::index($context)]) };
    (@types $context:expr, i1 $($part:ident)*) => { Some(vec![Type::from(IntegerType::new($context, 1))]) };
    (@types $context:expr, token $($part:ident)*) => { Some(vec![Type::from(TokenType::new($context))]) };
    (@types $context:expr, of_c $a:ident $b:ident $c:ident $($part:ident)*) => { Some(vec![$c.r#type()]) };
    (@types $context:expr, of_source $source:ident $($part:ident)*) => { Some(vec![$source.r#type()]) };
    (@types $context:expr, a $($part:ident)*; $result:ident) => { Some(vec![Type::from($result)]) };
    (@types $context:expr, some $($part:ident)*; $results:ident) => { Some($results.to_vec()) };
}

operations! {
    /// A layout of known type, an operand for each of its symbols.
    make = "make"(symbols: &[Value<'c, '_>]) => a(result: LayoutType<'c>);
    /// The same layout, of which the type says nothing; or from `!layout<*>` to a static one.
    cast = "cast"(layout: Value<'c, '_>) => a(result: LayoutType<'c>);
    /// The same function of an integer with the fewest modes.
    coalesce = "coalesce"(layout: Value<'c, '_>) => inferred;
    /// The same layout without nested modes.
    flatten = "flatten"(layout: Value<'c, '_>) => inferred;
    /// The layout R with `A(R(i)) = i` for as many i as there are.
    right_inverse = "right_inverse"(layout: Value<'c, '_>) => inferred;
    /// The layout L with `L(A(i)) = i`.
    left_inverse = "left_inverse"(layout: Value<'c, '_>) => inferred;
    /// What a layout leaves out of a range: of an integer, of the size of another layout, or none.
    complement = "complement"(
        layout: Value<'c, '_>, whole: Option<Value<'c, '_>>, range: Option<i64>) => inferred;
    /// The layout R with `R(c) = A(B(c))`, by a layout or a tile.
    composition = "composition"(
        layout: Value<'c, '_>, by: Option<Value<'c, '_>>, tile: Option<TileAttribute<'c>>) => inferred;
    /// A layout cut into a tile and the layout of the tiles, by a layout or a tile.
    logical_divide = "logical_divide"(
        layout: Value<'c, '_>, by: Option<Value<'c, '_>>, tile: Option<TileAttribute<'c>>, cover: bool) => inferred;
    /// A divide with the modes of the tile first: `((tile…), (rest…))`.
    zipped_divide = "zipped_divide"(
        layout: Value<'c, '_>, by: Option<Value<'c, '_>>, tile: Option<TileAttribute<'c>>, cover: bool) => inferred;
    /// A divide with the tile first and the rest spread: `((tile…), r0, r1, …)`.
    tiled_divide = "tiled_divide"(
        layout: Value<'c, '_>, by: Option<Value<'c, '_>>, tile: Option<TileAttribute<'c>>, cover: bool) => inferred;
    /// Copies of a layout, arranged by another or a tile.
    logical_product = "logical_product"(
        layout: Value<'c, '_>, by: Option<Value<'c, '_>>, tile: Option<TileAttribute<'c>>) => inferred;
    /// Copies of a layout as blocks side by side, mode by mode.
    blocked_product = "blocked_product"(layout: Value<'c, '_>, by: Value<'c, '_>) => inferred;
    /// Copies of a layout with their elements interleaved, mode by mode.
    raked_product = "raked_product"(layout: Value<'c, '_>, by: Value<'c, '_>) => inferred;
    /// Some of the modes, by number.
    select = "select"(layout: Value<'c, '_>, modes: &[i64]) => inferred;
    /// The layout whose index is the coordinate in a mode.
    coordinate = "coordinate"(layout: Value<'c, '_>, modes: &[i64]) => inferred;
    /// Copies of a block that fill a shape: of integers, or that of another layout.
    tile_to_shape = "tile_to_shape"(
        layout: Value<'c, '_>, whole: Option<Value<'c, '_>>, shape: Option<&[i64]>, order: Option<&[i64]>) => inferred;
    /// Which elements each thread copies; `part` is `source` or `destination`.
    tiled_copy = "tiled_copy"(
        layout: Value<'c, '_>, part: &str, atom: &str, element: Type<'c>,
        threads: LayoutAttribute<'c>, values: LayoutAttribute<'c>, cover: bool) => inferred;
    /// Which elements of an operand each thread multiplies; `part` is `A`, `B` or `C`.
    tiled_mma = "tiled_mma"(
        layout: Value<'c, '_>, part: &str, atom: &str, threads: Option<LayoutAttribute<'c>>,
        permutation: Option<TileAttribute<'c>>, cover: bool) => inferred;
    /// The number of coordinates.
    size = "size"(layout: Value<'c, '_>) => index;
    /// One more than the largest index.
    cosize = "cosize"(layout: Value<'c, '_>) => index;
    /// The index of a coordinate, each `?` of which is one of the indices.
    crd2idx = "crd2idx"(
        layout: Value<'c, '_>, indices: &[Value<'c, '_>], coord: CoordinateAttribute<'c>) => index;
    /// Whether a coordinate of a covering divide, such as `zipped_divide`, is one of what was divided.
    in_bounds = "in_bounds"(
        layout: Value<'c, '_>, indices: &[Value<'c, '_>], coord: CoordinateAttribute<'c>, divide: &str,
        tile: TileAttribute<'c>) => i1;

    /// A tile from memory.
    load = "load"(
        memref: Value<'c, '_>, indices: &[Value<'c, '_>], pad: Option<Value<'c, '_>>) [segmented] => a(tile: Type<'c>);
    /// A tile to memory.
    store = "store"(tile: Value<'c, '_>, memref: Value<'c, '_>, indices: &[Value<'c, '_>]) => none;
    /// Begins to copy a box of memory to a shared buffer.
    copy_async = "copy_async"(
        source: Value<'c, '_>, indices: &[Value<'c, '_>], destination: Value<'c, '_>) => token;
    /// Begins to copy a shared buffer to a box of memory.
    store_async = "store_async"(
        source: Value<'c, '_>, memref: Value<'c, '_>, indices: &[Value<'c, '_>]) => token;
    /// The token of a copy that is not begun.
    no_copy = "no_copy"() => token;
    /// Waits for asynchronous copies and stores.
    wait = "wait"(tokens: &[Value<'c, '_>]) => none;
    /// The same shared buffer of another block of the cluster.
    peer = "peer"(memref: Value<'c, '_>, rank: Value<'c, '_>) => a(result: Type<'c>);
    /// Elements along a dimension combined, by an operation of `arith` or by a region; an empty one where there is a kind.
    reduce = "reduce"(
        tiles: &[Value<'c, '_>], dim: i64, kind: Option<&str>, combiner: Region<'c>) => some(results: &[Type<'c>]);
    /// What two elements make, at the end of the region of a [`reduce`].
    r#yield = "yield"(values: &[Value<'c, '_>]) => none;
    /// The same tile at each coordinate of a new dimension.
    broadcast = "broadcast"(source: Value<'c, '_>, dim: i64) => a(result: Type<'c>);
    /// The same tile with a new dimension of extent 1.
    expand_dims = "expand_dims"(source: Value<'c, '_>, dim: i64) => a(result: Type<'c>);
    /// A tile with its dimensions in another order.
    transpose = "transpose"(source: Value<'c, '_>, permutation: &[i64]) => a(result: Type<'c>);
    /// The same elements, in row-major order, in a tile of another shape.
    reshape = "reshape"(source: Value<'c, '_>) => a(result: Type<'c>);
    /// The same tile in another encoding.
    convert = "convert"(source: Value<'c, '_>) => a(result: Type<'c>);
    /// A tile of coordinates.
    iota = "iota"(dim: i64) => a(result: Type<'c>);
    /// The product of two matrices, and a third added.
    mma = "mma"(
        a: Value<'c, '_>, b: Value<'c, '_>, c: Value<'c, '_>, under_way: Option<i64>) => of_c;
    /// A product that may be under way, when it is done, and all but so many younger ones.
    wait_mma = "wait_mma"(source: Value<'c, '_>, under_way: Option<i64>) => of_source;

    /// A memref seen through what an operation makes of its layout.
    view = "view"(
        memref: Value<'c, '_>, through: &str, by: Option<Attribute<'c>>, modes: Option<&[i64]>) => inferred;
    /// The part of a memref at fixed coordinates in some of its modes, such as `(?,_)`.
    slice = "slice"(memref: Value<'c, '_>, indices: &[Value<'c, '_>], coord: &str) => inferred;
    /// The same bytes as elements of another type.
    recast = "recast"(memref: Value<'c, '_>, element: Type<'c>) => inferred;
}
