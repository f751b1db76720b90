//! The device features kernels may need, and the SPIR-V capabilities they allow.
//!
//! **The law.** A capability is allowed when the feature behind it was *enabled*, not merely
//! present. Every feature of the list is enabled where the device has it; a capability that
//! isn't in the table is refused, since nobody here enabled anything for it.

use ash::vk;

use super::float_controls::FloatControls;
use crate::DeviceError;

/// The four feature structures that list what is enabled.
#[derive(Default)]
pub struct FeatureSet {
    /// Vulkan 1.0.
    pub core: vk::PhysicalDeviceFeatures,
    /// Vulkan 1.1.
    pub v11: vk::PhysicalDeviceVulkan11Features<'static>,
    /// Vulkan 1.2.
    pub v12: vk::PhysicalDeviceVulkan12Features<'static>,
    /// Vulkan 1.3.
    pub v13: vk::PhysicalDeviceVulkan13Features<'static>,
}

/// From one list: [`FeatureSet::query`], which keeps the listed features that the device has,
/// and [`FeatureSet::names`].
macro_rules! feature_list {
    ($($part:ident.$field:ident $name:literal)*) => {
        impl FeatureSet {
            /// All names of the list.
            #[cfg(test)]
            const LISTED: &[&str] = &[$($name),*];

            /// The listed features that the device has.
            pub fn query(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Self {
                let mut found = FeatureSet::default();
                let mut all = vk::PhysicalDeviceFeatures2::default()
                    .push_next(&mut found.v11)
                    .push_next(&mut found.v12)
                    .push_next(&mut found.v13);
                // SAFETY: the device is one of the instance's and is a Vulkan 1.3 device, which
                // knows all structures of the chain.
                unsafe { instance.get_physical_device_features2(physical, &mut all) };
                found.core = all.features;
                let mut kept = FeatureSet::default();
                $(kept.$part.$field = found.$part.$field;)*
                kept
            }

            /// The enabled features' names.
            pub fn names(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(if self.$part.$field == vk::TRUE { names.push($name); })*
                names
            }
        }
    };
}

feature_list! {
    core.robust_buffer_access "robustBufferAccess"
    core.shader_float64 "shaderFloat64"
    core.shader_int64 "shaderInt64"
    core.shader_int16 "shaderInt16"
    v11.storage_buffer16_bit_access "storageBuffer16BitAccess"
    v11.uniform_and_storage_buffer16_bit_access "uniformAndStorageBuffer16BitAccess"
    v11.variable_pointers_storage_buffer "variablePointersStorageBuffer"
    v11.variable_pointers "variablePointers"
    v12.storage_buffer8_bit_access "storageBuffer8BitAccess"
    v12.uniform_and_storage_buffer8_bit_access "uniformAndStorageBuffer8BitAccess"
    v12.shader_buffer_int64_atomics "shaderBufferInt64Atomics"
    v12.shader_float16 "shaderFloat16"
    v12.shader_int8 "shaderInt8"
    v12.scalar_block_layout "scalarBlockLayout"
    v12.shader_subgroup_extended_types "shaderSubgroupExtendedTypes"
    v12.vulkan_memory_model "vulkanMemoryModel"
    v12.vulkan_memory_model_device_scope "vulkanMemoryModelDeviceScope"
    v13.subgroup_size_control "subgroupSizeControl"
    v13.compute_full_subgroups "computeFullSubgroups"
    v13.shader_integer_dot_product "shaderIntegerDotProduct"
    v13.maintenance4 "maintenance4"
}

/// What a capability takes.
enum Needs {
    /// Nothing: every Vulkan 1.3 device has it.
    Nothing,
    /// An enabled feature, by name.
    Feature(&'static str),
    /// A class of subgroup operations in compute shaders.
    Subgroup(vk::SubgroupFeatureFlags),
}

/// Number, name and need of every capability a kernel may declare.
const CAPABILITIES: &[(u32, &str, Needs)] = &[
    (0, "Matrix", Needs::Nothing),
    (1, "Shader", Needs::Nothing),
    (9, "Float16", Needs::Feature("shaderFloat16")),
    (10, "Float64", Needs::Feature("shaderFloat64")),
    (11, "Int64", Needs::Feature("shaderInt64")),
    (12, "Int64Atomics", Needs::Feature("shaderBufferInt64Atomics")),
    (22, "Int16", Needs::Feature("shaderInt16")),
    (39, "Int8", Needs::Feature("shaderInt8")),
    (61, "GroupNonUniform", Needs::Subgroup(vk::SubgroupFeatureFlags::BASIC)),
    (62, "GroupNonUniformVote", Needs::Subgroup(vk::SubgroupFeatureFlags::VOTE)),
    (63, "GroupNonUniformArithmetic", Needs::Subgroup(vk::SubgroupFeatureFlags::ARITHMETIC)),
    (64, "GroupNonUniformBallot", Needs::Subgroup(vk::SubgroupFeatureFlags::BALLOT)),
    (65, "GroupNonUniformShuffle", Needs::Subgroup(vk::SubgroupFeatureFlags::SHUFFLE)),
    (
        66,
        "GroupNonUniformShuffleRelative",
        Needs::Subgroup(vk::SubgroupFeatureFlags::SHUFFLE_RELATIVE),
    ),
    (67, "GroupNonUniformClustered", Needs::Subgroup(vk::SubgroupFeatureFlags::CLUSTERED)),
    (68, "GroupNonUniformQuad", Needs::Subgroup(vk::SubgroupFeatureFlags::QUAD)),
    (4433, "StorageBuffer16BitAccess", Needs::Feature("storageBuffer16BitAccess")),
    (
        4434,
        "UniformAndStorageBuffer16BitAccess",
        Needs::Feature("uniformAndStorageBuffer16BitAccess"),
    ),
    (4441, "VariablePointersStorageBuffer", Needs::Feature("variablePointersStorageBuffer")),
    (4442, "VariablePointers", Needs::Feature("variablePointers")),
    (4448, "StorageBuffer8BitAccess", Needs::Feature("storageBuffer8BitAccess")),
    (
        4449,
        "UniformAndStorageBuffer8BitAccess",
        Needs::Feature("uniformAndStorageBuffer8BitAccess"),
    ),
    (5345, "VulkanMemoryModel", Needs::Feature("vulkanMemoryModel")),
    (5346, "VulkanMemoryModelDeviceScope", Needs::Feature("vulkanMemoryModelDeviceScope")),
    (6016, "DotProductInputAll", Needs::Feature("shaderIntegerDotProduct")),
    (6017, "DotProductInput4x8Bit", Needs::Feature("shaderIntegerDotProduct")),
    (6018, "DotProductInput4x8BitPacked", Needs::Feature("shaderIntegerDotProduct")),
    (6019, "DotProduct", Needs::Feature("shaderIntegerDotProduct")),
];

/// What the open device allows.
pub struct Support {
    /// The enabled features' names.
    pub features: Vec<&'static str>,
    /// The subgroup operations compute shaders have.
    pub subgroup_operations: vk::SubgroupFeatureFlags,
    /// What the device promises of special floats.
    pub float_controls: FloatControls,
}

impl Support {
    /// Whether a feature is enabled.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(&feature)
    }

    /// Refuses a capability that the device doesn't allow.
    pub fn check(&self, capability: u32) -> Result<(), DeviceError> {
        if let Some(checked) = self.float_controls.check_capability(capability) {
            return checked;
        }
        let known = CAPABILITIES.iter().find(|(number, ..)| *number == capability);
        let Some((_, name, needs)) = known else {
            return Err(DeviceError::MissingCapability {
                capability: capability.to_string(),
                lacks: "any support known to this tool",
            });
        };
        let lacks = match *needs {
            Needs::Nothing => return Ok(()),
            Needs::Feature(feature) if self.has(feature) => return Ok(()),
            Needs::Feature(feature) => feature,
            Needs::Subgroup(operations) if self.subgroup_operations.contains(operations) => {
                return Ok(());
            }
            Needs::Subgroup(_) => "these subgroup operations in compute shaders",
        };
        Err(DeviceError::MissingCapability { capability: (*name).into(), lacks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_follow_what_is_enabled() {
        let support = Support {
            features: vec!["shaderInt64"],
            subgroup_operations: vk::SubgroupFeatureFlags::BASIC,
            float_controls: FloatControls::default(),
        };
        assert!(support.check(1).is_ok());
        assert!(support.check(11).is_ok());
        assert!(support.check(61).is_ok());
        let lacks = |capability| support.check(capability).unwrap_err().to_string();
        assert!(lacks(9).contains("Float16") && lacks(9).contains("shaderFloat16"));
        assert!(lacks(65).contains("GroupNonUniformShuffle"));
        assert!(lacks(6).contains("capability 6"), "{}", lacks(6));
    }

    #[test]
    fn every_needed_feature_is_in_the_list() {
        for (_, name, needs) in CAPABILITIES {
            if let Needs::Feature(feature) = needs {
                assert!(FeatureSet::LISTED.contains(feature), "{name} needs {feature}");
            }
        }
    }

    #[test]
    fn names_are_those_of_enabled_features() {
        let mut set = FeatureSet::default();
        assert!(set.names().is_empty());
        set.core.shader_int64 = vk::TRUE;
        set.v12.shader_int8 = vk::TRUE;
        assert_eq!(set.names(), ["shaderInt64", "shaderInt8"]);
    }
}
