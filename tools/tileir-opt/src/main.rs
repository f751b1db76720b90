//! `tileir-opt`: MLIR's optimiser driver with TileIR's dialect and passes.
//!
//! All of `mlir-opt`'s options work. `TILEIR_LOG=debug` tells what the passes do,
//! on the error stream.

use std::ffi::c_char;
use std::process::ExitCode;

use mlir_sys::MlirDialectHandle;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

unsafe extern "C" {
    fn tileirOptMain(argc: i32, argv: *mut *mut c_char, dialect: MlirDialectHandle) -> i32;
}

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_env("TILEIR_LOG"))
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_writer(std::io::stderr)
        .init();
    tileir_passes::register_passes();
    tileir_dialect::driver::run("tileir-opt", tileirOptMain)
}
