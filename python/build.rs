//! On macOS a module's undefined names have to be allowed by the linker's arguments.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
