//! Compiles the call to MLIR's language server.

fn main() -> tileir_build::Outcome<()> {
    let prefix = tileir_build::Prefix::from_env()?;
    prefix.compile("tileir-lsp-cpp", &["cpp/LspMain.cpp"])?;
    tileir_build::run_path()
}
