//! Runs on whatever Vulkan device there is; without one each test says `skipped` and passes.

use super::*;
use crate::test_kernels::{
    COUNTDOWN, REVERSE_IN_WORKGROUP, SAXPY, SUBGROUP_SIZE, assemble, kernel,
};

/// A device and an assembled kernel, or nothing where either can't be had.
fn setup(text: &str) -> Option<(VulkanDevice, Vec<u32>)> {
    match VulkanDevice::open(None) {
        Ok(device) => Some((device, assemble(text)?)),
        Err(DeviceError::NoVulkan(why)) => {
            println!("skipped: {why}");
            None
        }
        Err(error @ DeviceError::NoDevice { .. }) => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn floats(values: impl Iterator<Item = f32>) -> Vec<u8> {
    values.flat_map(f32::to_ne_bytes).collect()
}

fn words_of(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().copied().map(u32::from_ne_bytes).collect()
}

fn error_of(device: &mut VulkanDevice, kernel: &Kernel, buffers: &mut [Vec<u8>]) -> DeviceError {
    let before = buffers.to_vec();
    let error = device.run(kernel, buffers, &RunOptions::default()).unwrap_err();
    assert_eq!(before, buffers, "a refused kernel leaves the buffers alone");
    error
}

#[test]
fn saxpy_every_element() {
    let Some((mut device, words)) = setup(SAXPY) else { return };
    let x = floats((0..256).map(|i| i as f32));
    let mut buffers = [x.clone(), floats((0..256).map(|i| 0.5 * i as f32))];
    let kernel = kernel(words, "saxpy", 4, 64);
    let timing = device.run(&kernel, &mut buffers, &RunOptions::default()).unwrap();
    assert_eq!(buffers[0], x);
    assert_eq!(buffers[1], floats((0..256).map(|i| 2.5 * i as f32)));
    assert!(timing.repeats.is_empty());
    assert!(timing.first > Duration::ZERO);
}

#[test]
fn repeats_are_timed_and_leave_the_first_result() {
    let Some((mut device, words)) = setup(SAXPY) else { return };
    let mut buffers = [floats([1.0; 64].into_iter()), floats([0.0; 64].into_iter())];
    let options = RunOptions { repeats: 3, ..RunOptions::default() };
    let timing = device.run(&kernel(words, "saxpy", 1, 64), &mut buffers, &options).unwrap();
    assert_eq!(timing.repeats.len(), 3);
    assert!(timing.best() <= timing.median() && timing.best() <= timing.first);
    assert_eq!(buffers[1], floats([2.0; 64].into_iter()), "one launch, not four");
}

#[test]
fn workgroup_memory_barrier_and_shuffle() {
    let Some((mut device, words)) = setup(REVERSE_IN_WORKGROUP) else { return };
    let source: Vec<u8> = (0..192u32).flat_map(|i| (7 * i).to_ne_bytes()).collect();
    let mut buffers = [source, vec![0; 192 * 4]];
    let mut kernel = kernel(words, "reverse", 3, 64);
    kernel.subgroup_size = Some(device.describe().subgroup_size);
    device.run(&kernel, &mut buffers, &RunOptions::default()).unwrap();
    let expected: Vec<u32> = (0..192).map(|i| 7 * (i / 64 * 64 + ((63 - i % 64) ^ 1))).collect();
    assert_eq!(words_of(&buffers[1]), expected);
}

#[test]
fn asked_for_subgroup_size_is_had_or_refused() {
    let Some((mut device, words)) = setup(SUBGROUP_SIZE) else { return };
    let (min, max) = device.describe().subgroup_sizes;
    let mut kernel = kernel(words, "size", 1, 64);
    for size in [min, max] {
        kernel.subgroup_size = Some(size);
        let mut buffers = [vec![0; 8]];
        device.run(&kernel, &mut buffers, &RunOptions::default()).unwrap();
        assert_eq!(words_of(&buffers[0]), [size, 0]);
    }
    for size in [0, max + 1, max * 2] {
        kernel.subgroup_size = Some(size);
        let error = error_of(&mut device, &kernel, &mut [vec![0; 8]]);
        assert!(matches!(error, DeviceError::SubgroupSize { wanted, .. } if wanted == size));
    }
}

#[test]
fn out_of_bounds_is_not_written() {
    let Some((mut device, words)) = setup(SAXPY) else { return };
    let mut buffers = [floats([1.0; 64].into_iter()), floats([1.0; 5].into_iter())];
    device.run(&kernel(words, "saxpy", 1, 64), &mut buffers, &RunOptions::default()).unwrap();
    assert_eq!(buffers[1], floats([3.0; 5].into_iter()));
}

#[test]
fn refuses_bad_buffers() {
    let Some((mut device, words)) = setup(SAXPY) else { return };
    let kernel = kernel(words, "saxpy", 1, 64);
    let error = error_of(&mut device, &kernel, &mut [vec![0; 256], vec![]]);
    assert!(matches!(error, DeviceError::EmptyBuffer { binding: 1 }), "{error}");
    let error = error_of(&mut device, &kernel, &mut [vec![0; 256]]);
    assert!(
        matches!(error, DeviceError::UnboundBinding { set: 0, binding: 1, buffers: 1 }),
        "{error}"
    );
    let max = device.context.limits.max_per_stage_descriptor_storage_buffers;
    if max < 1 << 12 {
        let mut many = vec![vec![0; 4]; max as usize + 1];
        let error = error_of(&mut device, &kernel, &mut many);
        assert!(matches!(error, DeviceError::TooManyBuffers { .. }), "{error}");
    }
    device.context.info.max_buffer_bytes = 255;
    let error = error_of(&mut device, &kernel, &mut [vec![0; 256], vec![0; 256]]);
    assert!(
        matches!(error, DeviceError::BufferTooLarge { binding: 0, bytes: 256, max: 255 }),
        "{error}"
    );
}

#[test]
fn refuses_bad_kernels() {
    let Some((mut device, words)) = setup(SAXPY) else { return };
    let buffers = || [vec![0; 256], vec![0; 256]];
    let good = kernel(words.clone(), "saxpy", 1, 64);
    let mut error_with = |change: &dyn Fn(&mut Kernel)| {
        let mut kernel = good.clone();
        change(&mut kernel);
        error_of(&mut device, &kernel, &mut buffers())
    };
    let error = error_with(&|k| k.entry = "main".into());
    assert!(matches!(error, DeviceError::NoEntryPoint { .. }), "{error}");
    let error = error_with(&|k| k.entry = "sax\0py".into());
    assert!(matches!(error, DeviceError::NoEntryPoint { .. }), "{error}");
    let error = error_with(&|k| k.block = [32, 2, 1]);
    assert!(
        matches!(error, DeviceError::BlockMismatch { module: [64, 1, 1], launch: [32, 2, 1] }),
        "{error}"
    );
    let error = error_with(&|k| k.grid = [1, 0, 1]);
    assert!(matches!(error, DeviceError::LaunchExtent { axis: 'y', extent: 0, .. }), "{error}");
    let error = error_with(&|k| k.code = Code::Spirv(vec![0; 64]));
    assert!(matches!(error, DeviceError::InvalidSpirv { word: 0, .. }), "{error}");
    let error = error_with(&|k| k.code = Code::Spirv(words[..3].to_vec()));
    assert!(matches!(error, DeviceError::InvalidSpirv { word: 3, .. }), "{error}");
    let error = error_with(&|k| k.code = Code::Spirv(words[..words.len() - 1].to_vec()));
    assert!(matches!(error, DeviceError::InvalidSpirv { .. }), "{error}");
    let error = error_with(&|k| k.code = Code::Ptx(".version 8.0".into()));
    assert!(matches!(error, DeviceError::WrongCode { .. }), "{error}");
}

#[test]
fn refuses_what_the_device_lacks() {
    let Some((mut device, words)) = setup(REVERSE_IN_WORKGROUP) else { return };
    let kernel = kernel(words, "reverse", 1, 64);
    let mut buffers = [vec![0; 256], vec![0; 256]];
    device.context.info.shared_bytes = 255;
    let error = error_of(&mut device, &kernel, &mut buffers);
    assert!(matches!(error, DeviceError::TooMuchSharedMemory { bytes: 256, max: 255 }), "{error}");
    device.context.support.subgroup_operations = vk::SubgroupFeatureFlags::BASIC;
    let error = error_of(&mut device, &kernel, &mut buffers);
    assert!(
        matches!(&error, DeviceError::MissingCapability { capability, .. }
            if capability == "GroupNonUniformShuffle"),
        "{error}"
    );
}

#[test]
fn unknown_name_lists_the_devices_seen() {
    match VulkanDevice::open(Some("no device has this name")) {
        Err(DeviceError::NoDevice { seen, .. }) => {
            assert!(seen.iter().all(|line| line.ends_with("(another name)")), "{seen:?}");
        }
        Err(DeviceError::NoVulkan(why)) => println!("skipped: {why}"),
        Err(error) => panic!("{error}"),
        Ok(device) => panic!("opened {}", device.describe().name),
    }
}

/// A launch that takes a while, and no patience at all.
#[test]
fn timeout_gives_the_device_up() {
    let Some((mut device, words)) = setup(SAXPY) else { return };
    let mut kernel = kernel(words, "saxpy", 65535, 64);
    kernel.grid[1] = 16;
    let before = [floats([1.0; 64].into_iter()), floats([1.0; 64].into_iter())];
    let mut buffers = before.clone();
    let options = RunOptions { timeout: Duration::ZERO, ..RunOptions::default() };
    let error = device.run(&kernel, &mut buffers, &options).unwrap_err();
    assert!(matches!(error, DeviceError::Timeout { .. }), "{error}");
    assert_eq!(buffers, before);
    kernel.grid = [1; 3];
    let error = error_of(&mut device, &kernel, &mut buffers);
    assert!(matches!(error, DeviceError::Lost(_)), "{error}");
}

#[test]
fn loops_end_early_only_over_the_loop_budget() {
    let Some((mut device, words)) = setup(COUNTDOWN) else { return };
    let kernel = kernel(words, "countdown", 1, 1);
    let budget = device.describe().loop_budget;
    for (count, left) in [(65_535, 0), (65_545, if budget == Some(65_535) { 10 } else { 0 })] {
        let mut buffers = [u32::to_ne_bytes(count).to_vec()];
        device.run(&kernel, &mut buffers, &RunOptions::default()).unwrap();
        assert_eq!(words_of(&buffers[0]), [left], "from {count}");
    }
}
