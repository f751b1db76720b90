//! [`Emit`]: the operation that an atom becomes.

use crate::vocabulary::vocabulary;

vocabulary! {
    /// An operation of MLIR, by its name. The atom says the rest: shapes and types by its operands,
    /// and what is left by its own name (`add` of `block.reduce.add.f32.w32.t128`).
    #[allow(missing_docs)]
    Emit ("operation that an atom becomes"):
    VectorLoad = "vector.load",
    VectorStore = "vector.store",
    AddF = "arith.addf",
    MulF = "arith.mulf",
    MaximumF = "arith.maximumf",
    MinimumF = "arith.minimumf",
    Fma = "math.fma",
    AddI = "arith.addi",
    MulI = "arith.muli",
    MaxSI = "arith.maxsi",
    MinSI = "arith.minsi",
    Barrier = "gpu.barrier",
    Shuffle = "gpu.shuffle",
    SubgroupReduce = "gpu.subgroup_reduce",
    BlockReduce = "gpu.all_reduce",
    Redux = "nvvm.redux.sync",
    GroupFAdd = "spirv.GroupNonUniformFAdd",
    GroupFMin = "spirv.GroupNonUniformFMin",
    GroupFMax = "spirv.GroupNonUniformFMax",
    GroupIAdd = "spirv.GroupNonUniformIAdd",
    GroupSMin = "spirv.GroupNonUniformSMin",
    GroupSMax = "spirv.GroupNonUniformSMax",
    GroupBroadcast = "spirv.GroupNonUniformBroadcast",
    GroupBallot = "spirv.GroupNonUniformBallot",
    GroupElect = "spirv.GroupNonUniformElect",
    GroupShuffleUp = "spirv.GroupNonUniformShuffleUp",
    GroupShuffleDown = "spirv.GroupNonUniformShuffleDown",
    LdMatrix = "nvgpu.ldmatrix",
    StMatrix = "nvvm.stmatrix",
    InlinePtx = "nvvm.inline_ptx",
    AsyncCopy = "nvgpu.device_async_copy",
    AsyncCommit = "nvgpu.device_async_create_group",
    AsyncWait = "nvgpu.device_async_wait",
    MmaSync = "nvvm.mma.sync",
}
