//! [`Capability`]: what a target can do beyond what every target can.
//!
//! A target's file lists them, an [atom](crate::atom) requires some; where each of these is
//! among those, the target has the atom.
//!
//! ```text
//! capabilities = ["shuffle", "ldmatrix", "cp.async", "mma.f16"]    in targets/sm_80.toml
//! requires     = ["mma.f16"]                                       in targets/atoms/matrices.toml
//! ```

use serde::Deserialize;

use crate::vocabulary::{UnknownWord, vocabulary};

vocabulary! {
    /// Something that a target can do; see the source file's header.
    #[derive(Deserialize)]
    #[serde(try_from = "String")]
    Capability ("capability"):
    /// An `i64` in memory, changed in one step; of `i32` every target can that.
    AtomicI64 = "atomic.i64",
    /// An `f32` in memory, changed in one step.
    AtomicF32 = "atomic.f32",
    /// An `f64` in memory, changed in one step.
    AtomicF64 = "atomic.f64",
    /// One access to memory of 128 bits.
    Vector128 = "vector.128",
    /// A lane's value to any other lane of its subgroup.
    Shuffle = "shuffle",
    /// SPIR-V: to a lane some places on.
    ShuffleRelative = "shuffle.relative",
    /// SPIR-V: one lane's value to all, a bit of each lane to all.
    Ballot = "ballot",
    /// SPIR-V: one lane of those that come.
    Elect = "elect",
    /// SPIR-V: reductions and scans of a subgroup, one instruction each.
    GroupArithmetic = "group.arithmetic",
    /// PTX: reductions of 32-bit integers over a warp, one instruction each.
    Redux = "redux",
    /// Arithmetic on two `f16` in a register.
    PackedF16 = "packed.f16",
    /// Minimum, maximum and fused multiplication of two `bf16` in a register.
    PackedBf16 = "packed.bf16",
    /// Addition and multiplication of two `bf16` in a register.
    PackedBf16Add = "packed.bf16.add",
    /// Matrices of 8 x 8 from shared memory to registers.
    LdMatrix = "ldmatrix",
    /// Matrices of 8 x 8 from registers to shared memory.
    StMatrix = "stmatrix",
    /// A matrix of 8 x 8 transposed among a warp's registers.
    MovMatrix = "movmatrix",
    /// Copies from global to shared memory that run on by themselves.
    CpAsync = "cp.async",
    /// A warp's multiplication of `f16`.
    MmaF16 = "mma.f16",
    /// A warp's multiplication of `bf16`.
    MmaBf16 = "mma.bf16",
    /// A warp's multiplication of `tf32`.
    MmaTf32 = "mma.tf32",
    /// A warp's multiplication of integers of 8 bits.
    MmaInt8 = "mma.int8",
    /// A warp group's multiplication, out of shared memory.
    Wgmma = "wgmma",
    /// Copies of whole tiles by a tensor's descriptor.
    Tma = "tma",
    /// Barriers in shared memory that count arrivals.
    MBarrier = "mbarrier",
    /// Barriers in shared memory that count bytes, too.
    MBarrierBytes = "mbarrier.bytes",
}

impl TryFrom<String> for Capability {
    type Error = UnknownWord;

    fn try_from(word: String) -> Result<Capability, UnknownWord> {
        word.parse()
    }
}
