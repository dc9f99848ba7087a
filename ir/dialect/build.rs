//! Generates the dialect from ODS, compiles the C++ shim, and arranges linking
//! with the shared `libMLIR`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

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
    println!("cargo:rerun-if-changed=cpp");
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
    let prefix = PathBuf::from(env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into()));
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let include = prefix.join("include");
    let lib = prefix.join("lib");
    if !include.join("mlir").exists() {
        return Err(format!(
            "MLIR 22 is not in {}; set MLIR_SYS_220_PREFIX, or run ./x setup",
            prefix.display()
        )
        .into());
    }
    for (generator, file) in GENERATED {
        let status = Command::new(prefix.join("bin/mlir-tblgen"))
            .arg(generator)
            .arg("td/Layout.td")
            .arg("-I")
            .arg(&include)
            .arg("-o")
            .arg(out.join(file))
            .status()?;
        if !status.success() {
            return Err(format!("mlir-tblgen {generator} failed").into());
        }
    }
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .flag("-fno-rtti")
        .flag("-Wno-unused-parameter")
        .flag("-Wno-comment")
        .opt_level(1)
        .debug(false)
        .include(&out)
        .include("cpp")
        .flag("-isystem")
        .flag(include.to_str().ok_or("the MLIR prefix is not UTF-8")?)
        .files(["cpp/Dialect.cpp", "cpp/Lowering.cpp", "cpp/Registration.cpp", "cpp/Tools.cpp"])
        .compile("layout_shim");
    link_c_api(&lib, &out)?;
    println!("cargo:rustc-link-search={}", lib.display());
    println!("cargo:rustc-link-lib=MLIR");
    println!("cargo:rustc-link-lib=LLVM-22");
    // Dependents read this as DEP_LAYOUT_DIALECT_LIBDIR and put it on their rpath.
    println!("cargo:libdir={}", lib.display());
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", lib.display());
    Ok(())
}

/// `mlir-sys` asks for `-lMLIR-C`. Where no such library is installed (Debian
/// and Ubuntu), a linker script of that name stands for the static C API.
fn link_c_api(lib: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    if lib.join("libMLIR-C.so").exists() {
        return Ok(());
    }
    let mut archives: Vec<String> = fs::read_dir(lib)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            name.starts_with("libMLIRCAPI") && name.ends_with(".a")
        })
        .map(|path| path.display().to_string())
        .collect();
    archives.sort();
    fs::write(out.join("libMLIR-C.so"), format!("INPUT( {} )\n", archives.join(" ")))?;
    println!("cargo:rustc-link-search={}", out.display());
    Ok(())
}
