//! Which device runs the program, and which target it is compiled for.
//!
//! | asked for | device | target |
//! |---|---|---|
//! | nothing | CUDA where there is a driver, else Vulkan | by the device |
//! | a target | of the target's interface | that one |
//! | a device | that one | by the device |
//!
//! *By the device*: its subgroup size under Vulkan, its architecture under CUDA.

use tileir::target::{self, Target};
use tileir_device::{self as device, Api, Device, DeviceError, DeviceInfo};

use crate::error::RunError;

/// What to compile for, and what to run on; no device if none is wanted.
pub struct Machine {
    /// The target.
    pub target: Target,
    /// The device.
    pub device: Option<Box<dyn Device>>,
}

/// Chooses, as the [module](self) says.
///
/// # Errors
/// No such target or device, or two that don't go together.
pub fn choose(
    target: &str,
    api: Option<Api>,
    filter: Option<&str>,
    wants_device: bool,
) -> Result<Machine, RunError> {
    let named = match target {
        "auto" => None,
        name => Some(Target::by_name(name)?),
    };
    let of_target = named.as_ref().map(|target| match target.api {
        target::Api::Vulkan => Api::Vulkan,
        target::Api::Cuda => Api::Cuda,
    });
    if let (Some(device), Some(target), Some(of_target)) = (api, &named, of_target)
        && device != of_target
    {
        let (name, api) = (target.name.clone(), target.api);
        return Err(RunError::WrongDevice { target: name, api, device });
    }
    let api = api.or(of_target);
    if !wants_device {
        let target = match (named, api) {
            (Some(target), _) => target,
            (None, Some(Api::Cuda)) => Target::by_name("sm_90a")?,
            (None, _) => Target::by_name("lavapipe")?,
        };
        return Ok(Machine { target, device: None });
    }
    let device = match api {
        Some(api) => device::open(api, filter)?,
        None => match device::open(Api::Cuda, filter) {
            Ok(device) => device,
            Err(DeviceError::NoCudaDriver(_) | DeviceError::NoDevice { .. }) => {
                device::open(Api::Vulkan, filter)?
            }
            Err(error) => return Err(error.into()),
        },
    };
    let target = match named {
        Some(target) => target,
        None => Target::by_name(fitting(device.describe())?)?,
    };
    Ok(Machine { target, device: Some(device) })
}

/// The built-in target that fits a device.
fn fitting(info: &DeviceInfo) -> Result<&'static str, RunError> {
    match (info.api, info.subgroup_size) {
        (Api::Cuda, _) if info.features.iter().any(|feature| feature == "sm_90") => Ok("sm_90a"),
        (Api::Cuda, _) => Ok("sm_80"),
        (Api::Vulkan, 8) => Ok("lavapipe"),
        (Api::Vulkan, 32) => Ok("vulkan32"),
        (Api::Vulkan, 64) => Ok("vulkan64"),
        (Api::Vulkan, subgroup) => Err(RunError::NoTarget { device: info.name.clone(), subgroup }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(api: Api, subgroup_size: u32, features: &[&str]) -> DeviceInfo {
        DeviceInfo {
            name: "paper".into(),
            driver: None,
            api,
            subgroup_size,
            subgroup_sizes: (subgroup_size, subgroup_size),
            max_threads: 1024,
            shared_bytes: 0,
            max_buffer_bytes: 0,
            loop_budget: None,
            features: features.iter().map(|&feature| feature.to_owned()).collect(),
        }
    }

    #[test]
    fn targets_fit_devices() {
        let fit = |info: DeviceInfo| fitting(&info).ok();
        assert_eq!(fit(info(Api::Vulkan, 8, &[])), Some("lavapipe"));
        assert_eq!(fit(info(Api::Vulkan, 64, &[])), Some("vulkan64"));
        assert_eq!(fit(info(Api::Vulkan, 16, &[])), None);
        assert_eq!(fit(info(Api::Cuda, 32, &["sm_90"])), Some("sm_90a"));
        assert_eq!(fit(info(Api::Cuda, 32, &["sm_89"])), Some("sm_80"));
        for name in ["lavapipe", "vulkan32", "vulkan64", "sm_90a", "sm_80"] {
            assert!(Target::by_name(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn targets_without_a_device() {
        let name = |target, api| choose(target, api, None, false).map(|m| m.target.name).ok();
        assert_eq!(name("auto", None).as_deref(), Some("lavapipe"));
        assert_eq!(name("auto", Some(Api::Cuda)).as_deref(), Some("sm_90a"));
        assert_eq!(name("vulkan32", None).as_deref(), Some("vulkan32"));
        assert_eq!(name("abacus", None), None);
        let error = choose("lavapipe", Some(Api::Cuda), None, false).err().expect("an error");
        assert_eq!(
            error.to_string(),
            "the target 'lavapipe' is for vulkan, the device is driven by cuda"
        );
    }
}
