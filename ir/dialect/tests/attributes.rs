//! Attributes are their canonical text, and carry the value of it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_dialect::ops::{OPS, Yields, find};
use layout_dialect::{Coordinate, Known, affine_map, encoding_of, mma_of};
use melior::Context;
use melior::ir::{Attribute, Type};

fn attribute<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    Attribute::parse(context, text).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn two_texts_of_one_layout_share_one_value() {
    let context = layout_dialect::context();
    let a = attribute(&context, "#layout<(4,8):(8,1)>");
    let b = attribute(&context, "#layout.right<( 4 , 8 )>");
    assert_eq!(a, b);
    assert!(std::ptr::eq(Known::of_attribute(a).unwrap(), Known::of_attribute(b).unwrap()));
    assert_eq!(Known::of_attribute(a).unwrap().to_string(), "(4,8):(8,1)");
    let r#type = Type::parse(&context, "!layout<*>").unwrap();
    assert_eq!(Known::of_type(r#type), Some(&Known::Nothing));
    assert_eq!(Known::of_type(Type::index(&context)), None);
    let tile = attribute(&context, "#layout.tile<[4:1, 8:2]>");
    assert!(Known::of_attribute(tile).is_none() && Known::tile_of_attribute(tile).is_some());
}

#[test]
fn encodings_carry_their_value() {
    let context = layout_dialect::context();
    let fragment = attribute(&context, "#layout.frag<#layout.mma<m16n8k16>, C, 16x8>");
    let written = attribute(&context, "#layout.tv<(4,8):(32,1), (2,2):(16,8)>");
    assert_eq!(fragment, written);
    let tv = encoding_of(fragment).unwrap();
    assert!(std::ptr::eq(tv, encoding_of(written).unwrap()));
    assert_eq!((tv.thread_count(), tv.position(5, 1)), (32, Some(32 + 1 + 16)));
    let mma = attribute(&context, "#layout.mma<m16n8k16>");
    assert_eq!(mma_of(mma).unwrap().threads(), 32);
    assert!(
        encoding_of(mma).is_none() && mma_of(written).is_none() && Known::of_attribute(written).is_none()
    );
}

#[test]
fn coordinates() {
    let context = layout_dialect::context();
    let coordinate = attribute(&context, "#layout.coord<( ( ?, 3 ) ,?)>");
    assert_eq!(coordinate.to_string(), "#layout.coord<((?,3),?)>");
    let read = Coordinate::of_attribute(coordinate).unwrap();
    assert_eq!((read.text(), read.arity()), ("((?,3),?)", 2));
    assert_eq!(read.attribute(&context), coordinate);
    assert_eq!(Coordinate::of_indices(3), Coordinate::parse("(?,?,?)").unwrap());
    // A `?` is an operand, and nothing else is.
    for bad in ["?", "3", "(?{div=8})", "(2*?)", "(s1,s0)", "(", ""] {
        assert!(Coordinate::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn coordinates_fit_shapes() {
    let fits = |coordinate: &str, layout: &str| {
        let layout: layout_algebra::Layout = layout.parse().unwrap();
        Coordinate::parse(coordinate).unwrap().fit(&layout).map(|c| c.to_string()).map_err(|e| e.to_string())
    };
    assert_eq!(fits("(5)", "(4,8):(8,1)").unwrap(), "5");
    assert_eq!(fits("(5)", "((4,8)):((8,1))").unwrap(), "(5)");
    assert_eq!(fits("(1,(2,3))", "(4,(2,8)):(8,(1,2))").unwrap(), "(1,(2,3))");
    assert_eq!(
        fits("(?,2,?)", "(4,8):(8,1)").unwrap_err(),
        "the coordinate (?,2,?) does not fit the shape (4,8): it takes an integer or a tuple of 2, not (?,2,?)"
    );
    assert_eq!(
        fits("(1,(2,3))", "(4,8):(8,1)").unwrap_err(),
        "the coordinate (1,(2,3)) does not fit the shape (4,8): mode 1 takes an integer, not (2,3)"
    );
}

#[test]
fn maps() {
    let context = layout_dialect::context();
    for (layout, map) in [
        ("(4,8):(8,1)", "(d0, d1) -> (d0 * 8 + d1)"),
        ("((2,2),3):((24,2),8)", "(d0, d1) -> ((d0 mod 2) * 24 + (d0 floordiv 2) * 2 + d1 * 8)"),
        ("(?,4):(4,1)", "(d0, d1)[s0] -> (d0 * 4 + d1)"),
        ("(4,?):(s0,1)", "(d0, d1)[s0] -> (d0 * s0 + d1)"),
        ("S<1,0,2> o 0 o 8:1", "(d0) -> ((d0 floordiv 2) * 2 + (d0 + d0 floordiv 4) mod 2)"),
    ] {
        let layout = layout.parse().unwrap();
        let found = affine_map(&layout, &context).unwrap().to_string();
        assert!(found.contains(map), "{layout}: {found}, not {map}");
    }
    let layout = "((min(M,4),2),3):((1,4),8)".parse().unwrap();
    assert!(affine_map(&layout, &context).is_err());
}

/// The table and ODS name the same operations.
#[test]
fn the_table_is_complete() {
    let context = layout_dialect::context();
    for op in OPS {
        assert!(context.is_registered_operation(&format!("layout.{}", op.name())), "{}", op.name());
    }
    let td: Vec<&str> = [
        include_str!("../td/Making.td"),
        include_str!("../td/Algebra.td"),
        include_str!("../td/Partition.td"),
        include_str!("../td/Coordinates.td"),
    ]
    .iter()
    .flat_map(|text| text.lines())
    .filter(|line| line.trim_start().starts_with(": Layout_") || line.starts_with("def "))
    .filter_map(|line| line.split('"').nth(1).filter(|name| !name.contains('.')))
    .collect();
    assert_eq!(td.len(), OPS.len(), "{td:?}");
    for name in td {
        assert!(find(&format!("layout.{name}")).is_some(), "{name}");
    }
    assert_eq!(layout_dialect::ops::yields("layout.make"), Some(Yields::Made));
    assert!(find("arith.addi").is_none() && find("layout.none").is_none());
}
