//! The tile that the option `tile` asks for: which kernels of a product have it, and why none does.

use std::fmt;

use layout_mlir::ir::{self, DYNAMIC};

use super::Plan;
use super::choice::Unfit;
use super::error::Error;
use super::names::{MULTICAST, PERSISTENT, PRODUCER, SPLIT};
use super::problem::Problem;
use super::sizes;
use super::tile::{self, Engine, Tile, Way};
use super::types::Types;

/// All engines.
const ENGINES: [Engine; 3] = [Engine::Warpgroups, Engine::Warps, Engine::Anywhere];
/// Most tiles that an error names, and most of some sizes.
const NAMED: usize = 4;
const STAGED: usize = 12;

/// Why a product cannot have a tile that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTile {
    /// It is one of another engine.
    Engine {
        /// Which one.
        of: Engine,
        /// Those that the product has.
        has: Vec<Engine>,
    },
    /// A kernel of that engine with it does not compute the product.
    Unfit(Unfit),
    /// No producers are for it.
    Producer,
    /// It is not for so many elements along K.
    Along(i64),
}

impl fmt::Display for NoTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |engine: &Engine| match engine {
            Engine::Warpgroups => "warpgroups",
            Engine::Warps => "warps",
            Engine::Anywhere => "warps that load what lies anywhere",
        };
        match self {
            Self::Engine { of, has } => {
                let takes = match of {
                    Engine::Warpgroups => {
                        "which take a chip with wgmma, elements that it multiplies (of 8 and 32 bits where they lie together along K), and rows of A and B that begin at \
                         multiples of 16 bytes"
                    }
                    Engine::Warps => "which take rows of A and B that begin and end at multiples of 16 bytes",
                    Engine::Anywhere => "which take anything",
                };
                let has: Vec<&str> = has.iter().map(name).collect();
                write!(
                    f,
                    "it is one of {}, {takes}, and this product is one of {}",
                    name(of),
                    has.join(" or ")
                )
            }
            Self::Unfit(why) => why.fmt(f),
            Self::Producer => f.write_str(
                "producers issue the copies of warpgroups that copy several iterations ahead, more than two, whose sums leave \
                 room for producers' registers, and there is such a loop only where K is more than one iteration; blocks of one \
                 tile each copy for each other what eight times as many divides of columns of B, or of rows of A",
            ),
            Self::Along(k) => {
                let k = if *k == DYNAMIC { "not known".into() } else { k.to_string() };
                write!(
                    f,
                    "blocks that compute one tile after the other copy iterations ahead, with four stages or more, where K \
                     may be several of them, and whole tiles where it is one, and K is {k}"
                )
            }
        }
    }
}

/// The engines of a product that a kernel may have, with what they take for granted.
type Engines = Vec<Way>;

impl Plan {
    /// The name that is asked for, without what says that producers copy.
    fn sizes_of(&self) -> &str {
        Tile::without_copies(&self.tile)
    }

    /// Whether an engine may be the one that is asked for.
    fn is_of(&self, engine: Engine) -> bool {
        self.engine.is_none_or(|of| engine == of)
    }

    /// Whether producers are asked for.
    fn asks_producers(&self) -> bool {
        self.sizes_of() != self.tile
    }

    /// What the name asks for of a tile: itself, or those whose producers copy.
    fn copied(&self, tile: Tile, engine: Engine, types: &Types) -> Vec<Tile> {
        if self.asks_producers() { tile.all_produced(engine, types, self.chip).collect() } else { vec![tile] }
    }

    /// Whether a tile is named, or one that copies as the name says (of which some have more stages); or has the name but for that, and
    /// none of any stages copies so.
    fn is_named(&self, tile: Tile, engine: Engine, types: &Types, k: i64) -> bool {
        let (copied, plain) = (self.copied(tile, engine, types), without_stages(&self.tile));
        copied.iter().any(|tile| tile.is_meant(&self.tile, k))
            || tile.is_meant(self.sizes_of(), k) && !copied.iter().any(|tile| tile.is_called(&plain))
    }

    /// The tiles of an engine of which that is so.
    fn of_name(&self, engine: Engine, bytes: [i64; 2], types: &Types, k: i64) -> Vec<Tile> {
        let mut tiles = Tile::all(engine, bytes, types, self.chip);
        tiles.retain(|tile| self.is_named(*tile, engine, types, k));
        tiles
    }

