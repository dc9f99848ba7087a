//! The affine map of a layout: what memref passes that know no layouts use.

use layout_algebra::{AnyLayout, Expr, Outer, Swizzle};

/// The index of a coordinate, one dimension a mode, as the text of an
/// `affine_map`, exact for every layout: hierarchy becomes `floordiv` and `mod`,
/// a swizzle's exclusive-or parities. Symbols are the map's.
///
/// # Errors
/// A message if the layout has no affine map (a `min` or `max` in a size).
pub fn affine_map(layout: &AnyLayout) -> Result<String, String> {
    let domain = layout.domain();
    let mut terms = Vec::new();
    for (i, mode) in domain.modes().iter().enumerate() {
        terms.extend(mode_terms(mode, &format!("d{i}"))?);
    }
    let inner = sum(&terms);
    let body = match layout {
        AnyLayout::Plain(_) => inner,
        AnyLayout::Composed(c) => outer(&c.outer, &sum(&[inner, expr(&c.offset)?]))?,
    };
    let list = |prefix: &str, n: usize| (0..n).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>().join(", ");
    let symbols = layout.symbols().len();
    let symbols = if symbols == 0 { String::new() } else { format!("[{}]", list("s", symbols)) };
    Ok(format!("affine_map<({}){symbols} -> ({body})>", list("d", domain.rank())))
}

fn outer(outer: &Outer, index: &str) -> Result<String, String> {
    match outer {
        Outer::Swizzle(s) if s.bits() == 0 => Ok(index.into()),
        Outer::Swizzle(s) => Ok(swizzle(*s, index)),
        Outer::Layout(l) => Ok(sum(&mode_terms(l, &format!("({index})"))?)),
        Outer::Chain(c) => {
            let inner = self::outer(&c.inner, index)?;
            self::outer(&c.outer, &sum(&[inner, expr(&c.offset)?]))
        }
    }
}

/// The bits above the changed field, the field bit by bit, the bits below it:
/// the exclusive-or of two bits is the parity of the quotients that end in them.
fn swizzle(s: Swizzle, index: &str) -> String {
    let x = format!("({index})");
    let (source, target) = (s.source_mask().trailing_zeros(), s.target_mask().trailing_zeros());
    let power = |i: u32| 1i64 << i;
    let above = power(target + s.bits());
    let mut terms = vec![format!("({x} floordiv {above}) * {above}")];
    for i in 0..s.bits() {
        let (y, z) = (power(source + i), power(target + i));
        terms.push(format!("(({x} floordiv {z} + {x} floordiv {y}) mod 2) * {z}"));
    }
    if target > 0 {
        terms.push(format!("{x} mod {}", power(target)));
    }
    sum(&terms)
}

fn mode_terms(layout: &layout_algebra::Layout, index: &str) -> Result<Vec<String>, String> {
    let mut terms = Vec::new();
    let mut rest = index.to_string();
    let count = layout.shape_leaves().len();
    for (i, (size, stride)) in layout.shape_leaves().iter().zip(layout.stride_leaves()).enumerate() {
        let size = expr(size)?;
        let digit = if i + 1 == count { rest.clone() } else { format!("({rest} mod ({size}))") };
        if !stride.is(0) {
            terms.push(if stride.is(1) { digit } else { format!("{digit} * ({})", expr(stride)?) });
        }
        rest = format!("({rest} floordiv ({size}))");
    }
    Ok(terms)
}

fn sum(terms: &[String]) -> String {
    let kept: Vec<&str> = terms.iter().map(String::as_str).filter(|t| *t != "0").collect();
    if kept.is_empty() { "0".into() } else { kept.join(" + ") }
}

fn expr(e: &Expr) -> Result<String, String> {
    let text = e.named();
    if text.contains("min(") || text.contains("max(") {
        return Err(format!("no affine map computes {text}"));
    }
    Ok(infix(&text))
}

/// `floordiv(a,b)` and `mod(a,b)` in affine syntax `((a) floordiv (b))`.
fn infix(text: &str) -> String {
    for name in ["floordiv", "mod"] {
        let Some(at) = text.find(&format!("{name}(")) else { continue };
        let open = at + name.len();
        let (mut depth, mut comma, mut close) = (0, open, open);
        for (i, c) in text[open..].char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 1 => comma = open + i,
                _ => {}
            }
            if depth == 0 {
                close = open + i;
                break;
            }
        }
        let (a, b) = (infix(&text[open + 1..comma]), infix(&text[comma + 1..close]));
        return format!("{}(({a}) {name} ({b})){}", &text[..at], infix(&text[close + 1..]));
    }
    text.into()
}
