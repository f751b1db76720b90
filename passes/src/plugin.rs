//! The entry points by which the stock MLIR tools load TileIR.
//!
//! ```text
//! mlir-opt-22 --load-dialect-plugin=libtileir_passes.so \
//!             --load-pass-plugin=libtileir_passes.so \
//!             --pass-pipeline='builtin.module(tileir-prove)' program.mlir
//! ```
//!
//! The law: a plugin built for one LLVM is never run by another. C++ has no
//! stable ABI across LLVM's minor versions, and a mismatch crashes, or worse
//! does not. So the entry points first compare the LLVM that this library was
//! built for with the one that the process runs. Where they differ, they say so
//! and give the loader an API version that no MLIR accepts.

use std::ffi::{CStr, c_char, c_void};

use mlir_sys::MlirDialectRegistry;

use crate::ffi;
use crate::registry::register_passes;

/// MLIR's `MLIR_PLUGIN_API_VERSION`.
const API_VERSION: u32 = 1;
/// The version that tells a loader not to go on.
const REFUSED: u32 = 0;
const NAME: &CStr = c"TileIR";

/// MLIR's `DialectPluginLibraryInfo`.
#[repr(C)]
pub struct DialectPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(*mut c_void),
}

/// MLIR's `PassPluginLibraryInfo`.
#[repr(C)]
pub struct PassPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(),
}

/// A version of LLVM: major and minor.
type Version = (u32, u32);

/// What keeps a plugin for `built` out of a process that runs `host`, in words.
fn mismatch(built: Version, host: Option<Version>) -> Option<String> {
    if host == Some(built) {
        return None;
    }
    let found = match host {
        Some((major, minor)) => format!("this tool runs LLVM {major}.{minor}"),
        None => "this tool's LLVM does not say its version".to_owned(),
    };
    Some(format!("TileIR's plugin was built for LLVM {}.{}, and {found}", built.0, built.1))
}

fn api_version() -> u32 {
    let (mut built, mut host) = ((0, 0), (0, 0));
    // SAFETY: both write two numbers and nothing else.
    let found = unsafe {
        ffi::tileirBuiltFor(&mut built.0, &mut built.1);
        ffi::tileirHostVersion(&mut host.0, &mut host.1)
    };
    match mismatch(built, (found == 1).then_some(host)) {
        None => API_VERSION,
        Some(words) => {
            eprintln!("error: {words}; build TileIR against that LLVM to load it here");
            REFUSED
        }
    }
}

extern "C" fn register_dialect(registry: *mut c_void) {
    let registry = MlirDialectRegistry { ptr: registry };
    // SAFETY: MLIR hands over its live registry.
    unsafe {
        mlir_sys::mlirDialectHandleInsertDialect(tileir_dialect::handle().to_raw(), registry);
    }
}

extern "C" fn register_all_passes() {
    register_passes();
}

/// Tells `mlir-opt --load-dialect-plugin` what is here.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginInfo {
    DialectPluginInfo {
        api_version: api_version(),
        name: NAME.as_ptr(),
        version: version(),
        register: register_dialect,
    }
}

/// Tells `mlir-opt --load-pass-plugin` what is here.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginInfo {
    PassPluginInfo {
        api_version: api_version(),
        name: NAME.as_ptr(),
        version: version(),
        register: register_all_passes,
    }
}

fn version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::mismatch;

    #[test]
    fn mismatch_same_version() {
        assert_eq!(mismatch((22, 1), Some((22, 1))), None);
    }

    #[test]
    fn mismatch_names_both_versions() {
        let words = mismatch((22, 1), Some((21, 1))).unwrap_or_default();
        assert!(words.contains("22.1") && words.contains("21.1"), "{words}");
    }

    #[test]
    fn mismatch_unknown_host() {
        assert!(mismatch((22, 1), None).is_some());
    }
}
