//! Running SPIR-V on Vulkan 1.3.
//!
//! **The idea.** One instance, one device, one queue that computes; each run makes its buffers,
//! pipeline and command buffer, submits it, waits, reads back and lets everything go. Nothing is
//! cached between runs, so that a run depends on its arguments alone.
//!
//! **Sharp edges, and what is done about them.**
//! - *Out of bounds.* `robustBufferAccess` is on: a kernel that strays past a buffer reads
//!   some value and writes nothing, instead of harming this process. So a wrong address shows as
//!   a wrong element in the comparison, and never as a crash.
//! - *A kernel that doesn't end.* After a timeout the device may still be using every object of
//!   the run; freeing any of them would be undefined. They are leaked instead, and the device
//!   refuses further work ([`context::Context::abandon`]).
//! - *Memory.* Storage buffers are host-visible, in device memory where the device has such;
//!   on a discrete GPU without it the kernel reads across the bus, and its time says little.
//! - *Long loops on lavapipe.* llvmpipe ends every loop of a kernel once a subgroup has gone round
//!   65,535 times in all of them together, with no error: results are just wrong. The device's
//!   description says so ([`DeviceInfo::loop_budget`]).
//! - *`XDG_RUNTIME_DIR`.* Only window surfaces need it. No surface extension is asked for, so
//!   the variable is neither needed nor set here (setting one in a process with threads is
//!   undefined).

mod buffer;
mod context;
mod features;
mod float_controls;
mod launch;
mod pipeline;

use std::time::Duration;

use ash::vk;

use super::{Clock, Code, Device, DeviceError, DeviceInfo, Kernel, RunOptions, Timing};
use super::{check_launch, spirv};
use buffer::Buffer;
use context::Context;
use launch::Launch;
use pipeline::Pipeline;

/// A Vulkan device.
pub struct VulkanDevice {
    context: Context,
}

impl VulkanDevice {
    /// Opens the best device whose name contains `filter`: discrete, then integrated, then any.
    pub fn open(filter: Option<&str>) -> Result<Self, DeviceError> {
        Ok(VulkanDevice { context: Context::open(filter)? })
    }

    /// Everything that can be refused without the driver's help.
    fn check(&self, kernel: &Kernel, buffers: &[Vec<u8>]) -> Result<(), DeviceError> {
        let Context { info, limits, .. } = &self.context;
        let (max_grid, max_block) =
            (limits.max_compute_work_group_count, limits.max_compute_work_group_size);
        check_launch(kernel, buffers, info, max_grid, max_block)?;
        let max = limits.max_per_stage_descriptor_storage_buffers;
        if buffers.len() as u64 > u64::from(max) {
            return Err(DeviceError::TooManyBuffers { buffers: buffers.len(), max });
        }
        let summary = spirv::summarize(words(kernel)?, &kernel.entry)?;
        for capability in &summary.capabilities {
            self.context.support.check(*capability)?;
        }
        for &(mode, width) in &summary.float_modes {
            self.context.support.float_controls.check_mode(mode, width)?;
        }
        if summary.local_size != kernel.block {
            let (module, launch) = (summary.local_size, kernel.block);
            return Err(DeviceError::BlockMismatch { module, launch });
        }
        for &(set, binding) in &summary.bindings {
            if set != 0 || u64::from(binding) >= buffers.len() as u64 {
                let buffers = buffers.len();
                return Err(DeviceError::UnboundBinding { set, binding, buffers });
            }
        }
        if summary.shared_bytes > u64::from(info.shared_bytes) {
            let (bytes, max) = (summary.shared_bytes, info.shared_bytes);
            return Err(DeviceError::TooMuchSharedMemory { bytes, max });
        }
        Ok(())
    }
}

impl Device for VulkanDevice {
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
        let context = &self.context;
        context.check_alive()?;
        self.check(kernel, buffers)?;
        let pipeline = Pipeline::new(context, kernel, words(kernel)?, buffers.len())?;
        let mut device_buffers = Vec::with_capacity(buffers.len());
        for (binding, bytes) in buffers.iter().enumerate() {
            let mut buffer = Buffer::new(context, binding, bytes.len())?;
            buffer.write(bytes);
            device_buffers.push(buffer);
        }
        let launch = Launch::record(context, &pipeline, &device_buffers, kernel.grid)?;
        let first = launch.submit(options.timeout)?;
        for (buffer, bytes) in device_buffers.iter().zip(buffers) {
            buffer.read(bytes);
        }
        let repeats = (0..options.repeats)
            .map(|_| launch.submit(options.timeout))
            .collect::<Result<Vec<Duration>, _>>()?;
        let clock = if launch.has_timestamps() { Clock::Device } else { Clock::Host };
        Ok(Timing { clock, first, repeats })
    }
}

fn words(kernel: &Kernel) -> Result<&[u32], DeviceError> {
    match &kernel.code {
        Code::Spirv(words) => Ok(words),
        Code::Ptx(_) => {
            Err(DeviceError::WrongCode { device: super::Api::Vulkan, code: kernel.code.api() })
        }
    }
}

/// A driver's error as ours.
fn failed(function: &'static str) -> impl Fn(vk::Result) -> DeviceError {
    move |code| match code {
        vk::Result::ERROR_DEVICE_LOST => DeviceError::Lost(format!("{function}: {code:?}")),
        _ => DeviceError::Driver { function, code: format!("{code:?}") },
    }
}

#[cfg(test)]
mod tests;
