//! Running PTX through the CUDA driver.
//!
//! **The idea.** The driver compiles the PTX when the module is loaded (its log becomes part of the
//! error), buffers are device memory aligned to 256 bytes, and events around each launch time it.
//! Repeats are queued back to back with one event between two launches, so that a short
//! kernel is timed without the host's pauses.
//!
//! **Sharp edges, and what is done about them.**
//! - *No driver.* `cudarc` panics where `libcuda` is absent. [`context::Context::open`] asks first
//!   whether it can be loaded; nothing else here runs without a context.
//! - *A fault in a kernel* (a wrong address, a trap) spoils the process's CUDA context for good:
//!   the run ends as [`DeviceError::Lost`], and this process can't use the device again.
//!   Nothing checks bounds: an address astray but inside somebody's memory goes unnoticed here and
//!   shows only as wrong elements.
//! - *A kernel that doesn't end* is a timeout; its objects are leaked, since freeing waits for it.

mod context;
mod objects;

use std::ffi::{CString, c_void};
use std::time::{Duration, Instant};

use cudarc::driver::sys;

use super::{Api, Clock, Code, Device, DeviceError, DeviceInfo, Kernel, RunOptions, Timing};
use super::{check_launch, ptx};
use context::{Context, check};
use objects::{Event, Memory, Module};

/// A CUDA device.
pub struct CudaDevice {
    context: Context,
}

impl CudaDevice {
    /// Opens the first device whose name contains `filter`.
    pub fn open(filter: Option<&str>) -> Result<Self, DeviceError> {
        Ok(CudaDevice { context: Context::open(filter)? })
    }

    /// Everything that can be refused without the driver's help.
    fn check(&self, kernel: &Kernel, text: &str, buffers: &[Vec<u8>]) -> Result<(), DeviceError> {
        let Context { info, max_grid, max_block, .. } = &self.context;
        check_launch(kernel, buffers, info, *max_grid, *max_block)?;
        let header = ptx::header(text, &kernel.entry)?;
        header.check_pointers(buffers.len())?;
        if let Some(module) = header.required_block.filter(|module| *module != kernel.block) {
            return Err(DeviceError::BlockMismatch { module, launch: kernel.block });
        }
        match kernel.subgroup_size {
            Some(wanted) if wanted != info.subgroup_size => {
                let why = format!("a warp has {}", info.subgroup_size);
                Err(DeviceError::SubgroupSize { wanted, why })
            }
            _ => Ok(()),
        }
    }

    /// Queues one launch.
    fn launch(
        &self,
        function: sys::CUfunction,
        kernel: &Kernel,
        memory: &[Memory<'_>],
    ) -> Result<(), DeviceError> {
        let mut pointers: Vec<sys::CUdeviceptr> = memory.iter().map(Memory::pointer).collect();
        let mut arguments: Vec<*mut c_void> =
            pointers.iter_mut().map(|pointer| (&raw mut *pointer).cast()).collect();
        let ([gx, gy, gz], [bx, by, bz]) = (kernel.grid, kernel.block);
        // SAFETY: the function takes exactly these arguments, 64-bit pointers to live memory (its
        // header says so), and the driver copies them before it returns.
        check("cuLaunchKernel", unsafe {
            sys::cuLaunchKernel(
                function,
                gx,
                gy,
                gz,
                bx,
                by,
                bz,
                0,
                std::ptr::null_mut(),
                arguments.as_mut_ptr(),
                std::ptr::null_mut(),
            )
        })
    }

    /// Waits for an event, at most `timeout`; a failure gives the device up.
    fn wait(&self, event: &Event<'_>, timeout: Duration) -> Result<(), DeviceError> {
        let started = Instant::now();
        loop {
            match event.is_done() {
                Ok(true) => return Ok(()),
                Ok(false) if started.elapsed() < timeout => {
                    std::thread::sleep(Duration::from_micros(20));
                }
                Ok(false) => {
                    self.context.abandon("an earlier kernel did not finish in time");
                    return Err(DeviceError::Timeout { seconds: timeout.as_secs_f64() });
                }
                Err(error) => {
                    self.context.abandon("an earlier kernel failed");
                    return Err(DeviceError::Lost(error.to_string()));
                }
            }
        }
    }
}

impl Device for CudaDevice {
    fn describe(&self) -> &DeviceInfo {
        &self.context.info
    }

    #[tracing::instrument(level = "debug", skip_all, fields(entry = %kernel.entry, grid = ?kernel.grid))]
    fn run(
        &mut self,
        kernel: &Kernel,
        buffers: &mut [Vec<u8>],
        options: &RunOptions,
    ) -> Result<Timing, DeviceError> {
        let Code::Ptx(text) = &kernel.code else {
            return Err(DeviceError::WrongCode { device: Api::Cuda, code: kernel.code.api() });
        };
        self.check(kernel, text, buffers)?;
        let context = &self.context;
        context.make_current()?;
        let module = Module::load(context, text)?;
        let function = module.function(&entry_name(&kernel.entry)?)?;
        function.check_block(kernel.block)?;
        let mut memory = Vec::with_capacity(buffers.len());
        for (binding, bytes) in buffers.iter().enumerate() {
            memory.push(Memory::with_bytes(context, binding, bytes)?);
        }

        let (start, end) = (Event::new(context)?, Event::new(context)?);
        start.record()?;
        self.launch(function.handle(), kernel, &memory)?;
        end.record()?;
        self.wait(&end, options.timeout)?;
        let first = end.since(&start)?;
        let mut results = Vec::with_capacity(buffers.len());
        for (memory, bytes) in memory.iter().zip(buffers.iter()) {
            let mut result = vec![0; bytes.len()];
            memory.read(&mut result)?;
            results.push(result);
        }
        for (bytes, result) in buffers.iter_mut().zip(results) {
            *bytes = result;
        }

        let mut events = vec![Event::new(context)?];
        for _ in 0..options.repeats {
            events.push(Event::new(context)?);
        }
        for (launched, event) in events.iter().enumerate() {
            if launched > 0 {
                self.launch(function.handle(), kernel, &memory)?;
            }
            event.record()?;
        }
        if let Some(last) = events.last() {
            self.wait(last, options.timeout.saturating_mul(options.repeats.max(1)))?;
        }
        let repeats = events
            .iter()
            .zip(events.iter().skip(1))
            .map(|(before, after)| after.since(before))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Timing { clock: Clock::Device, first, repeats })
    }
}

fn entry_name(entry: &str) -> Result<CString, DeviceError> {
    CString::new(entry)
        .map_err(|_| DeviceError::NoEntryPoint { entry: entry.into(), found: vec![] })
}

#[cfg(test)]
mod tests;
