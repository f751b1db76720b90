//! Running one compiled kernel on a device, with no MLIR in sight.
//!
//! **The idea.** A kernel is code (SPIR-V words or PTX text), an entry point and a launch shape.
//! A device takes it with one byte buffer a binding, runs it, and leaves in every buffer what
//! the kernel wrote there. The comparison with the reference interpreter, the printing and
//! the compilation live elsewhere; what lives here never looks inside an element.
//!
//! | | Vulkan | CUDA |
//! |---|---|---|
//! | code | [`Code::Spirv`] | [`Code::Ptx`] |
//! | buffer `i` | storage buffer at set 0, binding `i` | the `i`-th parameter, a 64-bit pointer |
//! | block | in the module (`LocalSize`), checked against [`Kernel::block`] | from [`Kernel::block`] |
//! | subgroup | asked for where the device allows it | 32, always |
//! | time | timestamps around the dispatch | events around the launch |
//!
//! A machine with a device may have no MLIR, and one with MLIR no device: a [`job`] carries a
//! compiled kernel and its inputs from one to the other, and the results back.
//!
//! **The law.** What a kernel asks for and the device lacks is an error that names both, found
//! *before* the driver sees the kernel: drivers are entitled to crash on it.
//! `spirv` and `ptx` read just enough of the code to tell. They do not replace `spirv-val` or
//! `ptxas`: a module with a broken body is the driver's to refuse.
//!
//! **Why `ash`** for Vulkan: it is the smallest of the three candidates and adds no opinion.
//! `wgpu` abstracts away what a layout compiler must control (the required subgroup size,
//! scalar block layout) and by default parses and rewrites the SPIR-V, so that what runs isn't what
//! was compiled. `vulkano` adds its own model of shaders, of synchronisation and of memory, none
//! of it needed for one dispatch. `ash` hands the words to the driver as they are and finds the
//! loader at run time, so that the tool starts on a machine that has no Vulkan at all. CUDA goes
//! through `cudarc`'s raw driver bindings, loaded at run time too.

#![deny(missing_docs)]

mod cuda;
mod error;
pub mod job;
mod ptx;
mod spirv;
mod timing;
mod vulkan;

#[cfg(test)]
mod test_kernels;

pub use cuda::CudaDevice;
pub use error::DeviceError;
pub use timing::{Clock, RunOptions, Timing};
pub use vulkan::VulkanDevice;

use std::fmt;

use serde::{Deserialize, Serialize};

/// The programming interface a device is driven through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Api {
    /// Vulkan 1.3: SPIR-V kernels.
    Vulkan,
    /// The CUDA driver: PTX kernels.
    Cuda,
}

impl fmt::Display for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Api::Vulkan => "vulkan",
            Api::Cuda => "cuda",
        })
    }
}

/// What a device says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceInfo {
    /// The driver's name for it.
    pub name: String,
    /// The driver and its version, in its own words, where it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    /// How it is driven.
    pub api: Api,
    /// The subgroup (warp) size a kernel gets that asks for none.
    pub subgroup_size: u32,
    /// The smallest and the largest subgroup size that a kernel may ask for.
    pub subgroup_sizes: (u32, u32),
    /// The most threads in a block.
    pub max_threads: u32,
    /// The most workgroup (shared) memory of a block, in bytes.
    pub shared_bytes: u32,
    /// The largest buffer, in bytes.
    pub max_buffer_bytes: u64,
    /// Where the driver silently ends a kernel's loops: the iterations of all its loops together
    /// that one subgroup may run. Beyond it results are wrong, and nothing says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_budget: Option<u32>,
    /// The optional features that are on, by their names in the interface's own specification
    /// (`shaderInt64`, …; for CUDA the architecture, `sm_90`).
    pub features: Vec<String>,
}

/// Compiled code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// A SPIR-V module in words, Vulkan flavour.
    Spirv(Vec<u32>),
    /// A PTX module.
    Ptx(String),
}

impl Code {
    /// The words of a SPIR-V module stored as bytes, in the byte order of this machine.
    ///
    /// A length that isn't a multiple of 4 is an error here; everything else is checked by
    /// [`Device::run`].
    pub fn spirv_from_bytes(bytes: &[u8]) -> Result<Code, DeviceError> {
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(DeviceError::InvalidSpirv {
                word: words.len(),
                why: format!("{} bytes are not a whole number of words", bytes.len()),
            });
        }
        Ok(Code::Spirv(words.iter().copied().map(u32::from_ne_bytes).collect()))
    }

    /// The code as a file holds it: text, or words in the byte order of this machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Code::Spirv(words) => words.iter().flat_map(|word| word.to_ne_bytes()).collect(),
            Code::Ptx(text) => text.clone().into_bytes(),
        }
    }

    /// The interface this code is for.
    pub fn api(&self) -> Api {
        match self {
            Code::Spirv(_) => Api::Vulkan,
            Code::Ptx(_) => Api::Cuda,
        }
    }
}

/// One kernel and its launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The code.
    pub code: Code,
    /// The entry point's name.
    pub entry: String,
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// The subgroup size that the kernel was compiled for, where that matters to it.
    pub subgroup_size: Option<u32>,
}

/// A device that runs kernels, one at a time.
pub trait Device {
    /// What the device is and can do.
    fn describe(&self) -> &DeviceInfo;