    /// Checks that there is a tile of the name that is asked for, if one is.
    ///
    /// # Errors
    /// [`Error::Tile`], [`Error::Behind`] and [`Error::Stages`].
    fn check_name(&self, engines: &Engines, types: &Types, k: i64) -> Result<(), Error> {
        let of = |engines: &[Engine]| -> Vec<Tile> {
            engines.iter().flat_map(|engine| Tile::all(*engine, engine.bytes(), types, self.chip)).collect()
        };
        // (Of what is known of its rows a product may have others.)
        let own = engines.iter().map(|way| (way.engine, way.factors));
        let all = || ENGINES.into_iter().map(|engine| (engine, engine.bytes())).chain(own.clone());
        let all = || all().filter(|(engine, _)| self.is_of(*engine));
        let is_known = |(engine, bytes)| !self.of_name(engine, bytes, types, k).is_empty();
        if self.tile.is_empty() || all().any(is_known) {
            return Ok(());
        }
        // (There may be such, but not with that depth and as many stages.)
        let known = all().flat_map(|(engine, bytes)| {
            let all = Tile::all(engine, bytes, types, self.chip).into_iter();
            all.flat_map(move |tile| self.copied(tile, engine, types))
        });
        let (plain, sizes_of) = (without_stages(&self.tile), self.sizes_of());
        let staged = known.filter(|tile| tile.is_called(&plain)).map(|tile| tile.along(k).staged_name());
        let staged: std::collections::BTreeSet<_> = staged.collect();
        if plain != self.tile && !staged.is_empty() {
            let staged: Vec<_> = staged.into_iter().take(STAGED).collect();
            return Err(Error::Stages(self.named.clone(), staged.join(", ")));
        }
        // (What an error names the chip has, for such elements.)
        let is_had = |engine: &Engine| {
            let has = tile::has(self.chip, *engine)
                && (*engine != Engine::Warpgroups || types.warpgroups != [false; 2]);
            has && self.is_of(*engine)
        };
        let had: Vec<Tile> = of(&ENGINES.into_iter().filter(is_had).collect::<Vec<_>>());
        // (Or what is behind rows and columns is not there, or in another order.)
        let size = without_stages(sizes_of.split('_').next().unwrap_or(sizes_of));
        let such = had.iter().filter(|tile| tile.name() == size).map(|tile| tile.along(k).called());
        let such: std::collections::BTreeSet<_> = such.collect();
        if !such.is_empty() {
            let such: Vec<_> = such.into_iter().take(STAGED).collect();
            return Err(Error::Behind(self.named.clone(), such.join(", ")));
        }
        let names = had.iter().filter(|tile| !tile.is_fitted()).map(Tile::name);
        let names: Vec<_> = names.collect::<std::collections::BTreeSet<_>>().into_iter().collect();
        let is_other = |tile: &Tile| tile.is_fitted() && !tile.is_vector();
        let others = if had.iter().any(is_other) { tile::OTHERS } else { "" };
        let single = if had.iter().any(Tile::is_vector) { tile::SINGLE } else { "" };
        Err(Error::Tile(self.named.clone(), names.join(", ") + others + single))
    }

    /// Leaves of a product's engines the first that has the tile which is asked for, and those behind it, which are for what it
    /// does not take.
    ///
    /// # Errors
    /// [`Error::Tile`] and [`Error::NoTile`].
    pub(super) fn take_asked(
        &self,
        engines: &mut Engines,
        problem: &Problem<'_, '_>,
        types: &Types,
    ) -> Result<(), Error> {
        let k = sizes(problem)[3];
        self.check_name(engines, types, k)?;
        if let Some(of) = self.engine {
            let mut has: Vec<Engine> = engines.iter().map(|way| way.engine).collect();
            has.dedup();
            if !has.contains(&of) {
                let (why, nearest) = (NoTile::Engine { of, has }, self.nearest(engines, problem, types));
                return Err(Error::NoTile { tile: self.named.clone(), why, nearest });
            }
        }
        let tiles =
            |way: &Way| if self.is_of(way.engine) { self.asked(*way, problem, types) } else { Vec::new() };
        let all: Vec<Vec<Tile>> = engines.iter().map(tiles).collect();
        let Some(first) = all.iter().position(|tiles| !tiles.is_empty()) else {
            return Err(self.refuse(engines, problem, types));
        };
        engines.drain(..first);
        // (What has a stage for each iteration is as good.)
        let along: Vec<Tile> = all[first].iter().map(|tile| tile.along(k)).collect();
        if let Some(taken) = along.first().filter(|_| !along.iter().any(|tile| tile.is_called(&self.tile))) {
            let why = format!(
                "option tile={}: there are fewer iterations along K than it has stages: {} is taken",
                self.named,
                taken.full_name()
            );
            let op = problem.op;
            ir::emit_warning(ir::location(op), &format!("layout-matmul: '{}' op {why}", ir::name(op)));
        }
        Ok(())
    }

    /// The tiles of an engine that have the name which is asked for.
    pub(super) fn asked(&self, way: Way, problem: &Problem<'_, '_>, types: &Types) -> Vec<Tile> {
        let mut all = self.all_of(way, problem, types);
        let k = sizes(problem)[3];
        all.retain(|tile| tile.is_meant(&self.tile, k));
        self.along(all, way, k)
    }

    /// All tiles of an engine that a product can have, with producers where these are asked for.
    fn all_of(&self, way: Way, problem: &Problem<'_, '_>, types: &Types) -> Vec<Tile> {
        let all = self.fitting(way, problem, types).into_iter();
        if self.asks_producers() {
            all.flat_map(|tile| std::iter::once(tile).chain(tile.all_produced(way.engine, types, self.chip)))
                .collect()
        } else {
            all.collect()
        }
    }

