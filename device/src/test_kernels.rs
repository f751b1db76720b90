//! SPIR-V kernels for the tests, as assembly text, put together by `spirv-as` where it is.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{Code, Kernel};

/// The kernel of a module whose blocks are `block`, for `grid` blocks along x.
pub fn kernel(words: Vec<u32>, entry: &str, grid: u32, block: u32) -> Kernel {
    Kernel {
        code: Code::Spirv(words),
        entry: entry.into(),
        grid: [grid, 1, 1],
        block: [block, 1, 1],
        subgroup_size: None,
    }
}

/// The module's words, or nothing, with a note, on a machine without `spirv-as`.
pub fn assemble(text: &str) -> Option<Vec<u32>> {
    let child = Command::new("spirv-as")
        .args(["--target-env", "vulkan1.3", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        println!("skipped: no spirv-as on this machine");
        return None;
    };
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "spirv-as refused the test's kernel");
    match Code::spirv_from_bytes(&output.stdout).unwrap() {
        Code::Spirv(words) => Some(words),
        Code::Ptx(_) => unreachable!("spirv_from_bytes makes SPIR-V"),
    }
}

/// `y[i] = 2 x[i] + y[i]`, blocks of 64.
pub const SAXPY: &str = r#"
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "saxpy" %id %x %y
               OpExecutionMode %main LocalSize 64 1 1
               OpDecorate %id BuiltIn GlobalInvocationId
               OpDecorate %floats ArrayStride 4
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %x DescriptorSet 0
               OpDecorate %x Binding 0
               OpDecorate %y DescriptorSet 0
               OpDecorate %y Binding 1
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %f32 = OpTypeFloat 32
      %uvec3 = OpTypeVector %u32 3
     %in_ptr = OpTypePointer Input %uvec3
     %floats = OpTypeRuntimeArray %f32
      %block = OpTypeStruct %floats
  %block_ptr = OpTypePointer StorageBuffer %block
    %f32_ptr = OpTypePointer StorageBuffer %f32
         %c0 = OpConstant %u32 0
        %two = OpConstant %f32 2
         %id = OpVariable %in_ptr Input
          %x = OpVariable %block_ptr StorageBuffer
          %y = OpVariable %block_ptr StorageBuffer
       %main = OpFunction %void None %fn
      %entry = OpLabel
        %gid = OpLoad %uvec3 %id
          %i = OpCompositeExtract %u32 %gid 0
         %px = OpAccessChain %f32_ptr %x %c0 %i
         %py = OpAccessChain %f32_ptr %y %c0 %i
         %vx = OpLoad %f32 %px
         %vy = OpLoad %f32 %py
        %ax  = OpFMul %f32 %vx %two
        %sum = OpFAdd %f32 %ax %vy
               OpStore %py %sum
               OpReturn
               OpFunctionEnd
"#;

