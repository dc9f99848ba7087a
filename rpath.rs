//! Puts the directory of `libMLIR` on the run-time search path.

fn main() {
    println!("cargo:rerun-if-env-changed=DEP_LAYOUT_DIALECT_LIBDIR");
    if let Ok(libdir) = std::env::var("DEP_LAYOUT_DIALECT_LIBDIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{libdir}");
    }
}
