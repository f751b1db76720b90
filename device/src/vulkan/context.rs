//! The loader, the instance, the device and its queue: opened together, closed together.

use std::cell::Cell;
use std::mem::ManuallyDrop;

use ash::vk;

use super::failed;
use super::features::{FeatureSet, Support};
use super::float_controls::FloatControls;
use crate::{Api, DeviceError, DeviceInfo, name_matches};

/// After this many iterations llvmpipe leaves a kernel's loops, as measured.
const LLVMPIPE_LOOP_ITERATIONS: u32 = 65_535;

/// An open device.
pub struct Context {
    /// The logical device.
    pub device: ash::Device,
    /// Its one queue.
    pub queue: vk::Queue,
    /// The queue's family.
    pub family: u32,
    /// The meaningful bits of a timestamp on that queue; none where it has no timestamps.
    pub timestamp_bits: u32,
    /// The device's limits.
    pub limits: vk::PhysicalDeviceLimits,
    /// Its memory types.
    pub memory: vk::PhysicalDeviceMemoryProperties,
    /// The most subgroups in a block.
    pub max_subgroups: u32,
    /// Enabled features and subgroup operations.
    pub support: Support,
    /// What the device says of itself.
    pub info: DeviceInfo,
    abandoned: Cell<Option<&'static str>>,
    instance: ManuallyDrop<Instance>,
}

/// An instance, and the loader that must outlive it.
struct Instance {
    raw: ash::Instance,
    entry: ManuallyDrop<ash::Entry>,
}

/// A device worth opening.
struct Candidate {
    physical: vk::PhysicalDevice,
    family: u32,
    timestamp_bits: u32,
    rank: u8,
}

impl Context {
    /// Opens the best device whose name contains `filter`.
    pub fn open(filter: Option<&str>) -> Result<Self, DeviceError> {
        let instance = Instance::new()?;
        let chosen = instance.choose(filter)?;
        let physical = chosen.physical;
        let enabled = FeatureSet::query(&instance.raw, physical);
        let device = instance.create_device(&chosen, &enabled)?;
        // SAFETY: the device was made with one queue of this family.
        let queue = unsafe { device.get_device_queue(chosen.family, 0) };

        let mut v11 = vk::PhysicalDeviceVulkan11Properties::default();
        let mut v12 = vk::PhysicalDeviceVulkan12Properties::default();
        let mut v13 = vk::PhysicalDeviceVulkan13Properties::default();
        let mut properties = vk::PhysicalDeviceProperties2::default()
            .push_next(&mut v11)
            .push_next(&mut v12)
            .push_next(&mut v13);
        // SAFETY: the device is the instance's and of version 1.3, which knows the structures.
        unsafe { instance.raw.get_physical_device_properties2(physical, &mut properties) };
        let core = properties.properties;
        // SAFETY: the device is the instance's.
        let memory = unsafe { instance.raw.get_physical_device_memory_properties(physical) };

        let compute = vk::ShaderStageFlags::COMPUTE;
        let subgroup_operations = if v11.subgroup_supported_stages.contains(compute) {
            v11.subgroup_supported_operations
        } else {
            vk::SubgroupFeatureFlags::empty()
        };
        let float_controls = FloatControls::of(&v12);
        let features = enabled.names();
        let sizes = if enabled.v13.subgroup_size_control == vk::TRUE
            && v13.required_subgroup_size_stages.contains(compute)
        {
            (v13.min_subgroup_size, v13.max_subgroup_size)
        } else {
            (v11.subgroup_size, v11.subgroup_size)
        };
        let info = DeviceInfo {
            name: name_of(&core),
            driver: driver_of(&v12),
            api: Api::Vulkan,
            subgroup_size: v11.subgroup_size,
            subgroup_sizes: sizes,
            max_threads: core.limits.max_compute_work_group_invocations,
            shared_bytes: core.limits.max_compute_shared_memory_size,
            max_buffer_bytes: u64::from(core.limits.max_storage_buffer_range)
                .min(v11.max_memory_allocation_size),
            loop_budget: (v12.driver_id == vk::DriverId::MESA_LLVMPIPE)
                .then_some(LLVMPIPE_LOOP_ITERATIONS),
            features: features.iter().map(ToString::to_string).collect(),
        };
        tracing::debug!(name = %info.name, ?sizes, "opened a Vulkan device");
        Ok(Context {
            device,
            queue,
            family: chosen.family,
            timestamp_bits: chosen.timestamp_bits,
            limits: core.limits,
            memory,
            max_subgroups: v13.max_compute_workgroup_subgroups,
            support: Support { features, subgroup_operations, float_controls },
            info,
            abandoned: Cell::new(None),
            instance: ManuallyDrop::new(instance),
        })
    }

    /// Gives the device up while it may still be running a kernel: from here on nothing of it
    /// is freed, and it takes no more work.
    pub fn abandon(&self, why: &'static str) {
        self.abandoned.set(Some(why));
    }

    /// Whether the device was given up, so that its objects must be leaked.
    pub fn is_abandoned(&self) -> bool {
        self.abandoned.get().is_some()
    }

