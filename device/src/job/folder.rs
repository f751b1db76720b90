//! Files and folders that are whole or not there, and reads that name the file.
//!
//! **The law.** What is being written has a name that begins with a dot and ends in `.partial`, so
//! that no glob takes it for a job; it gets its own name when it is complete, by one rename.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::JobError;

/// A folder under way; what isn't moved to its place is removed.
pub struct Staged {
    path: PathBuf,
}

impl Staged {
    /// A new folder beside where it will be; the folders above are made.
    pub fn beside(place: &Path) -> Result<Staged, JobError> {
        let path = partial(place, "partial")?;
        discard(&path).map_err(|error| JobError::Write { file: path.clone(), error })?;
        fs::create_dir_all(&path).map_err(|error| JobError::Write { file: path.clone(), error })?;
        Ok(Staged { path })
    }

    /// Where it is now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to its place, instead of what is there.
    pub fn move_to(self, place: &Path) -> Result<(), JobError> {
        let old = partial(place, "old.partial")?;
        let moved = || {
            discard(&old)?;
            if place.exists() {
                fs::rename(place, &old)?;
            }
            fs::rename(&self.path, place)?;
            discard(&old)
        };
        moved().map_err(|error| JobError::Write { file: place.to_owned(), error })
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Gone if it was moved; else what can't be removed has a name that nothing reads.
        let _ = discard(&self.path);
    }
}

/// A name for what is not complete, of this process alone.
fn partial(place: &Path, suffix: &str) -> Result<PathBuf, JobError> {
    let name = place.file_name().ok_or_else(|| JobError::NoName { folder: place.to_owned() })?;
    let process = std::process::id();
    Ok(place.with_file_name(format!(".{}.{process}.{suffix}", name.to_string_lossy())))
}

/// Removes a folder, if it is there.
fn discard(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file that is there when it is complete.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), JobError> {
    let under_way = partial(file, "partial")?;
    let written = fs::write(&under_way, bytes).and_then(|()| fs::rename(&under_way, file));
    written.map_err(|error| JobError::Write { file: file.to_owned(), error })
}

/// Reads a file, of so many bytes if that is known: they are counted before any is read.
pub fn read(file: &Path, bytes: Option<u64>) -> Result<Vec<u8>, JobError> {
    let found = fs::metadata(file).map_err(|error| failed(file, error))?.len();
    match bytes {
        Some(expected) if found != expected => {
            Err(JobError::Size { file: file.to_owned(), found, expected })
        }
        _ => fs::read(file).map_err(|error| failed(file, error)),
    }
}

/// Reads a text.
pub fn read_text(file: &Path) -> Result<String, JobError> {
    fs::read_to_string(file).map_err(|error| failed(file, error))
}

/// Reads a description.
pub fn read_toml<T: DeserializeOwned>(file: &Path) -> Result<T, JobError> {
    let wrong =
        |error: toml::de::Error| JobError::Toml { file: file.to_owned(), why: error.to_string() };
    toml::from_str(&read_text(file)?).map_err(wrong)
}

/// A description as text.
pub fn to_toml<T: Serialize>(file: &Path, value: &T) -> Result<String, JobError> {
    let wrong =
        |error: toml::ser::Error| JobError::Toml { file: file.to_owned(), why: error.to_string() };
    toml::to_string(value).map_err(wrong)
}

fn failed(file: &Path, error: io::Error) -> JobError {
    let file = file.to_owned();
    match error.kind() {
        ErrorKind::NotFound => JobError::Missing { file },
        _ => JobError::Read { file, error },
    }
}
