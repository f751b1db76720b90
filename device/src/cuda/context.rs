//! A CUDA device and its primary context.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int};

use cudarc::driver::sys::{self, CUdevice_attribute as Attribute};

use crate::{Api, DeviceError, DeviceInfo, name_matches};

/// An open device.
pub struct Context {
    /// What the device says of itself.
    pub info: DeviceInfo,
    /// The largest grid along each axis.
    pub max_grid: [u32; 3],
    /// The largest block along each axis.
    pub max_block: [u32; 3],
    device: sys::CUdevice,
    handle: sys::CUcontext,
    abandoned: Cell<Option<&'static str>>,
}

impl Context {
    /// Opens the first device whose name contains `filter`.
    pub fn open(filter: Option<&str>) -> Result<Self, DeviceError> {
        // SAFETY: this loads and unloads the driver's library, trusted as any that is linked.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::NoCudaDriver("libcuda can't be loaded".into()));
        }
        // SAFETY: the library is there.
        let started = check("cuInit", unsafe { sys::cuInit(0) });
        started.map_err(|error| DeviceError::NoCudaDriver(error.to_string()))?;
        let mut count = 0;
        // SAFETY: the driver is initialised; the argument is a place to write to.
        check("cuDeviceGetCount", unsafe { sys::cuDeviceGetCount(&mut count) })?;
        let mut seen = Vec::new();
        for ordinal in 0..count {
            let mut device = 0;
            // SAFETY: the ordinal is below the count.
            check("cuDeviceGet", unsafe { sys::cuDeviceGet(&mut device, ordinal) })?;
            let name = name_of(device)?;
            if name_matches(&name, filter) {
                return Context::retain(device, name);
            }
            seen.push(format!("{name} (another name)"));
        }
        let filter = filter.map(Into::into);
        Err(DeviceError::NoDevice { api: Api::Cuda, filter, seen })
    }

    fn retain(device: sys::CUdevice, name: String) -> Result<Self, DeviceError> {
        let of = |attribute| attribute_of(device, attribute);
        let warp = of(Attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE)?;
        let major = of(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = of(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let mut memory = 0;
        // SAFETY: the device exists; the argument is a place to write to.
        let code = unsafe { sys::cuDeviceTotalMem_v2(&mut memory, device) };
        check("cuDeviceTotalMem", code)?;
        let info = DeviceInfo {
            name,
            driver: driver(),
            api: Api::Cuda,
            subgroup_size: warp,
            subgroup_sizes: (warp, warp),
            max_threads: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            shared_bytes: of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
            max_buffer_bytes: memory as u64,
            loop_budget: None,
            features: vec![format!("sm_{major}{minor}")],
        };
        let max_grid = [
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
        ];
        let max_block = [
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
            of(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
        ];
        let mut handle = std::ptr::null_mut();
        // SAFETY: the device exists; `drop` releases what this retains.
        let code = unsafe { sys::cuDevicePrimaryCtxRetain(&mut handle, device) };
        check("cuDevicePrimaryCtxRetain", code)?;
        tracing::debug!(name = %info.name, features = ?info.features, "opened a CUDA device");
        Ok(Context { info, max_grid, max_block, device, handle, abandoned: Cell::new(None) })
    }

    /// Makes this context the calling thread's; an error where the device was given up.
    pub fn make_current(&self) -> Result<(), DeviceError> {
        if let Some(why) = self.abandoned.get() {
            return Err(DeviceError::Lost(why.into()));
        }
        // SAFETY: the context is retained.
        check("cuCtxSetCurrent", unsafe { sys::cuCtxSetCurrent(self.handle) })
    }

    /// Gives the device up: nothing of it is freed from here on, and it takes no more work.
    pub fn abandon(&self, why: &'static str) {
        self.abandoned.set(Some(why));
    }

    /// Whether the device was given up.
    pub fn is_abandoned(&self) -> bool {
        self.abandoned.get().is_some()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if !self.is_abandoned() {
            // SAFETY: retained once in `retain`. An error here has nobody left to hear it.
            let _ = unsafe { sys::cuDevicePrimaryCtxRelease_v2(self.device) };
        }
    }
}

/// A driver's code as a result.
pub fn check(function: &'static str, code: sys::CUresult) -> Result<(), DeviceError> {
    if code == sys::CUresult::CUDA_SUCCESS {
        return Ok(());
    }
    Err(DeviceError::Driver { function, code: code_name(code) })
}

/// The driver's name for a code.
pub fn code_name(code: sys::CUresult) -> String {
    let mut name: *const c_char = std::ptr::null();
    // SAFETY: the argument is a place to write to; the driver's names live for ever.
    let known = unsafe { sys::cuGetErrorName(code, &mut name) } == sys::CUresult::CUDA_SUCCESS;
    if !known || name.is_null() {
        return format!("CUDA error {}", code as u32);
    }
    // SAFETY: the driver wrote the address of a C string.
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}

fn name_of(device: sys::CUdevice) -> Result<String, DeviceError> {
    let mut name = [0u8; 256];
    // SAFETY: the buffer has the length it is said to have.
    let code = unsafe { sys::cuDeviceGetName(name.as_mut_ptr().cast(), 256, device) };
    check("cuDeviceGetName", code)?;
    let name = CStr::from_bytes_until_nul(&name).unwrap_or_default();
    Ok(name.to_string_lossy().into_owned())
}

/// The newest CUDA that the driver knows.
fn driver() -> Option<String> {
    let mut version: c_int = 0;
    // SAFETY: the library is there; the argument is a place to write to.
    let code = unsafe { sys::cuDriverGetVersion(&mut version) };
    check("cuDriverGetVersion", code).ok()?;
    Some(format!("CUDA {}.{}", version / 1000, version % 1000 / 10))
}

fn attribute_of(device: sys::CUdevice, attribute: Attribute) -> Result<u32, DeviceError> {
    let mut value: c_int = 0;
    // SAFETY: the device exists; the argument is a place to write to.
    let code = unsafe { sys::cuDeviceGetAttribute(&mut value, attribute, device) };
    check("cuDeviceGetAttribute", code)?;
    Ok(u32::try_from(value).unwrap_or(0))
}
