//! Runs on a CUDA device where there is one; without it each test says `skipped` and passes.

use super::*;

/// `y[i] = 2 x[i] + y[i]`, over blocks of 64; and a kernel that takes a number.
const MODULE: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry saxpy(.param .u64 saxpy_x, .param .u64 saxpy_y)
.reqntid 64, 1, 1
{
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [saxpy_x];
  ld.param.u64 %rd2, [saxpy_y];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r1, 64, %r2;
  mul.wide.u32 %rd3, %r3, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  ld.global.f32 %f2, [%rd5];
  fma.rn.f32 %f3, %f1, 0f40000000, %f2;
  st.global.f32 [%rd5], %f3;
  ret;
}
.visible .entry scalar(.param .u32 scalar_n) { ret; }
";

/// A device, or nothing where there is none.
fn device() -> Option<CudaDevice> {
    match CudaDevice::open(None) {
        Ok(device) => Some(device),
        Err(error @ (DeviceError::NoCudaDriver(_) | DeviceError::NoDevice { .. })) => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn kernel(ptx: &str, entry: &str) -> Kernel {
    Kernel {
        code: Code::Ptx(ptx.into()),
        entry: entry.into(),
        grid: [4, 1, 1],
        block: [64, 1, 1],
        subgroup_size: Some(32),
    }
}

fn floats(values: impl Iterator<Item = f32>) -> Vec<u8> {
    values.flat_map(f32::to_ne_bytes).collect()
}

#[test]
fn no_driver_is_a_typed_error() {
    if let Err(error) = CudaDevice::open(Some("no device has this name")) {
        let text = error.to_string();
        match error {
            DeviceError::NoCudaDriver(_) => assert!(text.starts_with("no CUDA driver: ")),
            DeviceError::NoDevice { api, .. } => assert_eq!(api, Api::Cuda),
            other => panic!("{other}"),
        }
    } else {
        panic!("a device has this name");
    }
}

#[test]
fn saxpy_every_element() {
    let Some(mut device) = device() else { return };
    let x = floats((0..256).map(|i| i as f32));
    let mut buffers = [x.clone(), floats((0..256).map(|i| 0.5 * i as f32))];
    let options = RunOptions { repeats: 3, ..RunOptions::default() };
    let timing = device.run(&kernel(MODULE, "saxpy"), &mut buffers, &options).unwrap();
    assert_eq!(buffers[0], x);
    assert_eq!(buffers[1], floats((0..256).map(|i| 2.5 * i as f32)), "one launch, not four");
    assert_eq!((timing.clock, timing.repeats.len()), (Clock::Device, 3));
}

#[test]
fn refuses_bad_kernels() {
    let Some(mut device) = device() else { return };
    let mut error_of = |kernel: &Kernel, buffers: usize| {
        let mut buffers = vec![vec![0; 1024]; buffers];
        device.run(kernel, &mut buffers, &RunOptions::default()).unwrap_err()
    };
    let good = kernel(MODULE, "saxpy");
    let error = error_of(&good, 1);
    assert!(matches!(error, DeviceError::ParameterCount { parameters: 2, buffers: 1 }), "{error}");
    let error = error_of(&kernel(MODULE, "scalar"), 1);
    assert!(matches!(error, DeviceError::ParameterType { index: 0, .. }), "{error}");
    let error = error_of(&kernel(MODULE, "daxpy"), 2);
    assert!(matches!(error, DeviceError::NoEntryPoint { .. }), "{error}");
    let error = error_of(&Kernel { block: [32, 1, 1], ..good.clone() }, 2);
    assert!(matches!(error, DeviceError::BlockMismatch { .. }), "{error}");
    let error = error_of(&Kernel { subgroup_size: Some(8), ..good.clone() }, 2);
    assert!(matches!(error, DeviceError::SubgroupSize { wanted: 8, .. }), "{error}");
    let error = error_of(&Kernel { grid: [1, 1, 1 << 20], ..good }, 2);
    assert!(matches!(error, DeviceError::LaunchExtent { axis: 'z', .. }), "{error}");
    let broken = MODULE.replace("fma.rn.f32", "fma.of.f32");
    match error_of(&kernel(&broken, "saxpy"), 2) {
        DeviceError::Compile { log, .. } => assert!(log.contains("line"), "{log}"),
        other => panic!("{other}"),
    }
}
