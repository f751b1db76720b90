//! Files that are whole or not there.
//!
//! What is written goes to a new file beside the one that is meant, and takes its name once
//! everything is in it. Whoever reads the name sees the old file or the new one. A name that
//! stands for no ordinary file, a pipe or a device, is written directly: nothing can take its
//! place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `text` to standard output if the path is `-`, otherwise to the file.
///
/// # Errors
/// What the system says; then no file has changed, and none is left over.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if path.as_os_str() == "-" {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        return out.flush();
    }
    // A link stays one: what it points to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&path) {
        Ok(there) if !there.is_file() => {
            return OpenOptions::new().write(true).open(&path)?.write_all(text.as_bytes());
        }
        _ => {}
    }
    let (temporary, mut file) = beside(&path)?;
    let written = fill(&mut file, &path, text).and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // The first error is the one that matters.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn fill(file: &mut File, path: &Path, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Ok(there) = fs::metadata(path) {
        file.set_permissions(there.permissions())?;
    }
    file.sync_all()
}

/// A new file in the same folder.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
    let mut number = 0u32;
    loop {
        let temporary = path.with_file_name(format!(".{name}.{}-{number}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 64 => {
                number += 1
            }
            opened => return opened.map(|file| (temporary, file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use std::fs;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left() {
        let folder = std::env::temp_dir().join(format!("tileir-translate-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("out.mlir");
        write(&path, "first, and longer").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(write(&folder.join("absent/out.mlir"), "x").is_err());
        assert!(write(&folder, "x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
