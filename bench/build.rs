//! Lets the benches of attributes find MLIR when they run; the others need no build script.

#[cfg(feature = "mlir")]
fn main() -> tileir_build::Outcome<()> {
    tileir_build::run_path()
}

#[cfg(not(feature = "mlir"))]
fn main() {}
