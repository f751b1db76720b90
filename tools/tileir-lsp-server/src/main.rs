//! `tileir-lsp-server`: MLIR's language server with TileIR's dialect.
//!
//! An editor that runs `mlir-lsp-server` runs this in its place.

use std::ffi::c_char;
use std::process::ExitCode;

use mlir_sys::MlirDialectHandle;

unsafe extern "C" {
    fn tileirLspMain(argc: i32, argv: *mut *mut c_char, dialect: MlirDialectHandle) -> i32;
}

fn main() -> ExitCode {
    tileir_dialect::driver::run("tileir-lsp-server", tileirLspMain)
}
