//! [`Library`]: the functions that `f32.mlir` and `f64.mlir` define.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use layout_mlir::ir;
use melior::Context;
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Module, OperationRef, Type, Value, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;

/// How the names end of what approximate operations become.
const APPROXIMATE: &str = "_afn";

/// The functions.
pub struct Library<'c> {
    modules: Vec<Module<'c>>,
    /// The modules in which they are, by name.
    homes: BTreeMap<String, usize>,
    /// Those that are not internal.
    offered: BTreeSet<String>,
}

/// A function of a library, by its name.
#[derive(Clone, Copy)]
pub struct Function<'l>(&'l str);

impl<'c> Library<'c> {
    /// All of them; `None` if MLIR does not read them.
    pub fn parse(context: &'c Context) -> Option<Self> {
        let texts = [include_str!("f32.mlir"), include_str!("f64.mlir")];
        let modules: Vec<Module<'c>> =
            texts.iter().map(|text| Module::parse(context, text)).collect::<Option<_>>()?;
        let (mut homes, mut offered) = (BTreeMap::new(), BTreeSet::new());
        for (home, module) in modules.iter().enumerate() {
            for function in functions(module) {
                let name = symbol(function)?;
                let linkage = function.attribute("linkage").map(|a| a.to_string()).unwrap_or_default();
                if !linkage.contains("internal") {
                    offered.insert(name.clone());
                }
                homes.insert(name, home);
            }
        }
        Some(Self { modules, homes, offered })
    }

    /// The function of a name and an ending.
    pub fn get(&self, name: &str, ending: &str) -> Option<Function<'_>> {
        self.offered.get(&format!("{name}{ending}")).map(|name| Function(name))
    }

    /// The function of f32 of a name: the approximate one if it may be and there is one.
    pub fn choose(&self, name: &str, approximate: bool) -> Option<Function<'_>> {
        let fast = self.get(name, APPROXIMATE).filter(|_| approximate);
        fast.or_else(|| self.get(name, ""))
    }

    /// The names of the functions with an ending, without it.
    pub fn names(&self, ending: &str) -> BTreeSet<&str> {
        let names = self.offered.iter().filter_map(|name| name.strip_suffix(ending));
        names.filter(|name| !name.contains('_')).collect()
    }

    /// Writes what a function computes of these arguments.
    ///
    /// # Errors
    /// [`Error::Build`] for an operation that MLIR does not build.
    pub fn inline<'a>(
        &self,
        function: Function<'_>,
        arguments: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error>
    where
        'c: 'a,
    {
        let Function(name) = function;
        let unknown = || Error::Build(format!("@{name}"));
        let module = self.homes.get(name).and_then(|home| self.modules.get(*home)).ok_or_else(unknown)?;
        let found = functions(module).into_iter().find(|f| symbol(*f).as_deref() == Some(name));
        let found = found.ok_or_else(unknown)?;
        let block = ir::blocks(found).into_iter().next().ok_or_else(unknown)?;
        let mut values: HashMap<ir::ValueKey, Value<'c, 'a>> =
            ir::arguments(block).into_iter().map(ir::key).zip(arguments.iter().copied()).collect();
        for op in ir::nested(found).into_iter().skip(1) {
            let operands: Option<Vec<_>> = op.operands().map(|v| values.get(&ir::key(v)).copied()).collect();
            let operands = operands.ok_or_else(unknown)?;
            let made = match ir::name(op).as_str() {
                "llvm.return" => return operands.first().copied().ok_or_else(unknown),
                "llvm.call" => {
                    let callee = op.attribute("callee").ok().and_then(referred).ok_or_else(unknown)?;
                    vec![self.inline(Function(&callee), &operands, emit)?]
                }
                name => {
                    let attributes: Vec<(String, Attribute<'c>)> = op
                        .attributes()
                        .map(|(n, a)| (n.as_string_ref().as_str().unwrap_or_default().to_owned(), a))
                        .collect();
                    let attributes: Vec<(&str, Attribute<'c>)> =
                        attributes.iter().map(|(n, a)| (n.as_str(), *a)).collect();
                    let types: Vec<Type<'c>> = ir::results(op).into_iter().map(|r| r.r#type()).collect();
                    ir::results(emit.op(name, &operands, &types, &attributes)?)
                }
            };
            values.extend(ir::results(op).into_iter().map(ir::key).zip(made));
        }
        Err(unknown())
    }
}

/// The functions of a module.
fn functions<'c, 'm>(module: &'m Module<'c>) -> Vec<OperationRef<'c, 'm>> {
    ir::nested(module.as_operation()).into_iter().filter(|op| ir::name(*op) == "llvm.func").collect()
}

/// The name of a function.
fn symbol(function: OperationRef<'_, '_>) -> Option<String> {
    function.attribute("sym_name").ok().and_then(ir::text)
}

/// The name in a reference.
fn referred(reference: Attribute<'_>) -> Option<String> {
    FlatSymbolRefAttribute::try_from(reference).ok().map(|r| r.value().to_owned())
}
