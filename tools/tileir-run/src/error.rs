//! Why there is no comparison.

use std::path::PathBuf;

use thiserror::Error;
use tileir::target::{Api, TargetError};
use tileir_device::DeviceError;
use tileir_device::job::JobError;
use tileir_passes::binary::BinaryError;

/// What went wrong before every element was compared.
#[derive(Debug, Error)]
pub enum RunError {
    /// MLIR has said what is wrong with the file, and where.
    #[error("{} is not a program", file.display())]
    Parse {
        /// The file.
        file: PathBuf,
    },
    /// A file that cannot be written.
    #[error("cannot write {}: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// No kernel in the file, or none of the name asked for.
    #[error("{} has no kernel{}; a kernel is a func.func with a tileir.grid; found: {found}", file.display(), .name.as_ref().map(|name| format!(" '{name}'")).unwrap_or_default())]
    NoKernel {
        /// The file.
        file: PathBuf,
        /// The name asked for.
        name: Option<String>,
        /// The names that there are.
        found: String,
    },
    /// An option's value without meaning.
    #[error("--{option} {value}: expected {expected}")]
    Option {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// No such target.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// A target and a device that don't go together.
    #[error("the target '{target}' is for {api}, the device is driven by {device}")]
    WrongDevice {
        /// The target.
        target: String,
        /// Its interface.
        api: Api,
        /// The device's.
        device: tileir_device::Api,
    },
    /// A device for whose subgroups no target is built in.
    #[error(
        "{device} has subgroups of {subgroup}, for which no target is built in: name one by --target"
    )]
    NoTarget {
        /// The device.
        device: String,
        /// Its subgroup size.
        subgroup: u32,
    },
    /// A pipeline that isn't registered, or not with these options.
    #[error("the pipeline '{pipeline}': {why}")]
    Pipeline {
        /// Its name.
        pipeline: &'static str,
        /// MLIR's reason.
        why: String,
    },
    /// A pass failed, and has said why.
    #[error("the program could not be compiled by '{pipeline}'")]
    Lowering {
        /// The pipeline's name.
        pipeline: &'static str,
    },
    /// No code in the compiled module.
    #[error(transparent)]
    Binary(#[from] BinaryError),
    /// Kernels that one file cannot hold.
    #[error("{kernels} have a code each, and a file holds one: name one by --kernel")]
    SeveralCodes {
        /// Their names.
        kernels: String,
    },
    /// A kernel that has no code.
    #[error("the compiled module has no kernel '{kernel}'; it has {found}")]
    NoCode {
        /// The kernel.
        kernel: String,
        /// The kernels that it has.
        found: String,
    },
    /// The device refused.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A kernel whose name is none for a folder.
    #[error("no job can be named for the kernel '{kernel}'")]
    JobName {
        /// The kernel.
        kernel: String,
    },
    /// A recorded job that cannot be written, or whose results cannot be taken.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A fault of the reference, which was emitted at its location.
    #[error("the program has no meaning here")]
    Fault,
}
