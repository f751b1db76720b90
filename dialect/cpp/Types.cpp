//===- Types.cpp - Text and verification of views -------------------------===//

#include "tileir/Dialect.h"
#include "tileir/Nesting.h"
#include "tileir/Rust.h"
#include "tileir/Words.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tileir;

#define GET_TYPEDEF_CLASSES
#include "tileir/Types.cpp.inc"

void TileIRDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileir/Types.cpp.inc"
      >();
}

Type TileIRDialect::parseType(DialectAsmParser &parser) const {
  if (checkNesting(parser))
    return {};
  SMLoc loc = parser.getNameLoc();
  StringRef mnemonic;
  Type type;
  if (!generatedTypeParser(parser, &mnemonic, type).has_value())
    parser.emitError(loc) << "unknown tileir type '" << mnemonic << "'";
  return type;
}

void TileIRDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

Type ViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  MapAttrInterface map;
  FailureOr<BoundsPolicy> policy = failure();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parser.parseAttribute(map) || parser.parseComma() ||
      failed(policy = FieldParser<BoundsPolicy>::parse(parser)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<ViewType>(loc, parser.getContext(), shape,
                                     elementType, map, *policy);
}

void ViewType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t extent : getShape())
    printer << extent << 'x';
  printer << getElementType() << ", " << getMap() << ", "
          << stringifyBoundsPolicy(getPolicy()) << '>';
}

LogicalResult ViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               MapAttrInterface map, BoundsPolicy) {
  if (!elementType || !map)
    return emitError() << "a view needs an element type and a map";
  Words words;
  return words.check(tileirVerifyView(shape.size(), shape.data(),
                                      wrap(elementType), wrap(Attribute(map)),
                                      Words::append, &words),
                     emitError);
}
