//! Targets: what a machine has, as data.
//!
//! A target is a file of `targets/`, built in, or a file of one's own. Passes ask it for
//! numbers; nowhere is there a question whether the machine is this one or that.
//!
//! ```
//! use tileir::target::{Api, Target};
//! let lavapipe = Target::by_name("lavapipe")?;
//! assert_eq!((lavapipe.api, lavapipe.subgroup), (Api::Vulkan, 8));
//!
//! let error = Target::by_name("sm_10").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "unknown target 'sm_10'; known are lavapipe, vulkan32, vulkan64, sm_80, sm_90a"
//! );
//! # Ok::<(), tileir::target::TargetError>(())
//! ```

mod capability;

use serde::Deserialize;
use std::fmt;
use thiserror::Error;

pub use crate::vocabulary::UnknownWord;
pub use capability::Capability;

/// The built-in targets' names and files.
const BUILT_IN: [(&str, &str); 5] = [
    ("lavapipe", include_str!("../targets/lavapipe.toml")),
    ("vulkan32", include_str!("../targets/vulkan32.toml")),
    ("vulkan64", include_str!("../targets/vulkan64.toml")),
    ("sm_80", include_str!("../targets/sm_80.toml")),
    ("sm_90a", include_str!("../targets/sm_90a.toml")),
];

/// How a target is programmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Api {
    /// SPIR-V, by Vulkan.
    Vulkan,
    /// PTX, by the CUDA driver.
    Cuda,
}

impl fmt::Display for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Api::Vulkan => "vulkan",
            Api::Cuda => "cuda",
        })
    }
}

/// An element type that a target may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ElementType {
    I1,
    I8,
    I16,
    I32,
    I64,
    F16,
    Bf16,
    F32,
    F64,
}

impl ElementType {
    /// All of them.
    pub const ALL: [ElementType; 9] = [
        ElementType::I1,
        ElementType::I8,
        ElementType::I16,
        ElementType::I32,
        ElementType::I64,
        ElementType::F16,
        ElementType::Bf16,
        ElementType::F32,
        ElementType::F64,
    ];

    /// The type that MLIR calls so.
    ///
    /// ```
    /// use tileir::target::ElementType;
    /// assert_eq!(ElementType::named("bf16"), Some(ElementType::Bf16));
    /// assert_eq!(ElementType::named("f8E4M3FN"), None);
    /// ```
    pub fn named(name: &str) -> Option<ElementType> {
        ElementType::ALL.into_iter().find(|element| element.to_string() == name)
    }
}

impl fmt::Display for ElementType {
    /// The name in MLIR.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ElementType::I1 => "i1",
            ElementType::I8 => "i8",
            ElementType::I16 => "i16",
            ElementType::I32 => "i32",
            ElementType::I64 => "i64",
            ElementType::F16 => "f16",
            ElementType::Bf16 => "bf16",
            ElementType::F32 => "f32",
            ElementType::F64 => "f64",
        })
    }
}

/// A machine to compile for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// What it is called.
    pub name: String,
    /// How it is programmed.
    pub api: Api,
    /// Lanes of a subgroup, a power of two.
    pub subgroup: i64,
    /// The most threads of a block.
    pub max_threads: i64,
    /// The most shared memory of a block.
    pub shared_bytes: i64,
    /// The most of it that needs no request at launch.
    pub static_shared_bytes: i64,
    /// Banks of shared memory.
    pub banks: i64,
    /// Neighbouring bytes of one bank.
    pub bank_bytes: i64,
    /// The most blocks of a cluster, which read each other's shared memory; 1 where none do.
    #[serde(default = "one")]
    pub cluster_blocks: i64,
    /// The widest access to memory. An access is never narrower than one element.
    pub vector_bytes: i64,
    /// The processor's name in LLVM, for [`Api::Cuda`].
    pub chip: Option<String>,
    /// LLVM's subtarget features ([`Api::Cuda`]) or SPIR-V's capabilities ([`Api::Vulkan`]).
    #[serde(default)]
    pub features: Vec<String>,
    /// The element types it computes with.
    pub types: Vec<ElementType>,
    /// What it can do beyond what every target can.
    #[serde(default)]
    pub capabilities: Vec<Capability>,
}

fn one() -> i64 {
    1
}

/// Why there is no such target.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TargetError {
    /// A name that no built-in target has.
    #[error("unknown target '{name}'; known are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A text that describes no target: the message names the field and its line.
    #[error("not a target: {message}")]
    Text {
        /// The reader's message.
        message: String,
    },
    /// A field with a value that means nothing.
    #[error("target '{target}': {field} is {value}, which is not {expected}")]
    Field {
        /// The target.
        target: String,
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        expected: String,
    },
}

