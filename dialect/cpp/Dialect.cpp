//===- Dialect.cpp - Registration of the TileIR dialect -------------------===//
//
// The dialect, its interfaces, and the names under which its attributes are
// printed once and referred to. What its parts mean is asked of Rust.
//
//===----------------------------------------------------------------------===//

#include "tileir/Dialect.h"
#include "tileir/Bytecode.h"
#include "tileir/Rust.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Transforms/InliningUtils.h"
#include "tileir-c/TileIR.h"

using namespace mlir;
using namespace tileir;

#include "tileir/Dialect.cpp.inc"

namespace {
struct TileIRAliases : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const override {
    if (isa<MapAttrInterface>(attribute))
      os << "layout";
    else if (isa<FamilyAttr>(attribute))
      os << "family";
    else if (isa<DistributionAttr>(attribute))
      os << "distribution";
    else if (isa<CorrAttr>(attribute))
      os << "corr";
    else
      return AliasResult::NoAlias;
    return AliasResult::OverridableAlias;
  }

  AliasResult getAlias(Type type, raw_ostream &os) const override {
    if (!isa<ViewType>(type))
      return AliasResult::NoAlias;
    os << "view";
    return AliasResult::OverridableAlias;
  }
};

/// A function of tiles may be inlined: no operation depends on where it stands.
struct TileIRInliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
};
} // namespace

void TileIRDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOperations();
  addInterfaces<TileIRAliases, TileIRBytecode, TileIRInliner>();
}

TileIRDialect::~TileIRDialect() { tileirForgetContext(wrap(getContext())); }

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TileIR, tileir, TileIRDialect)

/// A grid has one to three extents, each above 0.
LogicalResult TileIRDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute named) {
  if (named.getName() != "tileir.grid")
    return success();
  auto grid = dyn_cast<DenseI64ArrayAttr>(named.getValue());
  if (!grid || grid.empty() || grid.size() > 3)
    return op->emitError("'tileir.grid' is one to three extents, such as "
                         "array<i64: 4, 2>; found ")
           << named.getValue();
  for (auto [axis, extent] : llvm::enumerate(grid.asArrayRef()))
    if (extent < 1)
      return op->emitError("extent ") << axis << " of 'tileir.grid' is "
                                      << extent << ": it must be above 0";
  return success();
}
