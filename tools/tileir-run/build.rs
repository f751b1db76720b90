//! Lets the program find MLIR's libraries.

fn main() -> tileir_build::Outcome<()> {
    tileir_build::run_path()
}
