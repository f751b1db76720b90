//! What the build scripts share: where MLIR is, how its TableGen and a C++
//! compiler are called, and how a program finds MLIR again when it runs.
//!
//! The idea: a crate with C++ in it has a build script of a few lines,
//!
//! ```ignore
//! let prefix = tileir_build::Prefix::from_env()?;
//! prefix.tablegen("include/tileir/Ops.td", &["-gen-op-decls"], "Ops.h.inc")?;
//! prefix.compile("tileir-dialect-cpp", &["cpp/Dialect.cpp"])?;
//! ```
//!
//! and every crate that links a program or a plugin says [`run_path`].
//!
//! The law: the prefix comes from `MLIR_SYS_220_PREFIX` alone, the variable that
//! the `mlir-sys` crate reads too, so that the C++ here and the bindings there
//! are always of one MLIR.

use std::env;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The variable that names the MLIR and LLVM 22 installation.
pub const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";

/// A build step's outcome; the message is for whoever reads cargo's output.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// An installation of LLVM and MLIR 22, and the folder that this crate's
/// generated files go to.
pub struct Prefix {
    root: PathBuf,
    out: PathBuf,
    own: PathBuf,
    foreign: Vec<PathBuf>,
}

impl Prefix {
    /// Reads the prefix from the environment and checks that MLIR is there.
    pub fn from_env() -> Outcome<Self> {
        println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");
        let root = PathBuf::from(env::var(PREFIX_VARIABLE).map_err(|_| {
            format!("{PREFIX_VARIABLE} is not set: build inside the repository, or set it to the prefix of LLVM 22")
        })?);
        let library = root.join("lib/libMLIR.so");
        if !library.exists() {
            return Err(format!(
                "no MLIR at {} ({} is missing): run `make setup`, or set {PREFIX_VARIABLE}",
                root.display(),
                library.display()
            )
            .into());
        }
        let out = PathBuf::from(env::var("OUT_DIR")?);
        let own = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("include");
        let foreign = vec![out.join("include"), root.join("include")];
        Ok(Self { root, out, own, foreign })
    }

    /// Adds the header folders of another crate, a list that [`Prefix::export`]
    /// of that crate's build script published under its `links` name.
    pub fn import(&mut self, links: &str) -> Outcome<()> {
        let variable = format!("DEP_{}_INCLUDE", links.to_uppercase().replace('-', "_"));
        let folders =
            env::var_os(&variable).ok_or_else(|| format!("{variable} is not set by cargo"))?;
        self.foreign.extend(env::split_paths(&folders));
        Ok(())
    }

    /// Publishes this crate's header folders to the crates that depend on it.
    pub fn export(&self) -> Outcome<()> {
        let folders = env::join_paths([&self.own, &self.out.join("include")])?;
        println!("cargo:include={}", folders.to_string_lossy());
        Ok(())
    }

    /// Runs `mlir-tblgen` on `source`, into `include/tileir/<target>` of the
    /// folder for generated files.
    pub fn tablegen(&self, source: &str, arguments: &[&str], target: &str) -> Outcome<()> {
        println!("cargo:rerun-if-changed={source}");
        let folder = self.out.join("include/tileir");
        fs::create_dir_all(&folder)?;
        let mut command = Command::new(self.root.join("bin/mlir-tblgen"));
        command.args(arguments).arg(source);
        for include in [&self.own].into_iter().chain(&self.foreign) {
            command.arg("-I").arg(include);
        }
        command.arg("-o").arg(folder.join(target));
        let status = command.status()?;
        if !status.success() {
            return Err(format!("mlir-tblgen {arguments:?} {source} ended with {status}").into());
        }
        Ok(())
    }

    /// Compiles C++ `sources` into the static library `name`, which is linked
    /// into this crate.
    pub fn compile(&self, name: &str, sources: &[&str]) -> Outcome<()> {
        println!("cargo:rerun-if-changed=include");
        for source in sources {
            println!("cargo:rerun-if-changed={source}");
        }
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").files(sources);
        build.flag("-fno-rtti").flag("-fno-exceptions");
        build.include(&self.own);
        // Generated headers and MLIR's are not ours to warn about.
        for include in &self.foreign {
            build.flag("-isystem").flag(include);
        }
        // MLIR's headers lay out some classes, such as pass statistics, by NDEBUG:
        // it must be as it was when MLIR was built.
        if self.built_without_assertions()? {
            build.define("NDEBUG", None);
        }
        // The debug information of MLIR's headers would outweigh our own code.
        build.debug(false).opt_level(1);
        build.try_compile(name)?;
        Ok(())
    }

    fn built_without_assertions(&self) -> Outcome<bool> {
        let output =
            Command::new(self.root.join("bin/llvm-config")).arg("--assertion-mode").output()?;
        Ok(String::from_utf8_lossy(&output.stdout).trim() == "OFF")
    }

    /// Writes the linker script `libMLIR-C.so` and puts it on the link path of
    /// every crate that depends on the calling one.
    ///
    /// Shared linking asks for `-lMLIR-C`, MLIR's C API; Debian ships that as one
    /// archive a component. The script names them all, less the test ones.
    pub fn c_api(&self) -> Outcome<()> {
        let library_folder = self.root.join("lib");
        let mut archives = Vec::new();
        for entry in fs::read_dir(&library_folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("libMLIRCAPI") && name.ends_with(".a") && !name.contains("Test") {
                archives.push(path.display().to_string());
            }
        }
        archives.sort();
        let shared = library_folder.join("libMLIR.so");
        let script =
            format!("GROUP ( {} AS_NEEDED ( {} ) )\n", archives.join(" "), shared.display());
        let folder = self.out.join("link");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("libMLIR-C.so"), script)?;
        println!("cargo:rustc-link-search=native={}", folder.display());
        Ok(())
    }
}

/// Lets the programs, tests and plugins of the calling crate find MLIR's shared
/// libraries when they run.
pub fn run_path() -> Outcome<()> {
    let prefix = Prefix::from_env()?;
    let library_folder = prefix.root.join("lib");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", library_folder.display());
    Ok(())
}
