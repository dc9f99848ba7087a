//! Puts the directory of `libMLIR` on the run-time search path.

fn main() {
    if let Ok(libdir) = std::env::var("DEP_LAYOUT_MLIR_LIBDIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{libdir}");
    }
}
