//===- Layout.h - What every map attribute does -----------------*- C++ -*-===//
//
// The attributes of the grammar differ in kind only; their members call these.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_LAYOUT_H
#define TILEIR_LAYOUT_H

#include "tileir/Dialect.h"

namespace tileir {

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Asks Rust whether the parts make a map.
llvm::LogicalResult verifyMap(EmitError emitError, MapKind kind,
                              IndexSetAttr domain, IndexSetAttr codomain,
                              llvm::ArrayRef<mlir::Attribute> operands,
                              llvm::ArrayRef<int64_t> payload);

/// The strided affine map of a memref layout. A map that is not proved strided
/// gives one that no stock pass can mistake for addresses: it has a symbol.
mlir::AffineMap layoutAffineMap(mlir::Attribute map);

/// Whether the map is row-major over its own domain.
bool layoutIsIdentity(mlir::Attribute map);

/// Whether the map addresses a memref of this shape.
llvm::LogicalResult layoutVerify(mlir::Attribute map,
                                 llvm::ArrayRef<int64_t> shape,
                                 EmitError emitError);

/// The strides, if the map is proved strided.
llvm::LogicalResult layoutStrides(mlir::Attribute map,
                                  llvm::SmallVectorImpl<int64_t> &strides,
                                  int64_t &offset);

/// Calls `body` with a null attribute of the class that `kind` names.
template <typename Body> auto withMapClass(MapKind kind, Body body) {
  switch (kind) {
  case MapKind::Identity:
    return body(IdentityAttr());
  case MapKind::MixedRadix:
    return body(MixedRadixAttr());
  case MapKind::BitLinear:
    return body(BitLinearAttr());
  case MapKind::Expr:
    return body(ExprAttr());
  case MapKind::Translate:
    return body(TranslateAttr());
  case MapKind::Permute:
    return body(PermuteAttr());
  case MapKind::Project:
    return body(ProjectAttr());
  case MapKind::Product:
    return body(ProductAttr());
  case MapKind::Compose:
    return body(ComposeAttr());
  case MapKind::Regroup:
    return body(RegroupAttr());
  case MapKind::Recast:
    return body(RecastAttr());
  case MapKind::Transform:
    return body(TransformAttr());
  case MapKind::Piecewise:
    return body(PiecewiseAttr());
  case MapKind::Table:
    return body(TableAttr());
  }
  llvm_unreachable("every kind has a class");
}

/// The kind of this number, if there is one.
inline std::optional<MapKind> mapKindOf(int64_t number) {
  if (number < 0 || number > static_cast<int64_t>(MapKind::Table))
    return std::nullopt;
  return static_cast<MapKind>(number);
}

/// A map of the given kind, or null after an error was emitted.
MapAttrInterface getMapChecked(EmitError emitError, MapKind kind,
                               IndexSetAttr domain, IndexSetAttr codomain,
                               llvm::ArrayRef<mlir::Attribute> operands,
                               llvm::ArrayRef<int64_t> payload);

} // namespace tileir

#endif // TILEIR_LAYOUT_H
