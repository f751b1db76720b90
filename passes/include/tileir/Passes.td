//===- Passes.td - The passes of TileIR ---------------------*- tablegen -*-===//
//
// Every pass, with its options, statistics and dependent dialects. A pass runs
// in Rust: its code is `src/<name>.rs`, found by the argument given here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_PASSES_TD
#define TILEIR_PASSES_TD

include "mlir/Pass/PassBase.td"

def TargetOption
    : Option<"target", "target", "std::string", /*default=*/"\"sm_90a\"",
             "The target, by the name of its file in targets/">;

def BudgetOption
    : Option<"budget", "budget", "int64_t", /*default=*/"1048576",
             "At most this many points are looked at for one fact; 0 for none">;

def StepsOption
    : Option<"steps", "steps", "int64_t", /*default=*/"65536",
             "At most this many steps of a search are taken for one fact; 0 for none">;

def RemarksOption
    : Option<"remarks", "remarks", "bool", /*default=*/"false",
             "Say what was found, as remarks">;

def TileirVerifyTiles : Pass<"tileir-verify-tiles"> {
  let summary = "Fail where an operation may not take its distributed tiles";
  let description = [{
    Distributed tiles pass through operations of `tileir`, elementwise ones of
    `arith` and `math`, `tensor.splat`, `scf.for`, `scf.if` and functions. Any
    other use is an error, and so are two distributions in one operation that is
    no `tileir.repartition`, `tileir.relabel`, `tileir.reduce` or `tileir.contract`.
  }];
}

def TileirComposeViews : Pass<"tileir-compose-views"> {
  let summary = "Make one view of the buffer of a view that is relabelled";
  let description = [{
    A `tileir.relabel` of a view becomes a `tileir.view` of the buffer, whose type
    has the composed map. The other passes know of no relabelled views.
  }];
  let statistics = [Statistic<"composed", "composed", "Views composed">];
}

def TileirSelectAtoms : Pass<"tileir-select-atoms"> {
  let summary = "Name the atom by which each product of matrices is computed";
  let description = [{
    Writes `by` on every `tileir.contract` of a kernel that has none: of the
    target's atoms that multiply its types, without dropping bits of them, and
    tile its shape over the warps of the block, the one with the most
    multiplications. Where there is none the product is computed plainly. A `by`
    that is written, and that the target lacks, is an error.
  }];
  let options = [TargetOption, RemarksOption];
  let statistics = [Statistic<"selected", "selected", "Atoms named">];
}

def TileirPropagate : Pass<"tileir-propagate"> {
  let summary = "Find who holds the tiles whose distribution is not written";
  let description = [{
    In a kernel, a tile without an encoding is open. Distributions that are
    written, in types or by `as` on loads and stores, spread through the
    operations between them, loops and branches too. Every open tile gets one,
    and a `tileir.repartition` stands where two do not agree, so that the moves
    cost no more than converting at each use, or at each definition.

    A tile that no written distribution reaches is an error, and so are two
    between which the target has no way to move a tile.
  }];
  let dependentDialects = ["::tileir::TileIRDialect"];
  let options = [TargetOption, RemarksOption];
  let statistics = [
    Statistic<"found", "found", "Distributions found">,
    Statistic<"inserted", "inserted", "Repartitions inserted">
  ];
}

def TileirNormalize : Pass<"tileir-normalize"> {
  let summary = "Rewrite every map to its normal form";
  let description = [{
    A map becomes the flattest form that the algebra proves equal to it. What is
    not proved equal stays as it is.
  }];
  let options = [BudgetOption, StepsOption];
  let statistics = [Statistic<"normalized", "normalized", "Maps rewritten">];
}

def TileirCompose : Pass<"tileir-compose"> {
  let summary = "Compose maps that are applied one after another";
  let description = [{
    A `tileir.apply` whose coordinates are the values of another becomes one of
    the composition, families of maps with parameters too.
  }];
  let statistics = [Statistic<"composed", "composed", "Applications composed">];
}

