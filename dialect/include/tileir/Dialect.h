//===- Dialect.h - The TileIR dialect ---------------------------*- C++ -*-===//
//
// The C++ face of the dialect: its attributes, its type, its operations.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_DIALECT_H
#define TILEIR_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

namespace tileir {

/// The nodes of the grammar of maps, numbered as in the C API and in bytecode.
enum class MapKind : int32_t {
  Identity = 0,
  MixedRadix,
  BitLinear,
  Expr,
  Translate,
  Permute,
  Project,
  Product,
  Compose,
  Regroup,
  Recast,
  Transform,
  Piecewise,
  Table,
};

} // namespace tileir

#include "tileir/Dialect.h.inc"

#include "tileir/Enums.h.inc"

#include "tileir/Interfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileir/Attributes.h.inc"

namespace tileir {

/// The number of axes of an index set.
inline int64_t rankOf(mlir::Attribute indexSet) {
  return llvm::cast<IndexSetAttr>(indexSet).getExtents().size();
}

} // namespace tileir

#define GET_TYPEDEF_CLASSES
#include "tileir/Types.h.inc"

#define GET_OP_CLASSES
#include "tileir/Ops.h.inc"

#endif // TILEIR_DIALECT_H
