//! The named pipelines: from tile programs, or from kernels, to a `gpu.binary`.
//!
//! | pipeline | options | from | gives |
//! | --- | --- | --- | --- |
//! | `tileir-to-ptx` | `target=sm_90a remarks=false` | tile programs | PTX |
//! | `tileir-to-spirv` | `target=lavapipe remarks=false` | tile programs | SPIR-V, for Vulkan |
//! | `tileir-kernels-to-ptx` | `chip=sm_90a features=+ptx80` | `gpu`, `arith`, `math`, `memref`, `scf`, `vector` | PTX |
//! | `tileir-kernels-to-spirv` | `subgroup-size=32` | the same | SPIR-V 1.3, for Vulkan |
//!
//! The first two are our passes, a check that nothing of TileIR is left, and then the last two.
//!
//! Why the passes stand as they do:
//!
//! - A repartition has no effect: `cse` makes one of two alike, and
//!   `loop-invariant-code-motion` moves one out of its loop, before any is planned.
//! - `arith-unsigned-when-equivalent` knows that a thread's number lies below
//!   `known_block_size`: floor division by 2^n becomes a shift. It comes before
//!   the expansion of division, which spells out the sign.
//! - The road to PTX has no `arith-expand`: the device has `maximumf` itself, and
//!   a comparison does not order -0 before +0. On the road to SPIR-V it is what
//!   makes NaN and `bf16` right.
//! - `tileir-pin-floats` comes before `spirv-update-vce`, which then asks for the
//!   capability.
//! - `convert-gpu-to-spirv` takes `index` as 32 bits unless told otherwise, and
//!   narrows in silence.
//!
//! The law: a text depends on its options alone, and a name that is not an
//! option is an error.

use thiserror::Error;
use tileir::target::{Api, Target, TargetError};

mod register;

pub use register::register_pipelines;

/// Why a pipeline has no text.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PipelineError {
    /// No pipeline has the name.
    #[error("there is no pipeline '{name}'")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The pipeline has no such option.
    #[error("the pipeline has no option '{option}'; its options are {known}")]
    Option {
        /// The option given.
        option: String,
        /// The options that it has.
        known: &'static str,
    },
    /// There is no such target.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// A target for the other road.
    #[error("the target '{target}' is programmed by {api:?}; this pipeline is for {needed:?}")]
    Api {
        /// The target.
        target: String,
        /// How it is programmed.
        api: Api,
        /// What the pipeline is for.
        needed: Api,
    },
    /// An option that is true or false has another value.
    #[error("the option '{option}' has the value '{value}': expected true or false")]
    Truth {
        /// The option.
        option: String,
        /// Its value.
        value: String,
    },
    /// An option that takes a number has another value.
    #[error("the option '{option}' has the value '{value}': expected a number above 0")]
    Number {
        /// The option.
        option: String,
        /// Its value.
        value: String,
    },
}

/// Options as given: names and values.
type Pairs = [(String, String)];

/// A pipeline on the builtin module.
#[derive(Clone, Copy)]
pub struct Pipeline {
    /// What it is called in `--pass-pipeline`.
    pub name: &'static str,
    /// What it does, for `--help`.
    pub summary: &'static str,
    text: fn(&Pairs) -> Result<String, PipelineError>,
}

/// Signed arithmetic on what is never negative becomes unsigned. Tile programs have it before they
/// are lowered, when their arithmetic is short; what the lowering adds knows its own ranges.
const UNSIGNED: &str = "arith-unsigned-when-equivalent";

/// Every pipeline.
pub const PIPELINES: &[Pipeline] = &[
    Pipeline {
        name: "tileir-to-ptx",
        summary: "Compile tile programs to PTX; options: target, remarks",
        text: |options| TileOptions::from_pairs(options, Api::Cuda)?.text(),
    },
    Pipeline {
        name: "tileir-to-spirv",
        summary: "Compile tile programs to SPIR-V for Vulkan; options: target, remarks",
        text: |options| TileOptions::from_pairs(options, Api::Vulkan)?.text(),
    },
    Pipeline {
        name: "tileir-kernels-to-ptx",
        summary: "Compile kernels to PTX; options: chip, features",
        text: |options| Ok(PtxOptions::from_pairs(options)?.text()),
    },
    Pipeline {
        name: "tileir-kernels-to-spirv",
        summary: "Compile kernels to SPIR-V for Vulkan; options: subgroup-size",
        text: |options| Ok(SpirvOptions::from_pairs(options)?.text()),
    },
];

