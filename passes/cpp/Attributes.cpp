//===- Attributes.cpp - Attributes wherever they stand --------------------===//
//
// Walks that MLIR's C API lacks: over the attributes inside operations and
// types.
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

extern "C" {

/// Replaces every attribute inside `op`, outermost first, by what `replacement`
/// gives for it. A null attribute leaves it, and looks inside it.
void tileirReplaceAttributes(MlirOperation op,
                             MlirAttribute (*replacement)(MlirAttribute,
                                                          void *),
                             void *userData) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Attribute attribute)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        Attribute other = unwrap(replacement(wrap(attribute), userData));
        if (!other)
          return std::nullopt;
        return std::make_pair(other, WalkResult::skip());
      });
  // The type of a dense constant is not one of its sub-elements.
  replacer.addReplacement(
      [&](DenseElementsAttr dense)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        auto type = cast<ShapedType>(replacer.replace(Type(dense.getType())));
        return std::make_pair(dense.reshape(type), WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(unwrap(op), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// The first attribute or type of the dialect `name` in what `op` itself holds,
/// the outermost one, as text through `found`; nothing if there is none.
void tileirFindDialect(MlirOperation op, MlirStringRef name,
                       MlirStringCallback found, void *userData) {
  StringRef dialect = unwrap(name);
  std::string text;
  AttrTypeWalker walker;
  auto note = [&](auto element) {
    if (element.getDialect().getNamespace() != dialect)
      return WalkResult::advance();
    llvm::raw_string_ostream(text) << element;
    return WalkResult::interrupt();
  };
  walker.addWalk([&](Attribute attribute) { return note(attribute); });
  walker.addWalk([&](Type type) { return note(type); });
  auto done = [&](auto element) {
    return walker.walk<WalkOrder::PreOrder>(element).wasInterrupted();
  };
  Operation *operation = unwrap(op);
  bool any = done(operation->getAttrDictionary()) ||
             llvm::any_of(operation->getResultTypes(), done) ||
             llvm::any_of(operation->getOperandTypes(), done);
  for (Region &region : operation->getRegions())
    for (Block &block : region)
      any = any || llvm::any_of(block.getArgumentTypes(), done);
  if (any)
    found(wrap(StringRef(text)), userData);
}
}
