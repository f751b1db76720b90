//! One recorded dispatch, to be submitted as often as wanted.
//!
//! The command buffer is: timestamp, dispatch, timestamp, then a barrier that makes the
//! shader's writes visible to the host and to the next launch. The fence orders launches.

use std::time::{Duration, Instant};

use ash::vk;

use super::buffer::Buffer;
use super::context::Context;
use super::failed;
use super::pipeline::Pipeline;
use crate::DeviceError;

/// A dispatch with the objects it needs.
pub struct Launch<'c> {
    context: &'c Context,
    commands: vk::CommandPool,
    command: vk::CommandBuffer,
    descriptors: vk::DescriptorPool,
    queries: vk::QueryPool,
    fence: vk::Fence,
}

impl<'c> Launch<'c> {
    /// Records a dispatch of `grid` blocks over these buffers. Both pipeline and buffers must
    /// outlive it.
    pub fn record(
        context: &'c Context,
        pipeline: &Pipeline<'c>,
        buffers: &[Buffer<'c>],
        grid: [u32; 3],
    ) -> Result<Self, DeviceError> {
        let mut launch = Launch {
            context,
            commands: vk::CommandPool::null(),
            command: vk::CommandBuffer::null(),
            descriptors: vk::DescriptorPool::null(),
            queries: vk::QueryPool::null(),
            fence: vk::Fence::null(),
        };
        let device = &context.device;
        let create = vk::CommandPoolCreateInfo::default().queue_family_index(context.family);
        // SAFETY: the family is the device's.
        launch.commands = unsafe { device.create_command_pool(&create, None) }
            .map_err(failed("vkCreateCommandPool"))?;
        let allocate = vk::CommandBufferAllocateInfo::default()
            .command_pool(launch.commands)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: the pool is alive.
        let made = unsafe { device.allocate_command_buffers(&allocate) }
            .map_err(failed("vkAllocateCommandBuffers"))?;
        launch.command = made.into_iter().next().unwrap_or_default();
        // SAFETY: the device is alive.
        launch.fence = unsafe { device.create_fence(&vk::FenceCreateInfo::default(), None) }
            .map_err(failed("vkCreateFence"))?;
        if context.timestamp_bits > 0 {
            let create = vk::QueryPoolCreateInfo::default()
                .query_type(vk::QueryType::TIMESTAMP)
                .query_count(2);
            // SAFETY: the queue has timestamps.
            launch.queries = unsafe { device.create_query_pool(&create, None) }
                .map_err(failed("vkCreateQueryPool"))?;
        }
        let set = launch.bind(pipeline, buffers)?;
        launch.fill(pipeline, set, grid)?;
        Ok(launch)
    }

    /// Whether [`Launch::submit`] answers in device time.
    pub fn has_timestamps(&self) -> bool {
        self.queries != vk::QueryPool::null()
    }

    /// A descriptor set with buffer `i` at binding `i`.
    fn bind(
        &mut self,
        pipeline: &Pipeline<'c>,
        buffers: &[Buffer<'c>],
    ) -> Result<Option<vk::DescriptorSet>, DeviceError> {
        if buffers.is_empty() {
            return Ok(None);
        }
        let device = &self.context.device;
        let count = u32::try_from(buffers.len()).unwrap_or(u32::MAX);
        let sizes = [vk::DescriptorPoolSize::default()
            .ty(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(count)];
        let create = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: one size of at least one descriptor.
        self.descriptors = unsafe { device.create_descriptor_pool(&create, None) }
            .map_err(failed("vkCreateDescriptorPool"))?;
        let layouts = [pipeline.set_layout];
        let allocate = vk::DescriptorSetAllocateInfo::default()
            .descriptor_pool(self.descriptors)
            .set_layouts(&layouts);
        // SAFETY: pool and layout are alive, and the pool has room for the set.
        let sets = unsafe { device.allocate_descriptor_sets(&allocate) }
            .map_err(failed("vkAllocateDescriptorSets"))?;
        let set = sets.into_iter().next().unwrap_or_default();
        let infos: Vec<_> = buffers
            .iter()
            .map(|buffer| {
                let whole = vk::DescriptorBufferInfo::default().range(vk::WHOLE_SIZE);
                [whole.buffer(buffer.handle)]
            })
            .collect();
        let writes: Vec<_> = (0u32..)
            .zip(&infos)
            .map(|(binding, info)| {
                vk::WriteDescriptorSet::default()
                    .dst_set(set)
                    .dst_binding(binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .buffer_info(info)
            })
            .collect();
        // SAFETY: the set has these bindings, all buffers are alive, none is in use.
        unsafe { device.update_descriptor_sets(&writes, &[]) };
        Ok(Some(set))
    }

    fn fill(
        &self,
        pipeline: &Pipeline<'c>,
        set: Option<vk::DescriptorSet>,
        [x, y, z]: [u32; 3],
    ) -> Result<(), DeviceError> {
        let device = &self.context.device;
        let command = self.command;
        let timed = self.has_timestamps();
        let compute = vk::PipelineStageFlags::COMPUTE_SHADER;
        let barrier = vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(
                vk::AccessFlags::HOST_READ
                    | vk::AccessFlags::SHADER_READ
                    | vk::AccessFlags::SHADER_WRITE,
            );
        // SAFETY: the command buffer is fresh and only this thread records it; pipeline, set and
        // query pool are alive and belong together; the grid was checked against the limits.
        unsafe {
            device
                .begin_command_buffer(command, &vk::CommandBufferBeginInfo::default())
                .map_err(failed("vkBeginCommandBuffer"))?;
            if timed {
                device.cmd_reset_query_pool(command, self.queries, 0, 2);
            }
            let point = vk::PipelineBindPoint::COMPUTE;
            device.cmd_bind_pipeline(command, point, pipeline.handle);
            if let Some(set) = set {
                device.cmd_bind_descriptor_sets(command, point, pipeline.layout, 0, &[set], &[]);
            }
            if timed {
                let top = vk::PipelineStageFlags::TOP_OF_PIPE;
                device.cmd_write_timestamp(command, top, self.queries, 0);
            }
            device.cmd_dispatch(command, x, y, z);
            if timed {
                device.cmd_write_timestamp(command, compute, self.queries, 1);
            }
            device.cmd_pipeline_barrier(
                command,
                compute,
                vk::PipelineStageFlags::HOST | compute,
                vk::DependencyFlags::empty(),
                &[barrier],
                &[],
                &[],
            );
            device.end_command_buffer(command).map_err(failed("vkEndCommandBuffer"))
        }
    }

    /// Runs the dispatch to its end and says how long it took.
    ///
    /// A failure to wait gives the device up: the launch may still be running.
    pub fn submit(&self, timeout: Duration) -> Result<Duration, DeviceError> {
        let device = &self.context.device;
        let commands = [self.command];
        let submits = [vk::SubmitInfo::default().command_buffers(&commands)];
        let fences = [self.fence];
        let started = Instant::now();
        // SAFETY: the launch before, if any, has ended, so command buffer and fence are free;
        // everything the commands use outlives the wait, or is leaked where the wait fails.
        let waited = unsafe {
            device.reset_fences(&fences).map_err(failed("vkResetFences"))?;
            device
                .queue_submit(self.context.queue, &submits, self.fence)
                .map_err(failed("vkQueueSubmit"))?;
            let nanoseconds = u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX);
            // In no time nothing ends, however fast the device was while nobody looked.
            match device.wait_for_fences(&fences, true, nanoseconds) {
                Ok(()) if timeout.is_zero() => Err(vk::Result::TIMEOUT),
                waited => waited,
            }
        };
        let elapsed = started.elapsed();
        waited.map_err(|code| {
            if code == vk::Result::TIMEOUT {
                self.context.abandon("an earlier kernel did not finish in time");
                DeviceError::Timeout { seconds: timeout.as_secs_f64() }
            } else {
                self.context.abandon("waiting for an earlier kernel failed");
                failed("vkWaitForFences")(code)
            }
        })?;
        if self.has_timestamps() { self.device_time() } else { Ok(elapsed) }
    }

    fn device_time(&self) -> Result<Duration, DeviceError> {
        let mut stamps = [0u64; 2];
        let flags = vk::QueryResultFlags::TYPE_64 | vk::QueryResultFlags::WAIT;
        // SAFETY: the pool has two queries, both written by the launch that ended.
        unsafe { self.context.device.get_query_pool_results(self.queries, 0, &mut stamps, flags) }
            .map_err(failed("vkGetQueryPoolResults"))?;
        let [start, end] = stamps;
        // Timestamps count modulo 2^bits, so their difference is taken so.
        let unused = 64u32.saturating_sub(self.context.timestamp_bits);
        let ticks = end.wrapping_sub(start) & u64::MAX.checked_shr(unused).unwrap_or(0);
        let period = f64::from(self.context.limits.timestamp_period);
        Ok(Duration::from_nanos((ticks as f64 * period) as u64))
    }
}

impl Drop for Launch<'_> {
    fn drop(&mut self) {
        if self.context.is_abandoned() {
            return;
        }
        let device = &self.context.device;
        // SAFETY: no launch is running; null handles are ignored; pools free what is theirs.
        unsafe {
            device.destroy_fence(self.fence, None);
            device.destroy_query_pool(self.queries, None);
            device.destroy_descriptor_pool(self.descriptors, None);
            device.destroy_command_pool(self.commands, None);
        }
    }
}
