//===- Pipelines.cpp - Pipelines whose text is Rust's ---------------------===//
//
// MLIR's C API cannot register a pipeline.
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

extern "C" {

/// Defined in Rust: hands the text of the pipeline `name` to `take`, or, and
/// then it returns 0, why there is none. `options` is what stands between
/// braces.
int32_t tileirPipelineText(MlirStringRef name, MlirStringRef options,
                           void (*take)(MlirStringRef, void *), void *into);

/// Registers the pipeline `name`. Its text is asked for when it is built.
void tileirRegisterPipeline(MlirStringRef name, MlirStringRef summary) {
  auto build = [name = unwrap(name).str()](
                   OpPassManager &manager, StringRef options,
                   function_ref<LogicalResult(const Twine &)> emitError) {
    std::string text;
    auto append = [](MlirStringRef part, void *into) {
      static_cast<std::string *>(into)->append(part.data, part.length);
    };
    if (tileirPipelineText(wrap(StringRef(name)), wrap(options), append,
                           &text) != 1)
      return emitError(text);
    std::string reason;
    llvm::raw_string_ostream stream(reason);
    if (failed(parsePassPipeline(text, manager, stream)))
      return emitError(reason);
    return success();
  };
  registerPassPipeline(unwrap(name), unwrap(summary), build,
                       [](function_ref<void(const detail::PassOptions &)>) {});
}
}
