//! Pictures of the encodings of tiles: `tv<T, V>`, `frag<mma<…>, A, 128x32>`, `mma<…>`.

use layout_algebra::Layout;
use layout_algebra::draw::{Tile, Tiles};
use layout_tile::{Mma, Operand, Tv};

/// The picture of an encoding, as IR writes it or without `#layout.`; `None` for other texts. A `tv` is drawn
/// on a tile of `extent`, or on one row.
///
/// # Errors
/// What is wrong with the encoding, or with the tile.
pub fn picture(text: &str, extent: Option<[i64; 2]>) -> Option<Result<Tiles, String>> {
    let text = text.trim();
    let text = text.strip_prefix("#layout.").unwrap_or(text);
    if text.starts_with("mma<") {
        return Some(
            text.parse().map_err(|e: layout_tile::TextError| e.to_string()).and_then(|m| product(&m)),
        );
    }
    let fragment = text.starts_with("frag<");
    (fragment || text.starts_with("tv<")).then(|| {
        let tv: Tv = text.parse().map_err(|e: layout_tile::TextError| e.to_string())?;
        let own = text.rsplit(',').next().filter(|_| fragment).and_then(|size| {
            let (rows, columns) = size.trim().strip_suffix('>')?.trim().split_once('x')?;
            Some([rows.trim().parse().ok()?, columns.trim().parse().ok()?])
        });
        let [rows, columns] = own.or(extent).unwrap_or([1, tv.size()]);
        Ok(Tiles::one(tile("", &tv, rows, columns)?))
    })
}

/// The fragments of one multiply-add, as they multiply.
fn product(mma: &Mma) -> Result<Tiles, String> {
    let [m, n, k] = mma.tile();
    let part = |name: &str, operand, rows, columns| {
        let tv = mma.fragment(operand, rows, columns).map_err(|e| e.to_string())?;
        tile(name, &tv, rows, columns)
    };
    let (a, b) = (part("A", Operand::A, m, k)?, part("B", Operand::B, k, n)?);
    let c = part("C", Operand::C, m, n)?;
    Ok(Tiles {
        title: format!("{mma}: {m}\u{d7}{n}\u{d7}{k}"),
        grid: vec![vec![None, Some(b)], vec![Some(a), Some(c)]],
    })
}

fn tile(name: &str, tv: &Tv, rows: i64, columns: i64) -> Result<Tile, String> {
    tv.check_shape(&[rows, columns]).map_err(|e| e.to_string())?;
    let pair = Layout::concat([tv.threads(), tv.values()]).map_err(|e| e.to_string())?;
    let named = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let caption = format!("{named}{tv} on {rows}\u{d7}{columns}");
    Ok(Tile { caption, counted: true, ..Tile::new(name, pair, rows, columns) })
}

/// The picture of an encoding of a tensor of a shape.
///
/// # Errors
/// A tensor that is no table.
pub fn held(tv: &Tv, shape: &[i64]) -> Result<Tiles, String> {
    let [rows, columns] = match shape {
        [] => [1, 1],
        [columns] => [1, *columns],
        [rows, columns] => [*rows, *columns],
        _ => return Err(format!("a tensor of {} dimensions is not drawn; two are", shape.len())),
    };
    Ok(Tiles::one(tile("", tv, rows, columns)?))
}
