//===- Bytecode.h - The dialect in bytecode ---------------------*- C++ -*-===//

#ifndef TILEIR_BYTECODE_H
#define TILEIR_BYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace tileir {

/// Writes and reads index sets, maps, distributions and views. A map is written
/// by its four parameters whatever its kind, and verified when it is read.
struct TileIRBytecode : public mlir::BytecodeDialectInterface {
  explicit TileIRBytecode(mlir::Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  mlir::Attribute
  readAttribute(mlir::DialectBytecodeReader &reader) const override;
  mlir::LogicalResult
  writeAttribute(mlir::Attribute attribute,
                 mlir::DialectBytecodeWriter &writer) const override;
  mlir::Type readType(mlir::DialectBytecodeReader &reader) const override;
  mlir::LogicalResult
  writeType(mlir::Type type,
            mlir::DialectBytecodeWriter &writer) const override;
};

} // namespace tileir

#endif // TILEIR_BYTECODE_H
