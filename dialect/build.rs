//! Generates the dialect's declarations, compiles its C++ and publishes both,
//! with the link path of MLIR's C API, to the crates above.

/// Every generated file: its source, its generator, its name.
const GENERATED: &[(&str, &[&str], &str)] = &[
    ("Dialect.td", &["-gen-dialect-decls", "-dialect=tileir"], "Dialect.h.inc"),
    ("Dialect.td", &["-gen-dialect-defs", "-dialect=tileir"], "Dialect.cpp.inc"),
    ("Interfaces.td", &["-gen-attr-interface-decls"], "Interfaces.h.inc"),
    ("Interfaces.td", &["-gen-attr-interface-defs"], "Interfaces.cpp.inc"),
    ("Attributes.td", &["-gen-enum-decls"], "Enums.h.inc"),
    ("Attributes.td", &["-gen-enum-defs"], "Enums.cpp.inc"),
    ("Attributes.td", &["-gen-attrdef-decls", "-attrdefs-dialect=tileir"], "Attributes.h.inc"),
    ("Attributes.td", &["-gen-attrdef-defs", "-attrdefs-dialect=tileir"], "Attributes.cpp.inc"),
    ("Types.td", &["-gen-typedef-decls", "-typedefs-dialect=tileir"], "Types.h.inc"),
    ("Types.td", &["-gen-typedef-defs", "-typedefs-dialect=tileir"], "Types.cpp.inc"),
    ("Ops.td", &["-gen-op-decls"], "Ops.h.inc"),
    ("Ops.td", &["-gen-op-defs"], "Ops.cpp.inc"),
];

fn main() -> tileir_build::Outcome<()> {
    let prefix = tileir_build::Prefix::from_env()?;
    for (source, arguments, target) in GENERATED {
        prefix.tablegen(&format!("include/tileir/{source}"), arguments, target)?;
    }
    prefix.compile(
        "tileir-dialect-cpp",
        &[
            "cpp/Attributes.cpp",
            "cpp/Bytecode.cpp",
            "cpp/CAPI.cpp",
            "cpp/Diagnostic.cpp",
            "cpp/Dialect.cpp",
            "cpp/Layout.cpp",
            "cpp/Ops.cpp",
            "cpp/Types.cpp",
        ],
    )?;
    prefix.c_api()?;
    prefix.export()?;
    tileir_build::run_path()
}
