//! The back half of both roads: from kernels in `gpu`, `arith`, `math`, `memref`,
//! `scf` and `vector` to a `gpu.binary`.
//!
//! | pipeline | options | gives |
//! | --- | --- | --- |
//! | `tileir-kernels-to-ptx` | `chip=sm_90a features=+ptx80` | PTX |
//! | `tileir-kernels-to-spirv` | `subgroup-size=32` | SPIR-V 1.3, for Vulkan |
//!
//! Why the passes stand as they do:
//!
//! - `arith-unsigned-when-equivalent` knows that a thread's number lies below
//!   `known_block_size`: floor division by 2^n becomes a shift. It comes before
//!   the expansion of division, which spells out the sign.
//! - The road to PTX has no `arith-expand`: the device has `maximumf` itself, and
//!   a comparison does not order -0 before +0. On the road to SPIR-V it is what
//!   makes NaN and `bf16` right.
//! - `convert-gpu-to-spirv` takes `index` as 32 bits unless told otherwise, and
//!   narrows in silence.
//!
//! The law: a text depends on its options alone, and a name that is not an
//! option is an error.

use thiserror::Error;

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

/// Every pipeline.
pub const PIPELINES: &[Pipeline] = &[
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
        let Self { chip, features } = self;
        format!(
            "gpu.module(tileir-expand-math{{road=ptx}},arith-unsigned-when-equivalent,\
             tileir-expand-division,canonicalize,cse,convert-scf-to-cf,\
             convert-gpu-to-nvvm{{use-bare-ptr-memref-call-conv=true}}),\
             convert-nvvm-to-llvm,reconcile-unrealized-casts,gpu.module(canonicalize,cse),\
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
        let Self { subgroup_size } = self;
        format!(
            "gpu.module(tileir-expand-math{{road=spirv}},arith-unsigned-when-equivalent,\
             arith-emulate-unsupported-floats{{source-types=bf16 target-type=f32}},\
             arith-expand{{include-bf16=true}},canonicalize,cse),\
             tileir-prepare-spirv{{subgroup-size={subgroup_size}}},\
             gpu.module(convert-math-to-spirv),\
             convert-gpu-to-spirv{{use-64bit-index=true}},\
             spirv.module(spirv-lower-abi-attrs,spirv-update-vce),tileir-emit-spirv"
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
        let outcome = text("tileir-to-wasm", &[]);
        assert!(matches!(outcome, Err(PipelineError::Unknown { .. })), "{outcome:?}");
    }
}
