//! Builders: one for each operation, with all that its definition has, and what they build is right.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use layout_algebra::{AnyLayout, Layout, Tiler};
use layout_dialect::build::{self, BUILDERS, BuildError};
use layout_dialect::{
    Coordinate, CoordinateAttribute, LayoutAttribute, LayoutType, MmaAttribute, TileAttribute, TokenType,
    TvAttribute, operations,
};
use melior::Context;
use melior::ir::attribute::{StringAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{Operation, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, Block, Location, Module, Region, RegionLike, Type, Value};

#[test]
fn every_operation_has_a_builder_with_all_of_its_attributes() {
    let context = layout_dialect::context();
    let defined = operations(&context);
    let names: BTreeSet<&str> = defined.iter().map(|(name, _)| name.as_str()).collect();
    let built: BTreeSet<&str> = BUILDERS.iter().map(|(name, _)| *name).collect();
    assert!(names.contains("layout.crd2idx"), "{names:?}");
    assert_eq!(names, built);
    for (name, attributes) in &defined {
        let (_, parameters) = BUILDERS.iter().find(|(built, _)| built == name).unwrap();
        for attribute in attributes.iter().filter(|a| *a != "operandSegmentSizes") {
            assert!(parameters.contains(&attribute.as_str()), "{name} has no parameter {attribute}");
        }
    }
}

/// Appends operations to a block.
struct Writer<'c, 'b> {
    block: &'b Block<'c>,
    names: BTreeSet<String>,
}

impl<'c, 'b> Writer<'c, 'b> {
    fn add(&mut self, op: Result<Operation<'c>, BuildError>) -> Option<Value<'c, 'b>> {
        let op = self.block.append_operation(op.unwrap());
        self.names.insert(op.name().as_string_ref().as_str().unwrap().into());
        op.result(0).ok().map(Into::into)
    }

    fn value(&mut self, op: Result<Operation<'c>, BuildError>) -> Value<'c, 'b> {
        self.add(op).unwrap()
    }
}

/// Writes a module with a function of such arguments, and returns which operations are in it.
fn write<'c>(
    context: &'c Context,
    arguments: &[&str],
    threads: Option<i64>,
    body: impl for<'b> FnOnce(&mut Writer<'c, 'b>, &[Value<'c, 'b>]),
) -> BTreeSet<String> {
    let location = Location::unknown(context);
    let types: Vec<Type<'_>> = arguments.iter().map(|t| Type::parse(context, t).unwrap()).collect();
    let block = Block::new(&types.iter().map(|t| (*t, location)).collect::<Vec<_>>());
    let values: Vec<Value<'_, '_>> = (0..types.len()).map(|i| block.argument(i).unwrap().into()).collect();
    let mut writer = Writer { block: &block, names: BTreeSet::new() };
    body(&mut writer, &values);
    let names = writer.names;
    block.append_operation(melior::dialect::func::r#return(&[], location));
    let region = Region::new();
    region.append_block(block);
    let mut attributes = Vec::new();
    if let Some(threads) = threads {
        let threads = Attribute::parse(context, &format!("{threads} : i64")).unwrap();
        attributes.push((melior::ir::Identifier::new(context, "layout.threads"), threads));
    }
    let function = melior::dialect::func::func(
        context,
        StringAttribute::new(context, "f"),
        TypeAttribute::new(FunctionType::new(context, &types, &[]).into()),
        region,
        &attributes,
        location,
    );
    let module = Module::new(location);
    module.body().append_operation(function);
    assert!(module.as_operation().verify(), "{}", module.as_operation());
    // What is built is what its text says.
    let text = module.as_operation().to_string();
    let again = Module::parse(context, &text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(again.as_operation().to_string(), text);
    names
}

#[test]
fn all_operations_are_built() {
    let context = layout_dialect::context();
    let (c, at) = (&context, Location::unknown(&context));
    let layout = |text: &str| -> AnyLayout { text.parse().unwrap() };
    let tile = |text: &str| TileAttribute::new(c, &text.parse::<Tiler>().unwrap()).unwrap();
    let mut names = write(c, &["index", "index"], None, |w, arguments| {
        let &[i, j] = arguments else { panic!() };
        let a = w.value(build::make(at, &[], LayoutType::new(c, &layout("(8,16):(16,1)"))));
        let dynamic = w.value(build::make(at, &[i, j], LayoutType::new(c, &layout("(M,K):(K,1)"))));
        let b = w.value(build::make(at, &[], LayoutType::new(c, &layout("4:2"))));
        w.add(build::cast(at, dynamic, LayoutType::unknown(c)));
        w.add(build::coalesce(at, a));
        w.add(build::flatten(at, a));
        w.add(build::right_inverse(at, a));
        w.add(build::left_inverse(at, a));
        w.add(build::complement(at, b, None, Some(24)));
        w.add(build::complement(at, b, Some(a), None));
        w.add(build::composition(at, a, Some(b), None));
        w.add(build::composition(at, a, None, Some(tile("[4:1, 8:2]"))));
        w.add(build::logical_divide(at, a, None, Some(tile("[4:1, 8:1]")), false));
        w.add(build::zipped_divide(at, dynamic, None, Some(tile("[4:1, 8:1]")), true));
        w.add(build::tiled_divide(at, a, None, Some(tile("[4:1, 8:1]")), false));
        w.add(build::logical_product(at, b, Some(b), None));
        w.add(build::blocked_product(at, a, a));
        w.add(build::raked_product(at, a, a));
        w.add(build::select(at, a, &[1, 0]));
        w.add(build::coordinate(at, a, &[0]));
        w.add(build::tile_to_shape(at, a, None, Some(&[32, 32]), Some(&[1, 0])));
        let (threads, values) = (layout("(4,8):(8,1)"), layout("(1,2):(1,1)"));
        let (threads, values) = (LayoutAttribute::new(c, &threads), LayoutAttribute::new(c, &values));
        let f16 = Type::parse(c, "f16").unwrap();
        w.add(build::tiled_copy(at, a, "source", "UniversalCopy<uint32_t>", f16, threads, values, true));
        w.add(build::tiled_mma(at, a, "A", "SM80_16x8x16_F32F16F16F32_TN", None, None, true));
        w.add(build::size(at, dynamic));
        w.add(build::cosize(at, dynamic));
        w.add(build::crd2idx(at, a, &[i, j], CoordinateAttribute::of_indices(c, 2)));
        let coordinate = CoordinateAttribute::new(c, &Coordinate::parse("((?,3),(?,0))").unwrap());
        let divide = "zipped_divide";
        w.add(build::in_bounds(at, dynamic, &[i, j], coordinate, divide, tile("[4:1, 8:1]")));
    });
    let memref = "memref<64x64xf16>";
    names.append(&mut write(c, &[memref, "index"], None, |w, arguments| {
        let &[m, i] = arguments else { panic!() };
        let by = tile("[16:1, 16:1]");
        w.add(build::view(at, m, "zipped_divide", Some(by.into()), None));
        w.add(build::view(at, m, "select", None, Some(&[1, 0])));
        w.add(build::slice(at, m, &[i], "(?,_)"));
        w.add(build::recast(at, m, Type::parse(c, "i32").unwrap()));
    }));
    let shared = "memref<64x64xf16, 3>";
    names.append(&mut write(c, &[memref, shared, "index", "f16"], Some(32), |w, arguments| {
        let &[m, s, i, pad] = arguments else { panic!() };
        let ty = |text: &str| Type::parse(c, text).unwrap();
        let t = w.value(build::load(at, m, &[i, i], Some(pad), ty("tensor<16x16xf16>")));
        w.add(build::load(at, m, &[i, i], None, ty("tensor<16x16xf16>")));
        w.add(build::store(at, t, m, &[i, i]));
        let copy = w.value(build::copy_async(at, m, &[i, i], s));
        w.add(build::wait(at, &[copy]));
        let store = w.value(build::store_async(at, s, m, &[i, i]));
        let none = w.value(build::no_copy(at));
        w.add(build::wait(at, &[store, none]));
        w.add(build::peer(at, s, i, ty("memref<64x64xf16, 7>")));
        let r = w.value(build::reduce(at, &[t], 1, Some("addf"), Region::new(), &[ty("tensor<16xf16>")]));
        let f16 = ty("f16");
        let block = Block::new(&[(f16, at), (f16, at)]);
        let mut inner = Writer { block: &block, names: BTreeSet::new() };
        inner.add(build::r#yield(at, &[block.argument(0).unwrap().into()]));
        w.names.append(&mut inner.names);
        let region = Region::new();
        region.append_block(block);
        w.add(build::reduce(at, &[t], 1, None, region, &[ty("tensor<16xf16>")]));
        w.add(build::broadcast(at, r, 1, ty("tensor<16x16xf16>")));
        w.add(build::expand_dims(at, r, 1, ty("tensor<16x1xf16>")));
        w.add(build::transpose(at, t, &[1, 0], ty("tensor<16x16xf16>")));
        w.add(build::reshape(at, t, ty("tensor<256xf16>")));
        w.add(build::convert(at, t, ty("tensor<16x16xf16>")));
        w.add(build::iota(at, 0, ty("tensor<16xi32>")));
        let sum = w.value(build::load(at, m, &[i, i], None, ty("tensor<16x16xf16>")));
        let product = w.value(build::mma(at, t, t, sum, None));
        w.add(build::wait_mma(at, product, None));
    }));
    let all: BTreeSet<String> = BUILDERS.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(names, all);
}

#[test]
fn attributes_and_types_are_made_of_values_and_give_them_back() {
    // Even where nobody has loaded the dialect.
    let context = Context::new();
    let layout = Layout::right(&"(8,16)".parse().unwrap()).unwrap();
    let attribute = LayoutAttribute::new(&context, &layout);
    assert_eq!(attribute.to_string(), "#layout<(8,16):(16,1)>");
    assert_eq!(*attribute.layout(), AnyLayout::from(layout.clone()));
    let renamed: AnyLayout = "(M,K):(K,1)".parse().unwrap();
    let r#type = LayoutType::new(&context, &renamed);
    assert_eq!(r#type.to_string(), "!layout<(?,?):(s1,1)>");
    assert_eq!(r#type.layout().unwrap().symbols().len(), 2);
    assert_eq!(LayoutType::unknown(&context).layout(), None);
    assert_eq!(TokenType::new(&context).to_string(), "!layout.token");
    let tiler: Tiler = "[4:1, _]".parse().unwrap();
    let tile = TileAttribute::new(&context, &tiler).unwrap();
    assert_eq!((tile.to_string().as_str(), tile.tiler()), ("#layout.tile<[4:1, _]>", &tiler));
    assert_eq!(CoordinateAttribute::of_indices(&context, 2).coordinate().arity(), 2);
    let tv = "tv<(4,8):(32,1), (2,2):(16,8)>".parse().unwrap();
    assert_eq!(TvAttribute::new(&context, &tv).encoding(), &tv);
    let mma = "mma<m16n8k16>".parse().unwrap();
    assert_eq!(MmaAttribute::new(&context, &mma).mma(), &mma);
    let other = LayoutAttribute::try_from(Attribute::from(tile)).unwrap_err();
    assert_eq!(other.to_string(), "#layout.tile<[4:1, _]> is no #layout<…>");
    assert!(LayoutType::try_from(Type::index(&context)).is_err());
    let symbolic = TileAttribute::new(&context, &"[N:1]".parse().unwrap()).unwrap_err();
    assert!(symbolic.to_string().ends_with("sizes and strides of #layout.tile are integers"), "{symbolic}");
}

#[test]
fn what_the_algebra_refuses_is_an_error_with_a_diagnostic() {
    let context = layout_dialect::context();
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = said.clone();
    context.attach_diagnostic_handler(move |diagnostic| {
        heard.lock().unwrap().push(diagnostic.to_string());
        true
    });
    let at = Location::new(&context, "here.rs", 3, 7);
    let layout: AnyLayout = "(8,16):(16,1)".parse().unwrap();
    let block = Block::new(&[(LayoutType::new(&context, &layout).into(), at)]);
    let tile = TileAttribute::new(&context, &"[3:1, 8:1]".parse().unwrap()).unwrap();
    let refused = build::zipped_divide(at, block.argument(0).unwrap().into(), None, Some(tile), false);
    let error = refused.unwrap_err();
    assert_eq!(error.operation, "layout.zipped_divide");
    assert!(error.to_string().contains(r#"loc("here.rs":3:7)"#), "{error}");
    assert!(
        said.lock().unwrap().iter().any(|text| text.contains("a tile of 2 or a size of 9 would do")),
        "{:?}",
        said.lock().unwrap()
    );
}
