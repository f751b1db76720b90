//! Compiles the call to MLIR's driver.

fn main() -> tileir_build::Outcome<()> {
    let prefix = tileir_build::Prefix::from_env()?;
    prefix.compile("tileir-opt-cpp", &["cpp/OptMain.cpp"])?;
    tileir_build::run_path()
}
