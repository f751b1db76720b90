//! What came of a job: its buffers after the launch, the device, the times.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::folder::{read, read_toml, to_toml, write};
use super::{Fingerprint, Job, JobError};
use crate::{Clock, DeviceInfo, Timing};

/// The description of the results in their folder.
const RESULT: &str = "result.toml";

/// What a device made of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Which job it was.
    pub job: Fingerprint,
    /// The device.
    pub device: DeviceInfo,
    /// How long each launch took.
    pub timing: Timing,
    /// What each buffer held after the first launch.
    pub outputs: Vec<Vec<u8>>,
}

/// `result.toml`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    job: Fingerprint,
    device: DeviceInfo,
    times: Times,
}

/// How long launches took, in nanoseconds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    clock: Clock,
    first_ns: u64,
    repeats_ns: Vec<u64>,
}

impl Outcome {
    /// Writes the results to a folder, the job's own or another.
    ///
    /// # Errors
    /// The system refuses.
    pub fn write(&self, folder: &Path) -> Result<(), JobError> {
        let refused = |error| JobError::Write { file: folder.to_owned(), error };
        fs::create_dir_all(folder).map_err(refused)?;
        Outcome::remove(folder)?;
        for (number, bytes) in self.outputs.iter().enumerate() {
            write(&folder.join(output(number)), bytes)?;
        }
        let file = folder.join(RESULT);
        let nanoseconds =
            |time: &Duration| u64::try_from(time.as_nanos()).unwrap_or(i64::MAX as u64);
        let description = Description {
            job: self.job.clone(),
            device: self.device.clone(),
            times: Times {
                clock: self.timing.clock,
                first_ns: nanoseconds(&self.timing.first),
                repeats_ns: self.timing.repeats.iter().map(nanoseconds).collect(),
            },
        };
        write(&file, to_toml(&file, &description)?.as_bytes())
    }

    /// Forgets the results in a folder, if there are any.
    ///
    /// # Errors
    /// The system refuses.
    pub fn remove(folder: &Path) -> Result<(), JobError> {
        let file = folder.join(RESULT);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(JobError::Write { file, error })
            }
            _ => Ok(()),
        }
    }

    /// Reads the results of a job.
    ///
    /// # Errors
    /// A file that is missing or isn't what it should be, or results of another job.
    pub fn read(folder: &Path, job: &Job) -> Result<Outcome, JobError> {
        let file = folder.join(RESULT);
        let Description { job: ran, device, times } = read_toml(&file)?;
        if let Some(part) = job.fingerprint().difference(&ran) {
            return Err(JobError::OtherJob { file, part });
        }
        let outputs =
            job.inputs.iter().enumerate().map(|(number, input)| {
                read(&folder.join(output(number)), Some(input.len() as u64))
            });
        let Times { clock, first_ns, repeats_ns } = times;
        let repeats = repeats_ns.into_iter().map(Duration::from_nanos).collect();
        let timing = Timing { clock, first: Duration::from_nanos(first_ns), repeats };
        Ok(Outcome { job: ran, device, timing, outputs: outputs.collect::<Result<_, _>>()? })
    }
}

fn output(number: usize) -> String {
    format!("output-{number}.bin")
}