/// The text of the pipeline `name`.
///
/// # Errors
/// There is no such pipeline, or it has no such option.
pub fn text(name: &str, options: &Pairs) -> Result<String, PipelineError> {
    let pipeline = PIPELINES
        .iter()
        .find(|pipeline| pipeline.name == name)
        .ok_or_else(|| PipelineError::Unknown { name: name.to_owned() })?;
    (pipeline.text)(options)
}

/// What the whole road depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileOptions {
    /// The machine.
    pub target: Target,
    /// Whether the passes say what they find.
    pub remarks: bool,
}

impl TileOptions {
    /// The options that `pairs` change from their defaults, for a machine with this interface.
    ///
    /// # Errors
    /// A name is no option, or a value names no target, or one with another interface.
    pub fn from_pairs(pairs: &Pairs, api: Api) -> Result<Self, PipelineError> {
        let mut name = match api {
            Api::Cuda => "sm_90a",
            Api::Vulkan => "lavapipe",
        };
        let mut remarks = false;
        for (option, value) in pairs {
            match option.as_str() {
                "target" => name = value,
                "remarks" => {
                    remarks = value.parse().map_err(|_| PipelineError::Truth {
                        option: option.clone(),
                        value: value.clone(),
                    })?;
                }
                _ => return Err(unknown(option, "target and remarks")),
            }
        }
        let target = Target::by_name(name)?;
        if target.api != api {
            return Err(PipelineError::Api { target: target.name, api: target.api, needed: api });
        }
        Ok(Self { target, remarks })
    }

    /// From tile programs to code.
    ///
    /// # Errors
    /// A target that lacks what its interface needs.
    pub fn text(&self) -> Result<String, PipelineError> {
        let Self { target: Target { name, .. }, remarks } = self;
        // A kernel of Vulkan has no way to fail.
        let (kernels, undefined) = match self.target.api {
            Api::Cuda => (PtxOptions::of_target(&self.target).of_lowered(), "check"),
            Api::Vulkan => (SpirvOptions::of_target(&self.target)?.of_lowered(), "assume"),
        };
        Ok(format!(
            "tileir-verify-tiles,tileir-compose-views,tileir-select-atoms{{target={name} remarks={remarks}}},\
             tileir-propagate{{target={name} remarks={remarks}}},\
             tileir-normalize,tileir-insert-repartition{{target={name}}},tileir-place{{target={name}}},\
             cse,loop-invariant-code-motion,\
             tileir-plan{{target={name} remarks={remarks}}},\
             tileir-prove-plans{{target={name} remarks={remarks}}},tileir-lower-views{{undefined={undefined}}},\
             tileir-prove{{target={name} remarks={remarks} programs=ignore}},\
             {UNSIGNED},tileir-lower-tiles{{target={name}}},canonicalize,cse,\
             tileir-check-barriers,tileir-check-lowered,{kernels}"
        ))
    }
}

/// What the road to PTX depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxOptions {
    /// The device, by LLVM's name.
    pub chip: String,
    /// LLVM's features of the device.
    pub features: String,
}

impl Default for PtxOptions {
    fn default() -> Self {
        Self { chip: "sm_90a".to_owned(), features: "+ptx80".to_owned() }
    }
}

impl PtxOptions {
    /// The options for a target.
    pub fn of_target(target: &Target) -> Self {
        let default = Self::default();
        let features = target.features.join(",");
        Self {
            chip: target.chip.clone().unwrap_or(default.chip),
            features: if features.is_empty() { default.features } else { features },
        }
    }

    /// The options that `pairs` change from their defaults.
    ///
    /// # Errors
    /// A name is no option.
    pub fn from_pairs(pairs: &Pairs) -> Result<Self, PipelineError> {
        let mut options = Self::default();
        for (name, value) in pairs {
            match name.as_str() {
                "chip" => options.chip.clone_from(value),
                "features" => options.features.clone_from(value),
                _ => return Err(unknown(name, "chip and features")),
            }
        }
        Ok(options)
    }

    /// From kernels to PTX.
    pub fn text(&self) -> String {
        format!("gpu.module({UNSIGNED},canonicalize,cse),{}", self.of_lowered())
    }

    /// From kernels that were tile programs to PTX. They are tidy, and LLVM tidies them again.
    fn of_lowered(&self) -> String {
        let Self { chip, features } = self;
        format!(
            "gpu.module(tileir-expand-math{{road=ptx}},tileir-expand-division,convert-scf-to-cf,\
             convert-gpu-to-nvvm{{use-bare-ptr-memref-call-conv=true}}),\
             convert-nvvm-to-llvm,reconcile-unrealized-casts,\
             tileir-emit-ptx{{chip={chip} features={features}}}"
        )
    }
}

