//! What a run owns on a CUDA device: a module, memory, events. Each frees itself, unless the
//! device was given up meanwhile.

use std::ffi::{CStr, CString, c_void};
use std::time::Duration;

use cudarc::driver::sys;

use super::context::{Context, check, code_name};
use crate::DeviceError;

/// Room for the compiler's complaints.
const LOG_BYTES: usize = 16 * 1024;

/// A compiled PTX module.
pub struct Module<'c> {
    context: &'c Context,
    handle: sys::CUmodule,
}

impl<'c> Module<'c> {
    /// Compiles PTX for this device.
    pub fn load(context: &'c Context, ptx: &str) -> Result<Self, DeviceError> {
        let refused = |code: String, log: String| DeviceError::Compile { code, log };
        let image =
            CString::new(ptx).map_err(|error| refused("invalid PTX".into(), error.to_string()))?;
        let mut log = vec![0u8; LOG_BYTES];
        let mut options = [
            sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values: [*mut c_void; 2] =
            [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(LOG_BYTES)];
        let mut handle = std::ptr::null_mut();
        // SAFETY: the image ends in a zero; options and values are two each, and the log has the
        // length it is said to have.
        let code = unsafe {
            sys::cuModuleLoadDataEx(
                &mut handle,
                image.as_ptr().cast(),
                2,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        if code != sys::CUresult::CUDA_SUCCESS {
            let text = log.split(|byte| *byte == 0).next().unwrap_or_default();
            return Err(refused(code_name(code), String::from_utf8_lossy(text).into_owned()));
        }
        Ok(Module { context, handle })
    }

    /// One of its kernels.
    pub fn function(&self, name: &CStr) -> Result<Function<'_>, DeviceError> {
        let mut handle = std::ptr::null_mut();
        // SAFETY: the module is loaded.
        let code = unsafe { sys::cuModuleGetFunction(&mut handle, self.handle, name.as_ptr()) };
        if code == sys::CUresult::CUDA_ERROR_NOT_FOUND {
            let entry = name.to_string_lossy().into_owned();
            return Err(DeviceError::NoEntryPoint { entry, found: vec![] });
        }
        check("cuModuleGetFunction", code)?;
        Ok(Function { handle, _module: self })
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        if !self.context.is_abandoned() {
            // SAFETY: loaded once, no launch is running. An error has nobody left to hear it.
            let _ = unsafe { sys::cuModuleUnload(self.handle) };
        }
    }
}

/// A kernel of a module.
pub struct Function<'m> {
    handle: sys::CUfunction,
    _module: &'m Module<'m>,
}

impl Function<'_> {
    /// The handle to launch.
    pub fn handle(&self) -> sys::CUfunction {
        self.handle
    }

    /// Refuses a block of more threads than the kernel's registers leave room for.
    pub fn check_block(&self, block: [u32; 3]) -> Result<(), DeviceError> {
        let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
        let mut max = 0;
        // SAFETY: the function is alive; the argument is a place to write to.
        let code = unsafe { sys::cuFuncGetAttribute(&mut max, attribute, self.handle) };
        check("cuFuncGetAttribute", code)?;
        let max = u32::try_from(max).unwrap_or(0);
        if block.into_iter().map(u64::from).product::<u64>() > u64::from(max) {
            return Err(DeviceError::BlockTooLarge { block, max });
        }
        Ok(())
    }
}

/// Device memory.
pub struct Memory<'c> {
    context: &'c Context,
    pointer: sys::CUdeviceptr,
}

impl<'c> Memory<'c> {
    /// Memory that holds these bytes; not empty, which was checked.
    pub fn with_bytes(
        context: &'c Context,
        binding: usize,
        bytes: &[u8],
    ) -> Result<Self, DeviceError> {
        let mut pointer = 0;
        // SAFETY: the context is current; the argument is a place to write to.
        let code = unsafe { sys::cuMemAlloc_v2(&mut pointer, bytes.len()) };
        if code == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY {
            let (bytes, why) = (bytes.len() as u64, code_name(code));
            return Err(DeviceError::OutOfMemory { binding, bytes, why });
        }
        check("cuMemAlloc", code)?;
        let memory = Memory { context, pointer };
        // SAFETY: source and destination have this many bytes.
        let code =
            unsafe { sys::cuMemcpyHtoD_v2(memory.pointer, bytes.as_ptr().cast(), bytes.len()) };
        check("cuMemcpyHtoD", code)?;
        Ok(memory)
    }

    /// Its address.
    pub fn pointer(&self) -> sys::CUdeviceptr {
        self.pointer
    }

    /// Copies the bytes out; `bytes` has the length the memory was made with.
    pub fn read(&self, bytes: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: source and destination have this many bytes.
        let code =
            unsafe { sys::cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), self.pointer, bytes.len()) };
        check("cuMemcpyDtoH", code)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        if !self.context.is_abandoned() {
            // SAFETY: allocated once, no launch is running. An error has nobody left to hear it.
            let _ = unsafe { sys::cuMemFree_v2(self.pointer) };
        }
    }
}

/// A point in the device's time.
pub struct Event<'c> {
    context: &'c Context,
    handle: sys::CUevent,
}

impl<'c> Event<'c> {
    /// An event that was never recorded.
    pub fn new(context: &'c Context) -> Result<Self, DeviceError> {
        let mut handle = std::ptr::null_mut();
        // SAFETY: the context is current; the argument is a place to write to.
        check("cuEventCreate", unsafe { sys::cuEventCreate(&mut handle, 0) })?;
        Ok(Event { context, handle })
    }

    /// Marks this place in the queue.
    pub fn record(&self) -> Result<(), DeviceError> {
        // SAFETY: the event is alive, and the null stream always is.
        check("cuEventRecord", unsafe { sys::cuEventRecord(self.handle, std::ptr::null_mut()) })
    }

    /// Whether all that was queued before it is done.
    pub fn is_done(&self) -> Result<bool, DeviceError> {
        // SAFETY: the event is alive.
        match unsafe { sys::cuEventQuery(self.handle) } {
            sys::CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            code => check("cuEventQuery", code).map(|()| true),
        }
    }

    /// The time between two events that are done.
    pub fn since(&self, start: &Event<'_>) -> Result<Duration, DeviceError> {
        let mut milliseconds = 0.0f32;
        // SAFETY: both events are alive; the argument is a place to write to.
        let code = unsafe { sys::cuEventElapsedTime(&mut milliseconds, start.handle, self.handle) };
        check("cuEventElapsedTime", code)?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }
}

impl Drop for Event<'_> {
    fn drop(&mut self) {
        if !self.context.is_abandoned() {
            // SAFETY: created once. An error has nobody left to hear it.
            let _ = unsafe { sys::cuEventDestroy_v2(self.handle) };
        }
    }
}
