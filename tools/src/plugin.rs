//! The entry points that `mlir-opt --load-dialect-plugin` and
//! `--load-pass-plugin` look for (`mlir/Tools/Plugins/*.h`).

#![allow(unsafe_code, reason = "symbols with C linkage for MLIR's plugin loader")]

use std::ffi::{c_char, c_void};
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};

/// `MLIR_PLUGIN_API_VERSION`.
const API_VERSION: u32 = 1;
const NAME: &[u8] = b"layout\0";
const VERSION: &[u8] = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();

/// `mlir::DialectPluginLibraryInfo`.
#[repr(C)]
pub struct DialectPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(*mut c_void),
}

/// `mlir::PassPluginLibraryInfo`.
#[repr(C)]
pub struct PassPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(),
}

/// Whether MLIR has called [`register_dialect`]: a library that is named twice is one.
static CALLED: AtomicBool = AtomicBool::new(false);

extern "C" fn register_dialect(registry: *mut c_void) {
    let twice = CALLED.swap(true, Ordering::Relaxed);
    // SAFETY: MLIR hands over the registry that it loads plugins into.
    let registered = catch_unwind(|| unsafe { layout_dialect::register_raw(registry) });
    if twice && let Ok(Err(_)) = registered {
        eprintln!("liblayout: --load-dialect-plugin names this library twice: once is enough");
    } else if let Ok(Err(error)) = registered {
        eprintln!("liblayout: {error}: this program needs no --load-dialect-plugin for it");
    }
}

extern "C" fn register_passes() {
    match catch_unwind(layout_lowering::register_passes) {
        Ok(Ok(())) => layout_mlir::registry::add_pass_flags(),
        Ok(Err(error)) => eprintln!("liblayout: {error}: this program needs no --load-pass-plugin for them"),
        // What panicked has said so.
        Err(_) => {}
    }
}

/// What `--load-dialect-plugin` calls.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginInfo {
    DialectPluginInfo {
        api_version: API_VERSION,
        name: NAME.as_ptr().cast(),
        version: VERSION.as_ptr().cast(),
        register: register_dialect,
    }
}

/// What `--load-pass-plugin` calls.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginInfo {
    PassPluginInfo {
        api_version: API_VERSION,
        name: NAME.as_ptr().cast(),
        version: VERSION.as_ptr().cast(),
        register: register_passes,
    }
}
