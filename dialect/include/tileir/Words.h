//===- Words.h - Collecting what Rust says ----------------------*- C++ -*-===//

#ifndef TILEIR_WORDS_H
#define TILEIR_WORDS_H

#include "mlir-c/Support.h"
#include "mlir/IR/Diagnostics.h"

#include <string>

namespace tileir {

/// A string that Rust appends to: hand over `append` and the words' address.
struct Words {
  std::string text;

  static void append(MlirStringRef part, void *words) {
    static_cast<Words *>(words)->text.append(part.data, part.length);
  }

  /// Success if `answer` is 1, else an error that says the words.
  llvm::LogicalResult
  check(int32_t answer,
        llvm::function_ref<mlir::InFlightDiagnostic()> emitError) const {
    if (answer == 1)
      return llvm::success();
    return emitError() << text;
  }
};

} // namespace tileir

#endif // TILEIR_WORDS_H