def TileirProve : Pass<"tileir-prove"> {
  let summary = "Prove what the program requires of its maps";
  let description = [{
    Each fact that a `tileir.require` lists is proved, and the operation removed;
    or it is an error that gives the witness against it or says what is missing.
    Views, distributions and
    accesses have obligations of their own; what is proved of an access is
    written on it for the lowering to read.

    The accesses of plain programs are read, too: `affine`, `memref`, `vector`
    and `xegpu` loads and stores, and `memref.subview`, inside loops and
    conditions of `affine`, `scf` and `gpu.launch`. Of each it is asked whether
    it stays in bounds, whether 32 bits suffice for its indices, and in
    workgroup memory how many wavefronts it takes. An access that certainly
    leaves its memref is an error; one that may not be executed, or of which the
    target decides, is a warning. What depends on values that the program is
    given is left to remarks.

    What is proved is written on the operation as `tileir.facts`, with the map
    that it is of.

    An obligation that is disproved is an error. One of an operation of TileIR
    that is unknown is a remark; `require` lists the facts of which that is an
    error, too, as in `require=total,in-bounds`:

    - `total`: the maps of views, relabels and `tileir.apply`, and
      distributions, have a value at every point;
    - `in-bounds`: their values lie in the buffer or the codomain, and accesses
      under `assume` stay in the view;
    - `injective`: each address that is stored to is written from one point;
    - `surjective`: of `tileir.require` alone, which fails without the option.

    A family that is applied must have the facts for all values of its
    parameters. Accesses of plain programs have `programs=require`.
  }];
  let dependentDialects = ["::tileir::TileIRDialect"];
  let options = [
    TargetOption, BudgetOption, StepsOption, RemarksOption,
    Option<"required", "require", "std::string", /*default=*/"\"\"",
           "Facts whose obligations are errors where they are unknown: a list of "
           "total, in-bounds, injective, surjective">,
    Option<"programs", "programs", "std::string", /*default=*/"\"check\"",
           "Accesses of plain programs: check them, require them to be proved, or ignore them">,
    Option<"indexBitwidth", "index-bitwidth", "uint32_t", /*default=*/"64",
           "The bits of an index in plain programs: 32 or 64">
  ];
  let statistics = [
    Statistic<"proved", "proved", "Facts proved">,
    Statistic<"disproved", "disproved", "Facts disproved">,
    Statistic<"unknown", "unknown", "Facts left unknown">
  ];
}

def TileirInsertRepartition : Pass<"tileir-insert-repartition"> {
  let summary = "Repartition where a tile is wanted in another distribution";
  let description = [{
    A store with `as`, a relabel whose elements lie in other threads, and a
    reduction whose rows are spread irregularly get their value by a
    `tileir.repartition`; and so do the operands of a `tileir.contract` that its
    atom takes in another distribution.
  }];
  let options = [TargetOption];
  let statistics = [Statistic<"inserted", "inserted", "Repartitions inserted">];
}

def TileirPlace : Pass<"tileir-place"> {
  let summary = "Move less: narrow before, widen after, make anew, load and store otherwise";
  let description = [{
    A repartition of a constant, of coordinates, or of what is computed from
    those in a few operations becomes that computation where it is wanted. One
    of a widened tile, or of a tile that is only narrowed, moves the narrow
    one. One beside a load or a store becomes that of what is wanted, if memory has
    no more to do. A repartition that has a plan stays.
  }];
  let options = [TargetOption];
  let statistics = [
    Statistic<"rematerialised", "rematerialised", "Tiles made anew">,
    Statistic<"widened", "widened", "Tiles widened after they move">,
    Statistic<"narrowed", "narrowed", "Tiles narrowed before they move">,
    Statistic<"folded", "folded", "Tiles loaded or stored as they are wanted">
  ];
}

def TileirPlan : Pass<"tileir-plan"> {
  let summary = "Choose how each repartition is carried out";
  let description = [{
    Writes `tileir.plan` on every `tileir.repartition`: the kind of the cheapest
    plan and its cost. A kind that is written there already is kept.
  }];
  let options = [TargetOption, RemarksOption];
  let statistics = [Statistic<"planned", "planned", "Repartitions planned">];
}

def TileirProvePlans : Pass<"tileir-prove-plans"> {
  let summary = "Prove that each planned repartition brings every slot its element";
  let description = [{
    Of every `tileir.repartition` with a `tileir.plan`, shows that the source after
    the plan is the wanted distribution, for all threads and slots. A plan that is
    not proved is an error. Nothing is changed.
  }];
  let options = [TargetOption, BudgetOption, StepsOption, RemarksOption];
  let statistics = [Statistic<"proved", "proved", "Plans proved">];
}

def TileirExplain : Pass<"tileir-explain"> {
  let summary = "Say what each repartition moves, for whom, and how else it could";
  let description = [{
    A remark on every `tileir.repartition`: how far its elements are from where
    they are wanted, by which operations, the plan with its cost, and the other
    legal plans with what pins them. One on every `tileir.contract`: by which
    atom, how many of them a warp, or that it is computed plainly. Nothing is
    changed.
  }];
  let options = [TargetOption];
}

