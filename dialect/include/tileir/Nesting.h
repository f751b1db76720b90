//===- Nesting.h - How deep text may nest -----------------------*- C++ -*-===//
//
// MLIR's parser recurses once a level, on a stack that is not ours to choose,
// and each level scans its text to the end. So a dialect's attribute or type
// looks at its brackets before it descends.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_NESTING_H
#define TILEIR_NESTING_H

#include "mlir/IR/DialectImplementation.h"

namespace tileir {

/// Rust's `tileir::text::NESTING_LIMIT`.
constexpr size_t nestingLimit = 1000;

/// Fails with an error at the first bracket of the symbol that `parser` stands
/// at which is deeper than the limit.
inline mlir::ParseResult checkNesting(mlir::DialectAsmParser &parser) {
  llvm::StringRef text = parser.getFullSymbolSpec();
  size_t depth = 0;
  char before = 0;
  for (const char &c : text) {
    bool arrow = before == '-' && c == '>';
    before = c;
    if (llvm::StringRef("<([{").contains(c) && ++depth > nestingLimit)
      return parser.emitError(llvm::SMLoc::getFromPointer(&c))
             << "nested deeper than " << nestingLimit << " levels";
    if (llvm::StringRef(">)]}").contains(c) && !arrow && depth > 0)
      --depth;
  }
  return mlir::success();
}

} // namespace tileir

#endif // TILEIR_NESTING_H