/// `out[64 b + t] = in[64 b + ((63 - t) ^ 1)]`: a subgroup shuffle swaps neighbours, then
/// workgroup memory and a barrier reverse the block.
pub const REVERSE_IN_WORKGROUP: &str = r#"
               OpCapability Shader
               OpCapability GroupNonUniform
               OpCapability GroupNonUniformShuffle
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "reverse" %gid_in %lid_in %src %dst %tile
               OpExecutionMode %main LocalSize 64 1 1
               OpDecorate %gid_in BuiltIn GlobalInvocationId
               OpDecorate %lid_in BuiltIn LocalInvocationIndex
               OpDecorate %words ArrayStride 4
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %src DescriptorSet 0
               OpDecorate %src Binding 0
               OpDecorate %dst DescriptorSet 0
               OpDecorate %dst Binding 1
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
      %uvec3 = OpTypeVector %u32 3
   %vec_ptr = OpTypePointer Input %uvec3
     %id_ptr = OpTypePointer Input %u32
      %words = OpTypeRuntimeArray %u32
      %block = OpTypeStruct %words
  %block_ptr = OpTypePointer StorageBuffer %block
    %u32_ptr = OpTypePointer StorageBuffer %u32
         %c0 = OpConstant %u32 0
         %c1 = OpConstant %u32 1
   %workgrp = OpConstant %u32 2
   %subgroup = OpConstant %u32 3
        %c63 = OpConstant %u32 63
        %c64 = OpConstant %u32 64
  %acq_rel  = OpConstant %u32 264
      %array = OpTypeArray %u32 %c64
  %array_ptr = OpTypePointer Workgroup %array
   %wg_u32   = OpTypePointer Workgroup %u32
     %gid_in = OpVariable %vec_ptr Input
     %lid_in = OpVariable %id_ptr Input
        %src = OpVariable %block_ptr StorageBuffer
        %dst = OpVariable %block_ptr StorageBuffer
       %tile = OpVariable %array_ptr Workgroup
       %main = OpFunction %void None %fn
      %entry = OpLabel
        %gid = OpLoad %uvec3 %gid_in
          %i = OpCompositeExtract %u32 %gid 0
          %t = OpLoad %u32 %lid_in
       %from = OpAccessChain %u32_ptr %src %c0 %i
      %value = OpLoad %u32 %from
    %swapped = OpGroupNonUniformShuffleXor %u32 %subgroup %value %c1
    %mirror  = OpISub %u32 %c63 %t
       %slot = OpAccessChain %wg_u32 %tile %mirror
               OpStore %slot %swapped
               OpControlBarrier %workgrp %workgrp %acq_rel
       %mine = OpAccessChain %wg_u32 %tile %t
     %result = OpLoad %u32 %mine
         %to = OpAccessChain %u32_ptr %dst %c0 %i
               OpStore %to %result
               OpReturn
               OpFunctionEnd
"#;

/// `out[0] = the subgroup's size`, one block of 64; needs 64-bit integers besides.
pub const SUBGROUP_SIZE: &str = r#"
               OpCapability Shader
               OpCapability Int64
               OpCapability GroupNonUniform
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "size" %size_in %dst
               OpExecutionMode %main LocalSize 64 1 1
               OpDecorate %size_in BuiltIn SubgroupSize
               OpDecorate %words ArrayStride 8
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %dst DescriptorSet 0
               OpDecorate %dst Binding 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %u32 = OpTypeInt 32 0
        %u64 = OpTypeInt 64 0
     %in_ptr = OpTypePointer Input %u32
      %words = OpTypeRuntimeArray %u64
      %block = OpTypeStruct %words
  %block_ptr = OpTypePointer StorageBuffer %block
    %u64_ptr = OpTypePointer StorageBuffer %u64
         %c0 = OpConstant %u32 0
    %size_in = OpVariable %in_ptr Input
        %dst = OpVariable %block_ptr StorageBuffer
       %main = OpFunction %void None %fn
      %entry = OpLabel
       %size = OpLoad %u32 %size_in
       %wide = OpUConvert %u64 %size
         %to = OpAccessChain %u64_ptr %dst %c0 %c0
               OpStore %to %wide
               OpReturn
               OpFunctionEnd
"#;

/// `out[0]` counts down to zero from what it was, by one thread, in a loop.
pub const COUNTDOWN: &str = r#"
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "countdown" %dst
               OpExecutionMode %main LocalSize 1 1 1
               OpDecorate %words ArrayStride 4
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %dst DescriptorSet 0
               OpDecorate %dst Binding 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
        %u32 = OpTypeInt 32 0
      %words = OpTypeRuntimeArray %u32
      %block = OpTypeStruct %words
  %block_ptr = OpTypePointer StorageBuffer %block
    %u32_ptr = OpTypePointer StorageBuffer %u32
         %c0 = OpConstant %u32 0
         %c1 = OpConstant %u32 1
        %dst = OpVariable %block_ptr StorageBuffer
       %main = OpFunction %void None %fn
      %entry = OpLabel
         %to = OpAccessChain %u32_ptr %dst %c0 %c0
               OpBranch %head
       %head = OpLabel
       %left = OpLoad %u32 %to Volatile
       %done = OpIEqual %bool %left %c0
               OpLoopMerge %exit %next None
               OpBranchConditional %done %exit %next
       %next = OpLabel
       %less = OpISub %u32 %left %c1
               OpStore %to %less Volatile
               OpBranch %head
       %exit = OpLabel
               OpReturn
               OpFunctionEnd
"#;
