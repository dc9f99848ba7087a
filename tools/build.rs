//! Puts the directory of `libMLIR` on the run-time search path, and keeps the plugin in memory once it is loaded.

fn main() {
    println!("cargo:rerun-if-env-changed=DEP_LAYOUT_MLIR_LIBDIR");
    if let Ok(libdir) = std::env::var("DEP_LAYOUT_MLIR_LIBDIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{libdir}");
    }
    // LLVM unloads plugins at its end before it takes apart its options, which point into them.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
}
