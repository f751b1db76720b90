//===- Passes.cpp - The passes of TileIR ----------------------------------===//
//
// One line a pass, and their registration.
//
//===----------------------------------------------------------------------===//

#include "tileir/Dialect.h"
#include "tileir/RustPass.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"

namespace tileir {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_TILEIRVERIFYTILES
#define GEN_PASS_DEF_TILEIRCOMPOSEVIEWS
#define GEN_PASS_DEF_TILEIRSELECTATOMS
#define GEN_PASS_DEF_TILEIRPROPAGATE
#define GEN_PASS_DEF_TILEIRNORMALIZE
#define GEN_PASS_DEF_TILEIRCOMPOSE
#define GEN_PASS_DEF_TILEIRPROVE
#define GEN_PASS_DEF_TILEIRINSERTREPARTITION
#define GEN_PASS_DEF_TILEIRPLACE
#define GEN_PASS_DEF_TILEIRPLAN
#define GEN_PASS_DEF_TILEIRPROVEPLANS
#define GEN_PASS_DEF_TILEIREXPLAIN
#define GEN_PASS_DEF_TILEIRLOWERTILES
#define GEN_PASS_DEF_TILEIRLOWERVIEWS
#define GEN_PASS_DEF_TILEIRCHECKBARRIERS
#define GEN_PASS_DEF_TILEIRCHECKLOWERED
#define GEN_PASS_DEF_TILEIREXPANDMATH
#define GEN_PASS_DEF_TILEIREXPANDDIVISION
#define GEN_PASS_DEF_TILEIRPREPARESPIRV
#define GEN_PASS_DEF_TILEIRORDERMEMORY
#define GEN_PASS_DEF_TILEIRPINFLOATS
#define GEN_PASS_DEF_TILEIREMITPTX
#define GEN_PASS_DEF_TILEIREMITSPIRV
#define GEN_PASS_DEF_TILEIRTESTMUTATE
#define GEN_PASS_DEF_TILEIRTESTPANIC
#include "tileir/Passes.h.inc"
} // namespace tileir

TILEIR_RUST_CHECK(TileirVerifyTiles)
TILEIR_RUST_PASS(TileirComposeViews)
TILEIR_RUST_PASS(TileirSelectAtoms)
TILEIR_RUST_PASS(TileirPropagate)
TILEIR_RUST_PASS(TileirNormalize)
TILEIR_RUST_PASS(TileirCompose)
TILEIR_RUST_PASS(TileirProve)
TILEIR_RUST_PASS(TileirInsertRepartition)
TILEIR_RUST_PASS(TileirPlace)
TILEIR_RUST_PASS(TileirPlan)
TILEIR_RUST_PASS(TileirProvePlans)
TILEIR_RUST_CHECK(TileirExplain)
TILEIR_RUST_PASS(TileirLowerTiles)
TILEIR_RUST_PASS(TileirLowerViews)
TILEIR_RUST_CHECK(TileirCheckBarriers)
TILEIR_RUST_CHECK(TileirCheckLowered)
TILEIR_RUST_PASS(TileirExpandMath)
TILEIR_RUST_PASS(TileirExpandDivision)
TILEIR_RUST_PASS(TileirPrepareSpirv)
TILEIR_RUST_PASS(TileirOrderMemory)
TILEIR_RUST_PASS(TileirPinFloats)
TILEIR_RUST_PASS(TileirEmitPtx)
TILEIR_RUST_PASS(TileirEmitSpirv)
TILEIR_RUST_PASS(TileirTestMutate)
TILEIR_RUST_PASS(TileirTestPanic)

namespace tileir {
#define GEN_PASS_REGISTRATION
#include "tileir/Passes.h.inc"
} // namespace tileir

extern "C" void tileirRegisterPasses() { tileir::registerTileIRPasses(); }
