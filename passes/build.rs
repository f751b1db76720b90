//! Generates the passes' declarations and compiles their C++ frame.

fn main() -> tileir_build::Outcome<()> {
    let mut prefix = tileir_build::Prefix::from_env()?;
    prefix.import("tileir-dialect")?;
    prefix.tablegen(
        "include/tileir/Passes.td",
        &["-gen-pass-decls", "-name=TileIR"],
        "Passes.h.inc",
    )?;
    prefix.compile(
        "tileir-passes-cpp",
        &[
            "cpp/RustPass.cpp",
            "cpp/Passes.cpp",
            "cpp/Host.cpp",
            "cpp/Attributes.cpp",
            "cpp/NvptxTarget.cpp",
            "cpp/Pipelines.cpp",
            "cpp/SerializeSpirv.cpp",
        ],
    )?;
    prefix.export()?;
    tileir_build::run_path()
}
