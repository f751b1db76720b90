//! Lets the benches through MLIR find it when they run; the others need no build script.

#[cfg(feature = "mlir")]
fn main() -> tileir_build::Outcome<()> {
    tileir_build::run_path()
}

#[cfg(not(feature = "mlir"))]
fn main() {}
