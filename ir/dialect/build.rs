//! Generates the dialect from ODS and compiles its C++ shim.

use std::process::Command;

include!("shim.rs");

/// Generator, output file.
const GENERATED: [(&str, &str); 8] = [
    ("--gen-dialect-decls", "LayoutDialect.h.inc"),
    ("--gen-dialect-defs", "LayoutDialect.cpp.inc"),
    ("--gen-attrdef-decls", "LayoutAttrs.h.inc"),
    ("--gen-attrdef-defs", "LayoutAttrs.cpp.inc"),
    ("--gen-typedef-decls", "LayoutTypes.h.inc"),
    ("--gen-typedef-defs", "LayoutTypes.cpp.inc"),
    ("--gen-op-decls", "LayoutOps.h.inc"),
    ("--gen-op-defs", "LayoutOps.cpp.inc"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=td");
    println!("cargo:rerun-if-changed=shim.rs");
    let prefix = prefix()?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (generator, file) in GENERATED {
        let status = Command::new(prefix.join("bin/mlir-tblgen"))
            .arg(generator)
            .arg("td/Layout.td")
            .args(["-I", "td", "-I"])
            .arg(prefix.join("include"))
            .arg("-o")
            .arg(out.join(file))
            .status()?;
        if !status.success() {
            return Err(format!("mlir-tblgen {generator} failed").into());
        }
    }
    let files = [
        "cpp/Attributes.cpp",
        "cpp/Bufferize.cpp",
        "cpp/Bytecode.cpp",
        "cpp/Dialect.cpp",
        "cpp/Operations.cpp",
        "cpp/Reduce.cpp",
        "cpp/Tiles.cpp",
    ];
    compile("layout_shim", &prefix, &[&out, Path::new("cpp")], &files)
}