    /// Of tiles with one name those that are for so many elements along K.
    fn along(&self, mut tiles: Vec<Tile>, way: Way, k: i64) -> Vec<Tile> {
        Tile::keep_along(&mut tiles, k, !way.result);
        // (Without a loop that copies ahead nobody is ahead.)
        tiles.retain(|tile| !self.asks_producers() || tile.producer && tile.is_ahead(k));
        tiles
    }

    /// Why none of a product's engines has the tile that is asked for, and which ones it can have.
    fn refuse(&self, engines: &Engines, problem: &Problem<'_, '_>, types: &Types) -> Error {
        let k = sizes(problem)[3];
        let has = |engine: &Engine| engines.iter().any(|way| way.engine == *engine);
        let named = |engine: &Engine| self.of_name(*engine, engine.bytes(), types, k);
        // (Producers copy for warpgroups alone.)
        let copies = |engine: &Engine| {
            self.is_of(*engine) && (!self.asks_producers() || *engine == Engine::Warpgroups)
        };
        let own =
            ENGINES.into_iter().find(|engine| has(engine) && copies(engine) && !named(engine).is_empty());
        let why = match own {
            None => {
                let of = ENGINES.into_iter().find(|engine| copies(engine) && !named(engine).is_empty());
                let mut has: Vec<Engine> = ENGINES.into_iter().filter(has).collect();
                has.dedup();
                NoTile::Engine { of: of.unwrap_or(Engine::Anywhere), has }
            }
            Some(engine) => {
                let mut own = engines.iter().filter(|way| way.engine == engine);
                let unfit = own.clone().flat_map(|way| {
                    let tiles = named(&way.engine).into_iter();
                    tiles.filter_map(|tile| self.unfit(&tile, *way, problem, types))
                });
                let unfit: Vec<Unfit> = unfit.collect();
                let fits = own.any(|way| {
                    let all = self.fitting(*way, problem, types);
                    all.iter().any(|tile| self.is_named(*tile, engine, types, k))
                });
                match unfit.first() {
                    _ if fits && self.asks_producers() => NoTile::Producer,
                    Some(why) if !fits => NoTile::Unfit(*why),
                    _ => NoTile::Along(k),
                }
            }
        };
        Error::NoTile { tile: self.named.clone(), why, nearest: self.nearest(engines, problem, types) }
    }

    /// The tiles that a product can have which are nearest to the one that is asked for.
    fn nearest(&self, engines: &Engines, problem: &Problem<'_, '_>, types: &Types) -> String {
        let k = sizes(problem)[3];
        let possible = engines.iter().flat_map(|engine| {
            let mut all = self.all_of(*engine, problem, types);
            all.retain(|tile| tile.persistent == 0 || !self.along(vec![*tile], *engine, k).is_empty());
            all.into_iter().filter(|tile| !tile.producer || tile.is_ahead(k))
        });
        let mut nearest: Vec<Tile> = possible.collect();
        let asked = Wish::of(&self.tile);
        nearest.sort_by_key(|tile| asked.distance(tile));
        let mut names: Vec<String> = Vec::new();
        for name in nearest.iter().map(Tile::option) {
            if !names.contains(&name) && names.len() < NAMED {
                names.push(name);
            }
        }
        names.join(", ")
    }
}

/// A name without depth and stages.
fn without_stages(name: &str) -> String {
    let (sizes, rest) = name.split_at(name.find('_').unwrap_or(name.len()));
    let numbers: Vec<&str> = sizes.split('x').collect();
    format!("{}{rest}", numbers[..numbers.len().min(2)].join("x"))
}

/// What a name asks for.
struct Wish {
    rows: i64,
    columns: i64,
    split: i64,
    persistent: bool,
    producer: bool,
    multicast: bool,
}

impl Wish {
    fn of(name: &str) -> Self {
        let mut numbers = name.split(['x', '_']).map_while(|text| text.parse().ok());
        let (rows, columns) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1));
        let behind = name.split_once(SPLIT).map_or("", |(_, rest)| rest);
        let split = behind.split('_').next().and_then(|blocks| blocks.parse().ok()).unwrap_or(1);
        let [persistent, producer, multicast] =
            [PERSISTENT, PRODUCER, MULTICAST].map(|part| name.contains(part));
        Self { rows, columns, split, persistent, producer: producer || multicast, multicast }
    }

    /// How far from it a tile is: by how many times larger or smaller, in hundredths of doublings, and by what it has besides.
    fn distance(&self, tile: &Tile) -> i64 {
        let [rows, columns] = if tile.turned { [tile.columns, tile.rows] } else { [tile.rows, tile.columns] };
        let doublings = |a: i64, b: i64| ((a as f64 / b as f64).log2().abs() * 100.0) as i64;
        let other = i64::from(self.persistent != (tile.persistent > 0))
            + i64::from(self.producer != tile.producer)
            + i64::from(self.multicast != (tile.cluster() > 1))
            + i64::from(self.split != tile.split);
        doublings(rows, self.rows) + doublings(columns, self.columns) + 50 * other
    }
}