/// What the road to SPIR-V depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpirvOptions {
    /// Invocations in a subgroup of the device; every `gpu.shuffle` names it.
    pub subgroup_size: u32,
}

impl Default for SpirvOptions {
    fn default() -> Self {
        Self { subgroup_size: 32 }
    }
}

impl SpirvOptions {
    /// The options for a target.
    ///
    /// # Errors
    /// A subgroup that 32 bits do not count.
    pub fn of_target(target: &Target) -> Result<Self, PipelineError> {
        let subgroup_size = u32::try_from(target.subgroup).map_err(|_| PipelineError::Number {
            option: "subgroup".to_owned(),
            value: target.subgroup.to_string(),
        })?;
        Ok(Self { subgroup_size })
    }

    /// The options that `pairs` change from their defaults.
    ///
    /// # Errors
    /// A name is no option, or its value is no number above 0.
    pub fn from_pairs(pairs: &Pairs) -> Result<Self, PipelineError> {
        let mut options = Self::default();
        for (name, value) in pairs {
            match (name.as_str(), value.parse()) {
                ("subgroup-size", Ok(size)) if size > 0 => options.subgroup_size = size,
                ("subgroup-size", _) => {
                    let (option, value) = (name.clone(), value.clone());
                    return Err(PipelineError::Number { option, value });
                }
                _ => return Err(unknown(name, "subgroup-size")),
            }
        }
        Ok(options)
    }

    /// From kernels to SPIR-V.
    pub fn text(&self) -> String {
        format!("gpu.module({UNSIGNED}),{}", self.of_lowered())
    }

    /// From kernels that were tile programs to SPIR-V.
    fn of_lowered(&self) -> String {
        let Self { subgroup_size } = self;
        format!(
            "gpu.module(tileir-expand-math{{road=spirv}},\
             arith-emulate-unsupported-floats{{source-types=bf16 target-type=f32}},\
             arith-expand{{include-bf16=true}},canonicalize,cse),\
             tileir-prepare-spirv{{subgroup-size={subgroup_size}}},\
             gpu.module(convert-math-to-spirv),\
             convert-gpu-to-spirv{{use-64bit-index=true}},\
             spirv.module(spirv-lower-abi-attrs,tileir-order-memory,tileir-pin-floats,spirv-update-vce),\
             tileir-emit-spirv"
        )
    }
}

fn unknown(option: &str, known: &'static str) -> PipelineError {
    PipelineError::Option { option: option.to_owned(), known }
}

#[cfg(test)]
mod tests {
    use super::{PIPELINES, PipelineError, text};

    fn pair(name: &str, value: &str) -> Vec<(String, String)> {
        vec![(name.to_owned(), value.to_owned())]
    }

    #[test]
    fn text_takes_options() -> Result<(), PipelineError> {
        let ptx = text("tileir-kernels-to-ptx", &pair("chip", "sm_80"))?;
        assert!(ptx.ends_with("tileir-emit-ptx{chip=sm_80 features=+ptx80}"), "{ptx}");
        let whole = text("tileir-to-ptx", &pair("target", "sm_80"))?;
        assert!(whole.contains("tileir-plan{target=sm_80 remarks=false}"), "{whole}");
        assert!(whole.contains("chip=sm_80"), "{whole}");
        let spirv = text("tileir-kernels-to-spirv", &pair("subgroup-size", "8"))?;
        assert!(spirv.contains("tileir-prepare-spirv{subgroup-size=8}"), "{spirv}");
        Ok(())
    }

    #[test]
    fn text_refuses_what_it_does_not_know() {
        for pipeline in PIPELINES {
            let outcome = text(pipeline.name, &pair("chips", "1"));
            assert!(matches!(outcome, Err(PipelineError::Option { .. })), "{outcome:?}");
        }
        let outcome = text("tileir-kernels-to-spirv", &pair("subgroup-size", "0"));
        assert!(matches!(outcome, Err(PipelineError::Number { .. })), "{outcome:?}");
        let outcome = text("tileir-to-spirv", &pair("target", "sm_90a"));
        assert!(matches!(outcome, Err(PipelineError::Api { .. })), "{outcome:?}");
        let outcome = text("tileir-to-ptx", &pair("target", "sm_1"));
        assert!(matches!(outcome, Err(PipelineError::Target(_))), "{outcome:?}");
        let outcome = text("tileir-to-wasm", &[]);
        assert!(matches!(outcome, Err(PipelineError::Unknown { .. })), "{outcome:?}");
    }
}
