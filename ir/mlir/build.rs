//! Compiles the C++ shim, and arranges linking with the shared `libMLIR`.

include!("shim.rs");

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=shim.rs");
    let prefix = prefix()?;
    let lib = prefix.join("lib");
    let files = [
        "cpp/Affine.cpp",
        "cpp/AtOnce.cpp",
        "cpp/Bufferize.cpp",
        "cpp/Damage.cpp",
        "cpp/Erase.cpp",
        "cpp/Flags.cpp",
        "cpp/Functions.cpp",
        "cpp/Loops.cpp",
        "cpp/Lowering.cpp",
        "cpp/Ptx.cpp",
        "cpp/Registration.cpp",
        "cpp/Remarks.cpp",
        "cpp/Tools.cpp",
    ];
    compile("layout_mlir_shim", &prefix, &[Path::new("cpp")], &files)?;
    link_c_api(&lib, &PathBuf::from(env::var("OUT_DIR")?))?;
    println!("cargo:rustc-link-search={}", lib.display());
    println!("cargo:rustc-link-lib=MLIR");
    println!("cargo:rustc-link-lib=LLVM-22");
    // Dependents read this as DEP_LAYOUT_MLIR_LIBDIR and put it on their rpath.
    println!("cargo:libdir={}", lib.display());
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
