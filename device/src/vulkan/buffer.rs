//! A storage buffer with memory of its own, mapped for as long as it lives.

use ash::vk;

use super::context::Context;
use super::failed;
use crate::DeviceError;

/// Host-visible memory, best first: in the device, then cached by the host, then any. Vulkan
/// guarantees a type of the last kind.
const PREFERENCES: [vk::MemoryPropertyFlags; 3] = [
    vk::MemoryPropertyFlags::DEVICE_LOCAL,
    vk::MemoryPropertyFlags::HOST_CACHED,
    vk::MemoryPropertyFlags::empty(),
];

/// A storage buffer.
pub struct Buffer<'c> {
    context: &'c Context,
    /// The handle, to bind.
    pub handle: vk::Buffer,
    memory: vk::DeviceMemory,
    mapped: *mut u8,
    bytes: usize,
}

impl<'c> Buffer<'c> {
    /// A buffer of `bytes` bytes, not yet written.
    pub fn new(context: &'c Context, binding: usize, bytes: usize) -> Result<Self, DeviceError> {
        let create = vk::BufferCreateInfo::default()
            .size(bytes as u64)
            .usage(vk::BufferUsageFlags::STORAGE_BUFFER)
            .sharing_mode(vk::SharingMode::EXCLUSIVE);
        // SAFETY: the device is alive; the size was checked to be neither 0 nor over the limit.
        let handle = unsafe { context.device.create_buffer(&create, None) }
            .map_err(failed("vkCreateBuffer"))?;
        let mut buffer = Buffer {
            context,
            handle,
            memory: vk::DeviceMemory::null(),
            mapped: std::ptr::null_mut(),
            bytes,
        };
        buffer.memory = buffer.allocate(binding)?;
        // SAFETY: the memory is fresh, of a type the buffer allows and as large as it requires.
        unsafe { context.device.bind_buffer_memory(handle, buffer.memory, 0) }
            .map_err(failed("vkBindBufferMemory"))?;
        let flags = vk::MemoryMapFlags::empty();
        // SAFETY: the memory is host-visible and isn't mapped yet.
        let mapped = unsafe { context.device.map_memory(buffer.memory, 0, vk::WHOLE_SIZE, flags) };
        buffer.mapped = mapped.map_err(failed("vkMapMemory"))?.cast();
        Ok(buffer)
    }

    /// Memory from the first type, in order of preference, that has enough.
    fn allocate(&self, binding: usize) -> Result<vk::DeviceMemory, DeviceError> {
        // SAFETY: the buffer is alive.
        let needs = unsafe { self.context.device.get_buffer_memory_requirements(self.handle) };
        let base = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let mut refusal = vk::Result::ERROR_OUT_OF_DEVICE_MEMORY;
        for preference in PREFERENCES {
            let types = self.context.memory.memory_types_as_slice();
            for (index, kind) in (0u32..).zip(types) {
                let allowed = needs.memory_type_bits.checked_shr(index).unwrap_or(0) & 1 == 1;
                if !allowed || !kind.property_flags.contains(base | preference) {
                    continue;
                }
                let request = vk::MemoryAllocateInfo::default()
                    .allocation_size(needs.size)
                    .memory_type_index(index);
                // SAFETY: the type exists, and the size is the one the driver asked for.
                match unsafe { self.context.device.allocate_memory(&request, None) } {
                    Ok(memory) => return Ok(memory),
                    Err(code) => refusal = code,
                }
            }
        }
        let (bytes, why) = (self.bytes as u64, format!("{refusal:?}"));
        Err(DeviceError::OutOfMemory { binding, bytes, why })
    }

    /// Copies bytes in, as many as both have.
    pub fn write(&mut self, bytes: &[u8]) {
        let length = bytes.len().min(self.bytes);
        // SAFETY: the mapping has `self.bytes` bytes and outlives the call; no launch is running,
        // and the source is another allocation.
        unsafe { self.mapped.copy_from_nonoverlapping(bytes.as_ptr(), length) };
    }

    /// Copies bytes out, as many as both have.
    pub fn read(&self, bytes: &mut [u8]) {
        let length = bytes.len().min(self.bytes);
        // SAFETY: as for `write`; the launch has ended and made its writes visible to the host.
        unsafe { self.mapped.copy_to_nonoverlapping(bytes.as_mut_ptr(), length) };
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        if self.context.is_abandoned() {
            return;
        }
        // SAFETY: no launch is running; freeing the memory unmaps it; null handles are ignored.
        unsafe {
            self.context.device.destroy_buffer(self.handle, None);
            self.context.device.free_memory(self.memory, None);
        }
    }
}
