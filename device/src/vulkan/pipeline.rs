//! The compute pipeline of one kernel, and the descriptor set layout it binds buffers by.

use std::ffi::CString;

use ash::vk;

use super::context::Context;
use super::failed;
use crate::{DeviceError, Kernel};

/// A compute pipeline.
pub struct Pipeline<'c> {
    context: &'c Context,
    module: vk::ShaderModule,
    /// The layout of set 0: one storage buffer a binding.
    pub set_layout: vk::DescriptorSetLayout,
    /// The pipeline's layout: that set alone.
    pub layout: vk::PipelineLayout,
    /// The pipeline.
    pub handle: vk::Pipeline,
}

impl<'c> Pipeline<'c> {
    /// Compiles a kernel, whose module and launch were checked, for `buffers` bindings.
    pub fn new(
        context: &'c Context,
        kernel: &Kernel,
        words: &[u32],
        buffers: usize,
    ) -> Result<Self, DeviceError> {
        let subgroup = subgroup_request(context, kernel)?;
        let name = CString::new(kernel.entry.as_str()).map_err(|_| DeviceError::NoEntryPoint {
            entry: kernel.entry.clone(),
            found: vec![],
        })?;
        let mut pipeline = Pipeline {
            context,
            module: vk::ShaderModule::null(),
            set_layout: vk::DescriptorSetLayout::null(),
            layout: vk::PipelineLayout::null(),
            handle: vk::Pipeline::null(),
        };
        let device = &context.device;

        let create = vk::ShaderModuleCreateInfo::default().code(words);
        // SAFETY: the words are a module by header and structure, with allowed capabilities;
        // that its functions' bodies are valid is the driver's to check.
        pipeline.module = unsafe { device.create_shader_module(&create, None) }.map_err(compile)?;

        let bindings: Vec<_> = (0u32..)
            .take(buffers)
            .map(|binding| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .descriptor_count(1)
                    .stage_flags(vk::ShaderStageFlags::COMPUTE)
            })
            .collect();
        let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: the bindings are distinct and within the device's limit.
        pipeline.set_layout = unsafe { device.create_descriptor_set_layout(&create, None) }
            .map_err(failed("vkCreateDescriptorSetLayout"))?;

        let sets = [pipeline.set_layout];
        let create = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets);
        // SAFETY: the set layout is alive.
        pipeline.layout = unsafe { device.create_pipeline_layout(&create, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;

        let mut size_info = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default();
        let mut stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(pipeline.module)
            .name(&name);
        if let Some(request) = subgroup {
            size_info = size_info.required_subgroup_size(request.size);
            stage = stage.flags(request.flags).push_next(&mut size_info);
        }
        let create = vk::ComputePipelineCreateInfo::default().stage(stage).layout(pipeline.layout);
        // SAFETY: module and layout are alive, the entry point is in the module, every binding
        // it uses is in the layout, and the subgroup size is one the device takes.
        let made =
            unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &[create], None) };
        let handles = made.map_err(|(_, code)| compile(code))?;
        pipeline.handle = handles.into_iter().next().unwrap_or_default();
        Ok(pipeline)
    }
}

impl Drop for Pipeline<'_> {
    fn drop(&mut self) {
        if self.context.is_abandoned() {
            return;
        }
        let device = &self.context.device;
        // SAFETY: no launch is running; null handles are ignored.
        unsafe {
            device.destroy_pipeline(self.handle, None);
            device.destroy_pipeline_layout(self.layout, None);
            device.destroy_descriptor_set_layout(self.set_layout, None);
            device.destroy_shader_module(self.module, None);
        }
    }
}

/// A subgroup size to require of the driver.
struct SubgroupRequest {
    size: u32,
    flags: vk::PipelineShaderStageCreateFlags,
}

/// What to ask of the driver so that the kernel gets its subgroup size: nothing where it has no
/// wish, or where the device has one size and that is it.
fn subgroup_request(
    context: &Context,
    kernel: &Kernel,
) -> Result<Option<SubgroupRequest>, DeviceError> {
    let Some(wanted) = kernel.subgroup_size else { return Ok(None) };
    let refuse = |why: String| Err(DeviceError::SubgroupSize { wanted, why });
    let (min, max) = context.info.subgroup_sizes;
    if wanted < min || wanted > max || !wanted.is_power_of_two() {
        return refuse(format!("{} has powers of two from {min} to {max}", context.info.name));
    }
    if min == max || !context.support.has("subgroupSizeControl") {
        return Ok(None);
    }
    let threads = kernel.block.into_iter().map(u64::from).product::<u64>();
    let most = u64::from(wanted).saturating_mul(u64::from(context.max_subgroups));
    if threads > most {
        return refuse(format!("{threads} threads a block are more than {most}, all it can have"));
    }
    let [x, ..] = kernel.block;
    let full = context.support.has("computeFullSubgroups") && x.is_multiple_of(wanted);
    let flags = if full {
        vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS
    } else {
        vk::PipelineShaderStageCreateFlags::empty()
    };
    Ok(Some(SubgroupRequest { size: wanted, flags }))
}

fn compile(code: vk::Result) -> DeviceError {
    DeviceError::Compile { code: format!("{code:?}"), log: String::new() }
}
