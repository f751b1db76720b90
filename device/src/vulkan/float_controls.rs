//! Float controls: what a kernel may demand of float arithmetic, and by width.
//!
//! An execution mode such as `SignedZeroInfNanPreserve 32` demands something of all arithmetic of
//! one width. A device has each mode for some widths, which are properties and need not be
//! enabled.
//!
//! **The law.** A mode is allowed for a width that the device has it for; its capability, where
//! there is such a width.

use ash::vk;

use crate::DeviceError;

/// A mode's name, its number, its capability's number, and for which widths a device has it.
struct Mode {
    name: &'static str,
    mode: u32,
    capability: u32,
    widths: fn(&vk::PhysicalDeviceVulkan12Properties<'_>) -> [(u32, vk::Bool32); 3],
}

/// From the names of a mode's three properties: [`MODES`].
macro_rules! modes {
    ($($name:literal $mode:literal $capability:literal $half:ident $single:ident $double:ident)*) => {
        const MODES: &[Mode] = &[$(Mode {
            name: $name,
            mode: $mode,
            capability: $capability,
            widths: |v12| [(16, v12.$half), (32, v12.$single), (64, v12.$double)],
        }),*];
    };
}

modes! {
    "DenormPreserve" 4459 4464
        shader_denorm_preserve_float16
        shader_denorm_preserve_float32
        shader_denorm_preserve_float64
    "DenormFlushToZero" 4460 4465
        shader_denorm_flush_to_zero_float16
        shader_denorm_flush_to_zero_float32
        shader_denorm_flush_to_zero_float64
    "SignedZeroInfNanPreserve" 4461 4466
        shader_signed_zero_inf_nan_preserve_float16
        shader_signed_zero_inf_nan_preserve_float32
        shader_signed_zero_inf_nan_preserve_float64
    "RoundingModeRTE" 4462 4467
        shader_rounding_mode_rte_float16
        shader_rounding_mode_rte_float32
        shader_rounding_mode_rte_float64
    "RoundingModeRTZ" 4463 4468
        shader_rounding_mode_rtz_float16
        shader_rounding_mode_rtz_float32
        shader_rounding_mode_rtz_float64
}

/// The modes that a device has.
#[derive(Clone, Debug, Default)]
pub struct FloatControls {
    /// Mode and width.
    has: Vec<(u32, u32)>,
}

impl FloatControls {
    /// Reads them from the properties of a device.
    pub fn of(v12: &vk::PhysicalDeviceVulkan12Properties<'_>) -> Self {
        let of_mode = |mode: &Mode| {
            let number = mode.mode;
            (mode.widths)(v12)
                .into_iter()
                .filter(|(_, has)| *has == vk::TRUE)
                .map(move |(width, _)| (number, width))
        };
        FloatControls { has: MODES.iter().flat_map(of_mode).collect() }
    }

    /// Checks a capability; `None` if it isn't one of float controls.
    pub fn check_capability(&self, capability: u32) -> Option<Result<(), DeviceError>> {
        let mode = MODES.iter().find(|mode| mode.capability == capability)?;
        if self.has.iter().any(|(number, _)| *number == mode.mode) {
            return Some(Ok(()));
        }
        let lacks = "this float control, at any width";
        Some(Err(DeviceError::MissingCapability { capability: mode.name.into(), lacks }))
    }

    /// Refuses a mode that the device lacks at this width; other modes are none of ours.
    pub fn check_mode(&self, number: u32, width: u32) -> Result<(), DeviceError> {
        let Some(mode) = MODES.iter().find(|mode| mode.mode == number) else { return Ok(()) };
        if self.has.contains(&(number, width)) {
            return Ok(());
        }
        let capability = format!("{} for {width} bits", mode.name);
        Err(DeviceError::MissingCapability { capability, lacks: "this float control" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_had_by_width() {
        let v12 = vk::PhysicalDeviceVulkan12Properties {
            shader_signed_zero_inf_nan_preserve_float32: vk::TRUE,
            ..Default::default()
        };
        let controls = FloatControls::of(&v12);
        assert!(matches!(controls.check_capability(4466), Some(Ok(()))));
        assert!(matches!(controls.check_capability(4464), Some(Err(_))));
        assert!(controls.check_capability(1).is_none());
        assert!(controls.check_mode(4461, 32).is_ok());
        assert!(controls.check_mode(17, 1).is_ok());
        assert_eq!(
            controls.check_mode(4461, 16).unwrap_err().to_string(),
            "the module needs the SPIR-V capability SignedZeroInfNanPreserve for 16 bits, \
             the device lacks this float control"
        );
    }
}
