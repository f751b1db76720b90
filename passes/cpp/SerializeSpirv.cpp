//===- SerializeSpirv.cpp - MLIR's SPIR-V serialiser, for Rust ------------===//
//
// MLIR's C API has none.
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Target/SPIRV/Serialization.h"

using namespace mlir;

/// Hands the words of a `spirv.module` to `take`, as bytes. Returns 0 if MLIR
/// refuses to serialise it, after an error diagnostic, and else 1.
extern "C" int32_t tileirSerializeSpirv(MlirOperation op,
                                        void (*take)(MlirStringRef, void *),
                                        void *into) {
  auto module = dyn_cast<spirv::ModuleOp>(unwrap(op));
  SmallVector<uint32_t> words;
  if (!module || failed(spirv::serialize(module, words)))
    return 0;
  take(wrap(StringRef(reinterpret_cast<const char *>(words.data()),
                      words.size() * sizeof(uint32_t))),
       into);
  return 1;
}
