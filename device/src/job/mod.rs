//! A job: one kernel with its inputs, in a folder that can be carried to another machine.
//!
//! **The idea.** Where a kernel is compiled and compared there may be no device, and where the
//! device is there may be a driver and nothing else. So the one writes a folder, the other runs it
//! and leaves the results there or in another folder, and the first reads them back.
//!
//! | file | what |
//! |---|---|
//! | `job.toml` | interface, entry point, launch, the code's file, the buffers' sizes, options |
//! | `kernel.ptx`, `kernel.spv` | the code |
//! | `input-0.bin`, … | what buffer 0, … holds before the launch |
//! | `output-0.bin`, … | what it holds after it: an [`Outcome`] |
//! | `result.toml` | the device, the times, and the [`Fingerprint`] of the job that was run |
//!
//! Numbers have the byte order of the machine that wrote them; every device here has the same.
//!
//! **The law.** A folder of a job's name holds a whole job or is not there: it is written beside
//! its place and moved in. A file is as long as `job.toml` says, or the job is refused. A
//! `result.toml` is written after every output that it speaks of; outputs without one are none.

mod error;
mod fingerprint;
mod folder;
mod outcome;

pub use error::JobError;
pub use fingerprint::Fingerprint;
pub use outcome::Outcome;

use std::path::{Component, Path};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Api, Code, Device, DeviceError, Kernel, RunOptions};
use folder::{Staged, read, read_text, read_toml, to_toml, write};

/// The description in a job's folder.
const DESCRIPTION: &str = "job.toml";

/// A kernel, what its buffers hold, and how to launch it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The kernel.
    pub kernel: Kernel,
    /// What each buffer holds before the launch.
    pub inputs: Vec<Vec<u8>>,
    /// How to launch.
    pub options: RunOptions,
}

/// `job.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    api: Api,
    entry: String,
    grid: [u32; 3],
    block: [u32; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subgroup: Option<u32>,
    code: String,
    /// The bytes of each.
    buffers: Vec<u64>,
    repeats: u32,
    timeout_ms: u64,
}

impl Job {
    /// What tells this job from others.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// Writes the job to a folder; a job that is there is replaced, with its results.
    ///
    /// # Errors
    /// The folder is something else than a job, or the system refuses.
    pub fn write(&self, folder: &Path) -> Result<(), JobError> {
        if folder.exists() && !folder.join(DESCRIPTION).exists() {
            return Err(JobError::NoJob { folder: folder.to_owned() });
        }
        let staged = Staged::beside(folder)?;
        let description = self.description();
        write(&staged.path().join(&description.code), &self.kernel.code.to_bytes())?;
        for (number, bytes) in self.inputs.iter().enumerate() {
            write(&staged.path().join(input(number)), bytes)?;
        }
        let file = staged.path().join(DESCRIPTION);
        write(&file, to_toml(&file, &description)?.as_bytes())?;
        staged.move_to(folder)
    }

    /// Reads a job from its folder.
    ///
    /// # Errors
    /// A file that is missing, that isn't as long as it should be, or that isn't what it should.
    pub fn read(folder: &Path) -> Result<Job, JobError> {
        let file = folder.join(DESCRIPTION);
        let description: Description = read_toml(&file)?;
        let mut parts = Path::new(&description.code).components();
        let (Some(Component::Normal(code)), None) = (parts.next(), parts.next()) else {
            let why = format!("code = {:?} is not a file of this folder", description.code);
            return Err(JobError::Toml { file, why });
        };
        let code = folder.join(code);
        let refused = |error| JobError::Code { file: code.clone(), error };
        let code = match description.api {
            Api::Cuda => Code::Ptx(read_text(&code)?),
            Api::Vulkan => Code::spirv_from_bytes(&read(&code, None)?).map_err(refused)?,
        };
        let inputs = description.buffers.iter().enumerate();
        let inputs = inputs.map(|(number, &bytes)| read(&folder.join(input(number)), Some(bytes)));
        Ok(Job {
            inputs: inputs.collect::<Result<_, _>>()?,
            kernel: Kernel {
                code,
                entry: description.entry,
                grid: description.grid,
                block: description.block,
                subgroup_size: description.subgroup,
            },
            options: RunOptions {
                repeats: description.repeats,
                timeout: Duration::from_millis(description.timeout_ms),
            },
        })
    }

    /// Runs the job on a device of its interface.
    ///
    /// # Errors
    /// As [`Device::run`].
    pub fn run(&self, device: &mut dyn Device) -> Result<Outcome, DeviceError> {
        let mut outputs = self.inputs.clone();
        let timing = device.run(&self.kernel, &mut outputs, &self.options)?;
        let device = device.describe().clone();
        Ok(Outcome { job: self.fingerprint(), device, timing, outputs })
    }

    fn description(&self) -> Description {
        let Kernel { code, entry, grid, block, subgroup_size } = &self.kernel;
        Description {
            api: code.api(),
            entry: entry.clone(),
            grid: *grid,
            block: *block,
            subgroup: *subgroup_size,
            code: match code {
                Code::Ptx(_) => "kernel.ptx",
                Code::Spirv(_) => "kernel.spv",
            }
            .to_owned(),
            buffers: self.inputs.iter().map(|bytes| bytes.len() as u64).collect(),
            repeats: self.options.repeats,
            timeout_ms: u64::try_from(self.options.timeout.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

fn input(number: usize) -> String {
    format!("input-{number}.bin")
}

#[cfg(test)]
mod tests;