def TileirLowerTiles : Pass<"tileir-lower-tiles", "::mlir::ModuleOp"> {
  let summary = "Lower tile programs to what one thread does";
  let description = [{
    Each function with `tileir.grid` becomes a kernel in a `gpu.module` of its name.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [TargetOption];
  let statistics = [Statistic<"kernels", "kernels", "Kernels lowered">];
}

def TileirLowerViews : Pass<"tileir-lower-views"> {
  let summary = "Lower views and maps to address arithmetic";
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"undefined", "undefined", "std::string", /*default=*/"\"check\"",
           "Where a map may have no value: check it by cf.assert, or assume that it has one">
  ];
}

def TileirCheckBarriers : Pass<"tileir-check-barriers"> {
  let summary = "Prove that barriers keep threads apart in workgroup memory";
  let description = [{
    Computes the addresses of every access to workgroup memory in each thread,
    and fails where a thread may load or store what another accesses, with a
    store among the two and no barrier between them, in loops and branches too.
  }];
  let statistics = [
    Statistic<"barriers", "barriers", "Barriers that were passed">
  ];
}

def TileirCheckLowered : Pass<"tileir-check-lowered"> {
  let summary = "Fail where anything of TileIR is left";
}

def TileirExpandMath : Pass<"tileir-expand-math"> {
  let summary = "Write scalar math operations out in what the device has";
  let description = [{
    Replaces `exp`, `exp2`, `log`, `log2` and `tanh` by arithmetic with a known
    error, and the operations that every device has by their LLVM intrinsics on
    the road to PTX. Another `math` operation is an error.
  }];
  let options = [
    Option<"road", "road", "std::string", /*default=*/"\"ptx\"",
           "Where the program goes: ptx or spirv">
  ];
  let statistics = [
    Statistic<"expanded", "expanded", "Math operations looked at">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect"];
}

def TileirExpandDivision : Pass<"tileir-expand-division"> {
  let summary = "Write division that rounds down or up as one that rounds to zero";
  let description = [{
    Replaces `arith.floordivsi`, `arith.ceildivsi` and `arith.ceildivui`, and
    nothing else, which is what `arith-expand` does more than.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"expanded", "expanded", "Divisions replaced">
  ];
}

def TileirPrepareSpirv : Pass<"tileir-prepare-spirv", "::mlir::ModuleOp"> {
  let summary = "Give kernels the form that upstream's conversion to SPIR-V takes";
  let description = [{
    Sets the target environment and the kernels' entry point ABI, turns memory
    spaces into storage classes, workgroup buffers into allocations, and bf16,
    which must no longer be computed with, into i16.
  }];
  let options = [
    Option<"subgroupSize", "subgroup-size", "uint32_t", /*default=*/"32",
           "Invocations in a subgroup of the device">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def TileirOrderMemory : Pass<"tileir-order-memory"> {
  let summary = "Make barriers order storage buffers too";
  let description = [{
    A barrier of upstream's conversion orders workgroup memory alone.
  }];
  let statistics = [Statistic<"ordered", "ordered", "Barriers changed">];
  let dependentDialects = ["::mlir::spirv::SPIRVDialect"];
}

def TileirPinFloats : Pass<"tileir-pin-floats"> {
  let summary = "Forbid the device's compiler to rearrange float arithmetic";
  let description = [{
    In each `spirv.module`, decorates sums, products and quotients with
    `NoContraction`, and gives the entry points the execution mode
    `SignedZeroInfNanPreserve` for the widths that occur.
  }];
  let statistics = [
    Statistic<"pinned", "pinned", "Operations decorated">
  ];
  let dependentDialects = ["::mlir::spirv::SPIRVDialect"];
}

def TileirEmitPtx : Pass<"tileir-emit-ptx", "::mlir::ModuleOp"> {
  let summary = "Compile each gpu.module in the LLVM dialect to PTX";
  let description = [{
    Translates each `gpu.module` to LLVM IR, optimises it and puts its PTX in its
    place, as a `gpu.binary` that lists the kernels, their blocks and grids.
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90a\"",
           "The device, by LLVM's name">,
    Option<"features", "features", "std::string", /*default=*/"\"+ptx80\"",
           "LLVM's features of the device">
  ];
  let statistics = [
    Statistic<"modules", "modules", "Modules compiled">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"];
}

def TileirEmitSpirv : Pass<"tileir-emit-spirv", "::mlir::ModuleOp"> {
  let summary = "Serialise each spirv.module";
  let description = [{
    Puts the SPIR-V binary of each `spirv.module` in its place, and in that of the
    `gpu.module` that it came from, as a `gpu.binary` that lists the kernels,
    their blocks and grids.
  }];
  let statistics = [
    Statistic<"modules", "modules", "Modules serialised">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::spirv::SPIRVDialect"];
}

def TileirTestMutate : Pass<"tileir-test-mutate"> {
  let summary = "Break one place of a kernel or of a plan, to test that it is noticed";
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"kind", "kind", "std::string", /*default=*/"\"lane\"",
           "What is broken: lane, barrier, slot, plan-lane, plan-slot or plan-offset">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0",
           "Which place is broken">
  ];
}

def TileirTestPanic : Pass<"tileir-test-panic"> {
  let summary = "Panic in Rust, to test that a panic becomes an error";
  let description = [{
    Emits a remark with a note, counts the operation, then panics with the given
    message, unless the message is empty.
  }];
  let options = [
    Option<"message", "message", "std::string", /*default=*/"\"\"",
           "What to panic with; empty not to panic">
  ];
  let statistics = [
    Statistic<"operations", "operations", "Operations the pass was run on">
  ];
}

#endif // TILEIR_PASSES_TD
