//===- RustPass.cpp - A pass whose body is Rust ---------------------------===//
//
// The call into Rust, and what Rust may ask of the pass that called it.
//
//===----------------------------------------------------------------------===//

#include "tileir/RustPass.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"

using namespace mlir;

extern "C" {

/// Defined in Rust: runs the pass called `name`. `options` is what the pass's
/// textual form holds between braces. Returns 1 on success, 0 after an error.
int32_t tileirRunPass(void *pass, MlirStringRef name, MlirStringRef options,
                      MlirOperation op);

/// Adds `amount` to the pass's statistic called `name`. Returns 0 if it has
/// none of that name. An MLIR built without statistics, as Debian's is, keeps
/// neither names nor counts.
int32_t tileirPassCount(void *pass, MlirStringRef name, uint64_t amount) {
#if LLVM_ENABLE_STATS
  for (Pass::Statistic *statistic : static_cast<Pass *>(pass)->getStatistics())
    if (unwrap(name) == statistic->getName()) {
      *statistic += amount;
      return 1;
    }
  return 0;
#else
  (void)pass, (void)name, (void)amount;
  return 1;
#endif
}
}

LogicalResult tileir::runRustPass(Pass &pass, Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  pass.printAsTextualPipeline(stream);
  StringRef options = StringRef(text).drop_front(pass.getArgument().size());
  if (options.consume_front("{"))
    options.consume_back("}");
  return success(tileirRunPass(&pass, wrap(pass.getArgument()), wrap(options),
                               wrap(op)) == 1);
}