impl Target {
    /// A built-in target.
    ///
    /// # Errors
    /// [`TargetError::Unknown`], with the names there are.
    pub fn by_name(name: &str) -> Result<Target, TargetError> {
        match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Target::from_toml(text),
            None => Err(TargetError::Unknown {
                name: name.to_string(),
                known: Target::names().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// The names of the built-in targets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The target that a text describes; `targets/` has examples.
    ///
    /// # Errors
    /// A field that is missing, unknown, of another type, or of a value that means nothing.
    pub fn from_toml(text: &str) -> Result<Target, TargetError> {
        let target: Target = toml::from_str(text)
            .map_err(|error| TargetError::Text { message: error.to_string().trim().to_string() })?;
        target.check()?;
        Ok(target)
    }

    /// The most elements of so many bytes that one access may take; at least one.
    pub fn vector_elements(&self, element_bytes: i64) -> i64 {
        self.vector_bytes.checked_div(element_bytes).unwrap_or(1).max(1)
    }

    /// Whether it computes with this element type.
    pub fn has_type(&self, element: ElementType) -> bool {
        self.types.contains(&element)
    }

    /// Whether it can do this.
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    fn check(&self) -> Result<(), TargetError> {
        let wrong = |field, value: &dyn fmt::Display, expected: &dyn fmt::Display| {
            Err(TargetError::Field {
                target: self.name.clone(),
                field,
                value: value.to_string(),
                expected: expected.to_string(),
            })
        };
        let positive = [
            ("subgroup", self.subgroup),
            ("max_threads", self.max_threads),
            ("banks", self.banks),
            ("bank_bytes", self.bank_bytes),
            ("cluster_blocks", self.cluster_blocks),
            ("vector_bytes", self.vector_bytes),
        ];
        for (field, value) in positive {
            if value < 1 {
                return wrong(field, &value, &"positive");
            }
        }
        if self.subgroup.count_ones() != 1 {
            return wrong("subgroup", &self.subgroup, &"a power of two");
        }
        if self.max_threads < self.subgroup {
            let least = format!("at least one subgroup of {}", self.subgroup);
            return wrong("max_threads", &self.max_threads, &least);
        }
        if self.shared_bytes < 0 {
            return wrong("shared_bytes", &self.shared_bytes, &"at least 0");
        }
        if !(0..=self.shared_bytes).contains(&self.static_shared_bytes) {
            let range = format!("between 0 and shared_bytes, {}", self.shared_bytes);
            return wrong("static_shared_bytes", &self.static_shared_bytes, &range);
        }
        let mut seen = self.capabilities.iter().enumerate();
        let twice =
            seen.find(|(place, one)| self.capabilities.iter().take(*place).any(|c| c == *one));
        if let Some((_, capability)) = twice {
            return wrong("capabilities", capability, &"listed once");
        }
        match (self.api, &self.chip) {
            (Api::Cuda, None) => wrong("chip", &"missing", &"the name of an LLVM processor"),
            (Api::Vulkan, Some(chip)) => wrong("chip", chip, &"absent, as Vulkan has none"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_target_is_read_and_has_its_own_name() {
        for name in Target::names() {
            let target = Target::by_name(name).unwrap();
            assert_eq!(target.name, name);
            assert!(target.has_type(ElementType::F32), "{name}");
            assert_eq!(target.chip.is_some(), target.api == Api::Cuda, "{name}");
        }
    }

    #[test]
    fn accesses_are_of_whole_elements() {
        let (lavapipe, hopper) =
            (Target::by_name("lavapipe").unwrap(), Target::by_name("sm_90a").unwrap());
        assert_eq!([1, 2, 4, 8].map(|bytes| lavapipe.vector_elements(bytes)), [1, 1, 1, 1]);
        assert_eq!([1, 2, 4, 8].map(|bytes| hopper.vector_elements(bytes)), [16, 8, 4, 2]);
        assert_eq!(hopper.vector_elements(0), 1);
    }

    #[test]
    fn errors_name_the_field() {
        let text = BUILT_IN[4].1;
        let cases = [
            ("subgroup = 32", "subgroup = 24", "subgroup is 24, which is not a power of two"),
            ("subgroup = 32", "subgroup = 0", "subgroup is 0, which is not positive"),
            ("max_threads = 1024", "max_threads = 16", "max_threads is 16, which is not at least"),
            ("bank_bytes = 4", "bank_bytes = -4", "bank_bytes is -4, which is not positive"),
            ("static_shared_bytes = 49152", "static_shared_bytes = 999999", "shared_bytes, 232448"),
            (
                "cluster_blocks = 8",
                "cluster_blocks = 0",
                "cluster_blocks is 0, which is not positive",
            ),
            ("chip = \"sm_90a\"", "", "chip is missing"),
            ("api = \"cuda\"", "api = \"vulkan\"", "chip is sm_90a, which is not absent"),
            ("banks = 32\n", "", "missing field `banks`"),
            ("banks = 32\n", "bancs = 32\n", "unknown field `bancs`"),
            ("subgroup = 32", "subgroup = \"wide\"", "subgroup = \"wide\""),
            ("\"f64\"]", "\"f65\"]", "unknown variant `f65`"),
            ("\"tma\"", "\"tmu\"", "'tmu' is no capability; known are atomic.i64, atomic.f32"),
            ("\"tma\"", "\"wgmma\"", "capabilities is wgmma, which is not listed once"),
        ];
        for (from, to, expected) in cases {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let error = Target::from_toml(&changed).unwrap_err().to_string();
            assert!(error.contains(expected), "{from} -> {to}: {error}");
        }
    }
}