    /// An error where the device was given up.
    pub fn check_alive(&self) -> Result<(), DeviceError> {
        match self.abandoned.get() {
            Some(why) => Err(DeviceError::Lost(why.into())),
            None => Ok(()),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if self.is_abandoned() {
            return;
        }
        // SAFETY: every object made from the device borrows this context, so all are gone, and no
        // launch is running. The instance goes after its device and isn't touched again.
        unsafe {
            self.device.destroy_device(None);
            ManuallyDrop::drop(&mut self.instance);
        }
    }
}

impl Instance {
    fn new() -> Result<Self, DeviceError> {
        // SAFETY: loading the system's Vulkan loader runs its initialisers, which are trusted as
        // any library that this program links.
        let entry = unsafe { ash::Entry::load() }
            .map_err(|error| DeviceError::NoVulkan(error.to_string()))?;
        let application = vk::ApplicationInfo::default()
            .application_name(c"tileir")
            .api_version(vk::API_VERSION_1_3);
        let create = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: the entry is loaded, and the structures are valid for the call.
        let raw = unsafe { entry.create_instance(&create, None) }
            .map_err(|code| DeviceError::NoVulkan(format!("vkCreateInstance: {code:?}")))?;
        Ok(Instance { raw, entry: ManuallyDrop::new(entry) })
    }

    /// The best device of version 1.3 with a compute queue whose name passes the filter.
    fn choose(&self, filter: Option<&str>) -> Result<Candidate, DeviceError> {
        // SAFETY: the instance is alive.
        let all = unsafe { self.raw.enumerate_physical_devices() }
            .map_err(failed("vkEnumeratePhysicalDevices"))?;
        let mut seen = Vec::new();
        let mut best: Option<Candidate> = None;
        for physical in all {
            // SAFETY: the device is the instance's.
            let properties = unsafe { self.raw.get_physical_device_properties(physical) };
            let name = name_of(&properties);
            let queue = self.compute_queue(physical);
            let (family, timestamp_bits) = match queue {
                _ if !name_matches(&name, filter) => {
                    seen.push(format!("{name} (another name)"));
                    continue;
                }
                _ if properties.api_version < vk::API_VERSION_1_3 => {
                    seen.push(format!("{name} (older than Vulkan 1.3)"));
                    continue;
                }
                None => {
                    seen.push(format!("{name} (no compute queue)"));
                    continue;
                }
                Some(queue) => queue,
            };
            let rank = match properties.device_type {
                vk::PhysicalDeviceType::DISCRETE_GPU => 3,
                vk::PhysicalDeviceType::INTEGRATED_GPU => 2,
                vk::PhysicalDeviceType::VIRTUAL_GPU => 1,
                _ => 0,
            };
            if best.as_ref().is_none_or(|best| rank > best.rank) {
                best = Some(Candidate { physical, family, timestamp_bits, rank });
            }
        }
        let filter = filter.map(Into::into);
        best.ok_or(DeviceError::NoDevice { api: Api::Vulkan, filter, seen })
    }

    /// The first queue family that computes, and its timestamp bits.
    fn compute_queue(&self, physical: vk::PhysicalDevice) -> Option<(u32, u32)> {
        // SAFETY: the device is the instance's.
        let families = unsafe { self.raw.get_physical_device_queue_family_properties(physical) };
        (0..).zip(&families).find_map(|(index, family)| {
            let computes = family.queue_flags.contains(vk::QueueFlags::COMPUTE);
            computes.then_some((index, family.timestamp_valid_bits))
        })
    }

    fn create_device(
        &self,
        chosen: &Candidate,
        enabled: &FeatureSet,
    ) -> Result<ash::Device, DeviceError> {
        let (mut v11, mut v12, mut v13) = (enabled.v11, enabled.v12, enabled.v13);
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .features(enabled.core)
            .push_next(&mut v11)
            .push_next(&mut v12)
            .push_next(&mut v13);
        let queues = [vk::DeviceQueueCreateInfo::default()
            .queue_family_index(chosen.family)
            .queue_priorities(&[1.0])];
        let create =
            vk::DeviceCreateInfo::default().queue_create_infos(&queues).push_next(&mut features);
        // SAFETY: the family exists on this device, every enabled feature was reported by it,
        // and the structures live until the call returns.
        unsafe { self.raw.create_device(chosen.physical, &create, None) }
            .map_err(failed("vkCreateDevice"))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the instance's devices are gone (`Context` drops its device first), and the
        // loader is unloaded only after the last call into it.
        unsafe {
            self.raw.destroy_instance(None);
            ManuallyDrop::drop(&mut self.entry);
        }
    }
}

fn name_of(properties: &vk::PhysicalDeviceProperties) -> String {
    match properties.device_name_as_c_str() {
        Ok(name) => name.to_string_lossy().into_owned(),
        Err(_) => "a device without a name".into(),
    }
}

fn driver_of(properties: &vk::PhysicalDeviceVulkan12Properties<'_>) -> Option<String> {
    let name = properties.driver_name_as_c_str().ok()?.to_string_lossy();
    let version = properties.driver_info_as_c_str().ok()?.to_string_lossy();
    let text = format!("{name} {version}").trim().to_owned();
    (!text.is_empty()).then_some(text)
}
