//! A compiler in Rust that takes in the layout dialect and its passes.
//!
//! It builds `func @index(i, j)`, the index of an element of a matrix that is stored tile by tile, with builders; runs
//! our passes among upstream's; reads what became of it; appends a pipeline to passes that are there already, and runs
//! the result against the algebra; and is told why an operation cannot be built.

use std::error::Error;
use std::sync::{Arc, Mutex};

use layout_algebra::{Layout, Tiler};
use layout_dialect::{CoordinateAttribute, LayoutAttribute, LayoutType, TileAttribute, build};
use layout_lowering::options::LayoutToLlvm;
use layout_passes::SimplifyOptions;
use melior::dialect::func;
use melior::ir::attribute::{StringAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{Operation, OperationLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{
    Attribute, Block, Identifier, Location, Module, Region, RegionLike, Type, Value, ValueLike,
};
use melior::pass::{self, PassManager};
use melior::{Context, ExecutionEngine};

/// A matrix of 64 x 64 in tiles of 8 x 16, each of them row-major.
const MATRIX: &str = "((8,8),(16,4)):((16,512),(1,128))";

fn main() -> Result<(), Box<dyn Error>> {
    // The layout dialect and all of upstream's; `layout_dialect::register` adds it to a registry of your own.
    let context = layout_dialect::context();
    melior::utility::register_all_llvm_translations(&context);
    let said = listen(&context);

    let matrix: Layout = MATRIX.parse()?;
    let mut module = index_of(&context, &matrix)?;
    assert!(module.as_operation().verify());
    println!("built:\n{}", module.as_operation());

    // Our passes among upstream's.
    let manager = PassManager::new(&context);
    manager.add_pass(layout_passes::passes::layout_simplify(&SimplifyOptions {
        target: "generic".into(),
        explain: true,
        ..SimplifyOptions::default()
    }));
    manager.add_pass(pass::transform::create_canonicalizer());
    manager.nested_under("func.func").add_pass(pass::transform::create_cse());
    manager.run(&mut module)?;
    let simplified = module.as_operation().to_string();
    println!("simplified:\n{simplified}");
    assert!(!simplified.contains("layout.crd2idx"), "it is arithmetic now");

    // What passes say comes to whoever listens.
    let remarks = std::mem::take(&mut *said.lock().map_err(|_| "a listener panicked")?);
    assert!(remarks.iter().any(|text| text.starts_with("layout-simplify: 1 indices")), "{remarks:?}");
    println!("said:\n{}\n", remarks.join("\n"));

    // A pipeline, behind what is there already.
    let manager = PassManager::new(&context);
    manager.add_pass(pass::transform::create_cse());
    layout_lowering::layout_to_llvm(&LayoutToLlvm::default()).append_to(&manager)?;
    let passes = manager.as_operation_pass_manager().to_string();
    assert!(passes.contains("(cse,") && passes.contains("layout-check-lowered"), "{passes}");
    manager.run(&mut module)?;

    // What was compiled is the layout's function.
    let engine = ExecutionEngine::new(&module, 2, &[], false, false);
    for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
        let (mut row, mut column, mut index) = (i, j, 0_i64);
        let mut arguments = [&mut row, &mut column, &mut index].map(|place| std::ptr::from_mut(place).cast());
        // SAFETY: the function takes two integers of 64 bits, and gives one.
        unsafe { engine.invoke_packed("index", &mut arguments)? };
        assert_eq!(Some(index), matrix.eval(i + 64 * j), "at ({i}, {j})");
    }
    println!("compiled: the function is {MATRIX} at all 4096 coordinates");

    // What the algebra refuses is an error, and a diagnostic says why.
    let location = Location::new(&context, "main.rs", 1, 1);
    let block = Block::new(&[(LayoutType::new(&context, &matrix).into(), location)]);
    let tile = TileAttribute::new(&context, &"[5:1, 8:1]".parse::<Tiler>()?)?;
    let refused = build::zipped_divide(location, block.argument(0)?.into(), None, Some(tile), false);
    let error = refused.err().ok_or("5 does not divide 64")?;
    println!("refused: {error}");
    for text in said.lock().map_err(|_| "a listener panicked")?.iter() {
        println!("  {text}");
    }
    Ok(())
}

/// Collects what MLIR has to say instead of printing it.
fn listen(context: &Context) -> Arc<Mutex<Vec<String>>> {
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = said.clone();
    context.attach_diagnostic_handler(move |diagnostic| {
        heard.lock().is_ok_and(|mut heard| {
            heard.push(diagnostic.to_string());
            true
        })
    });
    said
}

/// The value of an operation behind those of a block.
fn append<'c, 'b>(block: &'b Block<'c>, op: Operation<'c>) -> Result<Value<'c, 'b>, melior::Error> {
    Ok(block.append_operation(op).result(0)?.into())
}

/// `func @index(i, j)`: the index of an element, by way of the tiles of four columns that it is in.
fn index_of<'c>(context: &'c Context, matrix: &Layout) -> Result<Module<'c>, Box<dyn Error>> {
    let location = Location::unknown(context);
    let index = Type::index(context);
    let block = Block::new(&[(index, location), (index, location)]);
    let [i, j] = [block.argument(0)?.into(), block.argument(1)?.into()];

    let layout = append(&block, build::make(location, &[], LayoutType::new(context, matrix))?)?;
    let tile = TileAttribute::new(context, &"[64:1, 4:1]".parse::<Tiler>()?)?;
    let tiles = append(&block, build::zipped_divide(location, layout, None, Some(tile), false)?)?;
    // Types that the algebra inferred can be read.
    let inferred = LayoutType::try_from(tiles.r#type())?;
    println!("tiles: {inferred}");

    // (i, j mod 4) in the tile, tile j / 4.
    let four = append(
        &block,
        melior::dialect::arith::constant(
            context,
            Attribute::parse(context, "4 : index").ok_or("an integer")?,
            location,
        ),
    )?;
    let inside = append(&block, melior::dialect::arith::remui(j, four, location))?;
    let number = append(&block, melior::dialect::arith::divui(j, four, location))?;
    let coordinate = layout_dialect::Coordinate::parse("((?,?),(0,?))")?;
    let coordinate = CoordinateAttribute::new(context, &coordinate);
    let at = append(&block, build::crd2idx(location, tiles, &[i, inside, number], coordinate)?)?;
    block.append_operation(func::r#return(&[at], location));

    let region = Region::new();
    region.append_block(block);
    let function = func::func(
        context,
        StringAttribute::new(context, "index"),
        TypeAttribute::new(FunctionType::new(context, &[index, index], &[index]).into()),
        region,
        &[
            // ExecutionEngine calls it through a wrapper.
            (Identifier::new(context, "llvm.emit_c_interface"), Attribute::unit(context)),
            // Any attribute may carry a layout.
            (Identifier::new(context, "example.of"), LayoutAttribute::new(context, matrix).into()),
        ],
        location,
    );
    let module = Module::new(location);
    module.body().append_operation(function);
    Ok(module)
}
