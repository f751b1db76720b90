//! `tileir-launch`: runs recorded jobs where there is a device, and nothing else of TileIR.
//!
//! **The idea.** `tileir-run --record` writes jobs on a machine with MLIR, this program runs them
//! on one with a driver, and `tileir-run --outputs` compares what came back. It knows nothing of
//! elements: whether results are right is decided elsewhere.
//!
//! **The law.** One line a job, and the failure of one doesn't keep the others from running. A
//! fault in a kernel spoils a device for the whole process, so the jobs after it are given to a
//! fresh process.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use tileir_device::job::{Job, JobError, Outcome};
use tileir_device::{Api, Device, DeviceError};

/// Some job was not run.
const FAILED: u8 = 2;

/// Runs jobs recorded by `tileir-run --record`, and writes what their buffers hold afterwards.
///
/// Exit status: 0 if every job was run, 2 if not.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileir-launch", version)]
struct Options {
    /// The folders of the jobs.
    #[arg(required = true, value_name = "JOB")]
    jobs: Vec<PathBuf>,
    /// Write the results of a job to DIR/<its folder's name>; otherwise to its folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The first device whose name contains this.
    #[arg(long, value_name = "TEXT")]
    device_name: Option<String>,
    /// Timed launches after the first, whatever the job says.
    #[arg(long, value_name = "N")]
    repeats: Option<u32>,
}

/// Why a job was not run.
#[derive(Debug, thiserror::Error)]
enum LaunchError {
    /// Its folder, or that of its results.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The device.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A path without a last name, such as `..`.
    #[error("a job's folder needs a name to put its results under")]
    NoName,
    /// Two jobs whose results would go to one folder.
    #[error("an earlier job's results go to {} too", .0.display())]
    SameResults(PathBuf),
}

/// The devices that are open, and where results went.
struct Launcher<'a> {
    options: &'a Options,
    open: HashMap<Api, Box<dyn Device>>,
    used: HashSet<PathBuf>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut launcher = Launcher { options: &options, open: HashMap::new(), used: HashSet::new() };
    let mut failed = false;
    let mut jobs = options.jobs.iter();
    while let Some(job) = jobs.next() {
        let error = match launcher.launch(job) {
            Ok(line) => {
                println!("{}: {line}", job.display());
                continue;
            }
            Err(error) => error,
        };
        failed = true;
        eprintln!("tileir-launch: {}: {error}", job.display());
        let spoilt = matches!(
            error,
            LaunchError::Device(DeviceError::Lost(_) | DeviceError::Timeout { .. })
        );
        if spoilt && !jobs.as_slice().is_empty() {
            if let Err(error) = run_afresh(&options, jobs.as_slice()) {
                eprintln!("tileir-launch: cannot start again for the other jobs: {error}");
            }
            break;
        }
    }
    if failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS }
}

/// Runs jobs in a process of their own, which prints their lines.
fn run_afresh(options: &Options, jobs: &[PathBuf]) -> std::io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    if let Some(folder) = &options.out {
        command.arg("--out").arg(folder);
    }
    if let Some(name) = &options.device_name {
        command.arg("--device-name").arg(name);
    }
    if let Some(repeats) = options.repeats {
        command.arg("--repeats").arg(repeats.to_string());
    }
    command.arg("--").args(jobs).status().map(drop)
}

impl Launcher<'_> {
    /// Runs a job; gives its line.
    fn launch(&mut self, folder: &Path) -> Result<String, LaunchError> {
        let results = match &self.options.out {
            None => folder.to_owned(),
            Some(all) => all.join(folder.file_name().ok_or(LaunchError::NoName)?),
        };
        if !self.used.insert(results.clone()) {
            return Err(LaunchError::SameResults(results));
        }
        // From here on, results that are there would be taken for those of this run.
        Outcome::remove(&results)?;
        let mut job = Job::read(folder)?;
        job.options.repeats = self.options.repeats.unwrap_or(job.options.repeats);
        let outcome = job.run(self.device(job.kernel.code.api())?)?;
        outcome.write(&results)?;
        let timing = &outcome.timing;
        let median = match timing.repeats.len() {
            0 => String::new(),
            repeats => format!(", median {:.1?} of {repeats} more", timing.median()),
        };
        Ok(format!("run on {} in {:.1?}{median}", outcome.device.name, timing.first))
    }

    /// The device of an interface.
    fn device(&mut self, api: Api) -> Result<&mut dyn Device, DeviceError> {
        match self.open.entry(api) {
            Entry::Occupied(open) => Ok(open.into_mut().as_mut()),
            Entry::Vacant(place) => {
                let device = tileir_device::open(api, self.options.device_name.as_deref())?;
                Ok(place.insert(device).as_mut())
            }
        }
    }
}
