//! What `tileir-run` is asked to do.

use std::path::PathBuf;

use clap::Parser;
use tileir_device::Api;

use crate::error::RunError;

/// What may be broken: of the lowering, then of plans.
const MUTATIONS: [&str; 6] = ["lane", "barrier", "slot", "plan-lane", "plan-slot", "plan-offset"];

/// Compiles a tile program, runs it on a device, and compares every element with the reference.
///
/// Exit status: 0 if every element is as it must be, 1 if one is not, 2 if anything else is wrong.
#[derive(Clone, Debug, Parser)]
#[command(name = "tileir-run", version)]
pub struct Options {
    /// The program, as text or bytecode.
    pub file: PathBuf,
    /// The kernel to run; all of them otherwise.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// The target to compile for; otherwise the one that fits the device.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub target: String,
    /// How the device is driven: vulkan, cuda, or auto, which is CUDA where there is a driver.
    /// The variable TILEIR_DEVICE changes the default.
    #[arg(long, value_name = "API")]
    pub device: Option<String>,
    /// The first device whose name contains this.
    #[arg(long, value_name = "TEXT")]
    pub device_name: Option<String>,
    /// What the buffers hold: the same seed, the same values.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Timed launches after the first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub repeats: u32,
    /// Write the compiled code, PTX or SPIR-V, to this file.
    #[arg(long, value_name = "FILE")]
    pub emit: Option<PathBuf>,
    /// Break one place: of the lowering (`lane`, `barrier` or `slot`), or of a plan (`plan-lane`,
    /// `plan-slot` or `plan-offset`), and which of the places. For tests of the comparison.
    #[arg(long, value_name = "KIND:SEED")]
    pub mutate: Option<String>,
    /// Compile and interpret, without a device.
    #[arg(long)]
    pub no_run: bool,
    /// Instead of running, write a job for `tileir-launch` a kernel: DIR/<file>-<kernel>.
    #[arg(long, value_name = "DIR", conflicts_with = "no_run")]
    pub record: Option<PathBuf>,
    /// Instead of running, compare the results of recorded jobs: DIR/<file>-<kernel>.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["no_run", "record"])]
    pub outputs: Option<PathBuf>,
}

/// A break of the lowering, or of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What kind.
    pub kind: String,
    /// Which place.
    pub seed: u64,
}

impl Options {
    /// Whether a device here is to run the program.
    pub fn wants_device(&self) -> bool {
        !self.no_run && self.record.is_none() && self.outputs.is_none()
    }

    /// The device's interface; `None` for any. `variable` is TILEIR_DEVICE.
    ///
    /// # Errors
    /// A name that is none.
    pub fn api(&self, variable: Option<&str>) -> Result<Option<Api>, RunError> {
        match self.device.as_deref().or(variable).unwrap_or("auto") {
            "auto" | "" => Ok(None),
            "vulkan" => Ok(Some(Api::Vulkan)),
            "cuda" => Ok(Some(Api::Cuda)),
            value => Err(RunError::Option {
                option: "device",
                value: value.to_owned(),
                expected: "vulkan, cuda or auto",
            }),
        }
    }

    /// The break asked for.
    ///
    /// # Errors
    /// Another form than `KIND:SEED`.
    pub fn mutation(&self) -> Result<Option<Mutation>, RunError> {
        let Some(text) = &self.mutate else { return Ok(None) };
        let parts = text.split_once(':');
        let parsed = parts.and_then(|(kind, seed)| Some((kind, seed.parse().ok()?)));
        match parsed {
            Some((kind, seed)) if MUTATIONS.contains(&kind) => {
                Ok(Some(Mutation { kind: kind.to_owned(), seed }))
            }
            _ => Err(RunError::Option {
                option: "mutate",
                value: text.clone(),
                expected: "lane, barrier, slot, plan-lane, plan-slot or plan-offset, a colon and a number",
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arguments: &[&str]) -> Options {
        let all = ["tileir-run", "a.mlir"].iter().chain(arguments);
        Options::try_parse_from(all).expect("options")
    }

    #[test]
    fn devices() {
        assert_eq!(options(&[]).api(None).ok(), Some(None));
        assert_eq!(options(&[]).api(Some("cuda")).ok(), Some(Some(Api::Cuda)));
        let vulkan = options(&["--device", "vulkan"]);
        assert_eq!(vulkan.api(Some("cuda")).ok(), Some(Some(Api::Vulkan)));
        let error = options(&["--device", "metal"]).api(None).unwrap_err();
        assert_eq!(error.to_string(), "--device metal: expected vulkan, cuda or auto");
    }

    #[test]
    fn jobs_need_no_device() {
        assert!(options(&[]).wants_device());
        for elsewhere in [&["--no-run"][..], &["--record", "jobs"], &["--outputs", "jobs"]] {
            assert!(!options(elsewhere).wants_device(), "{elsewhere:?}");
        }
        let both = ["tileir-run", "a.mlir", "--record", "a", "--outputs", "b"];
        assert!(Options::try_parse_from(both).is_err());
    }

    #[test]
    fn mutations() {
        let mutation = options(&["--mutate", "lane:3"]).mutation().expect("a mutation");
        assert_eq!(mutation, Some(Mutation { kind: "lane".into(), seed: 3 }));
        assert_eq!(options(&[]).mutation().ok(), Some(None));
        assert!(options(&["--mutate", "plan-offset:7"]).mutation().is_ok());
        for wrong in ["lane", "lane:x", "bank:1"] {
            assert!(options(&["--mutate", wrong]).mutation().is_err(), "{wrong}");
        }
    }
}
