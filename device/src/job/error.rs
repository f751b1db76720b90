//! Why a job or its results cannot be had: always with the file.

use std::io;
use std::path::PathBuf;

use crate::DeviceError;

/// What is wrong with a job's folder.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A file that must be there is not.
    #[error("{} is missing", file.display())]
    Missing {
        /// The file.
        file: PathBuf,
    },

    /// A file that the system doesn't let us read.
    #[error("cannot read {}: {error}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        error: io::Error,
    },

    /// A file or folder that the system doesn't let us write.
    #[error("cannot write {}: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        error: io::Error,
    },

    /// A description that isn't one.
    #[error("{}: {}", file.display(), why.trim_end())]
    Toml {
        /// The file.
        file: PathBuf,
        /// What is wrong with it, and where.
        why: String,
    },

    /// A buffer of another size than the job says.
    #[error("{} has {found} bytes, the job says {expected}", file.display())]
    Size {
        /// The file.
        file: PathBuf,
        /// Its bytes.
        found: u64,
        /// The bytes that it must have.
        expected: u64,
    },

    /// Code that cannot be read as such.
    #[error("{}: {error}", file.display())]
    Code {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        error: DeviceError,
    },

    /// A place for a job that holds something else, which stays.
    #[error("{} is there and is no job: it is not replaced", folder.display())]
    NoJob {
        /// The place.
        folder: PathBuf,
    },

    /// A path that names no folder, such as `..`.
    #[error("{} names no folder that could be made", folder.display())]
    NoName {
        /// The path.
        folder: PathBuf,
    },

    /// Results of another job.
    #[error("{} is of another job: its {part} differs", file.display())]
    OtherJob {
        /// The results.
        file: PathBuf,
        /// The first part that differs.
        part: String,
    },
}