    /// Runs `kernel` on `buffers` (binding `i` is `buffers[i]`) and leaves in each buffer what
    /// the first launch wrote.
    ///
    /// An error before or in the first launch leaves the buffers as they were. After
    /// [`DeviceError::Timeout`] or [`DeviceError::Lost`] the device takes no more kernels.
    fn run(
        &mut self,
        kernel: &Kernel,
        buffers: &mut [Vec<u8>],
        options: &RunOptions,
    ) -> Result<Timing, DeviceError>;
}

/// Opens a device of the interface: the first whose name contains `filter`, whatever the case
/// of its letters; without a filter the best one (Vulkan prefers a discrete GPU, then an integrated
/// one, then a CPU).
pub fn open(api: Api, filter: Option<&str>) -> Result<Box<dyn Device>, DeviceError> {
    Ok(match api {
        Api::Vulkan => Box::new(VulkanDevice::open(filter)?),
        Api::Cuda => Box::new(CudaDevice::open(filter)?),
    })
}

/// Whether a device's name passes a filter.
fn name_matches(name: &str, filter: Option<&str>) -> bool {
    filter.is_none_or(|wanted| name.to_lowercase().contains(&wanted.to_lowercase()))
}

/// What both interfaces check before anything is allocated: code for this interface, buffers
/// neither empty nor too large, a block that fits, extents within `max_grid` and `max_block`.
fn check_launch(
    kernel: &Kernel,
    buffers: &[Vec<u8>],
    info: &DeviceInfo,
    max_grid: [u32; 3],
    max_block: [u32; 3],
) -> Result<(), DeviceError> {
    let code = kernel.code.api();
    if code != info.api {
        return Err(DeviceError::WrongCode { device: info.api, code });
    }
    for (binding, buffer) in buffers.iter().enumerate() {
        if buffer.is_empty() {
            return Err(DeviceError::EmptyBuffer { binding });
        }
        let (bytes, max) = (buffer.len() as u64, info.max_buffer_bytes);
        if bytes > max {
            return Err(DeviceError::BufferTooLarge { binding, bytes, max });
        }
    }
    for (what, extents, maxima) in
        [("grid", kernel.grid, max_grid), ("block", kernel.block, max_block)]
    {
        for (axis, (extent, max)) in "xyz".chars().zip(extents.into_iter().zip(maxima)) {
            if extent == 0 || extent > max {
                return Err(DeviceError::LaunchExtent { what, axis, extent, max });
            }
        }
    }
    let threads = kernel.block.into_iter().map(u64::from).try_fold(1, u64::checked_mul);
    let max = info.max_threads;
    match threads {
        Some(threads) if threads <= u64::from(max) => Ok(()),
        _ => Err(DeviceError::BlockTooLarge { block: kernel.block, max }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_from_ragged_bytes() {
        let error = Code::spirv_from_bytes(&[3, 2, 35, 7, 0]).unwrap_err();
        assert!(matches!(error, DeviceError::InvalidSpirv { word: 1, .. }), "{error}");
    }

    #[test]
    fn filter_ignores_case() {
        assert!(name_matches("NVIDIA H200", Some("h200")));
        assert!(name_matches("anything", None));
        assert!(!name_matches("llvmpipe", Some("NVIDIA")));
    }

    #[test]
    fn launch_limits() {
        let info = DeviceInfo {
            name: "paper".into(),
            driver: None,
            api: Api::Vulkan,
            subgroup_size: 8,
            subgroup_sizes: (8, 8),
            max_threads: 64,
            shared_bytes: 0,
            max_buffer_bytes: 16,
            loop_budget: None,
            features: vec![],
        };
        let kernel = Kernel {
            code: Code::Spirv(vec![]),
            entry: "k".into(),
            grid: [4, 1, 1],
            block: [8, 8, 1],
            subgroup_size: None,
        };
        let check = |kernel: &Kernel, bytes: usize| {
            check_launch(kernel, &[vec![0; bytes]], &info, [4; 3], [32; 3])
        };
        assert!(check(&kernel, 16).is_ok());
        assert!(matches!(check(&kernel, 0), Err(DeviceError::EmptyBuffer { binding: 0 })));
        assert!(matches!(
            check(&kernel, 17),
            Err(DeviceError::BufferTooLarge { binding: 0, bytes: 17, max: 16 })
        ));
        let wide = Kernel { grid: [5, 1, 1], ..kernel.clone() };
        assert!(matches!(
            check(&wide, 16),
            Err(DeviceError::LaunchExtent { what: "grid", axis: 'x', extent: 5, max: 4 })
        ));
        let none = Kernel { block: [8, 1, 0], ..kernel.clone() };
        assert!(matches!(
            check(&none, 16),
            Err(DeviceError::LaunchExtent { what: "block", axis: 'z', extent: 0, .. })
        ));
        let full = Kernel { block: [8, 8, 2], ..kernel.clone() };
        assert!(matches!(check(&full, 16), Err(DeviceError::BlockTooLarge { max: 64, .. })));
        let ptx = Kernel { code: Code::Ptx(String::new()), ..kernel };
        assert!(matches!(
            check(&ptx, 16),
            Err(DeviceError::WrongCode { device: Api::Vulkan, code: Api::Cuda })
        ));
    }
}
