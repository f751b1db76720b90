//! Where the job of a kernel is: recorded here, run by `tileir-launch` where a device is.
//!
//! **The law.** Two kernels of a file never share a folder. Results are taken only if they are of
//! the very job that would be recorded now: the same code, launch and inputs.

use std::path::{Path, PathBuf};

use crate::error::RunError;

/// The folder of a kernel's job under the folder of all.
///
/// # Errors
/// A kernel whose name is none for a folder.
pub fn folder(all: &Path, file: &Path, kernel: &str) -> Result<PathBuf, RunError> {
    if kernel.contains(['/', '\0']) {
        return Err(RunError::JobName { kernel: kernel.to_owned() });
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(all.join(format!("{stem}-{kernel}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_named_by_file_and_kernel() {
        let of = |file: &str, kernel| folder(Path::new("jobs"), Path::new(file), kernel);
        assert_eq!(of("examples/copy.mlir", "f32").ok(), Some("jobs/copy-f32".into()));
        assert_eq!(of("copy.v2.mlir", "a.b").ok(), Some("jobs/copy.v2-a.b".into()));
        let error = of("copy.mlir", "../../k").unwrap_err();
        assert_eq!(error.to_string(), "no job can be named for the kernel '../../k'");
    }
}
