//! How tiles are named: by an option, in the names of kernels, and in a cache.

use super::tile::{Engine, SHARING, Tile};

/// What is behind the name of a kernel whose rows of C begin and end at multiples of 16 bytes, or do not, other than those of A and B.
pub const WIDE: &str = "wide";
pub const NARROW: &str = "narrow";
/// What is behind the name of a tile of persistent blocks.
pub const PERSISTENT: &str = "_persistent";
/// What is behind the name of a tile of C transposed, as it is seen of C.
pub const TURNED: &str = "_turned";
/// What is behind the name of a tile that so many blocks compute together.
pub const SPLIT: &str = "_split";
/// What is behind the name of a tile whose copies producers issue.
pub const PRODUCER: &str = "_producer";
/// What is behind the name of a tile whose part of B blocks copy for each other, by producers: two, or so many as it says there; of a
/// cluster of so many by so many tiles, of rows and columns of C, those of A as well.
pub const MULTICAST: &str = "_multicast";

/// What is in the names of an engine's kernels.
pub fn of_engine(engine: Engine) -> &'static str {
    match engine {
        Engine::Warpgroups => "_warpgroups",
        Engine::Warps => "_warps",
        Engine::Anywhere => "_any",
    }
}

/// The name of a tile in that of a kernel, which has besides the engine and, behind it, what is known of how rows lie; and the engine.
pub fn without_engine(name: &str) -> (String, Option<Engine>) {
    let engines = [Engine::Warpgroups, Engine::Warps, Engine::Anywhere];
    let named =
        |part: &str| engines.into_iter().find(|engine| of_engine(*engine).strip_prefix('_') == Some(part));
    let is_rows = |part: &str| matches!(part, WIDE | NARROW | "a16" | "a8" | "a4" | "b16" | "b8" | "b4");
    let mut engine = None;
    let mut kept: Vec<&str> = Vec::new();
    for part in name.split('_') {
        match named(part) {
            Some(of) if engine.is_none() && kept.iter().any(|part| !part.is_empty()) => engine = Some(of),
            _ if engine.is_some() && is_rows(part) => {}
            _ => kept.push(part),
        }
    }
    (kept.join("_"), engine)
}

impl Tile {
    /// What is behind its name if producers issue its copies.
    pub fn copied_by(&self) -> String {
        match (self.producer, self.multicast) {
            (false, _) => String::new(),
            (true, [1, 1]) => PRODUCER.into(),
            (true, blocks) => shared_by(blocks, self.turned),
        }
    }

    /// What is behind its name if several blocks compute it.
    fn split_by(&self) -> String {
        if self.split > 1 { format!("{SPLIT}{}", self.split) } else { String::new() }
    }

    /// A name without what says who copies.
    pub fn without_copies(name: &str) -> &str {
        let of = |turned: bool| SHARING.into_iter().map(move |blocks| shared_by(blocks, turned));
        let ends = of(false).chain(of(true)).chain([PRODUCER.into()]);
        ends.into_iter().find_map(|end| name.strip_suffix(&end)).unwrap_or(name)
    }

    /// As it is named: by rows and columns of C.
    pub fn name(&self) -> String {
        let [rows, columns] = if self.turned { [self.columns, self.rows] } else { [self.rows, self.columns] };
        format!("{rows}x{columns}")
    }

    /// Whether it is meant by a name where there are so many elements along K: it has no more stages than iterations then.
    pub fn is_meant(&self, name: &str, k: i64) -> bool {
        self.is_called(name) || self.along(k).is_called(name)
    }

    /// Whether it is meant by a name: its rows and columns, perhaps with depth and stages, perhaps transposed, or of several or
    /// persistent blocks.
    pub fn is_called(&self, name: &str) -> bool {
        let name = name.strip_suffix(&self.copied_by()).unwrap_or(name);
        let (sizes, persistent) = match name.strip_suffix(PERSISTENT) {
            Some(sizes) => (sizes, true),
            None => (name, false),
        };
        let (sizes, turned) = match sizes.strip_suffix(TURNED) {
            Some(sizes) => (sizes, true),
            None => (sizes, false),
        };
        let (sizes, split) = match sizes.split_once(SPLIT) {
            Some((sizes, blocks)) => (sizes, blocks == self.split.to_string() && self.split > 1),
            None => (sizes, self.split == 1),
        };
        let is_such = split && (!turned || self.turned) && (!persistent || self.persistent > 0);
        is_such && (sizes == self.name() || sizes == self.staged_name())
    }

    /// As the option may ask for it, whether it is of C transposed included.
    pub fn called(&self) -> String {
        let split = self.split_by();
        let turned = if self.turned { TURNED } else { "" };
        let persistent = if self.persistent > 0 { PERSISTENT } else { "" };
        format!("{}{split}{turned}{persistent}", self.name())
    }

    /// As the option asks for it.
    pub fn option(&self) -> String {
        let split = self.split_by();
        let persistent = if self.persistent > 0 { PERSISTENT } else { "" };
        format!("{}{split}{persistent}{}", self.name(), self.copied_by())
    }

    /// As it is named, with its depth and its stages.
    pub fn staged_name(&self) -> String {
        format!("{}x{}x{}", self.name(), self.depth, self.stages)
    }

    /// As it is named, with its depth, its stages, and the blocks that compute it together.
    pub fn full_name(&self) -> String {
        let split = self.split_by();
        format!("{}{split}", self.staged_name())
    }
}

/// What is behind the name of a tile whose part of B so many blocks copy for each other, and whose part of A.
fn shared_by([down, across]: [i64; 2], turned: bool) -> String {
    match [down, across] {
        [2, 1] => MULTICAST.into(),
        [_, 1] => format!("{MULTICAST}{down}"),
        _ if turned => format!("{MULTICAST}{across}x{down}"),
        _ => format!("{MULTICAST}{down}x{across}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, without_engine};

    #[test]
    fn names_of_kernels() {
        let of = |name: &str| without_engine(name);
        let is = |name: &str, tile: &str, engine| assert_eq!(of(name), (tile.to_string(), engine), "{name}");
        is("128x256", "128x256", None);
        is(
            "128x256x64x4_warpgroups_persistent_producer",
            "128x256x64x4_persistent_producer",
            Some(Engine::Warpgroups),
        );
        is("64x64x32x2_split2_any_a8_b16_wide", "64x64x32x2_split2", Some(Engine::Anywhere));
        is("16x64x64x8_warpgroups_turned_narrow", "16x64x64x8_turned", Some(Engine::Warpgroups));
        // What no kernel is called stays, for an error to name.
        is("_any", "_any", None);
        is("64x64_any_any", "64x64_any", Some(Engine::Anywhere));
        is("64x64_wide", "64x64_wide", None);
        is("64x64_any_warps", "64x64_warps", Some(Engine::Anywhere));
        is("", "", None);
    }
}
