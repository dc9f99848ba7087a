// How C++ against MLIR 22 is compiled: what the build scripts share.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The directory of MLIR 22's `include`, `lib` and `bin`.
fn prefix() -> Result<PathBuf, Box<dyn Error>> {
    println!("cargo:rerun-if-changed=cpp");
    // layout-mlir-config has found it.
    println!("cargo:rerun-if-env-changed=DEP_LAYOUT_MLIR_CONFIG_PREFIX");
    Ok(env::var("DEP_LAYOUT_MLIR_CONFIG_PREFIX")?.into())
}

/// Compiles `files` into the static library `name`, as one file: reading MLIR's headers
/// takes longer than all else.
fn compile(name: &str, prefix: &Path, includes: &[&Path], files: &[&str]) -> Result<(), Box<dyn Error>> {
    let here = env::current_dir()?;
    let lines = files.iter().map(|file| format!("#include \"{}\"\n", here.join(file).display()));
    let all = PathBuf::from(env::var("OUT_DIR")?).join(format!("{name}.cpp"));
    fs::write(&all, lines.collect::<String>())?;
    let mut build = cc::Build::new();
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        build.define("LAYOUT_CHECKED", None);
    }
    build
        .cpp(true)
        .std("c++17")
        .flag("-fno-rtti")
        .flag("-Wno-unused-parameter")
        .flag("-Wno-comment")
        .opt_level(1)
        .debug(false)
        .includes(includes)
        .flag("-isystem")
        .flag(prefix.join("include").to_str().ok_or("the MLIR prefix is not UTF-8")?)
        .file(all)
        .compile(name);
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", prefix.join("lib").display());
    Ok(())
}
