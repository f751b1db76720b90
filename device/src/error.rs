//! Every way in which a run can fail, each with the numbers that explain it.
//!
//! The variants come in three groups: no device to run on; a kernel or a buffer that this device
//! must not be given (found by us, before the driver sees it); a driver's own refusal.

use super::Api;

/// Why a kernel didn't run.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// No Vulkan loader, or none of its drivers starts.
    #[error("no Vulkan: {0}")]
    NoVulkan(String),

    /// The CUDA driver isn't installed, or doesn't start.
    #[error("no CUDA driver: {0}")]
    NoCudaDriver(String),

    /// No device passes: each one that was seen, with what is wrong with it.
    #[error("no {api} device fits{}; seen: {}", filter_text(.filter), list_text(.seen))]
    NoDevice {
        /// The interface.
        api: Api,
        /// The filter on the name, if any.
        filter: Option<String>,
        /// The devices seen, and why each was passed over.
        seen: Vec<String>,
    },

    /// Code of the other interface.
    #[error("a {device} device cannot run code for {code}")]
    WrongCode {
        /// The device's interface.
        device: Api,
        /// The code's.
        code: Api,
    },

    /// The words aren't a SPIR-V module.
    #[error("invalid SPIR-V at word {word}: {why}")]
    InvalidSpirv {
        /// The word's index in the module.
        word: usize,
        /// What is wrong there.
        why: String,
    },

    /// The module has no compute entry point of that name.
    #[error("no compute entry point `{entry}`; the module has {}", list_text(.found))]
    NoEntryPoint {
        /// The name asked for.
        entry: String,
        /// The names there are.
        found: Vec<String>,
    },

    /// The block the module was compiled for isn't the block to launch.
    #[error("the module was compiled for blocks of {module:?} threads, the launch has {launch:?}")]
    BlockMismatch {
        /// The module's local size.
        module: [u32; 3],
        /// The launch's block.
        launch: [u32; 3],
    },

    /// The module declares a SPIR-V capability that this device lacks.
    #[error("the module needs the SPIR-V capability {capability}, the device lacks {lacks}")]
    MissingCapability {
        /// The capability, by name where it is one we know, else by number.
        capability: String,
        /// The device feature that would allow it.
        lacks: &'static str,
    },

    /// The kernel uses a binding for which there is no buffer.
    #[error("the kernel uses set {set}, binding {binding}; there are {buffers} buffers, in set 0")]
    UnboundBinding {
        /// The descriptor set.
        set: u32,
        /// The binding.
        binding: u32,
        /// How many buffers the run was given.
        buffers: usize,
    },

    /// The kernel uses a resource that is no buffer.
    #[error("the kernel uses a resource of the kind {class}; only storage buffers are bound")]
    UnsupportedVariable {
        /// The kind.
        class: &'static str,
    },

    /// The kernel takes another number of parameters than there are buffers.
    #[error("the kernel takes {parameters} parameters, the run was given {buffers} buffers")]
    ParameterCount {
        /// Parameters in the code.
        parameters: usize,
        /// Buffers given.
        buffers: usize,
    },

    /// A parameter is no pointer.
    #[error("parameter {index} is `{declared}`; only 64-bit pointers can be passed")]
    ParameterType {
        /// The parameter's position.
        index: usize,
        /// Its declaration.
        declared: String,
    },

    /// A buffer of no bytes: neither interface has one.
    #[error("buffer {binding} is empty")]
    EmptyBuffer {
        /// The binding.
        binding: usize,
    },

    /// A buffer over the device's limit.
    #[error("buffer {binding} has {bytes} bytes, the device allows {max}")]
    BufferTooLarge {
        /// The binding.
        binding: usize,
        /// Its size.
        bytes: u64,
        /// The limit.
        max: u64,
    },

    /// More buffers than the device binds at once.
    #[error("{buffers} buffers, the device binds at most {max}")]
    TooManyBuffers {
        /// How many there are.
        buffers: usize,
        /// The limit.
        max: u32,
    },

    /// A launch extent that is zero or over the device's limit.
    #[error("the {what} has extent {extent} along {axis}, the device allows 1 to {max}")]
    LaunchExtent {
        /// `grid` or `block`.
        what: &'static str,
        /// `x`, `y` or `z`.
        axis: char,
        /// The extent.
        extent: u32,
        /// The limit.
        max: u32,
    },

    /// More threads in a block than the device has.
    #[error("a block of {block:?} threads, the device allows {max} in all")]
    BlockTooLarge {
        /// The block.
        block: [u32; 3],
        /// The limit.
        max: u32,
    },

    /// More workgroup memory than a block can have.
    #[error("the kernel uses {bytes} bytes of workgroup memory, the device has {max}")]
    TooMuchSharedMemory {
        /// What the kernel declares.
        bytes: u64,
        /// The limit.
        max: u32,
    },

    /// A subgroup size the device can't give this kernel.
    #[error("the kernel needs subgroups of {wanted}: {why}")]
    SubgroupSize {
        /// What the kernel asks for.
        wanted: u32,
        /// Why it can't be had.
        why: String,
    },

    /// The driver refused the code; for CUDA with its log.
    #[error("the driver refused the kernel: {code}{}", log_text(.log))]
    Compile {
        /// The driver's error.
        code: String,
        /// The compiler's log, may be empty.
        log: String,
    },

    /// No memory for a buffer.
    #[error("no device memory for the {bytes} bytes of buffer {binding}: {why}")]
    OutOfMemory {
        /// The binding.
        binding: usize,
        /// Its size.
        bytes: u64,
        /// The driver's words.
        why: String,
    },

    /// A launch took longer than [`super::RunOptions::timeout`].
    #[error("the kernel did not finish within {seconds} s")]
    Timeout {
        /// The limit.
        seconds: f64,
    },

    /// The device is gone: a fault in a kernel, or a reset.
    #[error("the device was lost: {0}")]
    Lost(String),

    /// Any other error of a driver's function.
    #[error("{function} failed: {code}")]
    Driver {
        /// The function.
        function: &'static str,
        /// The driver's error.
        code: String,
    },
}

fn filter_text(filter: &Option<String>) -> String {
    filter.as_ref().map(|name| format!(" the name `{name}`")).unwrap_or_default()
}

fn list_text(items: &[String]) -> String {
    if items.is_empty() { "none".into() } else { items.join(", ") }
}

fn log_text(log: &str) -> String {
    let log = log.trim();
    if log.is_empty() { String::new() } else { format!("\n{log}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_carry_their_payload() {
        let error = DeviceError::NoDevice {
            api: Api::Vulkan,
            filter: Some("H200".into()),
            seen: vec!["llvmpipe (name)".into()],
        };
        assert_eq!(
            error.to_string(),
            "no vulkan device fits the name `H200`; seen: llvmpipe (name)"
        );
        let error = DeviceError::NoEntryPoint { entry: "k".into(), found: vec![] };
        assert_eq!(error.to_string(), "no compute entry point `k`; the module has none");
        let error = DeviceError::Compile { code: "X".into(), log: "line 3\n".into() };
        assert_eq!(error.to_string(), "the driver refused the kernel: X\nline 3");
    }
}
